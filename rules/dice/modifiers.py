"""What befalls the dice of a group, read in any order, each thing once."""

import re
from typing import Any

from rules.dice.cursor import NUMBER, Cursor
from rules.dice.limits import HIGHEST, LimitError
from rules.dice.pool import Choice, Comparison, Explode, Explosion, Reroll, Sign, Treatment
from rules.dice.words import COMPARISON, MODIFIER, RANK

_CHOICES = {
    "k": Choice.KEEP_HIGHEST,
    "kh": Choice.KEEP_HIGHEST,
    "kl": Choice.KEEP_LOWEST,
    "dh": Choice.DROP_HIGHEST,
    "dl": Choice.DROP_LOWEST,
    "garde meilleur": Choice.KEEP_HIGHEST,
    "garde pire": Choice.KEEP_LOWEST,
    "retire meilleur": Choice.DROP_HIGHEST,
    "retire pire": Choice.DROP_LOWEST,
}
_DROPS = frozenset({Choice.DROP_HIGHEST, Choice.DROP_LOWEST})
_ONCE = "une autre consigne (celle-ci est déjà donnée à ces dés)"
_HOW_MANY = "combien de dés garder ou retirer"
_SIGN_TWINS = {"≥": ">=", "≤": "<="}


class Modifiers:
    """What befalls the dice whose ``faces`` and ``count`` are these; ``given``, as far as it is read."""

    __slots__ = ("choices", "count", "faces", "given", "reader", "start")

    def __init__(self, reader: Cursor, count: int, faces: range) -> None:
        self.reader = reader
        self.count = count
        self.faces = faces
        self.start = 0
        self.given: dict[str, Any] = {}
        self.choices: dict[Choice, int] = {}

    def read(self, modifier: re.Match[str] | None) -> Treatment:
        """All that follows, from the first ``modifier`` on."""
        reader = self.reader
        while modifier:
            self.start = reader.position
            reader.position = modifier.end()
            kind = modifier.lastgroup
            if kind == "choice":
                self.read_choice(_CHOICES[modifier["choice"]])
            elif kind == "verb" or kind == "only":
                self.read_words(modifier["verb"], modifier["only"])
            elif kind == "reroll":
                self.give("reroll", self.reroll(until=modifier["reroll"] == "rr"))
            elif kind == "explode":
                self.give("explode", self.explosion(modifier["explode"]))
            elif kind == "bound":
                self.read_bound("lowest" if modifier["bound"].startswith("mi") else "highest")
            else:
                self.give("success", self.comparison())
            at_end = reader.position == len(reader.text)
            modifier = None if at_end else MODIFIER.match(reader.text, reader.position)
        if self.choices:
            self.given["choices"] = tuple(sorted(self.choices.items()))
        return Treatment(**self.given)

    def beyond(self, expected: str) -> LimitError:
        """A refusal where the words under way begin."""
        return self.reader.beyond(expected, self.reader.skipped(self.start))

    def give(self, name: str, value: object) -> None:
        if name in self.given:
            raise self.beyond(_ONCE)
        self.given[name] = value

    def comparison(self) -> Comparison:
        """``>= 5``, or ``5`` for « = 5 »."""
        reader, sign = self.reader, Sign.EQUAL
        negative = False
        if found := COMPARISON.match(reader.text, reader.position):
            reader.position = found.end()
            sign = Sign(_SIGN_TWINS.get(found[1], found[1]))
            negative = bool(found[2])
        number = reader.number(0, HIGHEST, "une comparaison (>=, >, <=, <, =) et une face")
        return Comparison(sign, -number if negative else number)

    def reroll(self, *, until: bool) -> Reroll:
        when = self.comparison()
        if until and when.among(self.faces) == self.faces:
            raise self.beyond("une relance qui laisse au moins une face")
        return Reroll(when, until)

    def explosion(self, word: str) -> Explode:
        reader = self.reader
        kind = Explosion.ALWAYS if word == "explose" else Explosion(word)
        written = COMPARISON.match(reader.text, reader.position) or NUMBER.match(reader.text, reader.position)
        when = self.comparison() if written else Comparison(Sign.EQUAL, self.faces[-1])
        if kind is not Explosion.ONCE and when.among(self.faces) == self.faces:
            raise self.beyond("une explosion que toutes les faces ne causent pas")
        return Explode(kind, when)

    def read_bound(self, name: str) -> None:
        self.give(name, self.reader.number(0, HIGHEST, "la valeur d’un dé"))
        if self.given.get("lowest", 0) > self.given.get("highest", HIGHEST):
            raise self.beyond("un minimum qui ne passe pas le maximum")

    def read_words(self, verb: str, only: str | None) -> None:
        """French: « garde 3 », « garde les 3 meilleurs », « retire le pire »."""
        if only:
            self.choose(_CHOICES[f"{verb} {only}"], 1, self.start)
            return
        position = self.reader.position
        number = self.reader.number(0, HIGHEST, _HOW_MANY)
        self.choose(self.ranked(verb), number, position)

    def read_choice(self, choice: Choice) -> None:
        """Symbols: ``k3``."""
        position = self.reader.position
        self.choose(choice, self.reader.number(0, HIGHEST, _HOW_MANY), position)

    def choose(self, choice: Choice, number: int, position: int) -> None:
        """One choice, or one of each drop. ``position``: where ``number`` is written."""
        dropping = choice in _DROPS
        if self.choices and (choice in self.choices or not (dropping and _DROPS.issuperset(self.choices))):
            raise self.beyond(_ONCE)
        self.choices[choice] = number
        if not dropping and not 1 <= number <= self.count:
            expected = f"combien de dés garder, de 1 à {self.count}"
            raise self.reader.beyond(expected, self.reader.skipped(position))
        if dropping and sum(self.choices.values()) >= self.count:
            expected = f"combien de dés retirer, en laissant au moins un dé sur {self.count}"
            raise self.reader.beyond(expected, self.reader.skipped(position))

    def ranked(self, verb: str) -> Choice:
        """« meilleurs » or « pires », after a number; « garde 2 » keeps the best."""
        reader = self.reader
        if found := RANK.match(reader.text, reader.position):
            reader.position = found.end()
            return _CHOICES[f"{verb} {found[1]}"]
        if verb == "garde":
            return Choice.KEEP_HIGHEST
        raise reader.fault("« meilleurs » ou « pires »")
