"""The account of dice, and the seed of a session, as they are read."""

import json
from collections.abc import Iterable, Mapping, Sequence

from bot.french import NBSP, listed, number, plural, shown
from bot.replies import Attachment, Image, Reply
from bot.storage.fairness import ProvedAct
from rules.dice.verify import FORMAT
from rules.dice_tally import Tally, tallies
from rules.sessions import Proof, SessionClosing

MOST_SIZES = 5  # drawn in one message; the others have a line
MOST_NAMED = 6  # in a line
WIDTH = 8  # of the longest bar: a phone shows about thirty letters
UNUSUAL, RARE = 0.05, 0.001
COMMAND = "`python -m rules.dice.verify FICHIER EMPREINTE`"


def account(
    of_session: Mapping[tuple[int, int], int],
    ever: Mapping[tuple[int, int], int],
    *,
    player: str = "",
    chart: bytes | None = None,
) -> Reply:
    """`/des bilan`: this session in a line, then every size ever thrown; ``chart``: an image of the most thrown."""
    title = f"🎲 Bilan des dés{f' — {shown(player)}' if player else ''}"
    everything = tallies(ever)
    if not everything:
        return Reply(title=title, lines=("Aucun dé public n’a encore été lancé.",))
    lines = [f"**Séance** : {summary(tallies(of_session))}", f"**Depuis toujours** : {_dice(everything)}"]
    for tally in everything[:MOST_SIZES]:
        drawn = tally is everything[0] and chart is not None  # the first one has an image instead
        lines += [_headline(tally), "" if drawn else histogram(tally), judgement(tally)]
    if others := everything[MOST_SIZES:]:
        lines.append(f"**Autres** : {summary(others)}")
    image = (
        Image(chart, "bilan.png", f"Faces du d{everything[0].sides}, et la part attendue") if chart else None
    )
    return Reply(
        title=title, lines=tuple(lines), footer="Les jets secrets n’y sont pas comptés.", image=image
    )


def summary(found: Sequence[Tally]) -> str:
    """« 34 dés : d20 × 12, moyenne 11,2 ; d6 × 22, moyenne 3,4 »."""
    if not found:
        return "aucun dé"
    sizes = [
        f"d{one.sides} × {number(one.count)}, moyenne {_decimal(one.mean)}" for one in found[:MOST_NAMED]
    ]
    if unnamed := len(found) - MOST_NAMED if len(found) > MOST_NAMED else 0:
        sizes.append(f"et {plural(unnamed, 'autre taille', 'autres tailles')}")
    return f"{_dice(found)} : {' ; '.join(sizes)}"


def _dice(found: Iterable[Tally]) -> str:
    return plural(sum(one.count for one in found), "dé")


def _headline(tally: Tally) -> str:
    mean = f"moyenne {_decimal(tally.mean)}, attendue {_decimal(tally.expected)}"
    return f"**d{tally.sides}** · {plural(tally.count, 'dé')} · {mean}"


def histogram(tally: Tally) -> str:
    """Each face, a bar, its count; the bars are as wide as the most frequent."""
    if not tally.bars:
        return ""
    most = max(bar.count for bar in tally.bars)
    labels = [str(bar.low) if bar.low == bar.high else f"{bar.low}-{bar.high}" for bar in tally.bars]
    width = max(map(len, labels))
    rows = [
        f"{label:>{width}} {'▇' * round(WIDTH * bar.count / most):<{WIDTH}} {bar.count}"
        for label, bar in zip(labels, tally.bars, strict=True)
    ]
    return "\n".join(("```", *rows, "```"))


def judgement(tally: Tally) -> str:
    """The p-value in one plain sentence."""
    if tally.verdict is None:
        return "Trop peu de dés pour juger." if tally.bars else ""
    probability = tally.verdict.probability
    often = f"{_decimal(probability * 100)} %" if probability >= RARE else "moins de 0,1 %"
    if probability >= UNUSUAL:
        sense = "rien d’anormal"
    elif probability >= RARE:
        sense = "inhabituel, mais cela arrive"
    else:
        sense = "très inhabituel"
    return f"Des dés équilibrés s’écarteraient au moins autant {often} du temps : {sense}."


def _decimal(value: float) -> str:
    return f"{value:.1f}".replace(".", ",").removesuffix(",0")


def commitment_line(commitment: str, *, seeded: bool) -> str:
    """The hash of the seed, where the public rolls come from it."""
    return f"🔏 Dés vérifiables ; empreinte de la graine : `{commitment}`" if seeded and commitment else ""


def commitment_footer(commitment: str, *, seeded: bool) -> str:
    """The hash of a seed that does not serve, unless the game master wants it later."""
    return f"Empreinte de la graine de dés : {commitment}" if commitment and not seeded else ""


def proof_lines(proof: Proof | None, *, attached: bool = False) -> tuple[str, ...]:
    """The seed, told at the close, and how to verify."""
    if proof is None:
        return ()
    where = "le fichier joint" if attached else "le fichier que donne `/des preuve`"
    return (
        f"🔓 Graine des dés : `{proof.seed}`",
        f"Pour vérifier : {COMMAND}, avec {where} et l’empreinte de l’ouverture.",
    )


def proof_reply(session_id: int, closing: SessionClosing, acts: Sequence[ProvedAct]) -> Reply:
    """`/des preuve`: the file of the last session whose seed was told."""
    assert closing.proof is not None
    name = f" — {shown(closing.title)}" if closing.title else ""
    dice = sum(len(act.dice) for act in acts)
    told = listed([plural(dice, "dé"), plural(len(acts), "acte")], "de")
    return Reply(
        title=f"🔓 Preuve des dés{name}",
        lines=(
            f"Empreinte : `{closing.proof.commitment}`",
            *proof_lines(closing.proof, attached=True),
            f"{told}{NBSP}; les jets secrets, et ceux que le MdT est seul à voir, n’en viennent pas.",
        ),
        attachment=proof_file(session_id, closing, acts),
    )


def proof_file(session_id: int, closing: SessionClosing, acts: Sequence[ProvedAct]) -> Attachment | None:
    """What :mod:`rules.dice.verify` reads; None when no seed was told."""
    if closing.proof is None:
        return None
    document = {
        "format": FORMAT,
        "session": closing.title,
        "seed": closing.proof.seed,
        "commitment": closing.proof.commitment,
        "first": closing.proof.first,
        "next": closing.proof.next,
        "acts": [
            {
                "act": act.act_id,
                "request": act.request,
                "command": act.command,
                "at": act.at,
                "from": act.first,
                "dice": act.dice,
            }
            for act in acts
        ],
    }
    content = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return Attachment(f"des-seance-{session_id}.json", content.encode())
