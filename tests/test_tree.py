"""The command tree as it is sent to Discord: within its limits, in good French, with every command promised."""

from copy import deepcopy
from typing import Any

import pytest

from bot.client import EXTENSIONS, Bot
from bot.storage.engine import Database
from tests.tree_limits import (
    GROUP,
    LONGEST_COMMAND,
    SUBCOMMAND,
    Payload,
    command_faults,
    commands_by_path,
    length,
    tree_faults,
)

# The commands of this stage and their options, as the reference table writes them: [optional].
PROMISED = {
    "personnage creer": "nom [peuple] [classe] [classe2] [classe3] [alignement] [methode] [for] [int] [sag] [dex] [con] [cha] "
    "[armure] [arme] [derogation]",
    "personnage fiche": "[personnage] [joueur] [secret]",
    "personnage liste": "[archives]",
    "personnage activer": "personnage",
    "personnage equiper": "[armure] [bouclier] [arme] [degats] [personnage]",
    "personnage renommer": "nom [personnage]",
    "personnage px": "gain [personnage] [tous]",
    "personnage regler": "personnage valeur champ",
    "personnage pnj": "nom [majeur] [classe] [niveau] [dv] [pv] [ca] [degats] [nombre] [for] [int] [sag] [dex] [con] [cha]",
    "personnage donner": "personnage joueur",
    "personnage archiver": "personnage",
    "personnage restaurer": "personnage",
    "heroism spend coup-de-maitre": "[personnage] [degats] [libre]",
    "heroism spend destin-heroique": "[personnage] [libre]",
    "heroism spend eviter-la-mort": "[personnage]",
    "heroism spend intuition": "question [personnage]",
    "heroism spend second-souffle": "[personnage]",
    "heroism points": "[personnage]",
    "heroism regler": "personnage valeur",
    "horreur horrible": "joueur [modificateur] [ajustement] [folie-sup] [personnage] [secret] [apercu]",
    "horreur insoutenable": "joueur [modificateur] [ajustement] [folie-sup] [personnage] [secret] [apercu]",
    "horreur groupe": "situation [modificateur] [ajustement] [folie-sup] [sauf] [secret] [apercu]",
    "horreur pnj": "personnage situation [modificateur] [ajustement] [secret] [apercu]",
    "horreur etat": "[personnage]",
    "horreur folie": "personnage points [secret]",
    "horreur jets": "personnage",
    "horreur trouble ajouter": "personnage trouble [texte]",
    "horreur trouble retirer": "personnage trouble",
    "horreur trouble preciser": "personnage trouble texte",
    "corruption jet": "niveau occasion [personnage] [secret] [au-mdt] [apercu]",
    "corruption etat": "[personnage]",
    "corruption regler": "personnage points [secret]",
    "corruption alteration ajouter": "personnage alteration [texte]",
    "corruption alteration retirer": "personnage alteration",
    "corruption alteration preciser": "personnage alteration texte",
    "corruption table lister": "",
    "corruption table ajouter": "texte categorie gravite [effet]",
    "corruption table retirer": "alteration",
    "corruption table remettre": "alteration",
    "corruption table classer": "alteration [categorie] [gravite] [effet]",
    "sante blesser": "pv [personnage]",
    "sante soigner": "pv [personnage]",
    "sante mort": "[personnage] [modificateur] [secret] [au-mdt]",
    "sante panser": "[trousse] [personnage]",
    "sante trousse": "utilisations [personnage]",
    "sante repos": "[heures] [personnage] [pv]",
    "sante etat ajouter": "personnage etat [duree] [texte]",
    "sante etat retirer": "personnage etat",
    "temps avancer": "duree",
    "temps etat": "",
    "temps soleil": "brille",
    "combat ouvrir": "[adversaire] [nombre]",
    "combat entrer": "[adversaire] [nombre] [personnage]",
    "combat initiative": "[individuelle]",
    "combat attaque": "[ca] [bonus] [degats] [cible] [personnage] [distance] [secret] [au-mdt]",
    "combat round": "",
    "combat fermer": "",
    "combat etat": "",
    "objet creer": "nom [charges] [pouvoirs] [magique] [personnage] [preteur] [bonus]",
    "objet voir": "objet [personnage]",
    "objet liste": "[personnage]",
    "objet utiliser": "objet [charges] [personnage]",
    "objet recharger": "objet charges",
    "objet reveler": "objet [pouvoir]",
    "objet donner": "objet personnage",
    "objet rendre": "objet",
    "lancer": "expression [fois] [commentaire] [secret] [au-mdt]",
    "probabilite": "expression [seuil]",
    "des bilan": "[joueur]",
    "des preuve": "",
    "jet caracteristique": "carac [modificateur] [personnage] [secret] [au-mdt]",
    "jet sauvegarde": "contre [modificateur] [magique] [personnage] [secret] [au-mdt]",
    "jet talent": "talent [modificateur] [personnage] [secret] [au-mdt]",
    "seance debut": "[titre]",
    "seance fin": "",
    "seance etat": "",
    "seance suivre": "evenements [salon]",
    "reglages voir": "[reglage]",
    # `valeur` gives way to `role` or `salon`, which Discord completes better.
    "reglages changer": "reglage [valeur] [role] [salon]",
    "donnees exporter": "[serveur]",
    "donnees effacer": "[personnages] [serveur]",
    "aide": "[sujet]",
    "magie apprendre": "sort [depart] [personnage] [secret] [au-mdt]",
    "magie preparer": "sorts [personnage]",
    "magie lancer": "sort [personnage] [secret] [au-mdt] [apercu]",
    "magie annuler": "[sort] [personnage]",
    "magie grimoire": "[personnage] [secret]",
    "magie interdire": "sort [raison]",
    "magie permettre": "sort",
    "magie ajouter": "nom liste niveau",
    "journal voir": "[personnage] [nombre]",
    "journal annuler": "[entree]",
}  # fmt: skip


@pytest.fixture
async def tree(database: Database) -> list[Payload]:
    """Every command as sent to Discord by a bot that never connects."""
    bot = Bot(database)
    for extension in EXTENSIONS:
        await bot.load_extension(extension)
    payload = [command.to_dict(bot.tree) for command in bot.tree.get_commands()]
    await bot.close()
    return payload


async def test_the_tree_is_within_every_limit(tree: list[Payload]) -> None:
    assert tree_faults(tree) == []


async def test_every_command_promised_exists_with_its_options(tree: list[Payload]) -> None:
    found = commands_by_path(tree)
    assert set(PROMISED) - set(found) == set()
    for path, options in PROMISED.items():
        for option in options.split():
            name = option.strip("[]")
            assert name in found[path], f"/{path} has no option {name}"
            assert found[path][name] is not option.startswith("["), f"/{path} {name}"


async def test_options_added_to_what_is_promised_are_optional(tree: list[Payload]) -> None:
    found = commands_by_path(tree)
    for path, options in PROMISED.items():
        promised = {option.strip("[]") for option in options.split()}
        added = {name for name, required in found[path].items() if required} - promised
        assert not added, f"/{path} demands {added}"


# A tree without fault, and what spoils it: each limit must be seen to fail.


def option(name: str = "nom", **facts: Any) -> Payload:
    return {"type": 3, "name": name, "description": "Un nom", "required": False, **facts}


def subcommand(name: str, *options: Payload) -> Payload:
    return {"type": SUBCOMMAND, "name": name, "description": "Faire", "options": list(options)}


def group(name: str, *inside: Payload) -> Payload:
    return {"type": GROUP, "name": name, "description": "Des gestes", "options": list(inside)}


def command(*options: Payload, **facts: Any) -> Payload:
    start: Payload = {"type": 1, "name": "fiche", "description": "La fiche", "contexts": [0]}
    return {**start, "options": list(options), **facts}


GOOD = command(
    subcommand(
        "voir", option("qui", required=True), option("comment", choices=[{"name": "Vite", "value": "v"}])
    ),
    group("trouble", subcommand("ajouter")),
)
LONG = "x" * 101


def test_a_good_command_has_no_fault() -> None:
    assert tree_faults([GOOD, command(name="autre")]) == []


@pytest.mark.parametrize(
    ("bad", "fault"),
    [
        (command(name="Fiche"), "bad name"),
        (command(name="créer"), "bad name"),
        (command(name="x" * 33), "bad name"),
        (command(name=""), "bad name"),
        (command(description=""), "description of 0"),
        (command(description=LONG), "description of 101"),
        (command(description="L'or"), "ASCII apostrophe"),
        (command(description="Or : combien"), "breaking space"),
        (command(description="Dire « or »"), "breaking space"),
        (command(description="Et puis..."), "three dots"),
        (command(description="La fiche."), "final dot"),
        (command(option(description="L'or")), "ASCII apostrophe"),
        (command(option("Nom")), "fiche Nom: bad name"),
        (command(*(option(f"n{i}") for i in range(26))), "26 options"),
        (command(option(), option()), "an option twice"),
        (command(option("a"), option("b", required=True)), "required option after"),
        (command(option(choices=[{"name": str(i), "value": i} for i in range(26)])), "26 choices"),
        (command(option(choices=[{"name": LONG, "value": 1}])), "choice of 101"),
        (command(option(choices=[{"name": "", "value": 1}])), "choice of 0"),
        (command(option(choices=[{"name": "a", "value": LONG}])), "value of 101"),
        (command(option(choices=[{"name": "a", "value": 1}, {"name": "a", "value": 2}])), "a choice twice"),
        (command(option(choices=[{"name": "l'or", "value": 1}])), "ASCII apostrophe"),
        (command(subcommand("voir", option("B"))), "fiche voir B: bad name"),
        (command(*(subcommand(f"s{i}") for i in range(26))), "26 subcommands"),
        (command(subcommand("voir"), option()), "options beside subcommands"),
        (command(group("un", group("deux", subcommand("trois")))), "group inside a group"),
        (command(group("un")), "empty group"),
        (command(subcommand("un", subcommand("deux"))), "subcommand inside a subcommand"),
        (command(group("un", subcommand("deux", subcommand("trois")))), "subcommand inside a subcommand"),
        (command(contexts=None), "not for servers alone"),
        (command(contexts=[0, 1]), "not for servers alone"),
        (command(default_member_permissions="32"), "hidden from some members"),
        (command(type=2), "not a slash command"),
        (command(*(option(f"n{i}", description="x" * 100, choices=[{"name": f"{j:0100}", "value": j} for j in range(3)]) for i in range(25))), "characters"),
    ],
)  # fmt: skip
def test_a_spoilt_command_is_caught(bad: Payload, fault: str) -> None:
    assert any(fault in found for found in command_faults(bad)), command_faults(bad)


@pytest.mark.parametrize(
    ("commands", "fault"),
    [
        ([command(name=f"c{i}") for i in range(101)], "101 commands"),
        ([command(), command()], "fiche twice"),
    ],
)
def test_a_spoilt_tree_is_caught(commands: list[Payload], fault: str) -> None:
    assert fault in tree_faults(commands)


def test_the_length_counts_names_descriptions_and_values_all_the_way_down() -> None:
    one = command(
        subcommand("ab", option("cd", choices=[{"name": "ef", "value": "ghi"}, {"name": "j", "value": 10}]))
    )
    assert length(one) == len("ficheLa ficheabFairecdUn nomefghij10")


@pytest.mark.parametrize("extra", [0, 1])
def test_the_limit_of_8000_is_exact(extra: int) -> None:
    options = [
        option(f"n{i:02}", description="x" * 97, choices=[{"name": "y" * 100, "value": "z" * 100}])
        for i in range(25)
    ]
    one = command(*options)
    missing = LONGEST_COMMAND - length(one) + extra
    one["options"][0]["choices"] += [{"name": f"{i:050}", "value": "v" * 50} for i in range(missing // 100)]
    one["options"][1]["choices"].append({"name": "a" * (missing % 100 - 1 or 1), "value": "b"})
    assert length(one) == LONGEST_COMMAND + extra
    assert any("characters" in fault for fault in command_faults(one)) is bool(extra)


def test_the_table_of_promises_can_fail() -> None:
    """An option forgotten, or demanded where it is optional, does not look like the promise."""
    found = commands_by_path([GOOD])
    assert found == {"fiche voir": {"qui": True, "comment": False}, "fiche trouble ajouter": {}}
    changed = deepcopy(GOOD)
    changed["options"][0]["options"].pop()
    assert commands_by_path([changed]) != found
