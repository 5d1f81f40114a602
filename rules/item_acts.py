"""What happens to an item: made, used, recharged, discovered, given, returned (OBJ)."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from rules.acts import Act
from rules.changes import Overtaken
from rules.character import Character
from rules.data import fold
from rules.dice import Dice, Roll, roll
from rules.items import (
    CHARGES,
    MOST_CHARGES,
    Bonus,
    FineItem,
    Item,
    ItemRequest,
    OnlyABonus,
    TooManyCharges,
    read_bonuses,
    read_powers,
)
from rules.madness import NothingChanges
from rules.names import clean_name
from rules.refusals import Refusal
from rules.rolls import require_in_play
from rules.roster import require_present


class ItemEvent(StrEnum):
    """What happens to an item."""

    CREATED = "created"
    USED = "used"
    RECHARGED = "recharged"
    REVEALED = "revealed"
    GIVEN = "given"
    RETURNED = "returned"


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemAct(Act):
    """What happened to an item, each fact old → new; it never tells powers that are still hidden, but at birth.

    The act is its holder's. ``created``: the whole new item, ``roll`` of its first charges. ``revealed``: the
    place, from 1, and the words of the power just discovered.
    """

    event: ItemEvent
    item_id: int
    item: str
    created: Item | None = None
    roll: Roll | None = None
    charges: tuple[int, int] | None = None
    revealed: tuple[int, str] | None = None
    holder_ids: tuple[int | None, int | None] | None = None
    returned: tuple[bool, bool] | None = None


Changed = tuple[Item, ItemAct]
"""The item as the act leaves it, and the act."""


class NotMagic(Refusal):
    """A fine item has no charge (OBJ-2)."""

    def __init__(self, item: Item) -> None:
        self.item = item
        super().__init__(
            f"{item.name} n’est pas magique : son bonus vient de sa fabrication, il n’a pas de charge."
        )


class Inert(Refusal):
    """No charge is left (OBJ-1)."""

    def __init__(self, item: Item) -> None:
        self.item = item
        super().__init__(
            f"{item.name} est inerte : plus aucune charge. Un rituel ou un sacrifice peut le recharger, "
            "le MdT le note avec `/objet recharger`."
        )


class NotEnoughCharges(Refusal):
    """Fewer charges are left than asked for."""

    def __init__(self, item: Item, wanted: int) -> None:
        self.item = item
        self.wanted = wanted
        super().__init__(
            f"{item.name} n’a plus que {item.charges} charge(s) : impossible d’en user {wanted}."
        )


class NoHiddenPower(Refusal):
    """Nothing is left to reveal, or not that."""

    def __init__(self, item: Item) -> None:
        self.item = item
        super().__init__(
            f"{item.name} n’a pas de tel pouvoir caché : `/objet voir` montre ce qui reste à découvrir."
        )


class NotLent(Refusal):
    """Only a lent item goes back to its lender (OBJ-3)."""

    def __init__(self, item: Item) -> None:
        self.item = item
        why = f"a déjà été rendu à {item.lender}" if item.returned else "n’est pas un prêt"
        super().__init__(f"{item.name} {why} : `/objet donner` le fait changer de mains.")


def create(request: ItemRequest, holder: Character | None, dice: Dice) -> Changed:
    """A new item: 1d6+1 charges when nothing is said (OBJ-1), none for a fine one (OBJ-2).

    Raises ``BadName``, ``Archived``, and what this module refuses of a request.
    """
    if holder is not None:
        require_present(holder)
    name = clean_name(request.name)
    lender = clean_name(request.lender) if request.lender.strip() else ""
    bonuses = read_bonuses(request.bonus)
    only_a_bonus = bool(bonuses) and not request.powers.strip()
    magic = request.magic if request.magic is not None else not only_a_bonus
    if not magic:
        return _created(_fine(request, name, lender, bonuses, holder), holder)
    if only_a_bonus:
        raise OnlyABonus
    if request.charges is not None and request.charges > MOST_CHARGES:
        raise TooManyCharges
    powers = read_powers(request.powers)
    thrown = roll(CHARGES, dice) if request.charges is None else None
    item = Item(
        id=0,
        name=name,
        holder_id=holder.id if holder else None,
        charges=thrown.total if thrown else request.charges,
        powers=powers,
        bonuses=bonuses,
        lender=lender,
    )
    return _created(item, holder, thrown)


def _fine(
    request: ItemRequest,
    name: str,
    lender: str,
    bonuses: tuple[tuple[Bonus, int], ...],
    holder: Character | None,
) -> Item:
    """A fine item; its bonus may have been typed where powers are. Raises :class:`FineItem`, :class:`BadBonus`."""
    if bonuses and request.powers.strip():
        raise FineItem
    bonuses = bonuses or read_bonuses(request.powers)
    if not bonuses or request.charges:
        raise FineItem
    return Item(
        id=0,
        name=name,
        holder_id=holder.id if holder else None,
        magic=False,
        bonuses=bonuses,
        lender=lender,
    )


def _created(item: Item, holder: Character | None, thrown: Roll | None = None) -> Changed:
    return item, _act(ItemEvent.CREATED, item, holder, created=item, roll=thrown)


def _act(event: ItemEvent, item: Item, holder: Character | None, **facts: Any) -> ItemAct:
    return ItemAct(
        character_id=holder.id if holder else None,
        name=holder.name if holder else "",
        event=event,
        item_id=item.id,
        item=item.name,
        **facts,
    )


def stored(act: ItemAct, item: Item) -> ItemAct:
    """The birth of an item, once it has its identity."""
    return replace(act, item_id=item.id, created=item)


def verify_use(item: Item, charges: int = 1) -> int:
    """The charges left now. Raises :class:`NotMagic`, :class:`Inert`, :class:`NotEnoughCharges`."""
    if item.charges is None:
        raise NotMagic(item)
    if item.inert:
        raise Inert(item)
    if charges > item.charges:
        raise NotEnoughCharges(item, charges)
    return item.charges


def use(item: Item, holder: Character | None, charges: int = 1) -> Changed:
    """Each use consumes charges; at 0 the item is inert (OBJ-1). Raises what :func:`verify_use` does, ``OutOfPlay``."""
    if holder is not None:
        require_in_play(holder)
    return _charged(ItemEvent.USED, item, holder, verify_use(item, charges), -charges)


def recharge(item: Item, holder: Character | None, charges: int) -> Changed:
    """A ritual or a sacrifice gives charges back; the game master says how many (OBJ-1).

    Raises :class:`NotMagic`, :class:`TooManyCharges`.
    """
    if item.charges is None:
        raise NotMagic(item)
    if item.charges + charges > MOST_CHARGES:
        raise TooManyCharges
    return _charged(ItemEvent.RECHARGED, item, holder, item.charges, charges)


def _charged(event: ItemEvent, item: Item, holder: Character | None, left: int, more: int) -> Changed:
    after = replace(item, charges=left + more)
    return after, _act(event, item, holder, charges=(left, left + more))


def reveal(item: Item, holder: Character | None, which: str = "") -> Changed:
    """One power becomes known: the one chosen (its place, or its words), or else the next (OBJ-3).

    Raises :class:`NoHiddenPower`.
    """
    wanted = fold(which)
    for place, text in item.hidden:
        if not wanted or which.strip() == str(place) or (not wanted.isdecimal() and wanted in fold(text)):
            after = _with_power(item, place, revealed=True)
            return after, _act(ItemEvent.REVEALED, item, holder, revealed=(place, text))
    raise NoHiddenPower(item)


def _with_power(item: Item, place: int, *, revealed: bool) -> Item:
    power = replace(item.powers[place - 1], revealed=revealed)
    return replace(item, powers=(*item.powers[: place - 1], power, *item.powers[place:]))


def give(item: Item, to: Character) -> Changed:
    """Another holder; a lent item that had been returned is lent again. Raises ``Archived``, ``NothingChanges``."""
    require_present(to)
    if item.holder_id == to.id:
        raise NothingChanges(f"{to.name} a déjà {item.name}.")
    return _moved(ItemEvent.GIVEN, item, to, to.id, returned=False)


def take_back(item: Item, holder: Character | None) -> Changed:
    """A lent item goes back to who lent it (OBJ-3). Raises :class:`NotLent`."""
    if not item.lent:
        raise NotLent(item)
    return _moved(ItemEvent.RETURNED, item, holder, None, returned=True)


def _moved(
    event: ItemEvent, item: Item, about: Character | None, holder_id: int | None, *, returned: bool
) -> Changed:
    after = replace(item, holder_id=holder_id, returned=returned)
    ids, loan = (item.holder_id, holder_id), (item.returned, returned)
    return after, _act(event, item, about, holder_ids=ids, returned=loan)


def undone(item: Item, act: ItemAct) -> Item:
    """The item without what ``act`` did, as it is now. Raises :class:`rules.changes.Overtaken`."""
    return _turned(item, act, 1, 0)


def redone(item: Item, act: ItemAct) -> Item:
    """The item with what ``act`` did, once more. Raises :class:`rules.changes.Overtaken`."""
    return _turned(item, act, 0, 1)


def _turned(item: Item, act: ItemAct, old: int, new: int) -> Item:
    """The item led from one end of what ``act`` did (0: before, 1: after) to the other."""
    if act.created is not None:
        item = replace(item, unmade=new == 0)
    if act.charges is not None:
        left = (item.charges or 0) + act.charges[new] - act.charges[old]
        if not 0 <= left <= MOST_CHARGES:
            raise Overtaken(None)
        item = replace(item, charges=left)
    if act.revealed is not None:
        item = _with_power(item, act.revealed[0], revealed=new == 1)
    if act.holder_ids is not None and act.returned is not None:
        if (item.holder_id, item.returned) != (act.holder_ids[old], act.returned[old]):
            raise Overtaken(None)
        item = replace(item, holder_id=act.holder_ids[new], returned=act.returned[new])
    return item
