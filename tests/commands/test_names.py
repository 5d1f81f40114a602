"""Names that people type: harmless wherever they are shown, or refused with the reason."""

import re
from typing import Any

import pytest

from bot.french import harmless, shown
from tests.characters import warrior
from tests.commands.table import Table

ACCEPTED = {
    "markdown": "**gras** __sous__ ~~barré~~ *it*",
    "everyone": "@everyone et @here",
    "mention": "<@123456789012345678> <@&123456789012345678>",
    "channel": "<#123456789012345678>",
    "command": "</personnage archiver:123456789012345678>",
    "emoji": "<a:custom:123456789012345678>",
    "date": "<t:1700000000:R>",
    "code": "```py``` `x`",
    "spoiler": "||caché|| ||encore||",
    "masked": "[a](https://b.fr) [c](https://d.fr)",
    "link": "https://exemple.fr/_a_",
    "title": "- liste",
    "subtext": "-# petit",
    "quote": "> citation",
    "backslash": "\\*a\\*",
    "picture": "Fafhrd 🗡️👩‍🚀",
    "hebrew": "שלום 12",
    "long": "*" * 64,
    "longest emoji": "🗡" * 64,
}
REFUSED = {
    "Faf\u202ehrd": "sens d’écriture",
    "Faf\u200fhrd": "sens d’écriture",
    "Faf\u200bhrd": "caractère invisible",
    "a\nb": "retour à la ligne",
    "x" * 65: "trop long",
    "   ": "il est vide",
    "#12": "réservé aux numéros",
    "Z̶̶̶̶a": "accents",
}
# What Discord would render: emphasis, code, spoilers, links, « <…> », the start of a line.
LIVE = re.compile(r"(?<!\\)(?:\\\\)*(?:[*_~`|\[<]|(?<=:)//|@(?:everyone|here|&?\d))")
COMMAND = re.compile(r"`/?[a-z][a-z ]*`")
CHOICES: dict[str, Any] = {"peuple": "nordique", "classe": "guerrier", "alignement": "neutre"}
SCORES: dict[str, Any] = {"for": 15, "dex": 12, "con": 14, "int": 10, "sag": 10, "cha": 13}


@pytest.mark.parametrize("name", ACCEPTED.values(), ids=ACCEPTED)
def test_a_name_shown_holds_nothing_that_discord_renders(name: str) -> None:
    assert not LIVE.search(shown(name)), shown(name)
    assert not shown(name).startswith(("-", ">", "#"))


def test_right_to_left_letters_keep_to_themselves() -> None:
    assert shown("שלום 12") == "\u2068שלום 12\u2069"
    assert shown("Fafhrd") == "Fafhrd"


def test_a_refusal_keeps_its_commands_and_disarms_its_names() -> None:
    said = harmless(
        "Le nom « `a` ||b|| [c](https://d.fr) » : `/personnage creer`, option `classe2`, « goule_bouclier »."
    )
    assert said == (
        "Le nom « `a` \\|\\|b\\|\\| \\[c](https:\\//d.fr) » : `/personnage creer`, option `classe2`, « goule_bouclier »."
    )


@pytest.mark.parametrize("name", ACCEPTED.values(), ids=ACCEPTED)
async def test_a_strange_name_is_harmless_everywhere(table: Table, name: str) -> None:
    """Creation, sheet, list, completion, a refusal, a second character, archives."""
    born = await table.slash(
        table.player, "personnage creer", nom=name, faces=(5, 5, 5, 5, 3), **CHOICES, **SCORES
    )
    assert not born.private
    stored = await table.character(name)
    (choice,) = await table.complete(table.player, "personnage fiche", "personnage", name[:10])
    assert choice == {"name": stored.name, "value": f"#{stored.id}"}
    await table.seat(warrior(name="Ourph", active=False), table.player)
    twin = await table.slash(
        table.other, "personnage creer", nom=name, faces=(5, 5, 5, 5, 3), **CHOICES, **SCORES
    )
    again = await table.slash(table.player, "personnage activer", personnage=choice["value"])
    answers = [
        born,
        await table.slash(table.player, "personnage fiche"),
        await table.slash(table.player, "personnage liste"),
        await table.slash(table.player, "personnage activer", personnage="Ourph"),
        await table.slash(table.player, "personnage equiper", personnage=name, arme="hache"),
        await table.slash(table.player, "personnage archiver", personnage=name),
    ]
    assert "déjà pris" in twin
    for refused in (twin, again):
        assert refused.private
        assert not LIVE.search(COMMAND.sub("", refused.text)), refused.text
    for said in answers:
        assert shown(stored.name) in said, said.text
        assert stored.name == shown(stored.name) or stored.name not in said.text.replace(
            shown(stored.name), ""
        )
    (archived,) = await table.complete(table.player, "personnage restaurer", "personnage", "")
    assert len(archived["name"]) <= 100


@pytest.mark.parametrize(("name", "why"), REFUSED.items(), ids=map(ascii, REFUSED))
async def test_a_refused_name_says_why(table: Table, name: str, why: str) -> None:
    said = await table.slash(table.player, "personnage creer", nom=name, **CHOICES, **SCORES)
    assert said.private
    assert why in said
    await table.seat(warrior(), table.player)
    renamed = await table.slash(table.player, "personnage renommer", nom=name)
    assert renamed.private
    assert why in renamed
    assert (await table.character("Fafhrd")).name == "Fafhrd"
