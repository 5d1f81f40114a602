"""Attacks: thrown against an armour class, then damage rolled once (JET-3, JET-5)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules import maluses
from rules.abilities import Ability
from rules.acts import Act
from rules.attack import attack_bonus
from rules.campaign import Campaign, Combat, Scene
from rules.character import Character
from rules.checks import Check, Direction, Modifier, modifiers
from rules.damage import Damage, land
from rules.dice import Dice, maximised, roll
from rules.equipment import checked_damage, worn_armour_class
from rules.exhaustion import exhaustion_malus
from rules.items import Bonus, Item, armour_bonuses, in_hand
from rules.readiness import require_able
from rules.refusals import Refusal
from rules.rolls import require_in_play
from rules.weapons import is_ranged

BARE_HANDS = "1d2"  # défaut
CREATURE = "1d6"  # défaut: an NPC whose damage nobody said
STRENGTH, DEXTERITY = Ability.STRENGTH.label, Ability.DEXTERITY.label


class AttacksItself(Refusal):
    """Attacker and target are one."""

    def __init__(self, character: Character) -> None:
        super().__init__(f"{character.name} ne s’attaque pas soi-même : choisissez une autre `cible`.")


class NoArmourClass(Refusal):
    """Nothing says what to reach."""

    def __init__(self) -> None:
        super().__init__("Dites qui est attaqué (`cible`), ou la CA à atteindre (`ca`).")


class Missed(Refusal):
    """An attack that missed does nothing more."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} a manqué son attaque.")


class DamageRolled(Refusal):
    """The damage of the attack is rolled."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} a déjà lancé les dommages de cette attaque.")


class StrokeSpent(Refusal):
    """A master stroke was spent on the attack."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} a déjà porté un coup de maître avec cette attaque.")


class AlreadyMasterful(Refusal):
    """A natural 20 is a master stroke by itself."""

    def __init__(self, name: str) -> None:
        super().__init__(f"20 naturel : {name} porte déjà un coup de maître, sans point à dépenser.")


class AttackFightOver(Refusal):
    """The combat of the attack is closed: its target may have left, healed or died since."""

    def __init__(self) -> None:
        super().__init__("Le combat de cette attaque est clos : elle ne fait plus de dommages.")


class StrokeTooLate(Refusal):
    """The round of the attack is over, or the attack is no longer the last (HER-4)."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"Trop tard pour un coup de maître ({name}) : il se porte au round même de l’attaque "
            "ou, hors combat, sur la dernière."
        )


class AttackReplaced(Refusal):
    """The attack was thrown again, or undone."""

    def __init__(self) -> None:
        super().__init__("Cette attaque a été relancée ou annulée : elle ne compte plus.")


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackAct(Act):
    """A d20 against an armour class (``check``), and what its damage will be made of.

    ``known_armour_class``: told by the attacker, or a player character's: everybody may read it.
    ``armour``: what items give to it, already counted.
    """

    check: Check
    bonus: int
    weapon: str = ""
    distance: bool = False
    formula: str
    damage_modifiers: tuple[Modifier, ...] = ()
    target_id: int | None = None
    target_name: str = ""
    known_armour_class: bool = True
    armour: tuple[Modifier, ...] = ()

    @property
    def hit(self) -> bool:
        return self.check.success

    @property
    def masterful(self) -> bool:
        """A natural 20: damage dice at their maximum (JET-3)."""
        return self.check.die == 20


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageAct(Act):
    """The damage of an attack that hit; ``character_id`` is the attacker's, ``changes`` are the target's."""

    attack_id: int
    damage: Damage


@dataclass(frozen=True, slots=True)
class Followed:
    """An attack read back: what answered it and stands (its damage, or a master stroke), if anything.

    ``combat``: where and in which round it was made. ``latest``: made outside combat, it was followed neither by
    another attack of the character nor by a combat.
    """

    act_id: int
    act: AttackAct
    standing: bool = True
    answer: Act | None = None
    combat: Combat | None = None
    latest: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How an attack is made, beyond who strikes whom: what the game master or the player said of it."""

    armour_class: int | None = None
    bonus: int = 0
    damage: str = ""
    distance: bool | None = None


def attack(
    scene: Scene,
    target: Character | None,
    dice: Dice,
    manner: Manner | None = None,
    items: Iterable[Item] = (),
    target_items: Sequence[Item] = (),
) -> AttackAct:
    """`1d20 + attack bonus + FOR or DEX ≥ ascending AC`; a natural 20 hits, a natural 1 misses (JET-3).

    ``items``: the attacker's; the one in hand lends its bonus; ``target_items``: what defends it (OBJ-2).
    Exhaustion (JET-5) weighs on both rolls. Raises :class:`rules.readiness.CannotAttack`,
    :class:`AttacksItself`, :class:`NoArmourClass`, ``OutOfPlay`` and ``DiceError``.
    """
    manner = manner or Manner()
    character, campaign = scene.character, scene.campaign
    require_able(character, campaign)
    if target is not None:
        if target.id == character.id:
            raise AttacksItself(character)
        require_in_play(target)
    armour_class = manner.armour_class
    if armour_class is None:
        if target is None:
            raise NoArmourClass
        armour_class = worn_armour_class(target, target_items)
    formula = checked_damage(manner.damage) or damage_formula(character)
    distance = is_ranged(character.weapon) if manner.distance is None else manner.distance
    tired = exhaustion_malus(character, campaign)
    weighing = (tired,) if tired else ()
    lent = in_hand(items, character.weapon)
    on_attack = [(amount, name) for kind, amount, name in lent if kind is Bonus.ATTACK]
    on_damage = [(amount, name) for kind, amount, name in lent if kind is Bonus.DAMAGE]
    ability = Ability.DEXTERITY if distance else Ability.STRENGTH
    strength = 0 if distance else character.modifier(Ability.STRENGTH)
    bonus = attack_bonus(character)
    return AttackAct(
        character_id=character.id,
        name=character.name,
        check=Check(
            label="attaque",
            direction=Direction.OVER,
            die=dice.roll(20),
            target=armour_class,
            modifiers=modifiers(
                (bonus, "attaque"),
                (character.modifier(ability), ability.label),
                (manner.bonus, "situation"),
                *on_attack,
                *maluses.on_attack(character),
            )
            + weighing,
            naturals=True,
        ),
        bonus=bonus,
        weapon=character.weapon,
        distance=distance,
        formula=formula,
        damage_modifiers=modifiers((strength, STRENGTH), *on_damage, *maluses.on_damage(character))
        + weighing,
        target_id=target.id if target else None,
        target_name=target.name if target else "",
        known_armour_class=manner.armour_class is not None or (target is not None and not target.npc),
        armour=modifiers(*armour_bonuses(target_items)) if manner.armour_class is None else (),
    )


def damage_formula(character: Character) -> str:
    """What it strikes with: the damage of its equipment, else bare hands, or a creature's."""
    return character.damage or (CREATURE if character.npc and not character.classes else BARE_HANDS)


def verify_damage(attack: Followed, campaign: Campaign) -> None:
    """Raises the reason why no damage may be rolled for this attack any more (HER-5's limit holds here too)."""
    name = attack.act.name
    if not attack.standing:
        raise AttackReplaced
    if not attack.act.hit:
        raise Missed(name)
    verify_unanswered(name, attack.answer)
    now = campaign.combat
    if attack.combat is not None and (now is None or now.number != attack.combat.number):
        raise AttackFightOver


def verify_unanswered(name: str, answer: Act | None) -> None:
    """Raises :class:`DamageRolled` or :class:`StrokeSpent` for an attack of ``name`` that has done its damage."""
    if isinstance(answer, DamageAct):
        raise DamageRolled(name)
    if answer is not None:
        raise StrokeSpent(name)


def verify_stroke(attack: Followed, campaign: Campaign) -> None:
    """Raises the reason why this attack takes no master stroke: it is of the current round, or the last (HER-4)."""
    verify_damage(attack, campaign)
    if attack.combat != campaign.combat or not attack.latest:
        raise StrokeTooLate(attack.act.name)
    if attack.act.masterful:
        raise AlreadyMasterful(attack.act.name)


def damage(attack: Followed, target: Character | None, campaign: Campaign, dice: Dice) -> DamageAct:
    """Rolls the damage, at its maximum after a natural 20, and takes it from the target. Raises as :func:`verify_damage`."""
    verify_damage(attack, campaign)
    act = attack.act
    thrown = maximised(act.formula) if act.masterful else roll(act.formula, dice)
    blow, changes = land(Damage(thrown, act.damage_modifiers, act.masterful), target, campaign)
    return DamageAct(
        character_id=act.character_id, name=act.name, changes=changes, attack_id=attack.act_id, damage=blow
    )


def greatest_damage(act: AttackAct, formula: str = "") -> Damage:
    """The damage of a master stroke; a ``formula`` given is whole, strength included (HER-4). Raises ``DiceError``."""
    formula = checked_damage(formula)
    if not formula:
        return Damage(maximised(act.formula), act.damage_modifiers, maximised=True)
    kept = tuple(modifier for modifier in act.damage_modifiers if modifier.reason != STRENGTH)
    return Damage(maximised(formula), kept, maximised=True)
