"""Any value of the rules that the database keeps, whether or not a game could make it."""

from dataclasses import fields
from typing import Any, get_type_hints

from hypothesis import strategies as st

from bot.storage.mapping import KINDS
from rules.acts import Act
from rules.changes import Set
from rules.character import Character

FACTS = get_type_hints(Character)
WORDS = st.text(max_size=12)
NUMBERS = st.integers(min_value=-(2**53), max_value=2**53)


def _sets() -> st.SearchStrategy[Set]:
    """Any fact of a character, old → new, each of the fact's own type."""
    return st.sampled_from(sorted(FACTS)).flatmap(
        lambda fact: st.builds(Set, st.just(fact), st.from_type(FACTS[fact]), st.from_type(FACTS[fact]))
    )


def acts(kind: type[Act]) -> st.SearchStrategy[Act]:
    """Any act of this kind."""
    return st.builds(kind, **{name: st.from_type(of) for name, of in get_type_hints(kind).items()})


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
st.register_type_strategy(Set, _sets())
# An act kept inside another (the two throws of a reroll, what was undone) is of any kind that stands alone.
st.register_type_strategy(
    Act,
    st.sampled_from([kind for name, kind in KINDS.items() if name not in ("destiny", "undo")]).flatmap(acts),
)
