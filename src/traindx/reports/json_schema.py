"""The JSON Schema of what a command prints, generated from the structs that it is printed from."""

from __future__ import annotations

import json
import pathlib
import sys
from typing import Any

import msgspec

from traindx.reports.json import Envelope
from traindx.reports.statistics import Statistics

DIALECT = "https://json-schema.org/draft/2020-12/schema"
# What stands under `answer`; of a command that is not named it is empty.
ANSWERS: dict[str, type] = {"inspect": Statistics}
COMMANDS = {
    "diagnose": "The diagnosis of every run that was read, worst first",
    "inspect": "What a batch showed of a model: the diagnosis, and the statistics that it rests on",
}


def schema(command: str) -> dict[str, Any]:
    """The schema of one command's JSON."""
    if command not in COMMANDS:
        raise ValueError(f"{command!r} prints no JSON; these do: {', '.join(COMMANDS)}")
    made = msgspec.json.schema(Envelope)
    definitions = made["$defs"]
    whole = definitions.pop("Envelope")
    whole["properties"]["command"] = {"const": command}
    whole["properties"]["schema"] = {"const": 1}
    if command in ANSWERS:
        answer = msgspec.json.schema(ANSWERS[command])
        definitions = {**definitions, **answer["$defs"]}
        whole["properties"]["answer"] = {"$ref": answer["$ref"]}
    return {"$schema": DIALECT, "title": f"traindx {command}", "description": COMMANDS[command],
            **{key: value for key, value in whole.items() if key not in ("title", "description")},
            "$defs": definitions}  # fmt: skip


def text(command: str) -> str:
    """The schema as it stands in the documentation."""
    return json.dumps(schema(command), indent=2) + "\n"


def main(arguments: list[str]) -> None:
    """Writes the schema of every command into a folder."""
    folder = pathlib.Path(arguments[0] if arguments else "docs/schema")
    folder.mkdir(parents=True, exist_ok=True)
    for command in COMMANDS:
        (folder / f"{command}.json").write_text(text(command), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
