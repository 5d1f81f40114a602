"""The campaign's settings: each reading of the rules that a game master may change."""

from dataclasses import dataclass, field, fields, replace
from typing import Any

from rules.refusals import Refusal

YES = frozenset({"oui", "o", "vrai", "actif", "1", "yes", "true"})
NO = frozenset({"non", "n", "faux", "inactif", "0", "no", "false"})


class BadSetting(Refusal):
    """A setting that does not exist, or a value that it does not take."""

    def __init__(self, key: str, expected: str) -> None:
        self.key = key
        self.expected = expected
        super().__init__(f"Réglage « {key} » : {expected}.")


def _setting(
    default: Any, rule: str, meaning: str, *, low: int = 0, high: int = 0, choices: tuple[str, ...] = ()
) -> Any:
    return field(
        default=default,
        metadata={"rule": rule, "meaning": meaning, "low": low, "high": high, "choices": choices},
    )


@dataclass(frozen=True, slots=True)
class Settings:
    """One field a setting; its name is the key that the game master types."""

    depart_experimente: bool = _setting(
        True,
        "CRE-1",
        "Un nouveau personnage commence avec 20 000 PX et 1d6 × 100 po ; sinon niveau 1 et 3d8 × 10 po.",
    )
    methode: str = _setting(
        "3d6", "CAR-1", "Tirage des caractéristiques qui ne sont pas données.", choices=("3d6", "4d6")
    )
    goules: bool = _setting(False, "PEU-1", "Les joueurs peuvent créer une goule de Nehwon.")
    goule_bouclier: bool = _setting(False, "PEU-2", "Une goule peut porter un bouclier.")
    naturels: bool = _setting(
        False,
        "JET-4",
        "Au d20, 1 réussit et 20 échoue pour une caractéristique ; l’inverse pour une sauvegarde.",
    )
    malus_cumule: bool = _setting(
        False, "COR-2", "Les malus de palier s’additionnent (0, 1, 2, 4, 6…) au lieu de se remplacer."
    )
    seance_max: int = _setting(
        12,
        "SEA-1",
        "Heures après lesquelles une séance oubliée est close au départ suivant.",
        low=1,
        high=168,
    )
    seance_reprise: int = _setting(
        6,
        "SEA-1",
        "Heures après la fin d’une séance pendant lesquelles un nouveau départ demande l’avis du MdT.",
        low=0,
        high=168,
    )

    def with_value(self, key: str, text: str) -> "Settings":
        """These settings with one changed, from what the game master typed. Raises :class:`BadSetting`."""
        described = {item.name: item for item in fields(self)}
        if key not in described:
            raise BadSetting(key, f"inconnu ; les réglages sont {', '.join(described)}")
        item = described[key]
        fresh: dict[str, Any] = {key: _parse(key, text.strip().casefold(), item.default, item.metadata)}
        return replace(self, **fresh)


def _parse(key: str, text: str, default: object, metadata: Any) -> bool | int | str:
    if isinstance(default, bool):
        if text not in YES | NO:
            raise BadSetting(key, "la valeur attendue est « oui » ou « non »")
        return text in YES
    if isinstance(default, int):
        low, high = metadata["low"], metadata["high"]
        if not (text.isascii() and text.isdigit()) or not low <= int(text[:9]) <= high:
            raise BadSetting(key, f"la valeur attendue est un nombre de {low} à {high}")
        return int(text)
    if text not in metadata["choices"]:
        raise BadSetting(key, f"la valeur attendue est {' ou '.join(metadata['choices'])}")
    return text


def shown(value: object) -> str:
    """A setting's value as the game master reads it."""
    if isinstance(value, bool):
        return "oui" if value else "non"
    return str(value)
