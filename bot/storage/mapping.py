"""Rows and documents ↔ values of the rules."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, get_type_hints

from cattrs import Converter
from cattrs.preconf.json import make_converter
from cattrs.strategies import configure_tagged_union

from rules import (
    acts,
    alterations,
    attacks,
    bandage,
    clock,
    combat,
    corrections,
    corruption,
    creation,
    destiny,
    drafts,
    exhaustion,
    fight,
    growth,
    health,
    heroism,
    heroism_points,
    horror,
    intuition,
    item_acts,
    madness,
    magic,
    npcs,
    requests,
    rest,
    reveals,
    rolls,
    roster,
    sessions,
    setting_acts,
    spell_rulings,
    spellcraft,
    starts,
    talents,
    undoing,
)
from rules.alteration_table import AlterationTable
from rules.campaign import Campaign, Combat
from rules.changes import Operation, Set
from rules.character import Character
from rules.settings import Settings
from rules.spell_rulings import SpellBookRules

# The journal's word for each act. A word once written stays: old rows must remain readable.
KINDS: dict[str, type[acts.Act]] = {
    "check": rolls.CheckAct,
    "roll": rolls.RollAct,
    "creation": creation.Creation,
    "scores": drafts.ScoresThrown,
    "npc_creation": npcs.NpcCreation,
    "equipped": roster.Equipped,
    "renamed": roster.Renamed,
    "shelved": roster.Shelved,
    "activated": roster.Activated,
    "given": roster.Given,
    "correction": corrections.Correction,
    "horror": horror.HorrorAct,
    "madness": madness.MadnessAct,
    "madness_due": madness.DueRollsAct,
    "element": madness.ElementAct,
    "corruption": corruption.CorruptionAct,
    "corruption_correction": corruption.CorruptionCorrection,
    "hit_points": health.HitPointsAct,
    "death_save": health.DeathSaveAct,
    "master_stroke": heroism.MasterStroke,
    "cheat_death": heroism.CheatDeath,
    "second_wind": heroism.SecondWind,
    "intuition": intuition.Intuition,
    "intuition_answer": intuition.IntuitionAnswer,
    "heroism_correction": heroism_points.HeroismCorrection,
    "destiny": destiny.Destiny,
    "session_opening": sessions.SessionOpening,
    "session_closing": sessions.SessionClosing,
    "session_resuming": sessions.SessionResuming,
    "session_question": starts.SessionQuestion,
    "session_keeping": sessions.SessionKeeping,
    "events_following": starts.EventsFollowing,
    "combat": combat.CombatAct,
    "bandage": bandage.BandageAct,
    "kit": bandage.KitAct,
    "rest": rest.RestAct,
    "clock": clock.ClockAct,
    "sunlight": exhaustion.SunlightAct,
    "initiative": fight.InitiativeAct,
    "attack": attacks.AttackAct,
    "damage": attacks.DamageAct,
    "setting": setting_acts.SettingChanged,
    "spell_learnt": spellcraft.SpellLearnt,
    "spells_prepared": magic.SpellsPrepared,
    "spell_cast": spellcraft.SpellCast,
    "spells_cancelled": magic.SpellsCancelled,
    "spell_ruling": spell_rulings.SpellRuling,
    "experience": growth.ExperienceAct,
    "skill": talents.SkillAct,
    "alteration_table": alterations.TableAct,
    "alteration": alterations.AlterationAct,
    "item": item_acts.ItemAct,
    "save_request": requests.SaveRequest,
    "reveal": reveals.RevealAct,
    "undo": undoing.UndoAct,
}
_KIND_OF = {act: kind for kind, act in KINDS.items()}

COLUMNS = (
    "id",
    "player_id",
    "name",
    "npc",
    "active",
    "archived",
    "heroism",
    "madness",
    "corruption",
    "wounds",
    "gold",
)
_FACT_TYPES = get_type_hints(Character)
_SETTINGS = frozenset(item.name for item in fields(Settings))
_FACTS = tuple(item.name for item in fields(Character) if item.name not in COLUMNS)


def _converter() -> Converter:
    converter = make_converter()

    def act_out(act: acts.Act) -> dict[str, Any]:
        return {"kind": _KIND_OF[type(act)], **converter.unstructure(act, type(act))}

    def act_in(document: Mapping[str, Any], _: object) -> acts.Act:
        return converter.structure(document, KINDS[document["kind"]])

    converter.register_unstructure_hook_func(lambda cls: cls is acts.Act, act_out)
    converter.register_structure_hook_func(lambda cls: cls is acts.Act, act_in)

    def set_out(operation: Set) -> dict[str, Any]:
        kind = _FACT_TYPES[operation.fact]
        values = (converter.unstructure(value, kind) for value in (operation.old, operation.new))
        return {"fact": operation.fact, **dict(zip(("old", "new"), values, strict=True))}

    def set_in(document: Mapping[str, Any], _: object) -> Set:
        kind = _FACT_TYPES[document["fact"]]
        old, new = (converter.structure(document[moment], kind) for moment in ("old", "new"))
        return Set(document["fact"], old, new)

    converter.register_unstructure_hook(Set, set_out)
    converter.register_structure_hook(Set, set_in)
    configure_tagged_union(Operation, converter, tag_name="op")
    return converter


CONVERTER = _converter()


def kind_of(act: type[acts.Act]) -> str:
    """The journal's word for an act."""
    return _KIND_OF[act]


def act_document(act: acts.Act) -> dict[str, Any]:
    """An act as the journal keeps it."""
    document: dict[str, Any] = CONVERTER.unstructure(act, acts.Act)
    return document


def act_value(document: Mapping[str, Any]) -> acts.Act:
    """An act as the rules know it."""
    return CONVERTER.structure(document, acts.Act)


def character_columns(character: Character) -> dict[str, Any]:
    """A character as its row keeps it, identity apart."""
    columns = {name: getattr(character, name) for name in COLUMNS if name != "id"}
    return {**columns, "facts": _facts(character)}


def changed_columns(before: Character, after: Character) -> dict[str, Any]:
    """What its row must change for a character to become another; empty when they are the same."""
    changed = {
        name: getattr(after, name) for name in COLUMNS if getattr(before, name) != getattr(after, name)
    }
    if any(getattr(before, name) != getattr(after, name) for name in _FACTS):
        changed["facts"] = _facts(after)
    return changed


def _facts(character: Character) -> dict[str, Any]:
    return {name: CONVERTER.unstructure(getattr(character, name), _FACT_TYPES[name]) for name in _FACTS}


def character_value(row: Any) -> Character:
    """A character as the rules know it."""
    columns = {name: getattr(row, name) for name in COLUMNS}
    return CONVERTER.structure({**row.facts, **columns}, Character)


def campaign_value(row: Any) -> Campaign:
    """A campaign as the rules know it."""
    return Campaign(
        guild_id=row.guild_id,
        clock=row.clock,
        settings=Settings(**{key: value for key, value in row.settings.items() if key in _SETTINGS}),
        session_id=row.session_id,
        combat=Combat(row.combats, row.combat_round) if row.combat_round else None,
        combats=row.combats,
        period=row.period,
        gm_role_id=row.gm_role_id,
        channel_id=row.channel_id,
        events=row.events,
        spells=CONVERTER.structure(row.spells, SpellBookRules),
        sunlight=row.sunlight,
        alterations=_alterations(row.alterations),
        gm_channel_id=row.gm_channel_id,
    )


def spells_document(rules: SpellBookRules) -> dict[str, Any]:
    """What a table changes to the spells; empty while it changes nothing."""
    document: dict[str, Any] = CONVERTER.unstructure(rules)
    return {key: value for key, value in document.items() if value}


def _alterations(document: Mapping[str, Any]) -> AlterationTable:
    return CONVERTER.structure(document, AlterationTable) if document else AlterationTable()


def alterations_document(table: AlterationTable) -> dict[str, Any]:
    """What a campaign changed of the table of alterations (COR-6); nothing for the printed one."""
    document: dict[str, Any] = CONVERTER.unstructure(table, AlterationTable)
    return document if table != AlterationTable() else {}


def settings_document(settings: Settings) -> dict[str, Any]:
    """Only what differs from the defaults, so that a default may improve."""
    return {
        item.name: getattr(settings, item.name)
        for item in fields(Settings)
        if getattr(settings, item.name) != item.default
    }
