"""What a horror risks before anybody faces it: the exact chances, nothing being thrown (HOR-1, HOR-2, FOL-1)."""

from dataclasses import dataclass
from fractions import Fraction

from rules.campaign import Campaign
from rules.character import Character
from rules.checks import Check
from rules.horror import Ordeal, save_check
from rules.madness import multiples, next_threshold


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """A character before an ordeal. ``check``: the save, its die not thrown.

    ``points``: the least and most madness of a failure; None where madness is not counted (HOR-5).
    ``threshold``: the points at which the next Folie roll falls due; ``crossing``: the chance, save included,
    that this ordeal brings such a roll.
    """

    name: str
    ordeal: Ordeal
    check: Check
    madness: int
    wisdom: int | None
    points: tuple[int, int] | None
    threshold: int | None
    crossing: Fraction

    @property
    def failure(self) -> Fraction:
        """The chance that the save fails."""
        return 1 - self.check.chance


def preview(character: Character, ordeal: Ordeal, campaign: Campaign) -> Preview:
    """What :func:`rules.horror.face` would throw now, and with which chances. Raises as it does."""
    check = save_check(character, ordeal, campaign)
    gains = _gains(ordeal) if character.wisdom is not None else []
    reached = multiples(character.madness, character.wisdom)
    crossed = [gain for gain in gains if multiples(character.madness + gain, character.wisdom) > reached]
    return Preview(
        name=character.name,
        ordeal=ordeal,
        check=check,
        madness=character.madness,
        wisdom=character.wisdom,
        points=(min(gains), max(gains)) if gains else None,
        threshold=next_threshold(character),
        crossing=(1 - check.chance) * Fraction(len(crossed), len(gains) or 1),
    )


def _gains(ordeal: Ordeal) -> list[int]:
    """The madness points of each face of HOR-2's die."""
    sides, bonus = ordeal.situation.madness
    return [face + bonus + ordeal.extra for face in range(1, sides + 1)]
