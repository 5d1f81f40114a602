"""`/probabilite`, played; its chart; and the process that computes."""

import asyncio
import os
import signal
import sys
import time
from fractions import Fraction

import pytest

from bot import calculator as calculator_module
from bot import charts, curves, french
from bot.calculator import Calculator, CalculatorBusy, CalculatorLost
from bot.drawing import WIDTH
from bot.odds import compute
from bot.screens import odds as screens
from rules.abilities import Ability
from rules.curves import Curve
from rules.dice.odds import law_of
from rules.dice_tally import tallies
from tests.characters import warrior
from tests.commands.table import Table

FORMULAS = ("1d20+5", "4d6k3", "4d6!", "1d6x1000000", "3d10000", "7", "4dF", "1d1000-1d1000", "100d6>=6")


async def test_the_chance_of_a_save_in_words_and_in_a_chart(table: Table) -> None:
    said = await table.slash(table.player, "probabilite", expression="1d20+2", seuil=15)
    assert said.text == (
        "Probabilités : 1d20 + 2\n"
        "🎯 **15 ou plus : 40 %** (2/5)\n"
        "15 ou moins : 65 % (13/20)\n"
        "📊 **12,5** ± 5,77 en moyenne, de 3 à 22\n"
        "Médiane : 12 ; la moitié des jets de 7 à 17, neuf sur dix de 3 à 21.\n"
        "Calcul exact, sans tirage."
    )
    assert not said.private
    assert said.message is not None
    (attached,) = said.message.attachments
    assert attached.filename == "probabilites.png"
    image = said.message.embeds[0].image
    assert image.url is not None
    assert image.url.endswith("probabilites.png")


async def test_the_active_character_gives_its_values(table: Table) -> None:
    fafhrd = await table.seat(warrior(), table.player)
    said = await table.slash(table.player, "probabilite", expression="1d20+mod.FOR", seuil=20)
    bonus = fafhrd.modifier(Ability.STRENGTH)
    assert f"Avec mod.FOR = {bonus}" in said
    assert f"20 ou plus : {(bonus + 1) * 5} %" in said


async def test_an_item_in_use_counts_as_it_does_in_a_roll(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.slash(table.mdt, "objet creer", nom="Anneau", personnage="Fafhrd", bonus="CA +2")
    thrown = await table.slash(table.player, "lancer", expression="CA")
    said = await table.slash(table.player, "probabilite", expression="CA")
    assert "12" in thrown
    assert "Avec CA = 12" in said


async def test_names_want_an_active_character(table: Table) -> None:
    said = await table.slash(table.player, "probabilite", expression="1d20+mod.FOR")
    assert said.private
    assert "La formule nomme « mod.FOR »" in said


@pytest.mark.parametrize(
    ("expression", "sentence"),
    [
        ("2d6+", "au caractère 5"),
        ("d1000000", "plus de 3 millions d’opérations"),
        ("1d6;1d8", "Une seule expression à la fois"),
        ("6/(1d6-3)", "passe par zéro"),
    ],
)
@pytest.mark.usefixtures("beside")
async def test_refusals_are_private_and_start_no_process(
    table: Table, expression: str, sentence: str
) -> None:
    said = await table.slash(table.player, "probabilite", expression=expression)
    assert said.private
    assert sentence in said
    assert not table.bot.calculator.processes


@pytest.mark.usefixtures("beside")
async def test_a_lost_process_is_a_private_sentence_and_the_next_answer_comes(table: Table) -> None:
    assert await table.bot.calculator.run(compute, "1d6", {}, None)
    (process,) = table.bot.calculator.processes
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL)
    process.join()
    said = await table.slash(table.player, "probabilite", expression="1d6")
    assert said.private
    assert "Le calcul s’est interrompu" in said
    assert await table.bot.calculator.run(compute, "1d6", {}, None)
    assert "1d6" in await table.slash(table.player, "probabilite", expression="1d6")


@pytest.mark.usefixtures("beside")
async def test_a_computation_that_lasts_is_cut_short() -> None:
    calculator = Calculator()
    with pytest.raises(CalculatorLost):
        await calculator.run(endless, "1d6")
    calculator.close()


def endless(formula: str) -> None:
    """What the process is asked, in place of a law: arithmetic that no other thread may interrupt."""
    with calculator_module.watched(0.3):
        while formula:
            pow(7, 10_000_000)


@pytest.mark.usefixtures("beside")
async def test_charts_are_drawn_there_and_one_that_cannot_be_is_only_missing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    calculator = Calculator()
    drawn = await calculator.picture(curves.draw, (Curve("Fafhrd", ((0, 1), (1, 3)), ()),))
    assert drawn is not None
    assert size(drawn)[0] == WIDTH
    (tally,) = tallies({(6, face): 2 for face in range(1, 7)})
    assert await calculator.picture(charts.histogram, tally)
    assert await calculator.picture(leaving) is None
    assert "Image non dessinée" in caplog.text
    assert await calculator.picture(charts.histogram, tally), "the next one is drawn"
    calculator.close()


def leaving() -> bytes:
    """A drawing that takes its process along."""
    os._exit(1)


@pytest.mark.usefixtures("beside")
async def test_those_who_ask_are_counted() -> None:
    calculator = Calculator()
    calculator._waiting = calculator_module.MOST_WAITING
    with pytest.raises(CalculatorBusy):
        await calculator.run(compute, "1d6", {}, None)
    assert not calculator.processes


@pytest.mark.usefixtures("beside")
async def test_the_bot_leaves_no_process_behind() -> None:
    calculator = Calculator()
    await calculator.run(compute, "1d6", {}, None)
    (process,) = calculator.processes
    assert process.pid is not None
    calculator.close()
    assert await asyncio.to_thread(gone, process.pid)


def gone(pid: int) -> bool:
    """True once the system knows the process no more: the executor's own thread may be who is told of its end."""
    for _ in range(500):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    return False


def size(png: bytes) -> tuple[int, int]:
    """Width and height of a PNG image, in pixels."""
    assert png.startswith(b"\x89PNG")
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])


@pytest.mark.parametrize("formula", FORMULAS)
@pytest.mark.parametrize("threshold", [None, -50, 7, 18, 10**6])
def test_a_chart_is_drawn_for_any_law(formula: str, threshold: int | None) -> None:
    law = law_of(formula)
    bars = charts.bars_of(law, threshold)
    assert len(bars) <= charts.MOST_BARS + 1
    assert sum(bar.chance for bar in bars) >= 0.998
    if threshold is not None:
        assert all(bar.reached == (bar.low >= threshold) == (bar.high >= threshold) for bar in bars)
    assert size(charts.chart(law, threshold)) == (WIDTH, charts.HEIGHT)


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (Fraction(0), "0 %"),
        (Fraction(1), "100 %"),
        (Fraction(1, 3), "33,3 % (1/3)"),
        (Fraction(10, 216), "4,63 % (5/108)"),
        (Fraction(1, 7776), "0,0129 % (1/7 776)"),
        (Fraction(7775, 7776), "99,99 % (7 775/7 776)"),
        (Fraction(1, 6**9), "moins de 0,00001 % (environ une fois sur 10 077 696)"),
        (Fraction(1, 6**8), "0,0000595 % (environ une fois sur 1 679 616)"),
        (Fraction(1, 6**30), "moins de 0,00001 %"),
        (1 - Fraction(1, 6**30), "plus de 99,99 %"),
        (Fraction(6**8 // 2 + 1, 6**8), "50 %"),
    ],
)
def test_chances_as_they_are_read(chance: Fraction, words: str) -> None:
    assert f"{french.percent(chance)}{screens.in_full(chance)}".replace("\u202f", " ") == words


@pytest.mark.parametrize(
    ("value", "words"),
    [("21/2", "10,5"), ("7", "7"), ("-1/3", "−0,33"), ("1/1000", "0"), ("-1/1000", "0"), ("1999/1000", "2"), ("5/100", "0,05")],
)  # fmt: skip
def test_numbers_with_their_decimals(value: str, words: str) -> None:
    assert french.decimal(Fraction(value)) == words


async def test_a_bot_killed_outright_takes_its_process_along() -> None:
    script = (
        "import asyncio, os, signal\n"
        "from bot.calculator import Calculator\n"
        "from bot.odds import compute\n"
        "async def main():\n"
        "    calculator = Calculator()\n"
        "    await calculator.run(compute, '1d6', {}, None)\n"
        "    print(calculator.processes[0].pid, flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "asyncio.run(main())\n"
    )
    bot = await asyncio.create_subprocess_exec(sys.executable, "-c", script, stdout=asyncio.subprocess.PIPE)
    # The output ends once nobody holds it any more: neither the bot, nor the process that it started.
    output, _ = await asyncio.wait_for(bot.communicate(), 20)
    assert bot.returncode == -signal.SIGKILL
    assert output.strip().isdigit()
