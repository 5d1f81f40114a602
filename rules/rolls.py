"""Ability checks, saves and free rolls: what is thrown for a character, and the acts that keep them (JET)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules import maluses
from rules.abilities import Ability
from rules.acts import Act
from rules.campaign import Campaign
from rules.character import Character
from rules.checks import Check, Direction, modifiers
from rules.classes import CLASSES, SaveCategory
from rules.dice import Budget, Dice, Expression, Roll, parse, roll
from rules.dice.limits import MOST_THROWS
from rules.refusals import Refusal

MOST_ROLLS = 20  # throws of one formula in one command
MOST_TOTALS = 50  # in one answer: a message must hold them all
MAGICAL_SAVES = frozenset({SaveCategory.WANDS, SaveCategory.SPELLS})


_COLUMNS = {category: column for column, category in enumerate(SaveCategory)}


class UnknownScore(Refusal):
    """The check needs a score that the character does not have."""

    def __init__(self, character: Character, ability: Ability) -> None:
        self.ability = ability
        super().__init__(
            f"{character.name} n’a pas de score en {ability.label} : le MdT peut le fixer "
            "avec `/personnage regler`."
        )


class TooManyDice(Refusal):
    """The throws asked for hold more dice together than one answer may."""

    def __init__(self, dice: int, times: int) -> None:
        self.dice = dice
        self.times = times
        super().__init__(
            f"{times} × {dice} dés, c’est plus que {MOST_THROWS} en tout : réduisez la formule, ou `fois`."
        )


class TooManyTotals(Refusal):
    """The throws asked for have more totals together than a message holds."""

    def __init__(self, totals: int, times: int) -> None:
        self.totals = totals
        self.times = times
        super().__init__(
            f"{times} × {totals} résultats, c’est plus que {MOST_TOTALS} en tout : réduisez `fois`, ou la formule."
        )


class OutOfPlay(Refusal):
    """The character is dead, consumed or archived."""

    def __init__(self, character: Character) -> None:
        self.character = character
        if character.archived:
            why = "est archivé : `/personnage restaurer` le ramène"
        elif character.consumed:
            why = "est consumé par la corruption : il appartient désormais au MdT"
        else:
            why = "est mort"
        super().__init__(f"{character.name} {why}.")


def require_in_play(character: Character) -> None:
    """Raises :class:`OutOfPlay` for a character who can no longer act."""
    if not character.playable:
        raise OutOfPlay(character)


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckAct(Act):
    """A check thrown for its own sake: nothing changes, but *Destin héroïque* may throw it again."""

    check: Check


@dataclass(frozen=True, slots=True, kw_only=True)
class RollAct(Act):
    """A free roll (`/lancer`): every throw asked for, and the words that go with it."""

    rolls: tuple[Roll, ...]
    comment: str = ""


def readable(formula: str, times: int = 1) -> Expression:
    """A formula that may be thrown ``times`` times in one answer.

    Raises ``DiceError``, :class:`TooManyDice` and :class:`TooManyTotals`.
    """
    expression = parse(formula)
    if times * expression.dice > MOST_THROWS:
        raise TooManyDice(expression.dice, times)
    if times * len(expression.parts) > MOST_TOTALS:
        raise TooManyTotals(len(expression.parts), times)
    return expression


def free_roll(
    formula: str, dice: Dice, times: int = 1, comment: str = "", values: Mapping[str, int] | None = None
) -> RollAct:
    """A formula thrown ``times`` times, for nobody. Raises what :func:`readable` does, and ``DiceError``.

    ``values``: what the formula may name (:func:`rules.formula_values.values_of`). Its own comment comes first.
    """
    expression = readable(formula, times)
    budget = Budget()
    rolls = tuple(roll(expression, dice, values or {}, budget) for _ in range(times))
    comments = (expression.comment, " ".join(comment.split()))
    return RollAct(rolls=rolls, comment=" — ".join(filter(None, comments)))


def thrown_for(character: Character, act: RollAct) -> RollAct:
    """The free roll as the character's own: HER-5 follows it."""
    return replace(act, character_id=character.id, name=character.name)


def ability_check(
    character: Character, ability: Ability, campaign: Campaign, dice: Dice, bonus: int = 0
) -> CheckAct:
    """JET-1: `d20 − modifiers ≤ score`, on the score itself. Raises :class:`UnknownScore`, :class:`OutOfPlay`."""
    require_in_play(character)
    score = character.score(ability)
    if score is None:
        raise UnknownScore(character, ability)
    check = Check(
        label=ability.label,
        direction=Direction.UNDER,
        die=dice.roll(20),
        target=score,
        modifiers=modifiers((bonus, "situation"), *maluses.on_check(character, ability)),
        naturals=campaign.settings.naturels,
    )
    return CheckAct(character_id=character.id, name=character.name, check=check)


def save_target(character: Character, category: SaveCategory) -> int:
    """The best of the classes, column by column (CLA-6); a warrior of its hit dice without class (HOR-5)."""
    column = _COLUMNS[category]
    if not character.classes:
        return CLASSES["guerrier"].save_targets(character.hit_dice or 0)[column]
    return min(track.character_class.save_targets(track.level)[column] for track in character.classes)


def save(
    character: Character,
    category: SaveCategory,
    campaign: Campaign,
    die: int,
    *situation: tuple[int, str],
    magical: bool = False,
) -> Check:
    """JET-2: `d20 + modifiers ≥ target`, the people's bonus (PEU-3) and the wisdom's (CAR-3) named."""
    people = character.people
    against_death = people.death_save_bonus if people and category is SaveCategory.DEATH else 0
    wisdom = character.modifier(Ability.WISDOM) if magical else 0
    return Check(
        label=category.label,
        direction=Direction.OVER,
        die=die,
        target=save_target(character, category),
        modifiers=modifiers(
            (against_death, people.name if people else ""),
            (wisdom, "SAG contre la magie"),
            *situation,
            *maluses.on_save(character, category),
        ),
        naturals=campaign.settings.naturels,
    )


def save_check(
    character: Character,
    category: SaveCategory,
    campaign: Campaign,
    bonus: int = 0,
    *,
    magical: bool | None = None,
) -> Check:
    """The save that somebody is asked, before its die is thrown. Raises :class:`OutOfPlay`.

    ``magical`` not said: wands and spells are magic by themselves (CAR-3), the other columns are not.
    """
    require_in_play(character)
    magical = category in MAGICAL_SAVES if magical is None else magical
    return save(character, category, campaign, 1, (bonus, "situation"), magical=magical)


def saving_throw(
    character: Character,
    category: SaveCategory,
    campaign: Campaign,
    dice: Dice,
    bonus: int = 0,
    *,
    magical: bool | None = None,
) -> CheckAct:
    """A save thrown for its own sake. Raises what :func:`save_check` does."""
    check = save_check(character, category, campaign, bonus, magical=magical).with_die(dice.roll(20))
    return CheckAct(character_id=character.id, name=character.name, check=check)
