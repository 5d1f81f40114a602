"""Every body the bot sends, held against Discord's own OpenAPI document.

The document stands beside the checkout; where it is not there, `document()` gives None and the tests skip.
A few limits that Discord enforces but does not write in the document are checked too (`unwritten`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from tests.process.exchange import Request
from tests.process.unwritten import beyond
from tests.process.world import Payload

PATH = Path(__file__).parents[3] / "shared" / "discord-openapi.json"
_BASE = "urn:discord"


@dataclass(frozen=True)
class Looser:
    """A field where discord.py itself sends what the document does not allow."""

    operation: str  # As « PUT /applications/{application_id}/commands »; `*` for any part.
    field: str  # The path in the body, as « data/embeds/0/title »; `*` for any part.
    reason: str

    def excuses(self, operation: str, field: str) -> bool:
        return fnmatchcase(operation, self.operation) and fnmatchcase(field, self.field)


LOOSER = (
    Looser(
        "*",
        "*/default_values/*/id",
        "discord.py's SelectDefaultValue.to_dict writes the id as a number; Discord reads a snowflake in it",
    ),
    Looser(
        "*",
        "*attachments/*/id",
        "discord.py numbers the files it uploads (files[0] is attachment 0) with numbers, not strings",
    ),
)


class Document:
    """The OpenAPI document, with one validator kept for each operation."""

    def __init__(self, path: Path = PATH) -> None:
        self._contents: Payload = json.loads(path.read_text(encoding="utf-8"))
        resource = DRAFT202012.create_resource(self._contents)
        self._registry: Registry[Any] = Registry().with_resource(_BASE, resource)
        # The path with the fewest parameters first: « @original » is not a message's id.
        templates = sorted(self._contents["paths"], key=lambda template: template.count("{"))
        self._templates = [
            (re.compile(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(template)) + "$"), template)
            for template in templates
        ]
        self._validators: dict[str, Draft202012Validator | None] = {}

    def operation(self, method: str, path: str) -> str | None:
        """The operation as « POST /channels/{channel_id}/messages », or None."""
        for pattern, template in self._templates:
            if pattern.match(path) and method.lower() in self._contents["paths"][template]:
                return f"{method} {template}"
        return None

    def violations(self, method: str, path: str, body: Any) -> list[str]:
        """What the document, or Discord's unwritten limits, refuse in this body; empty when all is well."""
        operation = self.operation(method, path)
        if operation is None:
            return [f"{method} {path}: not an operation of Discord's"]
        validator = self._validator(operation)
        if body is None or validator is None:
            nothing = validator is None or not self._requires_body(operation)
            return [] if body is None and nothing else [f"{operation}: a body is {'not ' * nothing}expected"]
        found = [] if validator.is_valid(body) else list(self._errors(operation, validator, body))
        return found or [f"{operation}: {problem}" for problem in beyond(operation, body)]

    def _errors(self, operation: str, validator: Draft202012Validator, body: Any) -> Iterator[str]:
        for error in validator.iter_errors(body):
            for cause in _causes(error):
                field = "/".join(map(str, cause.absolute_path))
                if not any(rule.excuses(operation, field) for rule in LOOSER):
                    yield f"{operation}: {field or 'body'}: {cause.message[:300]}"

    def _request_body(self, operation: str) -> Payload | None:
        method, template = operation.split()
        body: Payload | None = self._contents["paths"][template][method.lower()].get("requestBody")
        return body

    def _requires_body(self, operation: str) -> bool:
        return bool((self._request_body(operation) or {}).get("required"))

    def _validator(self, operation: str) -> Draft202012Validator | None:
        if operation not in self._validators:
            method, template = operation.split()
            pointer = [
                "paths",
                template,
                method.lower(),
                "requestBody",
                "content",
                "application/json",
                "schema",
            ]
            escaped = "/".join(part.replace("~", "~0").replace("/", "~1") for part in pointer)
            schema = {"$ref": f"{_BASE}#/{escaped}"}
            known = self._request_body(operation) is not None
            validator = Draft202012Validator(schema, registry=self._registry) if known else None
            self._validators[operation] = validator
        return self._validators[operation]


@cache
def document() -> Document | None:
    """The document, read once; None where it is not beside the checkout."""
    return Document() if PATH.is_file() else None


def violations(requests: Iterable[Request]) -> list[str]:
    """What is wrong in these requests' bodies; needs the document."""
    known = document()
    assert known is not None
    return [
        problem
        for request in requests
        for problem in known.violations(request.method, request.path, request.body)
    ]


def _causes(error: ValidationError) -> Iterator[ValidationError]:
    """The errors worth telling: in a union, those of the branch that the value's `type` chooses."""
    if error.validator not in ("oneOf", "anyOf") or not error.context:
        yield error
        return
    branches: dict[int, list[ValidationError]] = {}
    for nested in error.context:
        branches.setdefault(int(nested.schema_path[0]), []).append(nested)
    chosen = [
        branch for branch in branches.values() if not any(_another_kind(error, nested) for nested in branch)
    ]
    if not chosen:
        yield error
        return
    for nested in min(chosen, key=len):
        yield from _causes(nested)


def _another_kind(union: ValidationError, nested: ValidationError) -> bool:
    """Whether a branch fails because it describes something else: null, or another `type`."""
    depth = len(nested.absolute_path) - len(union.absolute_path)
    whole = depth == 0 and nested.validator == "type"
    return whole or (depth == 1 and nested.absolute_path[-1] == "type")
