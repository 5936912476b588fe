"""What starting costs: nothing heavy is loaded before it is needed."""

import subprocess
import sys

import pytest

HEAVY = {"torch", "tensorflow", "keras", "jax", "lightning", "transformers", "pandas", "matplotlib", "scipy", "sklearn",
         "numpy", "rich", "asyncio", "importlib.metadata", "http.server"}  # fmt: skip


def loaded(*arguments: str) -> set[str]:
    done = subprocess.run([sys.executable, "-X", "importtime", *arguments], capture_output=True, text=True, check=False)
    return {line.rsplit("|", 1)[-1].strip() for line in done.stderr.splitlines() if line.startswith("import time:")}


def test_import_loads_nothing_heavy() -> None:
    names = loaded("-c", "import traindx")
    assert "traindx" in names
    assert not HEAVY & names
    assert not {"msgspec", "click"} & names


@pytest.mark.parametrize("argument", ["--help", "--version", None])
def test_the_first_screens_load_no_click(argument: str | None, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = loaded("-c", f"import sys; sys.argv = ['traindx'] + {[argument] if argument else []}; "
                   "from traindx.doors.cli import main; main()")  # fmt: skip
    assert "traindx.doors.cli" in names
    assert not (HEAVY | {"click", "msgspec"}) & names


def test_diagnosing_loads_no_framework(tmp_path) -> None:
    log = tmp_path / "log.csv"
    log.write_text("step,loss\n" + "".join(f"{n},{1 / (n + 1)}\n" for n in range(30)))
    names = loaded("-c", f"import traindx; traindx.diagnose({str(log)!r})")
    assert "traindx.verbs.diagnose" in names
    assert not (HEAVY - {"numpy", "importlib.metadata", "asyncio"}) & names
