"""The ready characters of the local table."""

from collections.abc import Sequence

from rules.alteration_table import ALTERATIONS
from rules.character import Character, ClassTrack, Element, ElementKind
from rules.corruption import alteration_element
from rules.items import Bonus, Item, Power
from rules.spells import SPELLS

WARRIOR = Character(
    id=0,
    name="Hrafn le Roux",
    active=True,
    people_key="nordique",
    alignment="neutre_bon",
    classes=(ClassTrack("guerrier", 22_000, (8, 6, 3, 7, 5)),),
    scores=(17, 12, 14, 9, 10, 13),
    armour="mailles",
    shield=True,
    weapon="épée longue",
    damage="1d8",
    gold=300,
    wounds=11,
)

THIEF = Character(
    id=0,
    name="Belette",
    active=True,
    people_key="lankhmarien",
    alignment="neutre",
    classes=(ClassTrack("voleur", 22_000, (4, 2, 3, 4, 1, 3)),),
    scores=(10, 17, 11, 13, 12, 14),
    armour="cuir",
    weapon="épée courte",
    damage="1d6",
    gold=500,
    heroism=1,
    madness=4,
)


def grimoire(known: Sequence[str], ready: Sequence[str]) -> tuple[Element, ...]:
    """A spell book, and the spells of it that are held ready since the clock started; a slot of each level is left."""
    spells = [Element(f"depart.{key}", ElementKind.SPELL, key, SPELLS[key].name) for key in known]
    held = [
        Element(f"depart.{key}.pret", ElementKind.PREPARED, key, SPELLS[key].name, since=0) for key in ready
    ]
    return (*spells, *held)


# One point from the third stage: the next failed check costs wisdom, which makes a Folie roll due.
BLACK_MAGICIAN = Character(
    id=0,
    name="Ozmodar",
    active=True,
    people_key="kvarch",
    alignment="neutre_mauvais",
    classes=(ClassTrack("magicien_noir", 20_001, (4, 2, 3, 2, 4)),),
    scores=(8, 12, 13, 16, 9, 10),
    weapon="dague",
    damage="1d4",
    gold=200,
    madness=8,
    corruption=29,
    stages_suffered=2,
    elements=tuple(
        alteration_element(alteration, f"depart.palier{stage}")
        for stage, alteration in enumerate(
            (one for one in ALTERATIONS.values() if one.number in (4, 9)), start=1
        )
    )
    + grimoire(
        ("sommeil", "charme_personne", "invisibilite", "toile_d_araignee", "immobilisation_de_personne"),
        ready=("sommeil", "invisibilite"),
    ),
)

# What they have, by name; the powers of the ring are the game master's to reveal.
ITEMS = {
    WARRIOR.name: (Item(id=0, name="Épée longue", magic=False, bonuses=((Bonus.ATTACK, 1),)),),
    THIEF.name: (
        Item(
            id=0,
            name="Anneau de Sheelba",
            charges=3,
            powers=(Power("Voir dans le noir", revealed=True), Power("Comprendre les chats")),
            lender="Sheelba au Visage sans Yeux",
        ),
    ),
}
