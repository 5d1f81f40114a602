"""The local table: the real bot on a simulated Discord, in the browser. Needs simcord, an optional extra."""

from bot.demo.evening import perform
from bot.demo.table import play

__all__ = ["perform", "play"]
