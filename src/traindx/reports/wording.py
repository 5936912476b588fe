"""How numbers, series and what was not looked at are put into words: the same in every report."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable
from typing import Any

from traindx.schema import Diagnosis, Finding, Run, Series, Unseen
from traindx.schema.names import seldom
from traindx.schema.settings import SETTINGS

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
WORDS = {  # of a verdict, and how they are coloured
    "problem": ("PROBLEM", "bold red"),
    "healthy": ("HEALTHY", "bold green"),
    "inconclusive": ("CANNOT SAY", "bold yellow"),
}
OUTCOMES = {
    "completed": "finished",
    "crashed": "crashed",
    "interrupted": "interrupted",
    "stopped": "stopped before its end",
    "running": "still running",
}
PLAIN = {
    "train/loss": "training loss",
    "val/loss": "validation loss",
    "test/loss": "test loss",
    "lr": "learning rate",
    "grad/norm": "gradient norm",
    "grad/norm/clipped": "clipped gradient norm",
    "epoch": "epoch",
    "tokens": "tokens",
    "time/step": "seconds a step",
    "time/data": "seconds waiting for data",
    "gpu/busy": "GPU busy",
    "gpu/memory": "GPU memory",
    "gpu/memory/used": "GPU memory in use",
    "memory/resident": "memory of the process",
    "amp/scale": "loss scale",
    "amp/skipped": "skipped steps",
    "amp/skipped/total": "skipped steps so far",
    "grad/zeros": "zeros in the gradient",
    "weight/norm": "weight norm",
    "throughput/samples": "samples a second",
    "throughput/tokens": "tokens a second",
    "throughput/steps": "steps a second",
    "loss/backward": "loss of backward",
}
TENSORS = (("grad", "gradient"), ("weight", "weights"), ("act", "output"))
STATISTICS = (
    ("mean", "mean"),
    ("std", "spread"),
    ("max", "largest entry"),
    ("min", "smallest entry"),
    ("zeros", "zeros"),
    ("count", "number of entries"),
    ("nonfinite", "entries that are not finite"),
)
FAMILIES = (  # of a series: what stands before its last part, and the words for it
    ("grad/norm/", "gradient norm of "),
    ("train/loss/", "training loss "),
    ("val/loss/", "validation loss "),
    ("test/loss/", "test loss "),
    ("train/metric/", "training "),
    ("val/metric/", "validation "),
    ("test/metric/", "test "),
    ("lr/", "learning rate of "),
    ("weight/norm/", "weight norm of "),
    ("update/ratio/", "update ratio of "),
    ("act/dead/", "dead units of "),
    ("act/saturated/", "saturated units of "),
    ("act/norm/", "output norm of "),
    ("act/between/", "difference between rows in "),
    *((f"{place}/{part}/", f"{said} of the {what} of ") for place, what in TENSORS for part, said in STATISTICS),
)
# What stays in the dark without a series; the first that fits speaks.
HIDDEN = (
    ("grad/", "gradients"),
    ("lr", "the schedule"),
    ("train/metric", "accuracy"),
    ("train/loss", "the training loss itself"),
    ("weight/", "weights"),
    ("update/", "updates"),
    ("act/", "activations"),
    ("time/", "speed"),
    ("gpu/", "speed"),
)
# A format called by one of these is not called a log on top of it.
OWN_WORDS = {"CSV", "JSON", "JSONL", "table", "text", "log", "logs", "format", "object", "history", "offline", "state"}
INTEREST = ("train/loss", "val/loss", "test/loss", "train/", "val/", "test/", "lr", "grad/norm")
# What stays in the dark without a setting, and what is missing for it.
SETTING_HIDES = {"classes": "the level of chance (classes not known)", "clip": "clipping (no threshold known)"}
SCOPES = {
    "loss": ("loss", ("train/loss", "val/loss")),
    "generalization": ("validation", ("val/",)),
    "schedule": ("rate", ("lr",)),
    "gradients": ("gradient norm", ("grad/",)),
    "settings": ("settings", ()),
    "weights": ("weights", ("weight/", "update/")),
    "activations": ("activations", ("act/",)),
    "precision": ("loss scale", ("amp/", "grad/zeros")),
    "optimizer": ("skipped steps", ("amp/skipped",)),
    "throughput": ("speed", ("time/", "gpu/", "throughput/")),
    "loop": ("memory", ("memory/", "gpu/memory")),
    "distributed": ("ranks", ()),
}


def compact(value: float | int | None) -> str:
    """A measurement in three digits: 2.01, 1,410, 3e-4."""
    if value is None:
        return "-"
    if isinstance(value, int) and abs(value) >= 10**15:
        value = float(min(max(value, -(10**300)), 10**300))
    if not math.isfinite(value):
        return "NaN" if math.isnan(value) else ("Inf" if value > 0 else "-Inf")
    size = abs(value)
    if isinstance(value, int) or size == 0:
        return f"{int(value):,}"
    if size < 1e-3 or size >= 99_999.5:
        return scientific(value)
    if size >= 999.5:
        return f"{value:,.0f}"
    digits = 2 if size >= 0.9995 and size < 9.995 else 1 if size >= 1 and size < 99.95 else 0
    return f"{value:.{digits}f}" if size >= 0.9995 else f"{value:.3g}"


def scientific(value: float, digits: int = 3) -> str:
    """So many digits and a short exponent: 1.23e-5."""
    mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
    mantissa = mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa
    return f"{mantissa}e{int(exponent)}"


def plain(value: Any) -> str:
    """A setting or a fact as its user wrote it: 0.0003 stays 3e-4, a table becomes JSON."""
    if value is None or isinstance(value, (bool, str)):
        return str(value)
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            return compact(value)
        short = f"{value:.6g}"
        mantissa, sign, exponent = short.partition("e")
        if sign or 0 < abs(value) < 1e-3:
            mantissa, _, exponent = f"{value:.5e}".partition("e")
            return f"{mantissa.rstrip('0').rstrip('.')}e{int(exponent)}"
        return short
    try:
        return json.dumps(value, default=str)
    except (TypeError, ValueError):
        return str(value)


def named(series: str) -> str:
    """A series in words: "validation accuracy"."""
    name, _, rank = series.partition("@")
    words = PLAIN.get(name)
    if words is None:
        found = next(((prefix, text) for prefix, text in FAMILIES if name.startswith(prefix)), None)
        rest = name[len(found[0]) :] if found else ""
        words = name if found is None else found[1].rstrip() if rest in ("", "*") else found[1] + rest
        if found and rest == "*":
            words = f"{found[1].split(' of ')[0].rstrip()} of layers" if " of " in found[1] else f"{words} metric"
    return words + (f" (rank {rank})" if rank else "")


def counted(number: int, one: str, many: str | None = None) -> str:
    """ "1 point", "500 points"."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def listed(words: Iterable[str]) -> str:
    """ "a, b and c"."""
    items = list(words)
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}" if items else ""


def ended(run: Run) -> str:
    """How the run ended, as far as its log says."""
    words = OUTCOMES.get(run.outcome.state)
    if words is None:
        return "how it ended is not in the log"
    error = run.outcome.error
    return f"{words} ({error.type})" if error is not None and error.type else words


def span(run: Run) -> tuple[int, int] | None:
    """The first and the last step of all series."""
    ends = [(int(one.steps.min()), int(one.steps.max())) for one in run.series.values() if len(one)]
    return (min(first for first, _ in ends), max(last for _, last in ends)) if ends else None


def format_words(run: Run) -> str:
    """The format as a person would call it: "transformers log", "lightning CSV"."""
    if run.on_bench:
        return "a look on the bench"
    words = run.format.replace("-", " ").replace("_", " ").strip() or "unknown format"
    words = " ".join(word.upper() if word in ("csv", "json", "jsonl") else word for word in words.split())
    return words if set(words.split()) & OWN_WORDS else f"{words} log"


def scope_words(diagnosis: Diagnosis) -> str:
    """What the families that looked had to look at."""
    words = []
    for family in (*SCOPES, *(one for one in diagnosis.scope if one not in SCOPES)):
        text, series = SCOPES.get(family, (family, ()))
        there = not series or any(key.startswith(series) for key in diagnosis.run.series)
        if family in diagnosis.scope and there:
            words.append(text)
    return listed(words) or "nothing"


def missing_words(diagnosis: Diagnosis) -> list[str]:
    """What would have told more, in words."""
    words = [SETTINGS[name][0] if name in SETTINGS and name not in PLAIN else named(name) for name in diagnosis.missing]
    return list(dict.fromkeys(words))


def unseen_words(diagnosis: Diagnosis) -> str:
    """In one sentence what was not looked at, and why."""
    absent: dict[str, set[str]] = {}
    short: set[str] = set()
    unset: dict[str, None] = {}
    failed = 0
    for one in diagnosis.unseen:
        if one.reason.startswith("failed"):
            failed += 1
        elif one.reason.startswith("not in the log:") and diagnosis.access == ["log"]:
            continue  # what no log says is said once for all below
        elif "too short" in one.reason:
            short.add(named(one.needs[0]) if one.needs and one.needs[0] else "a series")
        else:
            subject, need = _hidden(one)
            if one.needs and one.needs[0] in SETTINGS and one.needs[0] not in PLAIN:
                unset[one.needs[0]] = None
            elif not _beside(one, diagnosis.run) and not (one.needs and seldom(one.needs[0])):
                absent.setdefault(subject, set()).add(need)
    # What matters most stands first: a narrow screen cuts the end.
    parts = [f"{counted(failed, 'look')} that failed (--full says why)"] if failed else []
    parts += [f"{subject} ({' or '.join(sorted(needs)[:2])})" for subject, needs in absent.items()]
    if diagnosis.access == ["log"]:
        parts.append(f"{', '.join(out_of_sight(diagnosis.run))} (seldom in a log)")
    if short:
        parts.append(f"trends ({listed(sorted(short))} {'is' if len(short) == 1 else 'are'} too short)")
    parts += [SETTING_HIDES[name] for name in unset if name in SETTING_HIDES]
    parts += ["settings (not all known)"] if unset.keys() - SETTING_HIDES.keys() else []
    return "; ".join(parts)


def out_of_sight(run: Run) -> list[str]:
    """What this log does not show, as few do and some things none does."""
    layers = any(one.layer is not None for one in run.series.values())
    speed = any(key.startswith(("time/", "throughput/", "gpu/")) for key in run.series)
    return [*([] if layers else ["layers"]), *([] if speed else ["speed"]), "data", "the loop itself"]


def _beside(unseen: Unseen, run: Run) -> bool:
    """Whether a curve of the same kind is there, so that the gap is a detail for the long form."""
    kinds = {name.split("/")[0] for name in unseen.needs if name.startswith(("train/", "val/"))}
    return bool(kinds) and kinds <= {key.split("/")[0] for key in run.series}


def _hidden(unseen: Unseen) -> tuple[str, str]:
    """What stays in the dark, and the words for what is missing."""
    need = unseen.needs[0] if unseen.needs else ""
    subject = next((words for prefix, words in HIDDEN if need.startswith(prefix)), None)
    if need.startswith("val/"):
        return "overfitting", "no validation"
    if subject is not None:
        return subject, f"no {named(need.removesuffix('/*')) if need.startswith('grad/') else named(need)}"
    return unseen.id.replace("-", " "), f"no {named(need)}" if need else unseen.reason


def message(finding: Finding, run: Run) -> str:
    """What a finding says, with its series in words and its steps called what the log counts."""
    told = finding.message
    if finding.series:
        told = re.sub(rf"(?<![\w/]){re.escape(finding.series)}(?![\w/])", lambda _: named(finding.series or ""), told)
    return told if run.unit == "step" else re.sub(r"\bstep(s?) (?=\d)", rf"{run.unit}\1 ", told)


def with_values(title: str, old: Any, new: Any) -> str:
    """What a fix says, with the old and the new value behind it when it does not say them itself."""
    if isinstance(new, bool) or not isinstance(new, (int, float, str)):
        return title
    if plain(new) in title or f"{new}" in title or (not isinstance(new, str) and f"{new:g}" in title):
        return title
    return f"{title} ({plain(new)})" if old is None else f"{title} ({plain(old)} -> {plain(new)})"


def by_interest(run: Run) -> dict[str, Series]:
    """All series: losses, metrics, rates and norms before what only the writer of the log knows, the axis last."""

    def rank(key: str) -> int:
        return next((place for place, prefix in enumerate(INTEREST) if key.startswith(prefix)), len(INTEREST))

    return {key: run.series[key] for key in sorted(run.series, key=lambda key: (key in ("epoch", "tokens"), rank(key)))}
