"""The sentences of « Pourquoi ? »: each of a rule that exists, each setting told somewhere."""

import re
from pathlib import Path

import pytest

from bot.help_topics import HELP
from rules.data import DataError, parse
from rules.reasons import REASONS, read_reasons
from rules.settings import READINGS

ROOT = Path(__file__).parents[2]
RULE = re.compile(r"\b[A-Z]{3}-[1-9]\d?\b")


def test_each_rule_explained_is_one_of_the_help_or_of_the_readings() -> None:
    written = (ROOT / "docs" / "regles.md").read_text(encoding="utf-8")
    known = {rule for topic in HELP.topics for rule in topic.rules} | set(RULE.findall(written))
    assert set(REASONS) - known == set()


def test_each_reading_of_the_rules_is_told_by_the_rule_that_it_reads() -> None:
    told = {(reason.rule, key) for reason in REASONS.values() for key in reason.settings}
    assert {(one.rule, key) for key, one in READINGS.items()} - told == set()


def test_each_rule_that_an_account_cites_has_its_sentence() -> None:
    sources = (ROOT / "bot" / "screens").glob("why*.py")
    cited = {rule for source in sources for rule in RULE.findall(source.read_text(encoding="utf-8"))}
    assert len(cited) > 30
    assert cited - set(REASONS) == set()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('[HOR-1]\ntext = "Oui."\nsettings = ["naturel"]', "n’est pas l’un de"),
        ("[HOR-1]\nsettings = []", "un texte est attendu"),
        ('[HOR-1]\ntext = "Oui."\ntexte = "Non."', "champ inconnu"),
    ],
)
def test_a_mistake_in_the_file_names_its_entry(text: str, problem: str) -> None:
    with pytest.raises(DataError, match=f"HOR-1.*{problem}"):
        read_reasons(parse(text, "reasons.toml"))
