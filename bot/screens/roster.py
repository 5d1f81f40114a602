"""The roster as it is read: who is there, and what changes in keeping it."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from bot.french import arrow, fitting, number, of, plural, shortened, shown
from bot.replies import Button, Reply, Tone
from bot.screens.sheet import class_names
from rules.armour import ARMOURS, format_armour_class
from rules.character import Character
from rules.classes import CLASSES
from rules.corrections import Correction, Field, LevelCorrection
from rules.equipment import Equipment
from rules.roster import Activated, Equipped, Given, Renamed, Shelved

LIST_ROOM = 3_600  # characters of a list: with what surrounds it, under Discord's 4,096
LEGEND = "🟢 actif · ⚪ en réserve · ⭐ PNJ majeur"


def everyone(characters: Iterable[Character], asker_id: int, *, archives: bool = False) -> Reply:
    """Every character of the server: the asker's own, other players', the NPCs, perhaps the archived ones.

    The more there are, the less is said of each, so that all are named; then the last are only counted.
    """
    present = [one for one in characters if archives or not one.archived]
    groups = _groups(present, asker_id)
    for detail in (partial(_full, asker_id=asker_id), _short):
        lines = _listed(groups, detail)
        if len("\n".join(lines)) <= LIST_ROOM:
            break
    else:
        lines = _named(groups)
    npcs = sum(one.npc for one in present)
    return Reply(
        title=f"Personnages — {number(len(present) - npcs)} PJ{f', {number(npcs)} PNJ' if npcs else ''}",
        lines=tuple(lines) or ("Aucun personnage : `/personnage creer` en crée un.",),
        footer=LEGEND if present else "",
    )


Group = tuple[str, Sequence[Character]]


def _groups(characters: Sequence[Character], asker_id: int) -> list[Group]:
    """Heading and characters of each part that holds somebody; active ones first."""
    playing = [one for one in characters if not one.archived]
    parts = (
        (f"À <@{asker_id}>", [one for one in playing if not one.npc and one.player_id == asker_id]),
        ("Personnages joueurs", [one for one in playing if not one.npc and one.player_id != asker_id]),
        ("PNJ", [one for one in playing if one.npc]),
        ("Archives", [one for one in characters if one.archived]),
    )
    return [(name, sorted(found, key=lambda one: not one.active)) for name, found in parts if found]


def _listed(groups: Sequence[Group], detail: Callable[[Character], str]) -> list[str]:
    lines: list[str] = []
    for heading, found in groups:
        lines += [f"**{heading}** ({len(found)})", *map(detail, found)]
    return lines


def _full(one: Character, asker_id: int) -> str:
    """« 🟢 Fafhrd — guerrier 5 · PV 28/33 · @fritz »; the asker's own are already under their name."""
    player = f" · <@{one.player_id}>" if one.player_id not in (None, asker_id) else ""
    if one.npc:  # what a monster has left is the game master's to know
        return _short(one)
    return f"{_short(one)} · PV {one.hit_points}/{one.max_hit_points}{player}"


def _short(one: Character) -> str:
    return f"{_mark(one)} **{shown(one.name)}** — {class_names(one)}"


def _named(groups: Sequence[Group]) -> list[str]:
    """Marks and names alone; the last ones counted when even that is too long."""
    return list(fitting(_listed(groups, lambda one: f"{_mark(one)} {shown(one.name)}"), LIST_ROOM))


def _mark(one: Character) -> str:
    """What to know before the name."""
    if one.archived:
        return "📦"
    if one.consumed:
        return "☠️"
    if one.dead:
        return "🪦"
    if one.dying:
        return "🩸"
    if one.npc:
        return "⭐" if one.major else "🎭"
    return "🟢" if one.active else "⚪"


def gear(equipment: Equipment) -> str:
    """« Cotte de mailles, bouclier, Épée de Ludda (1d8) »."""
    armed = equipment.weapon or equipment.damage
    return ", ".join([_armour(equipment), *([_weapon(equipment)] if armed else [])])


def equipped(act: Equipped) -> Reply:
    """Equipment and armour class old → new."""
    before, after = act.before, act.after
    pairs = (
        ("🛡️ CA", *map(format_armour_class, act.armour_class)),
        ("🥋", _armour(before), _armour(after)),
        ("🗡️", _weapon(before), _weapon(after)),
    )
    lines = [f"{what} {arrow(old, new) if old != new else f'**{new}**'}" for what, old, new in pairs]
    return Reply(
        title=f"Équipement {of(shown(act.name))}",
        lines=(*lines, *(f"⚠️ {warning}" for warning in act.warnings)),
    )


def _armour(equipment: Equipment) -> str:
    return f"{ARMOURS[equipment.armour].name}{', bouclier' if equipment.shield else ''}"


def _weapon(equipment: Equipment) -> str:
    damage = f" ({shown(equipment.damage)})" if equipment.damage else ""
    return f"{shown(equipment.weapon) or 'mains nues'}{damage}"


def renamed(act: Renamed) -> Reply:
    return Reply(title=shown(act.after), lines=(f"Nom : {arrow(shown(act.before), shown(act.after))}",))


def shelved(act: Shelved, buttons: tuple[Button, ...] = ()) -> Reply:
    """A character archived, or brought back."""
    name = shown(act.name)
    if not act.archived:
        return Reply(
            title=f"{name} revient",
            lines=("Sorti des archives, tel qu’il était.",),
            tone=Tone.SUCCESS,
            buttons=buttons,
        )
    return Reply(
        title=f"📦 {name} est archivé",
        lines=(
            "`/personnage restaurer` le ramène, tel qu’il est.",
            "Son joueur n’a plus de personnage actif : `/personnage activer`." if act.was_active else "",
        ),
        buttons=buttons,
    )


def activated(act: Activated, player_id: int | None) -> Reply:
    """A player's active character, and the one whose place it takes."""
    line = f", à la place {of(shown(act.previous))}" if act.previous else ""
    return Reply(
        title=f"▶ {shown(act.name)}",
        lines=(f"Personnage actif de <@{player_id}>{line}.",),
        tone=Tone.SUCCESS,
    )


def given(act: Given) -> Reply:
    """A character changes hands."""
    before = f"<@{act.before}>" if act.before is not None else "le MdT"
    return Reply(
        title=f"{shown(act.name)} change de mains",
        lines=(
            f"{before} → <@{act.after}>",
            "De PNJ, il devient personnage joueur." if act.was_npc else "",
            "▶ C’est son personnage actif."
            if act.active
            else "En réserve : `/personnage activer` pour le jouer.",
            f"{before} n’a plus de personnage actif : `/personnage activer`." if act.left else "",
        ),
        tone=Tone.SUCCESS,
    )


def correction(act: Correction, buttons: tuple[Button, ...] = ()) -> Reply:
    """A value of the sheet old → new, and what followed."""
    before, after = ("/".join(map(number, pair)) for pair in act.hit_points)
    moved = before != after and act.field is not Field.HIT_POINTS
    return Reply(
        title=f"{shown(act.name)} — {act.field.label}",
        lines=(
            arrow(_value(act.field, act.before), _value(act.field, act.after)),
            *map(_level_line, act.levels),
            f"❤️ PV {arrow(before, after)}" if moved else "",
            *(f"Fin : {shown(shortened(text, 150))}" for text in act.lifted),
            f"⏳ La folie pèse plus lourd : {plural(act.dues, 'jet')} de Folie en attente du MdT"
            if act.dues
            else "",
            "☠️ **Consumé** : il passe aux mains du MdT." if act.consumed else "",
            "*Corrigé par le MdT.*",
        ),
        buttons=buttons,
    )


def _value(field: Field, value: int | None) -> str:
    if value is None:
        return "inconnu"
    return format_armour_class(value) if field is Field.ARMOUR_CLASS else number(value)


def _level_line(level: LevelCorrection) -> str:
    """« Guerrier 3 → 5 · dés de vie : 2, 7 »."""
    thrown = f" · 🎲 {' '.join(map(str, level.thrown))}" if level.thrown else ""
    return f"{CLASSES[level.class_key].name} {arrow(level.before, level.after)}{thrown}"
