import io
import json
import pathlib
import subprocess
import sys

import pytest

from traindx.guards.refusal import Refused
from traindx.verbs.diagnose import answer
from traindx.verbs.tell import Display, say, tell, write

EXAMPLES = str(pathlib.Path(__file__).parents[2] / "examples")


@pytest.fixture(scope="module")
def three():
    return answer([EXAMPLES], flags={"fail_on": "never"})


def test_each_form_tells_the_same_verdicts(three) -> None:
    verdicts = [one.verdict for one in three.diagnoses]
    assert [one["verdict"] for one in json.loads(tell(three, "json"))["runs"]] == verdicts
    assert "PROBLEM" in tell(three, "text")
    assert tell(three, "markdown").count("\n# ") + 1 == 3


def test_full_tells_every_run_whole(three) -> None:
    assert tell(three, "text", display=Display(full=True)).count("\n") > tell(three, "text").count("\n")


def test_without_matplotlib_the_rest_is_written(tmp_path) -> None:
    code = (
        "import sys; sys.modules['matplotlib'] = None\n"
        f"sys.argv = ['traindx', 'diagnose', {EXAMPLES + '/healthy'!r}, '-o', 'out', '--quiet']\n"
        "from traindx.doors.cli import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out" / "diagnostic_report.md").exists()
    assert not list((tmp_path / "out").glob("*.png"))
    loud = subprocess.run([sys.executable, "-c", code.replace(", '--quiet'", "")], cwd=tmp_path, capture_output=True,
                          text=True, check=False)  # fmt: skip
    assert "pip install 'traindx[plot]'" in loud.stderr


def test_a_place_that_cannot_be_written(three, tmp_path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Refused, match="cannot be written"):
        write(three, str(tmp_path / "file" / "answer.json"), form="json")


def test_the_log_is_not_written_over(tmp_path) -> None:
    log = tmp_path / "log.csv"
    log.write_text("step,loss\n1,2.5\n2,1.5\n")
    with pytest.raises(Refused, match="is the log itself"):
        write(answer([str(log)], flags={}), str(log), form="text")
    assert log.read_text() == "step,loss\n1,2.5\n2,1.5\n"


def test_a_terminal_that_cannot_show_it(monkeypatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", stream)
    say("▁▂▃ µ")
    stream.seek(0)
    assert stream.read().isascii()
