"""What an alteration adds to named rolls: read from the game master's words, found at each roll (COR-6)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from rules.abilities import Ability
from rules.character import Character
from rules.data import fold
from rules.refusals import Refusal
from rules.saves import SaveCategory

ATTACK = "attaque"
DAMAGE = "dommages"
SAVE = "sauvegarde"  # every save; « sauvegarde.mort »: that column alone
CHECK = "jet"  # every ability check; « jet.cha »: that one alone
SKILL = "talent"
MOST = 20  # points of one effect

_WORDS = {
    **dict.fromkeys(("attaque", "attaques", "jet d attaque", "jets d attaque", "attaquer"), ATTACK),
    **dict.fromkeys(("dommages", "dommage", "degats", "degat"), DAMAGE),
    **dict.fromkeys(
        ("sauvegarde", "sauvegardes", "js", "jet de sauvegarde", "jets de sauvegarde"),
        SAVE,
    ),
    **dict.fromkeys(
        ("jet", "jets", "caracteristique", "jet de caracteristique", "jets de caracteristique"), CHECK
    ),
    **dict.fromkeys(("talent", "talents", "jet de talent"), SKILL),
}
_ABILITIES = {
    "force": Ability.STRENGTH,
    "dexterite": Ability.DEXTERITY,
    "constitution": Ability.CONSTITUTION,
    "intelligence": Ability.INTELLIGENCE,
    "sagesse": Ability.WISDOM,
    "charisme": Ability.CHARISMA,
    **{ability.value: ability for ability in Ability},
}
_PARTS = re.compile(r"[,;/]|\bet\b")
_PART = re.compile(r"(?P<what>[^\d+-]*?)\s*(?P<sign>[+-])\s*(?P<amount>\d{1,3})\s*")
_REVERSED = re.compile(r"\s*(?P<sign>[+-])\s*(?P<amount>\d{1,3})\s*(?P<what>[^\d+-]+)")


class BadEffect(Refusal):
    """An effect that cannot be read."""

    def __init__(self, text: str) -> None:
        self.text = text
        super().__init__(
            f"Effet illisible : « {text[:64]} ». Exemples : « FOR −2 », « attaque −1 », « dommages −1 », "
            "« sauvegarde −1 », « sauvegarde mort −2 », « jet CHA −2 », « talent −10 » ; une virgule en sépare plusieurs."
        )


@dataclass(frozen=True, slots=True)
class Effect:
    """Points of ability lost or won (FOR −2 is −2), and what is added to named rolls."""

    losses: Mapping[Ability, int] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    maluses: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}), hash=False)


def read(text: str) -> Effect:
    """The effect that a game master typed: « FOR −2, attaque −1 »; the same one twice is summed. Raises :class:`BadEffect`."""
    losses: dict[Ability, int] = {}
    maluses: dict[str, int] = {}
    for part in _PARTS.split(text.replace("−", "-").replace("–", "-")):
        if not part.strip():
            continue
        what, amount = _read_part(part)
        if what in _ABILITIES:
            key = _ABILITIES[what]
            losses[key] = _added(losses.get(key, 0), amount, MOST, part)
        else:
            roll = _roll(what, part)
            maluses[roll] = _added(maluses.get(roll, 0), amount, 100 if roll == SKILL else MOST, part)
    return Effect(
        MappingProxyType({ability: amount for ability, amount in losses.items() if amount}),
        MappingProxyType({roll: amount for roll, amount in maluses.items() if amount}),
    )


def _added(before: int, amount: int, most: int, part: str) -> int:
    """The same effect named again adds up, within its bounds. Raises :class:`BadEffect`."""
    if abs(before + amount) > most:
        raise BadEffect(part.strip())
    return before + amount


def _read_part(part: str) -> tuple[str, int]:
    match = _PART.fullmatch(part) or _REVERSED.fullmatch(part)
    if match is None:
        raise BadEffect(part.strip())
    amount = int(match["amount"])
    what = fold(match["what"]).removeprefix("a l ").removeprefix("aux ").removeprefix("en ")
    if not what or not amount or amount > (100 if _WORDS.get(what) == SKILL else MOST):
        raise BadEffect(part.strip())
    return what, -amount if match["sign"] == "-" else amount


def _roll(what: str, part: str) -> str:
    """The key of a named roll. Raises :class:`BadEffect`."""
    if what in _WORDS:
        return _WORDS[what]
    first, _, rest = what.partition(" ")
    rest = rest.removeprefix("de ").removeprefix("contre ").removeprefix("la ").removeprefix("les ")
    if first in ("jet", "jets") and rest in _ABILITIES:
        return f"{CHECK}.{_ABILITIES[rest].value}"
    if first in ("sauvegarde", "sauvegardes", "js"):
        for category in SaveCategory:
            if rest in (category.value, *fold(category.label).split()):
                return f"{SAVE}.{category.value}"
    raise BadEffect(part.strip())


def label(key: str) -> str:
    """A named roll as it reads: « jet CHA », « sauvegarde (poison, mort) »."""
    name, _, narrow = key.partition(".")
    if not narrow:
        return {CHECK: "jets de caractéristique", SAVE: "sauvegardes", SKILL: "talents"}.get(name, name)
    if name == CHECK:
        return f"jet {Ability(narrow).label}"
    return f"sauvegarde ({SaveCategory(narrow).label})"


def on(character: Character, *names: str) -> tuple[tuple[int, str], ...]:
    """What bears on a roll of one of these names, each with the words of its cause; ready for ``modifiers``."""
    return tuple(
        (amount, element.text)
        for element in character.elements
        for name, amount in element.maluses
        if name in names
    )


def on_attack(character: Character) -> tuple[tuple[int, str], ...]:
    return on(character, ATTACK)


def on_damage(character: Character) -> tuple[tuple[int, str], ...]:
    return on(character, DAMAGE)


def on_save(character: Character, category: SaveCategory) -> tuple[tuple[int, str], ...]:
    return on(character, SAVE, f"{SAVE}.{category.value}")


def on_check(character: Character, ability: Ability) -> tuple[tuple[int, str], ...]:
    return on(character, CHECK, f"{CHECK}.{ability.value}")


def on_skill(character: Character) -> tuple[tuple[int, str], ...]:
    return on(character, SKILL)
