"""A magician's spell book: who casts what, which spells are known, what may be learnt (MAG-1, MAG-6, CLA-4)."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from rules.campaign import Campaign
from rules.character import Character, ClassTrack, Element, ElementKind, State
from rules.data import fold
from rules.refusals import Refusal
from rules.rolls import require_in_play
from rules.spell_rulings import SpellBookRules
from rules.spells import Caster, Spell, find, level_for, lists_of, search

# PMT, MAG-6: the spells of a book at the start, by level.
START = {1: 2, 2: 1}
MOST_NEAREST = 5
UNABLE = {State.UNCONSCIOUS: "inconscient", State.FAINTED: "évanoui", State.PARALYSED: "paralysé"}


class NotMagician(Refusal):
    """Only a magician has a spell book."""

    def __init__(self, character: Character) -> None:
        super().__init__(f"{character.name} n’est ni magicien noir ni magicien blanc : pas de grimoire.")


class UnknownSpell(Refusal):
    """No spell of the table bears that name."""

    def __init__(self, text: str, nearest: Iterable[Spell] = ()) -> None:
        self.text = text
        names = ", ".join(f"« {spell.name} »" for spell in nearest)
        advice = f"Peut-être {names} ?" if names else "Choisissez dans la liste proposée."
        super().__init__(f"Aucun sort « {text[:64]} ». {advice}")


class NotInLists(Refusal):
    """The spell is in none of the magician's lists (MAG-1)."""

    def __init__(self, character: Character, spell: Spell, casting: "Casting") -> None:
        held = " et ".join(one.label for one in spell.levels)
        own = " et ".join(one.label for one in lists_of(casting.caster))
        super().__init__(
            f"« {spell.name} » est des {held} ; {character.name} ({casting.name}) n’a que les {own}."
        )


class ForbiddenSpell(Refusal):
    """Magicians may not use the spell (MAG-1). ``why`` says the reason."""

    def __init__(self, spell: Spell, why: str) -> None:
        self.why = why
        super().__init__(
            f"« {spell.name} » est interdit : {why}. Le MdT peut le permettre avec `/magie permettre`."
        )


class AlreadyKnown(Refusal):
    """A spell is learnt once."""

    def __init__(self, character: Character, spell: Spell) -> None:
        super().__init__(f"{character.name} connaît déjà « {spell.name} » : il est au grimoire.")


class BeyondReach(Refusal):
    """The magician prepares no spell of that level yet."""

    def __init__(self, character: Character, spell: Spell, level: int, highest: int) -> None:
        super().__init__(
            f"« {spell.name} » est de niveau {level} ; {character.name} n’apprend que jusqu’au niveau {highest}. "
            "Le MdT peut lever cette limite avec le réglage `apprentissage_libre`."
        )


class StartBookFull(Refusal):
    """The spells of the start are chosen (MAG-6)."""

    def __init__(self, character: Character, level: int) -> None:
        quota = START.get(level, 0)
        why = (
            f"{character.name} a déjà ses sorts de niveau {level}"
            if quota
            else f"aucun n’est de niveau {level}"
        )
        super().__init__(
            f"Sorts de départ : deux de niveau 1 et un de niveau 2 ; {why}. Apprenez-le sans `depart`."
        )


class NotInBook(Refusal):
    """Only a spell of the book is prepared (MAG-2)."""

    def __init__(self, character: Character, spell: Spell) -> None:
        super().__init__(
            f"{character.name} n’a pas « {spell.name} » au grimoire : `/magie apprendre` l’y met."
        )


class Unable(Refusal):
    """Nobody does magic in such a state."""

    def __init__(self, character: Character, state: str) -> None:
        super().__init__(f"{character.name} est {state} : pas de magie possible.")


@dataclass(frozen=True, slots=True)
class Casting:
    """How a character does magic: the class followed, black or white, and the slots of its level by spell level."""

    track: ClassTrack
    caster: Caster
    slots: tuple[int, ...]

    @property
    def name(self) -> str:
        """« magicien noir »."""
        return self.track.character_class.name.lower()

    def slots_at(self, level: int) -> int:
        """How many spells of that level are held ready at once."""
        return self.slots[level - 1] if level <= len(self.slots) else 0


@dataclass(frozen=True, slots=True)
class SpellRef:
    """A spell as an act keeps it: its key, its name and its level for that magician, as they were then."""

    key: str
    name: str
    level: int


def casting(character: Character) -> Casting:
    """The magic of a character, of the class with the most slots. Raises :class:`NotMagician`."""
    ways = [
        Casting(track, track.character_class.caster, track.character_class.spell_slots(track.level))
        for track in character.classes
        if track.character_class.caster
    ]
    if not ways:
        raise NotMagician(character)
    return max(ways, key=lambda way: (len(way.slots), sum(way.slots)))


def is_magician(character: Character) -> bool:
    """True for whom :func:`casting` refuses nothing."""
    return any(track.character_class.caster for track in character.classes)


def book(character: Character) -> tuple[Element, ...]:
    """The spells known."""
    return tuple(character.of_kind(ElementKind.SPELL))


def knows(character: Character, spell: Spell) -> bool:
    return any(element.key == spell.key for element in book(character))


def levels(elements: Iterable[Element], rules: SpellBookRules, caster: Caster) -> Counter[int]:
    """How many spells of each level. A spell that the table no longer has counts at level 0."""
    spells = rules.spells
    return Counter(level_of(element, spells, caster) for element in elements)


def level_of(element: Element, spells: Mapping[str, Spell], caster: Caster) -> int:
    """The level of a spell known or prepared; 0 when no list has it any more."""
    spell = spells.get(element.key)
    return (level_for(spell, caster) or 0) if spell else 0


def named(text: str, spells: Mapping[str, Spell], own: Collection[str] = ()) -> Spell:
    """The spell that ``text`` names, or alone may mean; the keys of ``own`` first. Raises :class:`UnknownSpell`."""
    mine = {key: spells[key] for key in own if key in spells}
    for among in (mine, spells):
        if (found := find(text, among)) is not None:
            return found
    close = search(text, spells) if fold(text) else ()
    for among in (mine, spells):
        meant = [spell for spell in close if spell.key in among]
        if len(meant) == 1:
            return meant[0]
    raise UnknownSpell(text, close[:MOST_NEAREST])


def require_able(character: Character, clock: int) -> None:
    """Raises :class:`Unable` for who cannot do magic now, and ``OutOfPlay``."""
    require_in_play(character)
    if character.dying:
        raise Unable(character, "mourant")
    for state in character.states(clock):
        if state.key in UNABLE:
            raise Unable(character, UNABLE[State(state.key)])


def usable(character: Character, spell: Spell, rules: SpellBookRules) -> tuple[Casting, int]:
    """The character's magic, and the spell's level there.

    Raises :class:`NotMagician`, :class:`NotInLists`, :class:`ForbiddenSpell`.
    """
    magic = casting(character)
    level = level_for(spell, magic.caster)
    if level is None:
        raise NotInLists(character, spell, magic)
    if why := rules.why_forbidden(spell):
        raise ForbiddenSpell(spell, why)
    return magic, level


def verify_learning(character: Character, spell: Spell, campaign: Campaign, *, start: bool) -> int:
    """The level of a spell that may be learnt now. ``start``: as one of the book's first (MAG-6).

    Raises what :func:`require_able` and :func:`usable` do, :class:`AlreadyKnown`, :class:`BeyondReach`,
    :class:`StartBookFull`.
    """
    require_able(character, campaign.clock)
    magic, level = usable(character, spell, campaign.spells)
    if knows(character, spell):
        raise AlreadyKnown(character, spell)
    if start:
        if levels(book(character), campaign.spells, magic.caster)[level] >= START.get(level, 0):
            raise StartBookFull(character, level)
    elif not magic.slots_at(level) and not campaign.settings.apprentissage_libre:
        raise BeyondReach(character, spell, level, len(magic.slots))
    return level
