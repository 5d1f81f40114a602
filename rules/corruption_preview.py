"""What a spell risks before it is cast or learnt: the exact chance, and how near the next stage is (COR-1, COR-3)."""

from dataclasses import dataclass
from fractions import Fraction

from rules.campaign import Campaign
from rules.character import CORRUPTION_PER_STAGE, Character
from rules.checks import Check
from rules.corruption import FIRST_COSTLY_STAGE, Occasion, intelligence_check


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """A black magician before a spell. ``check``: COR-1's, its die not thrown.

    ``stage``: the next one that would strike, after ``points_left`` more points; ``consuming``: it would leave
    no wisdom (COR-5), whatever the alteration.
    """

    name: str
    spell_level: int
    occasion: Occasion
    check: Check
    points: int
    stage: int
    points_left: int
    consuming: bool

    @property
    def corruption(self) -> Fraction:
        """The chance of the point of corruption."""
        return 1 - self.check.chance


def preview(character: Character, spell_level: int, occasion: Occasion, campaign: Campaign) -> Preview:
    """What :func:`rules.corruption.threaten` would throw now. Raises as it does."""
    check = intelligence_check(character, spell_level, campaign)
    stage = max(character.stages_suffered, character.stage) + 1
    return Preview(
        name=character.name,
        spell_level=spell_level,
        occasion=occasion,
        check=check,
        points=character.corruption,
        stage=stage,
        points_left=stage * CORRUPTION_PER_STAGE - character.corruption,
        consuming=stage >= FIRST_COSTLY_STAGE and character.wisdom in (0, 1),
    )
