"""What is measured: a table to edit, and what the bot needs before it can answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from tests.process.application import Application
from tests.process.exchange import Interaction
from tests.process.gateway import Gateway

HERO = "Fafhrd"
PLENTY = 1000  # points: the most that `/heroism regler` gives; a series spends fewer
CREATION = {
    "nom": HERO,
    "peuple": "Nordique",
    "classe": "guerrier",
    "alignement": "neutre",
    **dict.fromkeys(("for", "int", "sag", "dex", "con", "cha"), 12),
}

Act = Callable[[Gateway, Application], Awaitable[Interaction]]


def command(path: str, **options: Any) -> Act:
    """The player types a command."""
    return lambda gateway, app: app.command(path, options, by=gateway.player)


def completion(path: str, option: str, typed: str) -> Act:
    """The player types in an option that completes itself."""
    return lambda gateway, app: app.autocomplete(path, option, typed, by=gateway.player)


@dataclass(frozen=True)
class Case:
    """A line of the table. `before` runs ahead of each series, outside the measured time."""

    name: str
    act: Act
    aim: float
    before: tuple[Act, ...] = field(default=())


def refill(gateway: Gateway, app: Application) -> Awaitable[Interaction]:
    """The MdT gives points enough for the next series."""
    return app.command("heroism regler", {"personnage": HERO, "valeur": PLENTY}, by=gateway.mdt)


PONG = Case("pong", command("ping"), 1)
CASES = (
    Case(
        "/heroism spend coup-de-maitre",
        command("heroism spend coup-de-maitre", libre=True),
        4,
        before=(refill,),
    ),
    Case("/personnage fiche", command("personnage fiche"), 3),
    Case("/lancer", command("lancer", expression="2d6+1"), 3),
    Case("personnage (complétion)", completion("personnage fiche", "personnage", "Faf"), 3),
)


async def set_up(gateway: Gateway, app: Application) -> None:
    """Makes the characters that the cases play: the player's own, and a few for the lists."""
    must_succeed(await app.command("personnage creer", CREATION, by=gateway.player))
    for number in range(5):
        other = CREATION | {"nom": f"Souricier {number}"}
        must_succeed(await app.command("personnage creer", other, by=gateway.other))


def must_succeed(answer: Interaction) -> None:
    """Stops on an answer that measures nothing: a refusal is private, a completion may be empty."""
    if answer.type == 8:
        assert answer.choices, "the completion offers nothing"
    else:
        assert answer.type == 4, f"not a direct answer: type {answer.type}"
        assert not answer.ephemeral, f"refused: {answer.text}"
