"""*Destin héroïque*: the last d20 is thrown again, and its consequences replaced (HER-5)."""

from dataclasses import dataclass, replace
from fractions import Fraction

from rules import corruption, health, horror
from rules.acts import Act, changing
from rules.attacks import AttackAct, verify_unanswered
from rules.campaign import Scene
from rules.changes import Change, LaterChange, apply, withdraw
from rules.character import Character
from rules.corruption import CorruptionAct
from rules.dice import Dice, again, single_d20
from rules.health import DeathSaveAct
from rules.heroism import Spend, Use, spent, verify
from rules.horror import HorrorAct
from rules.refusals import Refusal
from rules.rolls import CheckAct, RollAct, require_in_play


class NotLastRoll(Refusal):
    """Only the last d20 may be thrown again."""

    def __init__(self, character: Character) -> None:
        super().__init__(f"{character.name} a lancé un autre d20 depuis : seul le dernier se relance.")


class AlreadyRerolled(Refusal):
    """A roll is thrown again only once."""

    def __init__(self, character: Character) -> None:
        super().__init__(
            f"{character.name} a déjà relancé ce dernier d20 : un jet ne se relance qu’une fois."
        )


class RollUndone(Refusal):
    """The roll was undone: it counts no more."""

    def __init__(self, character: Character) -> None:
        super().__init__(
            f"Jet annulé : celui-ci ne compte plus pour {character.name}, rien n’est à relancer."
        )


class SessionOver(Refusal):
    """The session of the roll is closed."""

    def __init__(self) -> None:
        super().__init__("La séance de ce jet est close : il ne se relance plus.")


class FightOver(Refusal):
    """The combat of the attack is closed."""

    def __init__(self) -> None:
        super().__init__("Le combat de cette attaque est clos : elle ne se relance plus.")


@dataclass(frozen=True, slots=True)
class LastRoll:
    """A followed d20: the act that threw it, its identity, and the standing acts that came after (oldest first).

    ``rerolled``: it was itself replaced, or is already a second throw. ``session_id``: the session in which
    it was thrown (None: outside any session, so that none can close on it); ``combat``, likewise. ``answer``:
    what came of an attack and stands, its damage or a master stroke.
    """

    act_id: int
    act: Act
    session_id: int | None
    rerolled: bool = False
    later: tuple[LaterChange, ...] = ()
    combat: int | None = None
    answer: Act | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Destiny(Spend):
    """The act whose roll is replaced and the roll that replaces it; or a bare d20 when none is followed.

    Of ``first``, only what its d20 owns is taken back (:attr:`Act.rolled`).
    """

    replaced_id: int | None = None
    first: Act | None = None
    second: Act | None = None
    bare: int | None = None


def can_reroll(act: Act) -> bool:
    """True for an act made of one d20 that HER-5 may throw again."""
    act = act.rolled
    if isinstance(act, RollAct):
        return len(act.rolls) == 1 and single_d20(act.rolls[0]) is not None
    return isinstance(act, CheckAct | HorrorAct | CorruptionAct | DeathSaveAct | AttackAct)


def chance(act: Act) -> Fraction | None:
    """The chance that the act's roll, thrown again, passes: same target, same modifiers; None without a target."""
    act = act.rolled
    if isinstance(act, CheckAct | HorrorAct | CorruptionAct | DeathSaveAct | AttackAct):
        return act.check.chance
    return None


def public_chance(character: Character, act: Act) -> Fraction | None:
    """The :func:`chance` that all may read: not where it betrays an NPC's armour class (JET-3) or horror save.

    An NPC's other rolls are answered to the game master alone.
    """
    act = act.rolled
    if isinstance(act, AttackAct) and not act.known_armour_class:
        return None
    return None if isinstance(act, HorrorAct) and character.npc else chance(act)


def verify_roll(scene: Scene, last: LastRoll) -> None:
    """Raises the reason why this roll is not thrown again."""
    if last.rerolled:
        raise AlreadyRerolled(scene.character)
    if last.session_id is not None and last.session_id != scene.campaign.session_id:
        raise SessionOver
    if isinstance(last.act, AttackAct):
        verify_unanswered(scene.character.name, last.answer)
        fought = scene.campaign.combat.number if scene.campaign.combat else None
        if last.combat is not None and last.combat != fought:
            raise FightOver


def bare(scene: Scene, dice: Dice) -> Destiny:
    """No roll is followed, or the dice were thrown at the table: a bare d20."""
    verify(scene, Use.DESTINY)
    require_in_play(scene.character)
    return _destiny(scene.character, (spent(),), bare=dice.roll(20))


def reroll(scene: Scene, last: LastRoll, dice: Dice, key: str) -> Destiny:
    """Takes the first throw's consequences back, throws again, and applies the new ones: all or nothing.

    Raises what :func:`rules.heroism.verify` and :func:`verify_roll` do, :class:`rules.changes.Overtaken` when
    a consequence was changed since, and :class:`rules.rolls.OutOfPlay` for a character that this roll has
    not just killed or consumed.
    """
    verify(scene, Use.DESTINY)
    verify_roll(scene, last)
    character = scene.character
    undone = withdraw(character, last.act.rolled.change_of(character.id), last.later)
    before = apply(character, undone)
    require_in_play(before)
    second = _throw_again(before, last.act.rolled, scene, dice, key)
    change: Change = (spent(), *undone, *second.change_of(character.id))
    return _destiny(character, change, replaced_id=last.act_id, first=last.act, second=second)


def _destiny(
    character: Character,
    change: Change,
    *,
    replaced_id: int | None = None,
    first: Act | None = None,
    second: Act | None = None,
    bare: int | None = None,
) -> Destiny:
    return Destiny(
        character_id=character.id,
        name=character.name,
        changes=changing(character, *change),
        use=Use.DESTINY,
        before=character.heroism,
        after=character.heroism - 1,
        npc=character.npc,
        replaced_id=replaced_id,
        first=first,
        second=second,
        bare=bare,
    )


def _throw_again(character: Character, act: Act, scene: Scene, dice: Dice, key: str) -> Act:
    """The same roll with another die, judged on the character as if the first had never been."""
    match act:
        case HorrorAct():
            check = act.check.with_die(dice.roll(20))
            return horror.resolve(character, act.situation, check, scene.campaign, dice, key, extra=act.extra)
        case CorruptionAct():
            check = act.check.with_die(dice.roll(20))
            table = scene.campaign.alterations
            return corruption.resolve(character, act.spell_level, act.occasion, check, dice, key, table)
        case DeathSaveAct():
            return health.resolve_death_save(character, act.check.with_die(dice.roll(20)), key)
        case CheckAct() | AttackAct():
            return replace(act, check=act.check.with_die(dice.roll(20)))
        case RollAct():
            return replace(act, rolls=(again(act.rolls[0], dice),))
    raise TypeError(f"{type(act).__name__} is not made of one d20")
