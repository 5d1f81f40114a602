"""Who the characters are, what they own, how the table is set, the evenings."""

from collections.abc import Callable, Mapping
from typing import Any

from bot.french import arrow, number, plural, shown
from bot.screens import creation, growth, roster, session
from bot.screens.accounts import Account, joined, went
from bot.screens.sheet import class_names
from rules.armour import format_armour_class
from rules.corrections import Correction
from rules.creation import Creation
from rules.dice import format_roll
from rules.growth import ExperienceAct
from rules.item_acts import ItemAct, ItemEvent
from rules.npcs import NpcCreation
from rules.roster import Activated, Equipped, Given, Renamed, Shelved
from rules.sessions import SessionClosing, SessionKeeping, SessionOpening, SessionResuming
from rules.setting_acts import SettingChanged
from rules.starts import EventsFollowing, SessionQuestion

ITEM_EVENTS = {
    ItemEvent.CREATED: "entre en jeu",
    ItemEvent.USED: "utilisé",
    ItemEvent.RECHARGED: "rechargé",
    ItemEvent.REVEALED: "pouvoir découvert",
    ItemEvent.GIVEN: "donné",
    ItemEvent.RETURNED: "rendu",
}


def created(act: Creation) -> Account:
    return Account(
        what="création",
        came=class_names(act.character),
        rules=("CAR-1", "PEU-1", "CRE-1", "CAR-4", "CAR-3", "CLA-4", "CLA-6", "HER-1")
        + (("CLA-5",) if act.waived else ()),
        dice=creation.creation(act).lines[1:],
    )


def npcs_created(act: NpcCreation) -> Account:
    names = [npc.character.name for npc in act.npcs]
    return Account(
        what=plural(len(act.npcs), "PNJ créé", "PNJ créés"),
        came=joined(*names[:3]) + ("…" if len(names) > 3 else "") if len(names) > 1 else "",
        rules=("HER-2", "HOR-5"),
        dice=creation.npcs(act).lines if act.npcs else (),
    )


def equipped(act: Equipped) -> Account:
    classes = went(*(format_armour_class(value) for value in act.armour_class))
    return Account(what="équipement", came=f"CA {classes}", rules=("CLA-6",), dice=roster.equipped(act).lines)


def renamed(act: Renamed) -> Account:
    return Account(what="nouveau nom", came=went(act.before, act.after), rules=("CRE-3",))


def shelved(act: Shelved) -> Account:
    return Account(what="archivé" if act.archived else "sorti des archives", rules=("CRE-3",))


def activated(act: Activated) -> Account:
    return Account(
        what="personnage actif",
        came=f"à la place de {act.previous}" if act.previous else "",
        rules=("CRE-3",),
    )


def given(act: Given) -> Account:
    return Account(what="change de joueur", rules=("CRE-3",), dice=roster.given(act).lines[:1])


def corrected(act: Correction) -> Account:
    before = "inconnu" if act.before is None else number(act.before)
    further = (*(("FOL-2",) if act.dues else ()), *(("COR-5",) if act.consumed else ()))
    return Account(
        what=f"correction, {act.field.label}",
        came=f"{before} → {number(act.after)}, par le MdT",
        further=further,
        dice=roster.correction(act).lines,
    )


def experienced(act: ExperienceAct) -> Account:
    levels = [
        joined(one.name, f"niveau {went(*gained.level)}")
        for one in act.growths
        for gained in one.classes
        if gained.level[0] != gained.level[1]
    ]
    return Account(
        what=f"expérience, {'+' if act.gain > 0 else ''}{number(act.gain)} PX",
        came=joined(*levels),
        rules=("CLA-6", "CAR-4", "CLA-4"),
        dice=growth.experience(act).lines,
    )


def item(act: ItemAct) -> Account:
    """What happened to an item; never a power that is still hidden, but to the game master at its birth."""
    powers = [power.text for power in act.created.powers] if act.created else []
    revealed = (f"• {shown(act.revealed[1])}",) if act.revealed else ()
    charges = (f"🔋 Charges {arrow(*act.charges)}",) if act.charges else ()
    thrown = (f"🎲 **{plural(act.roll.total, 'charge')}** ← {format_roll(act.roll)}",) if act.roll else ()
    return Account(
        what=f"objet « {act.item} »",
        came=joined(ITEM_EVENTS[act.event], f"charges {went(*act.charges)}" if act.charges else ""),
        rules=("OBJ-1", "OBJ-3"),
        dice=(*thrown, *charges, *revealed),
        mastered=tuple(f"• {shown(power)}" for power in powers),
    )


def setting(act: SettingChanged) -> Account:
    one = act.description
    changed = "" if one.identity else went(act.before, act.after)
    return Account(
        what=f"réglage « {one.title} »", came=changed, dice=(f"`{act.key}` · {one.meaning} *({one.rule})*",)
    )


def opened(act: SessionOpening) -> Account:
    return Account(
        what=f"séance ouverte{_titled(act.title)}",
        rules=("SEA-1", "HER-1"),
        dice=session.lifted_lines(act.lifted),
    )


def closed(act: SessionClosing) -> Account:
    return Account(
        what=f"séance close{_titled(act.title)}",
        rules=("SEA-1", "SAN-4"),
        dice=session.lifted_lines(act.lifted),
    )


def resumed(act: SessionResuming) -> Account:
    return Account(what=f"la séance reprend{_titled(act.title)}", rules=("SEA-1",))


def kept(act: SessionKeeping) -> Account:
    return Account(what=f"la séance continue{_titled(act.title)}", rules=("SEA-6",))


def asked(act: SessionQuestion) -> Account:
    return Account(
        what=f"quelle séance{_titled(act.title)} ?",
        rules=("SEA-1", "SEA-6"),
        dice=session.question(act, ()).lines[:1],
    )


def following(act: EventsFollowing) -> Account:
    return Account(what="évènements suivis", came=went(*act.events), rules=("SEA-1",))


def _titled(title: str) -> str:
    return f" « {title} »" if title else ""


ACCOUNTS: Mapping[type, Callable[[Any], Account]] = {
    Creation: created,
    NpcCreation: npcs_created,
    Equipped: equipped,
    Renamed: renamed,
    Shelved: shelved,
    Activated: activated,
    Given: given,
    Correction: corrected,
    ExperienceAct: experienced,
    ItemAct: item,
    SettingChanged: setting,
    SessionOpening: opened,
    SessionClosing: closed,
    SessionResuming: resumed,
    SessionKeeping: kept,
    SessionQuestion: asked,
    EventsFollowing: following,
}
