"""« Pourquoi ? » as it is read: every die, what changed, the rules applied, when, and what became of it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from bot.french import fitting, shown
from bot.replies import DESCRIPTION_LIMIT, Reply
from bot.screens import combat, heroism, why_fights, why_sheets, why_trials
from bot.screens.accounts import Account, joined
from bot.screens.changes import change_words
from bot.screens.settings import current
from bot.storage import journal
from bot.storage.history import Told
from bot.storage.past import Entry
from rules.acts import Act
from rules.campaign import Campaign
from rules.changes import Counter
from rules.clock import moment
from rules.combat import CombatAct, CombatEvent
from rules.destiny import Destiny
from rules.fight import Fight, InitiativeAct
from rules.reasons import REASONS, Reason
from rules.settings import READINGS
from rules.undoing import UndoAct

CHANGES_ROOM, CHANGE_ROOM = 1_200, 900  # characters, of all that changed and for each
MARGIN = 20
NPC = "*Les chiffres d’un PNJ sont au MdT.*"
RELATIONS = {
    journal.REPLACES: "Remplace",
    journal.UNDOES: "Annule",
    journal.ANSWERS: "Suite de",
    journal.REVEALS: "Révèle",
}
OVERTAKEN = {journal.REPLACES: "🔁 Remplacé depuis par", journal.UNDOES: "↩️ Annulé depuis par"}


def destiny(act: Destiny) -> Account:
    """A reroll: the account of the new throw, under what *Destin héroïque* does."""
    second = account(act.second) if act.second is not None else None
    key = (act.character_id or 0, Counter.HEROISM)
    return Account(
        what=joined(act.use.label.lower(), second.what if second else ""),
        came=second.came if second else str(act.bare),
        rules=("HER-5", "HER-3", "HER-9", *(second.rules if second else ())),
        further=second.further if second else (),
        dice=(
            *(heroism.replaced_lines(act.first) if act.first is not None else ()),
            *(("**Nouveau jet**", *second.dice) if second else (f"🎲 1d20 : **{act.bare}**",)),
        ),
        mastered=second.mastered if second else (),
        reached={**(second.reached if second else {}), key: act.after},
        seen=second.seen if second else True,
    )


def undoing(act: UndoAct) -> Account:
    """What was undone, or done again, and what had come of it."""
    undone = account(act.undone)
    verb = "rétablit" if act.redone else "annule"
    return Account(what=f"{verb} la nº {act.undone_id}, {undone.what}", came=undone.came, seen=undone.seen)


ACCOUNTS: Mapping[type, Callable[[Any], Account]] = MappingProxyType(
    {**why_trials.ACCOUNTS, **why_fights.ACCOUNTS, **why_sheets.ACCOUNTS, Destiny: destiny, UndoAct: undoing}
)


def account(act: Act) -> Account:
    """An act accounted for; one that nobody described yet, by what it changed alone."""
    explain = ACCOUNTS.get(type(act))
    return explain(act) if explain else Account(what="action")


def explanation(told: Told, campaign: Campaign, *, mastered: bool) -> Reply:
    """All that explains an act, for one reader; ``mastered``: the game master, who reads every figure."""
    act = told.entry.act
    made = account(act)
    figures = mastered or made.seen or not told.npc
    if not figures:
        made = replace(made, dice=(NPC,), mastered=(), further=())
    rules = rule_lines((*made.rules, *made.further), campaign)
    dice = [*made.dice, *_initiative(told, campaign), *(made.mastered if mastered else ())]
    changes = changes_lines(told, made, mastered=mastered) if figures else []
    end = (changes, rules, (*fate_lines(told), trace(told.entry)))
    room = DESCRIPTION_LIMIT - len(_paragraphs(end)) - MARGIN
    what = f"{shown(act.name)} — {shown(made.what)}" if act.name else shown(_capitalised(made.what))
    words = _paragraphs((fitting(dice, room), *end))
    return Reply(title=f"Pourquoi ? {what}", lines=(words,), secret=True, explained=False)


def _capitalised(words: str) -> str:
    return words[:1].upper() + words[1:]


def _paragraphs(blocks: Iterable[Sequence[str]]) -> str:
    """Those that say something, a blank line between two: the eye finds the one it wants."""
    return "\n\n".join("\n".join(lines) for lines in blocks if lines)


def rule_lines(rules: Iterable[str], campaign: Campaign) -> list[str]:
    """The rules applied, each once, under their heading."""
    lines = [rule_line(REASONS[rule], campaign) for rule in dict.fromkeys(rules)]
    return ["**Règles**", *lines] if lines else []


def rule_line(reason: Reason, campaign: Campaign) -> str:
    """« **JET-4** Les automatismes… », then its settings as they are now."""
    settings = "".join(f"\n↳ {_setting(key, campaign)}" for key in reason.settings)
    return f"**{reason.rule}** {reason.text}{settings}"


def _setting(key: str, campaign: Campaign) -> str:
    """« réglage `naturels` : non (défaut) »."""
    one = READINGS[key]
    default = " *(défaut)*" if getattr(campaign.settings, key) == one.default else ""
    return f"réglage `{key}` : {current(one, campaign)}{default}"


def _initiative(told: Told, campaign: Campaign) -> tuple[str, ...]:
    """The dice that gave the order of a combat, and whose they are."""
    fight = opened_fight(told.entry.act)
    if fight is None or not fight.fighters:
        return ()
    return combat.initiative(campaign, fight, told.touched.values()).lines


def opened_fight(act: Act) -> Fight | None:
    """The order that an act gave to a combat."""
    match act:
        case InitiativeAct():
            return act.fight
        case CombatAct(event=CombatEvent.OPEN):
            return act.fight
    return None


def changes_lines(told: Told, made: Account, *, mastered: bool) -> list[str]:
    """What changed, a line a character; an NPC's only for the game master."""
    lines = []
    for change in told.entry.act.changes:
        character = told.touched.get(change.character_id)
        if not mastered and (character is None or character.npc):
            continue
        own = {counter: value for (who, counter), value in made.reached.items() if who == change.character_id}
        words = change_words(change.change, own, mastered=mastered)
        if words:
            name = shown(character.name) if character else "Personnage effacé"
            lines.append(f"• **{name}** : {_within(words, CHANGE_ROOM)}")
    return ["**Ce que cela a changé**", *fitting(lines, CHANGES_ROOM)] if lines else []


def _within(words: str, room: int) -> str:
    """The first of what changed, whole, then « … »."""
    kept = words
    while len(kept) > room and " · " in kept:
        kept = kept.rpartition(" · ")[0]
    return words if kept == words else f"{kept} · …"


def fate_lines(told: Told) -> list[str]:
    """What the act follows, and what undid or replaced it since."""
    entry = told.entry
    lines = []
    if entry.follows_id is not None and entry.relation in RELATIONS:
        lines.append(f"🔗 {RELATIONS[entry.relation]} la nº {entry.follows_id}.")
    if told.overtaken is not None:
        act_id, relation = told.overtaken
        lines.append(f"{OVERTAKEN[relation]} la nº {act_id}.")
    return lines


def trace(entry: Entry) -> str:
    """« nº 42 · 30 novembre 2026 21:14 · `/horreur horrible` · par @mdt · jour 1, 8 h 00 »."""
    by = f" par <@{entry.actor_id}>" if entry.actor_id is not None else ""
    fought = f", round {entry.round}" if entry.round is not None else ""
    kept = "🔒 secret · " if entry.secret and not entry.revealed else ""
    return f"*{kept}nº {entry.id} · <t:{entry.at}:f> · {asked_through(entry)}{by} · {moment(entry.clock)}{fought}*"


def asked_through(entry: Entry) -> str:
    """The command, or that it was a button, or an event of the server."""
    if entry.actor_id is None:
        return "évènement du serveur"
    return "bouton pressé" if ":" in entry.command else f"`/{entry.command}`"
