"""`/combat`, played (SEA-4, HER-3, HER-8)."""

import pytest

from bot.client import Bot
from bot.storage import campaigns, past
from rules.campaign import Campaign
from rules.character import Element, ElementKind, State
from rules.combat import CombatAct
from tests.characters import black_magician, monster, ready, thief, warrior
from tests.commands.table import Table, plain


async def campaign(table: Table) -> Campaign:
    async with table.bot.database.reading() as connection:
        return await campaigns.load(connection, table.guild.id)


async def rounds(table: Table) -> int | None:
    """The round of the open combat."""
    combat = (await campaign(table)).combat
    return combat.round if combat else None


async def again(table: Table) -> None:
    """Discord delivers the last interaction a second time."""
    told = reversed(table.env.backend.transcript)
    payload = next(payload for _, name, payload in told if name == "INTERACTION_CREATE")
    table.env.backend.emit("INTERACTION_CREATE", payload)
    await table.env.settle()


def paralysed(rounds: int, clock: int = 0) -> Element:
    return Element(
        "1.effet",
        ElementKind.STATE,
        State.PARALYSED,
        "paralysie",
        clock + 10 * rounds,
        in_rounds=True,
    )


async def test_a_combat_opens_counts_its_rounds_and_closes(table: Table) -> None:
    opened = await table.slash(table.mdt, "combat ouvrir")
    assert "Combat ouvert — round 1" in opened
    assert not opened.private
    second = await table.slash(table.mdt, "combat round")
    assert "Round 2" in second
    assert (await campaign(table)).clock == 10
    closed = await table.slash(table.mdt, "combat fermer")
    assert "Après 2 rounds" in closed
    assert await rounds(table) is None


@pytest.mark.parametrize("command", ["combat ouvrir", "combat round", "combat fermer"])
async def test_only_the_game_master_leads_it(table: Table, command: str) -> None:
    if command != "combat ouvrir":
        await table.slash(table.mdt, "combat ouvrir")
    before = await campaign(table)
    said = await table.slash(table.player, command)
    assert said.private
    assert "Réservé au MdT" in said
    assert await campaign(table) == before


@pytest.mark.parametrize("command", ["combat round", "combat fermer"])
async def test_without_a_combat_it_is_refused(table: Table, command: str) -> None:
    said = await table.slash(table.mdt, command)
    assert said.private
    assert "/combat ouvrir" in said


async def test_one_combat_at_a_time(table: Table) -> None:
    await table.slash(table.mdt, "combat ouvrir")
    await table.slash(table.mdt, "combat round")
    said = await table.slash(table.mdt, "combat ouvrir")
    assert said.private
    assert "déjà ouvert (round 2)" in said
    assert await rounds(table) == 2


async def test_each_server_has_its_own(table: Table) -> None:
    await table.slash(table.mdt, "combat ouvrir")
    other = table.env.create_guild(name="Quarmall")
    channel = other.create_text_channel("salle")
    chief = other.add_member(other.owner)
    await chief.slash(channel, "combat ouvrir")
    await chief.slash(channel, "combat round")
    assert await rounds(table) == 1


async def test_a_round_says_what_it_ends(table: Table) -> None:
    await table.seat(warrior(elements=(paralysed(2),)), table.player)
    await table.slash(table.mdt, "combat ouvrir")
    assert "paralysie" not in await table.slash(table.mdt, "combat round")
    assert "Fafhrd : paralysie, c’est fini" in await table.slash(table.mdt, "combat round")
    assert "paralysie" not in await table.slash(table.mdt, "combat round")


async def test_an_effect_goes_on_after_the_combat(table: Table) -> None:
    await table.seat(warrior(elements=(paralysed(3),)), table.player)
    await table.slash(table.mdt, "combat ouvrir")
    await table.slash(table.mdt, "combat round")
    await table.slash(table.mdt, "combat fermer")
    assert "Fafhrd : paralysie, encore 2 rounds" in plain(await table.slash(table.player, "combat etat"))
    await table.slash(table.mdt, "combat ouvrir")
    assert (await campaign(table)).clock == 10


async def test_the_state_is_for_all_and_shows_round_spends_and_effects(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.seat(thief(elements=(paralysed(5),)), table.other)
    await table.seat(monster(fixed_hit_points=3, wounds=3))
    await table.slash(table.mdt, "combat ouvrir")
    assert "Aucun point d’héroïsme dépensé" in await table.slash(table.player, "combat etat")
    await table.slash(table.player, "heroism spend coup-de-maitre")
    said = plain(await table.slash(table.other, "combat etat"))
    assert "round 1" in said
    assert "Fafhrd : point dépensé ce round (Coup de maître)" in said
    assert "Souricier Gris ●●\n↳ 💥 paralysie, encore 5 rounds" in said
    assert "Rat géant : mourant" in said
    await table.slash(table.mdt, "combat round")
    said = plain(await table.slash(table.other, "combat etat"))
    assert "point dépensé" not in said
    assert "encore 4 rounds" in said


async def test_without_a_combat_the_state_says_so(table: Table) -> None:
    said = await table.slash(table.player, "combat etat")
    assert "Aucun combat ouvert" in said
    assert not said.private


async def test_the_buttons_go_on_and_close(table: Table) -> None:
    opened = await table.slash(table.mdt, "combat ouvrir")
    assert list(opened.buttons) == ["Attaquer", "Round suivant", "Héroïsme", "Tout voir", "Fermer"]
    second = await table.press(table.mdt, opened, "Round suivant")
    assert "Round 2" in second
    closed = await table.press(table.mdt, second, "Fermer")
    assert "Combat clos" in closed
    assert closed.buttons == {}
    assert await rounds(table) is None


async def test_a_player_s_press_is_refused(table: Table) -> None:
    opened = await table.slash(table.mdt, "combat ouvrir")
    for label in ("Round suivant", "Tout voir", "Fermer"):
        said = await table.press(table.player, opened, label)
        assert said.private
        assert "Réservé au MdT" in said
    assert await rounds(table) == 1


async def test_a_round_ends_once_whoever_presses_again(table: Table) -> None:
    opened = await table.slash(table.mdt, "combat ouvrir")
    await table.press(table.mdt, opened, "Round suivant")
    again = await table.press(table.mdt, opened, "Round suivant")
    assert again.private
    assert "Le round 1 est déjà passé" in again
    assert await rounds(table) == 2
    assert (await campaign(table)).clock == 10


async def test_an_old_button_does_not_touch_the_next_combat(table: Table) -> None:
    opened = await table.slash(table.mdt, "combat ouvrir")
    await table.slash(table.mdt, "combat fermer")
    for label in opened.buttons:
        assert "clos" in await table.press(table.mdt, opened, label)
    await table.slash(table.mdt, "combat ouvrir")
    for label in opened.buttons:
        assert (await table.press(table.mdt, opened, label)).private
    assert await rounds(table) == 1


async def test_the_buttons_outlive_the_process(table: Table) -> None:
    opened = await table.slash(table.mdt, "combat ouvrir")
    await table.env.restart_bot(Bot(table.bot.database, dice=table.dice))
    assert "Round 2" in await table.press(table.mdt, opened, "Round suivant")


async def test_everything_is_journalled_in_its_combat_and_round(table: Table) -> None:
    opened = await table.slash(table.mdt, "combat ouvrir")
    await table.press(table.mdt, opened, "Round suivant")
    await table.slash(table.mdt, "combat fermer")
    async with table.bot.database.reading() as connection:
        entries = list(reversed(await past.recent(connection, table.guild.id, 10)))
    acts = [one.act for one in entries if isinstance(one.act, CombatAct)]
    assert [(act.event, act.round) for act in acts] == [("open", 1), ("round", 2), ("close", 2)]
    assert [(one.combat, one.round, one.actor_id) for one in entries] == [
        (1, 1, table.mdt.id),
        (1, 2, table.mdt.id),
        (1, 2, table.mdt.id),
    ]


async def test_the_same_interaction_twice_goes_on_one_round(table: Table) -> None:
    await table.slash(table.mdt, "combat ouvrir")
    await table.slash(table.mdt, "combat round")
    await again(table)
    assert await rounds(table) == 2


async def test_the_same_press_delivered_twice_goes_on_one_round(table: Table) -> None:
    opened = await table.slash(table.mdt, "combat ouvrir")
    await table.press(table.mdt, opened, "Round suivant")
    await again(table)
    assert await rounds(table) == 2


async def test_a_combat_of_thirty_afflicted_fits_in_a_message(table: Table) -> None:
    effects = tuple(
        Element(f"{number}.effet", ElementKind.STATE, State.PARALYSED, "x" * 40, 900, in_rounds=True)
        for number in range(5)
    )
    for number in range(30):
        name = f"{number:02}" + "*" * 62
        await table.seat(thief(name=name, active=False, elements=effects))
    await table.slash(table.mdt, "combat ouvrir")
    said = await table.slash(table.mdt, "combat etat")
    assert not said.private
    assert "autres" in said


async def test_a_round_exhausts_who_has_held_a_spell_for_more_than_a_day(table: Table) -> None:
    """MAG-3: rounds move the clock too."""
    await table.seat(black_magician(elements=ready("sommeil")), table.player)
    await table.slash(table.mdt, "temps avancer", duree="1 jour")
    assert not (await table.character("Ahriman")).has(State.EXHAUSTED)
    await table.slash(table.mdt, "combat ouvrir")
    said = await table.slash(table.mdt, "combat round")
    assert "😓 Ahriman : Épuisé : sorts gardés en réserve" in said
    assert (await table.character("Ahriman")).has(State.EXHAUSTED)
    assert "😓" not in await table.slash(table.mdt, "combat round")
