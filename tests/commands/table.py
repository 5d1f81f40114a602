"""A simulated table, and the gestures of those who sit at it."""

import re
from dataclasses import dataclass, field, replace
from typing import Any

import discord
import simcord

from bot.client import Bot
from bot.storage import campaigns, characters
from rules.character import Character
from tests.dice import ScriptedDice

NBSP = "\u00a0"
WHY = f"Pourquoi{NBSP}?"
_ODDS = re.compile(r" · \d+(?:\u00a0%| \(moyenne .+\))$")


def text_of(message: Any) -> str:
    """All that a message says, with plain spaces, so that tests read like sentences."""
    parts = [message.content or ""]
    for embed in message.embeds:
        parts += [embed.title or "", embed.description or ""]
        parts += [f"{field.name}\n{field.value}" for field in embed.fields]
        parts.append(embed.footer.text or "")
    return "\n".join(part for part in parts if part).replace(NBSP, " ").replace("\u202f", " ")


def plain(said: "Said | str") -> str:
    """What is read, without bold."""
    return (said.text if isinstance(said, Said) else said).replace("*", "")


@dataclass(frozen=True, slots=True)
class Said:
    """An answer: its words, who sees it, its buttons."""

    text: str
    private: bool
    message: discord.Message | None
    components: list[dict[str, Any]] = field(default_factory=list)

    @property
    def buttons(self) -> dict[str, str]:
        """Label, without the odds beside it → identifier of each button that can be pressed, but « Pourquoi ? »."""
        return {_ODDS.sub("", label): one for label, one in self.pressable.items() if label != WHY}

    @property
    def pressable(self) -> dict[str, str]:
        """Label → identifier of each button that can be pressed."""
        if self.message is None:
            return {}
        return {
            item.label or "": item.custom_id or ""
            for row in self.message.components
            for item in getattr(row, "children", [])
            if isinstance(item, discord.Button) and not item.disabled
        }

    @property
    def menu(self) -> discord.SelectMenu:
        """The menu of the message."""
        assert self.message is not None
        menus = [
            item
            for row in self.message.components
            for item in getattr(row, "children", [])
            if isinstance(item, discord.SelectMenu)
        ]
        assert len(menus) == 1
        return menus[0]

    @property
    def choices(self) -> dict[str, str]:
        """Label → value of each option of the menu."""
        return {option.label: option.value for option in self.menu.options}

    def __contains__(self, words: str) -> bool:
        return words in self.text


@dataclass
class Table:
    """The bot and its people."""

    env: simcord.Env
    bot: Bot
    dice: ScriptedDice
    guild: simcord.GuildHandle
    channel: simcord.ChannelHandle
    mdt: simcord.MemberActor
    player: simcord.MemberActor
    other: simcord.MemberActor

    async def slash(
        self, who: simcord.MemberActor, command: str, /, *, faces: tuple[int, ...] = (), **options: Any
    ) -> Said:
        """``who`` types a command; the dice show ``faces``."""
        self.dice.then(faces)
        return self._said(await who.slash(self.channel, command, **options))

    async def press(
        self, who: simcord.MemberActor, said: Said, label: str, *, faces: tuple[int, ...] = ()
    ) -> Said:
        """``who`` presses a button as it was shown, even one taken away since: a double click, a slow screen."""
        assert said.message is not None
        stored = self.env.backend.get_message(self.channel.id, said.message.id)
        stored.components = said.components
        self.dice.then(faces)
        return self._said(await who.click(said.message, custom_id={**said.pressable, **said.buttons}[label]))

    async def pick(
        self, who: simcord.MemberActor, said: Said, label: str, *, faces: tuple[int, ...] = ()
    ) -> Said:
        """``who`` chooses in the menu of a message, as it was shown."""
        assert said.message is not None
        stored = self.env.backend.get_message(self.channel.id, said.message.id)
        stored.components = said.components
        self.dice.then(faces)
        return self._said(
            await who.select(said.message, [said.choices[label]], custom_id=said.menu.custom_id)
        )

    def again(self, said: Said) -> Said:
        """A message with the buttons that it has at this moment."""
        assert said.message is not None
        fresh = next(one for one in self.channel.history() if one.id == said.message.id)
        stored = self.env.backend.get_message(self.channel.id, fresh.id)
        return replace(said, text=text_of(fresh), message=fresh, components=stored.components)

    def now(self, said: Said) -> str:
        """What a message says at this moment, as the channel shows it; nothing once it is deleted."""
        assert said.message is not None
        return next((text_of(one) for one in self.channel.history() if one.id == said.message.id), "")

    async def complete(
        self, who: simcord.MemberActor, command: str, option: str, typed: str, **filled: Any
    ) -> list[Any]:
        """The choices proposed for what is typed, other options being filled already."""
        return list(await who.autocomplete(self.channel, command, option, typed, **filled))

    async def seat(self, character: Character, who: simcord.MemberActor | None = None) -> Character:
        """Stores a ready character, as ``who``'s own."""
        player_id = who.id if who else character.player_id
        async with self.bot.database.writing() as connection:
            await campaigns.begin(connection, self.guild.id)
            return await characters.create(connection, self.guild.id, replace(character, player_id=player_id))

    async def character(self, name: str) -> Character:
        """A character as stored."""
        async with self.bot.database.reading() as connection:
            scene = await characters.by_name(connection, self.guild.id, name)
        assert scene is not None, name
        return scene.character

    def _said(self, result: simcord.InteractionResult) -> Said:
        shown = result.followups[-1] if result.followups else result.response
        if shown is None:
            return Said("", False, None)
        return Said(text_of(shown), shown.ephemeral, shown.message, shown.components)
