"""What was undone, or done again, as it is read: what changed, old and new, for each and for the table."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from bot import buttons
from bot.french import ago, arrow, fitting, legible, listed, number, plural, shortened, shown
from bot.replies import MOST_BUTTONS, Button, Reply, Tone
from bot.screens.fairness import commitment_line
from bot.screens.why import account
from bot.storage.past import Entry
from bot.storage.undoing import Outcome, Undone
from rules.abilities import Ability
from rules.acts import Act
from rules.alterations import TableAct
from rules.campaign import Campaign
from rules.character import Character, Element, ElementKind
from rules.clock import moment
from rules.fight import InitiativeAct
from rules.intuition import IntuitionAnswer
from rules.item_acts import ItemAct
from rules.items import Item
from rules.npcs import NpcCreation
from rules.requests import SaveRequest
from rules.reveals import RevealAct
from rules.sessions import SessionOpening
from rules.setting_acts import SettingChanged
from rules.settings import GAME_MASTER_ROLE, NONE
from rules.spell_rulings import SpellRuling
from rules.undoing import InTheWay

ROOM = 3_600  # characters
REFUSED = Tone.REFUSAL
NAME, WHAT = 32, 80  # characters
_THROW = ("Rien d’autre ne change : ce jet ne compte plus.", "Ce jet compte de nouveau.")
# What is said, undone then done again, of an act that changed no figure.
_NO_FIGURE: Mapping[type[Act], tuple[str, str]] = {
    SaveRequest: ("Cette sauvegarde n’est plus demandée.", "Cette sauvegarde est de nouveau demandée."),
    IntuitionAnswer: ("La question attend de nouveau sa réponse.", "La question a de nouveau sa réponse."),
    InitiativeAct: ("L’ordre d’avant revient.", "Cet ordre revient."),
}


def act_words(entry: Entry, now: int, room: int | None = None) -> str:
    """« nº 42 · Hrafn · horreur insoutenable : échec, folie 2 → 5 · il y a 3 min », for the game master alone.

    ``room``: characters within which what came of it is shortened, never its number nor its age.
    """
    head = (f"nº {entry.id}", shortened(entry.act.name, NAME))
    return _within(head, account(entry.act).line, ago(now - entry.at), room)


def gesture_words(entries: Sequence[Entry], now: int, room: int | None = None) -> str:
    """« nº 43 à 45 · horreur horrible · 3 actions · il y a 3 min »; the newest of ``entries`` first."""
    whats = dict.fromkeys(account(entry.act).what for entry in reversed(entries))
    end = f"{plural(len(entries), 'action')} · {ago(now - entries[0].at)}"
    return _within((f"nº {entries[-1].id} à {entries[0].id}",), ", ".join(whats), end, room)


def _within(head: Sequence[str], words: str, end: str, room: int | None) -> str:
    """All on one line, without markdown."""
    words = legible(" ".join(words.split()))
    if room is not None:
        words = shortened(words, room - len(" · ".join([*filter(None, head), "", end])))
    return " · ".join(part for part in (*head, words, end) if part)


def in_the_way(refused: InTheWay, first: Entry | None, now: int) -> Reply:
    """Why it cannot be undone, what stands in the way, ``first``, and the button that undoes that."""
    return Reply(
        lines=(str(refused), *((f"↳ {shown(act_words(first, now))}",) if first else ())),
        tone=REFUSED,
        buttons=(buttons.undo(f"Annuler d’abord nº {first.id}", str(first.id)),) if first else (),
        secret=True,
        explained=False,
    )


def undone(outcome: Outcome, following: Sequence[Button] = ()) -> Reply:
    """What was undone, and what that changed."""
    again = outcome.steps[0].act.redone
    changed = [*_characters(outcome), *_table(outcome)]
    if not changed:
        changed = [_NO_FIGURE.get(type(outcome.steps[0].act.undone), _THROW)[again]]
    steps = [step for step in outcome.steps if not isinstance(step.act.undone, RevealAct)] or outcome.steps
    acts = [f"*{words}*" for words in _acts(steps)]
    lines = [*(acts if len(acts) > 1 else ()), *changed]
    back = buttons.undo("Annuler de nouveau" if again else "Rétablir", _what(outcome))
    return Reply(
        title=_title(steps, again=again),
        lines=fitting(lines, ROOM),
        tone=Tone.SUCCESS if again else Tone.NEUTRAL,
        buttons=(*following[: MOST_BUTTONS - 2], back),
        secret=_private(outcome),
    )


def _what(outcome: Outcome) -> str:
    """What undoing all this is called."""
    return f"g{outcome.group}" if outcome.group is not None else str(outcome.steps[0].number)


def _title(steps: Sequence[Undone], *, again: bool) -> str:
    done = "Rétablie" if again else "Annulée"
    mark = "↪️" if again else "↩️"
    if len(steps) > 1:
        return f"{mark} {done}s : {plural(len(steps), 'action')}"
    return f"{mark} {done} : {next(_acts(steps))}"


def _acts(steps: Iterable[Undone]) -> Iterator[str]:
    """« nº 42 · Hrafn · horreur insoutenable »: never what came of it, which players might not know."""
    for step in sorted(steps, key=lambda one: one.act.undone_id):
        what = shown(shortened(account(step.act.undone).what, WHAT))
        parts = (f"nº {step.act.undone_id}", shown(step.act.name), what)
        yield " · ".join(part for part in parts if part)


def _private(outcome: Outcome) -> bool:
    """True for what the table did not see: a hidden act, an NPC's, a secret state, or nothing else than NPCs made."""
    return (
        any(step.entry.hidden or _of_npc(outcome, step) for step in outcome.steps)
        or any(_secretly(outcome.before[one], after) for one, after in outcome.after.items())
        or all(isinstance(step.act.undone, NpcCreation) for step in outcome.steps)
    )


def _secretly(before: Character, after: Character) -> bool:
    """True when what only the game master knows of a character changed."""
    return any(one.secret for one in {*before.elements} ^ {*after.elements})


def _of_npc(outcome: Outcome, step: Undone) -> bool:
    """What an NPC did, unless a player's character bore it: the table saw that."""
    about = outcome.before.get(step.act.character_id or 0)
    borne = any(not outcome.before[one.character_id].npc for one in step.act.changes)
    return about is not None and about.npc and not borne


def _characters(outcome: Outcome) -> Iterator[str]:
    """A line for each character that changes; of an NPC in public, no figure."""
    secret = _private(outcome)
    for identity, before in sorted(outcome.before.items()):
        after = outcome.after[identity]
        if before == after:
            continue
        told = [*_differences(before, after)]
        if before.npc and not secret:  # where it is, not how it is
            told = [*_shelved(before, after)] or ["revient à l’état d’avant"]
        if told:
            yield f"**{shown(after.name)}** — {' · '.join(told)}"


def _differences(before: Character, after: Character) -> Iterator[str]:
    """What changed of a character, old → new."""
    if (before.hit_points, before.max_hit_points) != (after.hit_points, after.max_hit_points):
        yield f"PV {arrow(*(f'{number(one.hit_points)}/{number(one.max_hit_points)}' for one in (before, after)))}"
    for title, fact in (
        ("héroïsme", "heroism"),
        ("folie", "madness"),
        ("corruption", "corruption"),
        ("or", "gold"),
    ):
        if getattr(before, fact) != getattr(after, fact):
            yield f"{title} {arrow(getattr(before, fact), getattr(after, fact))}"
    for ability in Ability:
        if before.score(ability) != after.score(ability):
            yield f"{ability.label} {arrow(*(_known(one.score(ability)) for one in (before, after)))}"
    for old, new in zip(before.classes, after.classes, strict=False):
        if old != new:
            yield f"{new.character_class.name} {arrow(old.experience, new.experience)} PX, niveau {arrow(old.level, new.level)}"
    if before.kit_uses != after.kit_uses:
        yield f"trousse {arrow(before.kit_uses, after.kit_uses)}"
    yield from _elements(before, after)
    yield from _roster(before, after)


def _known(value: int | None) -> int | str:
    return "inconnue" if value is None else value


def _elements(before: Character, after: Character) -> Iterator[str]:
    """Troubles, alterations, states, spells: gone, and back."""
    gone = [one for one in before.elements if one not in after.elements]
    back = [one for one in after.elements if one not in before.elements]
    if gone:
        yield f"retiré : {listed(map(_element, gone))}"
    if back:
        yield f"revenu : {listed(map(_element, back))}"


def _element(one: Element) -> str:
    if one.kind is ElementKind.MADNESS_DUE:
        return "jet de Folie en attente"
    return shown(shortened(one.text or one.key, 80))


def _roster(before: Character, after: Character) -> Iterator[str]:
    """Name, equipment, hands, archives."""
    if before.name != after.name:
        yield f"nom {arrow(shown(before.name), shown(after.name))}"
    equipment = ("armour", "shield", "weapon", "damage")
    if any(getattr(before, fact) != getattr(after, fact) for fact in equipment):
        yield "équipement changé"
    if before.player_id != after.player_id:
        yield f"joueur {arrow(*('MdT' if one is None else f'<@{one}>' for one in (before.player_id, after.player_id)))}"
    yield from _shelved(before, after)
    if before.archived == after.archived and before.active != after.active:
        yield "personnage actif" if after.active else "n’est plus le personnage actif"


def _shelved(before: Character, after: Character) -> Iterator[str]:
    """Into the archives, or out of them."""
    if before.archived != after.archived:
        yield "archivé" if after.archived else "sorti des archives"


def _table(outcome: Outcome) -> Iterator[str]:
    """What changed of the table itself."""
    before, after = outcome.campaign
    if before.clock != after.clock:
        yield f"⏳ Horloge : {arrow(moment(before.clock), moment(after.clock))}"
    if before.combat != after.combat:
        yield f"⚔️ Combat : {arrow(_combat(before), _combat(after))}"
        if before.combat is None:
            yield "`/combat etat` ramène sa carte."
    if before.session_id != after.session_id:
        yield f"🎲 Séance : {arrow(*('close' if one.session_id is None else 'ouverte' for one in (before, after)))}"
    if before.sunlight != after.sunlight:
        yield f"☀️ Soleil : {arrow(*('oui' if one.sunlight else 'non' for one in (before, after)))}"
    if before.events != after.events:
        yield f"Évènements suivis : {arrow(shown(before.events), shown(after.events))}"
    for step in outcome.steps:
        yield from _ruled(step)
    if outcome.proof is not None:
        yield commitment_line(outcome.proof.commitment, seeded=after.settings.graine_publique)


def _combat(campaign: Campaign) -> str:
    return f"round {campaign.combat.round}" if campaign.combat else "aucun"


def _ruled(step: Undone) -> Iterator[str]:
    """A session left closed, an order of combat, a setting, a ruling, a table's entry, an item."""
    act = step.act.undone
    way = 1 if step.act.redone else -1
    match act:
        case SessionOpening(previous=str(title)) if not step.act.redone:
            name = f" « {shown(title)} »" if title else ""
            yield f"La séance{name} qu’elle avait close le reste : `/journal annuler` encore la rouvre."
        case InitiativeAct():
            yield f"⚔️ L’ordre {'relancé' if step.act.redone else 'd’avant'} revient ; coups portés et cibles demeurent."
        case SettingChanged():
            old, new = (_setting(act, value) for value in (act.before, act.after)[::way])
            yield f"⚙️ {act.description.title} : {arrow(old, new)}"
        case SpellRuling(added=None):
            old, new = (_word(value) for value in (act.before, act.after)[::way])
            yield f"📖 {shown(act.spell_name)} : {arrow(old, new)}"
        case SpellRuling():
            yield f"📖 {shown(act.spell_name)} : {'ajouté' if step.act.redone else 'retiré'}"
        case TableAct(sides=sides):
            yield f"🐍 Table d’altérations : {arrow(*sides[::way])} entrées ({shown(shortened(act.entry.name, 80))})"
        case ItemAct() if step.item is not None:
            yield f"🎒 **{shown(act.item)}** — {' · '.join(_item(*step.item))}"


def _setting(act: SettingChanged, written: str) -> str:
    if not act.description.identity or written == NONE:
        return act.description.label(act.description.read(written))
    return f"<@&{written}>" if act.description is GAME_MASTER_ROLE else f"<#{written}>"


def _word(value: str | None) -> str:
    return "rien" if value is None else "interdit" if value else "permis"


def _item(before: Item, after: Item) -> Iterator[str]:
    if before.unmade != after.unmade:
        yield "n’existe plus" if after.unmade else "existe de nouveau"
    if before.charges != after.charges:
        yield f"charges {arrow(before.charges, after.charges)}"
    if len(before.known) != len(after.known):
        yield "pouvoir de nouveau caché" if len(after.known) < len(before.known) else "pouvoir révélé"
    if before.holder_id != after.holder_id:
        yield "de retour chez qui l’avait" if after.holder_id is not None else "sans porteur"
