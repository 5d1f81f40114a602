"""What an evening was, as it is read: a section a subject, none where there is nothing to tell."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from bot.french import (
    NBSP,
    arrow,
    decimal,
    fitting,
    legible,
    length,
    listed,
    number,
    plural,
    shortened,
    shown,
    signed,
)
from bot.replies import Field, Image, Reply
from bot.storage.recap import Account
from rules.campaign import MINUTE
from rules.curves import Curve, Evening
from rules.recap import Faced, Learnt, Luck, Recap, Spent, Tainted
from rules.sessions import Mark

ROOM = 420  # letters of a section: eight of them fit in a message, beside what it says already
MOST_STAGES = 2  # alterations written out, a character
ALTERATION = 80  # letters
MOST_NAMED = 4  # in one line
DESCRIPTION = 1_000  # letters of what is read of an image

Counts = Sequence[tuple[str, int]]


def told(reply: Reply, account: Account, chart: bytes | None) -> Reply:
    """What the reply says, then what the evening was."""
    return replace(
        reply,
        fields=(*reply.fields, *sections(account)),
        image=Image(chart, "folie-corruption.png", description(account.curves)) if chart else None,
    )


def sections(account: Account) -> tuple[Field, ...]:
    """The subjects of which there is something to tell."""
    recap = account.recap
    subjects: dict[str, Iterable[str]] = {
        "📜 La soirée": (evening(account),),
        "✨ Expérience": map(learnt, recap.experience),
        "🎖️ Héroïsme dépensé": map(spent, recap.heroism),
        "😱 Horreurs": map(faced, recap.horrors),
        "🩸 Corruption": map(tainted, recap.corruption),
        "🌀 Folie et corruption": standings(account.evening),
        "🎲 Dés mémorables": memorable(recap),
        "💀 Tombés": fallen(recap),
    }
    told = ((subject, fitting(list(lines), ROOM)) for subject, lines in subjects.items())
    return tuple(Field(subject, "\n".join(lines)) for subject, lines in told if lines)


def evening(account: Account) -> str:
    """« ⏱️ 3 h 25 · ⚔️ 2 combats, 8 rounds »."""
    recap = account.recap
    fought = (
        f" · ⚔️ {plural(recap.combats, 'combat')}, {plural(recap.rounds, 'round')}" if recap.combats else ""
    )
    lasted = length(account.length) if account.length >= MINUTE else "moins d’une minute"
    return f"⏱️ {lasted}{fought}"


def learnt(one: Learnt) -> str:
    """« **Fafhrd** : +1 200 PX · niveau 5 → **6** »."""
    level = f" · niveau {arrow(*one.level)}" if one.level[0] != one.level[1] else ""
    return f"**{shown(one.name)}** : {'+' if one.points > 0 else ''}{number(one.points)} PX{level}"


def spent(one: Spent) -> str:
    """« **Coup de maître** × 3 : Fafhrd × 2, Hrafn »."""
    points = sum(times for _, times in one.by)
    return f"**{one.use.label}**{f' × {points}' if points > 1 else ''} : {named(one.by)}"


def named(counts: Counts) -> str:
    """« Fafhrd × 2, Hrafn »."""
    words = [f"{shown(name)}{f' × {times}' if times > 1 else ''}" for name, times in counts[:MOST_NAMED]]
    if left := counts[MOST_NAMED:]:
        words.append(plural(len(left), "autre"))
    return ", ".join(words)


def faced(one: Faced) -> str:
    """« ❌ **Hrafn**, insoutenable : folie 2 → **5** »."""
    madness = f" : folie {arrow(*one.madness)}" if one.madness else ""
    return f"{'✅' if one.passed else '❌'} **{shown(one.name)}**, {one.situation}{madness}"


def tainted(one: Tainted) -> str:
    """« **Ahriman** : +3 · palier 1 (peau écailleuse) »."""
    stages = [reached(*stage) for stage in one.stages[:MOST_STAGES]]
    if left := one.stages[MOST_STAGES:]:
        stages.append(f"jusqu’au palier {left[-1][0]}")
    return " · ".join((f"**{shown(one.name)}** : {signed(one.points)}", *stages))


def reached(stage: int, alteration: str) -> str:
    """« palier 1 (peau écailleuse) »."""
    words = shown(shortened(alteration.partition(". ")[0].rstrip("."), ALTERATION))
    return f"palier {stage}{f' ({words})' if words else ''}"


def standings(evening: Evening) -> Iterator[str]:
    """« **Hrafn** : folie 2 → **5** »: where each one is, from where it was when the evening began."""
    before = {mark.character_id: mark for mark in evening.opening}
    touched = [mark for mark in evening.closing if concerned(mark, before.get(mark.character_id))]
    for mark in touched:
        yield f"**{shown(mark.name)}** : {standing(mark, before.get(mark.character_id))}"
    if touched and (others := [shown(one.name) for one in evening.closing if one not in touched]):
        yield f"*Indemnes : {named([(name, 1) for name in others])}*"


def concerned(mark: Mark, before: Mark | None) -> bool:
    """True for who has some madness or corruption, or had."""
    return any(one is not None and (one.madness or one.corruption) for one in (mark, before))


def standing(mark: Mark, before: Mark | None) -> str:
    """« folie 2 → **5**, corruption **9** »; no corruption for who knows none."""
    words = f"folie {moved(before.madness if before else None, mark.madness)}"
    if mark.corruption is None:
        return words
    return f"{words}, corruption {moved(before.corruption if before else None, mark.corruption)}"


def moved(old: int | None, new: int) -> str:
    return arrow(old, new) if old is not None and old != new else f"**{new}**"


def memorable(recap: Recap) -> Iterator[str]:
    """The natural faces, the greatest blow, the luck."""
    if recap.twenties:
        yield f"🌟 20 naturel : {named(recap.twenties)}"
    if recap.ones:
        yield f"💢 1 naturel : {named(recap.ones)}"
    if recap.blow is not None:
        whom = f" à {shown(recap.blow.target)}" if recap.blow.target else ""
        yield f"💥 Plus gros coup : {shown(recap.blow.name)}, {plural(recap.blow.points, 'dommage')}{whom}"
    if recap.lucky is not None:
        yield f"🍀 Veinard : {luck(recap.lucky)}"
    if recap.unlucky is not None:
        yield f"🌧️ Malchanceux : {luck(recap.unlucky)}"


def luck(one: Luck) -> str:
    """« Fafhrd, 7 réussites sur 9 (4,5 attendues) »."""
    passed = plural(one.passed, "réussite")
    return f"{shown(one.name)}, {passed} sur {one.thrown} ({decimal(one.expected)} en moyenne)"


def fallen(recap: Recap) -> Iterator[str]:
    """The dead, and those whom corruption took."""
    if recap.dead:
        yield f"⚰️ Morts : {listed(map(shown, recap.dead))}"
    if recap.consumed:
        yield f"🕳️ Consumés : {listed(map(shown, recap.consumed))}"


def description(curves: Iterable[Curve]) -> str:
    """The chart in words, for those who do not see it."""
    words = f"{NBSP}; ".join(map(described, curves))
    return shortened(f"Folie et corruption, séance après séance. {words}.", DESCRIPTION)


def described(curve: Curve) -> str:
    """« Hrafn : folie 2 → 5, corruption 9 → 12 »."""
    parts = {"folie": curve.madness, "corruption": curve.corruption}
    told = [f"{name} {points[0][1]} → {points[-1][1]}" for name, points in parts.items() if points]
    return f"{legible(curve.name)}{NBSP}: {', '.join(told)}"
