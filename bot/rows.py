"""Several characters in one gesture: a row each, and one that fails leaves the others as they are."""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass

from bot import errors
from bot.client import Interaction, author
from bot.storage.engine import Connection
from bot.storage.journal import AlreadyDone
from bot.storage.savepoints import apart
from rules.acts import Act
from rules.campaign import Scene
from rules.refusals import Refusal

Play = Callable[[Scene], Awaitable[tuple[Act, int]]]


@dataclass(frozen=True, slots=True)
class Row:
    """What came of one character: an act and its number, or ``why`` there is none."""

    scene: Scene
    act: Act | None = None
    act_id: int = 0
    why: str = ""

    @classmethod
    def refused(cls, scene: Scene, refused: Refusal) -> "Row":
        """A row whose sentence goes after the name."""
        return cls(scene, why=str(refused).removeprefix(scene.character.name).strip())

    @property
    def name(self) -> str:
        return self.scene.character.name


async def play_all(
    connection: Connection, interaction: Interaction, scenes: Iterable[Scene], play: Play
) -> list[Row]:
    """Plays each scene in its turn. Raises :class:`AlreadyDone`: a second delivery undoes them all."""
    return [await _row(connection, interaction, scene, play) for scene in scenes]


async def _row(connection: Connection, interaction: Interaction, scene: Scene, play: Play) -> Row:
    try:
        async with apart(connection, author(interaction)):
            return Row(scene, *await play(scene))
    except AlreadyDone:
        raise
    except Refusal as refused:
        return Row.refused(scene, refused)
    except Exception as error:
        reference = errors.logged(interaction, error)
        return Row(
            scene, why=f"un ennui est survenu de mon côté, rien n’a changé. Référence : `{reference}`."
        )
