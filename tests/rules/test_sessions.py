"""Sessions: what an opening gives, what a close lifts, and what is asked before (HER-1, SAN-4, SEA-1, SEA-3, SEA-6)."""

import pytest

from rules import sessions
from rules.campaign import HOUR
from rules.changes import apply
from rules.character import Character, ClassTrack, Element, ElementKind, State
from rules.sessions import Session
from rules.settings import Settings
from rules.starts import (
    EVERY_EVENT,
    Choice,
    NothingToFollow,
    Precedent,
    QuestionSettled,
    Reason,
    SituationChanged,
    Start,
    ask,
    decide,
    follow,
    follows,
    same_start,
    verify_answer,
)
from tests.characters import campaign, monster, thief, warrior

NOW = 1_800_000_000


def state(key: State, text: str, *, rounds: bool = True, ends_at: int | None = 50) -> Element:
    return Element(f"1.{key}", ElementKind.STATE, key, text, ends_at, in_rounds=rounds)


def at_level(level: int, *others: int) -> Character:
    tracks = [
        ClassTrack("guerrier", (0, 2035, 4065, 8125, 16251, 32501, 65001)[one - 1], (8,) * one)
        for one in (level, *others)
    ]
    return warrior(classes=tuple(tracks), heroism=0)


@pytest.mark.parametrize(("level", "points"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (7, 3)])
def test_a_session_gives_half_the_level_and_at_least_one(level: int, points: int) -> None:
    (one,) = sessions.open_session("", [at_level(level)]).restored
    assert (one.before, one.after) == (0, points)


def test_the_highest_class_level_counts() -> None:
    (one,) = sessions.open_session("", [at_level(2, 6)]).restored
    assert one.after == 3


def test_the_session_s_points_replace_the_old_ones() -> None:
    rich = warrior(heroism=7)
    act = sessions.open_session("", [rich])
    assert [(one.before, one.after) for one in act.restored] == [(7, 2)]
    assert apply(rich, act.change_of(rich.id)).heroism == 2


def test_a_character_with_the_right_points_is_announced_but_not_changed() -> None:
    act = sessions.open_session("", [warrior(heroism=2)])
    assert len(act.restored) == 1
    assert act.changes == ()


def test_npcs_the_dead_the_consumed_and_the_archived_are_left_alone() -> None:
    dead = thief(id=5, elements=(state(State.DEAD, "mort", ends_at=None),))
    consumed = thief(id=6, elements=(state(State.CONSUMED, "consumé", ends_at=None),))
    act = sessions.open_session("", [monster(heroism=4), dead, consumed, thief(id=7, archived=True)])
    assert act.restored == ()
    assert act.changes == ()


def test_characters_in_reserve_are_restored_too() -> None:
    assert sessions.open_session("", [warrior(active=False, heroism=0)]).restored[0].after == 2


def test_a_close_lifts_what_is_counted_in_rounds_and_nothing_else() -> None:
    rounds = state(State.PARALYSED, "paralysie")
    hours = state(State.EXHAUSTED, "choc", rounds=False, ends_at=9_999)
    endless = state(State.PANICKED, "panique", rounds=False, ends_at=None)
    trouble = Element("2.folie", ElementKind.TROUBLE, "phobie", "phobie grave")
    fafhrd = warrior(elements=(rounds, hours, endless, trouble))
    act = sessions.close_session("Les rats", [fafhrd, thief()], campaign(clock=10))
    assert [(one.name, one.text) for one in act.lifted] == [("Fafhrd", "paralysie")]
    assert apply(fafhrd, act.change_of(fafhrd.id)).elements == (hours, endless, trouble)
    assert act.title == "Les rats"


def test_what_has_merely_expired_is_passed_over() -> None:
    fafhrd = warrior(elements=(state(State.PARALYSED, "paralysie", ends_at=50),))
    act = sessions.close_session("", [fafhrd], campaign(clock=50))
    assert act.lifted == ()
    assert act.changes == ()


def test_the_fallen_are_lifted_without_a_word() -> None:
    rounds = state(State.FLEEING, "fuite")
    gone = warrior(archived=True, elements=(rounds,))
    act = sessions.close_session("", [gone], campaign())
    assert act.lifted == ()
    assert apply(gone, act.change_of(gone.id)).elements == ()


def test_a_close_says_that_a_combat_is_left_open() -> None:
    assert sessions.close_session("", [], campaign(fighting=4)).fighting == 4
    assert sessions.close_session("", [], campaign()).fighting is None


def test_an_opening_tells_of_the_session_that_it_closed() -> None:
    fafhrd = warrior(elements=(state(State.FLEEING, "fuite"),))
    closed = sessions.close_session("Vieille", [fafhrd], campaign())
    act = sessions.open_session("Neuve", [fafhrd], closed)
    assert (act.title, act.previous, act.lifted) == ("Neuve", "Vieille", closed.lifted)


def test_a_session_opened_in_the_calm_begins_a_period() -> None:
    calm = sessions.in_session(campaign(period=3), 9)
    fighting = sessions.in_session(campaign(period=3, fighting=2), 9)
    assert (calm.session_id, calm.period) == (9, 4)
    assert (fighting.session_id, fighting.period) == (9, 3), "the second wind of this combat stays taken"


def session(identity: int = 1, *, opened: float = 1, closed: float | None = None) -> Session:
    """A session opened so many hours ago, perhaps closed so many hours ago."""
    return Session(
        identity,
        f"Séance {identity}",
        77,
        int(NOW - opened * HOUR),
        None if closed is None else int(NOW - closed * HOUR),
    )


OPEN, FORGOTTEN, MONTHS_AGO = session(1), session(2, opened=12.01), session(3, opened=999, closed=990)
RECENT, PLAYED = session(4, opened=8, closed=5.99), session(5, opened=60, closed=55)


@pytest.mark.parametrize(
    ("precedent", "start"),
    [
        (Precedent(), Start()),
        (Precedent(last=MONTHS_AGO), Start()),
        (Precedent(open=OPEN), Start(None, (Reason.ALREADY_OPEN, OPEN))),
        (Precedent(open=OPEN, played=PLAYED, last=RECENT), Start(None, (Reason.ALREADY_OPEN, OPEN))),
        (Precedent(open=FORGOTTEN), Start(FORGOTTEN)),
        (Precedent(open=FORGOTTEN, last=MONTHS_AGO), Start(FORGOTTEN)),
        (Precedent(open=FORGOTTEN, last=RECENT), Start(FORGOTTEN, (Reason.RECENT, RECENT))),
        (Precedent(played=PLAYED, last=MONTHS_AGO), Start(None, (Reason.PLAYED, PLAYED))),
        (Precedent(last=RECENT), Start(None, (Reason.RECENT, RECENT))),
    ],
)
def test_a_start_opens_replaces_or_asks(precedent: Precedent, start: Start) -> None:
    assert decide(precedent, Settings(), NOW) == start


@pytest.mark.parametrize(("hours", "asked"), [(0, True), (5.99, True), (6, False), (100, False)], ids=str)
def test_six_hours_after_its_last_session_an_event_opens_another_unasked(hours: float, asked: bool) -> None:
    last = session(opened=hours + 1, closed=hours)
    assert (decide(Precedent(last=last), Settings(), NOW).question is not None) is asked


@pytest.mark.parametrize(("hours", "old"), [(11.99, False), (12, False), (12.01, True)], ids=str)
def test_a_session_open_for_more_than_twelve_hours_is_forgotten(hours: float, old: bool) -> None:
    start = decide(Precedent(open=session(opened=hours)), Settings(), NOW)
    assert (start.forgotten is not None) is old
    assert (start.question is None) is old


def test_both_delays_are_settings() -> None:
    assert decide(Precedent(open=session(opened=2)), Settings(seance_max=1), NOW).forgotten
    assert decide(Precedent(last=RECENT), Settings(seance_reprise=0), NOW) == Start()


@pytest.mark.parametrize(
    ("had", "same"),
    [(None, False), (OPEN, True), (FORGOTTEN, False), (RECENT, True), (MONTHS_AGO, False)],
    ids=["none", "open", "forgotten", "recent", "old"],
)
def test_a_planned_start_that_moved_under_an_active_event(had: Session | None, same: bool) -> None:
    assert same_start(had, Settings(), NOW) is same


@pytest.mark.parametrize(
    ("reason", "choices"),
    [
        (Reason.ALREADY_OPEN, (Choice.OPEN, Choice.KEEP)),
        (Reason.PLAYED, (Choice.OPEN, Choice.RESUME)),
        (Reason.RECENT, (Choice.OPEN, Choice.RESUME)),
    ],
)
def test_each_question_has_its_two_answers(reason: Reason, choices: tuple[Choice, Choice]) -> None:
    assert ask(reason, OPEN, "", NOW).choices == choices


def test_a_question_says_for_how_long() -> None:
    assert ask(Reason.ALREADY_OPEN, session(opened=2), "", NOW).age == 2 * HOUR
    assert ask(Reason.RECENT, session(opened=9, closed=3), "", NOW).age == 3 * HOUR


def test_an_answer_comes_in_time_or_is_refused() -> None:
    already, resume = ask(Reason.ALREADY_OPEN, OPEN, "", NOW), ask(Reason.RECENT, RECENT, "", NOW)
    during, calm, elsewhere = campaign(session_id=OPEN.id), campaign(), campaign(session_id=99)
    for choice in already.choices:
        verify_answer(already, choice, during, settled=False, active=True)
    for choice in resume.choices:
        verify_answer(resume, choice, calm, settled=False, active=True)
    with pytest.raises(QuestionSettled):
        verify_answer(already, Choice.OPEN, during, settled=True, active=True)
    for question, now, choice, active in (
        (already, calm, Choice.OPEN, True),  # the session was closed
        (already, elsewhere, Choice.KEEP, True),  # another one opened
        (resume, elsewhere, Choice.RESUME, True),
        (already, during, Choice.OPEN, False),  # the event is over
        (already, during, Choice.RESUME, True),  # not one of its answers
    ):
        with pytest.raises(SituationChanged):
            verify_answer(question, choice, now, settled=False, active=active)


@pytest.mark.parametrize(
    ("events", "title", "counts"),
    [
        ("tous", "Soirée jeux de société", True),
        ("aucun", "Lankhmar, aucun répit", False),
        ("lankhmar", "Une nuit à LANKHMAR", True),
        ("épées", "Les Epees et la neige", True),
        ("epees", "ÉPÉES & PMT", True),
        ("l'ombre", "Dans L’Ombre des tours", True),
        ("nuit  à", "Une nuit à Lankhmar", True),
        ("rats", "Une nuit à Lankhmar", False),
    ],
)
def test_the_events_that_are_followed(events: str, title: str, counts: bool) -> None:
    assert follows(events, title) is counts


@pytest.mark.parametrize(
    ("typed", "kept"), [("TOUS", "tous"), (" Aucun ", "aucun"), ("Épées  et ", "Épées et")]
)
def test_what_is_followed_is_kept_as_typed_but_for_the_two_words(typed: str, kept: str) -> None:
    act = follow(campaign(events="rats"), typed, None)
    assert act.events == ("rats", kept)


def test_the_channel_stays_unless_another_is_chosen() -> None:
    before = campaign(channel_id=5)
    assert follow(before, "tous", None).channel_id == (5, 5)
    assert follow(before, "tous", 6).channel_id == (5, 6)


def test_nothing_is_not_a_word_to_follow() -> None:
    with pytest.raises(NothingToFollow):
        follow(campaign(), "   ", None)


def test_by_default_every_event_is_followed() -> None:
    assert campaign().events == EVERY_EVENT
