"""What an evening was, told at its end and on the way."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import discord
import pytest

from bot.calculator import Calculator, CalculatorLost
from bot.replies import EMBED_LIMIT, FIELD_LIMIT
from bot.screens import recap as screens
from bot.screens import session as session_screens
from bot.storage import journal, past
from bot.storage.journal import UNDOES, Link
from bot.storage.recap import Account
from rules.curves import Curve, Evening
from rules.dice.verify import SEED_BYTES
from rules.heroism import MasterStroke, Use
from rules.horror import Situation
from rules.recap import Blow, Faced, Learnt, Luck, Recap, Spent, Tainted
from rules.sessions import Lifted, Mark, Proof, Session, SessionClosing
from tests.characters import black_magician, monster, warrior
from tests.commands.table import Said, Table, text_of
from tests.commands.test_events import COMPLETED, Agenda
from tests.storage import play

MOST = 12  # characters at the largest table


async def evening(table: Table) -> None:
    """A session, in which Fafhrd is afraid and strikes, and Ahriman pays for a spell."""
    await table.seat(warrior(madness=2), table.player)
    await table.seat(black_magician(), table.other)
    await table.seat(monster(heroism=2))
    await table.slash(table.mdt, "seance debut", titre="Les rats")
    await table.slash(table.mdt, "personnage px", gain=1200, personnage="Fafhrd")
    await table.slash(table.mdt, "horreur horrible", joueur=table.player, faces=(2, 3, 2, 3))
    await table.slash(table.player, "heroism spend coup-de-maitre", degats="1d8+3")
    await table.slash(table.other, "corruption jet", niveau=3, occasion="apprentissage", faces=(20, 7))


def image(said: Said) -> discord.Attachment | None:
    assert said.message is not None
    return next((one for one in said.message.attachments if one.filename.endswith(".png")), None)


async def test_the_end_tells_what_the_evening_was(table: Table) -> None:
    await evening(table)
    await table.slash(table.mdt, "combat ouvrir")
    await table.slash(table.mdt, "combat round")
    await table.slash(table.mdt, "combat fermer")
    await table.env.advance_time(3 * 3_600 + 1_500)
    said = await table.slash(table.mdt, "seance fin")
    assert not said.private
    told = said.text.split("📜 La soirée\n")[1]
    assert told == (
        "⏱️ 3 h 25 · ⚔️ 1 combat, 2 rounds\n"
        "✨ Expérience\n"
        "**Fafhrd** : +1 320 PX\n"
        "🎖️ Héroïsme dépensé\n"
        "**Coup de maître** : Fafhrd\n"
        "😱 Horreurs\n"
        "❌ **Fafhrd**, horrible : folie 2 → **5**\n"
        "🩸 Corruption\n"
        "**Ahriman** : +1 · palier 1 (Mange sans jamais être rassasié)\n"
        "🌀 Folie et corruption\n"
        "**Ahriman** : folie **0**, corruption 9 → **10**\n"
        "**Fafhrd** : folie 2 → **5**\n"
        "🎲 Dés mémorables\n"
        "🌟 20 naturel : Ahriman\n"
        "💥 Plus gros coup : Fafhrd, 11 dommages"
    )


async def test_the_end_shows_the_curves_with_words_for_them(table: Table) -> None:
    await evening(table)
    said = await table.slash(table.mdt, "seance fin")
    shown = image(said)
    assert shown is not None
    assert shown.description is not None
    assert "Fafhrd\u00a0: folie 2 → 5" in shown.description
    assert said.message is not None
    assert said.message.embeds[0].image.url is not None
    assert (await shown.read()).startswith(b"\x89PNG")


async def test_an_evening_without_madness_nor_corruption_needs_no_image(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.slash(table.mdt, "seance debut")
    said = await table.slash(table.mdt, "seance fin")
    assert image(said) is None
    assert said.text.endswith("📜 La soirée\n⏱️ moins d’une minute")


async def test_the_state_tells_it_so_far_and_after_the_end(table: Table) -> None:
    await evening(table)
    during = await table.slash(table.player, "seance etat")
    assert "Séance ouverte — Les rats" in during
    assert "❌ **Fafhrd**, horrible : folie 2 → **5**" in during
    assert image(during) is not None
    await table.slash(table.mdt, "seance fin")
    after = await table.slash(table.player, "seance etat")
    assert "Aucune séance ouverte" in after
    assert "❌ **Fafhrd**, horrible : folie 2 → **5**" in after
    assert image(after) is not None


async def test_secrets_and_npcs_stay_out_of_it(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.seat(monster(heroism=2, scores=(10,) * 6))
    await table.slash(table.mdt, "seance debut")
    await table.slash(table.mdt, "horreur horrible", joueur=table.player, secret=True, faces=(20,))
    await table.slash(table.player, "jet caracteristique", carac="for", secret=True, faces=(20,))
    await table.slash(table.mdt, "heroism spend coup-de-maitre", personnage="Rat géant")
    said = await table.slash(table.mdt, "seance fin")
    for word in ("Horreurs", "Héroïsme", "mémorables", "Rat géant"):
        assert word not in said


async def test_what_was_undone_is_not_told(table: Table) -> None:
    await evening(table)
    async with table.bot.database.writing() as connection:
        entries = await past.recent(connection, table.guild.id, 50)
        stroke = next(one for one in entries if isinstance(one.act, MasterStroke))
        link = Link(stroke.id, UNDOES)
        scene = await play.scene(table.bot.database, guild=table.guild.id)
        await journal.write(connection, scene.campaign, stroke.act, play.author(), link=link)
    said = await table.slash(table.mdt, "seance fin")
    assert "Coup de maître" not in said
    assert "Plus gros coup" not in said


async def test_an_event_s_end_tells_it_too(table: Table) -> None:
    agenda = Agenda(table)
    await evening(table)
    await table.slash(table.mdt, "seance fin")
    await agenda.becomes(2)
    await table.slash(table.mdt, "horreur horrible", joueur=table.player, faces=(20,))
    await agenda.becomes(COMPLETED)
    announced = next(
        one for one in table.channel.history() if "✅ **Fafhrd**, horrible" in str(one.embeds[0].to_dict())
    )
    assert announced.interaction_metadata is None
    assert [one.filename for one in announced.attachments] == ["folie-corruption.png"]


async def test_a_session_that_an_event_s_opening_closes_is_told_once(table: Table) -> None:
    agenda = Agenda(table, hours=13)
    await evening(table)
    await table.env.advance_time(13 * 3_600)
    told = [text_of(one) for one in table.channel.history() if "Séance" in text_of(one)]
    first, opening, recap = told
    assert "Séance ouverte — Les rats" in first
    assert f"Séance ouverte — {agenda.name}" in opening
    assert "Séance close — Les rats" in recap
    assert "❌ **Fafhrd**, horrible : folie 2 → **5**" in recap
    await agenda.becomes(2)
    assert len([one for one in table.channel.history() if "Séance close" in text_of(one)]) == 1


async def test_a_forgotten_session_is_told_even_when_a_question_follows(table: Table) -> None:
    agenda = Agenda(table)
    await table.seat(warrior(), table.player)
    await agenda.becomes(2)
    await agenda.becomes(COMPLETED)
    await evening_of_own(table)
    await table.env.advance_time(13 * 3_600)
    await agenda.becomes(2)
    closed = [text_of(one) for one in table.channel.history() if "Séance close — À la main" in text_of(one)]
    assert len(closed) == 1
    assert "❌ **Fafhrd**, horrible" in closed[0]
    assert "quelle séance" in text_of(table.channel.history()[-1])


async def evening_of_own(table: Table) -> None:
    """A session opened by hand, in which Fafhrd is afraid."""
    await table.slash(table.mdt, "seance debut", titre="À la main")
    await table.slash(table.mdt, "horreur horrible", joueur=table.player, faces=(2, 3, 2, 3))


async def test_an_evening_of_which_there_is_nothing_to_tell_goes_without_a_word(table: Table) -> None:
    await table.slash(table.mdt, "seance debut")
    await table.env.advance_time(13 * 3_600)
    assert "Séance ouverte" in await table.slash(table.mdt, "seance debut")


async def test_a_session_undone_never_was(table: Table) -> None:
    await evening(table)
    await table.slash(table.mdt, "seance fin")
    await table.slash(table.mdt, "seance debut", titre="Par erreur")
    await table.slash(table.mdt, "journal annuler")
    said = await table.slash(table.player, "seance etat")
    assert "La séance précédente « Les rats »" in said
    assert "❌ **Fafhrd**, horrible : folie 2 → **5**" in said


@pytest.fixture
def lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """No process answers any more."""

    async def run(*_: Any) -> Any:
        raise CalculatorLost

    monkeypatch.setattr(Calculator, "run", run)


async def test_without_its_image_all_is_told_all_the_same(table: Table, lost: None) -> None:
    await evening(table)
    said = await table.slash(table.mdt, "seance fin")
    assert "**Fafhrd** : folie 2 → **5**" in said
    assert not said.private
    assert image(said) is None
    assert "Aucune séance ouverte" in await table.slash(table.mdt, "seance etat")
    assert "Bilan des dés" in await table.slash(table.player, "des bilan")


async def test_the_close_is_kept_and_told_when_discord_does_not_wait(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening(table)

    async def refused(response: discord.InteractionResponse[Any], **_: Any) -> None:
        raise discord.NotFound(Answer(), {"code": 10062, "message": "Unknown interaction"})

    monkeypatch.setattr(discord.InteractionResponse, "defer", refused)
    assert "Séance close — Les rats" in await table.slash(table.mdt, "seance fin")


class Answer:
    """An HTTP answer, as discord.py's errors want one."""

    status = 404
    reason = "Not Found"


# --- within Discord's limits -----------------------------------------------------------------------------


def crowded() -> Account:
    """The largest table, with the longest names, on its longest evening."""
    names = [f"*{'W_' * 30}{number}" for number in range(MOST)]
    counts = tuple((name, 60) for name in names)
    marks = tuple(Mark(number, name, 10**6, 10**6) for number, name in enumerate(names))
    before = tuple(replace(mark, madness=1, corruption=1) for mark in marks)
    return Account(
        Session(1, "W" * 100, None, 0),
        360_000,
        Recap(
            experience=tuple(Learnt(name, 10**7, (1, 36)) for name in names),
            heroism=tuple(Spent(use, counts) for use in Use),
            horrors=tuple(Faced(name, Situation.UNBEARABLE, False, (10**6, 10**7)) for name in names * 60),
            corruption=tuple(Tainted(name, 10**6, tuple((n, "W" * 200) for n in range(9))) for name in names),
            twenties=counts,
            ones=counts,
            blow=Blow(names[0], 10**6, names[1]),
            lucky=Luck(names[0], 60, 60, Fraction(1, 3)),
            unlucky=Luck(names[1], 0, 60, Fraction(10**9, 3)),
            dead=tuple(names),
            consumed=tuple(names),
            combats=100,
            rounds=1_000,
        ),
        tuple(Curve(name, ((0, 1), (1, 10**6)), ()) for name in names),
        Evening(1, before, marks),
    )


def test_the_longest_evening_fits_in_one_message() -> None:
    closing = SessionClosing(
        title="W" * 100,
        lifted=tuple(Lifted(number, "W_" * 32, "W" * 200) for number in range(60)),
        fighting=100,
        proof=Proof("f" * 2 * SEED_BYTES, 0, 10**6),
    )
    told = screens.told(session_screens.closing(closing), crowded(), b"")
    embed = told.embed
    assert len(embed) <= EMBED_LIMIT
    assert len(embed.fields) == len(told.fields) == 8
    for field in embed.fields:
        assert len(field.value or "") <= FIELD_LIMIT
        assert not (field.value or "").endswith("…"), "cut in the midst of a word"


def test_what_does_not_fit_is_counted() -> None:
    (horrors,) = [one for one in screens.sections(crowded()) if "Horreurs" in one.name]
    assert "autres" in horrors.value


def test_who_is_unharmed_is_named_in_one_line() -> None:
    marks = (Mark(1, "Hrafn", 2), Mark(2, "Fafhrd", 0), Mark(3, "Ourph", 0))
    assert list(screens.standings(Evening(1, (), marks))) == [
        "**Hrafn** : folie **2**",
        "*Indemnes : Fafhrd, Ourph*",
    ]
    assert list(screens.standings(Evening(1, (), marks[1:]))) == []
    healed = Evening(1, marks, (Mark(1, "Hrafn", 0),))
    assert list(screens.standings(healed)) == ["**Hrafn** : folie 2 → **0**"]


def test_an_alteration_is_told_by_its_first_sentence() -> None:
    words = screens.reached(3, "Épuisé au soleil, ne se repose que dans le noir. Au soleil, −2 aux jets.")
    assert words == "palier 3 (Épuisé au soleil, ne se repose que dans le noir)"
