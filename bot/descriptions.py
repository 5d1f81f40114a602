"""Commands, options and choices described in typeset French, as every message is."""

from typing import Any

from discord.app_commands import Command, Group

from bot.french import typeset


def typeset_descriptions(item: Any) -> None:
    """Typesets what a command or a group says of itself, of its options and of what is inside.

    Not where they are written: discord.py folds every space of an option's description, no-break ones too.
    """
    if not isinstance(item, Command | Group):
        return
    item.description = typeset(str(item.description))
    if isinstance(item, Group):
        for inside in item.commands:
            typeset_descriptions(inside)
        return
    for option in item._params.values():
        option.description = typeset(str(option.description))
        for choice in option.choices or ():
            choice.name = typeset(choice.name)
