"""Experience as it is read: what each class gets, and what a level changes."""

from bot.french import arrow, fitting, number, plural, shown, signed
from bot.replies import Reply, Tone
from bot.screens.sheet import bonus_text, skill_value
from rules.classes import CLASSES
from rules.growth import ClassGrowth, ExperienceAct, Growth
from rules.saves import SaveCategory
from rules.thief_skills import SKILLS

ROOM = 3_900  # characters: under Discord's 4,096 once typeset


def experience(act: ExperienceAct, *, secret: bool = False) -> Reply:
    """A gain, or what is taken back: one character at length, or each active one."""
    words = plural(abs(act.gain), "PX", "PX")
    if len(act.growths) == 1 and act.character_id is not None:
        (growth,) = act.growths
        verb = "gagne" if act.gain > 0 else "perd"
        lines = [*map(_class_line, growth.classes), *_level_lines(growth)]
        title = f"📈 {shown(act.name)} {verb} {words}"
    else:
        lines = [line for growth in act.growths for line in _short_lines(growth)]
        title = f"📈 {words} {'pour' if act.gain > 0 else 'de moins pour'} chacun"
    return Reply(
        title=title,
        lines=fitting(lines, ROOM),
        tone=Tone.SUCCESS if act.gain > 0 else Tone.FAILURE,
        secret=secret,
    )


def _short_lines(growth: Growth) -> list[str]:
    """One character among others: a line, and those of its levels."""
    if len(growth.classes) == 1:
        return [f"**{shown(growth.name)}** — {_class_line(growth.classes[0])}", *_level_lines(growth)]
    return [f"**{shown(growth.name)}**", *map(_class_line, growth.classes), *_level_lines(growth)]


def _class_line(one: ClassGrowth) -> str:
    """« Guerrier 16 000 → 17 100 PX (+10 %) »."""
    adjusted = f" *({signed(one.adjustment)} %)*" if one.adjustment else ""
    lost = f" · plafond : {number(one.lost)} PX perdus" if one.lost else ""
    old, new = one.experience
    points = arrow(old, new) if old != new else f"**{number(new)}**"
    return f"{CLASSES[one.key].name} {points} PX{adjusted}{lost}"


def _level_lines(growth: Growth) -> list[str]:
    """The levels gained or lost, with their dice, then all that they change."""
    if not growth.levelled:
        return []
    shared = f" ÷ {len(growth.classes)} classes" if len(growth.classes) > 1 else ""
    lines = [
        _level_line(one, growth.constitution, shared)
        for one in growth.classes
        if one.level[0] != one.level[1]
    ]
    (old, old_maximum), (new, new_maximum) = growth.hit_points
    lines.append(
        f"❤️ PV maximum {arrow(old_maximum, new_maximum)} · "
        f"PV {arrow(f'{number(old)}/{number(old_maximum)}', f'{number(new)}/{number(new_maximum)}')}"
    )
    moved = [
        f"{category.label} {arrow(category.of(growth.saves[0]), category.of(growth.saves[1]))}"
        for category in SaveCategory
        if category.of(growth.saves[0]) != category.of(growth.saves[1])
    ]
    if moved:
        lines.append(f"🛡️ Sauvegardes : {' · '.join(moved)}")
    if growth.attack[0] != growth.attack[1]:
        lines.append(f"⚔️ Attaque {arrow(*map(bonus_text, growth.attack))}")
    for one in growth.classes:
        if one.slots[0] != one.slots[1]:
            lines.append(f"🔮 Sorts préparés {arrow(*('/'.join(map(str, row)) or '0' for row in one.slots))}")
    if growth.skills:
        skills = (
            f"{SKILLS[key].name.lower()} {arrow(skill_value(key, old), skill_value(key, new))}"
            for key, old, new in growth.skills
        )
        lines.append(f"🎯 {' · '.join(skills)}")
    return lines


def _level_line(one: ClassGrowth, constitution: int, shared: str) -> str:
    """« 🎉 Guerrier 4 → 5 · 🎲 d8 : 6 · CON +1 ÷ 2 classes »."""
    followed = CLASSES[one.key]
    if one.level[1] < one.level[0]:
        return f"⬇️ **{followed.name}** {arrow(*one.level)}"
    parts = [f"🎉 **{followed.name}** {arrow(*one.level)}"]
    con = f", CON {signed(constitution)} par dé" if constitution else ""
    if one.thrown:
        parts.append(f"🎲 d{followed.hit_die} : {', '.join(map(str, one.thrown))}{con}{shared}")
    if one.known:
        parts.append(f"déjà lancé, d{followed.hit_die} : {', '.join(map(str, one.known))}{con}{shared}")
    if one.fixed:
        parts.append(f"{signed(one.fixed)} PV{shared}")
    return " · ".join(parts)
