"""What runs in the user's process: Python 3.9's own library, a framework inside functions, nothing of ours."""

import ast
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

GUEST = pathlib.Path(__file__).parents[2] / "src" / "traindx" / "guest"
FILES = sorted(GUEST.rglob("*.py"))
OLDEST = (3, 9)


def relative(path: pathlib.Path) -> str:
    return str(path.relative_to(GUEST))


@pytest.mark.parametrize("path", FILES, ids=relative)
def test_only_the_standard_library_at_the_top_and_nothing_of_ours(path: pathlib.Path) -> None:
    tree = ast.parse(path.read_text(), feature_version=OLDEST)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level:
            depth = len(path.relative_to(GUEST).parts)
            assert node.level <= depth, f"line {node.lineno} reaches out of the guest"
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else [one.name for one in node.names]
            tops = {name.partition(".")[0] for name in names}
            assert "traindx" not in tops
            assert isinstance(_around(tree, node), (ast.FunctionDef, ast.If)) or tops <= sys.stdlib_module_names


def _around(tree: ast.Module, wanted: ast.stmt) -> ast.AST:
    """The function that a statement stands in, or `if TYPE_CHECKING`, or the module."""
    for node in ast.walk(tree):
        checking = isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        if (isinstance(node, ast.FunctionDef) or checking) and wanted in ast.walk(node):
            return node
    return tree


def test_annotations_are_never_evaluated() -> None:
    for path in FILES:
        text = path.read_text()
        assert "def " not in text or "from __future__ import annotations" in text, path


def older() -> list[str]:
    """The interpreters on this machine between the oldest and the newest that the guest promises."""
    found = {shutil.which(f"python3.{minor}") for minor in range(9, 14)} - {None}
    home = pathlib.Path(sys.base_prefix).parent
    if home.name == "versions":  # where pyenv keeps them
        found |= {str(path) for path in home.glob("3.*/bin/python") if re.match(r"3\.(9|1[0-3])\.", path.parts[-3])}
    return sorted(str(path) for path in found)


LOAD = """
import importlib.util, sys
spec = importlib.util.spec_from_file_location("_traindx_guest", sys.argv[1], submodule_search_locations=[sys.argv[2]])
sys.modules["_traindx_guest"] = guest = importlib.util.module_from_spec(spec)
spec.loader.exec_module(guest)
for name in sys.argv[3:]:
    importlib.import_module("_traindx_guest." + name)
loaded = {name.partition(".")[0] for name in sys.modules}
assert not loaded & {"traindx", "numpy", "msgspec", "click", "torch", "keras"}, loaded
"""


def test_it_loads_by_path_in_each_python_that_is_here() -> None:
    modules = [relative(path)[:-3].replace("/", ".") for path in FILES if path.name != "__init__.py"]
    for python in {*older(), sys.executable}:
        done = subprocess.run(
            [python, "-I", "-c", LOAD, GUEST / "__init__.py", GUEST, *modules], capture_output=True, text=True
        )
        if done.returncode == 127:  # a shim of pyenv without a version behind it
            continue
        assert done.returncode == 0, f"{python}: {done.stderr}"
