# /// script
# dependencies = ["torch==2.13.0", "numpy==2.4.6", "scikit-learn==1.9.1", "pandas==3.1.1", "tqdm==4.70.1"]
# ///
"""Golden tables and JSON files as people's own loops write them: csv, pandas, json.dump, one JSON line a step."""

from __future__ import annotations

import csv
import json
import math
from pathlib import Path
from typing import Any

import pandas
from plain_text import EPOCHS, LR, Epoch, training
from recording import fresh, grouped, record

Rows = list[tuple[int, dict[str, float]]]


def by_epoch(epochs: list[Epoch]) -> list[dict[str, float]]:
    return [
        {"epoch": at.number, "train_loss": at.loss, "val_loss": at.val_loss, "val_acc": at.val_accuracy, "lr": at.lr}
        for at in epochs
    ]


def by_step(epochs: list[Epoch]) -> list[dict[str, float]]:
    rows: list[dict[str, float]] = []
    for at in epochs:
        for loss, norm in zip(at.losses, at.norms, strict=True):
            rows.append({"step": len(rows), "loss": loss, "grad_norm": norm, "lr": at.lr})
    return rows[::3]


def known(rows: list[dict[str, float]], step: str) -> dict[str, Any]:
    """The facts of rows that name their own step; None is an empty cell."""
    pairs: Rows = [
        (int(row[step]), {name: value for name, value in row.items() if name != step and value is not None})
        for row in rows
    ]
    return {"series": grouped(pairs), "step": step}


def with_csv_module(folder: Path, epochs: list[Epoch], files: dict[str, Any]) -> None:
    rows = by_epoch(epochs)
    with (folder / "dict_writer.csv").open("w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    files["dict_writer.csv"] = known(rows, "epoch")

    steps = by_step(epochs)
    with (folder / "steps.tsv").open("w", newline="", encoding="utf-8") as stream:
        stream.write("# lr=0.05 batch_size=64 optimizer=SGD momentum=0.9 seed=1\n")
        table = csv.writer(stream, delimiter="\t", lineterminator="\n")
        table.writerow(steps[0])
        table.writerows([f"{value:.6g}" for value in row.values()] for row in steps)
    rounded = [{name: float(f"{value:.6g}") for name, value in row.items()} for row in steps]
    files["steps.tsv"] = known(rounded, "step") | {"settings": {"lr": LR, "batch_size": 64, "momentum": 0.9, "seed": 1}}

    with (folder / "no_header.csv").open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream).writerows([row["epoch"], row["train_loss"], row["val_loss"]] for row in rows)
    unnamed = [{"0": row["epoch"], "1": row["train_loss"], "2": row["val_loss"]} for row in rows]
    files["no_header.csv"] = known(unnamed, "0") | {"note": "no names; columns are numbered from 0"}

    with (folder / "comma_decimals.csv").open("w", newline="", encoding="utf-8-sig") as stream:
        table = csv.writer(stream, delimiter=";")
        table.writerow(["Epoch", "Train Loss", "Val Loss"])
        table.writerows(
            [row["epoch"], *(f"{row[name]:.4f}".replace(".", ",") for name in ("train_loss", "val_loss"))]
            for row in rows
        )
    named = [
        {"Epoch": row["epoch"], "Train Loss": round(row["train_loss"], 4), "Val Loss": round(row["val_loss"], 4)}
        for row in rows
    ]
    files["comma_decimals.csv"] = known(named, "Epoch") | {"note": "byte order mark, semicolons, decimal commas"}


def with_pandas(folder: Path, epochs: list[Epoch], files: dict[str, Any]) -> None:
    rows = by_epoch(epochs)
    rows[4]["train_loss"] = math.inf
    rows[5]["train_loss"] = math.nan
    table = pandas.DataFrame(rows)
    table.to_csv(folder / "pandas.csv")
    # pandas writes NaN as an empty cell: it is lost in the file.
    rows[5]["train_loss"] = None  # type: ignore[assignment]
    numbered = [{"": index, **row} for index, row in enumerate(rows)]
    files["pandas.csv"] = known(numbered, "epoch") | {"note": "first column is the unnamed index; NaN is an empty cell"}
    table.to_json(folder / "pandas_records.json", orient="records", lines=True)
    rows[4]["train_loss"] = None  # type: ignore[assignment]
    files["pandas_records.json"] = known(rows, "epoch") | {
        "note": "one line a row; 10 decimals; NaN and infinity are null"
    }


def with_json(folder: Path, epochs: list[Epoch], files: dict[str, Any]) -> None:
    rows = by_epoch(epochs)
    names = [name for name in rows[0] if name != "epoch"]
    lists = {name: [row[name] for row in rows] for name in names}
    write(folder / "lists_by_name.json", lists)
    counted = [{**row, "position": index} for index, row in enumerate(rows)]
    for row in counted:
        del row["epoch"]
    files["lists_by_name.json"] = known(counted, "position") | {"step": "position in the list, from 0"}

    write(folder / "list_of_rows.json", rows)
    files["list_of_rows.json"] = known(rows, "epoch")

    nested = {
        "config": {"lr": LR, "batch_size": 64, "optimizer": {"name": "SGD", "momentum": 0.9}, "epochs": EPOCHS},
        "train": {"loss": lists["train_loss"]},
        "val": {"loss": lists["val_loss"], "acc": lists["val_acc"]},
        "best": {"epoch": EPOCHS, "val_loss": lists["val_loss"][-1]},
    }
    write(folder / "nested.json", nested)
    paths = {"train.loss": "train_loss", "val.loss": "val_loss", "val.acc": "val_acc"}
    deep = [{"position": index, **{path: row[name] for path, name in paths.items()}} for index, row in enumerate(rows)]
    files["nested.json"] = known(deep, "position") | {"settings": nested["config"]}
    files["nested.json"]["step"] = "position in the list, from 0; names are joined with dots"

    steps = by_step(epochs)
    odd = {18: math.nan, 19: math.inf}
    with (folder / "steps.jsonl").open("w", encoding="utf-8") as stream:
        stream.write(json.dumps({"config": {"lr": LR, "batch_size": 64, "seed": 1}}) + "\n")
        for index, row in enumerate(steps[:20]):
            row["loss"] = odd.get(index, row["loss"])
            stream.write(json.dumps(row) + "\n")
            if index % 6 == 5:
                stream.write(json.dumps({"step": row["step"], "val": {"loss": epochs[index // 6].val_loss}}) + "\n")
    mixed = [*steps[:20]]
    mixed += [{"step": steps[index]["step"], "val.loss": epochs[index // 6].val_loss} for index in range(5, 20, 6)]
    files["steps.jsonl"] = known(mixed, "step") | {"settings": {"lr": LR, "batch_size": 64, "seed": 1}}

    whole = (folder / "steps.jsonl").read_text(encoding="utf-8")
    (folder / "torn.jsonl").write_text(whole[:-20], encoding="utf-8")
    del mixed[19]
    files["torn.jsonl"] = known(mixed, "step") | {"torn": "the last line lacks its last 20 characters"}


def write(path: Path, content: Any) -> None:
    path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    folder = fresh("hand_written")
    epochs = training()
    files: dict[str, Any] = {}
    with_csv_module(folder, epochs, files)
    with_pandas(folder, epochs, files)
    with_json(folder, epochs, files)
    version = f"pandas {pandas.__version__}; csv and json of Python's own library"
    record(folder, writer="csv, json, pandas", version=version, files=files)


if __name__ == "__main__":
    main()
