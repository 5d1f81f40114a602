"""What is stored comes back the same: every act, every fact of a character, every setting."""

import importlib
import json
import pkgutil
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rules
from bot.storage import characters
from bot.storage.engine import Database
from bot.storage.mapping import (
    CONVERTER,
    KINDS,
    act_document,
    act_value,
    alterations_document,
    campaign_value,
    changed_columns,
    character_columns,
    character_value,
    settings_document,
    spells_document,
)
from rules.abilities import Ability
from rules.acts import Act
from rules.alteration_table import AlterationTable
from rules.campaign import Campaign
from rules.character import Character, Element, ElementKind, State
from rules.heroism import Spend
from rules.settings import Settings
from rules.spell_rulings import SpellBookRules
from rules.spellcraft import SpellAct
from tests.characters import warrior
from tests.storage import anything, play

WIDE = settings(deadline=None, max_examples=20, suppress_health_check=list(HealthCheck))


class Row:
    """A row as the driver gives it, after its passage through JSON."""

    def __init__(self, **columns: Any) -> None:
        self.__dict__.update(columns)


def through_json(document: Any) -> Any:
    return json.loads(json.dumps(document))


def every_act() -> set[type[Act]]:
    """Every act that some module of the rules defines."""
    for module in pkgutil.walk_packages(rules.__path__, "rules."):
        importlib.import_module(module.name)

    def below(kind: type[Act]) -> Iterator[type[Act]]:
        for one in kind.__subclasses__():
            yield one
            yield from below(one)

    # A dataclass with slots is made twice; the first draft is not the one its module names.
    return {
        one for one in below(Act) if getattr(importlib.import_module(one.__module__), one.__name__) is one
    }


def test_every_act_of_the_rules_has_its_word_in_the_journal() -> None:
    assert every_act() - {Spend, SpellAct} == set(KINDS.values())
    assert len(set(KINDS.values())) == len(KINDS)


@pytest.mark.parametrize("word", sorted(KINDS))
@given(data=st.data())
@WIDE
def test_an_act_comes_back_as_it_was(word: str, data: st.DataObject) -> None:
    act = data.draw(anything.acts(KINDS[word]))
    document = act_document(act)
    assert document["kind"] == word
    assert act_value(through_json(document)) == act


@given(character=anything.characters())
@WIDE
def test_a_character_comes_back_as_it_was(character: Character) -> None:
    columns = character_columns(character)
    columns["facts"] = through_json(columns["facts"])
    assert character_value(Row(id=0, **columns)) == character


def test_every_kind_of_element_and_every_state_comes_back() -> None:
    elements = tuple(
        Element(f"12.{kind}", kind, state, "« œil » d’Ahriman", 60, True, ((Ability.WISDOM, 2),))
        for kind in ElementKind
        for state in State
    )
    document = through_json(character_columns(Character(id=0, name="Fafhrd", elements=elements))["facts"])
    assert CONVERTER.structure(document["elements"], tuple[Element, ...]) == elements


def test_every_fact_of_a_character_has_a_column_or_a_place_in_the_document() -> None:
    columns = character_columns(Character(id=0, name="Fafhrd"))
    kept = (columns.keys() - {"facts"}) | columns["facts"].keys() | {"id"}
    assert kept == {item.name for item in fields(Character)}


@given(wanted=st.from_type(Settings))
@WIDE
def test_settings_keep_only_what_differs_from_the_defaults(wanted: Settings) -> None:
    document = through_json(settings_document(wanted))
    assert settings_document(Settings()) == {}
    row = Row(
        guild_id=1,
        clock=0,
        settings=document | {"reglage_d_un_autre_temps": 3},
        session_id=None,
        combats=0,
        combat_round=None,
        period=0,
        gm_role_id=None,
        channel_id=None,
        gm_channel_id=None,
        events="tous",
        spells={},
        sunlight=False,
        alterations={},
    )
    assert campaign_value(row).settings == wanted


@given(wanted=st.from_type(SpellBookRules))
@WIDE
def test_what_a_table_says_of_spells_comes_back(wanted: SpellBookRules) -> None:
    document = through_json(spells_document(wanted))
    assert spells_document(SpellBookRules()) == {}
    assert CONVERTER.structure(document, SpellBookRules) == wanted


@given(wanted=st.from_type(AlterationTable))
@WIDE
def test_a_campaigns_table_of_alterations_comes_back_as_it_was(wanted: AlterationTable) -> None:
    campaign = Campaign(guild_id=1, alterations=wanted)
    document = through_json(alterations_document(campaign.alterations))
    assert alterations_document(AlterationTable()) == {}
    row = Row(
        guild_id=1,
        clock=0,
        settings={},
        session_id=None,
        combats=0,
        combat_round=None,
        period=0,
        gm_role_id=None,
        channel_id=None,
        gm_channel_id=None,
        events="tous",
        spells={},
        sunlight=False,
        alterations=document,
    )
    assert campaign_value(row) == campaign


@given(drawn=st.sampled_from(sorted(KINDS)).flatmap(lambda word: anything.acts(KINDS[word])))
@WIDE
async def test_the_database_itself_gives_an_act_back(database: Database, drawn: Act) -> None:
    """Through the driver's own JSON."""
    act = replace(drawn, character_id=None)
    found = await play.read(database, await play.write(database, act))
    assert found.act == act


@given(drawn=anything.characters())
@WIDE
async def test_the_database_itself_gives_a_character_back(database: Database, drawn: Character) -> None:
    """From any character to any other: only what differs is written, and it is enough."""
    async with database.writing() as connection:
        known = await characters.by_name(connection, play.GUILD, "Fafhrd")
    fafhrd = known.character if known else await play.seat(database)
    changed = replace(drawn, id=fafhrd.id, name="Fafhrd")
    async with database.writing() as connection:
        await characters.update(connection, fafhrd, changed)
    assert await play.stored(database) == changed


def test_only_what_differs_is_written() -> None:
    fafhrd = warrior()
    assert changed_columns(fafhrd, fafhrd) == {}
    assert changed_columns(fafhrd, replace(fafhrd, heroism=1)) == {"heroism": 1}
    assert changed_columns(fafhrd, replace(fafhrd, shield=True)).keys() == {"facts"}
    assert changed_columns(fafhrd, replace(fafhrd, name="Ourph", wounds=3)) == {"name": "Ourph", "wounds": 3}
