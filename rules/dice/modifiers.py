"""What befalls the dice of a group, read in any order, each thing once."""

import re

from rules.dice.cursor import NUMBER, Cursor
from rules.dice.limits import HIGHEST
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
_DROPS = (Choice.DROP_HIGHEST, Choice.DROP_LOWEST)
_SIGN_TWINS = {"≥": ">=", "≤": "<="}


class Modifiers:
    """What befalls the dice whose ``faces`` and ``count`` are these, as far as it is read."""

    def __init__(self, reader: Cursor, count: int, faces: range) -> None:
        self.reader = reader
        self.count = count
        self.faces = faces
        self.start = 0
        self.reroll: Reroll | None = None
        self.explode: Explode | None = None
        self.bounds: dict[str, int] = {}
        self.choices: dict[Choice, int] = {}
        self.success: Comparison | None = None

    def read(self, modifier: re.Match[str] | None) -> Treatment:
        """All that follows, from the first ``modifier`` on."""
        while modifier:
            self.start = self.reader.skipped()
            self.reader.position = modifier.end()
            self.one(modifier)
            modifier = MODIFIER.match(self.reader.text, self.reader.position)
        return Treatment(
            self.reroll,
            self.explode,
            self.bounds.get("mi"),
            self.bounds.get("ma"),
            tuple(sorted(self.choices.items())),
            self.success,
        )

    def one(self, modifier: re.Match[str]) -> None:
        match modifier.lastgroup:
            case "reroll":
                self.read_reroll(modifier["reroll"])
            case "explode":
                self.read_explosion(modifier["explode"])
            case "bound":
                self.read_bound(modifier["bound"][:2])
            case "success":
                self.once(self.success)
                self.success = self.comparison()
            case _:
                self.read_choice(modifier)

    def once(self, already: object) -> None:
        if already is not None:
            raise self.reader.beyond("une autre consigne (celle-ci est déjà donnée à ces dés)", self.start)

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

    def read_reroll(self, word: str) -> None:
        self.once(self.reroll)
        when, until = self.comparison(), word == "rr"
        if until and when.among(self.faces) == self.faces:
            raise self.reader.beyond("une relance qui laisse au moins une face", self.start)
        self.reroll = Reroll(when, until)

    def read_explosion(self, word: str) -> None:
        self.once(self.explode)
        reader = self.reader
        kind = Explosion.ALWAYS if word == "explose" else Explosion(word)
        written = COMPARISON.match(reader.text, reader.position) or NUMBER.match(reader.text, reader.position)
        when = self.comparison() if written else Comparison(Sign.EQUAL, self.faces[-1])
        if kind is not Explosion.ONCE and when.among(self.faces) == self.faces:
            raise reader.beyond("une explosion que toutes les faces ne causent pas", self.start)
        self.explode = Explode(kind, when)

    def read_bound(self, word: str) -> None:
        self.once(self.bounds.get(word))
        self.bounds[word] = self.reader.number(0, HIGHEST, "la valeur d’un dé")
        if self.bounds.get("mi", 0) > self.bounds.get("ma", HIGHEST):
            raise self.reader.beyond("un minimum qui ne passe pas le maximum", self.start)

    def read_choice(self, modifier: re.Match[str]) -> None:
        """Symbols or French: ``k3``, « garde 3 », « garde les 3 meilleurs », « retire le pire »."""
        reader, count = self.reader, self.count
        choice = _CHOICES[modifier["choice"]] if modifier["choice"] else None
        if modifier["only"]:
            choice, position, number = _CHOICES[f"{modifier['verb']} {modifier['only']}"], self.start, 1
        else:
            position = reader.skipped()
            number = reader.number(0, HIGHEST, f"combien de dés garder ou retirer, sur {count}")
        if choice is None:
            choice = self.ranked(modifier["verb"])
        dropping = choice in (Choice.DROP_HIGHEST, Choice.DROP_LOWEST)
        others = [other for other in self.choices if not (dropping and other in _DROPS)]
        self.once(self.choices.get(choice, others[0] if others else None))
        self.choices[choice] = number
        if not dropping and not 1 <= number <= count:
            raise reader.beyond(f"combien de dés garder, de 1 à {count}", position)
        if dropping and sum(self.choices.values()) >= count:
            raise reader.beyond(f"combien de dés retirer, en laissant au moins un dé sur {count}", position)

    def ranked(self, verb: str) -> Choice:
        """« meilleurs » or « pires », after a number; « garde 2 » keeps the best."""
        reader = self.reader
        if found := RANK.match(reader.text, reader.position):
            reader.position = found.end()
            return _CHOICES[f"{verb} {found[1]}"]
        if verb == "garde":
            return Choice.KEEP_HIGHEST
        raise reader.fault("« meilleurs » ou « pires »")
