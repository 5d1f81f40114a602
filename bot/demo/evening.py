"""An evening at the local table, played by itself: `python -m bot demo --scenario`."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from typing import Any

import discord
import simcord

from bot.demo.table import LocalTable, greeting, table
from bot.french import typeset
from rules.dice import SystemDice

PAUSE = 5.0  # seconds between two acts: the time to read one
OPENING = "La soirée se joue d’elle-même dans la page ; vous pourrez ensuite y jouer."
ENDING = "La soirée est finie : la table est à vous."


class LoadedDice:
    """The faces that the evening needs, then those of chance."""

    def __init__(self) -> None:
        self._faces: deque[int] = deque()
        self._chance = SystemDice()

    def then(self, faces: Iterable[int]) -> None:
        """Adds faces to come."""
        self._faces.extend(faces)

    def roll(self, sides: int) -> int:
        """The next face loaded, as far as the die has it."""
        return min(self._faces.popleft(), sides) if self._faces else self._chance.roll(sides)

    @property
    def left(self) -> int:
        """How many loaded faces were not thrown."""
        return len(self._faces)


@dataclass(frozen=True, slots=True)
class Moment:
    """Something that has just happened: its key, and the words that the game master would tell it with."""

    key: str
    words: str


class Stage:
    """The table while the evening is played: gestures find their button by what it says."""

    def __init__(self, local: LocalTable, dice: LoadedDice) -> None:
        self.channel = local.channel
        self.mdt, self.aude, self.bastien, self.chloe = local.people
        self.dice = dice
        self.answer: simcord.InteractionResult | None = None

    async def types(self, who: simcord.MemberActor, command: str, *faces: int, **options: Any) -> None:
        self.dice.then(faces)
        self.answer = await who.slash(self.channel, command, **options)

    async def presses(self, who: simcord.MemberActor, label: str, *faces: int) -> None:
        """The newest button whose label begins so."""
        self.dice.then(faces)
        message, button = next(
            (message, item)
            for message in self._messages()
            for item in _components(message)
            if isinstance(item, discord.Button) and (item.label or "").startswith(typeset(label))
        )
        self.answer = await who.click(message, custom_id=button.custom_id)

    async def chooses(self, who: simcord.MemberActor, option: str, *faces: int) -> None:
        """An option of the newest menu that has it."""
        self.dice.then(faces)
        message, menu, value = next(
            (message, item, choice.value)
            for message in self._messages()
            for item in _components(message)
            if isinstance(item, discord.SelectMenu)
            for choice in item.options
            if choice.label.startswith(option)
        )
        self.answer = await who.select(message, [value], custom_id=menu.custom_id)

    def _messages(self) -> list[discord.Message]:
        """What may be pressed, the newest first: a private answer is not in the channel."""
        shown = self.answer.response if self.answer else None
        return [*([shown.message] if shown and shown.ephemeral else []), *reversed(self.channel.history())]


def _components(message: discord.Message) -> list[Any]:
    return [item for row in message.components for item in getattr(row, "children", [])]


async def evening(local: LocalTable, dice: LoadedDice) -> AsyncIterator[Moment]:
    """Plays one act after another; each :class:`Moment` comes once its act is there to be seen."""
    at = Stage(local, dice)
    yield Moment(
        "seance", "L’évènement du serveur a commencé : la séance est ouverte, chacun retrouve son héroïsme."
    )

    await at.types(at.mdt, "combat ouvrir", 6, 6, 5, 2, adversaire="Garde", nombre=2)
    yield Moment("combat", "Deux gardes barrent la rue. Le MdT ouvre le combat ; l’initiative est aux héros.")

    await at.presses(at.aude, "Attaquer")
    await at.chooses(at.aude, "Garde 1", 15)
    yield Moment("attaque", "Aude attaque d’un bouton : Hrafn touche.")

    await at.presses(at.aude, "Coup de maître")
    yield Moment(
        "coup-de-maitre", "Un point d’héroïsme : les dés de dommages sont au maximum, le garde tombe."
    )

    await at.presses(at.bastien, "Attaquer", 3)
    yield Moment("manque", "Belette manque l’autre garde…")

    await at.presses(at.bastien, "Destin héroïque", 18)
    await at.presses(at.bastien, "Dommages", 5)
    yield Moment("relance", "… mais relance son d20, touche, et lance ses dommages.")

    await at.presses(at.mdt, "Round suivant")
    await at.types(at.mdt, "sante blesser", pv=7, personnage="Hrafn le Roux")
    yield Moment("blessure", "Round 2. Le dernier garde blesse Hrafn avant de fuir.")

    await at.types(at.mdt, "sante blesser", pv=9, personnage="Belette")
    await at.types(at.mdt, "journal annuler")
    yield Moment(
        "annuler", "Il visait Hrafn, pas Belette : le MdT annule cette blessure, rien d’autre ne bouge."
    )

    await at.presses(at.mdt, "Fermer")
    await at.presses(at.aude, "Panser")
    yield Moment("panser", "Le combat est clos ; Hrafn se fait panser.")

    await at.types(at.mdt, "horreur groupe", 4, 3, 2, 2, 17, 8, 6, 3, 4, situation="insoutenable")
    yield Moment("horreur", "Derrière la porte, l’idole ouvre les yeux : toute la table affronte l’horreur.")

    await at.presses(at.bastien, "Destin héroïque : Belette", 16)
    yield Moment("sursaut", "Bastien relance : Belette détourne le regard, l’effet et la folie s’en vont.")

    await at.types(at.chloe, "magie lancer", 18, 12, sort="Invisibilité")
    yield Moment("corruption", "Chloé rend le groupe invisible, et la magie noire prend son dû.")

    await at.presses(at.chloe, "Pourquoi")
    yield Moment("pourquoi", "Pourquoi ? Chloé lit, pour elle seule, la règle, les dés et le calcul.")

    await at.types(at.mdt, "personnage px", gain=600, tous=True)
    await at.types(at.mdt, "demonstration evenement")
    yield Moment("recap", "L’évènement se termine : la soirée se résume d’elle-même.")


async def perform() -> None:
    """Serves the local table, plays the evening there, then leaves the table to who is looking."""
    dice = LoadedDice()
    async with table(dice) as local, local.page() as page:
        print(greeting(page), OPENING, sep="\n", flush=True)
        if await _closed(page):
            return
        async for moment in evening(local, dice):
            print(f"  • {moment.words}", flush=True)
            await page.refresh()
            if await _closed(page):
                return
        print(ENDING, flush=True)
        await page.wait_closed()


async def _closed(page: simcord.Preview) -> bool:
    """Waits between two acts; True when the page was closed meanwhile."""
    try:
        await asyncio.wait_for(page.wait_closed(), PAUSE)
    except TimeoutError:
        return False
    return True
