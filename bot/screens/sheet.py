"""The full sheet: everything a player looks for, in one screen of a phone."""

from collections.abc import Iterator, Sequence

from bot.french import fitting, listed, number, plural, shortened, shown, signed
from bot.replies import Field, Reply, Tone
from bot.screens.gauges import bar, pips
from bot.screens.horror import remaining
from bot.screens.items import sheet_lines
from bot.screens.magic import reserve_line
from rules import exhaustion
from rules.abilities import Ability, extra_languages
from rules.alignment import Alignment
from rules.armour import ARMOURS, NO_ARMOUR, format_armour_class
from rules.attack import attack_bonus, thac0
from rules.campaign import Campaign
from rules.character import CORRUPTION_PER_STAGE, Character, ClassTrack, Element, ElementKind
from rules.corruption import stage_malus
from rules.equipment import worn_armour_class
from rules.heroism_points import session_points
from rules.items import Item, armour_bonuses
from rules.madness import next_threshold
from rules.progressions import HIGHEST_LEVEL
from rules.rolls import save_target
from rules.saves import SaveCategory
from rules.talents import skill_values
from rules.thief_skills import SKILLS

LONGEST_LINE = 150  # characters of one trouble, alteration or state
LIST_ROOM = 1_000  # characters of a list: three full ones and the rest stay under Discord's limits
LEFT, RIGHT = tuple(Ability)[:3], tuple(Ability)[3:]


def sheet(
    character: Character, campaign: Campaign, items: Sequence[Item] = (), *, secret: bool = False
) -> Reply:
    """A character, and its ``items``, as they are at the campaign's clock. What must never be cut comes first."""
    lines = [
        identity(character),
        *class_lines(character),
        hit_point_line(character),
        heroism_line(character),
        *fight_lines(character, items),
        exhaustion_line(character, campaign),
        scores_block(character),
        *loss_lines(character),
        saves_line(character),
        *mind_lines(character, campaign),
        reserve_line(character, campaign),
        belongings_line(character),
    ]
    return Reply(
        title=f"📜 {shown(character.name)}{' — PNJ' if character.npc else ''}{' majeur' if character.major else ''}",
        lines=tuple(lines),
        fields=tuple(_fields(character, campaign.clock, items)),
        tone=Tone.FAILURE if character.dying or not character.playable else Tone.NEUTRAL,
        secret=secret,
    )


def identity(character: Character) -> str:
    """« Nordique · Loyal Bon · joué par … · actif »."""
    words = [
        character.people.name if character.people else "",
        Alignment(character.alignment).label if character.alignment else "",
        f"joué par <@{character.player_id}>" if character.player_id is not None else "",
        _standing(character),
    ]
    return f"*{' · '.join(word for word in words if word)}*" if any(words) else ""


def _standing(character: Character) -> str:
    if character.archived:
        return "📦 archivé"
    if character.consumed:
        return "☠️ consumé"
    if character.dead:
        return "🪦 mort"
    return "actif" if character.active else ""


def class_names(character: Character) -> str:
    """« guerrier 5 / voleur 4 », or « 2 DV »."""
    if not character.classes:
        return f"{character.hit_dice or 0} DV" if character.hit_dice != 0 else "moins d’un DV"
    return " / ".join(f"{track.character_class.name.lower()} {track.level}" for track in character.classes)


def class_lines(character: Character) -> list[str]:
    """Each class, its experience and what the next level asks; the hit dice of a creature."""
    if not character.classes:
        return [f"**{class_names(character)}**"]
    return [_class_line(track, npc=character.npc) for track in character.classes]


def _class_line(track: ClassTrack, *, npc: bool) -> str:
    followed, level = track.character_class, track.level
    cap = None if npc else followed.pc_level_cap
    if level >= (HIGHEST_LEVEL if cap is None else cap):
        following = "niveau maximum"
    else:
        following = f"niveau {level + 1} à {number(followed.threshold(level + 1))}"
    return f"**{followed.name} {level}** · {number(track.experience)} PX *({following})*"


def hit_point_line(character: Character) -> str:
    """« ❤️ PV 23 / 28 ▰▰▰▰▰▰▰▰▱▱ »."""
    now, maximum = character.hit_points, character.max_hit_points
    dying = " · ☠️ **mourant**" if character.dying else ""
    return f"❤️ PV **{number(now)}** / {number(maximum)} {bar(now, maximum)}{dying}"


def heroism_line(character: Character) -> str:
    """The points as pips; nothing for an NPC that has none (HER-2)."""
    if character.npc and not character.heroism and not character.major:
        return ""
    given = 0 if character.npc else session_points(character)
    return f"✨ Héroïsme {pips(character.heroism, given)} **{number(character.heroism)}**"


def fight_lines(character: Character, items: Sequence[Item] = ()) -> list[str]:
    """Armour class in both conventions, items included (OBJ-2), attack, weapon."""
    worn = [ARMOURS[character.armour].name] if character.armour != NO_ARMOUR else []
    worn += ["bouclier"] if character.shield else []
    worn += [f"{signed(amount)} {shown(name)}" for amount, name in armour_bonuses(items)]
    armour = f" · {listed(worn)}" if worn else ""
    bonus = attack_bonus(character)
    melee, ranged = (
        bonus_text(bonus + character.modifier(of)) for of in (Ability.STRENGTH, Ability.DEXTERITY)
    )
    weapon = [shown(character.weapon)] if character.weapon else []
    weapon += [f"dommages **{shown(character.damage)}**"] if character.damage else []
    return [
        f"🛡️ CA **{format_armour_class(worn_armour_class(character, items))}**{armour}",
        f"⚔️ Attaque **{bonus_text(bonus)}** *(TAC0 {thac0(bonus)})* · mêlée {melee} · distance {ranged}",
        f"🗡️ {' · '.join(weapon)}" if weapon else "",
    ]


def exhaustion_line(character: Character, campaign: Campaign) -> str:
    """What weighs on attack and damage rolls, once whatever the causes (JET-5)."""
    causes = exhaustion.causes(character, campaign)
    return (
        f"😓 **Épuisé** : {signed(exhaustion.MALUS)} à l’attaque et aux dommages *({shown(listed(causes))})*"
        if causes
        else ""
    )


def bonus_text(bonus: int) -> str:
    """« +3 », « +0 »."""
    return signed(bonus) if bonus else "+0"


def scores_block(character: Character) -> str:
    """The six scores and their modifiers in two columns that hold on a phone; nothing when none is known."""
    if all(score is None for score in character.scores):
        return ""
    rows = (
        f"{_score(character, left)}   {_score(character, right)}".rstrip()
        for left, right in zip(LEFT, RIGHT, strict=True)
    )
    return "\n".join(["```", *rows, "```"])


def _score(character: Character, ability: Ability) -> str:
    score = character.score(ability)
    if score is None:
        return f"{ability.label}  —   "
    return f"{ability.label} {score:>2} {signed(character.modifier(ability)):>2}"


def loss_lines(character: Character) -> list[str]:
    """What play took away from the scores (CAR-5, COR-3)."""
    pairs = (
        (ability, base, character.score(ability))
        for ability, base in zip(Ability, character.scores, strict=True)
    )
    lost = [f"{ability.label} {base} → {now}" for ability, base, now in pairs if base != now]
    return [f"*Pertes : {listed(lost)}*"] if lost else []


def saves_line(character: Character) -> str:
    """The five targets, the best of the classes; the people's bonus noted (PEU-3), and wisdom's (CAR-3)."""
    people = character.people
    parts = []
    for category in SaveCategory:
        part = f"{category.label} **{save_target(character, category)}**"
        if category is SaveCategory.DEATH and people and people.death_save_bonus:
            part += f" *({signed(people.death_save_bonus)} {people.name})*"
        parts.append(part)
    if wisdom := character.modifier(Ability.WISDOM):
        parts.append(f"contre la magie {signed(wisdom)} *(SAG)*")
    return f"🎲 Sauvegardes : {' · '.join(parts)}"


def mind_lines(character: Character, campaign: Campaign) -> list[str]:
    """Madness against wisdom, the rolls due, and corruption for whom it threatens or has touched."""
    threshold = next_threshold(character)
    lines = []
    if threshold is not None:
        lines.append(
            f"🌀 Folie **{number(character.madness)}** / SAG {character.wisdom} "
            f"· prochain seuil **{number(threshold)}**"
        )
    elif character.madness:
        lines.append(f"🌀 Folie **{number(character.madness)}**")
    if dues := sum(1 for _ in character.of_kind(ElementKind.MADNESS_DUE)):
        lines.append(f"⏳ {plural(dues, 'jet')} de Folie en attente du MdT")
    if character.corruption or any(track.character_class.caster == "black" for track in character.classes):
        malus = stage_malus(character.stage, cumulative=campaign.settings.malus_cumule)
        following = (character.stage + 1) * CORRUPTION_PER_STAGE
        lines.append(
            f"🐍 Corruption **{number(character.corruption)}** · palier {character.stage} "
            f"· malus {malus} · prochain palier {number(following)}"
        )
    return lines


def belongings_line(character: Character) -> str:
    """Gold and languages; an NPC's only where they are known."""
    parts = [f"💰 {number(character.gold)} po"] if character.gold or not character.npc else []
    languages = list(character.people.languages) if character.people else []
    intelligence = character.score(Ability.INTELLIGENCE)
    if languages and intelligence is not None and (more := extra_languages(intelligence)):
        languages.append(f"+{more} au choix")
    if languages:
        parts.append(f"🗣️ {', '.join(languages)}")
    return " · ".join(parts)


def _fields(character: Character, clock: int, items: Sequence[Item]) -> Iterator[Field]:
    """The lists that grow in play, and the skills; only those that hold something."""
    troubles, alterations = ElementKind.TROUBLE, ElementKind.ALTERATION
    for name, lines in (
        ("💥 États", [f"{_words(one)}{remaining(one, clock)}" for one in character.public_states(clock)]),
        ("🧠 Troubles", [_words(one) for one in character.of_kind(troubles)]),
        ("🐍 Altérations", [_words(one) for one in character.of_kind(alterations)]),
        ("🎒 Objets", sheet_lines(items)),
        ("🎯 Talents", [skills] if (skills := skills_line(character)) else []),
    ):
        if lines:
            yield Field(name, "\n".join(fitting(lines, LIST_ROOM)))


def _words(element: Element) -> str:
    return f"• {shown(shortened(element.text, LONGEST_LINE))}"


def skills_line(character: Character) -> str:
    """« crochetage 35 % · écoute 3 / 6 »: the best of the classes, and the people's own."""
    return " · ".join(
        f"{SKILLS[key].name.lower()} {skill_value(key, value)}"
        for key, value in skill_values(character).items()
    )


def skill_value(key: str, value: int) -> str:
    """« 35 % », « 3 / 6 »."""
    return f"{value} %" if SKILLS[key].die == 100 else f"{value} / {SKILLS[key].die}"
