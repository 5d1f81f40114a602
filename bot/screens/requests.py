"""A save that waits for its player."""

from bot.french import percent, shown
from bot.replies import Button, Reply
from bot.screens.checks import to_throw
from rules.character import Character
from rules.checks import Check
from rules.requests import SaveRequest


def asked(request: SaveRequest, character: Character, check: Check, buttons: tuple[Button, ...]) -> Reply:
    """Whose turn it is, against what, with which chance; the player is called."""
    against = f"horreur {request.ordeal.situation}" if request.ordeal else f"sauvegarde : {check.label}"
    return Reply(
        title=f"⏳ {shown(character.name)} — {against}",
        lines=(
            f"🎲 {to_throw(check)} : **{percent(check.chance)}** de réussite.",
            "*Le MdT peut lancer pour qui est absent.*",
        ),
        buttons=buttons,
        called=(character.player_id,) if character.player_id else (),
    )
