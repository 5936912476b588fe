"""What stands in forty real logs, counted by hand, against what the readers make of it.

`corpus_facts.json` holds the facts, not the logs: by case the files, the format where only one reader should know it,
the number of runs, and of series of the last run the number of points, the first and last step (null where the file
tells none) and the first and last value. They were taken from the files with `grep` and a few lines of `struct`, `csv`
and `json` each, without any reader. The logs are not part of this repository: TRAINDX_CORPUS names their folder;
without it ../shared/corpus is looked for beside the repository.
"""

from __future__ import annotations

import json
import math
import os
import pathlib

import pytest

from traindx.verbs.read import gather

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = pathlib.Path(os.environ.get("TRAINDX_CORPUS") or ROOT / "../shared/corpus")
FACTS = json.loads((pathlib.Path(__file__).parent / "corpus_facts.json").read_text())
SINGLE = 1e-6  # of a value: TensorBoard keeps single precision


def _same(told: float | str, read: float) -> bool:
    if told == "NaN":
        return math.isnan(read)
    return math.isclose(float(told), read, rel_tol=SINGLE)


@pytest.mark.parametrize("case", FACTS)
def test_what_stands_in_the_file_is_read(case: str) -> None:
    if not FOLDER.is_dir():
        pytest.skip(f"there are no real logs in {os.path.relpath(FOLDER)}; TRAINDX_CORPUS names another folder")
    facts = FACTS[case]
    runs = gather([str(FOLDER / name) for name in facts["files"]]).runs
    assert len(runs) == facts["runs"]
    for name, told in facts["series"].items():
        assert facts["format"] in (None, runs[-1].format)
        series = runs[-1].series[name]
        assert len(series) == told["points"], name
        assert told["steps"] in (None, [int(series.steps[0]), int(series.steps[-1])]), name
        assert _same(told["values"][0], float(series.values[0])), name
        assert _same(told["values"][1], float(series.values[-1])), name


def test_forty_cases_of_all_formats_are_told() -> None:
    assert len(FACTS) == 40
    assert len({case["format"] for case in FACTS.values()}) >= 12
