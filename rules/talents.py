"""Skills thrown for a character: its classes', each in the armour that it allows, and its people's (CLA-6, PEU-2)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules import maluses
from rules.acts import Act
from rules.armour import ARMOURS, hindered
from rules.campaign import Campaign
from rules.character import Character
from rules.checks import Check, Direction, modifiers
from rules.classes import CharacterClass
from rules.data import fold
from rules.dice import Dice
from rules.multiclass import best_skill_values
from rules.refusals import Refusal
from rules.rolls import require_in_play
from rules.thief_skills import SKILLS


class UnknownSkill(Refusal):
    """The character has no such skill. ``own`` are the names of those it has."""

    def __init__(self, character: Character, text: str, own: Sequence[str]) -> None:
        self.text = text
        self.own = tuple(own)
        has = f"ses talents sont : {', '.join(own)}" if own else "ni sa classe ni son peuple n’en donnent"
        super().__init__(f"{character.name} n’a pas le talent « {text[:64]} » : {has}.")


class HinderedSkill(Refusal):
    """What the character wears forbids the skill to every class that gives it (CLA-6)."""

    def __init__(self, character: Character, skill: str, classes: Sequence[CharacterClass]) -> None:
        self.character = character
        self.classes = tuple(classes)
        names = listed_classes(classes)
        super().__init__(
            f"{skill} : pas de talent {names} avec ce que porte {character.name} ({worn(character)}). Changez "
            "d’équipement avec `/personnage equiper`, ou le MdT le permet avec le réglage `talents_en_armure`."
        )


def listed_classes(classes: Sequence[CharacterClass]) -> str:
    """« de voleur ni de barbare », « d’assassin »."""
    return " ni ".join(
        f"d’{one.name.lower()}" if one.name[0] in "AEIOUÉ" else f"de {one.name.lower()}" for one in classes
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillAct(Act):
    """A skill thrown: a die of ``sides`` sides, which must not exceed the value. *Destin héroïque* does not follow it.

    ``hindered``: what is worn, when the campaign lets it pass.
    """

    skill: str
    sides: int
    check: Check
    hindered: str = ""


def worn(character: Character) -> str:
    """« Cotte de mailles, bouclier »."""
    name = ARMOURS[character.armour].name
    return f"{name}, bouclier" if character.shield else name


def skill_values(character: Character) -> dict[str, int]:
    """Each skill and its value, whatever is worn: the best of the classes, and the people's own (PEU-2)."""
    values = best_skill_values((track.character_class, track.level) for track in character.classes)
    return _with_peoples(character, values)


def usable_values(character: Character) -> dict[str, int]:
    """The same in what is worn: a class gives its skills only in the armour that it allows (CLA-6)."""
    stopped = _hindered(character)
    values = best_skill_values(
        (track.character_class, track.level)
        for track in character.classes
        if track.character_class not in stopped
    )
    return _with_peoples(character, values)


def _with_peoples(character: Character, values: dict[str, int]) -> dict[str, int]:
    for key in character.people.skills if character.people else ():
        values[key] = max(SKILLS[key].value(character.level), values.get(key, 0))
    return values


def _hindered(character: Character) -> tuple[CharacterClass, ...]:
    classes = [track.character_class for track in character.classes]
    return hindered(classes, character.armour, character.shield)


def find(character: Character, text: str) -> str:
    """The key of the character's skill that ``text`` names. Raises :class:`UnknownSkill`."""
    values = skill_values(character)
    wanted = fold(text)
    for key in values:
        if wanted in (fold(key), fold(SKILLS[key].name)):
            return key
    begun = [key for key in values if wanted and fold(SKILLS[key].name).startswith(wanted)]
    if len(begun) == 1:
        return begun[0]
    raise UnknownSkill(character, text, [SKILLS[key].name.lower() for key in values])


def throw(character: Character, text: str, campaign: Campaign, dice: Dice, bonus: int = 0) -> SkillAct:
    """A skill thrown: passed when the die, less its modifiers, does not exceed the value.

    Raises :class:`UnknownSkill`, :class:`HinderedSkill`, :class:`rules.rolls.OutOfPlay`.
    """
    require_in_play(character)
    key = find(character, text)
    skill = SKILLS[key]
    everything, usable = skill_values(character), usable_values(character)
    if key not in usable and not campaign.settings.talents_en_armure:
        stopped = [one for one in _hindered(character) if key in one.skills]
        raise HinderedSkill(character, skill.name, stopped)
    values: Mapping[str, int] = everything if key not in usable else usable
    check = Check(
        label=skill.name,
        direction=Direction.UNDER,
        die=dice.roll(skill.die),
        target=values[key],
        modifiers=modifiers((bonus, "situation"), *(maluses.on_skill(character) if skill.die == 100 else ())),
    )
    return SkillAct(
        character_id=character.id,
        name=character.name,
        skill=key,
        sides=skill.die,
        check=check,
        hindered="" if key in usable else worn(character),
    )
