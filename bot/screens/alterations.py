"""The table of alterations as it is read, and what the game master does with those suffered (COR-4, COR-6)."""

from collections.abc import Sequence

from bot.french import arrow, fitting, of, plural, shortened, shown, signed
from bot.replies import Button, Reply, Tone
from rules.alteration_table import ALTERATIONS, Alteration, AlterationTable
from rules.alterations import AlterationAct, TableAct, TableEvent, effects
from rules.character import Element

ROOM = 3_900  # characters: under Discord's 4,096 once typeset
LISTED = 3_500  # of them, for the entries themselves
LONGEST = 200  # characters of an entry's text when there is room
# How much of each entry is told, the first that fits: characters of its text, and its category and effect.
DETAILS = ((LONGEST, True), (100, True), (50, True), (25, True), (30, False))

EVENTS = {
    TableEvent.ADDED: "Ajoutée à la table",
    TableEvent.REMOVED: "Retirée de la table",
    TableEvent.BACK: "De retour dans la table",
    TableEvent.CHANGED: "Décrite autrement",
}


def table(campaign_table: AlterationTable) -> Reply:
    """Every entry by its face, what the campaign added, and what it does without."""
    rows = campaign_table.rows
    for room, noted in DETAILS:
        lines = [f"**{face}**. {entry_words(row, room, noted=noted)}" for face, row in rows.items()]
        if len("\n".join(lines)) <= LISTED:
            break
    if gone := campaign_table.printed_removed:
        names = ", ".join(row.name for row in gone)
        lines.append(f"*Retirées du livre : {names}.*")
    return Reply(
        title=f"🐍 Altérations de la corruption — 1d{len(rows)}" if rows else "🐍 Table d’altérations vide",
        lines=fitting(lines, ROOM) if lines else ("Le MdT en ajoute avec `/corruption table ajouter`.",),
        footer="✍️ de cette table" if campaign_table.own else "",
        tone=Tone.CORRUPTION,
    )


def entry_words(row: Alteration, room: int = LONGEST, *, noted: bool = True) -> str:
    """« La langue est devenue noire. (physique, mineure · FOR −2) ✍️ »."""
    kind = ", ".join(word for word in (row.category, row.severity) if word)
    notes = " · ".join(part for part in (kind, effect_words(effects(row.losses, row.maluses))) if part)
    mark = "" if _printed(row) else " ✍️"
    return f"{shown(shortened(row.text, room))}{f' *({notes})*' if notes and noted else ''}{mark}"


def _printed(row: Alteration) -> bool:
    return any(entry.key == row.key for entry in ALTERATIONS.values())


def effect_words(found: Sequence[tuple[str, int]]) -> str:
    """« FOR −2, attaque −1 »."""
    return ", ".join(f"{what} {signed(amount)}" for what, amount in found)


def element_effect(element: Element) -> str:
    """« (FOR −2) » after a suffered alteration; nothing without effect."""
    words = effect_words(effects(dict(element.losses), dict(element.maluses)))
    return f" *({words})*" if words else ""


def changed(act: TableAct) -> Reply:
    """An entry of the table: what becomes of it, and of the die."""
    entry, (before, after) = act.entry, act.sides
    described = act.event is TableEvent.CHANGED and act.before is not None
    return Reply(
        title=f"🐍 {EVENTS[act.event]}",
        lines=(
            f"~~{entry_words(act.before)}~~" if described and act.before else "",
            entry_words(entry),
            f"🎲 {arrow(f'1d{before}', f'1d{after}')}" if before != after else "",
            "*Qui la subit déjà la garde.*" if act.event is TableEvent.REMOVED else "",
        ),
        tone=Tone.CORRUPTION,
    )


def borne(act: AlterationAct, buttons: tuple[Button, ...] = ()) -> Reply:
    """An alteration that the game master puts on somebody."""
    lost = act.lost
    return Reply(
        title=f"Altération {of(shown(act.name))}",
        lines=(
            f"Ajouté : **{shown(act.element.text)}**{element_effect(act.element)}",
            f"SAG {arrow(*lost.wisdom)}" if lost.wisdom else "",
            f"⏳ La folie pèse plus lourd : {plural(lost.rolls_due, 'jet')} de Folie en attente du MdT"
            if lost.rolls_due
            else "",
            "☠️ **Consumé** : le personnage passe aux mains du MdT." if lost.consumed else "",
        ),
        tone=Tone.CORRUPTION,
        buttons=buttons,
    )
