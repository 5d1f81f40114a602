"""Sessions as they are read."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from bot.french import ago, arrow, fitting, shown
from bot.replies import DESCRIPTION_LIMIT, Attachment, Button, Reply, Tone
from bot.screens import fairness
from bot.screens.gauges import pips
from bot.screens.reminders import unheard_line, watched_lines
from rules.campaign import Campaign
from rules.heroism_points import Restored
from rules.reminders import Watched
from rules.sessions import (
    Lifted,
    Session,
    SessionClosing,
    SessionKeeping,
    SessionOpening,
    SessionResuming,
)
from rules.starts import EVERY_EVENT, NO_EVENT, EventsFollowing, Reason, SessionQuestion

ROOM = DESCRIPTION_LIMIT - 900  # for the characters; the rest is kept for what stands around them
LIFTED_ROOM = 600


def opening(act: SessionOpening) -> Reply:
    """A session opens: each character's heroism, old → new."""
    lines = [restored_line(one) for one in act.restored]
    watched = watched_lines(act.watched)
    before = [f"La séance précédente{_named(act.previous)} est close."] if act.previous is not None else []
    return Reply(
        title=f"🎲 Séance ouverte{_titled(act.title)}",
        lines=(
            *before,
            *lifted_lines(act.lifted),
            *fairness.proof_lines(act.proof),
            *(
                fitting(lines, ROOM - len("\n".join(watched)))
                or ("Aucun personnage en jeu : `/personnage creer` en crée un.",)
            ),
            *watched,
            fairness.commitment_line(act.commitment, seeded=act.seeded),
        ),
        tone=Tone.HEROISM,
        footer=fairness.commitment_footer(act.commitment, seeded=act.seeded),
    )


def restored_line(one: Restored) -> str:
    """« ●●● **Fafhrd** 1 → **3** »."""
    return f"{pips(one.after)} **{shown(one.name)}** {arrow(one.before, one.after)}"


def closing(act: SessionClosing, proof: Attachment | None = None) -> Reply:
    """A session closes: what that lifts, a combat left open, the seed of its dice; the ``proof`` goes along."""
    left = (
        f"⚔️ Un combat reste ouvert (round {act.fighting}) : `/combat fermer` le clôt."
        if act.fighting is not None
        else ""
    )
    told = fairness.proof_lines(act.proof, attached=proof is not None)
    return Reply(
        title=f"🌙 Séance close{_titled(act.title)}",
        lines=(*lifted_lines(act.lifted), left, *told),
        attachment=proof,
    )


def closed(session: Session) -> Reply:
    """A session that the opening of another closed, which said so: what it was goes under this."""
    return Reply(title=f"🌙 Séance close{_titled(session.title)}", explained=False)


def lifted_lines(lifted: Iterable[Lifted]) -> tuple[str, ...]:
    """The effects counted in rounds that end with the session."""
    return fitting([f"🕊️ {shown(one.name)} : {shown(one.text)}, c’est fini" for one in lifted], LIFTED_ROOM)


def resuming(act: SessionResuming) -> Reply:
    return Reply(
        title=f"🎲 La séance reprend{_titled(act.title)}",
        lines=(
            "L’héroïsme de chacun reste tel qu’il était.",
            fairness.commitment_line(act.commitment, seeded=act.seeded),
        ),
        tone=Tone.HEROISM,
        footer=fairness.commitment_footer(act.commitment, seeded=act.seeded),
    )


def keeping(act: SessionKeeping) -> Reply:
    return Reply(
        title=f"🎲 La séance continue{_titled(act.title)}",
        lines=("L’héroïsme de chacun reste tel qu’il est.",),
        tone=Tone.HEROISM,
    )


def question(act: SessionQuestion, buttons: tuple[Button, ...], *, secret: bool = False) -> Reply:
    """The game master is asked rather than guessed for."""
    return Reply(
        title=f"❔ MdT : quelle séance{_titled(act.title)} ?",
        lines=(_situation(act), "*L’héroïsme n’est redistribué que par une nouvelle séance.*"),
        buttons=buttons,
        secret=secret,
    )


def _situation(act: SessionQuestion) -> str:
    when, name = ago(act.age), _named(act.session_title)
    event = f"L’évènement « {shown(act.title)} »"
    if act.reason is Reason.ALREADY_OPEN:
        if act.event_id is None:
            return f"La séance{name}, ouverte {when}, n’est pas close."
        return f"{event} commence, mais la séance{name}, ouverte {when}, n’est pas close : il s’y rattache."
    if act.reason is Reason.PLAYED:
        return f"{event} repart, mais il a déjà eu sa séance, close {when}."
    return f"{event} repart, mais la séance{name} a été close {when}."


def following(act: EventsFollowing, channel: str, warning: str = "") -> Reply:
    """Which events open a session, and where it is told."""
    old, new = (followed(events) for events in act.events)
    return Reply(
        title="📅 Évènements suivis",
        lines=(f"**{new}**" if old == new else arrow(old, new), f"📣 Annonces : {channel}", warning),
    )


def followed(events: str) -> str:
    """The choice of `/seance suivre` in words."""
    return {EVERY_EVENT: "tous les évènements", NO_EVENT: "aucun évènement"}.get(
        events, f"ceux dont le titre contient « {shown(events)} »"
    )


@dataclass(frozen=True, slots=True)
class Standing:
    """Where the table is: the open session, or else the last one; where sessions are announced; what to watch.

    ``unheard``: the title and the start of each event soon to open a session, where no channel is chosen.
    """

    campaign: Campaign
    session: Session | None
    last: Session | None
    channel: str
    watched: Watched = field(default_factory=Watched)
    unheard: tuple[tuple[str, int], ...] = ()


def state(standing: Standing, now: int) -> Reply:
    """`/seance etat`."""
    campaign, session, last = standing.campaign, standing.session, standing.last
    lines: list[str] = []
    if session is not None:
        origin = "par son évènement" if session.event_id else "à la main"
        lines.append(f"⏱️ Ouverte {origin} {ago(now - session.opened_at)}")
    elif last is not None and last.closed_at is not None:
        lines.append(f"La séance précédente{_named(last.title)} a été close {ago(now - last.closed_at)}.")
    if campaign.combat is not None:
        lines.append(f"⚔️ Combat ouvert, round {campaign.combat.round}")
    lines.append(f"📅 Ouvrent une séance : {followed(campaign.events)}")
    lines.append(f"📣 Annonces : {standing.channel}")
    lines += [unheard_line(title, start) for title, start in standing.unheard]
    lines += watched_lines(standing.watched)
    title = f"🎲 Séance ouverte{_titled(session.title)}" if session else "🌙 Aucune séance ouverte"
    return Reply(title=title, lines=tuple(lines))


def _titled(title: str) -> str:
    return f" — {shown(title)}" if title else ""


def _named(title: str) -> str:
    return f" « {shown(title)} »" if title else ""
