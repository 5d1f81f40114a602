"""What bounds a formula and its throw, and the refusals of the engine: nothing else ever escapes from it."""

from rules.refusals import Refusal

LONGEST = 200  # characters of a formula
DEEPEST = 32  # parentheses open at once
MOST_PARTS = 10  # expressions separated by « ; »
HIGHEST = 1_000_000  # sides of a die, and any number written
MOST_THROWS = 1_000  # dice thrown in all, rerolls and explosions included
MOST_EXPLOSIONS = 100  # of one die: the hundredth is its last
HIGHEST_TOTAL = 2**63 - 1  # what a column and JSON keep whole; as much under zero


class DiceError(Refusal):
    """The engine's own refusal, of a formula or of its throw."""


class FormulaError(DiceError):
    """A text that the grammar does not read: where (from 0, in ``text``) and what was expected there."""

    def __init__(self, text: str, position: int, expected: str) -> None:
        self.text = text
        self.position = position
        self.expected = expected
        super().__init__(
            f"Formule de dés incomprise au caractère {position + 1} : attendu : {expected}. "
            "Exemples : 2d6+1, 1d6x100, 4d6k3 (garder les trois meilleurs)."
        )


class LimitError(FormulaError):
    """A text that the grammar reads, but that passes a limit, or asks what dice cannot do."""


class TooManyThrows(DiceError):
    """Rerolls and explosions made more dice than one answer may hold."""

    def __init__(self) -> None:
        super().__init__(
            f"Relances et explosions comprises, ce jet dépasse {MOST_THROWS} dés : réduisez la formule, ou `fois`."
        )


class DivisionByZero(DiceError):
    """A divisor is worth 0."""

    def __init__(self) -> None:
        super().__init__("Ce jet divise par zéro : changez le diviseur.")


class TotalTooGreat(DiceError):
    """A total that 64 bits do not hold."""

    def __init__(self) -> None:
        super().__init__("Ce total passe 9 × 10¹⁸, le plus grand qui se garde : réduisez la formule.")


class UnknownValue(DiceError):
    """The formula names a value that nobody gives. ``name``: as a sheet writes it."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(
            f"La formule nomme « {name} » : il faut un personnage actif qui ait cette valeur "
            "(`/personnage activer`)."
        )
