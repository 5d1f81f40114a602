"""The guides say what the bot does: their list of commands is written from the commands."""

import re

import pytest
from discord.app_commands import Command

from docs import reference
from docs.reference import GUIDES, START


@pytest.mark.parametrize("game_master", [True, False])
async def test_the_list_of_commands_is_that_of_the_bot(game_master: bool) -> None:
    """`make docs` writes it again."""
    text = GUIDES[game_master].read_text(encoding="utf-8")
    found = reference.reference(await reference.commands(), game_master=game_master)
    assert text == reference.written(text, found)


async def test_every_command_is_in_one_guide_with_its_options() -> None:
    listed = {}
    for path in GUIDES.values():
        for line in path.read_text(encoding="utf-8").split(START)[1].splitlines():
            if (found := re.match(r"\| `/([a-z0-9 -]+)` \|", line)) is not None:
                assert found[1] not in listed
                listed[found[1]] = line
    known = {one.qualified_name: one for one in await reference.commands()}
    assert set(listed) == set(known)
    for name, one in known.items():
        for option in one.parameters:
            mark = f"**{option.display_name}** —" if option.required else f"[{option.display_name}] —"
            assert mark in listed[name]


async def test_a_command_that_changes_changes_the_guide() -> None:
    found = await reference.commands()
    before = reference.reference(found, game_master=False)
    found = [one for one in found if one.qualified_name != "lancer"]
    assert isinstance(found[0], Command)
    assert reference.reference(found, game_master=False) != before


def test_a_guide_without_its_place_is_not_written_over() -> None:
    with pytest.raises(ValueError, match="unpack"):
        reference.written("Rien ici.", "")
