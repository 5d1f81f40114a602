"""Blows, wounds and care, the combat and its clock, heroism spent."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from bot.french import number, plural, signed
from bot.screens import attack, clock, combat, health, heroism
from bot.screens.accounts import Account, Reached, chance, check_lines, joined, judged, reaching, went
from bot.screens.why_trials import DEATH_SAVE
from rules.armour import format_armour_class
from rules.attacks import AttackAct, DamageAct
from rules.bandage import BandageAct, Care, KitAct
from rules.changes import Counter
from rules.character import State
from rules.checks import Modifier
from rules.clock import ClockAct, lasting
from rules.combat import CombatAct, CombatEvent
from rules.damage import Damage, Struck
from rules.exhaustion import SunlightAct
from rules.fight import InitiativeAct
from rules.health import DeathSaveAct, HitPointsAct
from rules.heroism import CheatDeath, MasterStroke, SecondWind, Spend
from rules.heroism_points import HeroismCorrection
from rules.intuition import Intuition, IntuitionAnswer
from rules.rest import Rest, RestAct


def attacked(act: AttackAct) -> Account:
    target = f" contre {act.target_name}" if act.target_name else ""
    known = act.known_armour_class
    return Account(
        what=f"attaque{target}",
        came="touché" if act.hit else "manqué",
        rules=("JET-3", *_tired(act.check.modifiers)),
        dice=(attack.attack_line(act) + (chance(act.check) if known else ""), attack.means_line(act)),
        mastered=() if known else (_hidden_target(act),),
        seen=True,
    )


def _tired(modifiers: Iterable[Modifier]) -> tuple[str, ...]:
    return ("JET-5",) if any(one.reason == State.EXHAUSTED.label for one in modifiers) else ()


def _hidden_target(act: AttackAct) -> str:
    return f"🛡️ CA de la cible : **{format_armour_class(act.check.target)}**{chance(act.check)}"


def damaged(act: DamageAct) -> Account:
    return Account(
        what="dommages",
        came=_blow_came(act.damage),
        rules=("JET-3", *_tired(act.damage.modifiers), "SAN-3"),
        dice=attack.damage_lines(act.damage),
        mastered=_npc_figures(act.damage.struck),
        reached=_struck_at(act.damage.struck),
        seen=True,
    )


def _blow_came(blow: Damage) -> str:
    struck = blow.struck
    if struck is None:
        return number(blow.total)
    left = "" if struck.npc else f"PV {went(struck.before, struck.after)}"
    return joined(f"{number(blow.total)} à {struck.name}", left, "mourant" if struck.dying else "")


def _npc_figures(struck: Struck | None) -> tuple[str, ...]:
    """What a blow leaves of an NPC, for the game master."""
    if struck is None or not struck.npc:
        return ()
    return (f"🩸 PV {went(struck.before, struck.after)} / {number(struck.maximum)}",)


def _struck_at(struck: Struck | None) -> Reached:
    return reaching(struck.character_id, Counter.WOUNDS, struck.after) if struck else {}


def hit_points(act: HitPointsAct) -> Account:
    lost = act.asked < 0
    figures = "" if act.npc else f"PV {went(act.before, act.after)}"
    words = plural(abs(act.asked), "PV", "PV")
    return Account(
        what=f"{'perd' if lost else 'regagne'} {words}",
        came=joined(figures, "mourant" if act.dying else ""),
        rules=("SAN-3",),
        dice=(f"PV {went(act.before, act.after)} / {number(act.maximum)} *({signed(act.asked)} demandés)*",),
        reached=reaching(act.character_id, Counter.WOUNDS, act.after),
    )


def death_save(act: DeathSaveAct) -> Account:
    return Account(
        what=DEATH_SAVE,
        came=joined(judged(act.check), "inconscient" if act.check.success else "mort"),
        rules=("SAN-3", "JET-2", "JET-4", "PEU-3"),
        dice=(*check_lines(act.check, DEATH_SAVE), *health.consequence_lines(act)),
        reached=reaching(act.character_id, Counter.WOUNDS, 0) if act.check.success else {},
    )


def _spend(
    act: Spend,
    rules: tuple[str, ...],
    dice: tuple[str, ...] = (),
    came: str = "",
    reached: Reached = MappingProxyType({}),
    mastered: tuple[str, ...] = (),
) -> Account:
    """A point spent, and what it bought."""
    points = reaching(act.character_id, Counter.HEROISM, act.after)
    return Account(
        what=act.use.label.lower(),
        came=came,
        rules=(*rules, "HER-3", "HER-9"),
        dice=dice,
        reached={**points, **reached},
        mastered=mastered,
    )


def master_stroke(act: MasterStroke) -> Account:
    lines = heroism.master_stroke(act).lines[:-1]  # the points are told with what changed
    if act.damage is None:
        came = number(act.maximum) if act.maximum is not None else "déclaré"
        return _spend(act, ("HER-4",), lines, came)
    struck = act.damage.struck
    return _spend(
        act, ("HER-4", "JET-3"), lines, _blow_came(act.damage), _struck_at(struck), _npc_figures(struck)
    )


def cheat_death(act: CheatDeath) -> Account:
    reached = reaching(act.character_id, Counter.WOUNDS, 0)
    return _spend(act, ("HER-6", "SAN-3"), heroism.cheat_death(act).lines[:-1], "stabilisé", reached)


def second_wind(act: SecondWind) -> Account:
    reached = reaching(act.character_id, Counter.WOUNDS, act.hit_points[1])
    came = "" if act.npc else f"PV {went(*act.hit_points)}"
    return _spend(act, ("HER-8", "CAR-3"), heroism.second_wind(act).lines[:-1], came, reached)


def intuition(act: Intuition) -> Account:
    return _spend(act, ("HER-7",), heroism.intuition(act).lines[:1], act.question)


def intuition_answer(act: IntuitionAnswer) -> Account:
    return Account(
        what="réponse à l’intuition",
        came="indice donné" if act.hint else "rien à apprendre, point rendu",
        rules=("HER-7",),
        dice=heroism.intuition_answer(act).lines[:1],
        reached=reaching(act.character_id, Counter.HEROISM, act.after),
    )


def heroism_corrected(act: HeroismCorrection) -> Account:
    return Account(
        what="points d’héroïsme", came=f"{went(act.before, act.after)}, par le MdT", rules=("HER-9",)
    )


def bandages(act: BandageAct) -> Account:
    return Account(
        what="blessures pansées",
        came=joined(*(_healed(care) for care in act.cares)),
        rules=("SAN-1",),
        dice=health.bandages(act).lines,
        reached={(one.character_id, Counter.WOUNDS): one.after for one in act.cares},
    )


def _healed(one: Care | Rest) -> str:
    return one.name if one.npc else f"{one.name} PV {went(one.before, one.after)}"


def kit(act: KitAct) -> Account:
    return Account(what="trousse de soins", came=went(act.before, act.after), rules=("SAN-1",))


def rest(act: RestAct) -> Account:
    return Account(
        what=f"repos de {plural(act.hours, 'heure')}",
        came=joined(*(_healed(one) for one in act.rests)),
        rules=("SAN-2", "SAN-3"),
        dice=health.rest(act).lines,
        reached={(one.character_id, Counter.WOUNDS): one.after for one in act.rests},
    )


def fought(act: CombatAct) -> Account:
    events = {CombatEvent.OPEN: "combat ouvert", CombatEvent.CLOSE: "combat clos"}
    return Account(
        what=events.get(act.event, f"round {act.round}"),
        came=f"après {plural(act.round, 'round')}" if act.event is CombatEvent.CLOSE else "",
        rules=("SEA-4", "SAN-1") if act.event is CombatEvent.CLOSE else ("SEA-4", "HER-3"),
        dice=(*combat.ended_lines(act.ended), *combat.begun_lines(act.begun)),
    )


def initiative(act: InitiativeAct) -> Account:
    return Account(
        what="initiative", came="chacun la sienne" if act.fight.individual else "par camp", rules=("SEA-4",)
    )


def advanced(act: ClockAct) -> Account:
    before, after = act.clock
    return Account(
        what=f"{lasting(after - before)} plus tard",
        rules=("SEA-5", "SAN-4"),
        dice=clock.advance(act).lines,
    )


def sunlight(act: SunlightAct) -> Account:
    return Account(
        what="le soleil brille" if act.after else "plus de soleil",
        came=joined(*act.hurt),
        rules=("JET-5",),
        dice=clock.sunlight(act).lines,
    )


ACCOUNTS: Mapping[type, Callable[[Any], Account]] = {
    AttackAct: attacked,
    DamageAct: damaged,
    HitPointsAct: hit_points,
    DeathSaveAct: death_save,
    MasterStroke: master_stroke,
    CheatDeath: cheat_death,
    SecondWind: second_wind,
    Intuition: intuition,
    IntuitionAnswer: intuition_answer,
    HeroismCorrection: heroism_corrected,
    BandageAct: bandages,
    KitAct: kit,
    RestAct: rest,
    CombatAct: fought,
    InitiativeAct: initiative,
    ClockAct: advanced,
    SunlightAct: sunlight,
}
