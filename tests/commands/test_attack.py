"""`/combat attaque`, « Attaquer » and what follows a hit, played (JET-3, JET-5, HER-4, HER-5)."""

import pytest

from bot.client import Bot
from bot.storage import past
from rules.attacks import AttackAct, DamageAct
from rules.character import Character, Element, ElementKind, State
from tests.characters import monster, thief, warrior
from tests.commands.table import Said, Table, plain

FAFHRD = {"weapon": "épée longue", "damage": "1d8"}


def guard(**facts: object) -> Character:
    return monster(**{"name": "Garde", "fixed_armour_class": 13, "damage": "1d6", **facts})


async def face_to_face(table: Table, **facts: object) -> Said:
    """Fafhrd (attack +3, FOR +2) against a guard (CA 6 [13], 9 hit points); the card."""
    await table.seat(warrior(**{**FAFHRD, **facts}), table.player)
    await table.seat(guard())
    return await table.slash(table.mdt, "combat ouvrir", adversaire="Garde", faces=(5, 3))


async def hit_points(table: Table, name: str = "Garde") -> int:
    return (await table.character(name)).hit_points


# --- the attack itself (JET-3) --------------------------------------------------------------------------


async def test_an_attack_shows_its_die_each_modifier_and_both_conventions(table: Table) -> None:
    await table.seat(warrior(**FAFHRD), table.player)
    said = await table.slash(table.player, "combat attaque", ca=17, bonus=-1, faces=(13,))
    assert "🎲 13 + 3 (attaque) + 2 (FOR) − 1 (situation) = 17 contre CA 2 [17] → ✅ Touché" in plain(said)
    assert "épée longue · TAC0 16" in said
    assert not said.private


async def test_a_monster_s_armour_class_stays_the_game_master_s(table: Table) -> None:
    await face_to_face(table)
    said = await table.slash(table.player, "combat attaque", faces=(7,))
    assert "= 12, touche jusqu’à CA 7 [12] → ❌ Manqué" in plain(said)
    assert "13" not in said.text
    assert list(said.buttons) == ["Destin héroïque"]


@pytest.mark.parametrize(
    ("face", "ca", "outcome"),
    [(20, 40, "Touché (20 naturel"), (1, -10, "Manqué (1 naturel)"), (9, 14, "Touché"), (8, 14, "Manqué")],
)
async def test_naturals_and_ties(table: Table, face: int, ca: int, outcome: str) -> None:
    await table.seat(warrior(**FAFHRD), table.player)
    assert outcome in plain(await table.slash(table.player, "combat attaque", ca=ca, faces=(face,)))


async def test_a_bow_takes_dexterity_and_adds_no_strength_to_damage(table: Table) -> None:
    await table.seat(thief(weapon="arc court", damage="1d6"), table.other)
    await table.seat(guard())
    said = await table.slash(table.other, "combat attaque", cible="Garde", faces=(15,))
    assert "+ 1 (attaque) + 2 (DEX) = 18" in plain(said)
    hurt = await table.press(table.other, said, "Dommages", faces=(4,))
    assert "🎲 4 ← 1d6 [4]" in plain(hurt)
    near = await table.slash(table.other, "combat attaque", cible="Garde", distance=False, faces=(15,))
    assert "DEX" not in near


async def test_nothing_to_reach_is_refused(table: Table) -> None:
    await table.seat(warrior(), table.player)
    said = await table.slash(table.player, "combat attaque")
    assert said.private
    assert "`ca`" in said


async def test_a_faulty_formula_throws_nothing(table: Table) -> None:
    await table.seat(warrior(), table.player)
    assert (await table.slash(table.player, "combat attaque", ca=10, degats="1d")).private


@pytest.mark.parametrize(
    ("facts", "word"),
    [
        ({"wounds": 40}, "mourant"),
        ({"elements": (Element("1.x", ElementKind.STATE, State.PARALYSED, "paralysie", 90),)}, "paralysé"),
        ({"elements": (Element("1.x", ElementKind.STATE, State.DEAD, "mort"),)}, "mort"),
    ],
)
async def test_who_cannot_strike_is_refused(table: Table, facts: dict[str, object], word: str) -> None:
    await table.seat(warrior(**facts), table.player)
    said = await table.slash(table.player, "combat attaque", ca=10)
    assert said.private
    assert word in said


async def test_a_stranger_attacks_for_nobody(table: Table) -> None:
    await face_to_face(table)
    assert (await table.slash(table.other, "combat attaque", personnage="Fafhrd", ca=1)).private
    assert (await table.slash(table.player, "combat attaque", personnage="Garde", ca=1)).private
    said = await table.slash(table.mdt, "combat attaque", personnage="Garde", faces=(9,))
    assert "Garde attaque Fafhrd" in said
    assert "contre CA 9 [10]" in plain(said), "a player character's armour class is no secret"


# --- damage --------------------------------------------------------------------------------------------


async def test_damage_lands_on_the_target_without_its_figures(table: Table) -> None:
    await face_to_face(table)
    said = await table.slash(table.player, "combat attaque", faces=(15,))
    assert list(said.buttons) == ["Dommages", "Coup de maître", "Destin héroïque"]
    hurt = await table.press(table.player, said, "Dommages", faces=(4,))
    assert "Fafhrd — 6 dommages" in hurt
    assert "🎲 6 ← 1d8 [4] + 2 (FOR)" in plain(hurt)
    assert "Garde : ▰▰▰▰▰ → ▰▱▱▱▱ (mal en point)" in plain(hurt)
    assert "9" not in hurt.text
    assert await hit_points(table) == 3
    again = await table.press(table.player, said, "Dommages")
    assert again.private
    assert "déjà lancé les dommages" in again
    assert await hit_points(table) == 3


async def test_a_player_character_s_hit_points_are_told_old_and_new_and_dying(table: Table) -> None:
    await face_to_face(table, wounds=30)
    said = await table.slash(table.mdt, "combat attaque", personnage="Garde", faces=(19,))
    assert list(said.buttons) == ["Dommages"], "no heroism to spend"
    stranger = await table.press(table.player, said, "Dommages")
    assert stranger.private
    hurt = await table.press(table.mdt, said, "Dommages", faces=(5,))
    assert "PV 3 → −2 / 33" in plain(hurt)
    assert "Fafhrd est mourant" in hurt
    assert list(hurt.buttons) == ["Sauvegarde contre la mort", "Éviter la mort"]
    assert (await table.press(table.player, hurt, "Éviter la mort")).private is False


async def test_a_natural_20_is_at_the_maximum_and_takes_no_point(table: Table) -> None:
    await face_to_face(table)
    said = await table.slash(table.player, "combat attaque", faces=(20,))
    assert list(said.buttons) == ["Dommages", "Destin héroïque"]
    refused = await table.slash(table.player, "heroism spend coup-de-maitre")
    assert refused.private
    assert "20 naturel" in refused
    hurt = await table.press(table.player, said, "Dommages")
    assert "🎲 10 ← 1d8 (dés au maximum) + 2 (FOR)" in plain(hurt)
    assert "Garde est mourant" in hurt
    assert (await table.character("Fafhrd")).heroism == 2


async def test_a_hit_does_at_least_one(table: Table) -> None:
    await face_to_face(table, scores=(3, 12, 14, 10, 9, 13))
    said = await table.slash(table.player, "combat attaque", degats="1d4", faces=(18,))
    assert "🎲 1 ← 1d4 [2] − 3 (FOR) (minimum)" in plain(
        await table.press(table.player, said, "Dommages", faces=(2,))
    )


async def test_exhaustion_weighs_once_on_both_rolls(table: Table) -> None:
    tired = tuple(
        Element(f"{number}.x", ElementKind.STATE, State.EXHAUSTED, "choc", 900) for number in (1, 2)
    )
    await face_to_face(table, elements=tired)
    said = await table.slash(table.player, "combat attaque", faces=(15,))
    assert plain(said).count("− 2 (épuisé)") == 1
    hurt = await table.press(table.player, said, "Dommages", faces=(5,))
    assert "🎲 5 ← 1d8 [5] + 2 (FOR) − 2 (épuisé)" in plain(hurt)


async def test_without_a_target_followed_damage_is_only_told(table: Table) -> None:
    await table.seat(warrior(**FAFHRD), table.player)
    said = await table.slash(table.player, "combat attaque", ca=10, faces=(12,))
    hurt = await table.press(table.player, said, "Dommages", faces=(4,))
    assert "6 dommages" in hurt
    async with table.bot.database.reading() as connection:
        latest = (await past.recent(connection, table.guild.id, 1))[0].act
    assert isinstance(latest, DamageAct)
    assert latest.changes == ()


# --- master stroke (HER-4) -----------------------------------------------------------------------------


async def test_a_master_stroke_takes_the_hit_points_at_once(table: Table) -> None:
    await face_to_face(table)
    said = await table.slash(table.player, "combat attaque", faces=(15,))
    stroke = await table.press(table.player, said, "Coup de maître")
    assert "🎲 10 ← 1d8 (dés au maximum) + 2 (FOR)" in plain(stroke)
    assert "Garde est mourant" in stroke
    assert "Héroïsme 2 → 1" in plain(stroke)
    assert await hit_points(table) == -1
    for label in ("Coup de maître", "Dommages"):
        assert (await table.press(table.player, said, label)).private
    assert (await table.character("Fafhrd")).heroism == 1
    assert await hit_points(table) == -1


async def test_the_command_follows_the_attack_of_the_round(table: Table) -> None:
    await face_to_face(table)
    await table.slash(table.player, "combat attaque", faces=(15,))
    stroke = await table.slash(table.player, "heroism spend coup-de-maitre", degats="1d4+1")
    assert "🎲 5 ← 1d4 + 1" in plain(stroke)
    assert await hit_points(table) == 4


async def test_what_forbids_a_master_stroke_keeps_the_point(table: Table) -> None:
    await face_to_face(table)
    await table.slash(table.player, "combat attaque", faces=(2,))
    missed = await table.slash(table.player, "heroism spend coup-de-maitre")
    assert "a manqué" in missed
    said = await table.slash(table.player, "combat attaque", faces=(15,))
    await table.press(table.player, said, "Dommages", faces=(1,))
    late = await table.slash(table.player, "heroism spend coup-de-maitre")
    assert "déjà lancé les dommages" in late
    assert missed.private
    assert late.private
    assert (await table.character("Fafhrd")).heroism == 2
    free = await table.slash(table.player, "heroism spend coup-de-maitre", libre=True)
    assert not free.private, "dice thrown at the table"
    assert await hit_points(table) == 6


async def test_an_attack_of_an_earlier_round_is_not_followed(table: Table) -> None:
    await face_to_face(table)
    await table.slash(table.player, "combat attaque", faces=(2,))
    await table.slash(table.mdt, "combat round")
    assert not (await table.slash(table.player, "heroism spend coup-de-maitre")).private


async def test_the_button_is_not_shown_to_one_who_has_spent_in_the_round(table: Table) -> None:
    await face_to_face(table)
    await table.slash(table.player, "heroism spend coup-de-maitre", libre=True)
    said = await table.slash(table.player, "combat attaque", faces=(15,))
    assert list(said.buttons) == ["Dommages"]


# --- destiny (HER-5) -----------------------------------------------------------------------------------


async def test_destiny_replaces_the_attack_and_its_buttons(table: Table) -> None:
    await face_to_face(table)
    missed = await table.slash(table.player, "combat attaque", faces=(3,))
    again = await table.press(table.player, missed, "Destin héroïque", faces=(16,))
    assert "~~🎲 3 + 3 (attaque)" in plain(again)
    assert "🎲 16 + 3 (attaque) + 2 (FOR) = 21" in plain(again)
    assert list(again.buttons) == ["Dommages"]
    await table.press(table.player, again, "Dommages", faces=(4,))
    assert await hit_points(table) == 3


async def test_an_attack_replaced_does_no_damage(table: Table) -> None:
    await face_to_face(table)
    said = await table.slash(table.player, "combat attaque", faces=(15,))
    await table.press(table.player, said, "Destin héroïque", faces=(2,))
    late = await table.press(table.player, said, "Dommages")
    assert late.private
    assert "relancée" in late
    assert await hit_points(table) == 9


@pytest.mark.parametrize("first", ["Dommages", "Coup de maître"])
async def test_destiny_comes_too_late_after_damage_or_a_stroke(table: Table, first: str) -> None:
    await face_to_face(table, heroism=3)
    said = await table.slash(table.player, "combat attaque", faces=(15,))
    await table.press(table.player, said, first, faces=(1,) if first == "Dommages" else ())
    await table.slash(table.mdt, "combat round")
    points = (await table.character("Fafhrd")).heroism
    late = await table.press(table.player, said, "Destin héroïque")
    assert late.private
    assert ("déjà lancé les dommages" if first == "Dommages" else "coup de maître") in late
    assert (await table.character("Fafhrd")).heroism == points


async def test_destiny_comes_too_late_once_the_combat_is_closed(table: Table) -> None:
    await face_to_face(table)
    said = await table.slash(table.player, "combat attaque", faces=(2,))
    await table.slash(table.mdt, "combat fermer")
    late = await table.press(table.player, said, "Destin héroïque")
    assert late.private
    assert "clos" in late
    assert (await table.character("Fafhrd")).heroism == 2


async def test_a_blow_by_somebody_else_stands_in_the_way_of_a_reroll(table: Table) -> None:
    """Stabilised by the save, then struck: what the save did was changed by another's act."""
    await face_to_face(table, wounds=35)
    await table.slash(table.player, "sante mort", faces=(20,))
    assert (await table.character("Fafhrd")).has(State.UNCONSCIOUS)
    said = await table.slash(table.mdt, "combat attaque", personnage="Garde", cible="Fafhrd", faces=(19,))
    await table.press(table.mdt, said, "Dommages", faces=(5,))
    late = await table.slash(table.player, "heroism spend destin-heroique")
    assert late.private
    assert "modifiée depuis" in late
    assert (await table.character("Fafhrd")).heroism == 2


# --- « Attaquer » --------------------------------------------------------------------------------------


async def test_one_press_when_there_is_one_opponent(table: Table) -> None:
    card = await face_to_face(table)
    said = await table.press(table.player, card, "Attaquer", faces=(15,))
    assert "Fafhrd attaque Garde" in said
    assert not said.private


async def test_several_opponents_ask_once_then_the_last_target_is_kept(table: Table) -> None:
    await table.seat(warrior(**FAFHRD), table.player)
    await table.seat(guard())
    card = await table.slash(table.mdt, "combat ouvrir", adversaire="Garde", nombre=2, faces=(5, 3))
    asked = await table.press(table.player, card, "Attaquer")
    assert asked.private
    assert list(asked.choices) == ["Garde 1", "Garde 2"]
    said = await table.pick(table.player, asked, "Garde 2", faces=(15,))
    assert "Fafhrd attaque Garde 2" in said
    assert not said.private
    twice = await table.pick(table.player, asked, "Garde 1")
    assert twice.private
    assert "déjà porté" in twice
    await table.slash(table.mdt, "combat round")
    again = await table.press(table.player, card, "Attaquer", faces=(20,))
    assert "Fafhrd attaque Garde 2" in again
    await table.press(table.player, again, "Dommages")
    await table.slash(table.mdt, "combat round")
    assert "attaque Garde 1" in await table.press(table.player, card, "Attaquer", faces=(2,))


async def test_a_second_press_in_the_round_asks_first(table: Table) -> None:
    card = await face_to_face(table)
    await table.press(table.player, card, "Attaquer", faces=(2,))
    asked = await table.press(table.player, card, "Attaquer")
    assert asked.private
    assert "déjà attaqué au round 1" in asked
    said = await table.press(table.player, asked, "Attaquer encore", faces=(3,))
    assert "Fafhrd attaque Garde" in said
    assert "déjà porté" in await table.press(table.player, asked, "Attaquer encore")


async def test_the_game_master_s_press_is_the_next_npc_s(table: Table) -> None:
    await table.seat(warrior(**FAFHRD), table.player)
    await table.seat(guard())
    card = await table.slash(table.mdt, "combat ouvrir", adversaire="Garde", nombre=2, faces=(5, 3))
    assert "Garde 1 attaque Fafhrd" in await table.press(table.mdt, card, "Attaquer", faces=(5,))
    assert "Garde 2 attaque Fafhrd" in await table.press(table.mdt, card, "Attaquer", faces=(5,))
    asked = await table.press(table.mdt, card, "Attaquer")
    assert asked.private
    assert list(asked.choices) == ["Garde 1", "Garde 2"]
    assert "Garde 2 attaque" in await table.pick(table.mdt, asked, "Garde 2", faces=(5,))


async def test_a_press_of_an_old_combat_or_round_is_refused(table: Table) -> None:
    await table.seat(warrior(**FAFHRD), table.player)
    await table.seat(guard())
    card = await table.slash(table.mdt, "combat ouvrir", adversaire="Garde", nombre=2, faces=(5, 3))
    asked = await table.press(table.player, card, "Attaquer")
    await table.slash(table.mdt, "combat round")
    assert "round 1 est déjà passé" in await table.pick(table.player, asked, "Garde 1")
    await table.slash(table.mdt, "combat fermer")
    assert "clos" in await table.press(table.player, card, "Attaquer")


async def test_who_plays_nobody_is_told(table: Table) -> None:
    card = await face_to_face(table)
    said = await table.press(table.other, card, "Attaquer")
    assert said.private
    assert "/personnage creer" in said


async def test_a_late_comer_joins_by_striking(table: Table) -> None:
    card = await face_to_face(table)
    await table.seat(thief(), table.other)
    assert "Souricier Gris attaque Garde" in await table.press(table.other, card, "Attaquer", faces=(5,))
    assert "Souricier Gris" in table.now(card)


async def test_the_buttons_outlive_the_process(table: Table) -> None:
    card = await face_to_face(table)
    await table.env.restart_bot(Bot(table.bot.database, dice=table.dice))
    said = await table.press(table.player, card, "Attaquer", faces=(15,))
    await table.env.restart_bot(Bot(table.bot.database, dice=table.dice))
    await table.press(table.player, said, "Dommages", faces=(4,))
    assert await hit_points(table) == 3
    assert "▰▱▱▱▱ **Garde**" in table.now(card)


async def test_an_attack_keeps_its_evidence_in_the_journal(table: Table) -> None:
    await face_to_face(table)
    await table.slash(table.player, "combat attaque", faces=(15,))
    async with table.bot.database.reading() as connection:
        entry = (await past.recent(connection, table.guild.id, 1))[0]
    assert isinstance(entry.act, AttackAct)
    assert (entry.act.check.die, entry.act.check.target, entry.act.target_name) == (15, 13, "Garde")
    assert (entry.combat, entry.round) == (1, 1)


async def test_the_game_master_s_press_skips_who_cannot_act(table: Table) -> None:
    await table.seat(warrior(**FAFHRD), table.player)
    await table.seat(guard())
    card = await table.slash(table.mdt, "combat ouvrir", adversaire="Garde", nombre=3, faces=(5, 3))
    await table.slash(
        table.mdt, "sante etat ajouter", personnage="Garde 1", etat=State.PARALYSED.value, duree="5 rounds"
    )
    assert "Garde 2 attaque Fafhrd" in await table.press(table.mdt, card, "Attaquer", faces=(5,))
    assert "Garde 3 attaque Fafhrd" in await table.press(table.mdt, card, "Attaquer", faces=(5,))
    asked = await table.press(table.mdt, card, "Attaquer")
    assert list(asked.choices) == ["Garde 2", "Garde 3"]


# --- too late (HER-4, HER-5) ---------------------------------------------------------------------------


async def test_a_master_stroke_is_for_the_attack_of_the_current_round(table: Table) -> None:
    await face_to_face(table)
    said = await table.slash(table.player, "combat attaque", faces=(15,))
    await table.slash(table.mdt, "combat round")
    late = await table.press(table.player, said, "Coup de maître")
    assert late.private
    assert "Trop tard pour un coup de maître" in late
    assert (await table.character("Fafhrd")).heroism == 2
    assert await hit_points(table) == 9
    assert not (await table.press(table.player, said, "Dommages", faces=(4,))).private, "damage may come late"


@pytest.mark.parametrize("reopened", [False, True])
@pytest.mark.parametrize("label", ["Dommages", "Coup de maître"])
async def test_an_attack_of_a_combat_closed_does_nothing_more(
    table: Table, label: str, reopened: bool
) -> None:
    await face_to_face(table)
    said = await table.slash(table.player, "combat attaque", faces=(15,))
    await table.slash(table.mdt, "combat fermer")
    if reopened:
        await table.slash(table.mdt, "combat ouvrir")
    late = await table.press(table.player, said, label)
    assert late.private
    assert "Le combat de cette attaque est clos" in late
    assert await hit_points(table) == 9
    assert (await table.character("Fafhrd")).heroism == 2


@pytest.mark.parametrize("since", ["attack", "combat", "combat over", "nothing"])
async def test_outside_combat_a_master_stroke_is_for_the_last_attack(table: Table, since: str) -> None:
    await table.seat(warrior(**FAFHRD), table.player)
    await table.seat(guard())
    said = await table.slash(table.player, "combat attaque", cible="Garde", faces=(15,))
    if since == "attack":
        await table.slash(table.player, "combat attaque", cible="Garde", faces=(2,))
    if since.startswith("combat"):
        await table.slash(table.mdt, "combat ouvrir")
    if since == "combat over":
        await table.slash(table.mdt, "combat fermer")
    stroke = await table.press(table.player, said, "Coup de maître")
    assert stroke.private is (since != "nothing")
    assert ("Trop tard" in stroke) is (since != "nothing")
    if since != "nothing":
        assert (await table.character("Fafhrd")).heroism == 2
        assert not (await table.press(table.player, said, "Dommages", faces=(4,))).private
        assert await hit_points(table) == 3


# --- what cannot be --------------------------------------------------------------------------------------


async def test_nobody_attacks_itself(table: Table) -> None:
    await face_to_face(table)
    said = await table.slash(table.player, "combat attaque", cible="Fafhrd")
    assert said.private
    assert "ne s’attaque pas soi-même" in said


@pytest.mark.parametrize("formula", ["1d6/0", "2d6 / (1d4 - 4)"])
async def test_damage_that_cannot_be_thrown_is_refused_as_it_is_typed(table: Table, formula: str) -> None:
    await face_to_face(table)
    equipped = await table.slash(table.player, "personnage equiper", degats=formula)
    struck = await table.slash(table.player, "combat attaque", degats=formula)
    declared = await table.slash(table.player, "heroism spend coup-de-maitre", degats=formula)
    await table.slash(table.player, "combat attaque", faces=(15,))
    followed = await table.slash(table.player, "heroism spend coup-de-maitre", degats=formula)
    for said in (equipped, struck, declared, followed):
        assert said.private
        assert "zéro" in said
    fafhrd = await table.character("Fafhrd")
    assert (fafhrd.damage, fafhrd.heroism) == ("1d8", 2)
    assert await hit_points(table) == 9


async def test_a_master_stroke_has_one_formula(table: Table) -> None:
    await face_to_face(table)
    await table.slash(table.player, "combat attaque", faces=(15,))
    assert (await table.slash(table.player, "heroism spend coup-de-maitre", degats="1d6;1d8")).private


# --- menus that cannot hold everybody ------------------------------------------------------------------


async def test_a_menu_of_targets_says_how_many_it_leaves_out_and_how_to_name_them(table: Table) -> None:
    card = await crowd(table)
    asked = await table.press(table.player, card, "Attaquer")
    assert len(asked.choices) == 25
    assert "2 autres n’y tiennent pas : `/combat attaque cible:`" in asked
    said = await table.slash(table.player, "combat attaque", cible="Loup 7", faces=(15,))
    assert "Fafhrd attaque Loup 7" in said


async def test_a_menu_of_attackers_says_it_too(table: Table) -> None:
    card = await crowd(table)
    for _ in range(27):
        await table.press(table.mdt, card, "Attaquer", faces=(2,))
    asked = await table.press(table.mdt, card, "Attaquer")
    assert len(asked.choices) == 25
    assert "2 autres n’y tiennent pas : `/combat attaque personnage:`" in asked


async def test_a_menu_that_holds_everybody_leaves_nobody_out(table: Table) -> None:
    await table.seat(warrior(**FAFHRD), table.player)
    await table.seat(guard())
    card = await table.slash(table.mdt, "combat ouvrir", adversaire="Garde", nombre=20, faces=(5, 3))
    assert "autre" not in await table.press(table.player, card, "Attaquer")


async def crowd(table: Table) -> Said:
    """Fafhrd against twenty guards and seven wolves; the card."""
    await table.seat(warrior(**FAFHRD), table.player)
    await table.seat(guard())
    await table.seat(guard(id=5, name="Loup"))
    card = await table.slash(table.mdt, "combat ouvrir", adversaire="Garde", nombre=20, faces=(5, 3))
    await table.slash(table.mdt, "combat entrer", adversaire="Loup", nombre=7)
    return card
