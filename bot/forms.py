"""Forms that outlive the process, as buttons do: each carries in its identifier what its answer needs.

discord.py waits for a form in memory, and only for a time: what is typed before a restart, or slowly, would be lost
without a word.
"""

import re
from collections.abc import Iterable
from typing import Any, ClassVar

import discord

from bot import errors
from rules.refusals import Refusal


class Unknown(Refusal):
    """A form of another version of the bot."""

    def __init__(self) -> None:
        super().__init__("Ce formulaire n’est plus reconnu : rouvrez-le. Rien n’a été fait.")


class Form(discord.ui.Modal):
    """The base of every form. A subclass gives its ``template`` and :meth:`submit`; its own identifier fits it."""

    template: ClassVar[re.Pattern[str]]

    def __init_subclass__(cls, *, title: str, template: str) -> None:
        super().__init_subclass__(title=title)
        cls.template = re.compile(template)

    def __init__(self, custom_id: str) -> None:
        super().__init__(custom_id=custom_id, timeout=None)
        self.stop()  # nothing waits here for what is typed, as in `Reply.view`

    @staticmethod
    async def submit(
        interaction: discord.Interaction[Any], parts: dict[str, str], typed: dict[str, str]
    ) -> None:
        """What sending the form does: ``parts`` are the template's groups, ``typed`` its words by input."""
        raise NotImplementedError


async def take(interaction: discord.Interaction[Any], kinds: Iterable[type[Form]]) -> None:
    """A form that is sent: done by its kind, and answered like a press."""
    data: Any = interaction.data
    for kind in kinds:
        if match := kind.template.fullmatch(data["custom_id"]):
            break
    else:
        await errors.answer(interaction, Unknown())
        return
    try:
        await kind.submit(interaction, match.groupdict(), _typed(data["components"]))
    except Exception as error:
        await errors.answer(interaction, error)
    else:
        interaction.client.dispatch("press_completion", interaction)


def _typed(rows: Iterable[Any]) -> dict[str, str]:
    """The words of each input, by its identifier."""
    inputs = [one for row in rows for one in (row.get("components") or [row.get("component") or row])]
    return {one["custom_id"]: one.get("value") or "" for one in inputs if "custom_id" in one}
