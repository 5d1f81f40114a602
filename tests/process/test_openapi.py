"""The validator: what discord.py makes passes, and what Discord would refuse is caught."""

from typing import Any, Literal

import discord
import pytest
from discord import app_commands
from discord.http import handle_message_parameters

from tests.process import openapi
from tests.process.openapi import Document

CALLBACK = "/interactions/123/jeton/callback"
COMMANDS = "/applications/1/commands"


@pytest.fixture(scope="module")
def document() -> Document:
    found = openapi.document()
    if found is None:
        pytest.skip("Discord's OpenAPI document is not beside the checkout")
    return found


def reply(**data: Any) -> dict[str, Any]:
    return {"type": 4, "data": data}


def row(*components: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(components)}


BUTTON = {"type": 2, "style": 1, "label": "Destin héroïque", "custom_id": "a"}

WRONG = [
    (reply(content="x" * 2001), "content"),
    (reply(content="x", components=[row({"type": 2, "label": "Sans style", "custom_id": "a"})]), "style"),
    (reply(content="x", components=[row({**BUTTON, "style": 9})]), "components/0/components/0/style"),
    (reply(content="x", components=[row({**BUTTON, "label": "x" * 81})]), "components/0/components/0/label"),
    (
        reply(content="x", components=[row(*[{**BUTTON, "custom_id": str(n)} for n in range(6)])]),
        "components",
    ),
    (reply(content="x", components=[row(BUTTON, BUTTON)]), "used twice"),
    (reply(embeds=[{"title": "x" * 257}]), "embeds/0/title"),
    (reply(embeds=[{"fields": [{"name": "x", "value": "y" * 1025}]}]), "embeds/0/fields/0/value"),
    (reply(embeds=[{"title": "x", "fields": [{"name": "x", "value": "y"}] * 26}]), "embeds/0/fields"),
    (reply(embeds=[{"description": "x" * 4000}] * 2), "8000 characters"),
    (reply(content="x", allowed_mentions={"parse": ["tous"]}), "parse"),
    (reply(flags=64), "empty message"),
    (reply(components=[row({**BUTTON, "custom_id": str(n)}) for n in range(6)]), "more than 5 rows"),
    (reply(content="x", embeds=[{"color": 1}]), "an empty one"),
    (reply(content=""), "empty message"),
    ({"type": 8, "data": {"choices": [{"name": "x" * 101, "value": "1"}]}}, "choices"),
    ({"type": 8, "data": {"choices": [{"name": "x", "value": "1"}] * 26}}, "choices"),
    ({"type": 9, "data": {"custom_id": "a", "title": "x" * 46, "components": [row(BUTTON)]}}, "title"),
    ({"type": 99}, "type"),
]


@pytest.mark.parametrize(("body", "told"), WRONG)
def test_a_wrong_answer_is_caught_and_named(document: Document, body: Any, told: str) -> None:
    found = document.violations("POST", CALLBACK, body)
    assert any(told in problem for problem in found), found


def test_a_missing_body_and_an_unknown_operation_are_caught(document: Document) -> None:
    assert document.violations("POST", CALLBACK, None)
    assert document.violations("POST", "/nowhere", {})
    assert document.violations("PUT", CALLBACK, reply(content="x"))
    assert not document.violations("GET", "/users/@me", None)


def test_the_original_message_is_not_taken_for_an_id(document: Document) -> None:
    path = "/webhooks/1/jeton/messages/@original"
    assert (
        document.operation("PATCH", path) == "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original"
    )
    assert not document.violations("PATCH", path, {"content": "x"})
    assert document.violations("PATCH", path, {"content": 3})


async def test_messages_made_by_discord_py_pass(document: Document) -> None:
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="Destin héroïque", custom_id="a", emoji="🎲"))
    view.add_item(discord.ui.Button(label="Aide", url="https://example.org/"))
    view.add_item(discord.ui.Select(custom_id="b", options=[discord.SelectOption(label="x", default=True)]))
    view.add_item(discord.ui.UserSelect(custom_id="c", default_values=[discord.Object(1, type=discord.User)]))
    embed = discord.Embed(title="Fafhrd", description="…", color=0xFF0000, timestamp=discord.utils.utcnow())
    embed.set_footer(text="p").set_author(name="a").add_field(name="FOR", value="18", inline=True)
    none = discord.AllowedMentions.none()
    with handle_message_parameters(content="x", embed=embed, view=view, allowed_mentions=none) as made:
        assert made.payload is not None
        flags = discord.MessageFlags(ephemeral=True).value
        assert not document.violations("POST", CALLBACK, reply(**{**made.payload, "flags": flags}))
        assert not document.violations("POST", "/channels/1/messages", made.payload)
        assert not document.violations("PATCH", "/channels/1/messages/2", made.payload)
        assert not document.violations("POST", "/webhooks/1/jeton", made.payload)
        assert not document.violations("PATCH", "/webhooks/1/jeton/messages/@original", made.payload)


async def test_layouts_and_forms_made_by_discord_py_pass(document: Document) -> None:
    layout = discord.ui.LayoutView(timeout=None)
    button: discord.ui.Button[discord.ui.LayoutView] = discord.ui.Button(label="x", custom_id="x")
    layout.add_item(
        discord.ui.Container(
            discord.ui.TextDisplay("# Fafhrd"),
            discord.ui.Separator(),
            discord.ui.Section("x", accessory=button),
        )
    )
    with handle_message_parameters(view=layout) as made:
        assert made.payload is not None
        assert made.payload["flags"] == 1 << 15
        assert not document.violations("POST", CALLBACK, reply(**made.payload))
    form = discord.ui.Modal(title="Phobie", custom_id="m")
    form.add_item(
        discord.ui.Label(text="Laquelle ?", component=discord.ui.TextInput(custom_id="t", max_length=80))
    )
    assert not document.violations("POST", CALLBACK, {"type": 9, "data": form.to_dict()})


def wide_tree() -> list[dict[str, Any]]:
    """A tree with every kind of option, at every depth."""
    client = discord.Client(intents=discord.Intents.none())
    tree = app_commands.CommandTree(client)

    @app_commands.describe(
        texte="t", nombre="n", libre="l", joueur="j", salon="s", role="r", choix="c", reel="f"
    )
    @app_commands.guild_only
    async def command(
        interaction: discord.Interaction,
        texte: app_commands.Range[str, 1, 100],
        nombre: app_commands.Range[int, -4, 4],
        libre: bool,
        joueur: discord.Member,
        salon: discord.TextChannel | None = None,
        role: discord.Role | None = None,
        choix: Literal["a", "b"] = "a",
        reel: float = 0.5,
    ) -> None: ...

    permissions = discord.Permissions(manage_guild=True)
    for top in range(6):
        group = app_commands.Group(
            name=f"g{top}", description="g", default_permissions=permissions, guild_only=True
        )
        below = app_commands.Group(name="sous", description="s", parent=group)
        for number in range(5):
            for parent in (group, below):
                parent.add_command(app_commands.Command(name=f"c{number}", description="c", callback=command))
        tree.add_command(group)
    return [command.to_dict(tree) for command in tree.get_commands()]


async def test_a_large_tree_made_by_discord_py_passes(document: Document) -> None:
    tree = wide_tree()
    assert not document.violations("PUT", COMMANDS, tree)
    tree[3]["options"][0]["options"][0]["options"][0]["description"] = "x" * 101
    (problem,) = document.violations("PUT", COMMANDS, tree)
    assert "3/options/0/options/0/options/0/description" in problem
