"""What was taken away from a message is remembered, and nothing more is taken."""

import pytest

from bot.retired import MOST_MESSAGES, Retired, begins


@pytest.mark.parametrize(
    ("identifier", "gone"),
    [
        ("destin:12", True),
        ("destin:1", False),
        ("destin:123", False),
        ("jets:4:lancer", True),
        ("jets:40:lancer", False),
        ("maitre:7", True),
        ("maitresse:7", False),
    ],
)
def test_a_kind_or_an_identifier_takes_no_other_away(identifier: str, *, gone: bool) -> None:
    assert begins(identifier, ("destin:12", "jets:4", "maitre")) is gone


def test_each_message_remembers_its_own() -> None:
    retired = Retired()
    assert retired.add(1, ("destin:1",)) == ("destin:1",)
    assert sorted(retired.add(1, ("destin:2",))) == ["destin:1", "destin:2"]
    assert retired.add(2, ("destin:3",)) == ("destin:3",)


def test_only_the_latest_messages_are_remembered() -> None:
    retired = Retired()
    for number in range(MOST_MESSAGES + 1):
        retired.add(number, ("destin:1",))
        retired.add(0, ("effet:1",))
    assert len(retired.add(0, ("jets:1",))) == 3, "pressed again and again, it stays"
    assert retired.add(1, ()) == ()
