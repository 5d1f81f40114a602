"""Spells learnt and cast, with the black magician's corruption in the same act (MAG-4, MAG-6, COR-1)."""

from dataclasses import dataclass
from fractions import Fraction

from rules import corruption, corruption_preview
from rules.acts import Act, changing
from rules.armour import ARMOURS, NO_ARMOUR, class_allows
from rules.campaign import Campaign
from rules.changes import Operation, Put, Take
from rules.character import Character, Element, ElementKind
from rules.corruption import FIRST_CORRUPTING_LEVEL, CorruptionAct, NotBlackMagician, Occasion
from rules.dice import Dice
from rules.magic import oldest, relieving, reserve, reserve_fatigue
from rules.refusals import Refusal
from rules.spell_book import Casting, SpellRef, casting, require_able, usable, verify_learning
from rules.spells import Spell


class Encumbered(Refusal):
    """The class of the spell imposes its limit of armour (CLA-6)."""

    def __init__(self, character: Character, magic: Casting) -> None:
        worn = [ARMOURS[character.armour].name.lower()] if character.armour != NO_ARMOUR else []
        worn += ["bouclier"] if character.shield else []
        super().__init__(
            f"{' et '.join(worn).capitalize()} : un {magic.name} ne lance rien ainsi équipé. "
            "`/personnage equiper` l’en défait."
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SpellAct(Act):
    """A spell learnt or cast, and the black magician's check against corruption, which has its own change."""

    spell: SpellRef
    corruption: CorruptionAct | None = None

    @property
    def rolled(self) -> Act:
        """HER-5: a reroll replaces the corruption alone; the spell stays learnt, or cast."""
        return self if self.corruption is None else self.corruption


@dataclass(frozen=True, slots=True, kw_only=True)
class SpellLearnt(SpellAct):
    """A spell enters the book. ``start``: as one of its first (MAG-6); ``discouraged``: the book advises against."""

    start: bool = False
    discouraged: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SpellCast(SpellAct):
    """A prepared spell is spent. ``left``: those still held; ``rested``, ``tired``: MAG-3's exhaustion goes, comes."""

    left: tuple[str, ...] = ()
    rested: bool = False
    tired: bool = False


def learn(
    character: Character, spell: Spell, campaign: Campaign, dice: Dice, key: str, *, start: bool = False
) -> SpellLearnt:
    """A spell enters the book; from level 2, the black magician checks against corruption (COR-1).

    ``start``: one of the book's first, chosen at creation, without check (MAG-6, COR-1). Raises what
    :func:`rules.spell_book.verify_learning` does, and ``UnknownScore``.
    """
    level = verify_learning(character, spell, campaign, start=start)
    learnt = Put(Element(f"{key}.sort", ElementKind.SPELL, spell.key, spell.name))
    threat = None if start else _threat(character, level, Occasion.LEARNING, campaign, dice, key)
    return SpellLearnt(
        character_id=character.id,
        name=character.name,
        changes=changing(character, learnt, *_consequences(character, threat)),
        spell=SpellRef(spell.key, spell.name, level),
        corruption=threat,
        start=start,
        discouraged=campaign.spells.discourages(spell),
    )


def verify_casting(character: Character, spell: Spell, campaign: Campaign) -> int:
    """The level of a spell that may be cast now.

    Raises what :func:`rules.spell_book.require_able` and ``usable`` do, ``NotPrepared``, :class:`Encumbered`.
    """
    require_able(character, campaign.clock)
    magic, level = usable(character, spell, campaign.spells)
    oldest(character, spell)
    if not class_allows([magic.track.character_class], character.armour, character.shield):
        raise Encumbered(character, magic)
    return level


def cast(character: Character, spell: Spell, campaign: Campaign, dice: Dice, key: str) -> SpellCast:
    """A prepared spell is spent, the oldest of its copies; then, from level 2, COR-1 (MAG-4).

    Raises as :func:`verify_casting`, and ``UnknownScore``.
    """
    level = verify_casting(character, spell, campaign)
    spent = oldest(character, spell)
    left = tuple(element.text for element in reserve(character) if element.uid != spent.uid)
    relief = () if left else relieving(character)
    fatigue = reserve_fatigue(character, campaign.clock, key) if left else ()
    threat = _threat(character, level, Occasion.CASTING, campaign, dice, key)
    return SpellCast(
        character_id=character.id,
        name=character.name,
        changes=changing(character, Take(spent), *relief, *fatigue, *_consequences(character, threat)),
        spell=SpellRef(spell.key, spell.name, level),
        corruption=threat,
        left=left,
        rested=bool(relief),
        tired=bool(fatigue),
    )


def _threat(
    character: Character, level: int, occasion: Occasion, campaign: Campaign, dice: Dice, key: str
) -> CorruptionAct | None:
    """COR-1: the black magician's check, from spell level 2; nothing for the others."""
    if not corrupts(character, level):
        return None
    return corruption.threaten(character, level, occasion, campaign, dice, key)


def corrupts(character: Character, level: int) -> bool:
    """True when a spell of that level threatens this magician (COR-1)."""
    return casting(character).caster == "black" and level >= FIRST_CORRUPTING_LEVEL


def corruption_chance(character: Character, level: int, campaign: Campaign) -> Fraction | None:
    """The chance that a spell of that level corrupts; None when it cannot, or nobody can say."""
    if not corrupts(character, level):
        return None
    try:
        return 1 - corruption.intelligence_check(character, level, campaign).chance
    except Refusal:
        return None


def foresee(character: Character, spell: Spell, campaign: Campaign) -> corruption_preview.Preview:
    """What casting the spell now would risk. Raises as :func:`cast`, and when no check would be due."""
    level = verify_casting(character, spell, campaign)
    if casting(character).caster != "black":
        raise NotBlackMagician(character)
    return corruption_preview.preview(character, level, Occasion.CASTING, campaign)


def _consequences(character: Character, threat: CorruptionAct | None) -> tuple[Operation, ...]:
    return threat.change_of(character.id) if threat else ()
