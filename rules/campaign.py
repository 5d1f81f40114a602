"""Where a campaign stands: settings, clock, session, combat; and the scene in which a character acts."""

from dataclasses import dataclass, field

from rules.alteration_table import AlterationTable
from rules.character import Character
from rules.settings import Settings
from rules.spell_rulings import SpellBookRules

ROUND = 10  # seconds (section 0)
TURN = 60 * ROUND
MINUTE = 60
HOUR = 3600
DAY = 24 * HOUR


@dataclass(frozen=True, slots=True)
class Combat:
    """The open combat of a campaign (SEA-4). ``number`` counts the campaign's combats."""

    number: int
    round: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Campaign:
    """A Discord server's game. ``clock`` is in seconds of campaign time (SEA-5).

    ``session_id`` and ``combat`` are those open now. ``period`` grows when a combat opens or closes and when
    a session opens in the calm: what a « once per combat » limit counts in (HER-8). ``sunlight``: the scene is
    under the sun (JET-5).
    """

    guild_id: int
    clock: int = 0
    settings: Settings = field(default_factory=Settings)
    session_id: int | None = None
    combat: Combat | None = None
    combats: int = 0
    period: int = 0
    gm_role_id: int | None = None
    channel_id: int | None = None
    events: str = "tous"
    spells: SpellBookRules = field(default_factory=SpellBookRules)
    sunlight: bool = False
    alterations: AlterationTable = field(default_factory=AlterationTable)
    gm_channel_id: int | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """A character in the campaign, with the heroism already spent there by acts that stand.

    ``spent_in_round``: a point in this round of the open combat (HER-3). ``second_wind_taken``: a second
    wind in this period (HER-8).
    """

    campaign: Campaign
    character: Character
    spent_in_round: bool = False
    second_wind_taken: bool = False
