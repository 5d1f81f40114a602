"""The game master's characters: HER-2, HOR-5, CLA-4, CRE-3."""

from dataclasses import replace

import pytest

from rules.abilities import Ability
from rules.choices import MissingChoice
from rules.dice import DiceError
from rules.names import BadName
from rules.npcs import BadNumber, LevelOrHitDice, NpcCreation, NpcRequest, create_npcs
from tests.dice import ScriptedDice


def made(request: NpcRequest, *faces: int, taken: tuple[str, ...] = ()) -> NpcCreation:
    dice = ScriptedDice(*faces)
    creation = create_npcs(request, dice, taken)
    assert dice.left == 0
    return creation


@pytest.mark.parametrize(
    ("hit_dice", "faces", "points", "level"),
    [(None, (5,), 5, 1), (3, (8, 1, 2), 11, 3), (0, (4,), 4, 0)],
)
def test_a_creature_by_its_hit_dice(
    hit_dice: int | None, faces: tuple[int, ...], points: int, level: int
) -> None:
    """HOR-5: one die by default; less than one: 1d4."""
    (npc,) = made(NpcRequest(name="Rat", hit_dice=hit_dice, damage="1d6"), *faces).npcs
    character = npc.character
    assert (character.max_hit_points, character.level, character.damage) == (points, level, "1d6")
    assert (character.npc, character.major, character.player_id, character.heroism) == (True, False, None, 0)
    assert character.scores == (None,) * 6
    assert npc.hit_points is not None


def test_given_points_armour_and_scores_are_kept() -> None:
    request = NpcRequest(
        name="Ogre",
        hit_dice=4,
        hit_points=30,
        armour_class=15,
        scores={Ability.WISDOM: 7, Ability.CHARISMA: None},
    )
    (npc,) = made(request).npcs
    assert (npc.character.max_hit_points, npc.character.fixed_armour_class, npc.hit_points) == (30, 15, None)
    assert npc.character.wisdom == 7


def test_a_class_goes_past_the_players_cap() -> None:
    """CLA-4 binds players only."""
    (npc,) = made(NpcRequest(name="Sheelba", character_class="magicien blanc", level=9), *[2] * 8).npcs
    assert (npc.character.level, npc.character.max_hit_points) == (9, 20)
    (npc,) = made(NpcRequest(name="Garde", character_class="guerrier", hit_points=3)).npcs
    assert (npc.character.level, npc.character.max_hit_points) == (1, 3)


def test_each_major_npc_throws_its_heroism() -> None:
    """HER-2."""
    creation = made(NpcRequest(name="Chef", major=True, count=2, hit_points=9), 6, 1)
    assert [npc.character.heroism for npc in creation.npcs] == [6, 1]
    assert [npc.heroism.total for npc in creation.npcs if npc.heroism] == [6, 1]


def test_numbers_skip_names_already_taken() -> None:
    """CRE-3."""
    creation = made(NpcRequest(name="Rat", hit_points=1, count=3), taken=("rat 2", "fafhrd"))
    assert [npc.character.name for npc in creation.npcs] == ["Rat 1", "Rat 3", "Rat 4"]


@pytest.mark.parametrize(
    ("changed", "refusal"),
    [
        ({"count": 0}, BadNumber),
        ({"count": 21}, BadNumber),
        ({"character_class": "voleur", "level": 16}, BadNumber),
        ({"hit_dice": -1}, BadNumber),
        ({"hit_points": 0}, BadNumber),
        ({"armour_class": 99}, BadNumber),
        ({"scores": {Ability.STRENGTH: 26}}, BadNumber),
        ({"level": 3}, LevelOrHitDice),
        ({"character_class": "voleur", "hit_dice": 3}, LevelOrHitDice),
        ({"character_class": "moine"}, MissingChoice),
        ({"damage": "fort"}, DiceError),
        ({"name": " "}, BadName),
        ({"name": "x" * 63, "count": 2}, BadName),
    ],
)
def test_refusals(changed: dict[str, object], refusal: type[Exception]) -> None:
    with pytest.raises(refusal):
        made(replace(NpcRequest(name="Rat"), **changed))  # type: ignore[arg-type]
