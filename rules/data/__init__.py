"""The tables that a game master may want to change, and how they are read: TOML files beside this module."""

from rules.data.lookup import find, fold, refuse_homonyms
from rules.data.reader import DIRECTORY, DataError, Document, Entry, Source, load, parse

__all__ = [
    "DIRECTORY",
    "DataError",
    "Document",
    "Entry",
    "Source",
    "find",
    "fold",
    "load",
    "parse",
    "refuse_homonyms",
]
