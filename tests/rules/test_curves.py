"""Madness and corruption from session to session."""

from rules.character import Element, ElementKind, State
from rules.curves import MOST_CURVES, MOST_SESSIONS, Curve, Evening, curves, last_evening
from rules.sessions import Mark, close_session, marks, open_session
from tests.characters import black_magician, campaign, monster, thief, warrior


def mark(name: str, madness: int, corruption: int | None = None) -> Mark:
    return Mark(sum(map(ord, name)), name, madness, corruption)


def evening(number: int, before: list[Mark], after: list[Mark]) -> Evening:
    return Evening(number, tuple(before), tuple(after))


def test_a_curve_begins_at_the_first_opening_and_has_a_point_a_session() -> None:
    found = curves(
        [
            evening(1, [mark("Hrafn", 2), mark("Ahriman", 0, 9)], [mark("Hrafn", 5), mark("Ahriman", 0, 12)]),
            evening(
                2, [mark("Hrafn", 4), mark("Ahriman", 0, 12)], [mark("Hrafn", 6), mark("Ahriman", 1, 12)]
            ),
        ]
    )
    assert found == (
        Curve("Hrafn", ((0, 2), (1, 5), (2, 6)), ()),
        Curve("Ahriman", ((0, 0), (1, 0), (2, 1)), ((0, 9), (1, 12), (2, 12))),
    )


def test_a_character_born_on_the_way_begins_there() -> None:
    found = curves(
        [
            evening(1, [mark("Hrafn", 2)], [mark("Hrafn", 2)]),
            evening(2, [mark("Hrafn", 2)], [mark("Hrafn", 2), mark("Neuf", 1)]),
        ]
    )
    assert found[1] == Curve("Neuf", ((2, 1),), ())


def test_the_dead_keep_their_last_point() -> None:
    found = curves(
        [
            evening(1, [mark("Hrafn", 2), mark("Mort", 3)], [mark("Hrafn", 2), mark("Mort", 7)]),
            evening(2, [mark("Hrafn", 2)], [mark("Hrafn", 3), mark("Mort", 7)]),
            evening(3, [mark("Hrafn", 3)], [mark("Hrafn", 3)]),
        ]
    )
    assert found[1] == Curve("Mort", ((0, 3), (1, 7)), ())


def test_the_last_evening_is_of_those_in_play() -> None:
    first = evening(1, [mark("Hrafn", 2), mark("Mort", 3)], [mark("Hrafn", 2), mark("Mort", 7)])
    second = evening(2, [mark("Hrafn", 2)], [mark("Mort", 7), mark("Hrafn", 3), mark("Neuf", 0)])
    assert last_evening([first]) == first, "whoever died in it was there"
    assert last_evening([first, second]) == evening(
        2, [mark("Hrafn", 2)], [mark("Hrafn", 3), mark("Neuf", 0)]
    )


def test_sessions_older_than_the_marks_leave_no_point() -> None:
    found = curves(
        [evening(1, [], []), evening(2, [], [mark("Hrafn", 2)]), evening(3, [], [mark("Hrafn", 3)])]
    )
    assert found == (Curve("Hrafn", ((2, 2), (3, 3)), ()),)


def test_a_name_is_the_last_one() -> None:
    renamed = Mark(mark("Hrafn", 0).character_id, "Hrafn le Noir", 1)
    assert curves([evening(1, [mark("Hrafn", 0)], [renamed])])[0].name == "Hrafn le Noir"


def test_old_sessions_and_characters_too_many_are_left_out() -> None:
    crowd = [mark("a" * length, int(length == 15)) for length in range(1, 16)]
    found = curves([evening(number, crowd, crowd) for number in range(1, 41)])
    assert len(found) == MOST_CURVES
    assert found[0].name == "a" * 15, "who has something to show comes first"
    first, *_, last = found[0].madness
    assert (first[0], last[0], len(found[0].madness)) == (40 - MOST_SESSIONS, 40, MOST_SESSIONS + 1)


def test_a_curve_is_flat_when_there_never_was_anything() -> None:
    assert Curve("Hrafn", ((0, 0), (1, 0)), ((1, 0),)).flat
    assert not Curve("Hrafn", ((0, 1), (1, 0)), ()).flat


def test_marks_are_of_player_characters_and_corruption_of_whom_it_threatens() -> None:
    found = marks(
        [
            warrior(madness=3),
            thief(corruption=1),
            black_magician(corruption=0),
            monster(),
            warrior(archived=True),
        ]
    )
    assert [(one.name, one.madness, one.corruption) for one in found] == [
        ("Fafhrd", 3, None),
        ("Souricier Gris", 0, 1),
        ("Ahriman", 0, 0),
    ]


def test_a_session_marks_those_in_play_at_its_opening_and_the_dead_too_at_its_close() -> None:
    dead = warrior(elements=(Element("1.mort", ElementKind.STATE, State.DEAD, "mort"),))
    opened, closed = (
        open_session("", iter([dead, thief()])),
        close_session("", iter([dead, thief()]), campaign()),
    )
    assert [one.name for one in opened.marks] == ["Souricier Gris"]
    assert [one.name for one in closed.marks] == ["Fafhrd", "Souricier Gris"]


def test_each_keeps_its_place_from_one_evening_to_the_next() -> None:
    """Its colour is that of its place."""
    first = evening(1, [mark("Fafhrd", 0), mark("Hrafn", 2)], [mark("Fafhrd", 0), mark("Hrafn", 3)])
    second = evening(2, [*first.closing], [mark("Fafhrd", 4), mark("Hrafn", 3)])
    for evenings in ([first], [first, second]):
        assert [curve.name for curve in curves(evenings)] == ["Fafhrd", "Hrafn"]
