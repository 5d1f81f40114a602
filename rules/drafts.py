"""A character being made step by step: the scores thrown first, then what goes with them (CAR-1, PEU-1, CLA)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.abilities import Ability, modifier
from rules.acts import Act
from rules.alignment import Alignment
from rules.armour import NO_ARMOUR, armour_class
from rules.campaign import Campaign
from rules.classes import CLASSES, CharacterClass
from rules.creation import (
    CreationRequest,
    ExperienceShare,
    share_start,
    starting_experience,
    starting_gold,
)
from rules.dice import Dice, Roll, roll
from rules.equipment import Equipment, arm, verify
from rules.names import clean_name
from rules.peoples import PEOPLES, People
from rules.refusals import Refusal
from rules.scores import METHODS, ScoreOrigin, Source, originate, verify_score
from rules.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoresThrown(Act):
    """The six scores of a character to come, in the order in which they are thrown (CAR-1)."""

    rolls: tuple[Roll, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What a player has chosen so far; the rest is empty.

    ``number``: the act that threw its scores. ``revision`` grows with each change. An abandoned draft has no
    name: its scores wait for the next one. ``player_id``: whose character it is, when not its maker's. ``given``
    takes the place of what was ``thrown``. ``others``: the classes after the first. ``settled``: people, classes
    and alignment are chosen, the equipment is left.
    """

    thrown: tuple[Roll, ...]
    number: int = 0
    revision: int = 0
    name: str = ""
    player_id: int | None = None
    given: tuple[int, ...] = ()
    people_key: str = ""
    class_key: str = ""
    others: tuple[str, ...] = ()
    alignment: str = ""
    armour: str = NO_ARMOUR
    shield: bool = False
    weapon: str = ""
    settled: bool = False

    @property
    def sources(self) -> Mapping[Ability, Source]:
        """Each score as it was given or thrown, before the people's adjustment."""
        return dict(zip(Ability, self.given or self.thrown, strict=True))

    @property
    def scores(self) -> tuple[ScoreOrigin, ...]:
        """The scores, adjusted by the people once it is chosen (CAR-5)."""
        return originate(self.sources, self.people)

    @property
    def values(self) -> dict[Ability, int]:
        return {origin.ability: origin.score for origin in self.scores}

    @property
    def people(self) -> People | None:
        return PEOPLES.get(self.people_key)

    @property
    def classes(self) -> tuple[CharacterClass, ...]:
        return tuple(CLASSES[key] for key in (self.class_key, *self.others) if key in CLASSES)

    @property
    def complete(self) -> bool:
        """True once nothing needed is missing."""
        return bool(self.people_key and self.class_key and self.alignment)

    @property
    def request(self) -> CreationRequest:
        """What a player would have typed to create this character."""
        return CreationRequest(
            name=self.name,
            people=self.people_key,
            classes=(self.class_key, *self.others),
            alignment=self.alignment and Alignment(self.alignment).label,
            scores=self.sources,
            armour=self.armour,
            shield=self.shield,
            weapon=self.weapon,
        )


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the character of a complete draft would be, and what will be thrown when it is born."""

    experience: tuple[ExperienceShare, ...]
    armour_class: int
    gold: str
    warnings: tuple[str, ...] = ()


class NoDraft(Refusal):
    """The message is about a creation that is over: born or abandoned."""

    def __init__(self) -> None:
        super().__init__(
            "Cette création est terminée ou abandonnée : `/personnage creer` avec un nom seul en commence une."
        )


class UnreadScores(Refusal):
    """What was typed is not six numbers."""

    def __init__(self) -> None:
        super().__init__(
            "Donnez six nombres de 3 à 18, dans l’ordre FOR DEX CON INT SAG CHA, par exemple 15 12 14 10 9 13 ; "
            "ou rien, pour garder les dés lancés ici."
        )


def throw_first(name: str, campaign: Campaign, dice: Dice) -> ScoresThrown:
    """The scores of a character to come, with the campaign's method (CAR-1). Raises ``BadName``."""
    name = clean_name(name)
    formula = METHODS[campaign.settings.methode]
    return ScoresThrown(name=name, rolls=tuple(roll(formula, dice) for _ in Ability))


def reopen(draft: Draft, name: str, player_id: int | None) -> Draft:
    """The draft taken up again, under a name that may be new. Raises ``BadName``."""
    return replace(draft, name=clean_name(name), player_id=player_id, revision=draft.revision + 1)


def abandon(draft: Draft) -> Draft:
    """Nothing is left but the scores: starting over buys no other dice (CAR-1)."""
    return Draft(thrown=draft.thrown, given=draft.given, number=draft.number, revision=draft.revision)


def write(draft: Draft, name: str, scores: str, weapon: str) -> Draft:
    """The draft with what is typed rather than chosen. Raises ``BadName``, ``BadScore``, :class:`UnreadScores`."""
    return replace(draft, name=clean_name(name), given=read_scores(scores), weapon=arm(weapon, None)[0])


def read_scores(text: str) -> tuple[int, ...]:
    """Six scores typed on one line, or none. Raises :class:`UnreadScores` and ``BadScore`` (CAR-1)."""
    words = [word for word in re.split(r"[\s,;/]+", text) if word]
    if not words:
        return ()
    if len(words) != len(Ability) or not all(re.fullmatch("[0-9]{1,3}", word) for word in words):
        raise UnreadScores
    given = tuple(map(int, words))
    for ability, value in zip(Ability, given, strict=True):
        verify_score(ability, value)
    return given


def outlook(draft: Draft, settings: Settings) -> Outlook:
    """What a complete and lawful draft would give (CRE-1, CLA-6)."""
    worn = Equipment(draft.armour, draft.shield, draft.weapon)
    bonus = draft.people.armour_class_bonus if draft.people else 0
    return Outlook(
        share_start(draft.classes, draft.values, starting_experience(settings)),
        armour_class(draft.armour, draft.shield, modifier(draft.values[Ability.DEXTERITY]), bonus),
        starting_gold(settings),
        verify(worn, draft.people, draft.classes, settings),
    )
