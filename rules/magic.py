"""Rituals and the reserve of prepared spells: prepared, cancelled, and what too long a reserve costs (MAG-2, MAG-3)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rules.acts import Act, changing
from rules.campaign import DAY, MINUTE, Campaign
from rules.changes import Operation, Put, Take
from rules.character import Character, Element, ElementKind, State
from rules.refusals import Refusal
from rules.rolls import require_in_play
from rules.spell_book import Casting, NotInBook, SpellRef, casting, knows, levels, require_able, usable
from rules.spells import Spell

# The end of the identity of the exhaustion that a reserve brings: other causes have theirs (JET-5).
RESERVE = ".reserve"


class NoSlotLeft(Refusal):
    """The slots of the table are full (MAG-2)."""

    def __init__(self, character: Character, level: int, slots: int, held: int, asked: int) -> None:
        self.level = level
        had = f"{slots} emplacement{'s' if slots > 1 else ''}" if slots else "aucun emplacement"
        taken = f", {held} déjà en réserve" if held else ""
        fit = "n’y tient pas" if asked == 1 else "n’y tiennent pas"
        super().__init__(f"Niveau {level} : {character.name} a {had}{taken} ; {asked} de plus {fit}.")


class RitualsWait(Refusal):
    """A ritual takes half an hour a level: not in the rounds of a combat (MAG-2)."""

    def __init__(self) -> None:
        super().__init__("Un combat est ouvert : les rituels attendent `/combat fermer`.")


class NotPrepared(Refusal):
    """Only a prepared spell is cast (MAG-4)."""

    def __init__(self, character: Character, spell: Spell) -> None:
        super().__init__(
            f"{character.name} n’a pas préparé « {spell.name} » : s’il est au grimoire, `/magie preparer` d’abord."
        )


class NothingPrepared(Refusal):
    """There is nothing to cancel."""

    def __init__(self, character: Character) -> None:
        super().__init__(f"{character.name} n’a aucun sort en réserve.")


@dataclass(frozen=True, slots=True, kw_only=True)
class SpellsPrepared(Act):
    """Rituals hold spells ready. ``seconds``: how long they take; ``held`` and ``slots`` by spell level, after."""

    spells: tuple[SpellRef, ...]
    seconds: int
    held: tuple[int, ...]
    slots: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SpellsCancelled(Act):
    """Prepared spells given up, and those left, by name; ``rested``: MAG-3's exhaustion goes."""

    spells: tuple[str, ...]
    left: tuple[str, ...] = ()
    rested: bool = False


def reserve(character: Character) -> tuple[Element, ...]:
    """The spells held ready, oldest first."""
    held = character.of_kind(ElementKind.PREPARED)
    return tuple(sorted(held, key=lambda element: element.since or 0))


def oldest(character: Character, spell: Spell) -> Element:
    """The copy of a prepared spell that goes first. Raises :class:`NotPrepared`."""
    for element in reserve(character):
        if element.key == spell.key:
            return element
    raise NotPrepared(character, spell)


def held_levels(character: Character, campaign: Campaign, magic: Casting) -> tuple[int, ...]:
    """How many spells are held ready at each level that has slots."""
    held = levels(reserve(character), campaign.spells, magic.caster)
    return tuple(held[level] for level in range(1, len(magic.slots) + 1))


def prepare(character: Character, spells: Sequence[Spell], campaign: Campaign, key: str) -> SpellsPrepared:
    """Rituals hold ``spells`` ready, the same several times if asked, within the slots (MAG-2).

    Raises what :func:`rules.spell_book.require_able` and ``usable`` do, :class:`RitualsWait`, ``NotInBook``,
    :class:`NoSlotLeft`.
    """
    require_able(character, campaign.clock)
    if campaign.combat:
        raise RitualsWait
    magic = casting(character)
    asked = tuple(_in_book(character, spell, campaign) for spell in spells)
    held = levels(reserve(character), campaign.spells, magic.caster)
    more = Counter(one.level for one in asked)
    for level, count in sorted(more.items()):
        if held[level] + count > magic.slots_at(level):
            raise NoSlotLeft(character, level, magic.slots_at(level), held[level], count)
    puts = (
        Put(Element(f"{key}.prepare{number}", ElementKind.PREPARED, one.key, one.name, since=campaign.clock))
        for number, one in enumerate(asked)
    )
    return SpellsPrepared(
        character_id=character.id,
        name=character.name,
        changes=changing(character, *puts, *reserve_fatigue(character, campaign.clock, key)),
        spells=asked,
        seconds=ritual_seconds(asked, campaign),
        held=tuple(held[level] + more[level] for level in range(1, len(magic.slots) + 1)),
        slots=magic.slots,
    )


def _in_book(character: Character, spell: Spell, campaign: Campaign) -> SpellRef:
    _, level = usable(character, spell, campaign.spells)
    if not knows(character, spell):
        raise NotInBook(character, spell)
    return SpellRef(spell.key, spell.name, level)


def ritual_seconds(spells: Sequence[SpellRef], campaign: Campaign) -> int:
    """How long the rituals of these spells take: 30 minutes a level by default (MAG-2, `rituel_minutes`)."""
    return sum(one.level for one in spells) * campaign.settings.rituel_minutes * MINUTE


def cancel(character: Character, spell: Spell | None = None) -> SpellsCancelled:
    """All the prepared spells given up, or the oldest copy of one (MAG-3).

    Raises ``OutOfPlay``, :class:`NothingPrepared`, :class:`NotPrepared`.
    """
    require_in_play(character)
    held = reserve(character)
    given_up = held if spell is None else (oldest(character, spell),)
    left = tuple(element for element in held if element not in given_up)
    relief = () if left else relieving(character)
    if not given_up and not relief:
        raise NothingPrepared(character)
    return SpellsCancelled(
        character_id=character.id,
        name=character.name,
        changes=changing(character, *(Take(element) for element in given_up), *relief),
        spells=tuple(element.text for element in given_up),
        left=tuple(element.text for element in left),
        rested=bool(relief),
    )


def reserve_exhaustion(character: Character) -> tuple[Element, ...]:
    """The exhaustion that a reserve kept too long has brought, apart from any other cause (MAG-3, JET-5)."""
    return tuple(
        state
        for state in character.of_kind(ElementKind.STATE)
        if state.key == State.EXHAUSTED and state.uid.endswith(RESERVE)
    )


def relieving(character: Character) -> tuple[Take, ...]:
    """Lifts that exhaustion, once the reserve is empty."""
    return tuple(Take(state) for state in reserve_exhaustion(character))


def tiring_at(character: Character) -> int | None:
    """The last moment of the clock at which the reserve is held without fatigue; None when it is empty (MAG-3)."""
    return min(((element.since or 0) + DAY for element in reserve(character)), default=None)


def reserve_fatigue(character: Character, clock: int, key: str) -> tuple[Operation, ...]:
    """The exhaustion of who has held a spell ready for more than a day at ``clock``, when it is not there yet.

    For whatever moves the campaign clock (MAG-3, SEA-5). ``key``: the identity of the act.
    """
    limit = tiring_at(character)
    if limit is None or clock <= limit or not character.playable or reserve_exhaustion(character):
        return ()
    text = "Épuisé : sorts gardés en réserve plus d’un jour"
    return (Put(Element(f"{key}{RESERVE}", ElementKind.STATE, State.EXHAUSTED, text, since=clock)),)
