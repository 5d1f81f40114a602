"""Experience: how a gain is shared between classes, adjusted and capped (CLA-4, CLA-6, CAR-4)."""

from collections.abc import Mapping

from rules.abilities import Ability, xp_adjustment
from rules.classes import CharacterClass


def adjustment(cls: CharacterClass, scores: Mapping[Ability, int]) -> int:
    """The adjustment of a class in percent. CAR-4 (PMT); (défaut) the lowest prime ability counts.

    A prime ability that ``scores`` do not give adjusts nothing.
    """
    known = [scores[ability] for ability in cls.prime if ability in scores]
    return xp_adjustment(min(known)) if known else 0


def adjusted_share(cls: CharacterClass, gain: int, share_of: int, scores: Mapping[Ability, int]) -> int:
    """What a class gets of a gain shared between ``share_of`` classes. CLA-6 (PMT); (défaut) one cut only.

    A loss is cut towards zero too, so that it takes back what the same gain gave.
    """
    if share_of < 1:
        raise ValueError(f"an experience gain cannot be shared between {share_of} classes")
    share = abs(gain) * (100 + adjustment(cls, scores)) // (100 * share_of)
    return share if gain >= 0 else -share


def retained(cls: CharacterClass, experience: int, *, npc: bool = False) -> int:
    """What a class keeps of an experience: a player's magician stops at 20 001. CLA-4 (doc, défaut)."""
    cap = None if npc else cls.pc_experience_cap
    return experience if cap is None else min(experience, cap)
