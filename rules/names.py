"""Names of characters: what is accepted, and what makes two names the same (CRE-3)."""

import re
import unicodedata
from collections.abc import Collection
from enum import StrEnum
from itertools import islice

from rules.refusals import Refusal

LONGEST = 64  # characters of a name
LONGEST_KEY = 256  # characters of a folded name, which may be longer than the name
MOST_MARKS = 3  # combining marks on one letter

_JOINER = "\u200d"
_EMOJI_STYLES = "\ufe0e\ufe0f"
# A joiner or a style that stands where emoji put it: these and no other invisible character may stay.
_PICTURE = "[©®‼⁉\u2100-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
_IN_EMOJI = re.compile(f"(?<={_PICTURE})[{_EMOJI_STYLES}]|(?<=[0-9*])\ufe0f(?=\u20e3)")
_JOINED = re.compile(f"(?<={_PICTURE}){_JOINER}(?={_PICTURE})")
# Invisible though Unicode counts them as letters, marks or symbols.
_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0") | frozenset(
    map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))
)
_DIRECTIONS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class NameFault(StrEnum):
    """Why a name is refused; the value completes the sentence that the player reads."""

    EMPTY = "il est vide"
    TOO_LONG = "il est trop long"
    NEW_LINE = "il contient un retour à la ligne ou un caractère de commande"
    DIRECTION = "il contient une marque invisible de sens d’écriture"
    INVISIBLE = "il contient un caractère invisible"
    MARKS = f"il empile plus de {MOST_MARKS} accents sur une lettre"
    RESERVED = "le signe # au début est réservé aux numéros"
    BROKEN = "il contient un caractère incomplet"


class BadName(Refusal):
    """A name that cannot be kept. ``fault`` says why."""

    def __init__(self, fault: NameFault, longest: int = LONGEST) -> None:
        self.fault = fault
        self.longest = longest
        super().__init__(
            f"Ce nom ne convient pas : {fault}. Choisissez-en un autre, de 1 à {longest} caractères."
        )


class NameTaken(Refusal):
    """Another character of the server has this name (CRE-3)."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(
            f"Le nom « {name} » est déjà pris sur ce serveur, archives comprises : choisissez-en un autre."
        )


def clean_name(text: str, longest: int = LONGEST) -> str:
    """``text`` as a name is kept: composed (NFC), without outer or doubled spaces. Raises :class:`BadName`.

    Markdown, emoji and mentions stay: messages escape them when they show a name.
    """
    text = text.strip()
    if len(text) > 4 * longest:
        raise BadName(NameFault.TOO_LONG, longest)
    if fault := _bad_character(text):
        raise BadName(fault, longest)
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if fault := _bad_shape(name, longest):
        raise BadName(fault, longest)
    return name


def numbered(name: str, count: int, taken: Collection[str] = ()) -> tuple[str, ...]:
    """``count`` names made of ``name``: alone when there is one, else « Rat 1 », « Rat 2 »…

    Numbers whose key is ``taken`` are passed over. Raises :class:`BadName` when a number makes it too long.
    """
    if count == 1:
        return (clean_name(name),)
    names = (clean_name(f"{name} {number}") for number in range(1, count + len(taken) + 1))
    return tuple(islice((name for name in names if name_key(name) not in taken), count))


def name_key(text: str) -> str:
    """What two names share when they are the same (CRE-3): folded in case, spaces, apostrophes and form.

    Accents count.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return " ".join(folded.replace("’", "'").split())


def _bad_character(text: str) -> NameFault | None:
    """The fault of the first character that no name may hold."""
    for character in _JOINED.sub("", _IN_EMOJI.sub("", text)):
        category = unicodedata.category(character)
        if category == "Cs":
            return NameFault.BROKEN
        if category in ("Cc", "Zl", "Zp"):
            return NameFault.NEW_LINE
        if character in _DIRECTIONS:
            return NameFault.DIRECTION
        if category == "Cf" or character in _BLANKS:
            return NameFault.INVISIBLE
    return None


def _bad_shape(name: str, longest: int) -> NameFault | None:
    """The fault of a whole name, made of characters that are each accepted."""
    marks = run = 0
    for character in name:
        run = run + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        marks = max(marks, run)
    if marks > MOST_MARKS:
        return NameFault.MARKS
    if all(unicodedata.category(character)[0] in "ZM" for character in name):
        return NameFault.EMPTY
    if len(name) > longest or len(name_key(name)) > LONGEST_KEY:
        return NameFault.TOO_LONG
    return NameFault.RESERVED if name_key(name).startswith("#") else None
