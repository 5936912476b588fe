import io

import numpy as np
import pytest

from traindx.reports.page import cells
from traindx.reports.panel import Painted, best, course, panel, spoken, standing, waiting
from traindx.schema import Series

KEYS = "f all findings  q leave"


def events(diagnosis):
    return [one for one in diagnosis.problems if one.when == "event"]


def drawn(diagnosis, **more):
    return panel(diagnosis, events(diagnosis), **{"status": "watching", "keys": KEYS, **more})


@pytest.mark.parametrize("width", [60, 80, 200])
@pytest.mark.parametrize("unicode", [True, False])
def test_no_line_is_wider_than_the_screen(answer, width, unicode) -> None:
    lines = drawn(answer, width=width, unicode=unicode, pace=10.7, notices=["train.log was written anew"])
    assert max(map(cells, lines)) <= width
    assert len(lines) < 24
    assert unicode or "".join(lines).isascii()


def test_where_it_stands_and_what_was_found(make) -> None:
    lines = drawn(make["a_problem"](), pace=10.7)
    assert lines[0].startswith("runs/exp7 · transformers log · step 5,000")
    assert lines[0].endswith("watching")
    (loss,) = [line for line in lines if line.startswith("loss ")]
    assert "rising, " in loss
    assert any(line.startswith("speed") and "10.7 steps/s" in line for line in lines)
    assert any(line.startswith("rate") and "3e-4" in line and "gradient" in line for line in lines)
    assert lines[-1].startswith("not seen: ")
    assert lines[-1].endswith(KEYS)


def test_an_agent_stands_there_with_its_loss_and_what_it_earns(make) -> None:
    names = ("train/loss/entropy", "train/loss", "rollout/ep_rew_mean")
    series = {name: Series.of(name, range(30), np.linspace(1, 9, 30)) for name in names}
    lines = drawn(make["a_healthy"](run=make["a_run"](series=series)))
    (earned,) = [line for line in lines if line.startswith("return ")]
    assert "rising, " in earned
    assert any(line.startswith("loss ") for line in lines)
    assert not any(line.startswith("entropy") for line in lines)


def test_the_newest_three_unless_all_are_asked_for(make) -> None:
    diagnosis = make["a_problem"]()
    found = events(diagnosis)
    assert len(found) > 3
    short, long = drawn(diagnosis), drawn(diagnosis, every=True)
    places = [line.split()[0] for line in short if " error " in line or " warning " in line]
    assert places == [f"{one.first_step:,}" for one in found[-3:]]
    assert len(long) == len(short) + len(found) - 3


def test_what_only_the_end_can_tell_is_said_so_far(make) -> None:
    diagnosis = make["a_problem"]()
    plain = panel(diagnosis, [], status="watching")
    assert "nothing found so far" in plain
    (line,) = [line for line in plain if line.lstrip().startswith("so far")]
    assert "6 in 10" in line
    assert "the learning rate is too high" in line


def test_a_healthy_run_is_healthy_so_far_only(make) -> None:
    text = "\n".join(drawn(make["a_healthy"]()))
    assert "so far  healthy, as far as" in text
    assert "HEALTHY" not in text


def test_text_of_a_log_moves_no_cursor(make) -> None:
    from traindx.schema import Run

    run = make["a_problem"]().run
    hostile = Run(**{**{name: getattr(run, name) for name in run.__struct_fields__}, "source": "a\x1b[2Jb\r\nc"})
    assert "\x1b" not in "".join(drawn(make["a_problem"](run=hostile)))
    assert "\x1b" not in "".join(waiting("a\x1b[2Jb"))


def curve(values, name="train/loss"):
    return Series.of(name, np.arange(len(values)) * 10, values)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (np.linspace(2.0, 1.0, 200), "falling, 20 % in the last 490 steps"),
        (np.linspace(1.0, 2.0, 200), "rising, 14 % in the last 490 steps"),
        (np.full(200, 0.7), "flat in the last 490 steps"),
        (np.random.default_rng(0).normal(1, 0.1, 200), "flat in the last 490 steps"),
        ([2.0, 1.9], "too few points to say"),
        ([2.0] * 20 + [float("nan")] * 3, "not finite since step 200"),
        ([float("nan")] * 12, "not finite since step 0"),
    ],
)
def test_how_a_curve_goes(values, said) -> None:
    assert course(curve(values), "step") == said


def test_the_best_so_far() -> None:
    assert best(curve([2.0, 1.0, 1.5], "val/loss"), "epoch") == "best so far 1.00, epoch 10"
    assert best(curve([0.2, 0.5, 0.7], "val/metric/accuracy"), "epoch") == "best so far 0.7, now"
    assert best(curve([2.0, float("nan")], "val/loss"), "step") == "best so far 2.00, step 0"
    assert best(curve([float("nan")], "val/loss"), "step") == ""
    assert best(curve([1.0, 2.0], "grad/norm"), "step") == ""


def test_in_one_line(make) -> None:
    diagnosis = make["a_problem"]()
    spike, norm = diagnosis.findings[0], diagnosis.findings[4]
    assert spoken(spike, diagnosis.run) == "step 1,410  error  loss jumps to 19.0 (usually 2.01) at step 1410"
    assert spoken(norm, diagnosis.run).startswith("step 1,410  warning  gradient norm is 43 times")
    assert standing(diagnosis).startswith("step 5,000 and loss 3.")


def test_only_what_changed_is_drawn() -> None:
    stream = io.StringIO()
    with Painted(stream) as painted:
        painted.paint(["one", "two"])
        before = stream.tell()
        painted.paint(["one", "two"])
        assert stream.tell() == before
        painted.paint(["one", "three"])
        assert stream.tell() > before
