"""What a blow does: the dice, the modifiers, and the hit points that its target loses (JET-3, SAN-3)."""

from dataclasses import dataclass, replace

from rules.acts import CharacterChange
from rules.campaign import Campaign
from rules.character import Character
from rules.checks import Modifier
from rules.dice import Roll
from rules.health import AtTheLowest, wound

LEAST = 1  # an attack that hits does at least that (JET-3)


@dataclass(frozen=True, slots=True)
class Struck:
    """Who took a blow: hit points before and after, and whether it is now dying."""

    character_id: int
    name: str
    npc: bool
    before: int
    after: int
    maximum: int
    dying: bool = False


@dataclass(frozen=True, slots=True)
class Damage:
    """Damage dice thrown, or at their highest faces (``maximised``); ``struck``: the target followed, if any."""

    roll: Roll
    modifiers: tuple[Modifier, ...] = ()
    maximised: bool = False
    struck: Struck | None = None

    @property
    def total(self) -> int:
        return max(LEAST, self.roll.total + sum(modifier.value for modifier in self.modifiers))


def land(
    damage: Damage, target: Character | None, campaign: Campaign
) -> tuple[Damage, tuple[CharacterChange, ...]]:
    """The blow with what it does to its target. Raises :class:`rules.rolls.OutOfPlay` for a dead one."""
    if target is None:
        return damage, ()
    before = after = target.hit_points
    changes: tuple[CharacterChange, ...] = ()
    try:
        act = wound(target, damage.total, campaign)
    except AtTheLowest:  # the dice were thrown all the same
        pass
    else:
        after, changes = act.after, act.changes
    struck = Struck(
        target.id, target.name, target.npc, before, after, target.max_hit_points, dying=after <= 0
    )
    return replace(damage, struck=struck), changes
