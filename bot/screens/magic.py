"""Magic as it is read: the spell book, rituals, spells cast, what the game master decides."""

from collections import Counter
from collections.abc import Iterable

from bot.french import fitting, listed, of, percent, plural, shown
from bot.replies import Button, Field, Reply, Tone
from bot.screens import corruption
from bot.screens.checks import check_line, tone
from rules.acts import Act
from rules.campaign import MINUTE, Campaign
from rules.character import Character
from rules.clock import lasting
from rules.magic import (
    SpellsCancelled,
    SpellsPrepared,
    held_levels,
    reserve,
    reserve_exhaustion,
    tiring_at,
)
from rules.spell_book import START, Casting, book, casting, is_magician, level_of, levels
from rules.spell_rulings import Ruling, SpellRuling
from rules.spellcraft import SpellAct, SpellCast, SpellLearnt, corruption_chance

LIST_ROOM = 1_000  # characters of a list
RESTED = "😌 La réserve est vide : les sorts gardés n’épuisent plus."
TIRED = (
    "🥵 **Épuisé** : des sorts gardés en réserve plus d’un jour. Les lancer ou les annuler tous y met fin."
)


def learnt(act: SpellLearnt, buttons: tuple[Button, ...] = (), *, secret: bool = False) -> Reply:
    """A spell in the book, and the black magician's check in the same message."""
    lines = [*threat_lines(act)]
    if act.start:
        lines.append("*Sort du grimoire de départ : aucun jet.*")
    if act.discouraged:
        lines.append("⚠️ *Sort déconseillé : à voir avec le MdT.*")
    return _spell(f"📖 {shown(act.name)} apprend {_spell_name(act)}", act, lines, buttons, secret=secret)


def cast(act: SpellCast, buttons: tuple[Button, ...] = ()) -> Reply:
    """A spell spent, the black magician's check, what remains in reserve."""
    lines = [*threat_lines(act), left_line(act.left)]
    lines += [RESTED] if act.rested else []
    lines += [TIRED] if act.tired else []
    return _spell(f"🪄 {shown(act.name)} lance {_spell_name(act)}", act, lines, buttons)


def _spell_name(act: SpellAct) -> str:
    return f"« {shown(act.spell.name)} » (niveau {act.spell.level})"


def _spell(
    title: str, act: SpellAct, lines: Iterable[str], buttons: tuple[Button, ...], *, secret: bool = False
) -> Reply:
    colour = tone(act.corruption.check) if act.corruption else Tone.SUCCESS
    return Reply(title=title, lines=tuple(lines), tone=colour, buttons=buttons, secret=secret)


def threat_lines(act: SpellAct) -> tuple[str, ...]:
    """The check against corruption and what it brought; nothing when none was due."""
    if act.corruption is None:
        return ()
    return (check_line(act.corruption.check), *corruption.consequence_lines(act.corruption))


def kept_lines(act: Act) -> tuple[str, ...]:
    """What a reroll of the corruption leaves as it is (HER-5)."""
    match act:
        case SpellLearnt():
            return (f"*« {shown(act.spell.name)} » reste au grimoire.*",)
        case SpellCast():
            return (f"*« {shown(act.spell.name)} » reste lancé.*",)
    return ()


def left_line(names: Iterable[str]) -> str:
    """« 🕯️ En réserve : Sommeil × 2 et Bouclier »."""
    return f"🕯️ En réserve : {listed(counted(names)) or 'rien'}"


def counted(names: Iterable[str]) -> list[str]:
    """Each name once, with how many times it comes."""
    return [
        f"{shown(name)} × {count}" if count > 1 else shown(name) for name, count in Counter(names).items()
    ]


def prepared(act: SpellsPrepared, buttons: tuple[Button, ...] = (), *, secret: bool = False) -> Reply:
    """Rituals: what they hold ready, how long they take, the slots."""
    return Reply(
        title=f"🕯️ {shown(act.name)} prépare {plural(len(act.spells), 'sort')}",
        lines=(
            listed(counted(f"{one.name} (niv. {one.level})" for one in act.spells)),
            f"⏳ Rituels : **{lasting(act.seconds)}** *(au besoin pendant le repos de huit heures)*",
            slots_line(act.held, act.slots),
            "*Menés en parallèle d’autres actes : une seule avance de l’horloge, la plus longue.*"
            if buttons
            else "",
        ),
        tone=Tone.SUCCESS,
        buttons=buttons,
        secret=secret,
    )


def cancelled(act: SpellsCancelled, *, secret: bool = False) -> Reply:
    """Prepared spells given up."""
    gone = f"Annulé : {listed(counted(act.spells))}" if act.spells else ""
    return Reply(
        title=f"🕯️ Réserve {of(shown(act.name))}",
        lines=(gone, left_line(act.left), RESTED if act.rested else ""),
        secret=secret,
    )


def slots_line(held: tuple[int, ...], slots: tuple[int, ...]) -> str:
    """« Emplacements : niv. 1 2/2 · niv. 2 0/1 »."""
    levels_held = (
        f"niv. {level} **{used}**/{slot}"
        for level, (used, slot) in enumerate(zip(held, slots, strict=True), 1)
    )
    return f"Emplacements : {' · '.join(levels_held)}"


def grimoire(character: Character, campaign: Campaign, *, secret: bool = False) -> Reply:
    """The spells known by level, those held ready with their age, the slots, the fatigue to come."""
    magic = casting(character)
    held = reserve(character)
    known = known_lines(character, campaign, magic)
    ready = [f"• {shown(one.text)}, {age(campaign.clock - (one.since or 0))}" for one in held]
    return Reply(
        title=f"📖 Grimoire {of(shown(character.name))}",
        lines=(
            f"*{magic.track.character_class.name} {magic.track.level}*",
            slots_line(held_levels(character, campaign, magic), magic.slots),
            *(known or ["Aucun sort connu : `/magie apprendre`."]),
            corruption_line(character, campaign, magic),
            start_line(character, campaign, magic),
        ),
        fields=(
            Field("🕯️ En réserve", "\n".join(fitting(ready, LIST_ROOM)) or "Rien : `/magie preparer`."),
            *((Field("Fatigue", line),) if (line := fatigue_line(character, campaign.clock)) else ()),
        ),
        secret=secret,
    )


def age(seconds: int) -> str:
    """« depuis 3 h », « depuis peu »."""
    return f"depuis {lasting(seconds)}" if seconds >= MINUTE else "depuis peu"


def known_lines(character: Character, campaign: Campaign, magic: Casting) -> list[str]:
    """« **Niveau 1** : Bouclier · Sommeil », a line a level; what is forbidden since is struck."""
    spells = campaign.spells.spells
    by_level: dict[int, list[str]] = {}
    for one in sorted(book(character), key=lambda element: element.text):
        spell = spells.get(one.key)
        forbidden = spell is not None and campaign.spells.why_forbidden(spell)
        name = f"~~{shown(one.text)}~~ *(interdit)*" if forbidden else shown(one.text)
        by_level.setdefault(level_of(one, spells, magic.caster), []).append(name)
    return [
        f"**{f'Niveau {level}' if level else 'Hors des listes'}** : {' · '.join(fitting(names, LIST_ROOM))}"
        for level, names in sorted(by_level.items())
    ]


def corruption_line(character: Character, campaign: Campaign, magic: Casting) -> str:
    """« 🐍 Corruption : niv. 2 35 % · niv. 3 40 % », at each level within reach that risks it."""
    chances = (
        (level, corruption_chance(character, level, campaign)) for level in range(1, len(magic.slots) + 1)
    )
    risks = [f"niv. {level} **{percent(chance)}**" for level, chance in chances if chance is not None]
    return f"🐍 Risque de corruption par sort : {' · '.join(risks)}" if risks else ""


def start_line(character: Character, campaign: Campaign, magic: Casting) -> str:
    """What is left to choose of the book of the start, as long as nothing else was learnt (MAG-6)."""
    known = levels(book(character), campaign.spells, magic.caster)
    missing = {level: count - known[level] for level, count in START.items() if known[level] < count}
    if not missing or sum(known.values()) >= sum(START.values()):
        return ""
    words = listed(f"{count} de niveau {level}" for level, count in missing.items())
    return f"📜 Sorts de départ à choisir : {words} (`/magie apprendre`, `depart` : Vrai)."


def fatigue_line(character: Character, clock: int) -> str:
    """The exhaustion of MAG-3, there or to come."""
    if reserve_exhaustion(character):
        return TIRED
    limit = tiring_at(character)
    if limit is None:
        return ""
    left = limit - clock
    return f"⏳ Épuisé dans **{lasting(left)}** si la réserve demeure." if left >= 0 else TIRED


def reserve_line(character: Character, campaign: Campaign) -> str:
    """The line of the sheet; nothing for who has no magic."""
    if not is_magician(character):
        return ""
    magic = casting(character)
    held = counted(one.text for one in reserve(character))
    slots = slots_line(held_levels(character, campaign, magic), magic.slots)
    return f"📖 {slots}{f' · {listed(held)}' if held else ''}"


def ruled(act: SpellRuling) -> Reply:
    """The game master's word on a spell."""
    name = shown(act.spell_name)
    match act.ruling:
        case Ruling.ADD if act.added:
            line = f"« {name} » entre dans les **{act.added.spell_list.label}**, au niveau **{act.added.level}**."
        case Ruling.FORBID:
            line = f"« {name} » : {shown(act.after or '')}."
        case _:
            line = f"« {name} » est permis."
    return Reply(title="📖 Sorts de la table", lines=(line, "*Décision du MdT.*"), tone=Tone.SUCCESS)
