"""Any value of the rules that the database keeps, whether or not a game could make it."""

from dataclasses import fields
from typing import Any, get_args, get_type_hints

from hypothesis import strategies as st

from bot.storage.mapping import KINDS
from rules.acts import Act
from rules.changes import Set
from rules.character import Character

FACTS = get_type_hints(Character)
WORDS = st.text(max_size=12)
NUMBERS = st.integers(min_value=-(2**53), max_value=2**53)
_ACTS: dict[type[Act], st.SearchStrategy[Act]] = {}  # each made once


def _sets() -> st.SearchStrategy[Set]:
    """Any fact of a character, old → new, each of the fact's own type."""
    return st.one_of(
        [
            st.builds(Set, st.just(fact), st.from_type(FACTS[fact]), st.from_type(FACTS[fact]))
            for fact in sorted(FACTS)
        ]
    )


def acts(kind: type[Act]) -> st.SearchStrategy[Act]:
    """Any act of this kind."""
    if kind not in _ACTS:
        parts = {name: st.from_type(of) for name, of in get_type_hints(kind).items()}
        _ACTS[kind] = st.builds(kind, **parts)
    return _ACTS[kind]


def _tuples(kind: type[tuple[Any, ...]]) -> st.SearchStrategy[tuple[Any, ...]]:
    """Any tuple of this type: none, one or two of a kind tell as much as many, whose parts have parts too."""
    parts = get_args(kind)
    if len(parts) == 2 and parts[1] is Ellipsis:
        return st.lists(st.from_type(parts[0]), max_size=2).map(tuple)
    return st.tuples(*map(st.from_type, parts))


def characters() -> st.SearchStrategy[Character]:
    """Any character whose counters the database takes."""
    counters: dict[str, Any] = dict.fromkeys(
        ("heroism", "madness", "corruption", "wounds", "gold"), st.integers(0, 2**53)
    )
    others = {
        item.name: st.from_type(FACTS[item.name])
        for item in fields(Character)
        if item.name not in counters and item.name not in ("id", "name")
    }
    names = st.text(min_size=1, max_size=64)
    return st.builds(Character, id=st.just(0), name=names, **counters, **others)


st.register_type_strategy(str, WORDS)
st.register_type_strategy(int, NUMBERS)
st.register_type_strategy(tuple, _tuples)
st.register_type_strategy(Set, _sets())
# An act kept inside another (the two throws of a reroll, what was undone) is of any kind that stands alone.
st.register_type_strategy(
    Act,
    st.sampled_from([kind for name, kind in KINDS.items() if name not in ("destiny", "undo")]).flatmap(acts),
)
