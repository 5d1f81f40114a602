"""What is thrown against a target, and its consequences: checks, horror and madness, corruption, magic."""

from collections.abc import Callable, Mapping
from typing import Any

from bot.french import number, plural
from bot.screens import alterations, checks, corruption, horror, magic
from bot.screens.accounts import Account, check_lines, joined, judged, reaching, went
from bot.screens.changes import KINDS
from rules.alterations import AlterationAct, TableAct
from rules.changes import Counter
from rules.checks import Direction
from rules.clock import lasting
from rules.corruption import CorruptionAct, CorruptionChange, CorruptionCorrection, Occasion
from rules.dice import parse
from rules.drafts import ScoresThrown
from rules.horror import HorrorAct
from rules.madness import DueRollsAct, ElementAct, MadnessAct, MadnessGain
from rules.magic import SpellsCancelled, SpellsPrepared
from rules.requests import SaveRequest
from rules.reveals import RevealAct
from rules.rolls import CheckAct, RollAct
from rules.spell_rulings import SpellRuling
from rules.spellcraft import SpellAct, SpellCast, SpellLearnt
from rules.talents import SkillAct

DEATH_SAVE = "sauvegarde contre la mort"
SCORE_ROOM = 60  # letters of a score's dice
OCCASIONS = {Occasion.LEARNING: "sort appris", Occasion.CASTING: "sort lancé"}


def check(act: CheckAct) -> Account:
    under = act.check.direction is Direction.UNDER
    what = f"jet de {act.check.label}" if under else f"sauvegarde ({act.check.label})"
    threshold = (
        f"sa valeur de {act.check.label}" if under else f"meilleur seuil de ses classes, {act.check.label}"
    )
    return Account(
        what=what,
        came=judged(act.check),
        rules=("JET-1", "JET-4") if under else ("JET-2", "JET-4", "CAR-3", "PEU-3"),
        dice=check_lines(act.check, threshold),
    )


def roll(act: RollAct) -> Account:
    totals = [number(total) for one in act.rolls for total in one.totals]
    return Account(
        what=f"lancer {parse(act.rolls[0].expression).notation}" if act.rolls else "lancer",
        came=", ".join(totals[:5]) + ("…" if len(totals) > 5 else ""),
        rules=("HER-5",) if len(act.rolls) == 1 and act.rolls[0].single_d20 is not None else (),
        dice=checks.roll_lines(act) if act.rolls else (),
        seen=True,
    )


def request(act: SaveRequest) -> Account:
    return Account(
        what="sauvegarde demandée",
        came=f"horreur {act.ordeal.situation}" if act.ordeal else act.category.label,
        rules=("HOR-1",) if act.ordeal else ("JET-2",),
    )


def scores(act: ScoresThrown) -> Account:
    return Account(
        what="caractéristiques tirées",
        came=", ".join(number(one.total) for one in act.rolls),
        rules=("CAR-1",),
        dice=tuple(checks.roll_line(one, SCORE_ROOM) for one in act.rolls),
    )


def reveal(act: RevealAct) -> Account:
    return Account(what=f"révèle la nº {act.revealed_id}")


def skill(act: SkillAct) -> Account:
    hindered = (f"⚠️ Gêné : {act.hindered}.",) if act.hindered else ()
    return Account(
        what=f"talent, {act.check.label.lower()}",
        came=judged(act.check),
        rules=("CLA-6", "PEU-2"),
        dice=(*check_lines(act.check, "valeur du talent à son niveau", sides=act.sides), *hindered),
    )


def horrified(act: HorrorAct) -> Account:
    """A horror save: only the rules that played."""
    effect, gain = act.effect, act.madness
    further = ["HOR-2" if effect else "HOR-3"]
    further += ["HOR-4"] if effect and effect.temporary_trouble else []
    further += ["FOL-1"] if gain and gain.rolls else []
    further += ["HOR-5"] if effect and gain is None else []
    return Account(
        what=f"horreur {act.situation}",
        came=joined(
            judged(act.check), effect.name.lower() if effect else "", _madness_came(gain) if gain else ""
        ),
        rules=("HOR-1", "JET-4"),
        further=tuple(further),
        dice=(*check_lines(act.check, DEATH_SAVE), *horror.consequence_lines(act)),
        reached=reaching(act.character_id, Counter.MADNESS, gain.after) if gain else {},
    )


def _madness_came(gain: MadnessGain) -> str:
    troubles = [roll.name.lower() for roll in gain.rolls if not roll.repeated]
    return joined(f"folie {went(gain.before, gain.after)}", *troubles)


def madness(act: MadnessAct) -> Account:
    return Account(
        what="points de folie",
        came=_madness_came(act.gain),
        rules=("FOL-3", "FOL-1"),
        dice=horror.madness(act).lines,
        reached=reaching(act.character_id, Counter.MADNESS, act.gain.after),
    )


def due_rolls(act: DueRollsAct) -> Account:
    came = f"{plural(act.dropped, 'jet')} abandonnés" if act.dropped > 1 else "un jet abandonné"
    names = [roll.name.lower() for roll in act.rolls]
    return Account(
        what="jets de Folie en attente",
        came=joined(*names) if names else came,
        rules=("FOL-2", "FOL-1"),
        dice=horror.due_rolls(act).lines,
    )


def element(act: ElementAct) -> Account:
    gesture = "retiré" if act.removed else "précisé" if act.before is not None else "ajouté"
    rules = {"trouble": ("FOL-3",), "alteration": ("COR-4",), "state": ("SAN-4",)}
    return Account(
        what=KINDS[act.element.kind],
        came=f"« {act.element.text} » {gesture}",
        rules=rules.get(act.element.kind, ()),
    )


def corrupted(act: CorruptionAct) -> Account:
    """A check against corruption."""
    struck = _stage_rules(act.corruption) if act.corruption else ()
    came = _corruption_came(act.corruption) if act.corruption else ""
    return Account(
        what=f"corruption, {OCCASIONS[act.occasion]} de niveau {act.spell_level}",
        came=joined(judged(act.check), came),
        rules=("COR-1", "JET-1", "JET-4", "COR-2"),
        further=struck,
        dice=(*check_lines(act.check, "son INT"), *corruption.consequence_lines(act)),
        reached=reaching(act.character_id, Counter.CORRUPTION, act.corruption.after)
        if act.corruption
        else {},
    )


def _corruption_came(change: CorruptionChange) -> str:
    stages = [reached.stage for reached in change.stages]
    struck = (
        f"paliers {stages[0]} à {stages[-1]}" if len(stages) > 1 else f"palier {stages[0]}" if stages else ""
    )
    consumed = "consumé" if any(reached.consumed for reached in change.stages) else ""
    return joined(f"corruption {went(change.before, change.after)}", struck, consumed)


def _stage_rules(change: CorruptionChange) -> tuple[str, ...]:
    if not change.stages:
        return ()
    due = ("FOL-2",) if any(reached.rolls_due for reached in change.stages) else ()
    consumed = ("COR-5",) if any(reached.consumed for reached in change.stages) else ()
    return ("COR-3", "COR-4", *consumed, *due)


def corruption_corrected(act: CorruptionCorrection) -> Account:
    return Account(
        what="points de corruption",
        came=_corruption_came(act.corruption),
        rules=("COR-3",),
        further=_stage_rules(act.corruption),
        dice=corruption.change_lines(act.corruption),
        reached=reaching(act.character_id, Counter.CORRUPTION, act.corruption.after),
    )


def alteration(act: AlterationAct) -> Account:
    lost = act.lost
    return Account(
        what="altération",
        came=joined(f"« {act.element.text} »", f"SAG {went(*lost.wisdom)}" if lost.wisdom else ""),
        rules=("COR-4", "COR-6"),
        further=(*(("FOL-2",) if lost.rolls_due else ()), *(("COR-5",) if lost.consumed else ())),
        dice=alterations.borne(act).lines,
    )


def table(act: TableAct) -> Account:
    return Account(
        what="table d’altérations",
        came=f"{alterations.EVENTS[act.event].lower()}, « {act.entry.text} »",
        rules=("COR-6",),
        dice=alterations.changed(act).lines,
    )


def _spell(act: SpellAct, what: str, rules: tuple[str, ...]) -> Account:
    """A spell, and the check that it called for."""
    threat = corrupted(act.corruption) if act.corruption else None
    return Account(
        what=f"{what} « {act.spell.name} » (niveau {act.spell.level})",
        came=threat.came if threat else "",
        rules=(*rules, *(threat.rules if threat else ())),
        further=threat.further if threat else (),
        dice=threat.dice if threat else ("*Aucun jet de corruption n’était dû.*",),
        reached=threat.reached if threat else {},
    )


def learnt(act: SpellLearnt) -> Account:
    return _spell(act, "apprend", ("MAG-1", "MAG-6") if act.start else ("MAG-1",))


def cast(act: SpellCast) -> Account:
    return _spell(act, "lance", ("MAG-4", "MAG-3") if act.tired or act.rested else ("MAG-4",))


def prepared(act: SpellsPrepared) -> Account:
    return Account(
        what="rituels",
        came=f"{plural(len(act.spells), 'sort')} en {lasting(act.seconds)}",
        rules=("MAG-2", "MAG-3"),
        dice=magic.prepared(act).lines,
    )


def cancelled(act: SpellsCancelled) -> Account:
    return Account(
        what="sorts en réserve annulés",
        came=joined(*act.spells),
        rules=("MAG-3",) if act.rested else ("MAG-2",),
        dice=magic.cancelled(act).lines,
    )


def ruled(act: SpellRuling) -> Account:
    return Account(
        what="sorts de la table",
        came=f"« {act.spell_name} » {act.ruling}",
        rules=("MAG-1",),
        dice=magic.ruled(act).lines,
    )


Explanation = Callable[[Any], Account]
ACCOUNTS: Mapping[type, Explanation] = {
    CheckAct: check,
    RollAct: roll,
    SkillAct: skill,
    SaveRequest: request,
    ScoresThrown: scores,
    RevealAct: reveal,
    HorrorAct: horrified,
    MadnessAct: madness,
    DueRollsAct: due_rolls,
    ElementAct: element,
    CorruptionAct: corrupted,
    CorruptionCorrection: corruption_corrected,
    AlterationAct: alteration,
    TableAct: table,
    SpellLearnt: learnt,
    SpellCast: cast,
    SpellsPrepared: prepared,
    SpellsCancelled: cancelled,
    SpellRuling: ruled,
}
