"""The campaign's own table of alterations, and what the game master does with those suffered (COR-4, COR-6)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from rules import maluses
from rules.abilities import Ability
from rules.acts import Act, changing
from rules.alteration_table import ALTERATIONS, Alteration, AlterationTable
from rules.campaign import Campaign
from rules.changes import Put
from rules.character import Character, Element, ElementKind
from rules.corruption import WisdomLost, alteration_element, wisdom_lost
from rules.data import fold
from rules.madness import NothingChanges
from rules.refusals import Refusal
from rules.roster import require_present

MOST_ENTRIES = 50
LONGEST_TEXT = 200  # characters of an entry


class UnknownAlteration(Refusal):
    """No entry of the table answers to what was typed, or several do."""

    def __init__(self, text: str) -> None:
        self.text = text
        super().__init__(
            f"La table n’a pas d’altération « {text[:64]} » : choisissez dans la liste proposée "
            "(`/corruption table lister`)."
        )


class SameAlteration(Refusal):
    """An entry already says so."""

    def __init__(self, entry: Alteration) -> None:
        self.entry = entry
        super().__init__(f"La table a déjà cette altération, au numéro {entry.number} : {entry.text}")


class TableFull(Refusal):
    """No die has so many faces."""

    def __init__(self) -> None:
        super().__init__(
            f"La table compte déjà {MOST_ENTRIES} altérations : retirez-en une avec `/corruption table retirer`."
        )


class EmptyText(Refusal):
    """An alteration says something."""

    def __init__(self) -> None:
        super().__init__("Décrivez l’altération en quelques mots (`texte`).")


class AlreadySuffered(Refusal):
    """An alteration strikes once (COR-4)."""

    def __init__(self, character: Character, entry: Alteration) -> None:
        self.entry = entry
        super().__init__(f"{character.name} subit déjà cette altération : {entry.name}.")


class TableEvent(StrEnum):
    """What happens to an entry of the table."""

    ADDED = "added"
    REMOVED = "removed"
    BACK = "back"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableAct(Act):
    """An entry added, removed, brought back or described otherwise; ``sides`` of the die, old and new."""

    event: TableEvent
    before: Alteration | None
    after: Alteration | None
    sides: tuple[int, int]

    @property
    def entry(self) -> Alteration:
        found = self.after or self.before
        assert found is not None
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class AlterationAct(Act):
    """An alteration that the game master puts on somebody, and the wisdom that it costs (FOL-2, COR-5)."""

    element: Element
    lost: WisdomLost


def find(entries: Iterable[Alteration], text: str) -> Alteration:
    """The entry chosen in the list (by its key), or named by hand. Raises :class:`UnknownAlteration`."""
    entries = list(entries)
    wanted = fold(text)
    for entry in entries:
        if text == entry.key or (wanted and wanted in (fold(entry.name), fold(entry.text))):
            return entry
    named = [entry for entry in entries if wanted and wanted in f"{fold(entry.name)} {fold(entry.text)}"]
    if len(named) != 1:
        raise UnknownAlteration(text)
    return named[0]


def add(
    campaign: Campaign, text: str, category: str, severity: str, effect: str, key: str
) -> tuple[Campaign, TableAct]:
    """A new entry, last of the table. Raises :class:`rules.maluses.BadEffect` and this module's refusals."""
    table = campaign.alterations
    words = _worded(text)
    read = maluses.read(effect)
    for entry in table.rows.values():
        if fold(words) in (fold(entry.text), fold(entry.name)):
            raise SameAlteration(entry)
    if len(table.rows) >= MOST_ENTRIES:
        raise TableFull
    fresh = Alteration(
        number=len(table.rows) + 1,
        key=f"propre_{key}",
        name=words.rstrip("."),
        text=words,
        losses=read.losses,
        maluses=read.maluses,
        category=category,
        severity=severity,
    )
    return _changed(campaign, replace(table, own=(*table.own, fresh)), TableEvent.ADDED, fresh.key)


def _worded(text: str) -> str:
    """What was typed, on one line, its colons bound to their words (a precision comes after a free one)."""
    words = " ".join(text.split())[:LONGEST_TEXT].replace(" :", "\u00a0:")
    if not words:
        raise EmptyText
    return words


def remove(campaign: Campaign, text: str) -> tuple[Campaign, TableAct]:
    """An entry that nobody will suffer any more; those who do keep it. Raises :class:`UnknownAlteration`."""
    table = campaign.alterations
    key = find(table.rows.values(), text).key
    own = tuple(entry for entry in table.own if entry.key != key)
    printed = any(entry.key == key for entry in ALTERATIONS.values())
    removed = (*table.removed, key) if printed else table.removed
    return _changed(campaign, AlterationTable(own, removed), TableEvent.REMOVED, key)


def put_back(campaign: Campaign, text: str) -> tuple[Campaign, TableAct]:
    """A printed entry that had been removed. Raises :class:`UnknownAlteration`."""
    table = campaign.alterations
    key = find(table.printed_removed, text).key
    if len(table.rows) >= MOST_ENTRIES:
        raise TableFull
    removed = tuple(other for other in table.removed if other != key)
    return _changed(campaign, replace(table, removed=removed), TableEvent.BACK, key)


def describe(
    campaign: Campaign,
    text: str,
    *,
    category: str | None = None,
    severity: str | None = None,
    effect: str | None = None,
) -> tuple[Campaign, TableAct]:
    """An entry's category, severity or effect; None leaves it. Raises ``NothingChanges`` and ``BadEffect``."""
    table = campaign.alterations
    old = find(table.rows.values(), text)
    new = replace(old, category=category or old.category, severity=severity or old.severity)
    if effect is not None:
        read = maluses.read(effect)
        new = replace(new, losses=read.losses, maluses=read.maluses)
    if new == old:
        raise NothingChanges(f"{old.name} : rien ne change.")
    known = any(entry.key == new.key for entry in table.own)
    own = tuple(new if entry.key == new.key else entry for entry in table.own) if known else (*table.own, new)
    return _changed(campaign, replace(table, own=own), TableEvent.CHANGED, new.key)


def _changed(
    campaign: Campaign, table: AlterationTable, event: TableEvent, key: str
) -> tuple[Campaign, TableAct]:
    act = TableAct(
        event=event,
        before=campaign.alterations.get(key),
        after=table.get(key),
        sides=(len(campaign.alterations.rows), len(table.rows)),
    )
    return replace(campaign, alterations=table), act


def effects(losses: Mapping[Ability, int], rolls: Mapping[str, int]) -> list[tuple[str, int]]:
    """What is lost and what is added to rolls, in the words of a player."""
    return [
        *((ability.label, amount) for ability, amount in losses.items()),
        *((maluses.label(key), amount) for key, amount in rolls.items()),
    ]


def bear(character: Character, table: AlterationTable, text: str, precision: str, key: str) -> AlterationAct:
    """`/corruption alteration ajouter`: the game master chooses (COR-4). Raises :class:`AlreadySuffered`."""
    require_present(character)
    entry = find(table.rows.values(), text)
    if any(element.key == entry.key for element in character.of_kind(ElementKind.ALTERATION)):
        raise AlreadySuffered(character, entry)
    element = alteration_element(entry, f"{key}.alteration", " ".join(precision.split()))
    put = (Put(element),)
    lost, more = wisdom_lost(character, put, f"{key}.alteration", key)
    return AlterationAct(
        character_id=character.id,
        name=character.name,
        changes=changing(character, *put, *more),
        element=element,
        lost=lost,
    )
