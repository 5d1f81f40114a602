"""How well a character attacks (CLA, JET-3)."""

from rules.character import Character
from rules.classes import CLASSES
from rules.multiclass import best_attack_bonus

DESCENDING = 19  # TAC0 = 19 − bonus (JET-3)


def attack_bonus(character: Character) -> int:
    """The best of the classes (CLA-6); a warrior of its hit dice without class (HOR-5)."""
    if not character.classes:
        return CLASSES["guerrier"].attack_bonus(character.hit_dice or 0)
    return best_attack_bonus((track.character_class, track.level) for track in character.classes)


def thac0(bonus: int) -> int:
    """The same bonus in the descending convention (JET-3)."""
    return DESCENDING - bonus
