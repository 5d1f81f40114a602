"""Heroism points: how many, who may spend one now, and what each use does (HER)."""

from dataclasses import dataclass
from enum import StrEnum

from rules.abilities import Ability
from rules.acts import Act, changing
from rules.attacks import Followed, greatest_damage, verify_stroke
from rules.campaign import Scene
from rules.changes import Add, Counter
from rules.character import Character, State
from rules.damage import Damage, land
from rules.dice import Dice, maximum, parse_single
from rules.health import NotDying, Unhurt, healing, stabilising
from rules.refusals import Refusal
from rules.rolls import require_in_play

LIFELESS = (State.UNCONSCIOUS, State.FAINTED)


class Use(StrEnum):
    """What a point is spent on. Value: the command's name."""

    MASTER_STROKE = "coup-de-maitre"
    DESTINY = "destin-heroique"
    CHEAT_DEATH = "eviter-la-mort"
    INTUITION = "intuition"
    SECOND_WIND = "second-souffle"

    @property
    def label(self) -> str:
        return {
            Use.MASTER_STROKE: "Coup de maître",
            Use.DESTINY: "Destin héroïque",
            Use.CHEAT_DEATH: "Éviter la mort",
            Use.INTUITION: "Intuition",
            Use.SECOND_WIND: "Second souffle",
        }[self]


class NoHeroism(Refusal):
    """No point is left (HER-9)."""

    def __init__(self, character: Character) -> None:
        super().__init__(f"{character.name} n’a plus de point d’héroïsme.")


class RoundSpent(Refusal):
    """A point was already spent in this round (HER-3)."""

    def __init__(self, character: Character, round_number: int) -> None:
        super().__init__(
            f"{character.name} a déjà dépensé un point d’héroïsme au round {round_number} : un seul par round."
        )


class NotFit(Refusal):
    """A second wind needs someone on their feet (HER-8)."""

    def __init__(self, character: Character, state: str) -> None:
        super().__init__(f"{character.name} est {state} : pas de second souffle possible.")


class SecondWindTaken(Refusal):
    """One second wind a combat, or until the next one (HER-8)."""

    def __init__(self, character: Character, *, in_combat: bool) -> None:
        when = (
            "pendant ce combat"
            if in_combat
            else "depuis le dernier combat ; attendez le prochain, ou une nouvelle séance"
        )
        super().__init__(f"{character.name} a déjà eu un second souffle {when}.")


def verify(scene: Scene, use: Use) -> None:
    """Raises the reason why this use is not allowed now; the one place that knows (HER-3 to HER-9).

    *Destin héroïque* has conditions of its own on the roll: :mod:`rules.destiny`. It alone is open to a
    character that the roll has just killed or consumed (HER-5).
    """
    character, campaign = scene.character, scene.campaign
    if use is not Use.DESTINY:
        require_in_play(character)
    if character.heroism < 1:
        raise NoHeroism(character)
    if campaign.combat and scene.spent_in_round:
        raise RoundSpent(character, campaign.combat.round)
    if use is Use.CHEAT_DEATH and not character.dying:
        raise NotDying(character)
    if use is Use.SECOND_WIND:
        _verify_second_wind(scene)


def _verify_second_wind(scene: Scene) -> None:
    character, campaign = scene.character, scene.campaign
    if character.dying:
        raise NotFit(character, "mourant")
    for state in character.states(campaign.clock):
        if state.key in LIFELESS:
            raise NotFit(character, "inconscient" if state.key == State.UNCONSCIOUS else "évanoui")
    if scene.second_wind_taken:
        raise SecondWindTaken(character, in_combat=campaign.combat is not None)
    if character.hit_points >= character.max_hit_points:
        raise Unhurt(character)


def can(scene: Scene, use: Use) -> bool:
    """True where :func:`verify` refuses nothing: what greys a button."""
    try:
        verify(scene, use)
    except Refusal:
        return False
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Spend(Act):
    """A point spent: how many were left before and after; an ``npc``'s are the game master's secret."""

    use: Use
    before: int
    after: int
    npc: bool = False


def spent() -> Add:
    """The point that goes."""
    return Add(Counter.HEROISM, -1)


@dataclass(frozen=True, slots=True, kw_only=True)
class MasterStroke(Spend):
    """HER-4. ``formula`` and its ``maximum``, or neither when it is declared.

    ``attack_id`` and ``damage``: the attack followed, and what the stroke did to its target.
    """

    formula: str = ""
    maximum: int | None = None
    attack_id: int | None = None
    damage: Damage | None = None


def master_stroke(
    scene: Scene, formula: str = "", attack: Followed | None = None, target: Character | None = None
) -> MasterStroke:
    """Damage dice at their maximum, plus the modifiers (HER-4); without an ``attack`` followed, a declaration.

    ``target``: of the attack, which loses the hit points at once. Raises as :func:`verify` and ``verify_stroke``.
    """
    if attack is not None:
        return _followed_stroke(scene, formula, attack, target)
    character = scene.character
    expression = parse_single(formula) if formula else None
    verify(scene, Use.MASTER_STROKE)
    return MasterStroke(
        character_id=character.id,
        name=character.name,
        changes=changing(character, spent()),
        use=Use.MASTER_STROKE,
        before=character.heroism,
        after=character.heroism - 1,
        npc=character.npc,
        formula=formula,
        maximum=max(1, maximum(expression)) if expression else None,
    )


def _followed_stroke(scene: Scene, formula: str, attack: Followed, target: Character | None) -> MasterStroke:
    character = scene.character
    blow = greatest_damage(attack.act, formula)
    verify(scene, Use.MASTER_STROKE)
    verify_stroke(attack, scene.campaign)
    blow, wounds = land(blow, target, scene.campaign)
    return MasterStroke(
        character_id=character.id,
        name=character.name,
        changes=(*changing(character, spent()), *wounds),
        use=Use.MASTER_STROKE,
        before=character.heroism,
        after=character.heroism - 1,
        npc=character.npc,
        formula=formula or attack.act.formula,
        maximum=blow.total,
        attack_id=attack.act_id,
        damage=blow,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CheatDeath(Spend):
    """HER-6: the save against death passes of itself; from which hit points the character came back."""

    hit_points: int


def cheat_death(scene: Scene, key: str) -> CheatDeath:
    """A dying character is stabilised at 0 hit points (HER-6, SAN-3)."""
    verify(scene, Use.CHEAT_DEATH)
    character = scene.character
    return CheatDeath(
        character_id=character.id,
        name=character.name,
        changes=changing(character, spent(), *stabilising(character, key)),
        use=Use.CHEAT_DEATH,
        before=character.heroism,
        after=character.heroism - 1,
        npc=character.npc,
        hit_points=character.hit_points,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondWind(Spend):
    """HER-8: the hit die, the constitution modifier, and hit points old → new under the maximum."""

    sides: int
    die: int
    constitution: int
    healed: int
    hit_points: tuple[int, int]
    maximum: int


@dataclass(frozen=True, slots=True)
class Wind:
    """What a second wind throws: the greatest hit die, and the constitution modifier (HER-8)."""

    sides: int
    constitution: int

    def healed(self, die: int) -> int:
        """What a face gives, the maximum of hit points aside."""
        return max(1, die + self.constitution)


def wind(character: Character) -> Wind:
    """The character's."""
    sides = max((track.character_class.hit_die for track in character.classes), default=8)
    return Wind(sides, character.modifier(Ability.CONSTITUTION))


def second_wind(scene: Scene, dice: Dice) -> SecondWind:
    """Heals the greatest hit die plus CON, at least 1, at most to the maximum (HER-8)."""
    verify(scene, Use.SECOND_WIND)
    character = scene.character
    thrown = wind(character)
    die = dice.roll(thrown.sides)
    healed = thrown.healed(die)
    after = min(character.max_hit_points, character.hit_points + healed)
    return SecondWind(
        character_id=character.id,
        name=character.name,
        changes=changing(character, spent(), *healing(character, healed)),
        use=Use.SECOND_WIND,
        before=character.heroism,
        after=character.heroism - 1,
        npc=character.npc,
        sides=thrown.sides,
        die=die,
        constitution=thrown.constitution,
        healed=healed,
        hit_points=(character.hit_points, after),
        maximum=character.max_hit_points,
    )
