"""Which spells an option is about: those typed, and those proposed while typing (MAG)."""

import re
from collections.abc import Collection, Iterable, Mapping

from discord.app_commands import Choice

from bot import selection
from bot.access import is_game_master, plays
from bot.client import Interaction
from bot.french import percent, typeset
from bot.replies import CHOICE_LIMIT, MOST_CHOICES
from bot.storage import campaigns
from rules.campaign import Campaign, Scene
from rules.character import Element
from rules.magic import reserve
from rules.refusals import Refusal
from rules.spell_book import UnknownSpell, book, casting, is_magician, knows, named
from rules.spell_rulings import SpellBookRules
from rules.spellcraft import corruption_chance
from rules.spells import Caster, Spell, level_for, search

_SEPARATOR = re.compile(r"[,;]")


def several(text: str, spells: Mapping[str, Spell], own: Collection[str] = ()) -> tuple[Spell, ...]:
    """The spells of a list parted by commas, the same several times if it is there so. Raises ``UnknownSpell``."""
    names = [name.strip() for name in _SEPARATOR.split(text)]
    found = tuple(named(name, spells, own) for name in names if name)
    if not found:
        raise UnknownSpell(text)
    return found


def keys(elements: Iterable[Element]) -> tuple[str, ...]:
    """The spells of a book or a reserve, each once."""
    return tuple(dict.fromkeys(element.key for element in elements))


async def complete_learnable(interaction: Interaction, current: str) -> list[Choice[str]]:
    """Completion of a spell to learn: those of the magician's lists not known yet, the forbidden ones last."""
    scene = await _magician(interaction)
    if scene is None:
        return []
    rules, caster = scene.campaign.spells, casting(scene.character).caster
    found = [
        spell
        for spell in search(current, rules.spells)
        if level_for(spell, caster) is not None and not knows(scene.character, spell)
    ]
    if not current.strip():
        found.sort(key=lambda spell: level_for(spell, caster) or 0)
    found.sort(key=lambda spell: bool(rules.why_forbidden(spell)))  # the order is kept otherwise
    start = getattr(interaction.namespace, "depart", None) is True  # MAG-6: without check
    return _choices(found, rules, caster, None if start else scene)


async def complete_cast(interaction: Interaction, current: str) -> list[Choice[str]]:
    """Completion of a spell to cast: those held ready, each with its chance of corruption."""
    scene = await _magician(interaction)
    if scene is None:
        return []
    held = _among(scene, current, reserve(scene.character))
    return _choices(held, scene.campaign.spells, casting(scene.character).caster, scene)


async def complete_prepared(interaction: Interaction, current: str) -> list[Choice[str]]:
    """Completion of a spell to cancel: only those held ready."""
    scene = await _magician(interaction)
    if scene is None:
        return []
    return _choices(
        _among(scene, current, reserve(scene.character)),
        scene.campaign.spells,
        casting(scene.character).caster,
    )


async def complete_ritual(interaction: Interaction, current: str) -> list[Choice[str]]:
    """Completion of the last spell of a list parted by commas, among those of the book."""
    scene = await _magician(interaction)
    if scene is None:
        return []
    *earlier, typed = _SEPARATOR.split(current)
    found = [
        spell.name
        for spell in _among(scene, typed.strip(), book(scene.character))
        if not scene.campaign.spells.why_forbidden(spell)
    ]
    return selection.listing(earlier, found)


async def complete_allowed(interaction: Interaction, current: str) -> list[Choice[str]]:
    """Completion of a spell to forbid: those that nothing forbids yet."""
    campaign = await _campaign(interaction)
    rules = campaign.spells
    return _choices([one for one in search(current, rules.spells) if not rules.why_forbidden(one)], rules)


async def complete_forbidden(interaction: Interaction, current: str) -> list[Choice[str]]:
    """Completion of a spell to allow: those forbidden or advised against."""
    rules = (await _campaign(interaction)).spells
    found = [
        one for one in search(current, rules.spells) if rules.why_forbidden(one) or rules.discourages(one)
    ]
    return _choices(found, rules)


async def _campaign(interaction: Interaction) -> Campaign:
    assert interaction.guild_id is not None
    async with interaction.client.database.reading() as connection:
        return await campaigns.load(connection, interaction.guild_id)


async def _magician(interaction: Interaction) -> Scene | None:
    """The magician that the command is about, for whom the user may act."""
    chosen = getattr(interaction.namespace, "personnage", None)
    async with interaction.client.database.reading() as connection:
        try:
            scene = await selection.seen(connection, interaction, chosen)
        except Refusal:
            return None
    mine = plays(interaction, scene.character) or is_game_master(interaction, scene.campaign)
    return scene if mine and is_magician(scene.character) else None


def _among(scene: Scene, current: str, elements: Iterable[Element]) -> list[Spell]:
    own = keys(elements)
    return [spell for spell in search(current, scene.campaign.spells.spells) if spell.key in own]


def _choices(
    spells: Iterable[Spell],
    rules: SpellBookRules,
    caster: Caster | None = None,
    risking: Scene | None = None,
) -> list[Choice[str]]:
    """``risking``: the magician whom the choice may corrupt."""
    return [
        Choice(name=_label(spell, rules, caster, risking), value=spell.key)
        for spell in list(spells)[:MOST_CHOICES]
    ]


def _label(spell: Spell, rules: SpellBookRules, caster: Caster | None, risking: Scene | None) -> str:
    """« Invisibilité — niv. 2 · corruption 35 % · Invisibility »."""
    level = level_for(spell, caster)
    if level is not None:
        words = [f"{spell.name} — niv. {level}"]
        chance = corruption_chance(risking.character, level, risking.campaign) if risking else None
        words += [typeset(f"corruption {percent(chance)}")] if chance is not None else []
    else:
        held = ", ".join(f"{one.value} {rank}" for one, rank in spell.levels.items())
        words = [f"{spell.name} — {held}"]
    words += [spell.english] if spell.english else []
    words += ["interdit"] if rules.why_forbidden(spell) else []
    words += ["déconseillé"] if rules.discourages(spell) else []
    return " · ".join(words)[:CHOICE_LIMIT]
