"""What showing a hidden act to all changes."""

from dataclasses import replace

from rules.changes import apply, inverse
from rules.horror import HorrorAct, Ordeal, Situation, face
from rules.reveals import reveal
from rules.rolls import free_roll
from tests.characters import campaign, warrior
from tests.dice import ScriptedDice


def horror(*, secret: bool = True) -> HorrorAct:
    """Fafhrd fails, and is paralysed for a round."""
    ordeal = Ordeal(Situation.HORRIBLE)
    return face(warrior(), ordeal, campaign(), ScriptedDice(1, 1, 1, 1), "7", secret=secret)


def test_a_state_made_in_secret_is_no_longer_so() -> None:
    act = horror()
    frightened = apply(warrior(), act.change_of(1))
    assert list(frightened.public_states(0)) == []
    shown = reveal(act, 12, frightened)
    after = apply(frightened, shown.change_of(1))
    (state,) = after.public_states(0)
    assert replace(state, secret=True) == next(frightened.states(0))
    assert apply(after, inverse(shown.change_of(1))) == frightened
    assert (shown.revealed_id, shown.character_id, shown.name) == (12, 1, "Fafhrd")


def test_what_was_never_secret_or_is_over_is_left_alone() -> None:
    assert reveal(horror(secret=False), 12, apply(warrior(), horror(secret=False).change_of(1))).changes == ()
    assert reveal(horror(), 12, warrior()).changes == ()


def test_another_secret_state_stays_secret() -> None:
    frightened = apply(warrior(), horror().change_of(1))
    other = replace(next(frightened.states(0)), uid="autre")
    act = reveal(horror(), 12, replace(frightened, elements=(*frightened.elements, other)))
    shown = apply(replace(frightened, elements=(*frightened.elements, other)), act.change_of(1))
    assert [one.uid for one in shown.states(0) if one.secret] == ["autre"]


def test_a_roll_of_nobody_changes_nothing() -> None:
    assert reveal(free_roll("2d6", ScriptedDice(1, 2)), 3).character_id is None
