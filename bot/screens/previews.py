"""What a throw risks, told in private before it is made: nothing is thrown, nothing is kept."""

from fractions import Fraction

from bot.french import percent, plural, shown, signed
from bot.replies import Button, Reply, Tone
from bot.screens.checks import foreseen_line
from bot.screens.corruption import OCCASIONS
from bot.screens.odds import in_full
from rules import corruption_preview, horror_preview

NOTHING = "Aperçu : rien n’est lancé, rien n’est gardé."


def horror(risks: horror_preview.Preview, buttons: tuple[Button, ...] = ()) -> Reply:
    """The chance to fail a horror save, and what a failure would bring."""
    return Reply(
        title=f"🔮 {shown(risks.name)} — horreur {risks.ordeal.situation}",
        lines=(
            f"❌ Échec : {_chance(risks.failure)}",
            foreseen_line(risks.check),
            *madness_lines(risks),
        ),
        footer=NOTHING,
        buttons=buttons,
        secret=True,
        explained=False,
    )


def madness_lines(risks: horror_preview.Preview) -> tuple[str, ...]:
    """What a failure brings; the threshold of the next Folie roll."""
    if risks.points is None:
        return ("💥 En cas d’échec : un effet *(1d10)*. *Sans SAG, la folie n’est pas comptée.*",)
    sides, bonus = risks.ordeal.situation.madness
    die = f"1d{sides}{f' + {bonus}' if bonus else ''}"
    extra = f", {signed(risks.ordeal.extra)} du MdT" if risks.ordeal.extra else ""
    least, most = risks.points
    brought = (
        f"💥 En cas d’échec : un effet *(1d10)* et **{least} à {most}** points de folie *({die}{extra})*"
    )
    return (brought, threshold_line(risks))


def threshold_line(risks: horror_preview.Preview) -> str:
    """« 🌀 Folie 8 / SAG 9 · seuil 9, jet de Folie : 55 % (11/20) »."""
    threshold = f" · seuil {risks.threshold}" if risks.threshold is not None else ""
    roll = "hors d’atteinte" if not risks.crossing else _chance(risks.crossing)
    return f"🌀 Folie {risks.madness} / SAG {risks.wisdom}{threshold}, jet de Folie : {roll}"


def corruption(risks: corruption_preview.Preview) -> Reply:
    """The chance of a point of corruption, and how far the next stage is."""
    return Reply(
        title=f"🔮 {shown(risks.name)} {OCCASIONS[risks.occasion]} un sort de niveau {risks.spell_level} ?",
        lines=(
            f"🐍 Corruption : {_chance(risks.corruption)}",
            foreseen_line(risks.check),
            stage_line(risks),
            "☠️ À ce palier, plus de SAG : **consumé**." if risks.consuming else "",
        ),
        tone=Tone.CORRUPTION,
        footer=NOTHING,
        secret=True,
        explained=False,
    )


def stage_line(risks: corruption_preview.Preview) -> str:
    """« Corruption 29 : au point suivant, palier 3 »."""
    left = risks.points_left
    when = "**au point suivant**" if left == 1 else f"dans {plural(left, 'point')}"
    return f"⚠️ {plural(risks.points, 'point')} aujourd’hui : palier {risks.stage} {when}"


def _chance(chance: Fraction) -> str:
    return f"**{percent(chance)}**{in_full(chance)}"
