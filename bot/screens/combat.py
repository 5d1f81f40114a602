"""Combats as they are read: the card, and what is said around it."""

from collections.abc import Iterable, Mapping, Sequence

from bot.french import fitting, listed, of, plural, shortened, shown, signed
from bot.replies import DESCRIPTION_LIMIT, Button, Reply, Tone
from bot.screens.attack import BAR, condition
from bot.screens.gauges import bar, pips
from bot.screens.horror import remaining
from bot.screens.reminders import held_lines
from rules.armour import format_armour_class
from rules.attack import attack_bonus, thac0
from rules.attacks import damage_formula
from rules.campaign import Campaign
from rules.character import Character, Element, State
from rules.combat import CombatAct, Ended
from rules.equipment import worn_armour_class
from rules.fatigue import Begun
from rules.fight import Fight, Fighter, Side
from rules.heroism import Use, Wind
from rules.heroism_points import session_points
from rules.items import Item
from rules.reminders import Held

ROOM = DESCRIPTION_LIMIT - 1_200
CARD_ROOM, SPENDS_ROOM, OTHERS_ROOM = 2_400, 500, 700  # characters of each part of the card
LONGEST_NAME, LONGEST_STATES = 32, 150
SIDES = {Side.HEROES: "🛡️ Héros", Side.FOES: "👹 Adversaires"}


def card(
    campaign: Campaign,
    fight: Fight,
    everyone: Sequence[Character],
    spends: Sequence[tuple[str, Use]],
    buttons: tuple[Button, ...],
) -> Reply:
    """The card of the open combat, for all: figures of the player characters, bars of the others."""
    known = {one.id: one for one in everyone}
    others = [one for one in everyone if fight.fighter(one.id) is None]
    spent = [f"✨ {_name(name)} : point dépensé ce round *({use.label})*" for name, use in spends]
    return Reply(
        title=f"⚔️ Combat ouvert — round {campaign.combat.round if campaign.combat else 0}",
        lines=(
            *fitting(fighter_lines(campaign, fight, known), CARD_ROOM),
            *fitting(state_lines(campaign, others), OTHERS_ROOM),
            *(fitting(spent, SPENDS_ROOM) or ("✨ Aucun point d’héroïsme dépensé ce round.",)),
        ),
        tone=Tone.FAILURE,
        buttons=buttons,
        explained=False,  # it is drawn again at each act
    )


def fighter_lines(campaign: Campaign, fight: Fight, known: Mapping[int, Character]) -> list[str]:
    """The fighters, first to act first: by sides under their initiative, or each with its own."""
    lines: list[str] = []
    side = None
    for fighter in fight.fighters:
        character = known.get(fighter.character_id)
        if character is None:
            continue
        if not fight.individual and fighter.side is not side:
            side = fighter.side
            lines.append(f"**{SIDES[side]}**{f' — initiative {fighter.die}' if fighter.die else ''}")
        lines.append(_fighter_line(campaign, fight, fighter, character))
        if states := _states(character.public_states(campaign.clock), campaign):
            lines.append(f"↳ 💥 {shortened(states, LONGEST_STATES)}")
    return lines or ["*Personne n’est entré : `/combat entrer`, ou une attaque.*"]


def _fighter_line(campaign: Campaign, fight: Fight, fighter: Fighter, character: Character) -> str:
    """« 12/33 ▰▰▱▱▱ Fafhrd ●●○ ✓ »: the mark is of who has attacked in this round."""
    now, maximum = character.hit_points, character.max_hit_points
    name = f"**{_name(character.name)}**"
    if character.npc:
        words = [bar(now, maximum, BAR), name, f"*{_look(character)}*"]
    else:
        points = pips(character.heroism, session_points(character))
        words = [bar(now, maximum, BAR), f"{now}/{maximum}".replace("-", "−"), name, points, _down(character)]
    if fight.individual and fighter.die:
        words.insert(0, f"`{fighter.initiative}`")
    if campaign.combat and fight.blows(character.id, campaign.combat.round):
        words.append("✓")
    return " ".join(word for word in words if word)


def _look(character: Character) -> str:
    return _down(character) or condition(character.hit_points, character.max_hit_points)


def _down(character: Character) -> str:
    """« ☠️ mourant », « 🪦 mort »…; nothing for who stands."""
    if character.archived:
        return "📦 parti"
    if character.consumed:
        return "☠️ consumé"
    if character.dead:
        return "🪦 mort"
    return "☠️ mourant" if character.dying else ""


def _states(states: Iterable[Element], campaign: Campaign) -> str:
    """« Paralysie, encore 3 rounds ; 🔒 Panique »: the lock is of one that the table does not see."""
    return " ; ".join(
        f"{'🔒 ' if state.secret else ''}{shown(state.text)}{remaining(state, campaign.clock)}"
        for state in states
        if state.key not in (State.DEAD, State.CONSUMED)
    )


def _name(name: str) -> str:
    return shown(shortened(name, LONGEST_NAME))


def closed_card() -> Reply:
    """What becomes of the card once the combat is closed."""
    return Reply(title="🏁 Combat clos", lines=("*`/combat ouvrir` en commence un autre.*",))


def all_figures(
    campaign: Campaign, fight: Fight, everyone: Iterable[Character], items: Sequence[Item] = ()
) -> Reply:
    """Every figure of every fighter, for the game master alone; ``items``: of all."""
    known = {one.id: one for one in everyone}
    lines: list[str] = []
    for fighter in fight.fighters:
        if (character := known.get(fighter.character_id)) is None:
            continue
        held = [one for one in items if one.holder_id == character.id]
        target = known.get(fighter.target_id) if fighter.target_id else None
        states = _states(character.states(campaign.clock), campaign)
        words = [
            f"PV {character.hit_points}/{character.max_hit_points}".replace("-", "−"),
            f"CA {format_armour_class(worn_armour_class(character, held))}",
            f"TAC0 {thac0(attack_bonus(character))}".replace("-", "−"),
            damage_formula(character),
            f"héroïsme {character.heroism}" if character.heroism else "",
            f"initiative {fighter.initiative}" if fighter.die else "",
            f"vise {_name(target.name)}" if target else "",
            _down(character),
            shortened(states, LONGEST_STATES) if states else "",
        ]
        lines += [f"**{_name(character.name)}**", f"↳ {' · '.join(word for word in words if word)}"]
    return Reply(
        title="👁️ Le combat, tous chiffres",
        lines=fitting(lines, DESCRIPTION_LIMIT - 100) or ("Personne ne combat.",),
        secret=True,
    )


def _initiative(fighter: Fighter, character: Character) -> str:
    """« 3 + 1 (DEX) = 4 »; the total alone for an NPC, whose DEX is the game master's secret."""
    if character.npc:
        return f"**{fighter.initiative}**"
    modifier = f" {signed(fighter.modifier)} *(DEX)*" if fighter.modifier else ""
    return f"{fighter.die}{modifier} = **{fighter.initiative}**"


def initiative(campaign: Campaign, fight: Fight, everyone: Iterable[Character]) -> Reply:
    """The order that the dice gave, each die with its modifier."""
    known = {one.id: one for one in everyone}
    if fight.individual:
        lines = [
            f"🎲 {_initiative(fighter, known[fighter.character_id])} {_name(known[fighter.character_id].name)}"
            for fighter in fight.fighters
            if fighter.character_id in known
        ]
    else:
        shared = {fighter.side: fighter.die for fighter in fight.fighters}
        lines = [f"🎲 **{die}** {SIDES[side]}" for side, die in shared.items()]
        if len(set(shared.values())) < len(shared):
            lines.append("*Égalité : les héros agissent d’abord.*")
    number = campaign.combat.round if campaign.combat else 0
    return Reply(title=f"🎲 Initiative — round {number}", lines=fitting(lines, ROOM))


def entrance(newcomers: Sequence[Character]) -> Reply:
    """Who enters a combat that goes on."""
    names = [f"**{_name(one.name)}**" for one in newcomers]
    verb = "entre" if len(names) == 1 else "entrent"
    return Reply(lines=(f"⚔️ {listed(names)} {verb} dans le combat.",), tone=Tone.FAILURE)


def next_round(act: CombatAct, buttons: tuple[Button, ...], held: Iterable[Held] = ()) -> Reply:
    """A round begins, and what the last one ended; the reserves ``held`` for so long that they soon exhaust."""
    return Reply(
        title=f"⚔️ Round {act.round}",
        lines=(*ended_lines(act.ended), *begun_lines(act.begun), *held_lines(held))
        or ("Chacun peut dépenser un point d’héroïsme.",),
        tone=Tone.FAILURE,
        buttons=buttons,
    )


def ended_lines(ended: Iterable[Ended]) -> tuple[str, ...]:
    """The effects that the clock has just ended."""
    return fitting([f"🕊️ {shown(one.name)} : {shown(one.text)}, c’est fini" for one in ended], ROOM)


def begun_lines(begun: Iterable[Begun]) -> tuple[str, ...]:
    """The states that time has just brought."""
    return fitting([f"😓 {shown(one.name)} : {shown(one.text)}" for one in begun], 1_000)


def closing(act: CombatAct, hurt: Iterable[Character] = (), buttons: tuple[Button, ...] = ()) -> Reply:
    """A combat closes: who may be bandaged (SAN-1)."""
    names = listed(shown(one.name) for one in hurt)
    return Reply(
        title="🏁 Combat clos",
        lines=(
            f"Après {plural(act.round, 'round')}. Ce qui se compte en rounds continue sur l’horloge (`/combat etat`).",
            f"🩹 À panser, en 5 min : {names}" if names else "",
        ),
        buttons=buttons,
    )


def state(campaign: Campaign, everyone: Sequence[Character]) -> Reply:
    """`/combat etat` without a combat: the effects that last, and the rounds that they last."""
    return Reply(
        title="Aucun combat ouvert",
        lines=(
            "Le MdT en ouvre un avec `/combat ouvrir`.",
            *fitting(state_lines(campaign, everyone), ROOM),
        ),
    )


def state_lines(campaign: Campaign, everyone: Iterable[Character]) -> list[str]:
    """One line a character in play who is under an effect, or dying."""
    lines = []
    for character in everyone:
        if character.archived:
            continue
        states = [
            f"{shown(state.text)}{remaining(state, campaign.clock)}"
            for state in character.public_states(campaign.clock)
        ]
        if character.dying:
            states.insert(0, "mourant")
        if states:
            lines.append(f"💥 **{shown(character.name)}** : {' ; '.join(states)}")
    return lines


def choose(words: str, buttons: tuple[Button, ...], left_out: int = 0, command: str = "") -> Reply:
    """A question to the one who pressed, with its menu or button.

    ``left_out``: how many the menu does not hold, and the ``command`` that names them.
    """
    verb = "n’y tient pas" if left_out == 1 else "n’y tiennent pas"
    rest = f"*{plural(left_out, 'autre')} {verb} : `{command}`*" if left_out > 0 else ""
    return Reply(lines=(words, rest), tone=Tone.FAILURE, buttons=buttons, secret=True)


def second_wind_line(character: Character, wind: Wind) -> str:
    """« 💨 Second souffle : 1d8 + 1, de 2 à 9 PV (il en manque 5) »."""
    bonus = f" {signed(wind.constitution)[0]} {abs(wind.constitution)}" if wind.constitution else ""
    least, most = wind.healed(1), wind.healed(wind.sides)
    missing = character.max_hit_points - character.hit_points
    room = f" *(il en manque {missing})*" if missing < most else ""
    return f"💨 Second souffle : 1d{wind.sides}{bonus}, de **{least} à {most} PV**{room}"


def heroism_menu(character: Character, buttons: tuple[Button, ...], wind: Wind | None = None) -> Reply:
    """What a character may spend a point on at this moment; ``wind``: the second wind, where it is one of these."""
    given = 0 if character.npc else session_points(character)
    return Reply(
        title=f"✨ Héroïsme {of(shown(character.name))}",
        lines=(
            f"{pips(character.heroism, given)} {plural(character.heroism, 'point')}",
            "Un seul par round.",
            second_wind_line(character, wind) if wind else "",
        ),
        tone=Tone.HEROISM,
        buttons=buttons,
        secret=True,
    )
