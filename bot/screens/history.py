"""`/journal voir` as it is read: one line an act, newest first, evening by evening."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from bot import history_buttons
from bot.french import NBSP, fitting, legible, of, shortened, shown
from bot.replies import DESCRIPTION_LIMIT, Button, Reply
from bot.screens.why import account
from bot.storage.history import Page, View
from bot.storage.past import Entry
from rules.campaign import HOUR

LINE_ROOMS = (140, 90, 60, 35)  # characters of a line, the first that lets all of them hold
ROOM = DESCRIPTION_LIMIT - 200
CALM = 6 * HOUR  # between two evenings
NAME = 32


def history(view: View, page: Page, name: str = "") -> Reply:
    """A page of the journal; ``name``: the one character that it is about."""
    menu = (explain_menu(page.entries),) if page.entries else ()
    return Reply(
        title=f"📜 Journal {of(shown(name))}" if name else "📜 Journal",
        lines=page_lines(page.entries) or ("Rien n’est écrit ici pour l’instant.",),
        footer=" ".join(_notes(view, page)),
        buttons=(*menu, *history_buttons.page_buttons(view, page)),
        secret=view.mastered,
        explained=False,
    )


def explain_menu(entries: Sequence[Entry]) -> Button:
    """« Expliquer une entrée… », each by its number and in its words."""
    return history_buttons.explain_menu({entry.id: f"{entry.id} · {plain(entry)}" for entry in entries})


def _notes(view: View, page: Page) -> Iterator[str]:
    """What must be known to read the page."""
    if any(not entry.standing for entry in page.entries):
        yield "Barré : annulé ou remplacé depuis."
    if view.mastered:
        yield "Pour le MdT seul : les secrets y sont."


def page_lines(entries: Sequence[Entry]) -> tuple[str, ...]:
    """Every act of the page: the more there are, the less is said of each."""
    for room in LINE_ROOMS:
        lines = [line for evening in evenings(entries) for line in _evening_lines(evening, room)]
        if len("\n".join(lines)) <= ROOM:
            break
    return fitting(lines, ROOM)


def evenings(entries: Sequence[Entry]) -> list[list[Entry]]:
    """The acts parted where the table was long silent."""
    parted: list[list[Entry]] = [[entry] for entry in entries[:1]]
    for newer, older in pairwise(entries):
        if newer.at - older.at > CALM:
            parted.append([])
        parted[-1].append(older)
    return parted


def _evening_lines(evening: Sequence[Entry], room: int) -> list[str]:
    """Its day, which Discord writes where each reader is, then its acts; those of one gesture under the first."""
    lines = [f"**<t:{evening[-1].at}:D>**"]
    for place, entry in enumerate(evening):
        together = place > 0 and entry.group_id is not None and entry.group_id == evening[place - 1].group_id
        lines.append(f"{f'↳{NBSP}' if together else ''}{entry_line(entry, room)}")
    return lines


def entry_line(entry: Entry, room: int) -> str:
    """« **42** · 21:14 · Hrafn — horreur insoutenable : échec, folie 2 → 5 »; struck when it no longer stands."""
    words = shown(shortened(plain(entry), room))
    mark = "🔒 " if entry.secret and not entry.revealed else ""
    return f"**{entry.id}** · <t:{entry.at}:t> · {mark}{words if entry.standing else f'~~{words}~~'}"


def plain(entry: Entry) -> str:
    """What an act was and what came of it, without markdown, on one line."""
    name = shortened(entry.act.name, NAME)
    words = account(entry.act).line
    return " ".join(legible(f"{name} — {words}" if name else words).split())
