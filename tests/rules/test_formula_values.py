"""What a formula may name of a character, and what it is worth."""

from dataclasses import replace

from rules.abilities import Ability
from rules.attack import attack_bonus
from rules.character import Element, ElementKind
from rules.dice.words import VALUES
from rules.equipment import worn_armour_class
from rules.formula_values import values_of
from tests.characters import warrior


def test_every_name_of_the_grammar_has_its_value() -> None:
    assert set(values_of(warrior())) == set(VALUES)


def test_the_values_are_those_of_now() -> None:
    weakened = Element("1", ElementKind.ALTERATION, "faible", losses=((Ability.STRENGTH, -9),))
    fafhrd = warrior(wounds=3, corruption=25, elements=(weakened,))
    values = values_of(fafhrd)
    assert values["for"] == fafhrd.score(Ability.STRENGTH)
    assert values["for"] == (warrior().score(Ability.STRENGTH) or 0) - 9
    assert values["mod.for"] == fafhrd.modifier(Ability.STRENGTH)
    assert (values["niveau"], values["pv"], values["palier"]) == (fafhrd.level, fafhrd.hit_points, 2)
    assert (values["attaque"], values["ca"]) == (attack_bonus(fafhrd), worn_armour_class(fafhrd))


def test_an_unknown_score_gives_nothing() -> None:
    beast = replace(warrior(), scores=(None,) * 6)
    assert set(VALUES) - set(values_of(beast)) == {name for name in VALUES if name[-3:] in set(Ability)}
