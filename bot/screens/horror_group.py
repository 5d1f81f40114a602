"""A horror that several characters face, a line or two each: what eight of them make must be read on a phone."""

from collections.abc import Iterable, Sequence

from bot.french import NBSP, arrow, fitting, harmless, percent, plural, shown, signed
from bot.replies import DESCRIPTION_LIMIT, Button, Reply, Tone
from bot.rows import Row
from bot.screens.checks import thrown, to_throw
from bot.screens.horror import lasting
from bot.screens.previews import NOTHING
from rules.checks import Check
from rules.horror import ADJUSTED, HorrorAct, HorrorEffect, Ordeal, situation_reason
from rules.requests import SaveRequest, check_of


def faced(ordeal: Ordeal, rows: Sequence[Row], buttons: tuple[Button, ...], *, secret: bool) -> Reply:
    """Each save with what it brought; a row that failed says why."""
    acts = [row.act for row in rows if isinstance(row.act, HorrorAct)]
    return Reply(
        title=_title(ordeal, len(rows)),
        lines=_lines(ordeal, (_faced(ordeal, row) for row in rows)),
        tone=Tone.FAILURE if any(act.effect for act in acts) else Tone.SUCCESS if acts else Tone.NEUTRAL,
        buttons=buttons,
        secret=secret,
    )


def asked(ordeal: Ordeal, rows: Sequence[Row], buttons: tuple[Button, ...]) -> Reply:
    """The saves that wait, each for its player, who is called."""
    return Reply(
        title=_title(ordeal, len(rows)),
        lines=_lines(ordeal, (_asked(ordeal, row) for row in rows)),
        buttons=buttons,
        called=tuple(
            row.scene.character.player_id for row in rows if row.act and row.scene.character.player_id
        ),
    )


def preview(
    ordeal: Ordeal, rows: Sequence[tuple[Row, Check | None]], buttons: tuple[Button, ...] = ()
) -> Reply:
    """The chance that each fails, to the game master alone: nothing is thrown."""
    lines = (_refused(row) if check is None else _previewed(ordeal, row, check) for row, check in rows)
    return Reply(
        title=_title(ordeal, len(rows), "🔮"),
        lines=_lines(ordeal, lines),
        footer=NOTHING,
        buttons=buttons,
        secret=True,
        explained=False,
    )


def _title(ordeal: Ordeal, count: int, mark: str = "😨") -> str:
    return f"{mark} Horreur {ordeal.situation} — {plural(count, 'personnage')}"


def _lines(ordeal: Ordeal, lines: Iterable[str]) -> tuple[str, ...]:
    common = _common(ordeal)
    return (common, *fitting(list(lines), DESCRIPTION_LIMIT - len(common) - 1))


def _common(ordeal: Ordeal) -> str:
    """« Situation −2, ajustement +1 »: what weighs on all, said once."""
    told = (
        ("situation", ordeal.verified_modifier()),
        (ADJUSTED, ordeal.adjustment),
        ("folie en cas d’échec", ordeal.extra),
    )
    words = ", ".join(f"{reason} {signed(value)}" for reason, value in told if value)
    return f"*Pour tous : {words}*" if words else ""


def _unsaid(ordeal: Ordeal) -> tuple[str, str]:
    return situation_reason(ordeal.situation), ADJUSTED


def _faced(ordeal: Ordeal, row: Row) -> str:
    if not isinstance(row.act, HorrorAct):
        return _refused(row)
    check = row.act.check
    natural = f" *({check.die} naturel)*" if check.naturals and check.die in (1, 20) else ""
    dice = f"🎲 {thrown(check, _unsaid(ordeal))} contre{NBSP}{check.target}{natural}"
    line = f"{'✅' if check.success else '❌'} **{shown(row.name)}** · {dice}"
    return f"{line}\n{_suffered(row.act, row.act.effect)}" if row.act.effect else line


def _suffered(act: HorrorAct, effect: HorrorEffect) -> str:
    """« 💥 Paralysie, 4 rounds · 🌀 Folie 8 → 11 / SAG 9 · 🧠 Paranoïa aiguë »."""
    passing = f" *({effect.temporary_trouble[1]})*" if effect.temporary_trouble else ""
    parts = [f"💥 **{effect.name}**{passing}, {lasting(effect)}"]
    if act.madness is not None:
        points = f"{arrow(act.madness.before, act.madness.after)}{NBSP}/ SAG{NBSP}{act.madness.wisdom}"
        parts.append(f"🌀{NBSP}Folie{NBSP}{points}")
        parts += [f"🧠 **{roll.name}**{', déjà subi' if roll.repeated else ''}" for roll in act.madness.rolls]
    return " · ".join(parts)


def _asked(ordeal: Ordeal, row: Row) -> str:
    if not isinstance(row.act, SaveRequest):
        return _refused(row)
    check = check_of(row.act, row.scene.character, row.scene.campaign)
    return f"⏳ **{shown(row.name)}** · {to_throw(check, _unsaid(ordeal))} ({percent(check.chance)})"


def _previewed(ordeal: Ordeal, row: Row, check: Check) -> str:
    needed = to_throw(check, _unsaid(ordeal))
    return f"**{shown(row.name)}** · échec **{percent(1 - check.chance)}** · {needed}"


def _refused(row: Row) -> str:
    return f"⚠️ **{shown(row.name)}** : {harmless(row.why)}"
