"""Who can attack at this moment (JET-3, SAN-4)."""

from collections.abc import Iterable

from rules.campaign import Campaign
from rules.character import Character, State
from rules.refusals import Refusal
from rules.rolls import require_in_play

HELPLESS = {
    State.UNCONSCIOUS: "inconscient",
    State.FAINTED: "évanoui",
    State.PARALYSED: "paralysé",
}


class CannotAttack(Refusal):
    """The character is in no state to strike."""

    def __init__(self, character: Character, state: str) -> None:
        super().__init__(f"{character.name} est {state} : pas d’attaque possible.")


def require_able(character: Character, campaign: Campaign) -> None:
    """Raises :class:`CannotAttack` and :class:`rules.rolls.OutOfPlay`."""
    require_in_play(character)
    if character.dying:
        raise CannotAttack(character, "mourant")
    for state in character.states(campaign.clock):
        if state.key in HELPLESS:
            raise CannotAttack(character, HELPLESS[State(state.key)])


def able(characters: Iterable[Character], campaign: Campaign) -> tuple[Character, ...]:
    """Those who may attack: on their feet, and nothing prevents them."""
    return tuple(one for one in characters if one.hit_points > 0 and _can_attack(one, campaign))


def _can_attack(character: Character, campaign: Campaign) -> bool:
    try:
        require_able(character, campaign)
    except Refusal:
        return False
    return True
