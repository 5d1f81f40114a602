"""`/personnage px`: experience shared, adjusted and capped, and the levels that it gains or loses (CLA-4, CLA-6)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from rules.abilities import Ability
from rules.acts import Act, changing
from rules.attack import attack_bonus
from rules.changes import Add, Counter, Operation, Set, apply
from rules.character import Character, ClassTrack
from rules.dice import Dice, throw
from rules.experience import adjusted_share, adjustment, retained
from rules.hit_points import LAST_HIT_DIE_LEVEL, missing_hit_dice
from rules.madness import NothingChanges
from rules.multiclass import best_save_targets
from rules.refusals import Refusal
from rules.roster import require_present
from rules.saves import SaveTargets
from rules.talents import skill_values

MOST_EXPERIENCE = 10_000_000  # of one gain


class WhoGains(Refusal):
    """The gain is for one character or for all of them."""

    def __init__(self) -> None:
        super().__init__(
            "Pour qui ? Donnez `personnage`, ou `tous` pour chaque personnage actif : l’un ou l’autre."
        )


class NobodyPlays(Refusal):
    """There is no active character to reward."""

    def __init__(self) -> None:
        super().__init__("Aucun personnage actif ne peut recevoir de PX : nommez-en un avec `personnage`.")


class NoExperience(Refusal):
    """A creature without class does not count experience."""

    def __init__(self, character: Character) -> None:
        self.character = character
        super().__init__(
            f"{character.name} n’a pas de classe : ses DV se règlent avec `/personnage regler` (`dv`)."
        )


@dataclass(frozen=True, slots=True)
class ClassGrowth:
    """What a class gets: its adjustment in percent, experience and level old → new, and the hit dice.

    ``lost``: the surplus over a player's magician's cap (CLA-4). ``thrown``: hit dice of levels never reached
    before; ``known``: those thrown when the level was first reached, which count again; ``fixed``: hit points
    of the levels after the 9th. ``slots``: spells prepared, old and new.
    """

    key: str
    adjustment: int
    experience: tuple[int, int]
    level: tuple[int, int]
    lost: int = 0
    thrown: tuple[int, ...] = ()
    known: tuple[int, ...] = ()
    fixed: int = 0
    slots: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())


@dataclass(frozen=True, slots=True)
class Growth:
    """What one character becomes: each class, and what the sheet shows, old and new.

    ``hit_points``: current and maximum. ``constitution``: what each hit die adds; ``skills``: those that change.
    """

    character_id: int
    name: str
    classes: tuple[ClassGrowth, ...]
    constitution: int
    hit_points: tuple[tuple[int, int], tuple[int, int]]
    attack: tuple[int, int]
    saves: tuple[SaveTargets, SaveTargets]
    skills: tuple[tuple[str, int, int], ...] = ()

    @property
    def levelled(self) -> bool:
        return any(one.level[0] != one.level[1] for one in self.classes)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperienceAct(Act):
    """Experience given to one character or to each active one, or taken back when ``gain`` is negative."""

    gain: int
    growths: tuple[Growth, ...]


def taken_back(acts: Iterable[ExperienceAct], character_id: int, loss: int) -> Growth | None:
    """What a character got of its last gain still there, when ``loss`` is exactly that gain (CLA-4, CLA-6).

    ``acts``: its gains and losses, oldest first. A loss that is not its last gain leaves none to take back so.
    """
    there: list[tuple[int, Growth]] = []
    for act in acts:
        growth = next((one for one in act.growths if one.character_id == character_id), None)
        if growth is None:
            continue
        if act.gain > 0:
            there.append((act.gain, growth))
        elif there and there[-1][0] == -act.gain:
            there.pop()
        else:
            there.clear()
    return there[-1][1] if there and there[-1][0] == -loss else None


def give(
    characters: Sequence[Character],
    gain: int,
    dice: Dice,
    *,
    everyone: bool = False,
    raised: Mapping[int, Growth] = MappingProxyType({}),
) -> ExperienceAct:
    """Each of ``characters`` gets the whole ``gain``, shared between its classes.

    ``everyone``: a character at its cap does not stop the others. ``raised``: by character, the growth that a loss
    takes back, no more and no less than it had raised (:func:`taken_back`). Raises :class:`NobodyPlays`, ``Archived``,
    :class:`NoExperience`, ``NothingChanges``.
    """
    if not characters:
        raise NobodyPlays
    if gain == 0:
        raise NothingChanges("Un gain de 0 PX ne change rien.")
    grown = [_grow(character, gain, dice, raised.get(character.id)) for character in characters]
    changes = tuple(
        change
        for character, (_, operations) in zip(characters, grown, strict=True)
        for change in changing(character, *operations)
    )
    if not changes:
        raise NothingChanges(_unchanged(characters[0], gain, alone=not everyone, raised=bool(raised)))
    alone = characters[0] if not everyone else None
    return ExperienceAct(
        character_id=alone.id if alone else None,
        name=alone.name if alone else "",
        changes=changes,
        gain=gain,
        growths=tuple(growth for growth, _ in grown),
    )


def players(characters: Sequence[Character]) -> list[Character]:
    """Who shares in a reward for all: the active player characters still in play."""
    return [one for one in characters if one.active and one.playable and not one.npc and one.classes]


def _unchanged(character: Character, gain: int, *, alone: bool, raised: bool) -> str:
    who = character.name if alone else "Personne"
    if raised and alone and any(track.experience for track in character.classes):
        return f"{who} n’avait rien gardé de ce gain : rien à reprendre. Un autre nombre se reprend tel quel."
    if gain < 0:
        return f"{who} n’a plus de PX à perdre." if alone else "Personne n’a de PX à perdre."
    return (
        f"{who} a atteint son plafond de PX : ce gain serait perdu en entier."
        if alone
        else "Tous ont atteint leur plafond de PX : ce gain serait perdu en entier."
    )


def _grow(
    character: Character, gain: int, dice: Dice, raised: Growth | None = None
) -> tuple[Growth, tuple[Operation, ...]]:
    """What one character becomes, and the operations that make it so."""
    require_present(character)
    if not character.classes:
        raise NoExperience(character)
    before = {one.key: one.experience[1] - one.experience[0] for one in raised.classes} if raised else {}
    pairs = [_class(character, track, gain, dice, before.get(track.key)) for track in character.classes]
    tracks = tuple(track for _, track in pairs)
    operations: tuple[Operation, ...] = ()
    if tracks != character.classes:
        operations = _growing(character, Set("classes", character.classes, tracks))
    after = apply(character, operations)
    old_skills, new_skills = (skill_values(one) for one in (character, after))
    growth = Growth(
        character.id,
        character.name,
        tuple(grown for grown, _ in pairs),
        character.modifier(Ability.CONSTITUTION),
        (
            (character.hit_points, character.max_hit_points),
            (after.hit_points, after.max_hit_points),
        ),
        (attack_bonus(character), attack_bonus(after)),
        (_saves(character), _saves(after)),
        tuple((key, old_skills[key], value) for key, value in new_skills.items() if old_skills[key] != value),
    )
    return growth, operations


def _class(
    character: Character, track: ClassTrack, gain: int, dice: Dice, raised: int | None
) -> tuple[ClassGrowth, ClassTrack]:
    """One class's part (CLA-6), capped (CLA-4). A level lost keeps its die: found again, it is not rolled again.

    ``raised``: what the gain taken back had brought to this class.
    """
    followed, scores = track.character_class, _scores(character)
    wanted = max(0, track.experience + adjusted_share(followed, gain, len(character.classes), scores))
    kept = retained(followed, wanted, npc=character.npc)
    if raised is not None:
        kept = max(0, track.experience - raised)
    if gain > 0:
        kept = max(kept, track.experience)  # over the cap by a derogation: nothing is taken away
    before, after = track.level, followed.level_at(kept)
    thrown = throw(dice, missing_hit_dice(after, track.hit_dice), followed.hit_die)
    counted = min(after, LAST_HIT_DIE_LEVEL)
    grown = ClassGrowth(
        track.key,
        adjustment(followed, scores),
        (track.experience, kept),
        (before, after),
        lost=max(0, wanted - kept) if gain > 0 else 0,
        thrown=thrown,
        known=track.hit_dice[min(before, LAST_HIT_DIE_LEVEL) : counted],
        fixed=followed.fixed_hp_after_9 * (max(after, LAST_HIT_DIE_LEVEL) - max(before, LAST_HIT_DIE_LEVEL)),
        slots=(followed.spell_slots(before), followed.spell_slots(after)),
    )
    return grown, ClassTrack(track.key, kept, track.hit_dice + thrown)


def _scores(character: Character) -> Mapping[Ability, int]:
    """The scores that adjust experience: those of now, people and losses included (CLA-6)."""
    known = {ability: character.score(ability) for ability in Ability}
    return {ability: score for ability, score in known.items() if score is not None}


def _saves(character: Character) -> SaveTargets:
    return best_save_targets((track.character_class, track.level) for track in character.classes)


def _growing(before: Character, levels: Set) -> tuple[Operation, ...]:
    """New levels, without healing who is down nor felling who stands.

    Otherwise current hit points rise and fall with the maximum, so that a gain taken back leaves no trace.
    Wounds move while the maximum is at its highest, forth and back: they stay within their bounds.
    """
    after = apply(before, (levels,))
    if before.hit_points <= 0:
        held = before.hit_points
    elif after.hit_points <= 0:
        held = 1
    else:
        return (levels,)
    moved = after.max_hit_points - held - after.wounds
    if not moved:
        return (levels,)
    wounds = Add(Counter.WOUNDS, moved)
    return (wounds, levels) if moved < 0 else (levels, wounds)
