"""States that the game master gives and lifts (SAN-4)."""

from rules.acts import changing
from rules.campaign import Scene
from rules.changes import Put
from rules.character import Character, Element, ElementKind, State
from rules.clock import Duration
from rules.madness import ElementAct, NothingChanges
from rules.refusals import Refusal
from rules.rolls import require_in_play

ENDLESS = frozenset({State.UNCONSCIOUS, State.DEAD, State.CONSUMED})  # only an act lifts them
ADDABLE = tuple(state for state in State if state is not State.DYING)  # « mourant » is computed


class Endless(Refusal):
    """A state that no time ends."""

    def __init__(self, state: State) -> None:
        self.state = state
        super().__init__(f"« {state.label} » n’a pas de durée : un acte le lève, jamais l’horloge.")


def add(scene: Scene, state: State, key: str, duration: Duration | None = None, text: str = "") -> ElementAct:
    """Puts a state, with its end on the clock and what the game master says of it.

    Causes are followed apart (JET-5): the same state may come twice, but for those without end.
    Raises :class:`Endless`, ``OutOfPlay``, ``NothingChanges``.
    """
    character, clock = scene.character, scene.campaign.clock
    require_in_play(character)
    if state in ENDLESS:
        if duration is not None:
            raise Endless(state)
        if character.has(state):
            raise NothingChanges(f"{character.name} est déjà {state.label}.")
    element = Element(
        f"{key}.etat",
        ElementKind.STATE,
        state,
        f"{state.label} ({text})" if text else state.label,
        ends_at=clock + duration.seconds if duration else None,
        in_rounds=duration.in_rounds if duration else False,
        since=clock,
    )
    return ElementAct(
        character_id=character.id,
        name=character.name,
        changes=changing(character, Put(element)),
        element=element,
    )


def present(character: Character, clock: int) -> tuple[Element, ...]:
    """The states that can be lifted now."""
    return tuple(character.states(clock))
