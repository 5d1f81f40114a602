"""What a formula of dice may name of a character: `1d20 + mod.FOR`, `niveau`."""

from collections.abc import Iterable, Mapping

from rules.abilities import Ability
from rules.attack import attack_bonus
from rules.character import Character
from rules.equipment import worn_armour_class
from rules.items import Item


def values_of(character: Character, items: Iterable[Item] = ()) -> Mapping[str, int]:
    """Each value, by its key of :data:`rules.dice.words.VALUES`; a score that is unknown is not given.

    ``for``… are the scores as they are now, ``mod.for``… their modifiers (CAR-2), ``attaque`` the bonus of the
    best class (JET-3), ``ca`` the ascending armour class with its ``items``, ``pv`` the hit points left, ``palier`` that of corruption.
    """
    values = {
        "niveau": character.level,
        "attaque": attack_bonus(character),
        "ca": worn_armour_class(character, items),
        "pv": character.hit_points,
        "palier": character.stage,
    }
    for ability in Ability:
        score = character.score(ability)
        if score is not None:
            values[ability.value] = score
            values[f"mod.{ability.value}"] = character.modifier(ability)
    return values
