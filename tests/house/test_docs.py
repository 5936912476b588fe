"""What the pages show is what the program does: every page is gone through from top to bottom, in a folder of its own.

- ```` ```console ````: each `$` line is run, and what stands below it is what it printed; a last line `...` leaves
  out the rest. Only traindx and a few small commands are run; of others nothing may be shown.
- ```` ```python ````: is executed; the blocks of a page share their names. A ```` ```text ```` block right behind it is
  what it printed. One that imports a framework is compiled only: it takes seconds, and prints what its version prints.
- ```` ```toml ````: is accepted as configuration, and every threshold in it exists.
- A second word behind the language is a file: the block is written there before the page goes on.

`python tests/house/test_docs.py --write` puts what is printed today into the pages.
"""

from __future__ import annotations

import ast
import contextlib
import difflib
import io
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib

import pytest

from traindx.configuration import configuration
from traindx.doors.cli.commands import COMMANDS
from traindx.registry import lookup
from traindx.verbs.explain import names

ROOT = pathlib.Path(__file__).parents[2]
GUIDES = sorted((ROOT / "src" / "traindx" / "guides").glob("*.md"))
PAGES = [str(page.relative_to(ROOT)) for page in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), *GUIDES)]
LINKED = [*PAGES, "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "examples/README.md"]
FENCE = re.compile(r"^```(?P<word>\w+)(?: (?P<file>\S+))?\n(?P<body>.*?)^```$", re.M | re.S)
LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)\s#]+)")
FRAMEWORKS = {"torch", "keras"}
RUN = re.compile(r"(\w+=\S+ )*(traindx|cat|echo|head|ls|mkdir|python3? -m json\.tool)\b")


class Session:
    """A page that is being gone through: what the blocks so far have left behind."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder / "clone"
        shutil.copytree(ROOT / "examples", self.folder / "examples")
        tools = folder / "bin"
        tools.mkdir()
        # -P: the installed command does not find packages in the folder where it is called.
        shim = f'#!/bin/sh\nexec "{sys.executable}" -P -c "from traindx.doors.cli import main; main()" "$@"\n'
        (tools / "traindx").write_text(shim)
        (tools / "traindx").chmod(0o755)
        self.environment = {"PATH": f"{tools}:/usr/bin:/bin", "COLUMNS": "80", "PYTHONIOENCODING": "utf-8",
                            "HOME": str(folder), "VIRTUAL_ENV": sys.prefix}  # fmt: skip
        self.names: dict[str, object] = {"__name__": "__main__"}
        self.status = 0
        self.printed = ""

    def renewed(self, page: str) -> str:
        """The page with what is printed today."""
        parts, end, python = [], 0, False
        for block in FENCE.finditer(page):
            between, body = page[end : block.start()], block["body"]
            shown = python and block["word"] == "text" and not between.strip()
            if block["file"]:
                path = self.folder / block["file"]
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(body, encoding="utf-8")
            if block["word"] == "console":
                body = self.console(body)
            elif block["word"] == "toml":
                accepted(body, self.folder)
            elif shown:
                body = shortened(self.printed, body)
            python = block["word"] == "python" and not block["file"]
            if python:
                self.printed = self.python(body)
            parts += [between, page[block.start() : block.start("body")], body, "```"]
            end = block.end()
        return "".join([*parts, page[end:]])

    def console(self, body: str) -> str:
        first, *rest = re.split(r"^\$ ", body, flags=re.M)
        assert not first, f"a console block begins with a command, not with {first!r}"
        return "".join(self.command(*one.split("\n", 1)) for one in rest)

    def command(self, line: str, shown: str) -> str:
        while line.endswith("\\"):  # goes on in the next line
            more, _, shown = shown.partition("\n")
            line += f"\n{more}"
        if not RUN.match(line):
            assert not shown.strip(), f"the output of a command is shown that is not run here: {line}"
            return f"$ {line}\n{shown}"
        if line == "echo $?":
            return f"$ {line}\n{shortened(str(self.status), shown)}"
        done = subprocess.run(
            ["/bin/sh", "-c", line], cwd=self.folder, env=self.environment, check=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120,
        )  # fmt: skip
        self.status = done.returncode
        output = done.stdout.decode()
        assert "Traceback" not in output, output
        return f"$ {line}\n{shortened(output, shown)}"

    def python(self, body: str) -> str:
        code = compile(body, "a block of the page", "exec")
        imports = [node for node in ast.walk(ast.parse(body)) if isinstance(node, ast.Import)]
        if FRAMEWORKS & {one.name for node in imports for one in node.names}:
            return ""
        printed = io.StringIO()
        before = os.getcwd()
        os.chdir(self.folder)
        sys.path.insert(0, str(self.folder))
        try:
            with contextlib.redirect_stdout(printed):
                exec(code, self.names)
        finally:
            os.chdir(before)
            sys.path.remove(str(self.folder))
        return printed.getvalue()


def shortened(output: str, shown: str) -> str:
    """The output, left off where the page leaves it off, with the blank line that parts it from the next command."""
    lines = [line.rstrip() for line in output.rstrip("\n").split("\n")] if output.strip() else []
    blank = "\n" if shown.endswith("\n\n") else ""
    wanted = shown.rstrip("\n").split("\n")
    if wanted[-1] == "...":
        lines = [*lines[: max(len(wanted) - 1, 1)], "..."]
    return "".join(f"{line}\n" for line in lines) + blank


def accepted(body: str, packages: pathlib.Path) -> None:
    """Raises where the block is no configuration, or sets what does not exist; plugins may lie in the folder."""
    name = "pyproject.toml" if "tool" in tomllib.loads(body) else "traindx.toml"
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / name).write_text(body, encoding="utf-8")
        sys.path.insert(0, str(packages))
        try:
            config = configuration(folder=folder)
        finally:
            sys.path.remove(str(packages))
    assert config.origins, f"nothing of it is read:\n{body}"
    for id, parameters in config.units.items():
        unit = lookup(id)
        assert unit is not None, f"[units.{id}] names no unit"
        assert parameters.keys() <= unit.parameters.keys(), f"[units.{id}] knows {sorted(unit.parameters)}"


@pytest.mark.parametrize("page", PAGES)
def test_page(page: str, tmp_path: pathlib.Path) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    renewed = Session(tmp_path).renewed(text)
    lines = difflib.unified_diff(text.splitlines(True), renewed.splitlines(True), page, "today")
    assert renewed == text, "".join(lines)


@pytest.mark.parametrize("page", ["README.md", "docs/tutorial.md"])
def test_a_screen_is_shown(page: str) -> None:
    assert "$ traindx diagnose" in (ROOT / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", LINKED)
def test_links_and_commands_exist(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    broken = [link for link in LINK.findall(FENCE.sub("", text)) if not (ROOT / page).parent.joinpath(link).exists()]
    assert not broken
    assert set(re.findall(r"(?:`|^\$ )traindx ([a-z]+)", text, re.M)) <= COMMANDS.keys()


@pytest.mark.parametrize("page", GUIDES, ids=lambda page: page.stem)
def test_a_guide_names_what_can_be_explained(page: pathlib.Path) -> None:
    text = page.read_text(encoding="utf-8")
    told = re.findall(r"`traindx\s+explain\s+([a-z0-9-]+)`", text)
    rows = [line for line in text.splitlines() if line.startswith("| ") and "traindx explain" not in line]
    told += [name for row in rows for name in re.findall(r"`([a-z0-9-]+)`", row.rstrip(" |").rpartition("|")[2])]
    assert len(set(told)) >= 10
    assert not set(told) - set(names())


@pytest.mark.parametrize("page", GUIDES, ids=lambda page: page.stem)
def test_a_guide_leads_from_looking_to_knowing(page: pathlib.Path) -> None:
    text = page.read_text(encoding="utf-8")
    lines = text.splitlines()
    heads = [line for line in lines if re.match("## [0-9]", line)]
    assert heads[0].startswith("## 1. Look")
    assert any("Change one thing" in head for head in heads)
    assert heads[-1].endswith("Know that it helped")
    assert 60 <= len(lines) <= 120
    assert max(map(len, lines)) <= 80, "it is printed on terminals of 80 columns"
    assert {"import torch", "import keras"} <= set(lines)


BROKEN = {
    "```console\n$ traindx explain --list nothing\nfindings\n```\n": "is no kind",
    "```python\nprint(1 + 1)\n```\n\n```text\n3\n```\n": "2",
    "```console\n$ traindx diagnose examples/nowhere --fail-on never\n$ echo $?\n0\n```\n": "\n2\n",
}


@pytest.mark.parametrize("text", BROKEN)
def test_a_page_that_is_wrong_is_noticed(text: str, tmp_path: pathlib.Path) -> None:
    renewed = Session(tmp_path).renewed(text)
    assert renewed != text
    assert BROKEN[text] in renewed


@pytest.mark.parametrize(
    "text",
    [
        "```toml\n[units.loss-spike]\nno_such_threshold = 1\n```\n",
        "```toml\nno_such_setting = 1\n```\n",
        "```python\nraise ValueError\n```\n",
        "```python\nimport torch\ntorch.(\n```\n",
        "```console\n$ rm -r examples\ngone\n```\n",
    ],
)
def test_a_block_that_cannot_be_is_refused(text: str, tmp_path: pathlib.Path) -> None:
    with pytest.raises(Exception):
        Session(tmp_path).renewed(text)


def main() -> None:
    """Puts what is printed today into the pages that are named, or into all."""
    if sys.argv[1:2] != ["--write"]:
        sys.exit(f"usage: python {sys.argv[0]} --write [PAGE...]")
    for page in sys.argv[2:] or PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder:
            renewed = Session(pathlib.Path(folder)).renewed(text)
        if renewed != text:
            (ROOT / page).write_text(renewed, encoding="utf-8")
            print(f"renewed {page}")


if __name__ == "__main__":
    main()
