"""A group of dice as it is written: how many, of how many sides, and what befalls them.

``str()`` gives its notation, which reads back to the same group.
"""

from dataclasses import dataclass
from enum import StrEnum


class Sign(StrEnum):
    """How a face is compared with a number."""

    AT_LEAST = ">="
    AT_MOST = "<="
    OVER = ">"
    UNDER = "<"
    EQUAL = "="


@dataclass(frozen=True, slots=True)
class Comparison:
    """``>= 5``, of a face."""

    sign: Sign
    number: int

    def among(self, faces: range) -> range:
        """The faces for which it holds: they follow one another."""
        low, high = faces.start, faces.stop
        match self.sign:
            case Sign.AT_LEAST:
                low = max(low, self.number)
            case Sign.AT_MOST:
                high = min(high, self.number + 1)
            case Sign.OVER:
                low = max(low, self.number + 1)
            case Sign.UNDER:
                high = min(high, self.number)
            case Sign.EQUAL:
                low, high = max(low, self.number), min(high, self.number + 1)
        return range(low, high)

    def holds(self, value: int) -> bool:
        return value in self.among(range(value, value + 1))

    @property
    def brief(self) -> str:
        """Without « = » where it is understood."""
        return str(self.number) if self.sign is Sign.EQUAL and self.number >= 0 else str(self)

    def __str__(self) -> str:
        return f"{self.sign.value}{self.number}"


@dataclass(frozen=True, slots=True)
class Reroll:
    """A face that is thrown again: once, whatever comes; or until another comes."""

    when: Comparison
    until: bool = False

    def __str__(self) -> str:
        return f"{'rr' if self.until else 'r'}{self.when.brief}"


class Explosion(StrEnum):
    """How a die explodes."""

    ALWAYS = "!"  # a new die, which may explode too
    ONCE = "!o"  # a new die, which does not
    COMPOUND = "!!"  # always, all faces adding up to one die


@dataclass(frozen=True, slots=True)
class Explode:
    """A face that throws one more die."""

    kind: Explosion
    when: Comparison

    def __str__(self) -> str:
        return f"{self.kind.value}{self.when.brief}"


class Choice(StrEnum):
    """Which dice of a group count."""

    KEEP_HIGHEST = "k"
    KEEP_LOWEST = "kl"
    DROP_HIGHEST = "dh"
    DROP_LOWEST = "dl"


@dataclass(frozen=True, slots=True)
class Treatment:
    """What befalls dice, always in this order whatever was written: reroll, explosion, ``lowest`` and ``highest``
    value of a die, ``choices`` (one, or one of each drop), ``success`` counted.
    """

    reroll: Reroll | None = None
    explode: Explode | None = None
    lowest: int | None = None
    highest: int | None = None
    choices: tuple[tuple[Choice, int], ...] = ()
    success: Comparison | None = None

    @property
    def compound(self) -> bool:
        """A die and its explosions count as one."""
        return self.explode is not None and self.explode.kind is Explosion.COMPOUND

    def worth(self, value: int) -> int:
        """What a die counts for, between its bounds."""
        if self.lowest is not None and value < self.lowest:
            value = self.lowest
        if self.highest is not None and value > self.highest:
            value = self.highest
        return value

    def notation(self, highest_face: int) -> str:
        """As it is written after dice whose highest face is this one."""
        explode = ""
        if self.explode:
            # The highest face goes without saying, but before a success, whose comparison would be taken for it.
            understood = self.explode.when == Comparison(Sign.EQUAL, highest_face) and not self.success
            explode = self.explode.kind.value if understood else str(self.explode)
        return "".join(
            (
                str(self.reroll or ""),
                explode,
                f"mi{self.lowest}" if self.lowest is not None else "",
                f"ma{self.highest}" if self.highest is not None else "",
                *(f"{choice.value}{count}" for choice, count in self.choices),
                str(self.success or ""),
            )
        )


@dataclass(frozen=True, slots=True)
class Pool:
    """``count`` dice of ``sides`` sides. ``fudge``: three sides, worth −1, 0 and +1."""

    count: int
    sides: int
    fudge: bool = False
    treatment: Treatment | None = None

    @property
    def faces(self) -> range:
        """The faces of one die."""
        return range(-1, 2) if self.fudge else range(1, self.sides + 1)

    def __str__(self) -> str:
        treatment = self.treatment.notation(self.faces[-1]) if self.treatment else ""
        return f"{self.count}d{'F' if self.fudge else self.sides}{treatment}"
