"""What one die gives, with its rerolls and explosions; and dice chosen among an unknown number of them."""

from bisect import insort
from collections.abc import Callable

from rules.dice.law import Law, mapped
from rules.dice.limits import MOST_EXPLOSIONS
from rules.dice.pool import Choice, Explosion, Pool, Treatment
from rules.dice.throwing import NEVER

# The lowest values so far, the highest, and the sum of all: what a choice must remember of the dice thrown.
State = tuple[tuple[int, ...], tuple[int, ...], int]


def face_law(pool: Pool) -> Law:
    """The face that a die shows in the end: rerolled once, or as long as it must."""
    faces, reroll = pool.faces, pool.treatment.reroll if pool.treatment else None
    again = reroll.when.among(faces) if reroll else NEVER
    if reroll is None or not again:
        return Law(dict.fromkeys(faces, 1), len(faces))
    if reroll.until:
        left = [face for face in faces if face not in again]
        return Law(dict.fromkeys(left, 1), len(left))
    # Either shown at once, or by the second throw, whatever it is.
    return Law({face: len(again) + (0 if face in again else len(faces)) for face in faces}, len(faces) ** 2)


def bursting(pool: Pool, treatment: Treatment) -> tuple[range, int]:
    """The faces that explode, and how many times one die may."""
    explode = treatment.explode
    if explode is None:
        return NEVER, 0
    return explode.when.among(pool.faces), 1 if explode.kind is Explosion.ONCE else MOST_EXPLOSIONS


def counted(treatment: Treatment, value: int) -> int:
    """What a die that counts adds to the total: itself, or 1 for a success."""
    return value if treatment.success is None else int(treatment.success.holds(value))


def unit_law(pool: Pool, *, counting: bool = True) -> Law:
    """What a die and its explosions add up to; ``counting``: successes rather than values, if they are counted.

    The chain is exact to its last link: at the hundredth explosion a die shows a face that explodes no more.
    """
    treatment = pool.treatment or Treatment()

    def worth(value: int) -> int:
        bounded = treatment.worth(value)
        return counted(treatment, bounded) if counting else bounded

    if treatment.compound:
        return mapped(_chain(pool, treatment, lambda face: face), worth)
    return _chain(pool, treatment, worth)


def _chain(pool: Pool, treatment: Treatment, worth: Callable[[int], int]) -> Law:
    faces = face_law(pool)
    burst, most = bursting(pool, treatment)
    last = mapped(faces, worth)
    if not burst:
        return last
    ends = [(worth(face), weight) for face, weight in faces.weights.items() if face not in burst]
    goes_on = [(worth(face), weight) for face, weight in faces.weights.items() if face in burst]
    law = last
    for _ in range(most):  # from the last link of the chain to the first
        weights: dict[int, int] = {}
        for value, weight in ends:
            weights[value] = weights.get(value, 0) + weight * law.whole
        for value, weight in goes_on:
            for more, factor in law.weights.items():
                weights[value + more] = weights.get(value + more, 0) + weight * factor
        law = Law(weights, law.whole * faces.whole)
    return law


def chosen_among_explosions(pool: Pool, treatment: Treatment) -> Law:
    """The law of dice chosen where each explosion is one more die to choose from."""
    kept = dict(treatment.choices)
    low = kept.get(Choice.KEEP_LOWEST, 0) or kept.get(Choice.DROP_LOWEST, 0)
    high = kept.get(Choice.KEEP_HIGHEST, 0) or kept.get(Choice.DROP_HIGHEST, 0)
    dropping = Choice.DROP_LOWEST in kept or Choice.DROP_HIGHEST in kept

    def follow(state: State, face: int) -> State:
        value = treatment.worth(face)
        lowest, highest, total = state
        return (
            _among(lowest, value, low)[:low],
            _among(highest, value, high)[-high:] if high else (),
            total + counted(treatment, value) if dropping else 0,
        )

    def worth(state: State) -> int:
        chosen = sum([counted(treatment, value) for value in (*state[0], *state[1])])
        return state[2] - chosen if dropping else chosen

    faces = face_law(pool)
    states: dict[State, int] = {((), (), 0): 1}
    for _ in range(pool.count):
        states = _one_more(states, faces, *bursting(pool, treatment), follow)
    _, most = bursting(pool, treatment)
    weights: dict[int, int] = {}
    for state, weight in states.items():
        value = worth(state)
        weights[value] = weights.get(value, 0) + weight
    return Law(weights, faces.whole ** ((most + 1) * pool.count))


def _one_more(
    states: dict[State, int], faces: Law, burst: range, most: int, follow: Callable[[State, int], State]
) -> dict[State, int]:
    """The states after one more die and its explosions, its weights adding up to ``faces.whole ** (most + 1)``."""
    done: dict[State, int] = {}
    alive = states
    for explosions in range(most + 1):
        unthrown = faces.whole ** (most - explosions)
        exploded: dict[State, int] = {}
        for state, weight in alive.items():
            for face, factor in faces.weights.items():
                after = follow(state, face)
                if face in burst and explosions < most:
                    exploded[after] = exploded.get(after, 0) + weight * factor
                else:
                    done[after] = done.get(after, 0) + weight * factor * unthrown
        alive = exploded
    return done


def _among(values: tuple[int, ...], value: int, most: int) -> tuple[int, ...]:
    """The values in order, one more among them, if any may be remembered."""
    if not most:
        return ()
    ordered = list(values)
    insort(ordered, value)
    return tuple(ordered)
