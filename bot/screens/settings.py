"""The campaign's settings as they are read."""

from collections.abc import Mapping

from bot.french import shown
from bot.replies import Reply, Tone
from rules.campaign import Campaign
from rules.setting_acts import SettingChanged, value
from rules.settings import PLACES, READINGS, Description


def overview(campaign: Campaign, places: Mapping[str, str]) -> Reply:
    """Every setting, one a line. ``places``: those that name a role or a channel, as an embed shows them."""
    return Reply(
        title="Réglages de la table",
        lines=(
            *(reading(one, places[one.key]) for one in PLACES),
            f"Évènements suivis : {shown(campaign.events)} · `/seance suivre`",
            *(reading(one, current(one, campaign)) for one in READINGS.values()),
        ),
        footer="En gras, ce que cette table a choisi. Le sens de chacun : /reglages voir, avec son nom.",
    )


def reading(one: Description, now: str) -> str:
    """« Automatismes du 1 et du 20 : non (naturels) »."""
    return f"{one.title} : {now} · `{one.key}`"


def detail(one: Description, now: str, warning: str = "") -> Reply:
    """One setting: what it means, its rule, its value, its default, what it accepts."""
    return Reply(
        title=f"⚙️ {one.title}",
        lines=(
            f"`{one.key}` : {now}",
            f"{one.meaning} *({one.rule}, défaut : {one.label(one.default)})*",
            f"Accepte : {one.expected}.",
            warning,
        ),
    )


def current(one: Description, campaign: Campaign) -> str:
    """The value that this campaign has, standing out when it chose it."""
    now = value(campaign, one.key)
    return one.label(now) if now == one.default else f"**{one.label(now)}**"


def changed(act: SettingChanged, before: str, after: str, warning: str = "") -> Reply:
    """A setting old → new, each as an embed shows it."""
    one = act.description
    return Reply(
        title=f"⚙️ {one.title}",
        lines=(f"`{one.key}` : {before} → **{after}**", f"{one.meaning} *({one.rule})*", warning),
        tone=Tone.SUCCESS,
    )


CANNOT_ANNOUNCE = (
    "⚠️ Je ne peux pas écrire dans ce salon : donnez-moi « Voir le salon », « Envoyer des messages » "
    "et « Intégrer des liens »."
)
SEEN_BY_ALL = (
    "⚠️ Tout le monde voit ce salon : retirez « Voir le salon » à @everyone, ou les jets `au-mdt` n’y seront "
    "secrets pour personne."
)
