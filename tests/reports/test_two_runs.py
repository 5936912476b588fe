import numpy as np

from traindx.reports.page import cells
from traindx.reports.two_runs import two_runs
from traindx.schema import Series


def run(make, *, source="runs/a", unit="step", **values):
    names = {"loss": "train/loss", "accuracy": "val/metric/accuracy", "rate": "lr"}
    series = {names[key]: Series.of(names[key], range(len(one)), one) for key, one in values.items()}
    return make["a_run"](source=source, unit=unit, series=series)


def told(before, after, **options):
    lines = two_runs(before, after, **options).splitlines()
    assert max(map(cells, lines)) <= 80
    return lines


def test_what_became_of_last_and_best(make):
    before, after = (
        run(make, loss=[2.0, 1.0, 1.5], accuracy=[0.2, 0.5]),
        run(make, loss=[2.0, 0.5], accuracy=[0.2, 0.4]),
    )
    lines = told(before, after)
    assert "  final 1.50 -> 0.5, better by 1.00; best 1.00 -> 0.5, better by 0.5" in lines
    assert "  final 0.5 -> 0.4, worse by 0.1; best 0.5 -> 0.4, worse by 0.1" in lines
    assert any(line.startswith("One run each:") for line in lines)


def test_a_rate_is_neither_better_nor_worse(make):
    lines = told(run(make, rate=[0.1, 0.1]), run(make, rate=[0.1, 0.01]))
    assert "  final 0.1 -> 0.01, down by 0.09" in lines
    assert not any("better" in line or "worse" in line for line in lines)


def test_both_curves_are_on_the_same_scale(make):
    lines = told(run(make, loss=np.linspace(8, 7, 40)), run(make, loss=np.linspace(2, 1, 40)))
    before, after = (next(line for line in lines if line.startswith(word)) for word in ("  before ", "  after "))
    assert "█" in before
    assert "▁" not in before
    assert "▁" in after
    assert "█" not in after


def test_what_one_run_lacks(make):
    lines = told(run(make, loss=[2.0, 1.0]), run(make, loss=[2.0, 1.0], rate=[0.1, 0.1]))
    assert "  before not logged" in lines
    assert "  final 1.00 -> 1.00, the same; best 1.00 -> 1.00, the same" in lines


def test_what_is_not_finite_is_said(make):
    lines = told(run(make, loss=[2.0, np.nan]), run(make, loss=[2.0, 1.0]))
    assert "x  a value there is not finite" in lines
    assert any(line.startswith("  final NaN -> 1.00;") for line in lines)


def test_steps_beside_epochs(make):
    lines = told(run(make, loss=[2.0, 1.0, 0.9]), run(make, loss=[2.0, 1.0], unit="epoch"))
    assert any("before counts steps, after counts epochs" in line for line in lines)


def test_a_long_list_is_counted_and_letters_stay_plain(make):
    many = {f"mine/{n}": Series.of(f"mine/{n}", range(3), [1.0, 2.0, 3.0]) for n in range(50)}
    one = make["a_run"](series=many, source="lauf/größe")
    lines = told(one, one, unicode=False)
    assert any(line.startswith("and 10 more series") for line in lines)
    assert "\n".join(lines).isascii()
    assert "train" not in "\n".join(lines)


def test_a_name_from_the_log_moves_no_cursor(make):
    name = "a\x1b[2Jb"
    one = make["a_run"](series={name: Series.of(name, range(3), [1.0, 2.0, 3.0])})
    assert "\x1b" not in two_runs(one, one)
