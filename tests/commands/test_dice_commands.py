"""`/lancer`, played; and its screen for the longest legal rolls."""

from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import text

from bot.replies import DESCRIPTION_LIMIT, TITLE_LIMIT
from bot.screens import checks as screens
from bot.storage import campaigns, journal, past
from bot.storage.journal import AlreadyDone, Author
from bot.storage.past import Entry
from rules.abilities import Ability
from rules.character import Character, Element, ElementKind, State
from rules.dice.limits import TotalTooGreat
from rules.rolls import RollAct, free_roll
from tests.characters import warrior
from tests.commands.table import Table, text_of
from tests.dice import ScriptedDice

DESTINY = "Destin héroïque"
LONGEST_COMMENT = "*" * 200


class HighestDice:
    """Dice whose faces are the longest to write."""

    def roll(self, sides: int) -> int:
        return sides


async def entries(table: Table) -> list[Entry]:
    """The journal, newest first."""
    async with table.bot.database.reading() as connection:
        return list(await past.recent(connection, table.guild.id, 10))


async def test_the_total_comes_first_then_the_dice(table: Table) -> None:
    said = await table.slash(table.player, "lancer", expression="2d6+1", faces=(4, 2))
    assert said.text == "2d6 + 1\n🎲 **7** ← 2d6 [4, 2] + 1"
    assert not said.private


@pytest.mark.parametrize(
    ("expression", "faces", "shown"),
    [
        ("1d6x100", (3,), "🎲 **300** ← 1d6 [3] × 100"),
        ("4d6k3", (3, 1, 6, 2), "🎲 **11** ← 4d6k3 [3, ~~1~~, 6, 2]"),
        ("1d4-5", (1,), "🎲 **−4** ← 1d4 [1] − 5"),
        ("1d6x1000000", (6,), "🎲 **6 000 000** ← 1d6 [6] × 1000000"),
    ],
)
async def test_sums_of_dice(table: Table, expression: str, faces: tuple[int, ...], shown: str) -> None:
    assert shown in await table.slash(table.player, "lancer", expression=expression, faces=faces)


@pytest.mark.parametrize(
    ("expression", "faces", "shown"),
    [
        ("2d6r1!", (1, 6, 3, 2), "🎲 **11** ← 2d6r1! [~~1~~↻, 6!, 3, 2]"),
        ("4d6>=5", (1, 5, 6, 2), "🎲 **2** ← 4d6>=5 [1, 5✓, 6✓, 2]"),
        ("(1d6-6)/2", (1,), "🎲 **−2** ← (1d6 [1] − 6) / 2"),
        ("2d6 garde le meilleur", (2, 5), "🎲 **5** ← 2d6k1 [~~2~~, 5]"),
        ("1d6 ; 2d4 ; 7", (2, 3, 4), "🎲 **2** · **7** · **7** ← 1d6 [2] ; 2d4 [3, 4] ; 7"),
    ],
)
async def test_the_whole_grammar_is_shown(
    table: Table, expression: str, faces: tuple[int, ...], shown: str
) -> None:
    assert shown in await table.slash(table.player, "lancer", expression=expression, faces=faces)


async def test_the_formula_s_own_comment_is_shown_with_the_other(table: Table) -> None:
    said = await table.slash(
        table.player, "lancer", expression="1d6 # la *porte*", commentaire="vite", faces=(1,)
    )
    assert "💬 la \\*porte\\* — vite" in said
    assert said.text.startswith("1d6\n")


async def test_several_expressions_several_times_have_no_sum(table: Table) -> None:
    said = await table.slash(table.player, "lancer", expression="1d6;1", fois=2, faces=(4, 5))
    assert said.text == "1d6 ; 1, 2 fois\n🎲 **4** · **1** ← 1d6 [4] ; 1\n🎲 **5** · **1** ← 1d6 [5] ; 1"


async def test_the_active_character_s_values_go_by_their_names(table: Table) -> None:
    fafhrd = await table.seat(warrior(), table.player)
    strength = fafhrd.score(Ability.STRENGTH)
    assert strength is not None
    said = await table.slash(table.player, "lancer", expression="1d6+FOR-niveau", faces=(2,))
    assert (
        f"🎲 **{2 + strength - fafhrd.level}** ← 1d6 [2] + FOR ({strength}) − niveau ({fafhrd.level})" in said
    )
    assert said.buttons == {}
    (entry,) = await entries(table)
    assert isinstance(entry.act, RollAct)
    assert entry.act.rolls[0].values == (("for", strength), ("niveau", fafhrd.level))


async def test_a_lone_d20_thrown_again_keeps_the_values_of_the_first(table: Table) -> None:
    fafhrd = await table.seat(warrior(), table.player)
    bonus = fafhrd.modifier(Ability.STRENGTH)
    said = await table.slash(table.player, "lancer", expression="1d20+mod.FOR", faces=(4,))
    again = await table.press(table.player, said, DESTINY, faces=(17,))
    assert f"🎲 {17 + bonus} ← 1d20 [17] + mod.FOR ({bonus})" in again.text.replace("**", "")


async def test_without_an_active_character_a_value_is_refused(table: Table) -> None:
    said = await table.slash(table.player, "lancer", expression="1d20+FOR", faces=())
    assert "La formule nomme « FOR »" in said
    assert said.private
    assert await entries(table) == []


@pytest.mark.parametrize(
    ("expression", "fois", "why"),
    [
        ("1/0", 1, "divise par zéro"),
        ("1000000x1000000x1000000x10", 1, "Ce total passe"),
        ("1;2;3", 20, "20 × 3 résultats"),
        ("1,5", 1, "sans virgule"),
    ],
)
async def test_a_roll_refused_is_private_and_kept_nowhere(
    table: Table, expression: str, fois: int, why: str
) -> None:
    said = await table.slash(table.player, "lancer", expression=expression, fois=fois)
    assert why in said
    assert said.private
    assert await entries(table) == []


async def test_a_thousand_throws_count_rerolls(table: Table) -> None:
    said = await table.slash(table.player, "lancer", expression="2d6rr1", faces=(1,) * 1000)
    assert "dépasse 1000 dés" in said
    assert said.private


async def test_a_formula_is_thrown_several_times_and_added_up(table: Table) -> None:
    said = await table.slash(table.player, "lancer", expression="1d6", fois=3, faces=(2, 5, 6))
    assert said.text == (
        "1d6, 3 fois\n🎲 **2** ← 1d6 [2]\n🎲 **5** ← 1d6 [5]\n🎲 **6** ← 1d6 [6]\nSomme des 3 jets : **13**"
    )


async def test_a_faulty_formula_is_refused_at_its_place_and_nothing_is_kept(table: Table) -> None:
    said = await table.slash(table.player, "lancer", expression="2d6+")
    assert "au caractère 5" in said
    assert said.private
    assert await entries(table) == []


async def test_the_dice_of_all_throws_are_counted_together(table: Table) -> None:
    said = await table.slash(table.player, "lancer", expression="51d6", fois=20)
    assert "20 × 51 dés, c’est plus que 1000 en tout" in said
    assert said.private
    assert await entries(table) == []


async def test_a_comment_is_shown_harmlessly(table: Table) -> None:
    said = await table.slash(
        table.player,
        "lancer",
        expression="1d6",
        commentaire="**@everyone**  [clic](http://x.y)",
        faces=(1,),
    )
    assert "💬 \\*\\*@\u200beveryone\\*\\* \\[clic" in said


async def test_a_roll_is_journalled_before_any_campaign_begins(table: Table) -> None:
    await table.slash(table.player, "lancer", expression="1d6", commentaire="la porte", faces=(5,))
    (entry,) = await entries(table)
    assert (entry.actor_id, entry.command) == (table.player.id, "lancer")
    assert entry.act == free_roll("1d6", ScriptedDice(5), comment="la porte")


async def test_a_roll_delivered_twice_is_kept_once(table: Table) -> None:
    by = Author(actor_id=1, interaction_id=2, command="lancer", at=3)
    act = free_roll("1d6", ScriptedDice(5))
    async with table.bot.database.writing() as connection:
        await journal.write_for_nobody(connection, table.guild.id, act, by)
    with pytest.raises(AlreadyDone):
        async with table.bot.database.writing() as connection:
            await journal.write_for_nobody(connection, table.guild.id, act, by)
    assert len(await entries(table)) == 1


async def test_a_roll_for_nobody_says_where_the_campaign_stands(table: Table) -> None:
    async with table.bot.database.writing() as connection:
        await campaigns.begin(connection, table.guild.id)
        await campaigns.change(connection, table.guild.id, clock=70, combats=3, combat_round=2, period=5)
    await table.slash(table.player, "lancer", expression="1d6", faces=(5,))
    async with table.bot.database.reading() as connection:
        row = (await connection.execute(text("SELECT clock, combat, round, period FROM acts"))).one()
    assert tuple(row) == (70, 3, 2, 5)


async def test_outside_a_combat_no_combat_is_written(table: Table) -> None:
    async with table.bot.database.writing() as connection:
        await campaigns.begin(connection, table.guild.id)
        await campaigns.change(connection, table.guild.id, combats=3)
    await table.slash(table.player, "lancer", expression="1d6", faces=(5,))
    (entry,) = await entries(table)
    assert (entry.combat, entry.round) == (None, None)


async def test_a_secret_roll_is_seen_by_its_author_alone_and_is_nobody_s(table: Table) -> None:
    await table.seat(warrior(), table.player)
    said = await table.slash(table.player, "lancer", expression="1d20", secret=True, faces=(9,))
    assert said.private
    assert list(said.buttons) == ["Révéler"]
    (entry,) = await entries(table)
    assert entry.secret
    assert entry.act.character_id is None


async def test_a_lone_d20_is_the_active_character_s_and_may_be_thrown_again(table: Table) -> None:
    fafhrd = await table.seat(warrior(), table.player)
    said = await table.slash(table.player, "lancer", expression="1d20+5", faces=(4,))
    assert "Fafhrd — 1d20 + 5" in said
    assert (await entries(table))[0].act.character_id == fafhrd.id
    again = await table.press(table.player, said, DESTINY, faces=(17,))
    words = again.text.replace("**", "")
    assert "Premier jet : ~~🎲 9 ← 1d20 [4] + 5~~" in words
    assert "Nouveau jet : 🎲 22 ← 1d20 [17] + 5" in words
    assert (await table.character("Fafhrd")).heroism == 1


async def test_the_button_is_not_a_stranger_s(table: Table) -> None:
    await table.seat(warrior(), table.player)
    said = await table.slash(table.player, "lancer", expression="1d20", faces=(4,))
    refused = await table.press(table.other, said, DESTINY)
    assert refused.private
    assert (await table.character("Fafhrd")).heroism == 2


async def test_one_kept_d20_is_a_lone_d20(table: Table) -> None:
    await table.seat(warrior(), table.player)
    said = await table.slash(table.player, "lancer", expression="2d20k1+1", faces=(4, 15))
    assert DESTINY in said.buttons


@pytest.mark.parametrize(
    ("options", "faces"),
    [
        ({"expression": "2d20"}, (3, 4)),
        ({"expression": "1d6"}, (3,)),
        ({"expression": "1d20", "fois": 2}, (3, 4)),
        ({"expression": "1d20+1d4"}, (3, 4)),
    ],
)
async def test_other_rolls_are_nobody_s(
    table: Table, options: dict[str, Any], faces: tuple[int, ...]
) -> None:
    await table.seat(warrior(), table.player)
    said = await table.slash(table.player, "lancer", faces=faces, **options)
    assert said.buttons == {}
    assert (await entries(table))[0].act.character_id is None


DEATH = Element("x", ElementKind.STATE, State.DEAD, "mort")


@pytest.mark.parametrize(
    "fafhrd", [warrior(elements=(DEATH,)), warrior(active=False)], ids=["mort", "inactif"]
)
async def test_a_character_out_of_play_throws_nothing(table: Table, fafhrd: Character) -> None:
    await table.seat(fafhrd, table.player)
    said = await table.slash(table.player, "lancer", expression="1d20", faces=(4,))
    assert said.text.startswith("1d20\n")
    assert (await entries(table))[0].act.character_id is None


async def test_without_a_point_left_the_roll_is_followed_but_has_no_button(table: Table) -> None:
    fafhrd = await table.seat(warrior(heroism=0), table.player)
    said = await table.slash(table.player, "lancer", expression="1d20", faces=(4,))
    assert said.buttons == {}
    assert (await entries(table))[0].act.character_id == fafhrd.id


@pytest.mark.parametrize("times", [1, 2, 20])
@pytest.mark.parametrize(
    "formula",
    [
        "50d1000000k1x1000000",
        "+".join(["d999999kl1"] * 18),
        "+".join(["d6"] * 50),
        "-".join(["9"] * 100),
        "50d20dl49",
        "1d6" + " " * 190,
        "50d1000000r<500000mi9ma999999dh1dl1>=3",
        "25d20!o",
        "1d1000000 garde le meilleur # " + "*" * 150,
    ],
)
def test_the_longest_rolls_keep_every_total_and_close_every_strike(formula: str, times: int) -> None:
    act = free_roll(formula, HighestDice(), times)
    act = replace(act, comment=f"{act.comment} — {LONGEST_COMMENT}")
    embed = screens.free_roll(act).embed
    assert embed.description is not None
    assert embed.title is not None
    lines = embed.description.splitlines()
    assert len(embed.description) <= DESCRIPTION_LIMIT
    assert len(embed.title) <= TITLE_LIMIT
    assert len([line for line in lines if line.startswith("🎲 **")]) == times
    assert all(line.count("~~") % 2 == 0 for line in lines)
    assert times == 1 or lines[-1].startswith("Somme des")


def test_the_most_totals_are_all_shown() -> None:
    formula = ";".join(["1000000x1000000x-1000000x9"] * 5)
    with pytest.raises(TotalTooGreat):
        free_roll(formula, HighestDice())
    formula = ";".join(["-1000000x1000000x900000"] * 5 + ["1"] * 5)
    act = replace(free_roll(formula, HighestDice(), 5), comment=LONGEST_COMMENT)
    embed = screens.free_roll(act).embed
    assert embed.description is not None
    assert embed.description.count("**−900 000 000 000 000 000**".replace(" ", "\u202f")) == 25
    assert len(embed.description) <= DESCRIPTION_LIMIT


async def test_a_thousand_dice_are_counted_rather_than_written(table: Table) -> None:
    said = await table.slash(table.player, "lancer", expression="1000d1", faces=(1,) * 1000)
    assert "🎲 **1 000** ← 1000d1 [1, 1, 1" in said
    assert "… 940 de plus]" in said
    assert said.message is not None
    assert len(text_of(said.message)) < DESCRIPTION_LIMIT
