import json
import pathlib

import jsonschema
import numpy as np
import pytest

from traindx.reports import json_schema
from traindx.reports.json import envelope
from traindx.schema import Run, Series
from traindx.verbs.diagnose import diagnosis

COMMITTED = pathlib.Path(__file__).parents[2] / "docs" / "schema"


def test_what_is_printed_fits_the_schema(answer):
    errors = [{"source": "x.log", "what": "is empty", "do": "wait"}]
    jsonschema.Draft202012Validator(json_schema.schema("diagnose")).validate(envelope([answer], errors=errors))


def test_what_the_units_answer_fits_as_well():
    steps = np.arange(300)
    fall = 0.3 + 2 * np.exp(-steps / 80) + np.random.default_rng(0).normal(0, 0.02, 300)
    broken = np.where(steps > 200, np.nan, fall)
    for values in (fall, broken, np.full(300, 2.303), fall[:2], fall[:0]):
        series = {"train/loss": Series.of("train/loss", steps[: len(values)], values, per="epoch")}
        answer = diagnosis(Run("a", "a.csv", "csv-table", series=series, settings={"lr": 1e-3, "classes": 10}))
        jsonschema.Draft202012Validator(json_schema.schema("diagnose")).validate(envelope([answer]))


def test_the_schema_is_one_itself():
    jsonschema.Draft202012Validator.check_schema(json_schema.schema("diagnose"))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("schema",), 2),
        (("runs", 0, "verdict"), "fine"),
        (("runs", 0, "findings", 0, "severity"), "loud"),
        (("runs", 0, "run", "summary", "train/loss", "final"), "nan"),
        (("runs", 0, "causes", 0, "probability"), "0.6"),
        (("runs",), None),
    ],
)
def test_what_does_not_fit_is_told(make, path, value):
    whole = envelope([make["a_problem"]()])
    place = whole
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    assert not jsonschema.Draft202012Validator(json_schema.schema("diagnose")).is_valid(whole)


@pytest.mark.parametrize("command", json_schema.COMMANDS)
def test_the_committed_schema_is_the_generated_one(command):
    assert (COMMITTED / f"{command}.json").read_text(encoding="utf-8") == json_schema.text(command)


@pytest.mark.parametrize("command", json_schema.COMMANDS)
def test_the_example_beside_it_fits(command):
    example = json.loads((COMMITTED / f"{command}.example.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(json_schema.schema(command)).validate(example)


def test_the_statistics_of_a_look_are_held_to_their_schema():
    example = json.loads((COMMITTED / "inspect.example.json").read_text(encoding="utf-8"))
    fits = jsonschema.Draft202012Validator(json_schema.schema("inspect"))
    example["answer"]["tensors"][0].pop("gradient")
    assert not fits.is_valid(example)


def test_writes_a_file_for_every_command(tmp_path):
    json_schema.main([str(tmp_path / "new")])
    assert sorted(path.stem for path in (tmp_path / "new").iterdir()) == sorted(json_schema.COMMANDS)


def test_refuses_a_command_that_prints_none():
    with pytest.raises(ValueError, match="'plot' prints no JSON"):
        json_schema.schema("plot")
