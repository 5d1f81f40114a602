"""How the loopback Discord's routes are written down."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

Reply = tuple[int, Any]
Handler = Callable[..., Reply]
Routes = list[tuple[str, re.Pattern[str], Handler]]


def registrar(routes: Routes) -> Callable[[str, str], Callable[[Handler], Handler]]:
    """A decorator that adds a handler to `routes`; each `{name}` of the path is passed to it, as text."""

    def route(method: str, template: str) -> Callable[[Handler], Handler]:
        pattern = re.compile(re.sub(r"\{\w+\}", "([^/]+)", template) + "$")

        def register(handler: Handler) -> Handler:
            routes.append((method, pattern, handler))
            return handler

        return register

    return route


def unknown(what: str, code: int) -> Reply:
    """Discord's 404 for something that does not exist, on a route that does."""
    return 404, {"message": f"Unknown {what}", "code": code}
