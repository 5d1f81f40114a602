"""What is offered for a character being made is what its creation accepts, no more and no less (PEU, CLA)."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, product

import pytest

from rules.abilities import Ability
from rules.alignment import Alignment
from rules.armour import ARMOURS, NO_ARMOUR
from rules.campaign import Campaign
from rules.choices import MOST_CLASSES
from rules.classes import CLASSES
from rules.creation import create
from rules.drafts import Draft
from rules.offers import (
    TOGETHER,
    WITH,
    WITHOUT,
    Candidate,
    Choice,
    NotOffered,
    choose,
    keep_lawful,
    offered,
    withheld,
)
from rules.peoples import PEOPLES
from rules.refusals import Refusal
from rules.settings import Settings
from rules.weapons import WEAPONS

SETTINGS = Settings()
OPEN = Settings(goules=True)
MOST_OFFERED = 25  # Discord's limit of a menu
HIGHEST = (18,) * 6
# The minima are 11, 12 and 15; a people moves a score by one.
SCORES = (
    (3,) * 6,
    (10, 10, 10, 10, 10, 10),
    (12, 12, 12, 11, 10, 10),
    (12, 11, 14, 12, 13, 10),
    (15, 12, 15, 12, 12, 12),
    HIGHEST,
)


class Ones:
    """Dice that always show 1."""

    def roll(self, sides: int) -> int:
        return 1


def draft(scores: tuple[int, ...] = HIGHEST, **facts: object) -> Draft:
    return replace(Draft(thrown=(), given=scores, name="Fafhrd"), **facts)  # type: ignore[arg-type]


def followed(draft: Draft, settings: Settings, *choices: tuple[Choice, str]) -> Draft | None:
    """The draft after these choices; None when one of them is not offered."""
    for choice, value in choices:
        after = step(draft, choice, value, settings)
        if after is None:
            return None
        draft = after
    return draft


@cache  # many ways begin with the same steps
def step(draft: Draft, choice: Choice, value: str, settings: Settings) -> Draft | None:
    """The draft after a choice; None when it is not offered, and then refused."""
    if value not in values_offered(draft, choice, settings):
        with pytest.raises(NotOffered):
            choose(draft, choice, value, settings)
        return None
    revision = choose(draft, choice, value, settings)
    assert revision.dropped == ()
    return revision.draft


@cache
def values_offered(draft: Draft, choice: Choice, settings: Settings) -> frozenset[str]:
    return frozenset(one.value for one in offered(draft, choice, settings))


def accepted(draft: Draft, settings: Settings) -> bool:
    """What the creation itself says."""
    try:
        create(draft.request, Campaign(guild_id=1, settings=settings), Ones(), player_id=1)
    except Refusal:
        return False
    return True


def class_sets() -> Iterator[tuple[str, ...]]:
    """Every first class with every set of others that a menu could hold."""
    for first in CLASSES:
        rest = [key for key in CLASSES if key != first]
        for size in range(MOST_CLASSES):
            yield from ((first, *others) for others in combinations(rest, size))


def unordered() -> Iterator[tuple[str, ...]]:
    """The same without regard to which class comes first."""
    order = list(CLASSES)
    return (one for one in class_sets() if list(one) == sorted(one, key=order.index))


def follow_classes(keys: tuple[str, ...]) -> tuple[tuple[Choice, str], ...]:
    return (Choice.CLASS, keys[0]), (Choice.OTHERS, TOGETHER.join(keys[1:]))


def suitable(keys: tuple[str, ...]) -> str:
    """An alignment of these classes, or any when none suits them."""
    classes = [CLASSES[key] for key in keys]
    fits = [one for one in Alignment if all(cls.allows_alignment(one.law, one.good) for cls in classes)]
    return (fits or list(Alignment))[0].value


@pytest.mark.parametrize("scores", SCORES)
def test_every_people_and_classes_offered_are_accepted_and_no_others(scores: tuple[int, ...]) -> None:
    """PEU-1, CLA-2, CLA-3, CLA-5 after CAR-5."""
    for settings, people, keys in product((SETTINGS, OPEN), PEOPLES, class_sets()):
        if settings is OPEN and people != "goule":
            continue
        made = followed(draft(scores), settings, (Choice.PEOPLE, people), *follow_classes(keys))
        typed = draft(scores, people_key=people, class_key=keys[0], others=keys[1:], alignment=suitable(keys))
        assert (made is not None) is accepted(typed, settings), (people, keys)


def test_every_alignment_offered_is_accepted_and_no_other() -> None:
    """CLA-3."""
    for keys in unordered():
        start = followed(draft(), SETTINGS, (Choice.PEOPLE, "nordique"), *follow_classes(keys))
        if start is None:
            continue
        for alignment in Alignment:
            made = followed(start, SETTINGS, (Choice.ALIGNMENT, alignment.value))
            assert (made is not None) is accepted(replace(start, alignment=alignment.value), SETTINGS), keys


@pytest.mark.parametrize(
    ("people", "settings"),
    [("nordique", SETTINGS), ("goule", OPEN), ("goule", Settings(goules=True, goule_bouclier=True))],
)
def test_all_equipment_offered_is_accepted_and_no_other(people: str, settings: Settings) -> None:
    """PEU-2, CLA, CLA-6; the order of the classes does not count here."""
    weapons = ("", *(one.name.lower() for one in WEAPONS.values()))
    worn = [(armour, shield, "") for armour in ARMOURS for shield in (WITH, WITHOUT)]
    borne = [(NO_ARMOUR, WITHOUT, weapon) for weapon in weapons]
    for keys in unordered():
        start = followed(draft(), settings, (Choice.PEOPLE, people), *follow_classes(keys))
        if start is None:
            continue
        start = replace(start, alignment=suitable(keys))
        for armour, shield, weapon in worn + borne:
            equipment = ((Choice.ARMOUR, armour), (Choice.SHIELD, shield), (Choice.WEAPON, weapon))
            made = followed(start, settings, *equipment)
            typed = replace(start, armour=armour, shield=shield == WITH, weapon=weapon)
            assert (made is not None) is accepted(typed, settings), (keys, armour, shield, weapon)


def test_no_menu_is_longer_than_discord_takes() -> None:
    for first in CLASSES:
        start = replace(draft(weapon="griffe de Kvarch"), class_key=first)
        for choice in Choice:
            assert len(offered(start, choice, OPEN)) <= MOST_OFFERED


def reasons(draft: Draft, choice: Choice, settings: Settings = SETTINGS) -> dict[str, str]:
    return {one.name: one.why for one in withheld(draft, choice, settings)}


def test_what_is_not_offered_says_why() -> None:
    plain = draft((10,) * 6, people_key="mingol")
    assert reasons(plain, Choice.PEOPLE) == {"Goule de Nehwon": "réglage `goules`"}
    assert (
        reasons(plain, Choice.CLASS)["Assassin"]
        == "FOR 12, vous avez 9 ; DEX 12, vous avez 11 ; INT 11, vous avez 10"
    )
    thief = draft(class_key="voleur")
    assert reasons(thief, Choice.OTHERS)["Assassin"] == "pas avec Voleur"
    assert reasons(thief, Choice.OTHERS)["Magicien noir et Magicien blanc"] == "pas ensemble"
    assassin = draft(class_key="assassin")
    assert reasons(assassin, Choice.OTHERS)["Magicien blanc"] == "aucun alignement commun avec Assassin"
    assert reasons(assassin, Choice.ALIGNMENT)["Loyal Bon"] == "Assassin : jamais bon"
    assert reasons(assassin, Choice.ARMOUR)["Cotte de mailles"] == "pas pour Assassin"
    assert reasons(assassin, Choice.SHIELD) == {"Bouclier": "pas pour Assassin"}
    assert reasons(draft(class_key="magicien_noir"), Choice.WEAPON)["Hache"] == "pas pour un magicien"
    ghoul = draft(people_key="goule", class_key="guerrier")
    assert reasons(ghoul, Choice.SHIELD, OPEN) == {"Bouclier": "réglage `goule_bouclier`"}
    assert reasons(ghoul, Choice.ARMOUR, OPEN)["Brigandine"] == "pas pour Goule de Nehwon"


def test_a_reason_is_found_in_the_refusal_too() -> None:
    with pytest.raises(NotOffered, match=r"Barbare ne se choisit pas \(FOR 15, vous avez 14\)"):
        choose(draft((14, 18, 18, 18, 18, 18)), Choice.CLASS, "barbare", SETTINGS)
    with pytest.raises(NotOffered):
        choose(draft(), Choice.CLASS, "paladin", SETTINGS)


WHOLE = draft(
    (12, 12, 12, 11, 10, 10),
    people_key="nordique",
    class_key="assassin",
    others=("guerrier", "magicien_noir"),
    alignment="neutre_mauvais",
    armour="mailles",
    shield=True,
    weapon="hache",
    settled=True,
)


def test_later_choices_stay_while_they_are_lawful() -> None:
    revision = choose(WHOLE, Choice.PEOPLE, "lankhmarien", SETTINGS)
    assert revision.draft == replace(WHOLE, people_key="lankhmarien")
    assert revision.dropped == ()


def test_an_earlier_choice_drops_what_it_makes_unlawful_and_says_so() -> None:
    """CAR-5: a Mingol loses a point of strength; the assassin goes, the next class comes first."""
    revision = choose(WHOLE, Choice.PEOPLE, "mingol", SETTINGS)
    assert revision.dropped == (Candidate("assassin", "Assassin", "FOR 12, vous avez 11"),)
    assert [one.key for one in revision.draft.classes] == ["guerrier", "magicien_noir"]
    assert revision.draft.alignment == "neutre_mauvais"
    assert revision.draft.settled


def test_another_first_class_drops_what_no_longer_goes_with_it() -> None:
    revision = choose(replace(WHOLE, others=()), Choice.CLASS, "magicien_blanc", SETTINGS)
    assert [one.name for one in revision.dropped] == [
        "Neutre Mauvais",
        "Cotte de mailles",
        "Bouclier",
        "Hache",
    ]
    assert (revision.draft.alignment, revision.draft.armour, revision.draft.shield) == ("", NO_ARMOUR, False)
    assert not revision.draft.settled


def test_the_first_class_is_never_followed_twice() -> None:
    assert choose(WHOLE, Choice.CLASS, "guerrier", SETTINGS).draft.others == ("magicien_noir",)


def test_of_two_classes_that_clash_the_last_goes() -> None:
    clash = replace(WHOLE, given=HIGHEST, class_key="guerrier", others=("voleur", "assassin"))
    assert keep_lawful(clash, SETTINGS).draft.others == ("voleur",)


def test_a_setting_closed_since_takes_its_people_back() -> None:
    """PEU-1."""
    ghoul = replace(WHOLE, people_key="goule", armour=NO_ARMOUR, shield=False)
    assert keep_lawful(ghoul, OPEN) == replace(keep_lawful(ghoul, OPEN), dropped=(), draft=ghoul)
    revision = keep_lawful(ghoul, SETTINGS)
    assert [one.name for one in revision.dropped] == ["Goule de Nehwon"]
    assert not revision.draft.complete


def test_a_weapon_of_one_s_own_is_a_choice_like_another() -> None:
    own = draft(weapon="dague de Sheelba", class_key="magicien_noir")
    assert "dague de Sheelba" in [one.value for one in offered(own, Choice.WEAPON, SETTINGS)]
    axe = replace(own, weapon="hache de Kvarch")
    assert keep_lawful(axe, SETTINGS).draft.weapon == ""


def test_the_six_scores_are_told_apart() -> None:
    assert draft(tuple(range(10, 16))).values == dict(zip(Ability, range(10, 16), strict=True))
