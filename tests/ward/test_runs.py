"""The ward's runs are there as the manifest says, small, varied, and honest about what shows."""

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

RUNS = Path(__file__).parents[2] / "ward" / "runs"


@pytest.fixture(scope="module")
def lines() -> list[dict[str, Any]]:
    return [json.loads(line) for line in (RUNS / "manifest.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def curves() -> list[dict[str, Any]]:
    return [json.loads(line) for line in (RUNS / "curves.jsonl").read_text(encoding="utf-8").splitlines()]


def test_every_run_has_its_file_and_every_file_its_run(
    lines: list[dict[str, Any]], curves: list[dict[str, Any]]
) -> None:
    named = {line["file"] for line in [*lines, *curves]}
    found = {path.relative_to(RUNS).as_posix() for path in RUNS.glob("*/*/*") if path.name != "hparams.yaml"}
    assert len(named) == len(lines) + len(curves)
    assert named == found


def test_logs_are_small(lines: list[dict[str, Any]]) -> None:
    sizes = [(RUNS / line["file"]).stat().st_size for line in lines]
    assert max(sizes) <= 15_000
    assert sum(sizes) <= 6_000_000


def test_runs_for_their_curve_are_logged_densely_and_stay_few(curves: list[dict[str, Any]]) -> None:
    assert len(curves) <= 30
    assert max((RUNS / line["file"]).stat().st_size for line in curves) <= 60_000
    assert {line["every"] for line in curves} <= {1, 2, 5}
    assert {line["seed"] for line in curves} == {7}


def test_causes_and_programs_are_many(lines: list[dict[str, Any]]) -> None:
    programs = defaultdict(set)
    for line in lines:
        programs[line["fault"]].add(line["program"])
    healthy = [line for line in lines if line["fault"] == "none"]
    faulty = [fault for fault, able in programs.items() if fault != "none" and len(able) >= 2]
    assert len(faulty) >= 25
    assert len(healthy) >= 40


def test_healthy_runs_stay_finite_and_show_nothing(lines: list[dict[str, Any]]) -> None:
    for line in lines:
        if line["fault"] == "none":
            assert (line["outcome"]["finite"], line["manifest"]) == (True, False), line["file"]


def test_a_fault_shows_exactly_where_it_is_said_by_what(lines: list[dict[str, Any]]) -> None:
    assert all(line["manifest"] == bool(line["manifest_by"]) for line in lines)
    assert all(line["manifest"] for line in lines if not line["outcome"]["finite"])


def test_names_of_files_do_not_tell_the_fault(lines: list[dict[str, Any]]) -> None:
    for line in lines:
        text = (RUNS / line["file"]).read_text(encoding="utf-8")
        assert line["fault"] == "none" or line["fault"] not in line["file"] + text
