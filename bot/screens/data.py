"""What the bot holds of people: handed over as a file, and erased (`/donnees`)."""

import io
import json
import zipfile
from collections.abc import Mapping
from typing import Any

from bot.french import listed, plural, shortened, shown
from bot.replies import Attachment, Button, Reply, Tone
from bot.storage.erasing import Kept

MARGIN = 50_000  # bytes of a message beside its file
NAMES_ROOM = 600  # characters
IRREVERSIBLE = "⚠️ **C’est sans retour** : ni `/journal annuler` ni le MdT n’y reviendront."


def packed(name: str, document: Mapping[str, Any], limit: int) -> list[Attachment]:
    """A document as files that Discord takes: JSON as it is; too big, in a zip; too big again, in slices of one."""
    content = json.dumps(document, ensure_ascii=False, indent=1).encode()
    room = limit - MARGIN
    if len(content) <= room:
        return [Attachment(f"{name}.json", content)]
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(f"{name}.json", content)
    whole = buffer.getvalue()
    if len(whole) <= room:
        return [Attachment(f"{name}.zip", whole)]
    slices = (whole[start : start + room] for start in range(0, len(whole), room))
    return [Attachment(f"{name}.zip.{place:03}", part) for place, part in enumerate(slices, start=1)]


def exported(files: list[Attachment], *, server: bool) -> list[Reply]:
    """The file, or one message a slice, in private."""
    what = "du serveur" if server else "à votre sujet"
    lines = [
        "Tout, secrets compris : ce fichier est pour vous seul."
        if server
        else "Vos personnages, vos actes, vos dés ; jamais ce que le MdT garde secret.",
    ]
    if len(files) > 1:
        joined = files[0].name.removesuffix(".001")
        lines.append(f"En {len(files)} morceaux, à mettre bout à bout : `cat {joined}.* > {joined}`")
    first = Reply(title=f"📦 Les données {what}", lines=tuple(lines), secret=True, attachment=files[0])
    rest = (Reply(title=f"📦 {file.name}", secret=True, attachment=file) for file in files[1:])
    return [first, *rest]


def ask_player(kept: Kept, *, with_characters: bool, buttons: tuple[Button, ...]) -> Reply:
    """What would go of a player, and what would stay."""
    return Reply(
        title="🗑️ Effacer ce que le bot retient de vous ?",
        lines=(
            f"**Part** : votre identifiant, sur {plural(len(kept.characters), 'personnage')} et "
            f"{plural(kept.acts, 'acte')} du journal ; vos questions d’intuition et vos commentaires de jets"
            f"{' ; votre personnage en cours de création' if kept.draft else ''}.",
            _characters_line(kept, with_characters=with_characters),
            "**Reste** : le journal de la table, qui ne dira plus qui a agi, et les messages déjà dans les salons.",
            IRREVERSIBLE,
            copy_line("donnees exporter"),
        ),
        tone=Tone.FAILURE,
        buttons=buttons,
        secret=True,
    )


def _characters_line(kept: Kept, *, with_characters: bool) -> str:
    if not kept.characters:
        return ""
    names = listed(shown(name) for name in kept.characters)
    names = shortened(names, NAMES_ROOM)
    if with_characters:
        return f"**Part aussi**, pour toujours : {names}, jusqu’au nom."
    return f"**Reste**, sans joueur : {names}. L’option `personnages` efface aussi les personnages."


def ask_guild(name: str, counts: Mapping[str, int], buttons: tuple[Button, ...]) -> Reply:
    """What would go of a server: everything."""
    return Reply(
        title=f"🗑️ Effacer tout ce que le bot retient de {shown(name)} ?",
        lines=(
            f"**Part** : {counted(counts)}, et tous les réglages.",
            "**Reste** : les messages déjà dans les salons, et les sauvegardes de qui héberge le bot.",
            IRREVERSIBLE,
            copy_line("donnees exporter serveur:True"),
        ),
        tone=Tone.FAILURE,
        buttons=buttons,
        secret=True,
    )


def copy_line(command: str) -> str:
    return f"*Une copie d’abord ? `/{command}`.*"


def counted(counts: Mapping[str, int]) -> str:
    """« 4 personnages, 120 actes, 3 séances et 2 objets »."""
    words = {"characters": "personnage", "acts": "acte", "sessions": "séance", "items": "objet"}
    return listed(plural(counts[table], word) for table, word in words.items())


def ask_again(label: str, buttons: tuple[Button, ...]) -> Reply:
    """The second question."""
    return Reply(
        title="🗑️ Vraiment ?",
        lines=(f"{shown(label)} ? Rien de cela ne reviendra.",),
        tone=Tone.FAILURE,
        buttons=buttons,
        secret=True,
    )


def erased_player(kept: Kept, *, with_characters: bool) -> Reply:
    """It is done."""
    gone = plural(len(kept.characters), "personnage")
    fate = "en moins" if with_characters else "sans joueur, désormais"
    return Reply(
        title="🗑️ C’est effacé",
        lines=(
            f"{plural(kept.acts, 'acte')} du journal : on n’y lit plus rien de vous.",
            f"{gone} {fate}." if kept.characters else "",
            "Rejouer ici écrira de nouveau votre identifiant.",
        ),
        secret=True,
    )


def erased_guild(counts: Mapping[str, int]) -> Reply:
    """It is done, for the whole server."""
    return Reply(
        title="🗑️ C’est effacé",
        lines=(
            f"{counted(counts).capitalize()} : plus rien n’est retenu de ce serveur.",
            "La prochaine commande y commencera une campagne neuve.",
        ),
        secret=True,
    )
