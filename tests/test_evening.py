"""The evening that the local table plays by itself, in full."""

import pytest

from bot.demo.evening import LoadedDice, evening
from bot.demo.table import LocalTable, table
from docs.screenshot import PICTURES
from tests.commands.table import text_of

# By moment: the name of each, in order, and what the table reads then. Private answers are not in the channel.
TOLD = {
    "seance": ("Séance ouverte — Une nuit à Lankhmar", "Hrafn le Roux 0 → 2"),
    "combat": ("Combat ouvert — round 1", "Garde 2"),
    "attaque": ("Hrafn le Roux attaque Garde 1", "✅ Touché"),
    "coup-de-maitre": ("Hrafn le Roux — Coup de maître", "Garde 1 est mourant"),
    "manque": ("Belette attaque Garde 2", "❌ Manqué"),
    "relance": ("Belette — Destin héroïque", "Belette — 5 dommages"),
    "blessure": ("⚔️ Round 2", "PV 23 → 16 / 34"),
    "annuler": ("Annulée : nº", "PV 8/17 → 17/17"),
    "panser": ("Combat clos", "PV 16 → 18 / 34"),
    "horreur": ("Horreur insoutenable — 3 personnages", "Folie 4 → 7 / SAG 12", "Folie 8 → 12 / SAG 9"),
    "sursaut": ("Retiré : Évanouissement · folie −3", "✅ Réussite"),
    "corruption": ("Corruption 29 → 30", "Palier 3", "SAG 9 → 8"),
    "pourquoi": (),
    "recap": ("La soirée", "Coup de maître : Hrafn le Roux", "Ozmodar : folie 8 → 12, corruption 29 → 30"),
}


def read(local: LocalTable) -> list[str]:
    return [text_of(message).replace("*", "") for message in local.channel.history()]


@pytest.mark.usefixtures("cards_drawn_at_once")
async def test_a_whole_evening_is_played_and_every_moment_is_there_to_be_seen() -> None:
    dice = LoadedDice()
    moments = []
    async with table(dice) as local:
        before: list[str] = []
        async for moment in evening(local, dice):
            fresh = "\n".join(one for one in read(local) if one not in before)
            missing = [words for words in TOLD[moment.key] if words not in fresh]
            assert not missing, (moment.key, missing, fresh)
            assert dice.left == 0, f"{moment.key}: a die loaded was not thrown"
            before = read(local)
            moments.append(moment.key)
        assert local.channel.history()[-1].attachments, "the curves"
    assert moments == list(TOLD)


def test_every_picture_is_of_a_moment() -> None:
    assert set(PICTURES) <= set(TOLD)


def test_loaded_dice_end_in_chance() -> None:
    dice = LoadedDice()
    dice.then((3, 30))
    assert (dice.roll(6), dice.roll(6)) == (3, 6)
    assert {dice.roll(2) for _ in range(200)} == {1, 2}
