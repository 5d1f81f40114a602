"""Recomputes the dice of a session from its published seed. This file needs nothing but Python.

    python -m rules.dice.verify FICHIER [EMPREINTE]

EMPREINTE is the SHA-256 that the session published at its opening; without it, the one that the file gives is used,
which proves less: compare it with the message.

How a face is drawn. A block is HMAC-SHA-256 with the seed (32 bytes) as its key and as its message the counter, then the
number that Discord gave to the player's request (8 bytes each, big-endian), read as a big-endian integer: one of 2²⁵⁶
numbers. The request is there so that a roll refused, whose counters will serve again, tells nothing of the next one.
For a die of ``sides`` sides, let ``usable`` be the greatest multiple of ``sides`` up to 2²⁵⁶. A block from ``usable`` up is thrown away and the next
counter tried; under it, the face is ``block % sides + 1``, and each face comes from exactly ``usable / sides`` of the
``usable`` numbers: were the blocks uniform, each face would be exactly as likely as another. Every die begins at the
counter after the last one that the die before it used.

What it proves: that these faces come from the seed whose hash was published before the first of them, and that between
the first counter and the last, which the verdict tells, none was skipped or used twice: a session begins at counter 0,
unless it was resumed. It does not prove that whoever runs the bot does not know the seed, nor by itself that
the requests are those that were made: Discord shows each one's number with its answer (``interaction_metadata``).
"""

import hashlib
import hmac
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

FORMAT = "epees-et-pmt/des/1"
SPACE = 2**256
SEED_BYTES = 32
MOST_SIDES = 10**6


def block(seed: bytes, counter: int, request: int) -> int:
    """The number, from 0 to 2²⁵⁶ − 1, that a counter gives to a request."""
    message = counter.to_bytes(8, "big") + request.to_bytes(8, "big")
    return int.from_bytes(hmac.new(seed, message, hashlib.sha256).digest(), "big")


def draw(seed: bytes, counter: int, request: int, sides: int) -> tuple[int, int]:
    """The face of a die of ``sides`` sides whose first counter is ``counter``, and the counter that follows it."""
    usable = SPACE - SPACE % sides
    while (number := block(seed, counter, request)) >= usable:
        counter += 1
    return number % sides + 1, counter + 1


def commitment(seed: bytes) -> str:
    """What a session publishes of its seed at its opening: its SHA-256, in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def faults(document: Any, published: str | None = None) -> Sequence[str]:
    """What does not agree with the seed, in French; nothing when every die does."""
    try:
        return _faults(document, published)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        return [f"Le fichier est incomplet ou mal formé ({type(error).__name__} : {error})."]


def _faults(document: Mapping[str, Any], published: str | None) -> Sequence[str]:
    if document["format"] != FORMAT:
        return [f"Format inconnu : {document['format']!r}."]
    seed = bytes.fromhex(document["seed"])
    if len(seed) != SEED_BYTES:
        return [f"La graine a {len(seed)} octets au lieu de {SEED_BYTES}."]
    wanted = (document["commitment"] if published is None else published).strip().casefold()
    if commitment(seed) != wanted:
        return [f"La graine n’est pas celle de l’empreinte : son SHA-256 est {commitment(seed)}."]
    found: list[str] = []
    counter = _whole(document["first"])
    for act in document["acts"]:
        if _whole(act["from"]) != counter:
            found.append(f"Acte {act['act']} : compteur {act['from']} au lieu de {counter} ; un jet manque.")
            counter = act["from"]
        for place, (sides, face) in enumerate(act["dice"], 1):
            if not 1 <= _whole(sides) <= MOST_SIDES:
                raise ValueError(f"d{sides}")
            drawn, counter = draw(seed, counter, _whole(act["request"]), sides)
            if drawn != _whole(face):
                found.append(f"Acte {act['act']}, dé {place} : {face} au d{sides}, la graine donne {drawn}.")
    if counter != _whole(document["next"]):
        found.append(f"Le dernier compteur est {counter} au lieu de {document['next']} ; un jet manque.")
    return found


def _whole(value: Any) -> int:
    """A whole number written as one: 20.0 and true would draw other faces. Raises :class:`ValueError`."""
    if type(value) is not int:
        raise ValueError(f"{value!r} n’est pas un nombre entier")
    return value


def main(arguments: Sequence[str]) -> int:
    """Prints the verdict; 0 when every die agrees, 1 when one does not, 2 when there is nothing to verify."""
    if not 1 <= len(arguments) <= 2:
        print("Usage : python -m rules.dice.verify FICHIER [EMPREINTE]", file=sys.stderr)
        return 2
    try:
        document = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        print(f"{arguments[0]} ne se lit pas : {error}", file=sys.stderr)
        return 2
    found = faults(document, *arguments[1:])
    for fault in found:
        print(fault.encode(errors="backslashreplace").decode())
    if not found:
        acts = document["acts"]
        dice = sum(len(act["dice"]) for act in acts)
        counters = f"compteurs {document['first']} à {document['next']}"
        print(f"Conforme : {dice} dé(s) de {len(acts)} acte(s) recalculés depuis la graine ({counters}).")
        if len(arguments) == 1:
            print(f"Comparez l’empreinte à celle de l’ouverture : {document['commitment']}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
