"""`/heroism`, played (HER)."""

from types import SimpleNamespace

import discord
import pytest

from bot.client import Bot
from rules.character import ElementKind, State
from tests.characters import black_magician, monster, thief, warrior
from tests.commands.table import Said, Table, text_of


async def points(table: Table, name: str = "Fafhrd") -> int:
    return (await table.character(name)).heroism


async def test_a_second_wind_heals_and_shows_its_die(table: Table) -> None:
    await table.seat(warrior(wounds=20), table.player)
    said = await table.slash(table.player, "heroism spend second-souffle", faces=(6,))
    words = said.text.replace("*", "")
    assert "1d8 : 6 + 1 (CON) = 7" in words
    assert "PV 13 → 20 / 33" in words
    assert "Héroïsme 2 → 1 ●○" in words
    fafhrd = await table.character("Fafhrd")
    assert (fafhrd.wounds, fafhrd.heroism) == (13, 1)


async def test_a_second_wind_stops_at_the_maximum_and_is_refused_there(table: Table) -> None:
    await table.seat(warrior(wounds=2), table.player)
    capped = await table.slash(table.player, "heroism spend second-souffle", faces=(8,))
    assert "PV 31 → 33" in capped.text.replace("*", "")
    await table.slash(table.mdt, "combat ouvrir")
    full = await table.slash(table.player, "heroism spend second-souffle")
    assert full.private
    assert await points(table) == 1, "a refusal never costs the point"


async def test_one_second_wind_a_combat(table: Table) -> None:
    await table.seat(warrior(wounds=30, heroism=5), table.player)
    await table.slash(table.player, "heroism spend second-souffle", faces=(1,))
    again = await table.slash(table.player, "heroism spend second-souffle")
    assert "déjà eu un second souffle" in again
    await table.slash(table.mdt, "combat ouvrir")
    await table.slash(table.player, "heroism spend second-souffle", faces=(1,))
    await table.slash(table.mdt, "combat round")
    twice = await table.slash(table.player, "heroism spend second-souffle")
    assert "pendant ce combat" in twice
    await table.slash(table.mdt, "combat fermer")
    after = await table.slash(table.player, "heroism spend second-souffle", faces=(1,))
    assert not after.private
    assert await points(table) == 2


async def test_one_point_a_round_while_a_combat_is_open(table: Table) -> None:
    await table.seat(warrior(heroism=4), table.player)
    await table.seat(thief(), table.other)
    await table.slash(table.player, "heroism spend coup-de-maitre")
    await table.slash(table.player, "heroism spend coup-de-maitre")
    await table.slash(table.mdt, "combat ouvrir")
    await table.slash(table.player, "heroism spend coup-de-maitre")
    refused = await table.slash(table.player, "heroism spend coup-de-maitre")
    assert refused.private
    assert "un seul par round" in refused
    assert await points(table) == 1
    mouser = await table.slash(table.other, "heroism spend coup-de-maitre")
    assert not mouser.private, "the round is each character's own"
    await table.slash(table.mdt, "combat round")
    await table.slash(table.player, "heroism spend coup-de-maitre")
    assert await points(table) == 0


async def test_no_point_no_spend(table: Table) -> None:
    await table.seat(warrior(heroism=0), table.player)
    said = await table.slash(table.player, "heroism spend coup-de-maitre")
    assert said.private
    assert "n’a plus de point" in said


async def test_a_master_stroke_maximises_the_formula(table: Table) -> None:
    await table.seat(warrior(), table.player)
    said = await table.slash(table.player, "heroism spend coup-de-maitre", degats="2d6+1d4+3")
    assert "Dommages au maximum : 19" in said.text.replace("*", "")


async def test_a_faulty_formula_costs_nothing(table: Table) -> None:
    await table.seat(warrior(), table.player)
    said = await table.slash(table.player, "heroism spend coup-de-maitre", degats="2d6+")
    assert said.private
    assert await points(table) == 2


async def test_cheating_death_needs_a_dying_character(table: Table) -> None:
    await table.seat(warrior(), table.player)
    alive = await table.slash(table.player, "heroism spend eviter-la-mort")
    assert alive.private
    assert await points(table) == 2
    fallen = await table.slash(table.player, "sante blesser", pv=38)
    saved = await table.press(table.player, fallen, "Éviter la mort")
    assert "réussie d’office" in saved
    fafhrd = await table.character("Fafhrd")
    assert (fafhrd.hit_points, fafhrd.heroism, fafhrd.has(State.UNCONSCIOUS)) == (0, 1, True)


async def test_a_stranger_spends_nobodys_point(table: Table) -> None:
    await table.seat(warrior(), table.player)
    said = await table.slash(table.other, "heroism spend coup-de-maitre", personnage="Fafhrd")
    assert said.private
    assert await points(table) == 2


class TestIntuition:
    """HER-7."""

    @pytest.mark.parametrize(("label", "left"), [("Indice donné", 1), ("Rien à apprendre", 2)])
    async def test_the_game_master_answers(self, table: Table, label: str, left: int) -> None:
        await table.seat(warrior(), table.player)
        asked = await table.slash(
            table.player, "heroism spend intuition", question="Qui a tué le *marchand* ?"
        )
        assert await points(table) == 1, "the point is reserved"
        refused = await table.press(table.player, asked, label)
        assert refused.private
        await table.env.restart_bot(Bot(table.bot.database, dice=table.dice))
        answered = await table.press(table.mdt, asked, label)
        assert "Qui a tué le \\*marchand\\* ?" in answered.text
        assert await points(table) == left
        assert (await table.press(table.mdt, asked, "Rien à apprendre")).private
        assert await points(table) == left, "a second press does nothing"

    async def test_nothing_to_learn_frees_the_round(self, table: Table) -> None:
        await table.seat(warrior(), table.player)
        await table.slash(table.mdt, "combat ouvrir")
        asked = await table.slash(table.player, "heroism spend intuition", question="Où ?")
        assert (await table.slash(table.player, "heroism spend coup-de-maitre")).private
        await table.press(table.mdt, asked, "Rien à apprendre")
        assert not (await table.slash(table.player, "heroism spend coup-de-maitre")).private

    async def test_a_new_session_closes_the_question(self, table: Table) -> None:
        await table.seat(warrior(), table.player)
        asked = await table.slash(table.player, "heroism spend intuition", question="Où ?")
        await table.slash(table.mdt, "seance debut")
        late = await table.press(table.mdt, asked, "Rien à apprendre")
        assert late.private
        assert "Question close" in late
        assert await points(table) == 2, "the session's points, and nothing more"

    async def test_a_death_that_a_reroll_took_back_was_none(self, table: Table) -> None:
        await table.seat(warrior(), table.player)
        asked = await table.slash(table.player, "heroism spend intuition", question="Où ?")
        await table.slash(table.player, "sante blesser", pv=40)
        dead = await table.slash(table.player, "sante mort", faces=(1,))
        await table.press(table.player, dead, "Destin héroïque", faces=(20,))
        assert not (await table.press(table.mdt, asked, "Rien à apprendre")).private
        assert await points(table) == 1

    async def test_death_closes_the_question(self, table: Table) -> None:
        await table.seat(warrior(), table.player)
        asked = await table.slash(table.player, "heroism spend intuition", question="Où ?")
        await table.slash(table.player, "sante blesser", pv=40)
        await table.slash(table.player, "sante mort", faces=(1,))
        assert "Question close" in await table.press(table.mdt, asked, "Rien à apprendre")
        assert await points(table) == 1


class TestDestiny:
    """HER-5."""

    async def frightened(self, table: Table) -> Said:
        """Fafhrd (SAG 9, folie 8) fails: panicked, folie 8 → 11, a trouble."""
        await table.seat(warrior(madness=8), table.player)
        return await table.slash(table.mdt, "horreur insoutenable", joueur=table.player, faces=(5, 4, 2, 7))

    async def test_a_success_withdraws_what_the_failure_did_and_nothing_else(self, table: Table) -> None:
        said = await self.frightened(table)
        await table.slash(table.mdt, "horreur folie", personnage="Fafhrd", points=1)
        await table.slash(table.mdt, "horreur trouble ajouter", personnage="Fafhrd", trouble=2)
        await table.slash(table.player, "sante blesser", pv=4)
        rerolled = await table.press(table.player, said, "Destin héroïque", faces=(19,))
        words = rerolled.text.replace("*", "")
        assert "~~🎲 5 − 2 (situation insoutenable) = 3" in words
        assert "🎲 19 − 2 (situation insoutenable) = 17" in words
        assert "folie −3" in words
        assert "Héroïsme 2 → 1" in words
        fafhrd = await table.character("Fafhrd")
        assert (fafhrd.madness, fafhrd.heroism, fafhrd.wounds) == (9, 1, 4)
        assert [element.text for element in fafhrd.elements] == ["Délire"]

    async def test_a_new_failure_replaces_the_old_consequences(self, table: Table) -> None:
        said = await self.frightened(table)
        await table.press(table.player, said, "Destin héroïque", faces=(6, 9, 4, 1))
        fafhrd = await table.character("Fafhrd")
        assert fafhrd.madness == 13
        assert fafhrd.has(State.NAUSEOUS)
        assert not fafhrd.has(State.PANICKED)
        assert [one.text for one in fafhrd.of_kind(ElementKind.TROUBLE)] == ["Phobie grave"]

    async def test_a_second_press_does_nothing_and_a_stranger_is_refused(self, table: Table) -> None:
        said = await self.frightened(table)
        stranger = await table.press(table.other, said, "Destin héroïque")
        assert stranger.private
        assert await points(table) == 2
        await table.env.restart_bot(Bot(table.bot.database, dice=table.dice))
        await table.press(table.player, said, "Destin héroïque", faces=(19,))
        twice = await table.press(table.player, said, "Destin héroïque")
        assert twice.private
        assert "une fois" in twice
        assert await points(table) == 1

    async def test_only_the_last_roll_is_thrown_again(self, table: Table) -> None:
        said = await self.frightened(table)
        await table.slash(table.player, "jet caracteristique", carac="for", faces=(3,))
        late = await table.press(table.player, said, "Destin héroïque")
        assert late.private
        assert "dernier" in late
        assert await points(table) == 2

    async def test_the_command_throws_the_last_roll_again(self, table: Table) -> None:
        await self.frightened(table)
        said = await table.slash(table.player, "heroism spend destin-heroique", faces=(20,))
        assert "folie −3" in said.text
        assert (await table.character("Fafhrd")).madness == 8

    async def test_a_free_roll_of_one_d20_is_followed(self, table: Table) -> None:
        await table.seat(warrior(), table.player)
        await table.slash(table.player, "lancer", expression="1d20+3", faces=(2,))
        said = await table.slash(table.player, "heroism spend destin-heroique", faces=(17,))
        assert "20" in said.text
        assert "2" in said.text

    async def test_the_first_roll_shows_which_die_counted(self, table: Table) -> None:
        await table.seat(warrior(), table.player)
        await table.slash(table.player, "lancer", expression="2d20kh1", faces=(7, 5))
        said = await table.slash(table.player, "heroism spend destin-heroique", faces=(19, 2))
        assert "[7, (5)]~~" in said.text
        assert "[19, ~~2~~]" in said.text

    async def test_a_roll_of_a_closed_session_is_over(self, table: Table) -> None:
        await table.seat(warrior(), table.player)
        await table.slash(table.mdt, "seance debut")
        said = await table.slash(table.mdt, "horreur horrible", joueur=table.player, faces=(1, 4, 1))
        await table.slash(table.mdt, "seance fin")
        late = await table.press(table.player, said, "Destin héroïque")
        assert late.private
        assert "séance de ce jet est close" in late
        assert await points(table) == 2

    async def test_a_consequence_changed_since_is_shown_and_costs_nothing(self, table: Table) -> None:
        said = await self.frightened(table)
        await table.slash(table.mdt, "horreur trouble retirer", personnage="Fafhrd", trouble="paranoïa")
        refused = await table.press(table.player, said, "Destin héroïque")
        assert refused.private
        assert "modifiée depuis" in refused
        fafhrd = await table.character("Fafhrd")
        assert (fafhrd.heroism, fafhrd.madness) == (2, 11)

    async def test_free_hand_throws_a_bare_d20(self, table: Table) -> None:
        await self.frightened(table)
        said = await table.slash(table.player, "heroism spend destin-heroique", libre=True, faces=(14,))
        assert "1d20 : 14" in said.text.replace("*", "")
        assert (await table.character("Fafhrd")).madness == 11

    async def test_the_button_is_not_shown_to_one_without_points(self, table: Table) -> None:
        await table.seat(black_magician(heroism=0), table.player)
        said = await table.slash(table.player, "corruption jet", niveau=2, occasion="incantation", faces=(2,))
        assert "Destin héroïque" not in said.buttons


@pytest.mark.parametrize("status", [404, 500])
async def test_what_was_done_is_told_even_when_discord_takes_no_answer(
    table: Table, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    """A press too late, or a fault of Discord's: the act stands, and the channel reads it."""
    await table.seat(warrior(madness=8), table.player)
    said = await table.slash(table.mdt, "horreur horrible", joueur=table.player, faces=(1, 4, 1, 7))

    async def refused(*_: object, **__: object) -> None:
        response = SimpleNamespace(status=status, reason="Late")
        raise discord.HTTPException(response, {"code": 10062 if status == 404 else 0, "message": ""})

    monkeypatch.setattr(discord.InteractionResponse, "edit_message", refused)
    monkeypatch.setattr(discord.InteractionResponse, "send_message", refused)
    await table.press(table.player, said, "Destin héroïque", faces=(19,))
    assert await points(table) == 1
    last = table.channel.last_message
    assert last is not None
    assert "Destin héroïque" in text_of(last)


async def test_an_invisible_question_costs_nothing(table: Table) -> None:
    await table.seat(warrior(), table.player)
    said = await table.slash(table.player, "heroism spend intuition", question="\u200b")
    assert said.private
    assert await points(table) == 2


async def test_points_lists_everyone_in_play(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.seat(thief(heroism=1), table.other)
    await table.seat(monster(name="Mauvais rat"))
    said = await table.slash(table.other, "heroism points")
    assert "●● **Fafhrd** — 2 points" in said.text
    assert "●○ **Souricier Gris** — 1 point" in said.text
    assert "Mauvais rat" not in said


async def test_the_game_master_sets_points(table: Table) -> None:
    await table.seat(warrior(), table.player)
    refused = await table.slash(table.player, "heroism regler", personnage="Fafhrd", valeur=9)
    assert refused.private
    said = await table.slash(table.mdt, "heroism regler", personnage="Fafhrd", valeur=9)
    assert "2 → 9" in said.text.replace("*", "")
    assert await points(table) == 9
