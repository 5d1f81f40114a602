"""`/aide` as it is read: private, short, with the settings that bear on a rule."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from bot.french import listed
from bot.help_topics import Topic
from bot.replies import Reply
from bot.screens.settings import current
from rules.campaign import Campaign
from rules.setting_acts import value
from rules.settings import DESCRIPTIONS


def guide(lines: Sequence[str]) -> Reply:
    """Where a first evening begins."""
    return Reply(title="Première soirée", lines=tuple(lines), secret=True)


def topic(
    one: Topic,
    campaign: Campaign,
    commands: Mapping[str, Topic],
    related: Sequence[Topic] = (),
    places: Mapping[str, str] = MappingProxyType({}),
) -> Reply:
    """A subject, its settings in this campaign, and what to try; ``commands`` by name, « / » included.

    ``places``: the role and the channel chosen, by the key of their setting, as an embed shows them.
    """
    rules = f" ({span(one.rules)})" if one.rules else ""
    led = [commands[f"/{name}"] for name in one.commands if f"/{name}" in commands]
    return Reply(
        title=f"{one.name}{rules}",
        lines=(
            *one.lines,
            *(setting(key, campaign, places) for key in one.settings),
            *(f"▸ `{command.name}` — {command.lines[0]}" for command in led),
            f"Règles : `/aide` {listed((f'« {other.name} »' for other in related), last='ou')}"
            if related
            else "",
        ),
        secret=True,
    )


def setting(key: str, campaign: Campaign, places: Mapping[str, str]) -> str:
    """« ⚙️ naturels : non (défaut) — 1 réussit… »: how this campaign reads the rule."""
    one = DESCRIPTIONS[key]
    default = "défaut" if value(campaign, key) == one.default else f"défaut : {one.label(one.default)}"
    return (
        f"⚙️ `{key}` : {places[key] if one.identity else current(one, campaign)} *({default})* — {one.meaning}"
    )


def span(rules: Sequence[str]) -> str:
    """« HER-1, HER-2 »; a run in one family as « HER-1 à HER-5 »."""
    runs: list[list[str]] = []
    for rule in rules:
        family, number = rule.split("-")
        if runs and runs[-1][-1] == f"{family}-{int(number) - 1}":
            runs[-1].append(rule)
        else:
            runs.append([rule])
    return ", ".join(f"{run[0]} à {run[-1]}" if len(run) > 2 else ", ".join(run) for run in runs)
