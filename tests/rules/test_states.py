"""States that the game master gives (SAN-4)."""

import pytest

from rules import states
from rules.changes import apply
from rules.character import State
from rules.clock import parse_duration
from rules.madness import NothingChanges
from rules.rolls import OutOfPlay
from tests.characters import scene, warrior


@pytest.mark.parametrize("state", states.ADDABLE)
def test_every_state_of_the_rules_is_put_and_seen(state: State) -> None:
    act = states.add(scene(warrior(), clock=100), state, "k")
    after = apply(warrior(), act.change_of(1))
    assert after.has(state, 10**9)
    assert act.element.since == 100
    assert set(State) - set(states.ADDABLE) == {State.DYING}


@pytest.mark.parametrize("state", states.ADDABLE)
def test_a_duration_is_an_end_on_the_clock_but_for_the_endless(state: State) -> None:
    if state in (State.DEAD, State.UNCONSCIOUS, State.CONSUMED):
        with pytest.raises(states.Endless, match="pas de durée"):
            states.add(scene(warrior()), state, "k", parse_duration("1 h"))
        return
    act = states.add(scene(warrior(), clock=100), state, "k", parse_duration("5 rounds"), "à bout")
    assert (act.element.ends_at, act.element.in_rounds) == (150, True)
    assert act.element.text == f"{state.label} (à bout)"
    after = apply(warrior(), act.change_of(1))
    assert (after.has(state, 149), after.has(state, 150)) == (True, False)


def test_causes_of_exhaustion_add_up_but_nobody_is_dead_twice() -> None:
    one = warrior()
    for key in "ab":
        one = apply(one, states.add(scene(one), State.EXHAUSTED, key).change_of(1))
    assert len(states.present(one, 0)) == 2
    one = apply(one, states.add(scene(one), State.UNCONSCIOUS, "c").change_of(1))
    with pytest.raises(NothingChanges):
        states.add(scene(one), State.UNCONSCIOUS, "d")
    one = apply(one, states.add(scene(one), State.DEAD, "e").change_of(1))
    with pytest.raises(OutOfPlay):
        states.add(scene(one), State.EXHAUSTED, "f")
