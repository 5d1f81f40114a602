"""An act is undone, or done again: what it changed is taken back from what is there now, and later facts stay."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rules import item_acts, table_effects
from rules.acts import Act, CharacterChange, changing
from rules.attacks import AttackAct
from rules.campaign import Campaign, Combat
from rules.changes import (
    Change,
    LaterChange,
    Operation,
    Overtaken,
    Set,
    apply,
    inverse,
    setter,
    verify_untouched,
    withdraw,
)
from rules.character import Character
from rules.creation import Creation
from rules.drafts import ScoresThrown
from rules.fight import Fight, InitiativeAct
from rules.health import DeathSaveAct
from rules.heroism import CheatDeath
from rules.item_acts import ItemAct
from rules.items import MOST_CHARGES, Item
from rules.npcs import NpcCreation
from rules.refusals import Refusal
from rules.reinstating import before, reinstate
from rules.reveals import RevealAct
from rules.roster import sets
from rules.sessions import SessionKeeping, SessionOpening
from rules.starts import SessionQuestion
from rules.table_effects import Effect

NOTHING_TO_UNDO: dict[type[Act], str] = {
    SessionQuestion: "une question posée au MdT",
    SessionKeeping: "garder la séance en cours",
    RevealAct: "révéler un jet",
    ScoresThrown: "un tirage de caractéristiques, gardé par le personnage en cours de création,",
}
"""Acts that changed nothing, and that undoing would not take back."""


class NothingToUndo(Refusal):
    """An act without anything to take back."""

    def __init__(self, act_id: int, what: str) -> None:
        self.act_id = act_id
        super().__init__(f"Action nº {act_id} : {what} ne change rien, il n’y a rien à annuler.")


class InTheWay(Refusal):
    """An act cannot be undone, or done again, because of another one, ``act_id``.

    ``again``: it was to be done again.
    """

    def __init__(self, undone_id: int, act_id: int | None, *, again: bool = False) -> None:
        self.undone_id = undone_id
        self.act_id = act_id
        self.again = again
        verb = "se rétablit" if again else "s’annule"
        if act_id is not None:
            why = f"l’action nº {act_id} en dépend ou a changé la même chose depuis. Annulez-la d’abord."
        elif again:
            why = "ce sur quoi elle reposait a été annulé entretemps. Rétablissez-le d’abord."
        else:
            why = (
                "ce qu’elle avait changé n’est plus en l’état. Corrigez à la main, avec `/personnage regler`."
            )
        super().__init__(f"L’action nº {undone_id} ne {verb} plus telle quelle : {why}")


class AlreadyUndone(Refusal):
    """The act no longer stands: ``by`` undid it, or threw its roll again."""

    def __init__(self, act_id: int, by: int, *, replaced: bool = False) -> None:
        self.act_id = act_id
        self.by = by
        super().__init__(
            f"Le jet nº {act_id} a été relancé (nº {by}) : annulez d’abord la relance."
            if replaced
            else f"L’action nº {act_id} est déjà annulée (par la nº {by})."
        )


class SpentSince(InTheWay):
    """A heroism point was spent in the round or the period that would be no more (HER-3, HER-8)."""

    def __init__(self, undone_id: int, act_id: int) -> None:
        super().__init__(undone_id, act_id)
        self.args = (
            f"L’action nº {undone_id} ne s’annule pas : un point d’héroïsme a été dépensé depuis, "
            f"par l’action nº {act_id}. Annulez-la d’abord.",
        )


class SeedServed(Refusal):
    """Dice came from a seed that would never be told."""

    def __init__(self) -> None:
        super().__init__(
            "Des dés vérifiables de cette séance ont été lancés : close-la avec `/seance fin`, qui dit leur graine."
        )


class AnotherActive(Refusal):
    """The player has another active character by now (CRE-3)."""

    def __init__(self, character: Character, other: Character) -> None:
        super().__init__(
            f"{character.name} redeviendrait actif, mais son joueur joue maintenant {other.name} : "
            "`/personnage activer` d’abord, ou annulez ce changement."
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoAct(Act):
    """``undone``, of number ``undone_id``, was undone; or done again (``redone``), its undoing being undone.

    ``command``: what had been asked for. ``session_id`` and ``combat``: where it had been done.
    """

    undone_id: int
    undone: Act
    redone: bool = False
    command: str = ""
    session_id: int | None = None
    combat: Combat | None = None


def born(act: Act) -> tuple[int, ...]:
    """The characters that an act brought to life: undone, they are archived."""
    match act:
        case Creation():
            return (act.character.id,)
        case NpcCreation():
            return tuple(npc.character.id for npc in act.npcs)
    return ()


def touched(act: Act) -> tuple[int, ...]:
    """The characters that undoing an act may change, each once."""
    root = act.undone if isinstance(act, UndoAct) else act
    return tuple(dict.fromkeys((*born(root), *(entry.character_id for entry in act.changes))))


def shelve(character: Character, later: Sequence[LaterChange]) -> tuple[CharacterChange, ...]:
    """A creation undone: the character goes to the archives, whence it may come back.

    Raises :class:`rules.changes.Overtaken` where a later act put it there, or made it active.
    """
    for fact in ("archived", "active"):
        if (found := setter(later, Set(fact, None, None))) is not None:
            raise Overtaken(found)
    return changing(character, *sets(character, active=False, archived=True))


def settled(act: Act, character_id: int) -> Change:
    """What a later act did to a character, with the points that a session's opening found and left as they were.

    They are that session's all the same: what was spent before is not given back on top of them (HER-1).
    """
    kept: tuple[Operation, ...] = ()
    if isinstance(act, SessionOpening):
        kept = tuple(
            Set("heroism", one.after, one.after)
            for one in act.restored
            if one.character_id == character_id and one.before == one.after
        )
    return (*act.change_of(character_id), *kept)


def taken_back(
    character: Character, change: Change, later: Sequence[LaterChange], *, again: bool
) -> tuple[CharacterChange, ...]:
    """What takes ``change`` back from a character; ``again``: what it had itself taken back comes again.

    Raises :class:`rules.changes.Overtaken`.
    """
    if again:
        return changing(character, *reinstate(character, inverse(change), later))
    verify_untouched(change, later)  # undone in its turn, the later act would bring it back
    return changing(character, *withdraw(character, change, later))


def verify_saves(
    character: Character, change: Change, act: Act, later: Sequence[tuple[int, Act]], *, again: bool
) -> None:
    """The saves against death, and the points that stood for one, need someone dying (SAN-3, HER-6).

    Raises :class:`rules.changes.Overtaken` where ``change``, which takes ``act`` back or does it again, leaves them
    without.
    """
    since = [LaterChange(number, one.change_of(character.id)) for number, one in later]
    after = apply(character, change)
    if again and _saves(act, character) and not before(character, since).dying:
        raise Overtaken(None)
    for place, (number, one) in enumerate(later):
        was, then = (before(each, since[place:]) for each in (character, after))
        if _saves(one, character) and was.dying and not then.dying:
            raise Overtaken(number)


def _saves(act: Act, character: Character) -> bool:
    return isinstance(act, DeathSaveAct | CheatDeath) and act.character_id == character.id


def ordered(changes: Iterable[CharacterChange]) -> tuple[CharacterChange, ...]:
    """Those who step down first: a player has one active character at every moment (CRE-3)."""
    return tuple(sorted(changes, key=lambda entry: not any(_steps_down(one) for one in entry.change)))


def _steps_down(operation: object) -> bool:
    return isinstance(operation, Set) and operation.fact == "active" and operation.new is False


def turned(
    campaign: Campaign, act: Act, later: Iterable[tuple[int, Effect]], *, session_id: int | None, again: bool
) -> Campaign:
    """The campaign without the act, or with it ``again``. Raises :class:`rules.changes.Overtaken`."""
    done = table_effects.effect(act, session_id)
    return table_effects.turn(campaign, done if again else table_effects.inverse(done), later)


def refought(
    fought: Fight, act: Act, combat: Combat, later: Iterable[tuple[int, Act]], *, again: bool
) -> Fight:
    """The fight of ``combat`` without the act, or with it again: an order, an attack made in that round."""
    match act:
        case AttackAct(character_id=int(attacker)):
            return fought.counted(attacker, combat.round, 1 if again else -1)
        case InitiativeAct():
            by = next((one for one, other in reversed([*later]) if isinstance(other, InitiativeAct)), None)
            if by is not None or act.before is None:
                raise Overtaken(by)
            old, new = (act.before, act.fight) if again else (act.fight, act.before)
            return fought.reordered(old, new)
    return fought


def handled(item: Item, act: ItemAct, later: Sequence[tuple[int, ItemAct]], *, again: bool) -> Item:
    """The item without the act, or with it again; its charges could have been so ever since.

    Raises :class:`rules.changes.Overtaken`.
    """
    try:
        after = (item_acts.redone if again else item_acts.undone)(item, act)
    except Overtaken as refused:
        raise Overtaken(later[-1][0] if later else None) from refused
    charges = after.charges or 0
    for number, other in reversed(later):
        moved = act.holder_ids is not None and other.holder_ids is not None
        if moved or act.created is not None or not 0 <= charges <= MOST_CHARGES:
            raise Overtaken(number)
        charges -= other.charges[1] - other.charges[0] if other.charges else 0
    return after


def has_effect(act: Act, *, fought: bool = False) -> bool:
    """True for an act that changed something; ``fought``: it was done in a combat, where an attack counts (SEA-4)."""
    return bool(
        act.changes
        or born(act)
        or table_effects.effect(act)
        or isinstance(act, ItemAct | InitiativeAct)
        or (fought and isinstance(act, AttackAct))
    )


def undo(
    act: Act,
    act_id: int,
    changes: Iterable[CharacterChange],
    *,
    command: str = "",
    session_id: int | None = None,
    combat: Combat | None = None,
) -> UndoAct:
    """The act that undoes ``act``; undoing an undoing does the first one again."""
    made = ordered(changes)
    if isinstance(act, UndoAct):
        return replace(act, changes=made, redone=True)
    return UndoAct(
        character_id=act.character_id,
        name=act.name,
        changes=made,
        undone_id=act_id,
        undone=act,
        command=command,
        session_id=session_id,
        combat=combat,
    )
