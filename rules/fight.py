"""Who fights, on which side, in what order, and whom each struck last (SEA-4)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from rules.abilities import Ability
from rules.acts import Act
from rules.campaign import Campaign
from rules.character import Character
from rules.dice import Dice
from rules.names import name_key
from rules.readiness import able
from rules.refusals import Refusal
from rules.rolls import require_in_play

INITIATIVE_DIE = 6
INDIVIDUAL = "individuelle"  # the value of the setting `initiative`


class NobodyLeft(Refusal):
    """No opponent stands."""

    def __init__(self, character: Character) -> None:
        super().__init__(
            f"{character.name} n’a plus d’adversaire debout : choisissez une `cible` avec `/combat attaque`."
        )


class NobodyToPlay(Refusal):
    """The presser plays nobody who can attack."""

    def __init__(self) -> None:
        super().__init__("Personne que vous jouiez n’est en état d’attaquer dans ce combat.")


class NobodyEnters(Refusal):
    """All are in the fight already."""

    def __init__(self) -> None:
        super().__init__("Personne à faire entrer : tous sont déjà dans le combat.")


class BlowStruck(Refusal):
    """The button is of an attack already made."""

    def __init__(self, character: Character) -> None:
        super().__init__(f"{character.name} a déjà porté cette attaque.")


class Side(StrEnum):
    """A side of the fight."""

    HEROES = "heros"
    FOES = "adversaires"


@dataclass(frozen=True, slots=True)
class Fighter:
    """One who fights. ``die`` and ``modifier`` make its initiative; a side shares its die.

    ``target_id``: whom it attacked last. ``blows``: its attacks in round ``acted``, the last where it made any.
    """

    character_id: int
    side: Side
    die: int = 0
    modifier: int = 0
    target_id: int | None = None
    acted: int = 0
    blows: int = 0

    @property
    def initiative(self) -> int:
        return self.die + self.modifier


@dataclass(frozen=True, slots=True)
class Fight:
    """The fighters of a combat, the first to act first."""

    fighters: tuple[Fighter, ...] = ()
    individual: bool = False

    @property
    def identities(self) -> tuple[int, ...]:
        return tuple(fighter.character_id for fighter in self.fighters)

    def fighter(self, character_id: int) -> Fighter | None:
        return next((one for one in self.fighters if one.character_id == character_id), None)

    def blows(self, character_id: int, round_number: int) -> int:
        """How many attacks a character has made in this round."""
        fighter = self.fighter(character_id)
        return fighter.blows if fighter and fighter.acted == round_number else 0

    def side(self, side: Side) -> tuple[Fighter, ...]:
        return tuple(one for one in self.fighters if one.side is side)

    def joined(self, character: Character) -> "Fight":
        """With a late comer, who acts with its side, or last when each acts alone."""
        if self.fighter(character.id):
            return self
        side = side_of(character)
        die = 0 if self.individual else max((one.die for one in self.side(side)), default=0)
        return replace(self, fighters=_ordered((*self.fighters, Fighter(character.id, side, die))))

    def struck(self, attacker: Character, target: Character | None, round_number: int) -> "Fight":
        """After an attack: who came to blows is in the fight, and the attacker remembers its target."""
        fight = self.joined(attacker)
        if target is not None:
            fight = fight.joined(target)
        fighters = tuple(
            replace(
                one,
                target_id=target.id if target else one.target_id,
                acted=round_number,
                blows=self.blows(one.character_id, round_number) + 1,
            )
            if one.character_id == attacker.id
            else one
            for one in fight.fighters
        )
        return replace(fight, fighters=fighters)

    def counted(self, character_id: int, round_number: int, blows: int) -> "Fight":
        """With so many more attacks of a character in the round where it last made one; another is over."""
        fighters = tuple(
            replace(one, blows=max(0, one.blows + blows))
            if one.character_id == character_id and one.acted == round_number
            else one
            for one in self.fighters
        )
        return replace(self, fighters=fighters)

    def reordered(self, old: "Fight", new: "Fight") -> "Fight":
        """In the order ``new`` and no longer ``old``: who struck since is as it is now, who came since stays."""
        now = {one.character_id: one for one in self.fighters}
        marked = [
            replace(
                one,
                target_id=now[one.character_id].target_id,
                acted=now[one.character_id].acted,
                blows=now[one.character_id].blows,
            )
            if one.character_id in now
            else one
            for one in new.fighters
        ]
        known = {*old.identities, *new.identities}
        late = [one for one in self.fighters if one.character_id not in known]
        return Fight(_ordered((*marked, *late)), individual=new.individual)


@dataclass(frozen=True, slots=True, kw_only=True)
class InitiativeAct(Act):
    """`/combat initiative`, or somebody who enters: the order of the open combat, and the one before it."""

    fight: Fight
    before: Fight | None = None


def side_of(character: Character) -> Side:
    """Player characters on one side, NPCs on the other."""
    return Side.FOES if character.npc else Side.HEROES


def up(character: Character) -> bool:
    """In play and on its feet: above 0 hit points."""
    return character.playable and character.hit_points > 0


def gather(characters: Iterable[Character], foes: Iterable[Character]) -> tuple[Character, ...]:
    """Who enters a combat that opens: the active player characters in play, and the foes named."""
    heroes = [one for one in characters if one.active and not one.npc and one.playable]
    return (*sorted(heroes, key=lambda one: name_key(one.name)), *foes)


def roll_initiative(
    characters: Sequence[Character], dice: Dice, *, individual: bool, before: Fight | None = None
) -> Fight:
    """The order of these characters: 1d6 a side, or 1d6 + DEX each (SEA-4); one side alone throws nothing.

    ``before``: the fight as it was, whose targets and blows remain.
    """
    before = before or Fight()
    sides = {side_of(one) for one in characters}
    fighters = []
    shared: dict[Side, int] = {}
    if len(sides) > 1 and not individual:
        shared = {side: dice.roll(INITIATIVE_DIE) for side in Side}
    for one in characters:
        side = side_of(one)
        alone = individual and len(sides) > 1
        die = dice.roll(INITIATIVE_DIE) if alone else shared.get(side, 0)
        modifier = one.modifier(Ability.DEXTERITY) if alone else 0
        known = before.fighter(one.id) or Fighter(one.id, side)
        fighters.append(replace(known, side=side, die=die, modifier=modifier))
    return Fight(_ordered(fighters), individual=individual)


def newcomers(fight: Fight, coming: Iterable[Character]) -> tuple[Character, ...]:
    """Those who are not in the fight yet. Raises :class:`NobodyEnters` and :class:`rules.rolls.OutOfPlay`."""
    fresh = tuple({one.id: one for one in coming if fight.fighter(one.id) is None}.values())
    if not fresh:
        raise NobodyEnters
    for one in fresh:
        require_in_play(one)
    return fresh


def enter(fight: Fight, present: Sequence[Character], fresh: Sequence[Character], dice: Dice) -> Fight:
    """The fight with ``fresh`` fighters beside those ``present``: they share their side's initiative, or throw theirs.

    When they bring the second side, everybody throws.
    """
    if len({one.side for one in fight.fighters} | {side_of(one) for one in fresh}) > len(
        {one.side for one in fight.fighters}
    ):
        return roll_initiative((*present, *fresh), dice, individual=fight.individual, before=fight)
    for one in fresh:
        fight = fight.joined(one)
        if fight.individual:
            thrown = Fighter(one.id, side_of(one), dice.roll(INITIATIVE_DIE), one.modifier(Ability.DEXTERITY))
            others = tuple(other for other in fight.fighters if other.character_id != one.id)
            fight = replace(fight, fighters=_ordered((*others, thrown)))
    return fight


def _ordered(fighters: Iterable[Fighter]) -> tuple[Fighter, ...]:
    """The highest initiative first; at a tie the better dexterity, then the heroes (défaut)."""
    return tuple(
        sorted(fighters, key=lambda one: (-one.initiative, -one.modifier, one.side is not Side.HEROES))
    )


def targets(fight: Fight, attacker: Character, known: Mapping[int, Character]) -> tuple[Character, ...]:
    """The opponents on their feet, in order."""
    fighter = fight.fighter(attacker.id)
    side = fighter.side if fighter else side_of(attacker)
    opponents = (known.get(one.character_id) for one in fight.fighters if one.side is not side)
    return tuple(one for one in opponents if one is not None and up(one))


def target(
    fight: Fight, attacker: Character, known: Mapping[int, Character], *, lenient: bool = False
) -> Character | None:
    """Whom an attack is for without a word: the last target while it stands, or the only opponent who does.

    None: the choice is open. Raises :class:`NobodyLeft`, unless ``lenient``.
    """
    fighter = fight.fighter(attacker.id)
    last = known.get(fighter.target_id) if fighter and fighter.target_id else None
    if last is not None and up(last):
        return last
    choices = targets(fight, attacker, known)
    if not choices and not lenient:
        raise NobodyLeft(attacker)
    return choices[0] if len(choices) == 1 else None


def next_attacker(fight: Fight, mine: Iterable[Character], now: Campaign) -> Character | None:
    """The first in order, among those that one person plays, who can attack and has not in this round."""
    by_id = {one.id: one for one in able(mine, now)}
    round_number = now.combat.round if now.combat else 0
    for fighter in fight.fighters:
        one = by_id.get(fighter.character_id)
        if one is not None and not fight.blows(one.id, round_number):
            return one
    return None
