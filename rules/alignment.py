"""The nine alignments, and which ones the classes allow (CLA-3)."""

from collections.abc import Iterable
from enum import StrEnum

from rules.classes import CharacterClass
from rules.data import fold


class Law(StrEnum):
    """The first component."""

    LAWFUL = "loyal"
    NEUTRAL = "neutre"
    CHAOTIC = "chaotique"


class Moral(StrEnum):
    """The second component."""

    GOOD = "bon"
    NEUTRAL = "neutre"
    EVIL = "mauvais"


class Alignment(StrEnum):
    """An alignment. Value: its key in data and options."""

    LAWFUL_GOOD = "loyal_bon"
    LAWFUL_NEUTRAL = "loyal_neutre"
    LAWFUL_EVIL = "loyal_mauvais"
    NEUTRAL_GOOD = "neutre_bon"
    NEUTRAL = "neutre"
    NEUTRAL_EVIL = "neutre_mauvais"
    CHAOTIC_GOOD = "chaotique_bon"
    CHAOTIC_NEUTRAL = "chaotique_neutre"
    CHAOTIC_EVIL = "chaotique_mauvais"

    @property
    def law(self) -> Law:
        return Law(self.value.split("_")[0])

    @property
    def good(self) -> Moral:
        return Moral(self.value.split("_")[-1])

    @property
    def label(self) -> str:
        """The name that a player reads: « Loyal Bon », « Neutre »."""
        return self.value.replace("_", " ").title()


# Read once: the menus of a creation judge every set of classes against every alignment.
_PARTS = {one: (one.law, one.good) for one in Alignment}
_LAW_WORDS = {
    Law.LAWFUL: ("loyal", "loyale", "l"),
    Law.NEUTRAL: ("neutre", "n"),
    Law.CHAOTIC: ("chaotique", "c"),
}
_MORAL_WORDS = {
    Moral.GOOD: ("bon", "bonne", "b"),
    Moral.NEUTRAL: ("neutre", "n"),
    Moral.EVIL: ("mauvais", "mauvaise", "m"),
}


def find(text: str) -> Alignment | None:
    """The alignment that ``text`` names: key, label, feminine or initials, in either order, accents or not.

    None when it names none, or only half of one (« loyal »).
    """
    words = fold(text).split()
    if len(words) == 1:
        words = list(words[0]) if len(words[0]) == 2 else words * 2
    if len(words) != 2:
        return None
    return next((one for one in Alignment if _named(one, *words) or _named(one, *reversed(words))), None)


def _named(alignment: Alignment, law: str, moral: str) -> bool:
    return law in _LAW_WORDS[alignment.law] and moral in _MORAL_WORDS[alignment.good]


def allowed(classes: Iterable[CharacterClass]) -> tuple[Alignment, ...]:
    """The alignments that all of ``classes`` accept, in the printed order; perhaps none (CLA-3)."""
    followed = tuple(classes)
    return tuple(
        alignment
        for alignment, parts in _PARTS.items()
        if all(one.allows_alignment(*parts) for one in followed)
    )


def demand(character_class: CharacterClass) -> str:
    """What a class asks of an alignment, in words: « jamais bon »; empty when it asks nothing (CLA-3)."""
    words = [
        *_asked(character_class.orders, [order.value for order in Law]),
        *_asked(character_class.morals, [moral.value for moral in Moral]),
    ]
    return ", ".join(words)


def _asked(accepted: tuple[str, ...], components: list[str]) -> list[str]:
    if len(accepted) == 1:
        return [f"toujours {accepted[0]}"]
    return [f"jamais {component}" for component in components if component not in accepted]
