"""*Intuition*: a question to the game master, for a point reserved until the answer (HER-7)."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.acts import Act, changing
from rules.campaign import Scene
from rules.changes import Add, Counter, Operation, Put, Set, Take
from rules.character import Character, State
from rules.destiny import Destiny
from rules.heroism import Spend, Use, spent, verify
from rules.refusals import Refusal
from rules.sessions import SessionOpening


@dataclass(frozen=True, slots=True, kw_only=True)
class Intuition(Spend):
    """A question asked; the point is gone until the answer says otherwise."""

    question: str


class EmptyQuestion(Refusal):
    """A question of which nothing can be read."""

    def __init__(self) -> None:
        super().__init__("La question est vide : écrivez ce que le personnage voudrait pressentir.")


class QuestionClosed(Refusal):
    """The question was answered, or a session, the death or the archiving closed it."""

    def __init__(self) -> None:
        super().__init__("Question close : elle a déjà reçu sa réponse, ou les évènements l’ont emportée.")


@dataclass(frozen=True, slots=True, kw_only=True)
class IntuitionAnswer(Act):
    """The game master's answer: a hint given, or nothing to learn and the point back."""

    question: str
    hint: bool
    before: int
    after: int


def intuition(scene: Scene, question: str) -> Intuition:
    """Reserves a point, and the round, for a question."""
    if not question.strip():
        raise EmptyQuestion
    verify(scene, Use.INTUITION)
    character = scene.character
    return Intuition(
        character_id=character.id,
        name=character.name,
        changes=changing(character, spent()),
        use=Use.INTUITION,
        before=character.heroism,
        after=character.heroism - 1,
        npc=character.npc,
        question=question,
    )


def answer(character: Character, question: Intuition, later: Iterable[Act], *, hint: bool) -> IntuitionAnswer:
    """« Indice donné » spends the reserved point; « rien à apprendre » gives it back.

    ``later``: the acts that came after the question. Raises :class:`QuestionClosed` when one of them, or the
    character's state, closed it without refund.
    """
    if not character.playable or closed(later, character.id):
        raise QuestionClosed
    back: tuple[Operation, ...] = () if hint else (Add(Counter.HEROISM, 1),)
    return IntuitionAnswer(
        character_id=character.id,
        name=character.name,
        changes=changing(character, *back),
        question=question.question,
        hint=hint,
        before=character.heroism,
        after=character.heroism + len(back),
    )


def closed(later: Iterable[Act], character_id: int) -> bool:
    """True after the opening of a session, or the character's death, consumption or archiving.

    A death that a reroll took back (HER-5) was none; one archived and brought back had left.
    """
    fatal: set[str] = set()
    for act in later:
        if isinstance(act, SessionOpening):
            return True
        for operation in act.change_of(character_id):
            match operation:
                case Set("archived", _, True):
                    return True
                case Put(element) if element.key in (State.DEAD, State.CONSUMED):
                    fatal.add(element.uid)
                case Take(element) if isinstance(act, Destiny):
                    fatal.discard(element.uid)
    return bool(fatal)
