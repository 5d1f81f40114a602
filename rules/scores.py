"""The six scores of a new character: thrown or given, then adjusted by the people (CAR-1, CAR-5)."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.abilities import HIGHEST_SCORE, LOWEST_SCORE, Ability
from rules.dice import Dice, Roll, roll
from rules.peoples import People, adjusted
from rules.refusals import Refusal

METHODS = {"3d6": "3d6", "4d6": "4d6k3"}  # CAR-1: what each method throws


@dataclass(frozen=True, slots=True)
class ScoreOrigin:
    """Where a score comes from: thrown or given, then the people's adjustment as really applied (CAR-5)."""

    ability: Ability
    thrown: Roll | None
    base: int
    score: int

    @property
    def adjustment(self) -> int:
        return self.score - self.base


class BadScore(Refusal):
    """A score given that no dice could throw (CAR-1)."""

    def __init__(self, ability: Ability, value: int) -> None:
        self.ability = ability
        self.value = value
        super().__init__(
            f"{ability.label} : {str(value).replace('-', '−')} ne convient pas ; une caractéristique vaut de {LOWEST_SCORE} à {HIGHEST_SCORE} "
            "avant l’ajustement de peuple."
        )


class UnknownMethod(Refusal):
    """A way of throwing scores that does not exist (CAR-1)."""

    def __init__(self, method: str) -> None:
        self.method = method
        super().__init__(f"Méthode de tirage inconnue. Choisissez {' ou '.join(METHODS)}.")


Source = int | Roll
"""A score before the people's adjustment: given, or thrown already."""


def throw_scores(
    given: Mapping[Ability, Source | None], people: People, method: str, dice: Dice
) -> tuple[ScoreOrigin, ...]:
    """The six scores, given or thrown in order, then adjusted (CAR-1, CAR-5). Raises :class:`BadScore`.

    A score of None is thrown, with ``method``: also raises :class:`UnknownMethod`.
    """
    if method not in METHODS:
        raise UnknownMethod(method)
    known = {ability: value for ability, value in given.items() if value is not None}
    for ability, value in known.items():
        if isinstance(value, int):
            verify_score(ability, value)
    return originate(
        {ability: known[ability] if ability in known else roll(METHODS[method], dice) for ability in Ability},
        people,
    )


def verify_score(ability: Ability, value: int) -> None:
    """Raises :class:`BadScore`."""
    if not LOWEST_SCORE <= value <= HIGHEST_SCORE:
        raise BadScore(ability, value)


def originate(sources: Mapping[Ability, Source], people: People | None) -> tuple[ScoreOrigin, ...]:
    """Six scores with where each comes from, adjusted by the people once there is one (CAR-5)."""
    bases = {ability: one.total if isinstance(one, Roll) else one for ability, one in sources.items()}
    finals = adjusted(people, bases) if people else bases
    return tuple(
        ScoreOrigin(ability, one if isinstance(one, Roll) else None, bases[ability], finals[ability])
        for ability, one in sources.items()
    )
