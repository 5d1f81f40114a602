"""What the game refuses. One class a refusal; its facts are attributes, ``str()`` is what the player reads."""


class Refusal(Exception):
    """An act that the rules do not allow. Nothing was changed, nothing was spent."""
