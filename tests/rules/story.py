"""What happens to a character around *Destin héroïque*: a followed roll, then other acts, then the reroll (HER-5)."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from rules import corruption, destiny, health, horror
from rules.acts import Act
from rules.changes import Add, Change, Counter, LaterChange, apply, inverse
from rules.character import Character
from rules.corruption import Occasion
from rules.destiny import Destiny, LastRoll
from rules.horror import Ordeal, Situation
from rules.refusals import Refusal
from tests.characters import black_magician, campaign, scene, thief, warrior
from tests.dice import ScriptedDice

UNBEARABLE = Ordeal(Situation.UNBEARABLE)
FRAGILE = warrior(scores=(16, 12, 14, 10, 3, 13), madness=2, wounds=10)  # SAG 3
ON_THE_EDGE = black_magician(corruption=29, stages_suffered=2, madness=14)  # SAG 8
DYING = thief(wounds=20)


class Story:
    """What happens to a character: a followed roll as act 100, then others, then the reroll."""

    def __init__(self, character: Character) -> None:
        self.start = self.character = character
        self.first: Act | None = None
        self.later: list[LaterChange] = []

    def throws(self, act: Act) -> "Story":
        self.first = act
        self.character = apply(self.character, act.change_of(act.character_id or 0))
        return self

    def then(self, act: Act | Change) -> "Story":
        change = act if isinstance(act, tuple) else act.change_of(self.character.id)
        self.character = apply(self.character, change)
        self.later.append(LaterChange(101 + len(self.later), change))
        return self

    def last(self, **facts: Any) -> LastRoll:
        assert self.first is not None
        return replace(LastRoll(100, self.first, None, later=tuple(self.later)), **facts)

    def rerolls(self, *faces: int, **where: Any) -> tuple[Character, Destiny]:
        dice = ScriptedDice(*faces)
        act = destiny.reroll(scene(self.character, **where), self.last(), dice, "9")
        assert dice.left == 0
        change = act.change_of(self.character.id)
        after = apply(self.character, change)
        back = apply(after, inverse(change))
        assert set(back.elements) == set(self.character.elements)
        assert replace(back, elements=()) == replace(self.character, elements=())
        return after, act

    def refuses(self, refusal: type[Refusal], last: LastRoll | None = None, **where: Any) -> Refusal:
        """Refused before any die is thrown."""
        with pytest.raises(refusal) as caught:
            destiny.reroll(scene(self.character, **where), last or self.last(), ScriptedDice(), "9")
        return caught.value


def horrified(*faces: int, one: Character = FRAGILE) -> Story:
    return Story(one).throws(horror.face(one, UNBEARABLE, campaign(), ScriptedDice(*faces), "7"))


def corrupted(*faces: int, one: Character = ON_THE_EDGE) -> Story:
    act = corruption.threaten(one, 3, Occasion.CASTING, campaign(), ScriptedDice(*faces), "7")
    return Story(one).throws(act)


def saved(face: int, one: Character = DYING) -> Story:
    return Story(one).throws(health.death_save(one, campaign(), ScriptedDice(face), "7"))


def spent(one: Character) -> Character:
    return apply(one, (Add(Counter.HEROISM, -1),))


def same(one: Character, other: Character) -> bool:
    return set(one.elements) == set(other.elements) and replace(one, elements=()) == replace(
        other, elements=()
    )


# The book's example: 1d4 + 1 makes folie 2 → 7 against SAG 3, so two Folie rolls (FOL-1).
FAILURES: dict[str, Callable[[], Story]] = {
    "horror": lambda: horrified(1, 1, 6, 4, 2, 7),
    "temporary madness": lambda: horrified(1, 10, 6, 3, 4, 2, 2),
    "corruption": lambda: corrupted(20, 14),
    "death": lambda: saved(1),
}
