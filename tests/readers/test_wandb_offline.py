import json
import math
import pathlib
import random
import struct
import zlib

import pytest

from traindx.readers.wandb_offline import WandbOffline, accepts
from traindx.schema import Head
from traindx.verbs.read import gather

GOLDEN = pathlib.Path(__file__).parents[1] / "golden" / "wandb"
FACTS = json.loads((GOLDEN / "facts.json").read_text())["files"]
OURS = {"val.loss": "val/loss", "val.accuracy": "val/metric/accuracy"}
BLOCK = 32_768


# ------------------------------------------- an encoder that shares nothing with the reader


def varint(value):
    octets = []
    value &= 2**64 - 1
    while value > 127:
        octets.append(value & 127 | 128)
        value >>= 7
    return bytes([*octets, value])


def part(number, data):
    return varint(number << 3 | 2) + varint(len(data)) + data


def item(key, value, *, nested=True):
    parts = [key] if isinstance(key, str) else key
    names = b"".join(part(2, name.encode()) for name in parts) if nested else part(1, parts[0].encode())
    return part(1, names + part(16, value.encode()))


def history(step, row, *, timestamp=None, with_step=True):
    items = [item(key, value) for key, value in row.items()]
    if timestamp is not None:
        items.append(item("_timestamp", repr(timestamp)))
    if with_step:
        items.append(item("_step", str(step)))
    return part(2, b"".join(items) + part(2, b"\x08" + varint(step) if step else b""))


def config(**values):
    return part(5, b"".join(item(key, json.dumps(value), nested=False) for key, value in values.items()))


RUN = part(17, part(1, b"abc") + part(8, b"brave-sun-7"))


def file_of(*records):
    out = bytearray(b":W&B\xe1\xbe\0")
    for number, record in enumerate(records):
        rest, kind = b"\x08" + varint(number + 1) + record, 0
        while kind != 4:
            left = BLOCK - len(out) % BLOCK
            if left < 7:
                out += bytes(left)
                left = BLOCK
            data, rest = rest[: left - 7], rest[left - 7 :]
            if not rest:
                kind = 4 if kind else 1
            else:
                kind = 3 if kind else 2
            out += struct.pack("<IHB", zlib.crc32(bytes([kind]) + data), len(data), kind) + data
            if kind == 1:
                break
    return bytes(out)


def fold_of(data):
    fold = WandbOffline(Head("wandb/run-1-abc/run-abc.wandb", data, True))
    fold.feed(data)
    return fold


def run_of(*records):
    (run,) = fold_of(file_of(*records)).runs()
    return run


def points(run, name):
    one = run.series[name]
    return dict(zip(one.steps.tolist(), one.values.tolist(), strict=True))


# ------------------------------------------------------------------- golden files


@pytest.mark.parametrize("name", [name for name, what in FACTS.items() if "series" in what])
def test_golden_values(name):
    (run,) = gather([str(GOLDEN / name)]).runs
    assert run.outcome.state == "completed"
    known = FACTS[name]
    assert run.series.keys() == {OURS.get(word, word) for word in known["series"]}
    for word, what in known["series"].items():
        one = run.series[OURS.get(word, word)]
        assert len(one) == what["points"]
        assert sum(not math.isfinite(value) for value in one.values.tolist()) == what["non_finite"]
        found = points(run, one.name)
        assert all(found[step] == float(value) or math.isnan(found[step]) for step, value in what["some"])
        assert min(one.wall) > 1.7e9
    settings = {**known["settings"], **known["settings"]["model"]}
    wanted = ("lr", "optimizer", "batch_size", "nesterov", "dropout")
    assert {name: run.settings[name] for name in wanted} == {name: settings[name] for name in wanted}
    assert not any("_wandb" in name for name in run.settings)


def test_the_torn_golden_file_is_the_beginning_of_the_whole():
    (torn,) = gather([str(GOLDEN / "torn" / "run-golden01.wandb")]).runs
    (whole,) = gather([str(next((GOLDEN / "whole").rglob("*.wandb")))]).runs
    assert torn.outcome.state == "unknown"
    assert torn.settings == whole.settings
    for key, one in torn.series.items():
        assert 0 < len(one) <= len(whole.series[key])
        assert whole.series[key].value_bytes.startswith(one.value_bytes)


# ----------------------------------------------------------------- values and axes


def test_random_rows_over_many_blocks():
    chance = random.Random(7)
    rows, known = [RUN], {}
    for step in range(3000):
        row = {}
        for name in chance.sample(("loss", "lr", "acc", "x" * 150, "deep"), 3):
            value = chance.choice(
                (chance.gauss(0, 1), chance.gauss(0, 1e-9), chance.randrange(-9, 9), math.inf, -math.inf)
            )
            row[name] = json.dumps(value)
            known.setdefault(name, {})[step] = float(value)
        rows += [history(step, row, timestamp=1e9 + step), part(3, item("loss", "99"))]
    run = run_of(*rows)
    for name, ours in {"loss": "train/loss", "acc": "train/metric/accuracy", "x" * 150: "x" * 150}.items():
        assert points(run, ours) == known[name]
        assert (run.series[ours].wall - run.series[ours].steps == 1e9).all()


@pytest.mark.parametrize("text", ["NaN", '"NaN"'])
def test_nan_in_both_spellings(text):
    run = run_of(history(0, {"loss": "1.5"}), history(1, {"loss": text}), history(2, {"loss": '"Infinity"'}))
    values = run.series["train/loss"].values.tolist()
    assert values[0] == 1.5
    assert math.isnan(values[1])
    assert values[2] == math.inf


@pytest.mark.parametrize(
    ("field", "value"),
    [
        (b"\x28" + varint(5 << 1), 5.0),  # integer, zigzag
        (b"\x28" + varint((3 << 1) - 1), -3.0),
        (b"\x31" + struct.pack("<d", 0.1), 0.1),
        (b"\x31" + struct.pack("<d", math.inf), math.inf),
        (part(8, b"2.5"), 2.5),
        (part(8, b"[1]"), None),
        (part(7, b"7"), None),  # a text
        (b"\x20\x01", None),  # a truth
        (b"\x18\x00", None),  # nothing
    ],
)
def test_typed_values(field, value):
    row = part(
        2, part(1, part(2, b"loss") + field) + part(1, part(2, b"_step") + b"\x28" + varint(8)) + item("lr", "1")
    )
    run = run_of(row)
    assert run.series["lr"].steps.tolist() == [4]
    assert ("train/loss" in run.series) == (value is not None)
    assert value is None or points(run, "train/loss") == {4: value}


def test_nested_rows_in_both_spellings_and_no_media():
    row = {"val": '{"loss": 2, "deep": {"er": 3}}', "h": '{"_type": "histogram", "values": [1]}', "ok": "true"}
    run = run_of(
        part(2, b"".join([item(("val", "acc"), "1"), *(item(*one) for one in row.items()), item("_step", "3")]))
    )
    assert {name: points(run, name) for name in run.series} == {
        "val/loss": {3: 2.0}, "val/metric/accuracy": {3: 1.0}, "val.deep.er": {3: 3.0}}  # fmt: skip


def test_the_step_of_the_record_counts_where_no_item_does():
    run = run_of(*(history(step, {"loss": "1"}, with_step=False) for step in (0, 5, 300)))
    assert run.series["train/loss"].steps.tolist() == [0, 5, 300]


def test_a_step_in_every_row_that_never_falls_is_the_axis():
    rows = [history(n, {"loss": "1", "train/global_step": str(50 * n)}) for n in range(4)]
    assert run_of(*rows).series["train/loss"].steps.tolist() == [0, 50, 100, 150]
    rows = [history(n, {"loss": "1", "step": str(n % 2)}) for n in range(4)]
    assert run_of(*rows).series["train/loss"].steps.tolist() == [0, 1, 2, 3]
    rows = [history(n, {"loss": "1", **({"step": str(9 * n)} if n else {})}) for n in range(4)]
    assert run_of(*rows).series["train/loss"].steps.tolist() == [0, 1, 2, 3]


# -------------------------------------------------------------- settings and outcome


def test_settings_are_translated_redacted_and_updated():
    run = run_of(
        RUN,
        config(learning_rate=0.1, api_key="sk-abcdefghijklmnop1234", _wandb={"a": 1}),
        part(5, item(("optimizer", "weight_decay"), "0.01")),
        config(learning_rate=0.2),
        history(0, {"loss": "1"}),
    )
    assert run.settings == {"lr": 0.2, "api_key": "[redacted]", "weight_decay": 0.01}
    assert (run.id, run.fact("run name")) == ("abc", "brave-sun-7")


@pytest.mark.parametrize(("code", "state"), [(0, "completed"), (1, "crashed"), (137, "crashed"), (255, "interrupted")])
def test_the_exit_code(code, state):
    ending = part(18, b"\x08" + varint(code) if code else b"\x10\x05")
    outcome = run_of(history(0, {"loss": "1"}), ending).outcome
    assert (outcome.state, outcome.exit) == (state, code)


def test_two_files_of_one_run_are_one_run_and_others_are_not(tmp_path):
    other = part(17, part(1, b"xyz"))
    for number, (run, first) in enumerate([(RUN, 0), (RUN, 3), (other, 0)]):
        rows = [history(step, {"loss": str(number)}) for step in range(first, first + 5)]
        (tmp_path / f"run-{number}.wandb").write_bytes(file_of(run, *rows))
    one, two = gather([str(tmp_path)]).runs
    assert one.series["train/loss"].values.tolist() == [0, 0, 0, 1, 1, 1, 1, 1]
    assert two.series["train/loss"].values.tolist() == [2] * 5


# ----------------------------------------------------------------- torn and broken


def test_wherever_a_small_file_is_cut_the_rest_completes_it():
    data = file_of(RUN, config(lr=1), *(history(n, {"loss": str(n), "acc": "NaN"}) for n in range(6)), part(18, b""))
    whole = fold_of(data).runs()
    for cut in range(len(data) + 1):
        fold = fold_of(data[:cut])
        for run in fold.runs():
            assert all(whole[0].series[key].value_bytes.startswith(one.value_bytes) for key, one in run.series.items())
        fold.feed(data[cut:])
        assert fold.runs() == whole


def test_damage_ends_the_reading_and_is_told():
    data = bytearray(file_of(*(history(n, {"loss": "1"}) for n in range(9))))
    data[-20] ^= 1
    (run,) = fold_of(bytes(data)).runs()
    assert len(run.series["train/loss"]) == 8
    assert "checksum" in run.fact("damaged")


def test_a_record_that_cannot_be_understood_is_counted():
    run = run_of(history(0, {"loss": "1"}), part(2, b"\x0a\x50\x12\x04loss"), part(2, item("loss", "1-2")))
    assert (run.fact("records refused"), len(run.series["train/loss"])) == (2, 1)


def test_mutations_raise_nothing():
    chance = random.Random(3)
    record = history(3, {"loss": "0.5", "val": '{"acc": 1}'}, timestamp=1e9) + config(lr=1) + RUN
    for _ in range(500):
        broken = bytearray(record)
        for _ in range(chance.randint(1, 4)):
            broken[chance.randrange(len(broken))] = chance.randrange(256)
        fold_of(file_of(bytes(broken), history(4, {"loss": "1"}))).runs()


def test_accepts_by_the_header():
    data = file_of(RUN)
    assert accepts(Head("any", data, True)).score > 0.9
    assert 0 < accepts(Head("any", data[:6] + b"\x01", True)).score < 0.9
    assert accepts(Head("run.wandb", b"W&B" + data, True)).score == 0
    assert fold_of(data).runs() == []
