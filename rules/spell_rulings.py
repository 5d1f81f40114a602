"""What a table changes to the spells: those that the game master forbids, allows or adds (MAG-1)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from rules.acts import Act
from rules.data import Source, fold
from rules.madness import NothingChanges
from rules.names import clean_name
from rules.refusals import Refusal
from rules.spells import SPELLS, Spell, SpellList, find

ALLOWED = ""  # the table's word on a spell that it allows; another word is the reason why it forbids


@dataclass(frozen=True, slots=True)
class AddedSpell:
    """A spell of the table's own; or, under the key of a known one, a list more that holds it."""

    key: str
    name: str
    spell_list: SpellList
    level: int


@dataclass(frozen=True, slots=True)
class SpellBookRules:
    """The table's word on spells. ``forbidden``: key and reason; ``allowed``: keys of what the book forbids."""

    forbidden: tuple[tuple[str, str], ...] = ()
    allowed: tuple[str, ...] = ()
    added: tuple[AddedSpell, ...] = ()

    @property
    def spells(self) -> Mapping[str, Spell]:
        """Every spell of the table, by key."""
        if not self.added:
            return SPELLS
        spells = dict(SPELLS)
        for one in self.added:
            spells[one.key] = _with_list(spells.get(one.key), one)
        return spells

    def word(self, key: str) -> str | None:
        """Why the table forbids a spell, :data:`ALLOWED` where it allows it; None where it says nothing."""
        return ALLOWED if key in self.allowed else dict(self.forbidden).get(key)

    def with_word(self, key: str, word: str | None) -> "SpellBookRules":
        """The same, the table saying this of a spell."""
        forbidden = tuple(pair for pair in self.forbidden if pair[0] != key)
        allowed = tuple(other for other in self.allowed if other != key)
        if word == ALLOWED:
            allowed = (*allowed, key)
        elif word is not None:
            forbidden = (*forbidden, (key, word))
        return replace(self, forbidden=forbidden, allowed=allowed)

    def why_forbidden(self, spell: Spell) -> str:
        """Why magicians may not use a spell, in words; nothing where they may."""
        word = self.word(spell.key)
        if word is None:
            return f"ce sort {spell.forbidden}" if spell.forbidden else ""
        return word

    def discourages(self, spell: Spell) -> bool:
        """True for a spell that the book advises against, until the table allows it."""
        return spell.discouraged and self.word(spell.key) != ALLOWED


def _with_list(known: Spell | None, one: AddedSpell) -> Spell:
    if known is not None:
        return replace(known, levels={**known.levels, one.spell_list: one.level})
    return Spell(
        key=one.key,
        name=one.name,
        english="",
        aliases=(),
        levels={one.spell_list: one.level},
        forbidden="",
        discouraged=False,
        note="",
        source=Source.DEFAULT,
    )


class Ruling(StrEnum):
    """What the game master decides of a spell."""

    FORBID = "interdit"
    ALLOW = "permis"
    ADD = "ajouté"


class SpellKnownThere(Refusal):
    """The list already holds that spell."""

    def __init__(self, spell: Spell, spell_list: SpellList) -> None:
        super().__init__(
            f"« {spell.name} » est déjà dans les {spell_list.label}, au niveau {spell.levels[spell_list]}."
        )


class NamelessSpell(Refusal):
    """A name without any letter could never be typed again."""

    def __init__(self) -> None:
        super().__init__("Il faut au moins une lettre, et pas de virgule, au nom d’un sort.")


@dataclass(frozen=True, slots=True, kw_only=True)
class SpellRuling(Act):
    """`/magie interdire`, `permettre`, `ajouter`: the table's word on a spell before and after, or what it adds."""

    ruling: Ruling
    spell_key: str
    spell_name: str
    before: str | None = None
    after: str | None = None
    added: AddedSpell | None = None


def forbid(rules: SpellBookRules, spell: Spell, reason: str = "") -> SpellRuling:
    """The game master forbids a spell. Raises ``NothingChanges``."""
    words = " ".join(reason.split())
    word = f"le MdT l’a interdit ({words})" if words else "le MdT l’a interdit"
    if rules.word(spell.key) == word or (not words and rules.why_forbidden(spell)):
        raise NothingChanges(f"« {spell.name} » est déjà interdit : {rules.why_forbidden(spell)}.")
    return _ruling(rules, Ruling.FORBID, spell, word)


def allow(rules: SpellBookRules, spell: Spell) -> SpellRuling:
    """The game master allows what the book forbids or advises against, or what the table had forbidden."""
    if not rules.why_forbidden(spell) and not rules.discourages(spell):
        raise NothingChanges(f"« {spell.name} » est déjà permis.")
    return _ruling(rules, Ruling.ALLOW, spell, ALLOWED)


def _ruling(rules: SpellBookRules, ruling: Ruling, spell: Spell, word: str) -> SpellRuling:
    return SpellRuling(
        ruling=ruling,
        spell_key=spell.key,
        spell_name=spell.name,
        before=rules.word(spell.key),
        after=word,
    )


def add(rules: SpellBookRules, name: str, spell_list: SpellList, level: int) -> SpellRuling:
    """The game master adds a spell to a list: a new one, or a known one that another list holds.

    Raises ``BadName``, :class:`NamelessSpell`, :class:`SpellKnownThere`.
    """
    name = clean_name(name)
    if not fold(name) or "," in name or ";" in name:  # a comma parts the spells of a ritual
        raise NamelessSpell
    known = find(name, rules.spells)
    if known is not None and spell_list in known.levels:
        raise SpellKnownThere(known, spell_list)
    key, name = (known.key, known.name) if known else (fold(name).replace(" ", "_"), name)
    added = AddedSpell(key, name, spell_list, level)
    return SpellRuling(ruling=Ruling.ADD, spell_key=key, spell_name=name, added=added)


def after(rules: SpellBookRules, act: SpellRuling) -> SpellBookRules:
    """What the table says of spells once the act is done."""
    if act.added is not None:
        return replace(rules, added=(*rules.added, act.added))
    return rules.with_word(act.spell_key, act.after)


def taken_back(rules: SpellBookRules, act: SpellRuling) -> SpellBookRules:
    """What the table says of spells once the act is undone."""
    if act.added is not None:
        return replace(rules, added=tuple(one for one in rules.added if one != act.added))
    return rules.with_word(act.spell_key, act.before)
