"""The buttons and the menu of `/journal voir`; each carries what it shows, never a place that new acts would shift."""

from typing import Any

import discord

from bot.french import shortened, typeset
from bot.replies import CHOICE_LIMIT, MOST_CHOICES, WHY, Button
from bot.storage.history import Page, View

PAGE = "page"
EXPLAIN = "expliquer"
WHY_PRESS = rf"{WHY}:(?P<act>\d{{1,18}})"
PAGE_PRESS = (
    rf"{PAGE}:(?P<eyes>mdt|table):(?P<character>\d{{1,18}}):(?P<count>\d{{1,2}})"
    r":(?P<side>recent|ancien):(?P<act>\d{1,18})"
)


def page_buttons(view: View, page: Page) -> tuple[Button, ...]:
    """« ◀ Plus récent » and « Plus ancien ▶ », when there is more than a page."""
    if not page.newer and not page.older:
        return ()
    first, last = page.entries[0].id, page.entries[-1].id
    return (
        _turn("◀ Plus récent", view, f"recent:{first}", possible=page.newer),
        _turn("Plus ancien ▶", view, f"ancien:{last}", possible=page.older),
    )


def _turn(label: str, view: View, edge: str, *, possible: bool) -> Button:
    eyes = "mdt" if view.mastered else "table"
    custom_id = f"{PAGE}:{eyes}:{view.character_id or 0}:{view.count}:{edge}"
    return discord.ui.Button(label=label, custom_id=custom_id, disabled=not possible)


def explain_menu(labels: dict[int, str]) -> Button:
    """« Expliquer une entrée… », by the numbers of the acts."""
    menu: discord.ui.Select[Any] = discord.ui.Select(
        custom_id=EXPLAIN,
        placeholder="Expliquer une entrée…",
        options=[
            discord.SelectOption(label=shortened(typeset(label), CHOICE_LIMIT), value=str(act_id))
            for act_id, label in list(labels.items())[:MOST_CHOICES]
        ],
    )
    return menu
