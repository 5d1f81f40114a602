"""The campaign's settings as they are read."""

from bot.french import shown
from bot.replies import Reply, Tone
from rules.campaign import Campaign
from rules.setting_acts import SettingChanged, value
from rules.settings import CHANNEL, GAME_MASTER_ROLE, READINGS, Description


def overview(campaign: Campaign, role: str, channel: str) -> Reply:
    """Every setting, one a line. ``role`` and ``channel`` are as an embed shows them."""
    return Reply(
        title="Réglages de la table",
        lines=(
            reading(GAME_MASTER_ROLE, role),
            reading(CHANNEL, channel),
            f"Évènements suivis : {shown(campaign.events)} · `/seance suivre`",
            *(reading(one, current(one, campaign)) for one in READINGS.values()),
        ),
        footer="En gras, ce que cette table a choisi. Le sens de chacun : /reglages voir, avec son nom.",
    )


def reading(one: Description, now: str) -> str:
    """« Automatismes du 1 et du 20 : non (naturels) »."""
    return f"{one.title} : {now} · `{one.key}`"


def detail(one: Description, now: str) -> Reply:
    """One setting: what it means, its rule, its value, its default, what it accepts."""
    return Reply(
        title=f"⚙️ {one.title}",
        lines=(
            f"`{one.key}` : {now}",
            f"{one.meaning} *({one.rule}, défaut : {one.label(one.default)})*",
            f"Accepte : {one.expected}.",
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
