"""Saves that the game master asks for and that the player throws, in their own time (setting `jets_joueurs`)."""

from dataclasses import dataclass

from rules import horror, rolls
from rules.acts import Act
from rules.campaign import Campaign
from rules.character import Character
from rules.checks import Check
from rules.dice import Dice
from rules.horror import HorrorAct, Ordeal
from rules.refusals import Refusal
from rules.rolls import CheckAct
from rules.saves import SaveCategory


class RequestWithdrawn(Refusal):
    """What asked for the save was undone."""

    def __init__(self) -> None:
        super().__init__("Cette sauvegarde n’est plus demandée : le MdT est revenu dessus.")


class RequestAnswered(Refusal):
    """The save was already thrown."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} a déjà lancé cette sauvegarde.")


class NobodyWaits(Refusal):
    """Every save of the group was thrown, or is no longer asked for."""

    def __init__(self) -> None:
        super().__init__("Plus personne n’a de sauvegarde à lancer ici.")


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveRequest(Act):
    """A save to be thrown by the character's player, when they will: it changes nothing yet.

    ``ordeal``: a horror (HOR-1). Otherwise a save for its own sake (JET-2): its column, its bonus, whether the
    effect is magical.
    """

    ordeal: Ordeal | None = None
    category: SaveCategory = SaveCategory.DEATH
    bonus: int = 0
    magical: bool | None = None


def awaits_player(character: Character, campaign: Campaign, asker_id: int, *, secret: bool = False) -> bool:
    """True when a save is left to its player: the table wants it, and somebody else asks, for all to see."""
    left = campaign.settings.jets_joueurs and not secret
    return left and not character.npc and character.player_id not in (None, asker_id)


def of_horror(character: Character, ordeal: Ordeal, campaign: Campaign) -> SaveRequest:
    """A horror to be faced. Raises what :func:`rules.horror.save_check` does."""
    request = SaveRequest(character_id=character.id, name=character.name, ordeal=ordeal)
    check_of(request, character, campaign)
    return request


def of_save(
    character: Character, category: SaveCategory, campaign: Campaign, bonus: int, *, magical: bool | None
) -> SaveRequest:
    """A save to be thrown for its own sake. Raises :class:`rules.rolls.OutOfPlay`."""
    request = SaveRequest(
        character_id=character.id, name=character.name, category=category, bonus=bonus, magical=magical
    )
    check_of(request, character, campaign)
    return request


def check_of(request: SaveRequest, character: Character, campaign: Campaign) -> Check:
    """The save as it stands at this moment, its die not thrown. Raises as the two makers above."""
    if request.ordeal is not None:
        return horror.save_check(character, request.ordeal, campaign)
    return rolls.save_check(character, request.category, campaign, request.bonus, magical=request.magical)


def answer(
    request: SaveRequest, character: Character, campaign: Campaign, dice: Dice, key: str
) -> HorrorAct | CheckAct:
    """The save thrown, on the character as it is now. Raises as the two makers above."""
    if request.ordeal is not None:
        return horror.face(character, request.ordeal, campaign, dice, key)
    return rolls.saving_throw(
        character, request.category, campaign, dice, request.bonus, magical=request.magical
    )
