"""The campaign's settings: each reading of the rules that a game master may change."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any

from rules import formulas
from rules.dice import DiceError
from rules.refusals import Refusal

YES = frozenset({"oui", "o", "vrai", "actif", "1", "yes", "true"})
NO = frozenset({"non", "n", "faux", "inactif", "0", "no", "false"})
NONE = "aucun"  # what clears a role or a channel


class BadSetting(Refusal):
    """A setting that does not exist, or a value that it does not take."""

    def __init__(self, key: str, expected: str) -> None:
        self.key = key
        self.expected = expected
        super().__init__(f"Réglage `{key}` : {expected}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """What a setting is: the key typed, a few words, the rule it reads, its meaning, what it accepts.

    ``identity``: it names a role or a channel of the server, or nothing. ``formula``: beside its choices, it takes
    dice and words of :mod:`rules.formulas`.
    """

    key: str
    title: str
    rule: str
    meaning: str
    default: bool | int | str | None = None
    low: int = 0
    high: int = 0
    unit: str = ""
    choices: tuple[str, ...] = ()
    identity: bool = False
    formula: bool = False

    @property
    def accepted(self) -> tuple[str, ...]:
        """The values worth proposing; a number has others between its bounds."""
        if isinstance(self.default, bool):
            return "oui", "non"
        if self.choices:
            return self.choices
        return (NONE,) if self.identity else (str(self.default), str(self.low), str(self.high))

    @property
    def expected(self) -> str:
        """What may be typed, in words."""
        if self.identity:
            return f"un choix de la liste, ou « {NONE} »"
        if self.formula:
            return (
                f"« {self.default} », ou une formule de dés et de {', '.join(formulas.WORDS)}, comme 1d8+CON"
            )
        if isinstance(self.default, bool) or self.choices:
            return " ou ".join(f"« {value} »" for value in self.accepted)
        return f"un nombre de {self.low} à {self.high}"

    def read(self, text: str) -> bool | int | str | None:
        """The value typed. Raises :class:`BadSetting`."""
        typed = text.strip().casefold()
        if self.identity:
            if typed == NONE or typed.isdecimal():
                return None if typed == NONE else int(typed)
        elif isinstance(self.default, bool):
            if typed in YES | NO:
                return typed in YES
        elif self.formula and typed != self.default:
            with suppress(DiceError):
                return formulas.checked(text)
        elif self.choices:
            if typed in self.choices:
                return typed
        else:
            digits = typed.removesuffix(self.unit).strip() if self.unit else typed
            if digits.isascii() and digits.isdecimal() and self.low <= int(digits[:9]) <= self.high:
                return int(digits[:9])
        raise BadSetting(self.key, f"la valeur attendue est {self.expected}")

    def written(self, value: object) -> str:
        """A value as it can be typed again."""
        return NONE if value is None else shown(value)

    def label(self, value: object) -> str:
        """A value as it is read: « oui », « 12 h »."""
        return f"{self.written(value)} {self.unit}".strip()


def _setting(
    default: bool | int | str,
    title: str,
    rule: str,
    meaning: str,
    *,
    low: int = 0,
    high: int = 0,
    unit: str = "",
    choices: tuple[str, ...] = (),
    formula: bool = False,
) -> Any:
    words = {"title": title, "rule": rule, "meaning": meaning}
    limits = {"low": low, "high": high, "unit": unit, "choices": choices, "formula": formula}
    return field(default=default, metadata={**words, **limits})


@dataclass(frozen=True, slots=True)
class Settings:
    """One field a setting; its name is the key that the game master types."""

    depart_experimente: bool = _setting(
        True,
        "Départ expérimenté",
        "CRE-1",
        "Un nouveau personnage commence avec 20 000 PX et 1d6 × 100 po ; sinon niveau 1 et 3d8 × 10 po.",
    )
    methode: str = _setting(
        "3d6",
        "Tirage des caractéristiques",
        "CAR-1",
        "Les caractéristiques qui ne sont pas données se tirent à 3d6, ou à 4d6 en gardant les 3 meilleurs.",
        choices=("3d6", "4d6"),
    )
    goules: bool = _setting(
        False, "Goules permises", "PEU-1", "Les joueurs peuvent créer une goule de Nehwon."
    )
    goule_bouclier: bool = _setting(
        False, "Bouclier des goules", "PEU-2", "Une goule peut porter un bouclier."
    )
    naturels: bool = _setting(
        False,
        "Automatismes du 1 et du 20",
        "JET-4",
        "Au d20, 1 réussit et 20 échoue pour une caractéristique ; l’inverse pour une sauvegarde.",
    )
    talents_en_armure: bool = _setting(
        False,
        "Talents en armure interdite",
        "CLA-6",
        "Un talent s’emploie même dans une armure que sa classe interdit ; le MdT donne le malus.",
    )
    malus_cumule: bool = _setting(
        False,
        "Malus de palier additionnés",
        "COR-2",
        "Les malus de palier s’additionnent (0, 1, 2, 4, 6…) au lieu de se remplacer.",
    )
    initiative: str = _setting(
        "camp",
        "Initiative",
        "SEA-4",
        "Chaque camp lance 1d6 d’initiative ; ou chacun 1d6, plus sa DEX.",
        choices=("camp", "individuelle"),
    )
    seance_max: int = _setting(
        12,
        "Durée d’une séance oubliée",
        "SEA-1",
        "Heures après lesquelles une séance oubliée est close au départ suivant.",
        low=1,
        high=168,
        unit="h",
    )
    seance_reprise: int = _setting(
        6,
        "Délai de reprise",
        "SEA-1",
        "Heures après la fin d’une séance pendant lesquelles un nouveau départ demande l’avis du MdT.",
        low=0,
        high=168,
        unit="h",
    )

    rituel_minutes: int = _setting(
        30,
        "Durée d’un rituel",
        "MAG-2",
        "Minutes par niveau de sort pour le préparer.",
        low=0,
        high=480,
        unit="min",
    )
    apprentissage_libre: bool = _setting(
        False,
        "Apprentissage sans limite de niveau",
        "MAG-1",
        "Un magicien peut apprendre un sort d’un niveau qu’il ne prépare pas encore.",
    )
    graine_publique: bool = _setting(
        False,
        "Dés vérifiables",
        "SEA-1",
        "Les jets publics d’une séance viennent d’une graine dont l’empreinte s’annonce au début, et la graine à la fin.",
    )
    jets_joueurs: bool = _setting(
        False,
        "Les joueurs lancent leurs dés",
        "JET-2",
        "Une sauvegarde que le MdT demande attend que le joueur la lance d’un bouton ; le MdT lance pour les absents.",
    )
    recuperation: str = _setting(
        "manuel",
        "Repos d’une nuit",
        "SAN-2",
        "Les PV qu’un repos rend : le MdT les donne (`manuel`), ou une formule de dés par nuit, règle de la table.",
        choices=("manuel", "niveau", "1d3", "1d8+CON"),
        formula=True,
    )

    def with_value(self, key: str, text: str) -> "Settings":
        """These settings with one changed, from what the game master typed. Raises :class:`BadSetting`."""
        if key not in READINGS:
            raise BadSetting(key, f"inconnu ; les réglages sont {', '.join(READINGS)}")
        fresh: dict[str, Any] = {key: READINGS[key].read(text)}
        return replace(self, **fresh)


def shown(value: object) -> str:
    """A setting's value as the game master reads it."""
    if isinstance(value, bool):
        return "oui" if value else "non"
    return str(value)


READINGS: Mapping[str, Description] = MappingProxyType(
    {
        item.name: Description(key=item.name, default=getattr(Settings(), item.name), **item.metadata)
        for item in fields(Settings)
    }
)
GAME_MASTER_ROLE = Description(
    key="role_mdt",
    title="Rôle du MdT",
    rule="MdT",
    meaning="Qui porte ce rôle est MdT ; sans rôle, qui peut « Gérer le serveur ».",
    identity=True,
)
CHANNEL = Description(
    key="salon_annonces",
    title="Salon des annonces",
    rule="SEA-1",
    meaning="Où s’annoncent les séances ; sans choix, le salon système du serveur.",
    identity=True,
)
GM_CHANNEL = Description(
    key="salon_mdt",
    title="Salon du MdT",
    rule="MdT",
    meaning="Où le MdT lit les jets `au-mdt` des joueurs ; sans choix, ces jets sont refusés.",
    identity=True,
)
PLACES = (GAME_MASTER_ROLE, CHANNEL, GM_CHANNEL)
DESCRIPTIONS: Mapping[str, Description] = MappingProxyType({**{one.key: one for one in PLACES}, **READINGS})


def proposals(one: Description, typed: str) -> list[tuple[str, str]]:
    """What to propose for what is typed: each a label and a value, the number typed first."""
    wanted = typed.strip().casefold()
    found: dict[str, str] = {}
    for text in (wanted, *one.accepted):
        if text.casefold().startswith(wanted) and (value := _readable(one, text)) is not None:
            default = " (défaut)" if value == one.default else ""
            found.setdefault(f"{one.label(value)}{default}", one.written(value))
    return list(found.items())


def _readable(one: Description, text: str) -> bool | int | str | None:
    try:
        return one.read(text)
    except BadSetting:
        return None
