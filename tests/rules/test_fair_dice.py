"""Fair dice: no modulo bias, a seed that settles every face, a verifier that finds any forgery, chi-square."""

import hashlib
import hmac
import json
import os
import struct
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from rules.dice import SystemDice, roll, source, verify
from rules.dice.chi_square import survival, verdict
from rules.dice.seeded import SeededDice

SEED = bytes(range(32))
OTHER = bytes(32)
REQUEST = 1_234_567_890_123_456_789


@pytest.fixture
def words(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The random words to come, the first taken last; the operating system gives no other."""
    scripted: list[int] = []
    monkeypatch.setattr(source, "_words", scripted)
    return scripted


@pytest.mark.parametrize("sides", [1, 2, 3, 6, 7, 10, 20, 100, 999_999, 10**6])
def test_each_face_is_given_by_as_many_words_as_another(sides: int, words: list[int]) -> None:
    usable = source.WORD // sides * sides
    assert usable % sides == 0
    for word, face in ((0, 1), (sides - 1, sides), (usable - sides, 1), (usable - 1, sides)):
        words.append(word)
        assert SystemDice().roll(sides) == face
    if usable < source.WORD:  # the words of the last, incomplete, run of faces are thrown away
        words.extend([4 % sides, source.WORD - 1, usable])
        assert SystemDice().roll(sides) == 4 % sides + 1
        assert not words


def test_bytes_of_the_system_are_read_as_whole_words(
    words: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    given = struct.pack(f"<{source.DRAWN}I", *range(source.DRAWN))
    monkeypatch.setattr(os, "urandom", lambda count: given[:count])
    thrown = [SystemDice().roll(source.DRAWN) for _ in range(source.DRAWN)]
    assert sorted(thrown) == list(range(1, source.DRAWN + 1))


def test_a_face_is_the_documented_hmac_of_its_counter() -> None:
    dice = SeededDice(SEED, 7, REQUEST)
    faces = [dice.roll(20) for _ in range(50)]
    for counter, face in enumerate(faces, 7):
        digest = hmac.digest(SEED, struct.pack(">QQ", counter, REQUEST), "sha256")
        assert int(digest.hex(), 16) % 20 + 1 == face
    assert dice.counter == 57


def test_a_block_beyond_the_last_whole_run_of_faces_is_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    usable = verify.SPACE // 6 * 6
    blocks = {0: usable, 1: verify.SPACE - 1, 2: usable - 1}
    monkeypatch.setattr(verify, "block", lambda _, counter, request: blocks[counter])
    assert verify.draw(SEED, 0, REQUEST, 6) == (6, 3)


def test_what_a_refused_request_threw_tells_nothing_of_the_next_one() -> None:
    refused, accepted = SeededDice(SEED, 0, REQUEST), SeededDice(SEED, 0, REQUEST + 1)
    assert [refused.roll(20) for _ in range(30)] != [accepted.roll(20) for _ in range(30)]


def test_a_seed_resumes_at_its_counter() -> None:
    whole = SeededDice(SEED, 0, REQUEST)
    first = [whole.roll(6) for _ in range(10)]
    resumed = SeededDice(SEED, 4, REQUEST)
    assert [resumed.roll(6) for _ in range(6)] == first[4:]


def test_seeded_faces_look_fair() -> None:
    dice = SeededDice(SEED, 0, REQUEST)
    faces = Counter(dice.roll(20) for _ in range(20_000))
    tested = verdict([faces[face] for face in range(1, 21)])
    assert tested is not None
    assert tested.probability > 0.001  # a given seed: always the same sample


def export(seed: bytes = SEED) -> dict[str, Any]:
    """The file of a session of three acts; the counter of its first die is 5."""
    counter = 5
    acts: list[dict[str, Any]] = []
    for number, shape in ((31, [20]), (33, [6, 6, 6, 100]), (40, [20, 10])):
        dice = SeededDice(seed, counter, REQUEST + number)
        thrown = [[sides, dice.roll(sides)] for sides in shape]
        acts.append({"act": number, "request": REQUEST + number, "from": counter, "dice": thrown})
        counter = dice.counter
    return {
        "format": verify.FORMAT,
        "seed": seed.hex(),
        "commitment": hashlib.sha256(seed).hexdigest(),
        "first": 5,
        "next": counter,
        "acts": acts,
    }


def test_an_honest_session_is_verified() -> None:
    assert not verify.faults(export())
    assert not verify.faults(export(), hashlib.sha256(SEED).hexdigest().upper())


def test_a_forged_face_is_found() -> None:
    document = export()
    die = document["acts"][1]["dice"][2]
    die[1] = die[1] % 6 + 1
    assert len(found := verify.faults(document)) == 1
    assert "Acte 33, dé 3" in found[0]


@pytest.mark.parametrize("missing", [0, 1, 2])
def test_a_missing_act_is_found(missing: int) -> None:
    document = export()
    del document["acts"][missing]
    assert any("un jet manque" in fault for fault in verify.faults(document))


def test_a_die_taken_away_added_or_moved_is_found() -> None:
    honest = export()["acts"][1]["dice"]
    for forged in (honest[:-1], [*honest, [6, 1]], [honest[-1], *honest[:-1]]):
        document = export()
        document["acts"][1]["dice"] = forged
        assert verify.faults(document)


@pytest.mark.parametrize("sides", [20.0, True, "20"])
def test_a_number_that_is_not_a_whole_one_draws_nothing(sides: object) -> None:
    """A floating « 20.0 » would be divided otherwise, and so forge another face."""
    document = export()
    for act in document["acts"]:
        for die in act["dice"]:
            die[0] = sides
    assert verify.faults(document)


def test_an_empty_hash_is_not_taken_for_none() -> None:
    document = export()
    assert not verify.faults(document, document["commitment"])
    assert verify.faults(document, "")


def test_a_fault_is_told_whatever_its_act_is_called(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = export()
    document["acts"][0]["act"] = "\ud800"
    document["acts"][0]["dice"][0][1] += 1
    path = tmp_path / "preuve.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    assert verify.main([str(path)]) == 1
    assert "la graine donne" in capsys.readouterr().out


def test_a_wrong_seed_is_found() -> None:
    document = export()
    document["seed"] = OTHER.hex()
    assert "n’est pas celle de l’empreinte" in verify.faults(document)[0]
    forged = export(OTHER)  # consistent with itself, but not with what was published
    assert not verify.faults(forged)
    assert verify.faults(forged, hashlib.sha256(SEED).hexdigest())


@pytest.mark.parametrize(
    "broken",
    [
        None,
        [],
        {},
        {"format": "autre"},
        {**export(), "seed": "zz"},
        {**export(), "seed": "00"},
        {**export(), "acts": 3},
        {**export(), "first": -1},
        {**export(), "acts": [{"act": 1, "request": 1, "from": 5, "dice": [[0, 1]]}]},
        {**export(), "acts": [{"act": 1, "request": 1, "from": 5, "dice": [[10**9, 1]]}]},
    ],
)
def test_a_broken_file_is_refused_without_a_crash(broken: object) -> None:
    assert verify.faults(broken)


def test_the_verifier_runs_alone_on_a_file(tmp_path: Path) -> None:
    script = tmp_path / "verify.py"
    script.write_bytes(Path(verify.__file__).read_bytes())
    file = tmp_path / "seance.json"
    file.write_text(json.dumps(export()), encoding="utf-8")

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        environment = {"PYTHONIOENCODING": "utf-8"}
        return subprocess.run(
            [sys.executable, "-I", *arguments],
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=tmp_path,
            env=environment,
        )

    done = run(str(script), str(file))
    assert (done.returncode, done.stderr) == (0, "")
    assert "Conforme : 7 dé(s) de 3 acte(s)" in done.stdout
    assert run(str(script), str(file), "0" * 64).returncode == 1
    assert run(str(script), str(tmp_path / "absent.json")).returncode == 2
    assert run(str(script)).returncode == 2


def test_a_formula_is_thrown_with_seeded_dice() -> None:
    assert roll("4d6kh3", SeededDice(SEED, 0, REQUEST)) == roll("4d6kh3", SeededDice(SEED, 0, REQUEST))


@pytest.mark.parametrize(
    ("statistic", "degrees", "probability"),
    [
        (0, 5, 1.0),
        (3.841458820694124, 1, 0.05),
        (6.634896601021213, 1, 0.01),
        (5.991464547107979, 2, 0.05),
        (11.070497693516351, 5, 0.05),
        (30.14352720564616, 19, 0.05),
        (36.19086912927004, 19, 0.01),
        (124.34211340400407, 100, 0.05),
        (2.0, 2, 0.36787944117144233),  # exp(−1)
        (40.0, 2, 2.0611536224385579e-09),  # exp(−20)
    ],
)
def test_the_survival_function_has_its_known_values(
    statistic: float, degrees: int, probability: float
) -> None:
    assert survival(statistic, degrees) == pytest.approx(probability, rel=1e-9)


def test_the_verdict_needs_five_of_each_face() -> None:
    assert verdict([5, 5, 5, 5, 5, 4]) is None
    assert verdict([30]) is None
    even = verdict([5] * 6)
    assert even is not None
    assert (even.statistic, even.probability) == (0, 1)
    loaded = verdict([5, 5, 5, 5, 5, 35])
    assert loaded is not None
    assert loaded.probability < 1e-9
