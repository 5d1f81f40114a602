"""`/aide`, played; and what its data says."""

from typing import Any

import pytest

from bot import help_topics
from bot.client import Bot
from bot.help_topics import FILE, HELP, Topic, read_help
from bot.replies import DESCRIPTION_LIMIT
from bot.storage import past
from rules.data import DataError, fold, parse
from rules.settings import DESCRIPTIONS
from tests.commands.table import Table

FAMILIES = ("JET", "CAR", "PEU", "CLA", "CRE", "HER", "HOR", "FOL", "COR", "MAG", "OBJ", "SAN", "SEA")


async def found(table: Table, typed: str) -> list[str]:
    """The values proposed, in order."""
    return [choice["value"] for choice in await table.complete(table.player, "aide", "sujet", typed)]


async def test_without_a_subject_a_first_evening_in_eight_lines(table: Table) -> None:
    said = await table.slash(table.player, "aide")
    title, *lines = said.text.splitlines()
    assert title == "Première soirée"
    assert len(lines) == 8
    assert said.private
    for command in ("/personnage creer", "/personnage fiche", "/lancer", "/reglages voir", "/seance debut"):
        assert command in said
    assert "/horreur horrible" in said


async def test_a_rule_comes_with_its_setting_as_this_table_has_it(table: Table) -> None:
    before = await table.slash(table.player, "aide", sujet="jets")
    assert "⚙️ `naturels` : non *(défaut)* — Au d20, 1 réussit" in before
    assert before.private
    await table.slash(table.mdt, "reglages changer", reglage="naturels", valeur="oui")
    assert "⚙️ `naturels` : **oui** *(défaut : non)* — Au d20" in await table.slash(
        table.player, "aide", sujet="jets"
    )


async def test_every_setting_is_found_by_its_key_and_by_its_title(table: Table) -> None:
    for one in DESCRIPTIONS.values():
        told = [topic.key for topic in HELP.topics if one.key in topic.settings]
        assert told, one.key
        for typed in (one.key, one.title, fold(one.title).upper(), one.key.replace("_", " ")):
            assert set(told) <= set(await found(table, typed)), typed
            said = await table.slash(table.player, "aide", sujet=typed)
            assert said.private
            assert f"⚙️ `{one.key}` : " in said, typed
            assert one.meaning.replace("'", "’") in said, typed


async def test_the_role_and_the_channel_are_told_as_they_are(table: Table) -> None:
    assert "⚙️ `role_mdt` : aucun" in await table.slash(table.player, "aide", sujet="role_mdt")
    role, channel = table.guild.create_role("Conteur"), table.guild.create_text_channel("annonces")
    await table.slash(table.mdt, "reglages changer", reglage="salon_annonces", salon=channel)
    await table.slash(table.mdt, "reglages changer", reglage="role_mdt", role=role)
    assert f"`role_mdt` : {role.mention}" in await table.slash(table.player, "aide", sujet="Rôle du MdT")
    assert channel.mention in await table.slash(table.player, "aide", sujet="salon des annonces")


async def test_twenty_on_the_die_leads_to_both_its_rules(table: Table) -> None:
    """JET-3, JET-4."""
    assert set((await found(table, "20 naturel"))[:2]) == {"jets", "attaque"}


async def test_a_rule_leads_to_its_commands(table: Table) -> None:
    said = await table.slash(table.player, "aide", sujet="destin-heroique")
    assert said.text.startswith("Destin héroïque (HER-5)")
    assert "▸ `/heroism spend destin-heroique` — Relancer le dernier d20" in said


async def test_a_command_shows_its_options_and_leads_to_its_rules(table: Table) -> None:
    said = await table.slash(table.player, "aide", sujet="/lancer")
    assert "Lancer des dés" in said
    assert "• `expression` — Une somme de dés" in said
    assert "• `fois` (facultatif) — Combien de fois" in said
    assert "Règles : `/aide` « Formules de dés »" in said


async def test_options_that_say_the_same_share_a_line(table: Table) -> None:
    said = await table.slash(table.player, "aide", sujet="/personnage creer")
    assert "• `for` `int` `sag` `dex` `con` `cha` (facultatif) — Avant l’ajustement" in said


async def test_a_group_lists_its_commands(table: Table) -> None:
    said = await table.slash(table.player, "aide", sujet="/heroism")
    assert "• `/heroism points` — Qui a combien" in said
    assert "• `/heroism spend` — Dépenser" in said


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("heroisme", "heroisme"),
        ("Héroïsme", "heroisme"),
        ("HÉRO", "heroisme"),
        ("destin", "destin-heroique"),
        ("HER-5", "destin-heroique"),
        ("her5", "destin-heroique"),
        ("FOL", "folie"),
        ("palier", "corruption"),
        ("mourant", "mourir"),
        ("épuise", "etats"),
        ("rodeur", "classes"),
        ("/horreur", "/horreur"),
        ("horreur", "horreur"),
        ("4d6k3", "des"),
        ("horeur", "horreur"),
        ("xp", "experience"),
        ("PX", "experience"),
        ("20 naturel", "jets"),
        ("vingt naturel", "attaque"),
    ],
)
async def test_a_subject_is_found_without_accents(table: Table, typed: str, first: str) -> None:
    assert (await found(table, typed))[0] == first


async def test_nothing_typed_proposes_the_rules_first(table: Table) -> None:
    values = await found(table, "")
    assert len(values) == 25
    assert values[: len(HELP.topics)] == [topic.key for topic in HELP.topics][:25]


@pytest.mark.parametrize(("typed", "title"), [("Heroisme", "Héroïsme"), ("coup de maitre", "Coup de maître"), ("SEA-3", "Séances"), ("lancer", "/lancer"), ("sauvegard", "Jets de")])  # fmt: skip
async def test_a_subject_typed_by_hand_opens(table: Table, typed: str, title: str) -> None:
    assert (await table.slash(table.player, "aide", sujet=typed)).text.startswith(title)


@pytest.mark.parametrize(("typed", "nearest"), [("horeur", "« Horreur »"), ("coruption", "« Corruption »"), ("cannibale", ""), ("grammaire**", "")])  # fmt: skip
async def test_an_unknown_subject_names_the_nearest(table: Table, typed: str, nearest: str) -> None:
    said = await table.slash(table.player, "aide", sujet=typed)
    assert said.private
    assert "dans l’aide" in said
    assert nearest in said
    assert nearest or "**" not in said


async def test_help_is_not_journalled(table: Table) -> None:
    await table.slash(table.player, "aide", sujet="folie")
    async with table.bot.database.reading() as connection:
        assert not await past.recent(connection, table.guild.id, 1)


async def test_every_subject_opens_whole(table: Table) -> None:
    for key in await every_key(table.bot):
        said = await table.slash(table.player, "aide", sujet=key)
        assert said.private, key
        assert len(said.text) < DESCRIPTION_LIMIT, key
        assert not said.text.endswith("…"), key


async def every_key(bot: Bot) -> list[str]:
    return [topic.key for topic in (*HELP.topics, *help_topics.command_topics(bot.tree))]


async def test_the_rules_name_only_commands_that_exist(table: Table) -> None:
    names = {topic.name for topic in help_topics.command_topics(table.bot.tree)}
    for topic in HELP.topics:
        for command in topic.commands:
            assert f"/{command}" in names, f"{topic.key}: {command}"


async def test_every_command_has_its_subject(table: Table) -> None:
    topics = {topic.name: topic for topic in help_topics.command_topics(table.bot.tree)}
    for command in table.bot.tree.walk_commands():
        assert topics[f"/{command.qualified_name}"].lines[0] == command.description


def test_every_family_of_rules_has_a_subject() -> None:
    told = {rule.split("-")[0] for topic in HELP.topics for rule in topic.rules}
    assert told == set(FAMILIES)


def test_every_setting_is_told_by_a_subject() -> None:
    assert {key for topic in HELP.topics for key in topic.settings} == set(DESCRIPTIONS)


def test_choosing_a_class_reminds_of_the_chapter() -> None:
    """CLA-1."""
    (topic,) = [topic for topic in HELP.topics if "CLA-1" in topic.rules]
    assert "« Choisir une classe » des Règles de Campagne" in " ".join(topic.lines)


def test_subjects_are_short_and_no_name_means_two() -> None:
    for topic in HELP.topics:
        assert 1 <= len(topic.lines) <= 5, topic.key
        assert sum(map(len, topic.lines)) <= 800, topic.key
    names = [fold(topic.name) for topic in HELP.topics]
    assert len(set(names)) == len(names)


GOOD = FILE.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("before", "after", "where"),
    [
        ('settings = ["naturels"]', 'settings = ["naturel"]', "settings"),
        ('rules = ["HER-4"]', 'rules = ["HER4"]', "rules"),
        ('title = "Coup de maître"', 'titre = "Coup de maître"', "title"),
        ("\n[guide]", "\n[guides]", "section inconnue"),
        ("[topics.jets]", "[topics.jets]\ncouleur = 1", "couleur"),
    ],
)
def test_a_mistake_in_the_data_is_named(before: str, after: str, where: str) -> None:
    assert before in GOOD
    with pytest.raises(DataError, match=where):
        read_help(parse(GOOD.replace(before, after, 1), "help.toml"))


def topic(key: str, **facts: Any) -> Topic:
    return Topic(key=key, name=key.capitalize(), lines=("…",), **facts)


def test_the_best_match_comes_first() -> None:
    by_text = Topic(key="d", name="Autre", lines=("où l’on parle de folie",))
    by_alias, by_start, exact = topic("b", aliases=("folie",)), topic("folies"), topic("folie")
    found = help_topics.search([by_text, by_alias, by_start, exact], "Folie")
    assert found == [exact, by_alias, by_start, by_text]
