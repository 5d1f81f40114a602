"""`/reglages changer`: a setting of the campaign changes, and the journal keeps both values."""

from dataclasses import dataclass, replace
from typing import Any

from rules.acts import Act
from rules.campaign import Campaign
from rules.madness import NothingChanges
from rules.settings import CHANNEL, DESCRIPTIONS, GAME_MASTER_ROLE, GM_CHANNEL, BadSetting, Description

# Settings that the campaign keeps beside its readings of the rules, and where.
FIELDS = {GAME_MASTER_ROLE.key: "gm_role_id", CHANNEL.key: "channel_id", GM_CHANNEL.key: "gm_channel_id"}


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingChanged(Act):
    """A setting old → new, each as it can be typed again; a role or a channel by its identity."""

    key: str
    before: str
    after: str

    @property
    def description(self) -> Description:
        return DESCRIPTIONS[self.key]


def value(campaign: Campaign, key: str) -> bool | int | str | None:
    """A setting as it is now."""
    owner = campaign if key in FIELDS else campaign.settings
    found: bool | int | str | None = getattr(owner, FIELDS.get(key, key))
    return found


def change(campaign: Campaign, key: str, text: str) -> tuple[Campaign, SettingChanged]:
    """The campaign with one setting changed, from what was typed, and the act.

    Raises :class:`rules.settings.BadSetting`, and ``NothingChanges`` for the value it already has.
    """
    if key not in DESCRIPTIONS:
        raise BadSetting(key, f"inconnu ; les réglages sont {', '.join(DESCRIPTIONS)}")
    description = DESCRIPTIONS[key]
    fresh = description.read(text)
    changed = _changed(campaign, key, text, fresh)
    old = value(campaign, key)
    if fresh == old:
        raise NothingChanges(f"Réglage `{key}` : cette valeur est déjà la sienne, rien ne change.")
    act = SettingChanged(key=key, before=description.written(old), after=description.written(fresh))
    return changed, act


def written(campaign: Campaign, key: str) -> str:
    """A setting as it is now, and as it can be typed again."""
    return DESCRIPTIONS[key].written(value(campaign, key))


def turned(campaign: Campaign, key: str, text: str) -> Campaign:
    """The campaign with a setting as it was once written."""
    return _changed(campaign, key, text, DESCRIPTIONS[key].read(text))


def _changed(campaign: Campaign, key: str, text: str, fresh: bool | int | str | None) -> Campaign:
    if key in FIELDS:
        identity: dict[str, Any] = {FIELDS[key]: fresh}
        return replace(campaign, **identity)
    return replace(campaign, settings=campaign.settings.with_value(key, text))
