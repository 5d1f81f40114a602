"""Items as they are read: by the game master, who sees all; by a player, what was discovered (OBJ-3)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.french import arrow, fitting, plural, shown, signed
from bot.replies import Reply, Tone
from rules.campaign import Campaign
from rules.character import Character
from rules.dice import format_roll
from rules.item_acts import ItemAct
from rules.items import Item

ROOM = 3_900  # characters: under Discord's 4,096 once typeset


@dataclass(frozen=True, slots=True)
class Held:
    """An item, who has it, and whether it is shown to the game master, who sees all of it (OBJ-3)."""

    campaign: Campaign
    item: Item
    holder: Character | None
    mastered: bool


def card(held: Held) -> Reply:
    """An item, as its reader may know it; the game master's view is for him alone."""
    item, holder = held.item, held.holder
    return Reply(
        title=f"{mark(item)} {shown(item.name)}",
        lines=(
            *_facts(item, holder.name if holder else ""),
            *_powers(item, everything=held.mastered),
        ),
        secret=held.mastered,
    )


def created(item: Item, act: ItemAct) -> Reply:
    """A new item, for the game master alone: its powers are still hidden."""
    return Reply(
        title=f"{mark(item)} {shown(item.name)} entre en jeu",
        lines=(
            *_facts(item, act.name, dice=f" ← {format_roll(act.roll)}" if act.roll else ""),
            *_powers(item, everything=True),
        ),
        tone=Tone.SUCCESS,
        secret=True,
    )


def used(item: Item, act: ItemAct) -> Reply:
    """Charges spent; inert at 0."""
    who = f"{shown(act.name)} use de" if act.name else "On use de"
    return Reply(
        title=f"{mark(item)} {who} « {shown(item.name)} »",
        lines=(_charges_line(item, act), *_powers(item, everything=False)),
        tone=Tone.FAILURE if item.inert else Tone.SUCCESS,
    )


def recharged(item: Item, act: ItemAct) -> Reply:
    """Charges given back."""
    return Reply(
        title=f"{mark(item)} {shown(item.name)} se recharge",
        lines=(_charges_line(item, act),),
        tone=Tone.SUCCESS,
    )


def revealed(item: Item, act: ItemAct) -> Reply:
    """One power becomes known; how many are left is not said."""
    who = f"{shown(act.name)} découvre" if act.name else "On découvre"
    return Reply(
        title=f"✨ {who} un pouvoir : {shown(item.name)}",
        lines=(f"• {shown(act.revealed[1])}" if act.revealed else "",),
        tone=Tone.SUCCESS,
    )


def given(item: Item, act: ItemAct) -> Reply:
    """Another holder."""
    lent = f"*Prêté par {shown(item.lender)}.*" if item.lent else ""
    return Reply(title=f"{mark(item)} {shown(act.name)} reçoit {shown(item.name)}", lines=(lent,))


def returned(item: Item, act: ItemAct) -> Reply:
    """A lent item goes back."""
    who = f"{shown(act.name)} le rend" if act.name else "Rendu"
    return Reply(
        title=f"{mark(item)} {shown(item.name)} retourne à {shown(item.lender)}",
        lines=(f"{who} : le prêt est terminé.",),
    )


def everything(those: Sequence[Held], *, mastered: bool) -> Reply:
    """The items of a player's characters, or of the whole server for the game master alone."""
    lines = [
        f"{mark(held.item)} **{shown(held.item.name)}**"
        f"{f' — {shown(held.holder.name)}' if held.holder else ''}{_short(held.item)}"
        f"{_hidden_count(held.item) if mastered else ''}"
        for held in those
    ]
    return Reply(
        title=f"Objets — {len(lines)}",
        lines=fitting(lines, ROOM) if lines else ("Aucun objet : le MdT en crée avec `/objet creer`.",),
        secret=mastered,
    )


def _hidden_count(item: Item) -> str:
    return f" · 🔒 {plural(len(item.hidden), 'pouvoir caché', 'pouvoirs cachés')}" if item.hidden else ""


def sheet_lines(items: Iterable[Item]) -> list[str]:
    """What a sheet says of what a character has: one short line an item."""
    return [f"{mark(item)} {shown(item.name)}{_short(item)}" for item in items]


def _short(item: Item) -> str:
    """« · 3 charges · prêté par Sheelba »."""
    parts = [bonus_words(item)] if item.bonuses else []
    if item.charges is not None:
        parts.append("inerte" if item.inert else plural(item.charges, "charge"))
    if item.lender:
        parts.append(f"{'rendu à' if item.returned else 'prêté par'} {shown(item.lender)}")
    return "".join(f" · {part}" for part in parts)


def mark(item: Item) -> str:
    if not item.magic:
        return "⚒️"
    return "🪨" if item.inert else "🔮"


def bonus_words(item: Item) -> str:
    """« attaque +1, CA +1 »."""
    return ", ".join(f"{bonus.label} {signed(amount)}" for bonus, amount in item.bonuses)


def _facts(item: Item, holder: str, dice: str = "") -> list[str]:
    """Holder, charges, bonus, loan."""
    lines = [f"Porté par **{shown(holder)}**" if holder else "Sans porteur"]
    if item.charges is not None:
        inert = " · **inerte**" if item.inert else ""
        lines.append(f"🔋 **{plural(item.charges, 'charge')}**{dice}{inert}")
    if not item.magic:
        lines.append("*De qualité, sans magie ni charge.*")
    if item.bonuses:
        lines.append(f"⚔️ {bonus_words(item)}")
    if item.lender:
        lines.append(f"🤝 {'Rendu à' if item.returned else 'Prêté par'} {shown(item.lender)}")
    return lines


def _powers(item: Item, *, everything: bool) -> list[str]:
    """The powers known; for the game master, those still hidden too."""
    lines = [f"✨ {shown(text)}" for text in item.known]
    if everything:
        lines += [f"🔒 {place}. {shown(text)} *(caché)*" for place, text in item.hidden]
    return lines


def _charges_line(item: Item, act: ItemAct) -> str:
    moved = f"🔋 Charges {arrow(*act.charges)}" if act.charges else ""
    return f"{moved} · **inerte** : un rituel ou un sacrifice peut le recharger" if item.inert else moved
