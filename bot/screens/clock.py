"""The campaign clock and the sun as they are read."""

from collections.abc import Iterable, Sequence

from bot.french import arrow, fitting, listed, shown
from bot.replies import DESCRIPTION_LIMIT, Button, Reply, Tone
from bot.screens.combat import begun_lines, ended_lines, state_lines
from bot.screens.reminders import held_lines
from rules import exhaustion
from rules.campaign import Campaign
from rules.character import Character
from rules.clock import ClockAct, lasting, moment
from rules.exhaustion import SunlightAct
from rules.reminders import Held

ROOM = DESCRIPTION_LIMIT - 1_500


def advance(act: ClockAct, held: Iterable[Held] = ()) -> Reply:
    """Time passes: old → new, what that ends and brings, the reserves ``held`` for so long that they soon exhaust."""
    before, after = act.clock
    return Reply(
        title=f"⏳ {lasting(after - before)} plus tard",
        lines=(
            arrow(moment(before).capitalize(), moment(after)),
            *ended_lines(act.ended),
            *begun_lines(act.begun),
            *held_lines(held),
        ),
    )


def state(campaign: Campaign, everyone: Sequence[Character], buttons: tuple[Button, ...]) -> Reply:
    """`/temps etat`: the hour, the sun and whom it hurts, the states and the time that they last."""
    lines = fitting(state_lines(campaign, everyone), ROOM)
    return Reply(
        title=f"🕰️ {moment(campaign.clock).capitalize()}",
        lines=(
            sun_line(campaign, everyone),
            f"⚔️ Combat ouvert, round {campaign.combat.round}" if campaign.combat else "",
            *(lines or ("Aucun état en cours.",)),
        ),
        buttons=buttons,
    )


def sun_line(campaign: Campaign, everyone: Iterable[Character]) -> str:
    """« ☀️ Le soleil brille : Ahriman est épuisé »."""
    if not campaign.sunlight:
        return "🌙 Le soleil n’éclaire pas la scène."
    return _hurt([one.name for one in everyone if one.playable and exhaustion.hurt_by_sun(one)])


def _hurt(names: Sequence[str]) -> str:
    words = f" Épuisé tant qu’il brille : {listed(map(shown, names))}." if names else ""
    return f"☀️ Le soleil éclaire la scène.{words}"


def sunlight(act: SunlightAct) -> Reply:
    """The sun shines, or no longer does."""
    if act.after:
        return Reply(title="☀️ Le soleil brille", lines=(_hurt(act.hurt),), tone=Tone.HEROISM)
    relieved = f" {listed(map(shown, act.hurt))} n’en souffre plus." if act.hurt else ""
    return Reply(title="🌙 Plus de soleil", lines=(f"Il n’éclaire plus la scène.{relieved}",))
