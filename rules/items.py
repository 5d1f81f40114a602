"""Magic items and fine ones: charges, powers that are discovered, loans, holders (OBJ)."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from rules.data import fold
from rules.refusals import Refusal

CHARGES = "1d6+1"  # OBJ-1
MOST_CHARGES = 1_000
MOST_POWERS = 10
LONGEST_POWER = 200  # characters
MOST_BONUS = 5


class Bonus(StrEnum):
    """What a fine item is better at (OBJ-2)."""

    ATTACK = "attaque"
    DAMAGE = "dommages"
    ARMOUR_CLASS = "ca"

    @property
    def label(self) -> str:
        return "CA" if self is Bonus.ARMOUR_CLASS else self.value


_WORDS = {
    **dict.fromkeys(("attaque", "l attaque", "a l attaque", "en attaque", "toucher"), Bonus.ATTACK),
    **dict.fromkeys(
        ("dommages", "dommage", "degats", "degat", "aux dommages", "aux degats"),
        Bonus.DAMAGE,
    ),
    **dict.fromkeys(("ca", "a la ca", "classe d armure", "armure"), Bonus.ARMOUR_CLASS),
}
_SEPARATORS = re.compile(r"[,;/]|\bet\b")
_WORDS_FIRST = re.compile(r"\s*(?P<what>[^\d+-]+?)\s*(?P<sign>[+-])\s*(?P<amount>\d)\s*")
_AMOUNT_FIRST = re.compile(r"\s*(?P<sign>[+-])\s*(?P<amount>\d)\s*(?P<what>[^\d+-]+?)\s*")


@dataclass(frozen=True, slots=True)
class Power:
    """A power, hidden from the players until it is revealed (OBJ-3)."""

    text: str
    revealed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """An item, whose id is 0 until it is stored. ``charges`` None: a fine item has none to count (OBJ-2).

    ``holder_id``: the character who has it, whoever plays it. ``lender``: who lent it (OBJ-3). ``unmade``: its
    making was undone.
    """

    id: int
    name: str
    holder_id: int | None = None
    charges: int | None = None
    magic: bool = True
    powers: tuple[Power, ...] = ()
    bonuses: tuple[tuple[Bonus, int], ...] = ()
    lender: str = ""
    returned: bool = False
    unmade: bool = False

    @property
    def inert(self) -> bool:
        return self.charges == 0

    @property
    def lent(self) -> bool:
        return bool(self.lender) and not self.returned

    @property
    def known(self) -> tuple[str, ...]:
        """The powers discovered: all that a player sees."""
        return tuple(power.text for power in self.powers if power.revealed)

    @property
    def hidden(self) -> tuple[tuple[int, str], ...]:
        """The powers still to discover, each with its place from 1."""
        return tuple(
            (place, power.text) for place, power in enumerate(self.powers, start=1) if not power.revealed
        )


class TooManyCharges(Refusal):
    """Nobody counts so many charges."""

    def __init__(self) -> None:
        super().__init__(f"Un objet n’a pas plus de {MOST_CHARGES} charges.")


class OnlyABonus(Refusal):
    """What only has a bonus is not magic (OBJ-2)."""

    def __init__(self) -> None:
        super().__init__(
            "Un objet qui n’offre qu’un bonus d’attaque, de dommages ou de CA n’est pas magique : "
            "ajoutez-lui des `pouvoirs`, ou choisissez `magique` : non."
        )


class FineItem(Refusal):
    """A fine item has a bonus, and neither charge nor power (OBJ-2)."""

    def __init__(self) -> None:
        super().__init__(
            "Un objet de qualité n’a ni charge ni pouvoir, seulement un `bonus` : « attaque +1 », « dommages +1 », "
            "« CA +1 ». Avec des charges ou des pouvoirs, il est magique."
        )


class BadBonus(Refusal):
    """A bonus that cannot be read."""

    def __init__(self, text: str) -> None:
        self.text = text
        super().__init__(
            f"Bonus illisible : « {text[:64]} ». Exemples : « attaque +1 », « dommages +2 », « CA +1 » "
            f"(jusqu’à {MOST_BONUS}) ; une virgule en sépare plusieurs."
        )


class BadPowers(Refusal):
    """Powers too many or too long."""

    def __init__(self) -> None:
        super().__init__(
            f"Jusqu’à {MOST_POWERS} pouvoirs, séparés par « ; », de {LONGEST_POWER} caractères au plus chacun."
        )


def read_bonuses(text: str) -> tuple[tuple[Bonus, int], ...]:
    """« attaque +1, CA +1 »; the same one twice is summed. Raises :class:`BadBonus`."""
    found: dict[Bonus, int] = {}
    for part in _SEPARATORS.split(text.replace("−", "-")):
        if not part.strip():
            continue
        match = _WORDS_FIRST.fullmatch(part) or _AMOUNT_FIRST.fullmatch(part)
        what = _WORDS.get(fold(match["what"])) if match else None
        if match is None or what is None or not 1 <= int(match["amount"]) <= MOST_BONUS:
            raise BadBonus(part.strip())
        found[what] = found.get(what, 0) + int(match["amount"]) * (-1 if match["sign"] == "-" else 1)
        if abs(found[what]) > MOST_BONUS:
            raise BadBonus(part.strip())
    return tuple((bonus, amount) for bonus, amount in found.items() if amount)


def read_powers(text: str) -> tuple[Power, ...]:
    """« Vol ; Lumière »: each hidden. Raises :class:`BadPowers`."""
    texts = [" ".join(part.split()) for part in text.split(";")]
    powers = tuple(Power(words) for words in texts if words)
    if len(powers) > MOST_POWERS or any(len(power.text) > LONGEST_POWER for power in powers):
        raise BadPowers
    return powers


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemRequest:
    """What a game master typed. ``magic`` not said: magic, unless it only has a bonus (OBJ-2)."""

    name: str
    charges: int | None = None
    powers: str = ""
    bonus: str = ""
    magic: bool | None = None
    lender: str = ""


def in_hand(items: Iterable[Item], weapon: str) -> tuple[tuple[Bonus, int, str], ...]:
    """The bonuses of the items that bear the name of the weapon wielded, each with that name (OBJ-2)."""
    wanted = fold(weapon)
    return tuple(
        (bonus, amount, item.name)
        for item in items
        if wanted and fold(item.name) == wanted and not item.inert
        for bonus, amount in item.bonuses
    )


def armour_bonuses(items: Iterable[Item]) -> tuple[tuple[int, str], ...]:
    """What the items that a character has are worth to its armour class, each with its name (OBJ-2)."""
    return tuple(
        (amount, item.name)
        for item in items
        if not item.inert
        for bonus, amount in item.bonuses
        if bonus is Bonus.ARMOUR_CLASS
    )
