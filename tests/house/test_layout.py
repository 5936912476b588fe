"""Where lines may live and how long they may get."""

import ast
import pathlib

import pytest

SOURCE = pathlib.Path(__file__).parents[2] / "src" / "traindx"
FILES = sorted(SOURCE.rglob("*.py"))
UNIT_FOLDERS = {"readers", "detectors", "causes", "fixes"}
BANNED = {
    "utils",
    "util",
    "helpers",
    "helper",
    "common",
    "misc",
    "core",
    "base",
    "manager",
    "handler",
    "engine",
    "types",
}
LONGEST_UNIT, LONGEST_MODULE, LONGEST_FUNCTION, DEEPEST = 150, 400, 40, 3


def relative(path: pathlib.Path) -> str:
    return str(path.relative_to(SOURCE))


@pytest.mark.parametrize("path", FILES, ids=relative)
def test_file(path: pathlib.Path) -> None:
    inside = path.relative_to(SOURCE)
    assert not BANNED & {part.removesuffix(".py") for part in inside.parts}
    assert len(inside.parts) - 1 <= DEEPEST
    text = path.read_text()
    longest = LONGEST_UNIT if inside.parts[0] in UNIT_FOLDERS else LONGEST_MODULE
    # A file that is longer says why in its docstring, in a line that begins with "Longer than".
    tree = ast.parse(text)
    reason = "Longer than" in (ast.get_docstring(tree) or "")
    assert reason or len(text.splitlines()) <= longest
    assert ast.get_docstring(tree), "a module says what lives in it"
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            body = node.body[1:] if ast.get_docstring(node) else node.body
            length = (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0
            assert length <= LONGEST_FUNCTION, f"{node.name} has {length} lines"


def test_every_module_has_a_mirrored_test() -> None:
    tests = SOURCE.parents[1] / "tests"
    inside = [path.relative_to(SOURCE) for path in FILES if path.name != "__init__.py"]
    missing = [str(path) for path in inside if not (tests / path.parent / f"test_{path.name}").exists()]
    assert not missing
