"""Every command and every button once, so that every body the bot can send is held against Discord's document."""

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot import (
    buttons,
    draft_components,
    fight_buttons,
    group_buttons,
    history_buttons,
    preview_buttons,
)
from rules.character import ElementKind
from rules.drafts import ScoresThrown
from rules.horror_tables import TROUBLES
from tests.process.application import labelled
from tests.process.exchange import Interaction
from tests.process.interactions import SUB_COMMAND_GROUP
from tests.process.table import WARRIOR, Table, refused
from tests.process.world import ACTIVE, COMPLETED, Payload

pytestmark = pytest.mark.asyncio(loop_scope="module")

tried: set[str] = set()
pressed: set[str] = set()

MAGICIAN = {**WARRIOR, "peuple": "kvarch", "classe": "magicien noir", "alignement": "neutre mauvais"}
OLDER = "Plus ancien ▶"
ODD = "*_~`|> @everyone <@1> [x](http://a.b) 👻"


async def plays(table: Table, who: str, path: str, **options: Any) -> Interaction:
    """An accepted command of the MdT, the player or the other one."""
    tried.add(path)
    return await table.accepted(getattr(table.gateway, who), path, **options)


async def says(table: Table, who: str, path: str, **options: Any) -> Interaction:
    """A command that may be refused."""
    tried.add(path)
    return await table.says(getattr(table.gateway, who), path, **options)


async def presses(table: Table, answer: Interaction, label: str, who: str) -> Interaction:
    """A button of this answer, pressed."""
    assert answer.message is not None
    button = next(item for item in answer.message.buttons if labelled(item, label))
    pressed.add(button["custom_id"].split(":")[0])
    press = await table.app.press(answer.message, label, by=getattr(table.gateway, who))
    assert not refused(press), press.text
    return press


def labels(answer: Interaction) -> list[str]:
    assert answer.message is not None
    return [button["label"] for button in answer.message.buttons]


async def test_characters(table: Table) -> None:
    await plays(table, "player", "personnage creer", nom="Fafhrd", **WARRIOR)
    await plays(
        table,
        "other",
        "personnage creer",
        nom="Souricier",
        **{**WARRIOR, "peuple": "lankhmarien", "classe": "voleur", "classe2": "magicien noir"},
    )
    second = await plays(table, "player", "personnage creer", nom="Ourph", **WARRIOR)
    await presses(table, second, "Jouer ce personnage", "player")
    await plays(table, "player", "personnage activer", personnage="Fafhrd")
    await plays(table, "player", "personnage equiper", armure="cotte de mailles", bouclier=True, arme="hache")
    await plays(table, "player", "personnage renommer", nom="Fafhrd le Roux")
    await plays(table, "player", "personnage renommer", nom="Fafhrd")
    await plays(table, "mdt", "personnage regler", personnage="Fafhrd", champ="niveau", valeur=7)
    await plays(table, "mdt", "personnage donner", personnage="Ourph", joueur=table.gateway.other)
    await plays(table, "other", "personnage archiver", personnage="Ourph")
    await plays(table, "other", "personnage restaurer", personnage="Ourph")
    await plays(table, "mdt", "personnage pnj", nom="Rat", dv=2, nombre=20, degats="1d4", ca=13)
    await plays(table, "mdt", "personnage pnj", nom="Ivivis", majeur=True, classe="voleur", niveau=3)
    await plays(table, "player", "personnage fiche")
    assert (await says(table, "player", "personnage fiche", secret=True)).ephemeral
    await plays(table, "mdt", "personnage fiche", joueur=table.gateway.other)
    await plays(table, "player", "personnage liste")
    await says(table, "player", "personnage liste", archives=True)


async def test_what_is_missing_is_asked_in_private(table: Table) -> None:
    for given in ({"arme": "hache"}, {"peuple": "nordique"}, {"peuple": "nordique", "classe": "guerrier"}):
        assert (await says(table, "player", "personnage creer", nom="Vide", **given)).ephemeral


async def test_a_creation_guided_step_by_step(table: Table) -> None:
    player = table.gateway.player
    await asyncio.gather(
        *(says(table, "player", "personnage creer", nom=name) for name in ("Ivrian", "Vlana"))
    )
    opened = await says(table, "player", "personnage creer", nom=ODD)
    assert sum(isinstance(act, ScoresThrown) for act in (await table.acts()).values()) == 1
    message = opened.message
    assert message is not None
    assert opened.ephemeral
    form = await presses(table, opened, "Nom, valeurs, arme", "player")
    typed = await table.app.submit(
        form, {"Nom": "Ivrian", "FOR DEX CON INT SAG CHA, de dés réels": "18 " * 6}
    )
    assert not refused(typed), typed.text
    for menu, value in (
        ("Peuple", "mingol"),
        ("Classe", "guerrier"),
        ("Autres classes (PX partagés)", "voleur+magicien_noir"),
        ("Alignement", "neutre"),
    ):
        assert not refused(await table.app.choose(message, menu, [value], by=player))
    await presses(table, opened, "Suite", "player")
    await table.app.choose(message, "Arme", ["dague"], by=player)
    await presses(table, opened, "Abandonner", "player")
    again = await says(table, "player", "personnage creer", nom="Ivrian")
    for menu in ("Peuple", "Classe", "Alignement"):
        assert again.message is not None
        (offered,) = (one for one in again.message.selects if one["placeholder"] == menu)
        await table.app.choose(again.message, menu, [offered["options"][0]["value"]], by=player)
    await presses(table, again, "Suite", "player")
    born = await table.presses(player, again.message, "Créer")
    assert not refused(born), born.text
    assert (await table.stored("Ivrian")).scores[1] == 18
    await plays(table, "player", "personnage archiver", personnage="Ivrian")


async def test_odd_names_are_harmless_or_refused(table: Table) -> None:
    for name in (ODD, "x" * 64, "\u202eeveR", "y" * 65, "#12"):
        answer = await says(table, "other", "personnage creer", nom=name, **WARRIOR)
        assert "@everyone" not in answer.text.replace("@\u200beveryone", "")
    await plays(table, "player", "personnage fiche", personnage="x" * 64)
    await plays(table, "player", "personnage liste")
    await plays(table, "player", "heroism points")


async def test_completions(table: Table) -> None:
    for path, option in (
        ("personnage creer", "peuple"),
        ("personnage creer", "classe"),
        ("personnage creer", "alignement"),
        ("personnage creer", "armure"),
        ("personnage fiche", "personnage"),
    ):
        answer = await table.app.autocomplete(path, option, "", by=table.gateway.player)
        assert answer.choices, (path, option)
        assert not (
            await table.app.autocomplete(path, option, "introuvable", by=table.gateway.player)
        ).choices


async def test_dice_and_checks(table: Table) -> None:
    await plays(table, "player", "lancer", expression="2d6+1")
    await plays(table, "player", "lancer", expression="1d6x100", fois=20, commentaire=ODD)
    assert (await says(table, "player", "lancer", expression="4d6k3", secret=True)).ephemeral
    assert (await says(table, "player", "lancer", expression="n’importe quoi")).ephemeral
    await plays(table, "player", "probabilite", expression="1d20+mod.FOR", seuil=15)
    await plays(table, "other", "probabilite", expression="8d6!")
    await plays(table, "player", "jet caracteristique", carac="for", modificateur=-2)
    await plays(table, "other", "jet sauvegarde", contre="sorts", magique=True)


async def test_hidden_rolls(table: Table) -> None:
    """In secret, then revealed here; for the game master alone, then revealed from its channel."""
    gateway = table.gateway
    blind = {"au-mdt": True}
    assert (await says(table, "player", "lancer", expression="1d20", **blind)).ephemeral
    refused_at_first = await says(table, "player", "jet caracteristique", carac="for", **blind)
    assert "salon_mdt" in refused_at_first.text
    secret = await says(table, "player", "jet caracteristique", carac="for", secret=True)
    await presses(table, secret, "Révéler", "player")
    await plays(table, "mdt", "reglages changer", reglage="salon_mdt", salon=gateway.channel_mdt)
    before, public = len(gateway.said(gateway.channel_mdt)), len(gateway.said(gateway.channel_open))
    thrown = await says(table, "player", "lancer", expression="1d20", commentaire=ODD, **blind)
    assert thrown.ephemeral
    assert "MdT seul" in thrown.text
    await gateway.until(lambda: len(gateway.said(gateway.channel_mdt)) > before)
    assert len(gateway.said(gateway.channel_open)) == public
    told = gateway.said(gateway.channel_mdt)[-1]
    await table.app.press(told, "Révéler", by=gateway.mdt)
    await gateway.until(lambda: len(gateway.said(gateway.channel_open)) > public)
    attack = await says(table, "player", "combat attaque", ca=-10, secret=True)
    if "Dommages" in labels(attack):  # all but a natural 1
        await presses(table, attack, "Dommages", "player")


async def test_growth_and_skills(table: Table) -> None:
    await plays(table, "mdt", "personnage px", gain=30_000, personnage="Fafhrd")
    await plays(table, "mdt", "personnage px", gain=-30_000, personnage="Fafhrd")
    await plays(table, "mdt", "personnage px", gain=500, tous=True)
    await plays(table, "other", "jet talent", talent="crochetage", modificateur=-10)
    assert (await says(table, "player", "jet talent", talent="crochetage")).ephemeral


async def test_items(table: Table) -> None:
    made = await plays(
        table, "mdt", "objet creer", nom=ODD, pouvoirs=f"{ODD} ; Vol", personnage="Fafhrd", preteur=ODD
    )
    assert made.ephemeral
    await plays(table, "mdt", "objet creer", nom="Lame", magique=False, bonus="attaque +1")
    await plays(table, "player", "objet voir", objet=ODD)
    await plays(table, "player", "objet liste")
    await plays(table, "player", "objet utiliser", objet=ODD)
    await plays(table, "player", "personnage fiche")
    await plays(table, "mdt", "objet recharger", objet=ODD, charges=5)
    await plays(table, "mdt", "objet reveler", objet=ODD)
    await plays(table, "mdt", "objet rendre", objet=ODD)
    await plays(table, "mdt", "objet donner", objet="Lame", personnage="Souricier")
    assert (await says(table, "player", "objet voir", objet="Lame")).ephemeral


async def test_the_table_of_alterations(table: Table) -> None:
    entry = {"texte": ODD, "categorie": "mentale", "gravite": "mineure", "effet": "FOR −1, jet CHA −2"}
    await plays(table, "mdt", "corruption table ajouter", **entry)
    await plays(table, "mdt", "corruption table classer", alteration="Bave", gravite="majeure")
    await plays(table, "mdt", "corruption table retirer", alteration="Langue noire")
    await plays(table, "player", "corruption table lister")
    await plays(table, "mdt", "corruption table remettre", alteration="Langue noire")
    await plays(table, "mdt", "corruption alteration ajouter", personnage="Fafhrd", alteration="phobie")
    suffered = {"personnage": "Fafhrd", "alteration": "Effroi"}
    await plays(table, "mdt", "corruption alteration preciser", **suffered, texte=ODD)
    await plays(table, "mdt", "corruption alteration retirer", **suffered)


async def test_heroism(table: Table) -> None:
    await plays(table, "mdt", "heroism regler", personnage="Fafhrd", valeur=9)
    await plays(table, "player", "heroism points")
    await plays(table, "player", "heroism spend coup-de-maitre", degats="1d8+2")
    check = await plays(table, "player", "jet caracteristique", carac="dex")
    await presses(table, check, "Destin héroïque", "player")
    assert (await says(table, "player", "heroism spend destin-heroique")).ephemeral
    await plays(table, "player", "heroism spend destin-heroique", libre=True)
    await plays(table, "player", "sante blesser", pv=4)
    await plays(table, "player", "heroism spend second-souffle")
    for answer in ("Indice donné", "Rien à apprendre"):
        asked = await plays(table, "player", "heroism spend intuition", question=ODD)
        await presses(table, asked, answer, "mdt")


async def test_death(table: Table) -> None:
    hurt = await plays(table, "player", "sante blesser", pv=1000)
    await presses(table, hurt, "Éviter la mort", "player")
    await plays(table, "player", "sante soigner", pv=1000)
    await plays(table, "player", "sante blesser", pv=1000)
    await plays(table, "player", "heroism spend eviter-la-mort")
    await plays(table, "player", "sante soigner", pv=1000)
    hurt = await plays(table, "other", "sante blesser", pv=1000)
    await presses(table, hurt, "Sauvegarde contre la mort", "other")
    await says(table, "other", "sante mort")
    await plays(table, "mdt", "personnage regler", personnage="Souricier", champ="pv", valeur=1)


async def previews_a_horror(table: Table) -> None:
    preview = await plays(table, "mdt", "horreur horrible", joueur=table.gateway.player, apercu=True)
    assert preview.ephemeral
    thrown = await presses(table, preview, "Lancer", "mdt")
    await table.gateway.until(lambda: bool(thrown.follow_ups))
    assert not thrown.follow_ups[0].ephemeral


async def test_a_group_and_the_saves_left_to_players(table: Table) -> None:
    everybody = {"situation": "insoutenable", "ajustement": -20}
    frightened = await plays(table, "mdt", "horreur groupe", **everybody)
    assert any(label.startswith("Destin héroïque") for label in labels(frightened))
    assert not refused(await chooses(table, frightened, "mdt"))
    foreseen = await says(table, "mdt", "horreur groupe", **everybody, apercu=True)
    assert foreseen.ephemeral
    thrown = await presses(table, foreseen, "Lancer", "mdt")
    await table.gateway.until(lambda: bool(thrown.follow_ups))
    assert not thrown.follow_ups[0].ephemeral
    assert (await says(table, "mdt", "horreur groupe", **everybody, secret=True)).ephemeral
    await plays(table, "mdt", "reglages changer", reglage="jets_joueurs", valeur="oui")
    asked = await plays(table, "mdt", "jet sauvegarde", contre="mort", personnage="Fafhrd")
    await presses(table, asked, "Lancer la sauvegarde", "player")
    together = await plays(table, "mdt", "horreur groupe", situation="horrible")
    await presses(table, together, "Lancer pour les absents", "mdt")
    at_once = await plays(table, "mdt", "horreur groupe", situation="horrible")
    each = [label for label in labels(at_once) if label.startswith("Lancer\u00a0:")]
    assert len(each) > 1
    await asyncio.gather(*(presses(table, at_once, label, "mdt") for label in each))
    assert [label for label in labels(at_once) if label.startswith("Lancer")] == []
    await plays(table, "mdt", "reglages changer", reglage="jets_joueurs", valeur="non")


async def calms(table: Table, name: str) -> None:
    """Neither madness nor trouble is left: what comes next is then sure to bring one, whatever the dice."""
    character = await table.stored(name)
    for trouble in character.of_kind(ElementKind.TROUBLE):
        await plays(table, "mdt", "horreur trouble retirer", personnage=name, trouble=trouble.uid)
    if character.madness:
        await plays(table, "mdt", "horreur folie", personnage=name, points=-character.madness)


async def test_horror(table: Table) -> None:
    gateway = table.gateway
    failed = await plays(
        table, "mdt", "horreur insoutenable", joueur=gateway.player, modificateur=-4, ajustement=-20
    )
    await presses(table, failed, "Fin de l’effet", "mdt")
    await plays(table, "mdt", "horreur horrible", joueur=gateway.other, **{"folie-sup": 3})
    assert (await says(table, "mdt", "horreur horrible", joueur=gateway.player, secret=True)).ephemeral
    await plays(table, "mdt", "horreur pnj", personnage="Ivivis", situation="insoutenable")
    await previews_a_horror(table)
    await plays(table, "player", "horreur etat")
    await calms(table, "Fafhrd")
    await plays(table, "mdt", "horreur folie", personnage="Fafhrd", points=24)
    suffered = {one.key for one in (await table.stored("Souricier")).of_kind(ElementKind.TROUBLE)}
    other = next(die for die, row in TROUBLES.items() if row.key not in suffered)
    await plays(table, "mdt", "horreur trouble ajouter", personnage="Souricier", trouble=other, texte=ODD)
    trouble = (await table.stored("Souricier")).elements[-1]
    options = {"personnage": "Souricier", "trouble": trouble.uid}
    await plays(table, "mdt", "horreur trouble preciser", **options, texte="les rats")
    trouble = (await table.stored("Souricier")).elements[-1]
    await plays(table, "mdt", "horreur trouble retirer", personnage="Souricier", trouble=trouble.uid)
    lower = await plays(table, "mdt", "horreur folie", personnage="Fafhrd", points=-24)
    surplus = next(label for label in labels(lower) if label.startswith("Retirer"))
    await presses(table, lower, surplus, "mdt")


async def test_corruption(table: Table) -> None:
    await plays(table, "other", "corruption jet", niveau=9, occasion="incantation")
    risked = {"niveau": 9, "occasion": "incantation", "apercu": True}
    assert (await plays(table, "other", "corruption jet", **risked)).ephemeral
    await plays(table, "other", "corruption etat")
    await plays(table, "other", "personnage creer", nom="Ahriman", **MAGICIAN)
    await plays(table, "mdt", "horreur folie", personnage="Ahriman", points=11)
    fallen = await plays(table, "mdt", "corruption regler", personnage="Ahriman", points=30)
    await presses(table, fallen, "Y renoncer", "mdt")
    assert refused(await says(table, "mdt", "horreur jets", personnage="Ahriman"))
    await plays(table, "mdt", "corruption regler", personnage="Ahriman", points=-30)


async def test_a_combat(table: Table) -> None:
    opened = await plays(table, "mdt", "combat ouvrir")
    await presses(table, opened, "Round suivant", "mdt")
    await plays(table, "mdt", "combat round")
    await plays(table, "player", "combat etat")
    await plays(table, "player", "heroism spend coup-de-maitre", degats="1d6", libre=True)
    assert (await says(table, "player", "heroism spend coup-de-maitre")).ephemeral
    await plays(table, "player", "sante blesser", pv=4)
    await plays(table, "other", "sante blesser", pv=1, personnage="Ahriman")
    closed = await plays(table, "mdt", "combat fermer")
    await says(table, "player", "combat etat")
    await plays(table, "mdt", "sante trousse", utilisations=5, personnage="Fafhrd")
    healed = await plays(table, "player", "sante panser", trousse=True)
    await presses(table, closed, "Panser tous", "mdt")
    await presses(table, healed, "Avancer de 5\u00a0min", "mdt")


async def test_magic(table: Table) -> None:
    """The Mouser is a magician too."""
    for spell, start in (("sommeil", True), ("invisibilite", True), ("levitation", False)):
        await says(table, "other", "magie apprendre", sort=spell, depart=start)
    await plays(table, "other", "magie apprendre", sort="saut")
    held = await plays(table, "other", "magie preparer", sorts="sommeil, saut")
    await presses(table, held, "Avancer de 1\u00a0h", "mdt")
    await plays(table, "other", "magie lancer", sort="sommeil")
    await plays(table, "other", "magie grimoire")
    await plays(table, "other", "magie annuler")
    await plays(table, "mdt", "magie ajouter", nom=ODD, liste="profane", niveau=1)
    await plays(table, "mdt", "magie interdire", sort=ODD, raison=ODD)
    await plays(table, "mdt", "magie permettre", sort=ODD)
    for path, option in (
        ("magie apprendre", "sort"),
        ("magie preparer", "sorts"),
        ("magie permettre", "sort"),
    ):
        answer = await table.app.autocomplete(path, option, "", by=table.gateway.other)
        assert answer.choices, path


async def test_time_and_states(table: Table) -> None:
    await plays(table, "mdt", "temps avancer", duree="1 h 30")
    shown = await plays(table, "player", "temps etat")
    await presses(table, shown, "Le soleil brille", "mdt")
    await plays(table, "mdt", "temps soleil", brille=False)
    options = {"personnage": "Fafhrd", "etat": "epuise"}
    await plays(table, "mdt", "sante etat ajouter", **options, duree="3 tours", texte=ODD)
    state = (await table.stored("Fafhrd")).elements[-1]
    await plays(table, "mdt", "sante etat retirer", personnage="Fafhrd", etat=state.uid)
    await plays(table, "mdt", "sante repos", pv=2)


async def chooses(table: Table, asked: Interaction, who: str) -> Interaction:
    """The first choice of a menu that was asked in private."""
    assert asked.message is not None
    (menu,) = [part for row in asked.message.components for part in row["components"] if part["type"] == 3]
    pressed.add(menu["custom_id"].split(":")[0])
    return await table.app.choose(
        asked.message, menu["custom_id"], [menu["options"][0]["value"]], by=getattr(table.gateway, who)
    )


async def hits(table: Table) -> Interaction:
    """An attack of Fafhrd's that hits without a natural 20, to be answered."""
    for _ in range(100):
        blow = await plays(table, "player", "combat attaque", ca=-10, cible="Ogre 1", distance=False)
        if any(label.startswith("Coup de maître") for label in labels(blow)):
            return blow
    raise AssertionError("no dice are that bad")


async def test_a_fight(table: Table) -> None:
    await plays(table, "mdt", "heroism regler", personnage="Fafhrd", valeur=9)
    await plays(table, "mdt", "personnage pnj", nom="Ogre", pv=900, ca=40)
    await plays(table, "mdt", "personnage pnj", nom="Ogresse", majeur=True, pv=900)
    card = await plays(table, "mdt", "combat ouvrir", adversaire="Ogre", nombre=2)
    await plays(table, "mdt", "combat initiative", individuelle=True)
    await plays(table, "mdt", "combat entrer", adversaire="Ogresse")
    await presses(table, card, "Tout voir", "mdt")
    await chooses(table, await presses(table, card, "Attaquer", "player"), "player")
    again = await presses(table, card, "Attaquer", "player")
    await presses(table, again, "Attaquer encore", "player")
    for _ in range(3):
        asked = await presses(table, card, "Attaquer", "mdt")
        await chooses(table, asked, "mdt")
    await chooses(table, await presses(table, card, "Attaquer", "mdt"), "mdt")
    await presses(table, await hits(table), "Dommages", "player")
    await presses(table, await hits(table), "Coup de maître", "player")
    await plays(table, "mdt", "personnage pnj", nom="Ogrillon", majeur=True, pv=900)
    await plays(table, "mdt", "combat entrer", adversaire="Ogrillon")
    await chooses(table, await presses(table, card, "Héroïsme", "mdt"), "mdt")
    await plays(table, "mdt", "combat round")
    await plays(table, "player", "sante blesser", pv=1)
    menu = await presses(table, card, "Héroïsme", "player")
    await presses(table, menu, "Second souffle", "player")
    await plays(table, "mdt", "combat fermer")


async def test_what_is_done_is_undone(table: Table) -> None:
    await plays(table, "player", "sante blesser", pv=1)
    undone = await plays(table, "mdt", "journal annuler")
    assert "Annulée" in undone.text
    await presses(table, undone, "Rétablir", "mdt")
    answer = await table.app.autocomplete("journal annuler", "entree", "", by=table.gateway.mdt)
    assert answer.choices
    await plays(table, "mdt", "journal annuler", entree=answer.choices[0]["value"])


async def test_an_evening(table: Table) -> None:
    gateway = table.gateway
    await plays(table, "mdt", "seance suivre", evenements="tous", salon=gateway.channel_open)
    await plays(table, "mdt", "seance debut", titre="Une rencontre à Lankhmar")
    await plays(table, "player", "seance etat")
    event = gateway.guild.event("La maison du voleur")
    await gateway.event_create(event)
    before = len(gateway.said(gateway.channel_open))
    await gateway.event_update(event, status=ACTIVE)
    await gateway.until(lambda: len(gateway.said(gateway.channel_open)) > before)
    question = gateway.said(gateway.channel_open)[-1]
    assert question.buttons
    pressed.add(question.buttons[0]["custom_id"].split(":")[0])
    await table.app.press(question, question.buttons[0]["custom_id"], by=gateway.mdt)
    await gateway.event_update(event, status=COMPLETED)
    await says(table, "mdt", "seance fin")


async def test_fair_dice(table: Table) -> None:
    assert (await says(table, "player", "des preuve")).ephemeral, "nothing to prove yet"
    await plays(table, "player", "des bilan")
    await plays(table, "player", "des bilan", joueur=table.gateway.other)
    await plays(table, "mdt", "reglages changer", reglage="graine_publique", valeur="oui")
    await plays(table, "mdt", "seance debut", titre=ODD)
    await plays(table, "player", "lancer", expression="1000d6")
    closing = await plays(table, "mdt", "seance fin")
    assert "python -m rules.dice.verify" in closing.text
    assert closing.message is not None
    names = [one["filename"].rpartition(".")[2] for one in closing.message.attachments]
    assert names == ["png", "json"], "the curves, and the proof of the dice"
    await plays(table, "other", "des preuve")
    await plays(table, "mdt", "reglages changer", reglage="graine_publique", valeur="non")


async def test_settings_and_help(table: Table) -> None:
    assert (await says(table, "player", "reglages voir")).ephemeral
    await says(table, "mdt", "reglages voir")
    await says(table, "mdt", "reglages changer", reglage="goules", valeur="oui")
    await says(table, "mdt", "reglages changer", reglage="role_mdt", role=table.gateway.mdt.roles[0])
    await says(table, "player", "aide")
    for subject in ("héroïsme", "horreur", "corruption", "introuvable"):
        await says(table, "player", "aide", sujet=subject)


async def pages(table: Table, who: str) -> AsyncIterator[Interaction]:
    """The journal, from its newest page to its oldest, in one message."""
    page = await plays(table, who, "journal voir", nombre=25)
    yield page
    while OLDER in {item["label"] for item in page.message.buttons if not item.get("disabled")}:  # type: ignore[union-attr]
        await presses(table, page, OLDER, who)
        yield page


@pytest.mark.parametrize("who", ["mdt", "player"])
async def test_all_that_was_done_above_is_told_and_explained(table: Table, who: str) -> None:
    """Every kind of act, each page and each explanation held against Discord's document."""
    told = set()
    async for page in pages(table, who):
        assert page.message is not None
        (menu,) = [part for row in page.message.components for part in row["components"] if part["type"] == 3]
        pressed.add(menu["custom_id"])
        for option in menu["options"]:
            answer = await table.app.choose(
                page.message, menu["custom_id"], [option["value"]], by=getattr(table.gateway, who)
            )
            assert "Pourquoi" in answer.text, (option, answer.text)
            assert answer.ephemeral
            told.add(option["value"])
    assert len(told) > 100
    check = (
        await plays(table, who, "jet caracteristique", carac="dex", personnage="Fafhrd")
        if who == "mdt"
        else None
    )
    if check is not None:
        await presses(table, check, "Pourquoi\u00a0?", who)


async def test_in_private_conversation_commands_say_where_they_are_played(table: Table) -> None:
    offered = [
        name for name, command in table.app.commands[None].items() if 1 in (command.get("contexts") or [1])
    ]
    for name in offered:
        answer = await table.says(table.gateway.player.user, name)
        assert answer.text


async def test_what_is_held_of_people(table: Table) -> None:
    """After all the others: nothing is left of what they played."""
    held = await says(table, "player", "donnees exporter")
    assert held.ephemeral
    assert held.message is not None
    assert held.message.attachments
    await says(table, "mdt", "donnees exporter", serveur=True)
    asked = await says(table, "player", "donnees effacer", personnages=True)
    again = await presses(table, asked, labels(asked)[0], "player")
    assert (await presses(table, again, "Oui, effacer pour toujours", "player")).ephemeral
    asked = await says(table, "mdt", "donnees effacer", serveur=True)
    again = await presses(table, asked, labels(asked)[0], "mdt")
    await presses(table, again, "Oui, effacer pour toujours", "mdt")
    assert "Rien à effacer" in (await says(table, "mdt", "donnees effacer", serveur=True)).text


def leaves(command: Payload, path: str = "") -> list[str]:
    """Every command that one can type, in full."""
    name = f"{path} {command['name']}".strip()
    below = [option for option in command.get("options") or [] if option["type"] <= SUB_COMMAND_GROUP]
    return [leaf for option in below for leaf in leaves(option, name)] or [name]


async def test_no_command_and_no_button_was_left_out(table: Table) -> None:
    """Runs last, over what the tests above have typed and pressed."""
    everything = {leaf for command in table.app.commands[None].values() for leaf in leaves(command)}
    assert tried == everything
    templates = _templates()
    assert pressed == templates


BUTTONS = (buttons, draft_components, fight_buttons, group_buttons, history_buttons, preview_buttons)


def _templates() -> set[str]:
    """The first word of every button's identifier, as the code declares them."""

    words = {
        name: value
        for module in BUTTONS
        for name, value in vars(module).items()
        if name.isupper() and isinstance(value, str)
    }
    return {value for value in words.values() if re.fullmatch("[a-z]+", value)}
