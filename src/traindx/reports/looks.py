"""A look at a model on the bench, in words: what was looked at, and what one batch cannot show."""

from __future__ import annotations

from traindx.reports.wording import counted
from traindx.schema import Run

# What the bench measures, by the begin of its series or the name of its fact.
PARTS = {"gradients": "grad/", "activations": "act/", "data": "data", "architecture": "modules"}


def witness(run: Run) -> str:
    """Who tells: "the log", or on the bench "the batch"."""
    if not run.on_bench:
        return "the log"
    return "the batch" if len(run.series.get("train/loss", ())) < 2 else "these batches"


def looked_at(run: Run) -> str:
    """The model, the batch and the loss: "Sequential (torch), 4,611 parameters; 1 batch of 256 rows"."""
    model = run.fact("model") or {}
    words = [str(model.get("class") or "a model")]
    if run.framework:
        words[0] += f" ({run.framework})"
    if isinstance(model.get("parameters"), int):
        words.append(
            counted(model["parameters"], "parameter").replace(str(model["parameters"]), f"{model['parameters']:,}")
        )
    batches = len(run.series["train/loss"]) if "train/loss" in run.series else 0
    size = run.count("batch_size")
    rows = f" of {counted(int(size), 'row')}" if size else ""
    return f"{', '.join(words)}; {counted(batches, 'batch', 'batches')}{rows}" if batches else ", ".join(words)


def loss_told(run: Run) -> str:
    """The loss of the last batch, and which loss it is."""
    if "train/loss" not in run.series:
        return ""
    named = (run.fact("loss") or {}).get("function")
    chosen = (run.fact("loss") or {}).get("chosen_by") == "traindx"
    word = f" ({named}{', taken because none was named' if chosen else ''})" if named else ""
    return f"loss {run.series['train/loss'].values[-1]:.4g}{word}"


def out_of_sight(run: Run) -> str:
    """What was left out, and what no single batch can show."""
    facts = {one.name for one in run.facts}
    gone = [part for part, begin in PARTS.items()
            if begin not in facts and not any(key.startswith(begin) for key in run.series)]  # fmt: skip
    left = f"{', '.join(gone)}; " if gone else ""
    return f"{left}how the training goes: traindx diagnose on its log says that"
