"""The local table: its people, its ready characters, its page."""

import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import aiohttp
import discord
import pytest

from bot import __main__, logs
from bot.demo import heroes
from bot.demo.table import PLAYERS, LocalTable, table
from bot.storage import campaigns, characters
from rules import corruption, equipment
from rules.abilities import Ability
from rules.alignment import Alignment, allowed
from rules.campaign import Campaign
from rules.character import Character, ElementKind
from rules.corruption import Occasion
from rules.creation import missed_minima
from rules.heroism_points import session_points
from rules.hit_points import LAST_HIT_DIE_LEVEL
from rules.settings import Settings
from tests.commands.table import text_of
from tests.dice import ScriptedDice

HEROES = [hero for _, hero in PLAYERS]


async def stored(local: LocalTable) -> list[Character]:
    async with local.bot.database.reading() as connection:
        everyone = await characters.of_guild(connection, local.channel.guild.id)  # type: ignore[union-attr]
    return list(everyone)


def names(folder: Path) -> list[str]:
    """The names of all that a folder holds."""
    return [path.name for path in folder.rglob("*")]


def said(local: LocalTable) -> str:
    """All that the channel shows, oldest first."""
    return "\n".join(text_of(message) for message in local.channel.history())


@pytest.mark.parametrize("hero", HEROES, ids=lambda hero: hero.name)
def test_a_ready_character_is_one_that_the_rules_allow(hero: Character) -> None:
    classes = [track.character_class for track in hero.classes]
    for track in hero.classes:
        assert len(track.hit_dice) == min(track.level, LAST_HIT_DIE_LEVEL)
        assert track.hit_dice[0] == track.character_class.hit_die
        assert all(1 <= die <= track.character_class.hit_die for die in track.hit_dice)
    assert hero.people is not None
    assert hero.alignment is not None
    assert Alignment(hero.alignment) in allowed(classes)
    assert not equipment.verify(equipment.of(hero), hero.people, classes, Settings())
    scores = dict(zip(Ability, hero.scores, strict=True))
    assert not missed_minima(classes, {ability: score for ability, score in scores.items() if score})
    assert hero.stage == hero.stages_suffered == len(list(hero.of_kind(ElementKind.ALTERATION)))
    assert hero.hit_points > 0


def test_the_magician_stands_on_the_edge_of_a_stage_and_of_madness() -> None:
    dice = ScriptedDice(20, 5)
    act = corruption.threaten(heroes.BLACK_MAGICIAN, 3, Occasion.CASTING, Campaign(guild_id=1), dice, "essai")
    assert act.corruption is not None
    (stage,) = act.corruption.stages
    assert (stage.stage, stage.wisdom, stage.rolls_due) == (3, (9, 8), 1)


async def test_the_table_opens_with_a_session_and_everyone_ready() -> None:
    async with table() as local:
        everyone = {character.name: character for character in await stored(local)}
        assert set(everyone) == {hero.name for hero in HEROES}
        for hero, player in zip(HEROES, local.people[1:], strict=True):
            expected = replace(
                hero, id=everyone[hero.name].id, player_id=player.id, heroism=session_points(hero)
            )
            assert everyone[hero.name] == expected
        assert "Une nuit à Lankhmar" in said(local)
        assert all(name in said(local) for name in everyone)


async def test_the_magician_prepares_casts_and_falls_to_corruption() -> None:
    """With what the table lays ready: slots are left, and the next failure costs wisdom."""
    dice = ScriptedDice()
    async with table(dice) as local:
        chloe = local.people[3]
        prepared = await chloe.slash(
            local.channel, "magie preparer", sorts="Charme-personne, Immobilisation de personne"
        )
        assert prepared.response is not None
        assert "Rituels : **2 h**" in text_of(prepared.response)
        dice.then((20, 5))
        cast = await chloe.slash(local.channel, "magie lancer", sort="Hold Person")
        assert cast.response is not None
        words = text_of(cast.response)
        assert "Palier 3" in words
        assert "SAG 9 → **8**" in words
        assert "1 jet de Folie en attente" in words


async def test_the_game_master_is_one_and_a_player_is_not() -> None:
    async with table() as local:
        mdt, player = local.people[:2]
        refused = await player.slash(local.channel, "reglages voir")
        assert refused.response is not None
        assert "Réservé au MdT" in text_of(refused.response)
        shown = await mdt.slash(local.channel, "reglages voir")
        assert shown.response is not None
        assert "Réservé" not in text_of(shown.response)


async def test_the_event_ends_and_starts_again_by_command() -> None:
    async with table() as local:

        async def session() -> int | None:
            async with local.bot.database.reading() as connection:
                return (await campaigns.load(connection, local.channel.guild.id)).session_id  # type: ignore[union-attr]

        first = await session()
        assert first is not None
        await local.people[0].slash(local.channel, "demonstration evenement")
        assert await session() is None
        await local.people[0].slash(local.channel, "demonstration evenement")
        assert await session() not in (None, first)


@pytest.mark.usefixtures("cards_drawn_at_once")
async def test_a_whole_fight_is_played_with_buttons_once_it_is_open() -> None:
    """Everybody strikes, heroism is spent, rounds pass, the combat closes: not a word is typed."""
    dice = ScriptedDice(6, 6, 5, 2)  # two guards' hit points, then the sides' initiative
    async with table(dice) as local:
        mdt, *players = local.people
        opened = await mdt.slash(local.channel, "combat ouvrir", adversaire="Garde", nombre=2)
        assert opened.response is not None
        card = opened.response.message

        def label(word: str) -> str:
            now = next(one for one in local.channel.history() if one.id == card.id)
            buttons = [item for row in now.components for item in row.children]  # type: ignore[union-attr]
            return next(item.custom_id for item in buttons if item.label == word)  # type: ignore[union-attr, return-value]

        for player in players:
            asked = await player.click(card, custom_id=label("Attaquer"))
            assert asked.response is not None
            dice.then((19,))
            await player.select(asked.response.message, [_first_choice(asked.response.message)])
            ((blow, damage),) = [
                (one, item)
                for one in local.channel.history()
                for row in one.components
                for item in row.children  # type: ignore[union-attr]
                if item.label == "Dommages"  # type: ignore[union-attr]
            ]
            dice.then((1,))
            await player.click(blow, custom_id=damage.custom_id)  # type: ignore[union-attr]
        menu = await players[0].click(card, custom_id=label("Héroïsme"))
        assert menu.response is not None
        assert menu.response.ephemeral
        await mdt.click(card, custom_id=label("Round suivant"))
        assert "round 2" in said(local)
        await mdt.click(card, custom_id=label("Fermer"))
        assert "Combat clos" in said(local)
        assert dice.left == 0


def _first_choice(message: Any) -> str:
    """What a menu asked in private offers first."""
    value: str = message.components[0].children[0].options[0].value
    return value


async def test_the_page_answers_and_shows_all_the_people() -> None:
    async with table() as local:
        async with local.page() as page, aiohttp.ClientSession() as browser:
            async with browser.get(page.url) as answer:
                assert answer.status == 200
            shown = await page.snapshot()
        assert {viewer["name"] for viewer in shown["viewers"]} == {"MdT", "Aude", "Bastien", "Chloé"}


async def test_nothing_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    async with table():
        assert "table.sqlite3" in names(tmp_path)
    assert names(tmp_path) == []


def test_without_simcord_one_line_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [name for name in sys.modules if name.split(".")[:2] == ["bot", "demo"]]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "simcord", None)
    monkeypatch.setattr(logs, "configure", lambda *_: None)
    assert __main__.main(["demo"]) == 2
    complaint = capsys.readouterr().err
    assert complaint.startswith("La table locale a besoin de simcord")
    assert complaint.count("\n") == 1


async def test_the_table_opens_as_well_in_ten_years(monkeypatch: pytest.MonkeyPatch) -> None:
    """The simulation's clock starts in 2026, and the bot looks around every hour."""
    later = datetime(2036, 6, 1, 20, tzinfo=UTC)
    monkeypatch.setattr("bot.demo.table.datetime", Mock(now=lambda _: later))
    async with table() as local:
        assert discord.utils.utcnow() >= later
        assert "Séance ouverte — Une nuit à Lankhmar" in said(local)
        assert local.bot.get_cog("Reminders") is not None
