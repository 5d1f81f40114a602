"""A roll that was hidden is shown to the table."""

from dataclasses import dataclass, replace

from rules.acts import Act, changing
from rules.changes import Operation, Put, Take
from rules.character import Character
from rules.refusals import Refusal


class AlreadyRevealed(Refusal):
    """The table has seen the roll."""

    def __init__(self) -> None:
        super().__init__("Ce jet est déjà révélé.")


class NotYoursToReveal(Refusal):
    """Somebody else's roll, or one that is the game master's alone."""

    def __init__(self) -> None:
        super().__init__("Seul le MdT révèle ce jet, ou qui l’a lancé s’il en voit le résultat.")


@dataclass(frozen=True, slots=True, kw_only=True)
class RevealAct(Act):
    """A hidden act shown to all, by its number; the states that it made in secret are no longer so."""

    revealed_id: int


def reveal(act: Act, act_id: int, character: Character | None = None) -> RevealAct:
    """Shows ``act``, and what it made of its ``character`` in secret, as far as that still stands."""
    if character is None:
        return RevealAct(name=act.name, revealed_id=act_id)
    made = {one.element.uid for one in act.change_of(character.id) if isinstance(one, Put)}
    shown: list[Operation] = []
    for element in character.elements:
        if element.secret and element.uid in made:
            shown += [Take(element), Put(replace(element, secret=False))]
    changes = changing(character, *shown)
    return RevealAct(character_id=character.id, name=act.name, changes=changes, revealed_id=act_id)
