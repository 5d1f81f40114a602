"""New characters as they are read: every number with its dice."""

from bot.french import fitting, number, plural, shown, signed
from bot.replies import Button, Reply, Tone
from bot.screens.gauges import pips
from bot.screens.roster import LIST_ROOM, gear
from bot.screens.sheet import class_names
from rules import equipment
from rules.abilities import Ability, modifier
from rules.alignment import Alignment
from rules.armour import format_armour_class
from rules.character import Character
from rules.classes import CLASSES
from rules.creation import Creation, ExperienceShare
from rules.dice import Roll, format_roll
from rules.equipment import worn_armour_class
from rules.npcs import NewNpc, NpcCreation
from rules.scores import ScoreOrigin
from rules.spell_book import is_magician


def creation(act: Creation, buttons: tuple[Button, ...] = ()) -> Reply:
    """A new character: every number with its dice."""
    born = act.character
    people = born.people.name if born.people else ""
    alignment = Alignment(born.alignment).label if born.alignment else ""
    return Reply(
        title=f"📜 {shown(born.name)} entre en scène",
        lines=(
            f"*{people} · {class_names(born)} · {alignment} · joué par <@{born.player_id}>*",
            *(score_line(origin, people) for origin in act.scores),
            *(share_line(share) for share in act.experience),
            _hit_points_line(born),
            f"💰 **{number(act.gold.total)}** po ← {format_roll(act.gold)}",
            f"🛡️ CA **{format_armour_class(worn_armour_class(born))}** · {gear(equipment.of(born))}",
            f"✨ Héroïsme {pips(born.heroism)}" if born.heroism else "",
            *(
                f"⚠️ Dérogation du MdT : {missed.class_name}, {missed.ability.label} {missed.minimum} (ici {missed.score})"
                for missed in act.waived
            ),
            *(f"⚠️ {warning}" for warning in act.warnings),
            "📖 Grimoire de départ : deux sorts de niveau 1 et un de niveau 2, par `/magie apprendre` avec `depart`."
            if is_magician(born)
            else "",
            "▶ Personnage actif." if born.active else "En réserve : `/personnage activer` pour le jouer.",
        ),
        tone=Tone.SUCCESS,
        buttons=buttons,
    )


def score_line(origin: ScoreOrigin, people: str) -> str:
    """« FOR 16 (+2) ← 6 5 4, +1 Nordique »."""
    came = _faces(origin.thrown) if origin.thrown else f"donné {origin.base}"
    moved = f", {signed(origin.adjustment)} {people}" if origin.adjustment else ""
    return f"{origin.ability.label} **{origin.score}** ({signed(modifier(origin.score))}) ← {came}{moved}"


def _faces(roll: Roll) -> str:
    """The dice alone, those not kept struck: « 🎲 6 5 4 ~~1~~ »."""
    dice = (die for term in roll.terms for die in term.dice)
    return " ".join(["🎲", *(str(die.face) if die.kept else f"~~{die.face}~~" for die in dice)])


def share_line(share: ExperienceShare) -> str:
    """« Guerrier 5 · 22 000 PX (+10 %) »."""
    followed = CLASSES[share.class_key]
    adjusted = f" ({signed(share.adjustment)} %)" if share.adjustment else ""
    lost = f" · plafond : {number(share.lost)} PX perdus" if share.lost else ""
    return f"**{followed.name} {followed.level_at(share.kept)}** · {number(share.kept)} PX{adjusted}{lost}"


def _hit_points_line(born: Character) -> str:
    """« ❤️ PV 33 ← d8 : 8, 5, 5, 5, 5 · CON +1 par dé »; several classes share them (CLA-6)."""
    dice = " · ".join(
        f"d{track.character_class.hit_die} : {', '.join(map(str, track.hit_dice))}" for track in born.classes
    )
    shared = f" ÷ {len(born.classes)}" if len(born.classes) > 1 else ""
    constitution = born.modifier(Ability.CONSTITUTION)
    con = f" · CON {signed(constitution)} par dé" if constitution else ""
    return f"❤️ PV **{born.max_hit_points}** ← {dice}{con}{shared}"


def npcs(act: NpcCreation) -> Reply:
    """One to twenty NPCs, with the dice of their hit points and heroism: the game master's to know."""
    first = act.npcs[0].character
    known = [
        f"{ability.label} {score}"
        for ability, score in zip(Ability, first.scores, strict=True)
        if score is not None
    ]
    damage = f" · dommages {shown(first.damage)}" if first.damage else ""
    count = len(act.npcs)
    return Reply(
        title=f"🎭 {shown(first.name)}"
        if count == 1
        else f"🎭 {plural(count, 'nouveau PNJ', 'nouveaux PNJ')}",
        lines=(
            f"*PNJ{' majeur' if first.major else ''} · {class_names(first)}*",
            f"🛡️ CA **{format_armour_class(worn_armour_class(first))}**{damage}",
            " · ".join(known),
            *fitting([_npc_line(npc, alone=count == 1) for npc in act.npcs], LIST_ROOM),
        ),
        tone=Tone.SUCCESS,
        secret=True,
    )


def _npc_line(npc: NewNpc, *, alone: bool) -> str:
    one = npc.character
    name = "" if alone else f"**{shown(one.name)}** : "
    points = f" ← {format_roll(npc.hit_points, 30 if alone else 6)}" if npc.hit_points else ""
    heroism = f" · ✨ **{one.heroism}** ← {format_roll(npc.heroism)}" if npc.heroism else ""
    return f"{name}❤️ PV **{one.max_hit_points}**{points}{heroism}"
