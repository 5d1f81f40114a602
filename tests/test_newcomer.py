"""What a newcomer reads agrees with the code."""

import re
import tomllib
from pathlib import Path

import pytest

from bot import invitation
from bot.settings import load
from rules.settings import DESCRIPTIONS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLE = (ROOT / ".env.example").read_text(encoding="utf-8")
RULES = (ROOT / "docs" / "regles.md").read_text(encoding="utf-8")
VARIABLES = set(re.findall(r'"([A-Z]+(?:_[A-Z]+)+)"', (ROOT / "bot" / "settings.py").read_text("utf-8")))


def dependencies() -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [
        *project["project"]["dependencies"],
        *(one for extra in project["project"]["optional-dependencies"].values() for one in extra),
        *(one for group in project["dependency-groups"].values() for one in group),
    ]
    return {re.split(r"[\s\[<>=;]", text)[0] for text in wanted}


def test_every_variable_is_explained_in_the_example_and_the_readme() -> None:
    assert {"DISCORD_TOKEN", "DATABASE_URL", "LOG_LEVEL"} <= VARIABLES
    for name in VARIABLES:
        assert re.search(rf"^#.+\n{name}=$", EXAMPLE, re.MULTILINE), name
        assert f"`{name}`" in README


def test_the_example_as_it_is_changes_nothing() -> None:
    assert load({}, ROOT / ".env.example") == load({}, Path("absent"))


def test_the_invitation_asks_for_what_the_readme_says() -> None:
    assert invitation.link(0).replace("client_id=0", "client_id=APPLICATION_ID") in README
    asked = [2**bit for bit in range(64) if invitation.PERMISSIONS.value & 2**bit]
    assert asked == [
        int(number) for number in sorted(re.findall(r"^\| .+ \((\d+)\) \|", README, re.MULTILINE), key=int)
    ]


def test_the_bot_says_where_it_is_or_how_to_invite_it() -> None:
    assert invitation.welcome("Épées", 2, 7) == "Épées est connecté à 2 serveurs."
    assert invitation.link(7) in invitation.welcome("Épées", 0, 7)


@pytest.mark.parametrize("name", sorted(dependencies()))
def test_every_dependency_has_its_line(name: str) -> None:
    assert re.search(rf"^\|[^|]*\b{re.escape(name)}\b[^|]*\|[^|]{{10,}}\|$", README, re.MULTILINE)


@pytest.mark.parametrize("key", sorted(DESCRIPTIONS))
def test_every_setting_is_listed_with_its_rule(key: str) -> None:
    assert re.search(rf"^- .*`{key}` \(", RULES, re.MULTILINE)


PAGES = ["README.md", "CONTRIBUTING.md", *(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES)
def test_no_link_is_broken(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)[^)]*\)", text)
    for target in links + re.findall(r'<img src="([^"]+)"', text):
        assert ((ROOT / page).parent / target).exists(), target


def test_every_picture_is_shown_somewhere() -> None:
    text = "".join((ROOT / page).read_text(encoding="utf-8") for page in PAGES)
    assert [path.name for path in (ROOT / "docs" / "images").iterdir() if path.name not in text] == []
