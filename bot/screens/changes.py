"""What an act changed, in words: « folie 2 → 5 · état ajouté : choc »."""

from collections.abc import Iterator, Mapping

from bot.french import arrow, listed, number, shown, signed
from rules.abilities import Ability
from rules.armour import ARMOURS
from rules.changes import Add, Change, Counter, Operation, Put, Set, Take
from rules.character import ClassTrack, Element, ElementKind

Reached = Mapping[Counter, int]

COUNTERS = {
    Counter.HEROISM: "héroïsme",
    Counter.MADNESS: "folie",
    Counter.CORRUPTION: "corruption",
    Counter.WOUNDS: "PV",
    Counter.WISDOM_LOST: "SAG",
    Counter.STAGES_SUFFERED: "paliers subis",
    Counter.COMBAT_LOSSES: "PV perdus dans ce combat",
    Counter.BANDAGES: "soins depuis ce combat",
    Counter.KIT_USES: "trousse",
    Counter.GOLD: "po",
}
# They count what is missing: the sheet shows what is left.
MISSING = frozenset({Counter.WOUNDS, Counter.WISDOM_LOST})
KINDS = {
    ElementKind.TROUBLE: "trouble",
    ElementKind.ALTERATION: "altération",
    ElementKind.STATE: "état",
    ElementKind.SPELL: "sort au grimoire",
    ElementKind.PREPARED: "sort en réserve",
    ElementKind.MADNESS_DUE: "jet de Folie en attente",
}
FACTS = {
    "name": "nom",
    "player_id": "joueur",
    "npc": "PNJ",
    "major": "PNJ majeur",
    "active": "actif",
    "archived": "archivé",
    "people_key": "peuple",
    "alignment": "alignement",
    "classes": "classes",
    "scores": "caractéristiques",
    "hit_dice": "DV",
    "fixed_hit_points": "PV maximum",
    "fixed_armour_class": "CA ascendante",
    "hit_point_correction": "correction des PV",
    "armour": "armure",
    "shield": "bouclier",
    "weapon": "arme",
    "damage": "dommages",
    "gold": "po",
    "heroism": "héroïsme",
    "madness": "folie",
    "corruption": "corruption",
    "wounds": "PV perdus",
    "wisdom_lost": "SAG perdue",
    "stages_suffered": "paliers subis",
    "combat_losses": "PV perdus dans ce combat",
    "bandages": "soins depuis ce combat",
    "kit_uses": "trousse",
    "elements": "états",
}


def change_words(change: Change, reached: Reached, *, mastered: bool) -> str:
    """A change in a few words, with the values ``reached`` where they are known; what is a secret of the game master's is left out for others."""
    words = (
        _words(operation, reached) for operation in _netted(change) if mastered or not _secret(operation)
    )
    return " · ".join(words)


def _netted(change: Change) -> Iterator[Operation]:
    """``change`` with one addition a counter: a reroll takes back, then adds."""
    amounts: dict[Counter, int] = {}
    for operation in change:
        if isinstance(operation, Add):
            amounts[operation.counter] = amounts.get(operation.counter, 0) + operation.amount
    for operation in change:
        if not isinstance(operation, Add):
            yield operation
        elif amount := amounts.pop(operation.counter, 0):
            yield Add(operation.counter, amount)


def _secret(operation: Operation) -> bool:
    return isinstance(operation, Put | Take) and operation.element.secret


def _words(operation: Operation, reached: Reached) -> str:
    match operation:
        case Add(counter, amount):
            more = -amount if counter in MISSING else amount
            if counter in reached:
                return f"{COUNTERS[counter]} {arrow(reached[counter] - more, reached[counter])}"
            return f"{COUNTERS[counter]} {signed(more)}"
        case Set("scores", tuple(old), tuple(new)):
            return _score_words(old, new)
        case Set("classes", tuple(old), tuple(new)) if old and len(old) == len(new):
            return " · ".join(_growth(*pair) for pair in zip(old, new, strict=True) if pair[0] != pair[1])
        case Set(fact, old, new):
            return f"{FACTS.get(fact, fact)} {arrow(_value(fact, old), _value(fact, new))}"
        case Put(element):
            return _element(element, "ajouté")
        case Take(element):
            return _element(element, "retiré")


def _element(element: Element, verb: str) -> str:
    """« état ajouté : choc »; a roll that waits has no other name."""
    kind = f"{KINDS[element.kind]} {verb}{'e' if element.kind is ElementKind.ALTERATION else ''}"
    return f"{kind} : {shown(element.text.rstrip('.'))}" if element.text else kind


def _growth(old: ClassTrack, new: ClassTrack) -> str:
    """« Guerrier 16 000 → 22 000 PX, niveau 4 → 5 »."""
    level = f", niveau {arrow(old.level, new.level)}" if old.level != new.level else ""
    return f"{new.character_class.name} {arrow(old.experience, new.experience)} PX{level}"


def _score_words(old: tuple[object, ...], new: tuple[object, ...]) -> str:
    pairs = zip(Ability, old, new, strict=False)
    return " · ".join(
        f"{ability.label} {arrow(_value('', before), _value('', after))}"
        for ability, before, after in pairs
        if before != after
    )


def _value(fact: str, value: object) -> str:
    """A fact's value as it is read."""
    match value:
        case None | "" | ():
            return "rien"
        case bool():
            return "oui" if value else "non"
        case int():
            return f"<@{value}>" if fact == "player_id" else number(value)
        case str():
            return ARMOURS[value].name if fact == "armour" and value in ARMOURS else shown(value)
        case tuple():
            return listed(_track(one) for one in value if isinstance(one, ClassTrack)) or str(len(value))
    return shown(str(value))


def _track(track: ClassTrack) -> str:
    return f"{track.character_class.name} {track.level} ({number(track.experience)} PX)"
