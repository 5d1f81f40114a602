"""A character in the making as it is read: its scores, what is chosen, what is not offered and why."""

from collections.abc import Iterable, Sequence

from bot.french import listed, shortened, shown, signed
from bot.replies import Button, Reply, Tone
from bot.screens.creation import score_line, share_line
from bot.screens.roster import gear
from rules.abilities import Ability, modifier
from rules.alignment import Alignment
from rules.armour import format_armour_class
from rules.classes import CLASSES
from rules.creation import ExperienceShare
from rules.drafts import Draft, Outlook, outlook
from rules.equipment import Equipment, arm
from rules.hit_points import LAST_HIT_DIE_LEVEL
from rules.offers import Candidate, Choice, Revision, withheld
from rules.settings import Settings

OUTDATED = "⚠️ Ce message n’était plus à jour : le voici comme il est. Rien n’a été fait."
WITHHELD_ROOM = 900  # characters
_WHO = (Choice.PEOPLE, Choice.CLASS, Choice.OTHERS, Choice.ALIGNMENT)
_WHAT = (Choice.ARMOUR, Choice.SHIELD, Choice.WEAPON)


def draft(
    revision: Revision, settings: Settings, buttons: tuple[Button, ...], *, outdated: bool = False
) -> Reply:
    """Where the making of a character stands."""
    one = revision.draft
    people = one.people.name if one.people else ""
    return Reply(
        title=f"📜 {shown(one.name)} : {'prêt à entrer en scène ?' if one.settled else 'qui est-ce ?'}",
        lines=(
            OUTDATED if outdated else "",
            _choices_line(one),
            *(score_line(origin, people) for origin in one.scores),
            *(_outlook_lines(one, outlook(one, settings)) if one.settled else ()),
            _dropped(revision.dropped),
            _withheld(one, _WHAT if one.settled else _WHO, settings),
        ),
        footer="Rien n’existe avant « Créer ». Message perdu ? /personnage creer avec un nom seul le remontre.",
        buttons=buttons,
        secret=True,
        explained=False,
    )


def _choices_line(one: Draft) -> str:
    """« *Nordique · Guerrier, Voleur · Neutre* », if anything is chosen, then what is missing."""
    chosen = (
        one.people.name if one.people else "",
        ", ".join(followed.name for followed in one.classes),
        Alignment(one.alignment).label if one.alignment else "",
        f"pour <@{one.player_id}>" if one.player_id else "",
    )
    missing = [
        word
        for word, value in zip(("le peuple", "la classe", "l’alignement"), chosen, strict=False)
        if not value
    ]
    told = " · ".join(part for part in chosen if part)
    lines = (f"*{told}*" if told else "", f"➡️ À choisir : {listed(missing)}." if missing else "")
    return "\n".join(line for line in lines if line)


def _outlook_lines(one: Draft, ahead: Outlook) -> tuple[str, ...]:
    """What the character would be, and the dice still to be thrown."""
    equipment = Equipment(one.armour, one.shield, *arm(one.weapon, None))
    return (
        *(share_line(share) for share in ahead.experience),
        f"🛡️ CA **{format_armour_class(ahead.armour_class)}** · {gear(equipment)}",
        f"🎲 Se lancent à la création : PV {_hit_dice(one, ahead.experience)} ; or {ahead.gold.replace('x', ' × ')} po",
        *(f"⚠️ {warning}" for warning in ahead.warnings),
    )


def _hit_dice(one: Draft, shares: Sequence[ExperienceShare]) -> str:
    """« 8 + 4d8, CON +1 par dé »; several classes share them (CLA-6)."""
    parts = [_class_dice(share) for share in shares]
    dice = parts[0] if len(parts) == 1 else f"({' + '.join(parts)}) ÷ {len(parts)}"
    constitution = modifier(one.values[Ability.CONSTITUTION])
    return f"{dice}, CON {signed(constitution)} par dé" if constitution else dice


def _class_dice(share: ExperienceShare) -> str:
    followed = CLASSES[share.class_key]
    more = min(followed.level_at(share.kept), LAST_HIT_DIE_LEVEL) - 1
    return f"{followed.hit_die} + {more}d{followed.hit_die}" if more else str(followed.hit_die)


def _dropped(dropped: Iterable[Candidate]) -> str:
    return f"⚠️ Retiré : {_with_reasons(dropped)}." if dropped else ""


def _withheld(one: Draft, choices: Iterable[Choice], settings: Settings) -> str:
    """« Non proposé : Assassin (FOR 12, vous avez 10) ; Goule (réglage `goules`). », each once."""
    found = [candidate for choice in choices for candidate in withheld(one, choice, settings)]
    return f"*Non proposé : {_with_reasons(dict.fromkeys(found))}.*" if found else ""


def _with_reasons(candidates: Iterable[Candidate]) -> str:
    """Those that share a reason are named together."""
    groups: dict[str, list[str]] = {}
    for one in candidates:
        groups.setdefault(one.why, []).append(shown(one.name))
    words = " ; ".join(f"{', '.join(names)} ({why})" for why, names in groups.items())
    return shortened(words, WITHHELD_ROOM)


def abandoned() -> Reply:
    """Nothing was made; the scores stay."""
    return Reply(
        title="🗑️ Création abandonnée",
        lines=(
            "Rien n’est créé, aucun nom n’est pris.",
            "🎲 Vos valeurs attendent votre prochaine création.",
        ),
        secret=True,
        explained=False,
    )


def born(name: str) -> Reply:
    """What the path shows once the character is made."""
    return Reply(title=f"📜 {shown(name)} est créé", tone=Tone.SUCCESS, secret=True, explained=False)
