"""Combats as they are read."""

from collections.abc import Iterable, Sequence

from bot.french import fitting, plural, shown
from bot.replies import DESCRIPTION_LIMIT, Button, Reply, Tone
from bot.screens.horror import remaining
from rules.campaign import Campaign
from rules.character import Character
from rules.combat import CombatAct, Ended
from rules.heroism import Use

ROOM = DESCRIPTION_LIMIT - 1_200


def opening(act: CombatAct, buttons: tuple[Button, ...]) -> Reply:
    """A combat opens."""
    return Reply(
        title=f"⚔️ Combat ouvert — round {act.round}",
        lines=("Un seul point d’héroïsme par round et par personnage.",),
        tone=Tone.FAILURE,
        buttons=buttons,
    )


def next_round(act: CombatAct, buttons: tuple[Button, ...]) -> Reply:
    """A round begins, and what the last one ended."""
    return Reply(
        title=f"⚔️ Round {act.round}",
        lines=ended_lines(act.ended) or ("Chacun peut dépenser un point d’héroïsme.",),
        tone=Tone.FAILURE,
        buttons=buttons,
    )


def ended_lines(ended: Iterable[Ended]) -> tuple[str, ...]:
    """The effects that the clock has just ended."""
    return fitting([f"🕊️ {shown(one.name)} : {shown(one.text)}, c’est fini" for one in ended], ROOM)


def closing(act: CombatAct) -> Reply:
    """A combat closes."""
    return Reply(
        title="🏁 Combat clos",
        lines=(
            f"Après {plural(act.round, 'round')}. Ce qui se compte en rounds continue sur l’horloge (`/combat etat`).",
        ),
    )


def state(campaign: Campaign, everyone: Sequence[Character], spends: Sequence[tuple[str, Use]]) -> Reply:
    """`/combat etat`: the round, who has spent heroism in it, the states and the rounds that they last."""
    if campaign.combat is None:
        title = "Aucun combat ouvert"
        spent = "Le MdT en ouvre un avec `/combat ouvrir`."
    else:
        title = f"⚔️ Combat — round {campaign.combat.round}"
        spent = "✨ Aucun point d’héroïsme dépensé ce round."
    lines = fitting(
        [f"✨ {shown(name)} : point dépensé ce round *({use.label})*" for name, use in spends], 1_000
    )
    return Reply(title=title, lines=(*(lines or (spent,)), *fitting(state_lines(campaign, everyone), ROOM)))


def state_lines(campaign: Campaign, everyone: Iterable[Character]) -> list[str]:
    """One line a character in play who is under an effect, or dying."""
    lines = []
    for character in everyone:
        if character.archived:
            continue
        states = [
            f"{shown(state.text)}{remaining(state, campaign.clock)}"
            for state in character.public_states(campaign.clock)
        ]
        if character.dying:
            states.insert(0, "mourant")
        if states:
            lines.append(f"💥 **{shown(character.name)}** : {' ; '.join(states)}")
    return lines
