import json
import math
import pathlib
import struct

import pytest

from traindx.readers.tensorboard import Tensorboard, accepts
from traindx.schema import Head
from traindx.verbs.read import gather

GOLDEN = pathlib.Path(__file__).parents[1] / "golden"
TORCH, KERAS = GOLDEN / "tensorboard", GOLDEN / "tensorboard_keras"
OURS = {
    "Loss/train": "train/loss", "Loss/val": "val/loss", "lr": "lr", "best/val": "best/val", "epoch_loss": "{}/loss",
    "epoch_accuracy": "{}/metric/accuracy", "epoch_learning_rate": "lr",
}  # fmt: skip


# ------------------------------------------- an encoder that shares nothing with the reader


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    crc ^= 0xFFFFFFFF
    return struct.pack("<I", (((crc >> 15) | (crc << 17)) + 0xA282EAD8) & 0xFFFFFFFF)


def varint(value):
    octets = []
    while value > 127:
        octets.append(value & 127 | 128)
        value >>= 7
    return bytes([*octets, value])


def part(number, data):
    return varint(number << 3 | 2) + varint(len(data)) + data


def event(step, *values, wall=0.0, session=b""):
    body = b"\x09" + struct.pack("<d", wall) + (b"\x10" + varint(step) if step else b"")
    return body + (part(5, b"".join(part(1, value) for value in values)) if values else b"") + session


def scalar(tag, value):
    return part(1, tag.encode()) + b"\x15" + struct.pack("<f", value)


def frame(record):
    length = struct.pack("<Q", len(record))
    return length + crc32c(length) + record + crc32c(record)


def file_of(*records):
    return b"".join(map(frame, [b"\x09" + bytes(8) + part(3, b"brain.Event:2"), *records]))


def run_of(*records, path="runs/a/events.out.tfevents.1.host"):
    data = file_of(*records)
    fold = Tensorboard(Head(path, data, True))
    fold.feed(data)
    (run,) = fold.runs()
    return run


def logged(tag, steps, values, *, every=1.0, first=0.0):
    return [event(step, scalar(tag, value), wall=first + every * n)
            for n, (step, value) in enumerate(zip(steps, values, strict=True))]  # fmt: skip


def points(run, name):
    one = run.series[name]
    return dict(zip(one.steps.tolist(), one.values.tolist(), strict=True))


# ------------------------------------------------------------------- golden files


def cases():
    for folder in (TORCH, KERAS):
        for name, what in json.loads((folder / "facts.json").read_text())["files"].items():
            yield pytest.param(folder, name, what, id=f"{folder.name}/{name}")


@pytest.mark.parametrize(("folder", "name", "what"), list(cases()))
def test_golden_values(folder, name, what):
    harvest = gather([str(folder / name)])
    assert not harvest.troubles
    (run,) = harvest.runs
    split = "val" if name.endswith(("validation", "loss_val")) else "train"
    seen = set()
    for tag, known in what["series"].items():
        if tag.startswith("evaluation_"):
            continue  # the same values as of epoch_...
        ours = f"{split}/loss" if name.startswith("many_at_once") else OURS[tag].format(split)
        seen.add(ours)
        one = run.series[ours]
        assert len(one) == known["points"]
        assert sum(not math.isfinite(value) for value in one.values.tolist()) == known["non_finite"]
        found = points(run, ours)
        for step, value in known["some"]:
            exact = float(value)
            if "float64" not in what["precision"]:
                exact = struct.unpack("<f", struct.pack("<f", exact))[0]
            assert found[step] == exact or (math.isnan(exact) and math.isnan(found[step]))
        assert one.wall is not None
        assert min(one.wall) > 1.7e9
    assert run.series.keys() == seen
    assert what.get("settings", {}) == run.settings


def test_train_and_validation_of_keras_are_one_run_that_counts_epochs():
    (run,) = gather([str(KERAS / "train"), str(KERAS / "validation")]).runs
    assert (run.framework, run.unit, run.steps_per_epoch) == ("keras", "epoch", 4.0)
    assert [run.series[name].per for name in ("train/loss", "val/loss")] == ["epoch", "evaluation"]


def test_the_folders_of_add_scalars_are_one_run():
    (run,) = gather([str(TORCH / "many_at_once")]).runs
    assert run.series.keys() == {"train/loss", "val/loss"}


def test_a_resumed_run_replaces_what_it_writes_again_and_says_so():
    (run,) = gather([str(TORCH / "restarted")]).runs
    assert run.series["train/loss"].steps.tolist() == list(range(25))
    assert run.fact("resumed") == 10


# ------------------------------------------------------------------ what a point is


def test_batches_and_epochs_of_keras_stand_on_steps():
    batches = logged("batch_loss", range(40), [1.0] * 40)
    epochs = [event(n, scalar("epoch_loss", 0.5), scalar("epoch_lr", 0.1), wall=10.0 * n + 9.5) for n in range(4)]
    data = sorted([*batches, *epochs], key=lambda record: struct.unpack("<d", record[1:9]))
    run = run_of(*data, path="logs/train/events.out.tfevents.1.host.v2")
    assert (run.id, run.unit, run.steps_per_epoch) == ("logs", "step", 10.0)
    assert run.series["train/loss"].per == "running"
    assert points(run, "lr") == {9: pytest.approx(0.1), 19: pytest.approx(0.1), 29: pytest.approx(0.1),
                                 39: pytest.approx(0.1)}  # fmt: skip
    assert run.series["train/epoch_loss"].steps.tolist() == [9, 19, 29, 39]


def test_an_evaluation_that_counts_epochs_stands_where_the_training_stood():
    training = logged("loss", range(0, 100, 2), [1.0] * 50)
    held_out = logged("val_loss", range(5), [0.5] * 5, every=10.0, first=9.5)
    run = run_of(*training, *held_out)
    assert run.series["val/loss"].steps.tolist() == [18, 38, 58, 78, 98]
    assert run.steps_per_epoch == 20
    assert run.fact("epochs replaced by the steps of the training") == "val_loss"


def test_a_loss_evaluated_at_every_count_counts_epochs():
    run = run_of(*logged("loss", range(5), [1.0] * 5), *logged("val_loss", range(5), [2.0] * 5))
    assert (run.unit, run.series["train/loss"].per) == ("epoch", "epoch")


def test_steps_that_never_move_are_the_order_of_the_points():
    run = run_of(*logged("cost", [1] * 4, [4.0, 3.0, 2.0, 1.0]))
    assert points(run, "train/loss") == {0: 4.0, 1: 3.0, 2: 2.0, 3: 1.0}
    assert run.facts


def test_the_means_of_the_trainer_are_windows_and_its_last_row_is_no_loss():
    rows = [event(10 * n, scalar("train/loss", 2.0), wall=n) for n in range(1, 4)]
    rows += [event(30, scalar("train/epoch", 1.0)), event(30, scalar("train/train_loss", 7.0))]
    rows += [event(30, scalar("train/train_runtime", 9.0))]
    run = run_of(*rows)
    assert (run.framework, run.series["train/loss"].per, run.series["train/loss"].window) == (
        "transformers", "window", 10)  # fmt: skip
    assert points(run, "train/loss") == {10: 2.0, 20: 2.0, 30: 2.0}


# --------------------------------------------------------------------- names, places


def test_the_tag_with_most_points_has_the_name_and_the_others_their_own():
    run = run_of(*logged("loss", range(3), [1, 2, 3]), *logged("avg_loss", range(5), [9] * 5))
    assert len(run.series["train/loss"]) == 5
    assert points(run, "loss") == {0: 1.0, 1: 2.0, 2: 3.0}


def test_terms_of_a_loss_stay_terms_and_a_single_one_is_the_loss():
    both = run_of(*logged("loss/cls", range(3), [1] * 3), *logged("loss/box", range(3), [1] * 3))
    assert both.series.keys() == {"train/loss/cls", "train/loss/box"}
    assert run_of(*logged("loss/cls", range(3), [1] * 3)).series.keys() == {"train/loss"}


@pytest.mark.parametrize(
    ("path", "tag", "run_id", "name"),
    [
        ("runs/a/events.out.tfevents.1.host", "loss", "runs/a", "train/loss"),
        ("runs/a/eval/events.out.tfevents.1.host", "loss", "runs/a", "val/loss"),
        ("train/events.out.tfevents.1.host", "loss", ".", "train/loss"),
        ("/x/test/events.out.tfevents.1.host", "accuracy", "/x", "test/metric/accuracy"),
        ("runs/a/loss_val/events.out.tfevents.1.host.7.2", "loss", "runs/a", "val/loss"),
        ("runs/a/Loss_fit_val/events.out.tfevents.1.host.7.2", "Loss/fit", "runs/a", "val/loss"),
        ("runs/a/loss/train/events.out.tfevents.1.host", "loss", "runs/a", "train/loss"),
        ("runs/a/depth_left/events.out.tfevents.1.host.7.2", "depth", "runs/a", "depth/left"),
        ("runs/loss_mse/events.out.tfevents.1.host.7.0", "loss", "runs/loss_mse", "train/loss"),
        ("runs/loss_/events.out.tfevents.1.host.7.0", "loss", "runs/loss_", "train/loss"),
    ],
)
def test_which_run_a_folder_means(path, tag, run_id, name):
    run = run_of(*logged(tag, range(3), [1] * 3), path=path)
    assert (run.id, list(run.series)) == (run_id, [name])


def test_a_session_that_starts_anew_in_the_same_file_purges_every_tag():
    purge = event(2, session=part(7, b"\x08\x01"))
    run = run_of(
        *logged("loss", range(5), [9] * 5), *logged("val_loss", [0, 3], [9, 9]), purge, *logged("loss", [2], [1])
    )
    assert points(run, "train/loss") == {0: 9.0, 1: 9.0, 2: 1.0}
    assert points(run, "val/loss") == {0: 9.0}
    assert run.fact("resumed") == 2


def test_two_writers_in_one_folder_are_one_run_and_the_later_file_has_the_word(tmp_path):
    for name, records in {
        "events.out.tfevents.1.host.7.0": [*logged("loss", range(6), [9] * 6), *logged("acc", range(6), [1] * 6)],
        "events.out.tfevents.2.host.8.0": logged("loss", range(4, 8), [1] * 4),
    }.items():
        (tmp_path / name).write_bytes(file_of(*records))
    (run,) = gather([str(tmp_path)]).runs
    assert run.series["train/loss"].values.tolist() == [9, 9, 9, 9, 1, 1, 1, 1]
    assert len(run.series["train/metric/accuracy"]) == 6


def test_a_restart_in_another_file_purges_the_series_that_it_does_not_write_again(tmp_path):
    held_out = logged("val_loss", [0, 4], [9, 9])
    (tmp_path / "events.out.tfevents.1.host").write_bytes(file_of(*logged("loss", range(6), [9] * 6), *held_out))
    again = [event(2, session=part(7, b"\x08\x01")), *logged("loss", range(2, 4), [1] * 2)]
    (tmp_path / "events.out.tfevents.2.host").write_bytes(file_of(*again))
    (run,) = gather([str(tmp_path)]).runs
    assert points(run, "train/loss") == {0: 9, 1: 9, 2: 1, 3: 1}
    assert points(run, "val/loss") == {0: 9}


def test_batches_in_one_folder_and_epochs_in_the_other_stand_on_steps(tmp_path):
    epochs = [event(n, scalar("epoch_loss", 0.5), wall=10.0 * n + 9.5) for n in range(3)]
    training = sorted([*logged("batch_loss", range(30), [1.0] * 30), *epochs],
                      key=lambda record: struct.unpack("<d", record[1:9]))  # fmt: skip
    for split, records in {"train": training, "validation": epochs}.items():
        (tmp_path / split).mkdir()
        (tmp_path / split / "events.out.tfevents.1.host.1.0.v2").write_bytes(file_of(*records))
    (run,) = gather([str(tmp_path)]).runs
    assert (run.unit, run.steps_per_epoch, len(run.series["train/loss"])) == ("step", 10.0, 30)
    assert run.series["val/loss"].steps.tolist() == [9, 19, 29]


def test_a_run_is_called_by_its_folder():
    (run,) = gather([str(TORCH / "whole")]).runs
    assert run.id.startswith("whole-")


def test_a_folder_may_be_named_from_where_one_stands(monkeypatch):
    monkeypatch.chdir(GOLDEN)
    assert not gather(["tensorboard/restarted"]).troubles


# ---------------------------------------------------------------------- acceptance


def head(data, name="events.out.tfevents.1.host"):
    return Head(f"logs/{name}", data, True)


def test_accepts_by_content():
    data = file_of(event(1, scalar("loss", 1.0)))
    assert accepts(head(data, "renamed")).score > 0.9
    assert accepts(head(data[:20])).score > 0.5
    assert accepts(head(data[:20], "renamed")).score == 0
    assert accepts(head(data[:11])).score == 0
    assert accepts(head(b"\x00" + data[1:])).score == 0
    assert accepts(head(frame(b"\x0a\x02ab"), "data.tfrecord")).score == 0


def test_a_file_without_a_scalar_gives_no_run():
    fold = Tensorboard(head(b""))
    fold.feed(file_of(event(0, part(1, b"weights") + part(5, b"\x09" + bytes(8)))))
    assert fold.runs() == []


def test_wherever_a_small_file_is_cut_the_rest_completes_it():
    data = (TORCH / "doubles").glob("events*").__next__().read_bytes()
    whole = Tensorboard(head(data))
    whole.feed(data)
    for cut in range(len(data) + 1):
        fold = Tensorboard(head(data[:cut]))
        fold.feed(data[:cut])
        before = fold.runs()
        fold.feed(data[cut:])
        assert fold.runs() == whole.runs()
        for run in before:
            for key, one in run.series.items():
                assert whole.runs()[0].series[key].value_bytes.startswith(one.value_bytes) or key != "train/loss"


def test_a_broken_record_is_counted_and_a_broken_length_ends_the_reading():
    rows = logged("loss", range(3), [1, 2, 3])
    run = run_of(*rows, rows[0][:-3], *logged("loss", [3], [4]))
    assert run.fact("records refused") == 1
    assert len(run.series["train/loss"]) == 4
    data = bytearray(file_of(*rows))
    data[-len(frame(rows[2]))] ^= 1
    fold = Tensorboard(head(bytes(data)))
    fold.feed(bytes(data))
    (run,) = fold.runs()
    assert "checksum" in run.fact("damaged")
    assert len(run.series["train/loss"]) == 2
