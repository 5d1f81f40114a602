"""Binding one's wounds (SAN-1)."""

from collections.abc import Callable

import pytest

from rules import bandage
from rules.acts import Act
from rules.bandage import AlreadyBandaged, EmptyKit, Fighting, NobodyToBandage, NothingLost, TooFarGone
from rules.changes import LaterChange, apply, withdraw
from rules.character import Character, Element, ElementKind, State
from rules.combat import open_combat
from rules.health import Unhurt, death_save, heal, wound
from rules.heroism import cheat_death, second_wind
from rules.refusals import Refusal
from rules.rolls import OutOfPlay
from tests.characters import campaign, monster, scene, thief, warrior
from tests.dice import ScriptedDice

CALM = campaign(combats=1)
FIGHT = campaign(fighting=1)


def done(one: Character, *acts: Callable[[Character], Act]) -> Character:
    for act in acts:
        one = apply(one, act(one).change_of(one.id))
    return one


def hit(points: int) -> Callable[[Character], Act]:
    return lambda one: wound(one, points, FIGHT)


def fall(points: int) -> Callable[[Character], Act]:
    return lambda one: wound(one, points, CALM)


def care(points: int) -> Callable[[Character], Act]:
    return lambda one: heal(one, points)


def bound(one: Character, *, kit: bool = False) -> Character:
    return apply(one, bandage.bandage(one, CALM, kit=kit).change_of(one.id))


@pytest.mark.parametrize("kit", [False, True])
@pytest.mark.parametrize("before", [0, 7])
@pytest.mark.parametrize("lost", range(1, 6))
@pytest.mark.parametrize("regained", range(5))
def test_only_what_the_combat_took_comes_back(kit: bool, before: int, lost: int, regained: int) -> None:
    """2 or 3, at most what was lost in the combat and is not regained yet; wounds from before stay."""
    one = done(
        warrior(kit_uses=5), *[fall(before)] * (before > 0), hit(lost), *[care(regained)] * (regained > 0)
    )
    left = max(0, lost - regained)
    if not left:
        with pytest.raises(NothingLost):
            bound(one, kit=kit)
        return
    after = bound(one, kit=kit)
    assert after.hit_points - one.hit_points == min(3 if kit else 2, left)
    assert after.kit_uses == 5 - kit
    with pytest.raises(AlreadyBandaged):
        bound(after)


def test_a_care_before_the_loss_takes_nothing_from_it() -> None:
    assert done(warrior(), fall(9), care(5), hit(4)).combat_losses == 4
    assert (
        done(warrior(), fall(9), lambda one: second_wind(scene(one), ScriptedDice(6)), hit(4)).combat_losses
        == 4
    )


def test_every_way_to_regain_counts() -> None:
    """A second wind, and what a stabilised character gets back up to 0."""
    assert done(warrior(), hit(9), lambda one: second_wind(scene(one), ScriptedDice(4))).combat_losses == 4
    fallen = done(warrior(), hit(38))
    assert fallen.combat_losses == 38
    for saved in (
        done(fallen, lambda one: death_save(one, FIGHT, ScriptedDice(20), "k")),
        done(fallen, lambda one: cheat_death(scene(one), "k")),
    ):
        assert (saved.hit_points, saved.combat_losses) == (0, 33)
        assert bound(saved).hit_points == 2
        assert not bound(saved).has(State.UNCONSCIOUS)


def test_hit_points_stop_at_minus_ten_and_so_does_what_is_lost() -> None:
    assert done(warrior(), hit(500)).combat_losses == 43


def test_the_next_combat_counts_anew() -> None:
    one = bound(done(warrior(), hit(9)))
    opened = open_combat(CALM, [one, thief()])
    assert [change.character_id for change in opened.changes] == [one.id]
    again = apply(one, opened.change_of(one.id))
    assert (again.combat_losses, again.bandages, again.hit_points) == (0, 0, 26)
    with pytest.raises(NothingLost):
        bound(again)
    assert bound(done(again, hit(1))).hit_points == 26


def test_undoing_a_wound_of_an_earlier_combat_is_never_refused() -> None:
    """Nor one that was partly cared for: what is counted on the side refuses nothing by itself."""
    first = wound(warrior(), 9, FIGHT).change_of(1)
    one = apply(warrior(), first)
    opened = open_combat(CALM, [one]).change_of(1)
    assert (
        apply(apply(one, opened), withdraw(apply(one, opened), first, [LaterChange(5, opened)])).hit_points
        == 33
    )
    hurt = done(warrior(wounds=5), hit(7))
    healed = heal(hurt, 3).change_of(1)
    undone = withdraw(
        apply(hurt, healed), wound(warrior(wounds=5), 7, FIGHT).change_of(1), [LaterChange(6, healed)]
    )
    after = apply(apply(hurt, healed), undone)
    assert after.wounds == 2
    with pytest.raises(NothingLost):
        bound(after)


DEAD = Element("9.mort", ElementKind.STATE, State.DEAD, "mort")
REFUSED: tuple[tuple[Character, dict[str, int], bool, type[Refusal], str], ...] = (
    (warrior(wounds=5, combat_losses=5), {"fighting": 2}, False, Fighting, "/combat fermer"),
    (warrior(wounds=34, combat_losses=5), {}, False, TooFarGone, "/sante mort"),
    (warrior(wounds=34, combat_losses=5, elements=(DEAD,)), {}, False, OutOfPlay, "mort"),
    (warrior(wounds=5, combat_losses=5), {}, True, EmptyKit, "trousse"),
    (warrior(wounds=5), {}, False, NothingLost, "dernier combat"),
    (warrior(combat_losses=5), {}, False, Unhurt, "tous ses PV"),
    (warrior(wounds=5, combat_losses=5, bandages=1), {}, False, AlreadyBandaged, "une seule fois"),
)


@pytest.mark.parametrize(("one", "where", "kit", "refusal", "words"), REFUSED)
def test_a_refusal_says_why(
    one: Character, where: dict[str, int], kit: bool, refusal: type[Refusal], words: str
) -> None:
    with pytest.raises(refusal, match=words):
        bandage.bandage(one, campaign(fighting=where.get("fighting")), kit=kit)


def test_the_kit_has_five_uses_one_a_care() -> None:
    one = apply(warrior(), bandage.give_kit(warrior(), bandage.KIT).change_of(1))
    for left in (4, 3, 2, 1, 0):
        one = done(one, hit(4))
        act = bandage.bandage(one, CALM, kit=True)
        assert act.cares[0].kit == (left + 1, left)
        one = apply(one, act.change_of(1))
        one = apply(one, open_combat(CALM, [one]).change_of(1))
    with pytest.raises(EmptyKit):
        bandage.bandage(done(one, hit(4)), CALM, kit=True)


def test_all_are_bandaged_together_and_foes_are_not() -> None:
    fafhrd, mouser = done(warrior(), hit(4)), done(thief(), hit(1))
    rat, dying = done(monster(), hit(2)), warrior(id=9, wounds=40, combat_losses=40)
    act = bandage.bandage_all([fafhrd, mouser, rat, dying], CALM)
    assert [(care.name, care.after - care.before) for care in act.cares] == [
        ("Fafhrd", 2),
        ("Souricier Gris", 1),
    ]
    assert act.change_of(rat.id) == act.change_of(9) == ()
    with pytest.raises(NobodyToBandage):
        bandage.bandage_all([apply(fafhrd, act.change_of(1)), rat], CALM)
    with pytest.raises(Fighting):
        bandage.bandage_all([fafhrd], FIGHT)
