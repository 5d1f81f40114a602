"""The campaign's settings as they are read."""

from bot.french import shown
from bot.replies import Reply, Tone
from rules.campaign import Campaign
from rules.setting_acts import SettingChanged, value
from rules.settings import CHANNEL, GAME_MASTER_ROLE, READINGS, Description


def overview(campaign: Campaign, role: str, channel: str) -> Reply:
    """Every setting: value, meaning, rule, default. ``role`` and ``channel`` are as an embed shows them."""
    return Reply(
        title="Réglages de la table",
        lines=(
            reading(GAME_MASTER_ROLE, role),
            reading(CHANNEL, channel),
            f"**evenements** : {shown(campaign.events)}\n↳ Les évènements qui ouvrent une séance : "
            "`/seance suivre`. *(SEA-1, défaut : tous)*",
            *(reading(one, current(one, campaign)) for one in READINGS.values()),
        ),
        footer="/reglages changer pour en changer un",
    )


def reading(one: Description, now: str) -> str:
    """« naturels : non », and under it what that means, the rule and the default."""
    default = one.label(one.default)
    return f"**{one.key}** : {now}\n↳ {one.meaning} *({one.rule}, défaut : {default})*"


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
