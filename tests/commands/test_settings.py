"""`/reglages`, played."""

from typing import Any

import discord
import pytest

from bot.replies import EMBED_LIMIT
from bot.storage import campaigns, past
from rules.campaign import Campaign
from rules.setting_acts import SettingChanged
from rules.settings import DESCRIPTIONS
from tests.characters import black_magician, warrior
from tests.commands.table import Table


async def campaign(table: Table) -> Campaign:
    """The campaign as stored."""
    async with table.bot.database.reading() as connection:
        return await campaigns.load(connection, table.guild.id)


async def changes(table: Table) -> list[SettingChanged]:
    """The changes of settings in the journal, newest first."""
    async with table.bot.database.reading() as connection:
        entries = await past.recent(connection, table.guild.id, 10)
    return [entry.act for entry in entries if isinstance(entry.act, SettingChanged)]


async def proposed(table: Table, reglage: str, typed: str) -> list[str]:
    found = await table.complete(table.mdt, "reglages changer", "valeur", typed, reglage=reglage)
    return [choice["name"] for choice in found]


async def test_every_setting_is_shown_with_its_meaning_rule_value_and_default(table: Table) -> None:
    said = await table.slash(table.mdt, "reglages voir")
    for key, one in DESCRIPTIONS.items():
        assert f"{one.title} : {one.label(one.default)} · `{key}`" in said
        alone = await table.slash(table.mdt, "reglages voir", reglage=key)
        assert f"{one.meaning} *({one.rule}, défaut : {one.label(one.default)})*" in alone
        assert one.expected in alone
    assert "Évènements suivis : tous" in said
    assert said.message is not None
    assert len(said.message.embeds[0]) <= EMBED_LIMIT
    assert "…" not in said.text.replace("6…", ""), "nothing is cut"


async def test_a_change_is_told_stored_and_journalled(table: Table) -> None:
    said = await table.slash(table.mdt, "reglages changer", reglage="naturels", valeur="oui")
    assert "`naturels` : non → **oui**" in said
    assert "JET-4" in said
    assert (await campaign(table)).settings.naturels
    assert await changes(table) == [SettingChanged(key="naturels", before="non", after="oui")]
    assert "Automatismes du 1 et du 20 : **oui** · `naturels`" in await table.slash(
        table.mdt, "reglages voir"
    )


async def test_the_next_roll_follows(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.slash(table.mdt, "reglages changer", reglage="naturels", valeur="oui")
    said = await table.slash(table.player, "jet caracteristique", carac="for", modificateur=20, faces=(20,))
    assert "❌" in said


async def test_the_next_corruption_check_follows(table: Table) -> None:
    await table.seat(black_magician(corruption=40, stages_suffered=4), table.player)
    await table.slash(table.mdt, "reglages changer", reglage="malus_cumule", valeur="oui")
    said = await table.slash(table.player, "corruption jet", niveau=2, occasion="incantation", faces=(1,))
    assert "+ 4 *(palier 4)*" in said


async def test_the_next_character_follows(table: Table) -> None:
    await table.slash(table.mdt, "reglages changer", reglage="depart_experimente", valeur="non")
    scores = dict.fromkeys(("for", "int", "sag", "dex", "con", "cha"), 12)
    said = await table.slash(
        table.player,
        "personnage creer",
        nom="Ourph",
        peuple="mingol",
        classe="guerrier",
        alignement="neutre",
        faces=(1, 2, 3),
        **scores,
    )
    assert not said.private, said.text
    ourph = await table.character("Ourph")
    assert (ourph.level, ourph.gold) == (1, 60)


async def test_a_value_refused_says_what_is_expected_and_changes_nothing(table: Table) -> None:
    said = await table.slash(table.mdt, "reglages changer", reglage="seance_max", valeur="mille")
    assert said.private
    assert "un nombre de 1 à 168" in said
    missing = await table.slash(table.mdt, "reglages changer", reglage="seance_max")
    assert missing.private
    assert "il manque sa valeur : un nombre de 1 à 168" in missing.text.replace("`", "")
    same = await table.slash(table.mdt, "reglages changer", reglage="seance_max", valeur="12")
    assert same.private
    assert await campaign(table) == Campaign(guild_id=table.guild.id)
    assert await changes(table) == []


@pytest.mark.parametrize("command", ["reglages voir", "reglages changer"])
async def test_a_player_does_not_open_the_settings(table: Table, command: str) -> None:
    options: dict[str, Any] = {"reglage": "naturels", "valeur": "oui"} if command.endswith("changer") else {}
    said = await table.slash(table.player, command, **options)
    assert said.private
    assert "Réservé au MdT" in said
    assert await changes(table) == []


async def test_after_the_choice_of_a_role_only_its_bearers_are_game_masters(table: Table) -> None:
    await table.seat(warrior(), table.player)
    role = table.guild.create_role("Conteur")
    teller = table.guild.add_member(table.env.create_user("sheelba"), roles=[role])
    said = await table.slash(table.mdt, "reglages changer", reglage="role_mdt", valeur="Conteur")
    assert f"`role_mdt` : aucun → **{role.mention}**" in said
    assert (await campaign(table)).gm_role_id == role.id
    manager = await table.slash(table.mdt, "heroism regler", personnage="Fafhrd", valeur=5)
    assert "Réservé au MdT" in manager
    assert manager.private
    bearer = await table.slash(teller, "heroism regler", personnage="Fafhrd", valeur=5)
    assert not bearer.private
    assert (await table.character("Fafhrd")).heroism == 5
    for who in (table.mdt, teller):
        assert not (await table.slash(who, "reglages voir")).private
    changed = await table.slash(teller, "reglages changer", reglage="goules", valeur="oui")
    assert not changed.private


async def test_a_deleted_role_falls_back_to_who_manages_the_server(table: Table) -> None:
    await table.seat(warrior(), table.player)
    role = table.guild.create_role("Conteur")
    await table.slash(table.mdt, "reglages changer", reglage="role_mdt", role=role)
    table.env.backend.delete_role(table.guild.id, role.id)
    await table.env.settle()
    said = await table.slash(table.mdt, "heroism regler", personnage="Fafhrd", valeur=5)
    assert not said.private
    assert "Rôle du MdT : rôle supprimé" in await table.slash(table.mdt, "reglages voir")


@pytest.mark.parametrize("how", ["nom", "@nom", "identité", "mention", "option"])
async def test_a_role_is_named_in_every_way(table: Table, how: str) -> None:
    role = table.guild.create_role("Grand Conteur")
    ways: dict[str, dict[str, Any]] = {
        "nom": {"valeur": "Grand Conteur"},
        "@nom": {"valeur": "@Grand Conteur"},
        "identité": {"valeur": str(role.id)},
        "mention": {"valeur": role.mention},
        "option": {"role": role},
    }
    await table.slash(table.mdt, "reglages changer", reglage="role_mdt", **ways[how])
    assert (await campaign(table)).gm_role_id == role.id


@pytest.mark.parametrize("how", ["nom", "#nom", "identité", "mention", "option"])
async def test_a_channel_is_named_in_every_way(table: Table, how: str) -> None:
    channel = table.guild.create_text_channel("annonces")
    ways: dict[str, dict[str, Any]] = {
        "nom": {"valeur": "annonces"},
        "#nom": {"valeur": "#annonces"},
        "identité": {"valeur": str(channel.id)},
        "mention": {"valeur": channel.mention},
        "option": {"salon": channel},
    }
    said = await table.slash(table.mdt, "reglages changer", reglage="salon_annonces", **ways[how])
    assert f"→ **{channel.mention}**" in said
    assert "⚠️" not in said
    assert (await campaign(table)).channel_id == channel.id


async def test_a_word_clears_a_role_or_a_channel(table: Table) -> None:
    role = table.guild.create_role("Conteur")
    await table.slash(table.mdt, "reglages changer", reglage="role_mdt", role=role)
    said = await table.slash(table.mdt, "reglages changer", reglage="role_mdt", valeur="aucun")
    assert "→ **aucun**" in said
    assert (await campaign(table)).gm_role_id is None


@pytest.mark.parametrize("how", ["nom", "option"])
async def test_the_game_master_s_channel_is_chosen_as_the_other_one_and_apart(table: Table, how: str) -> None:
    unseen = discord.PermissionOverwrite(view_channel=False)
    seen = discord.PermissionOverwrite(view_channel=True)
    roles = table.guild.roles
    channel = table.guild.create_text_channel(
        "cabinet",
        overwrites={table.guild.default_role: unseen, roles["TestBot"]: seen, roles["Meneur"]: seen},
    )
    ways: dict[str, dict[str, Any]] = {"nom": {"valeur": "cabinet"}, "option": {"salon": channel}}
    said = await table.slash(table.mdt, "reglages changer", reglage="salon_mdt", **ways[how])
    assert f"→ **{channel.mention}**" in said
    assert "⚠️" not in said
    now = await campaign(table)
    assert (now.gm_channel_id, now.channel_id) == (channel.id, None)
    assert f"Salon du MdT : {channel.mention}" in await table.slash(table.mdt, "reglages voir")
    assert await proposed(table, "salon_mdt", "cab") == ["cabinet"]
    await table.slash(table.mdt, "reglages changer", reglage="salon_mdt", valeur="aucun")
    assert (await campaign(table)).gm_channel_id is None


@pytest.mark.parametrize(
    ("refused", "warning"),
    [({"send_messages": False}, "Je ne peux pas écrire dans ce salon"), ({}, "Tout le monde voit ce salon")],
)
async def test_what_spoils_the_game_master_s_channel_is_told_then_and_later(
    table: Table, refused: dict[str, bool], warning: str
) -> None:
    spoilt = discord.PermissionOverwrite(**refused)
    channel = table.guild.create_text_channel("cabinet", overwrites={table.guild.default_role: spoilt})
    assert warning in await table.slash(table.mdt, "reglages changer", reglage="salon_mdt", salon=channel)
    assert warning in await table.slash(table.mdt, "reglages voir", reglage="salon_mdt")


async def test_a_deleted_channel_is_told(table: Table) -> None:
    channel = table.guild.create_text_channel("cabinet")
    await table.slash(table.mdt, "reglages changer", reglage="salon_mdt", salon=channel)
    table.env.backend.delete_channel(channel.id)
    await table.env.settle()
    assert "Salon du MdT : salon supprimé" in await table.slash(table.mdt, "reglages voir")


async def test_a_channel_where_the_bot_is_mute_is_told(table: Table) -> None:
    hidden = table.guild.create_text_channel(
        "secret", overwrites={table.guild.default_role: discord.PermissionOverwrite(send_messages=False)}
    )
    said = await table.slash(table.mdt, "reglages changer", reglage="salon_annonces", salon=hidden)
    assert "⚠️ Je ne peux pas écrire dans ce salon" in said
    assert (await campaign(table)).channel_id == hidden.id


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"reglage": "role_mdt", "valeur": "Personne"}, "Aucun rôle « Personne » ici"),
        ({"reglage": "salon_annonces", "valeur": "nulle-part"}, "Aucun salon « nulle-part » ici"),
        ({"reglage": "role_mdt", "valeur": "Jumeau"}, "Plusieurs rôles s’appellent « Jumeau »"),
        ({"reglage": "role_mdt", "valeur": "@everyone"}, "Tout le monde ne peut pas être MdT"),
        ({"reglage": "role_mdt"}, "il manque sa"),
    ],
)
async def test_what_names_nothing_is_refused(table: Table, options: dict[str, Any], sentence: str) -> None:
    for _ in range(2):
        table.guild.create_role("Jumeau")
    said = await table.slash(table.mdt, "reglages changer", **options)
    assert sentence in said
    assert said.private
    assert await changes(table) == []


async def test_everybody_s_role_is_refused_as_an_option_too(table: Table) -> None:
    said = await table.slash(table.mdt, "reglages changer", reglage="role_mdt", role=table.guild.default_role)
    assert "Tout le monde ne peut pas être MdT" in said


async def test_an_option_of_another_setting_is_refused(table: Table) -> None:
    role = table.guild.create_role("Conteur")
    said = await table.slash(table.mdt, "reglages changer", reglage="naturels", valeur="oui", role=role)
    assert said.private
    assert not (await campaign(table)).settings.naturels


async def test_completion_follows_the_setting_chosen(table: Table) -> None:
    for name in ("Conteur", "Évêque"):
        table.guild.create_role(name)
    assert await proposed(table, "naturels", "") == ["oui", "non (défaut)"]
    assert await proposed(table, "methode", "4") == ["4d6"]
    assert await proposed(table, "seance_max", "24") == ["24 h"]
    everyone_apart = await proposed(table, "role_mdt", "")
    assert everyone_apart[0] == "aucun"
    assert set(everyone_apart[1:]) == {"Évêque", "Conteur", "Meneur"}
    assert await proposed(table, "role_mdt", "eve") == ["Évêque"]
    assert await proposed(table, "salon_annonces", "tav") == ["taverne"]


async def test_each_server_has_its_own_settings(table: Table) -> None:
    await table.slash(table.mdt, "reglages changer", reglage="goules", valeur="oui")
    async with table.bot.database.reading() as connection:
        elsewhere = await campaigns.load(connection, table.guild.id + 1)
    assert not elsewhere.settings.goules
