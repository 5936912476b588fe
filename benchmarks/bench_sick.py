"""Puts models with one thing wrong on the bench, and says how often it is found and rightly named.

Found: a finding of warning or error stands. Right: a cause that names the fault is among the first three. The same
architectures with nothing wrong are looked at beside them and must stay silent. Every case is built for each of two
seeds; faults, not cells, are what a rate generalises over: intervals are a bootstrap over them. Keras runs in a child
on one backend.

    python benchmarks/bench_sick.py [-v] [torch] [keras]
"""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys
import warnings

from intervals import rate_interval, upper_bound

SEEDS = (0, 1)


def looked(framework: str) -> list[dict]:
    """Every cell of one framework, in this process."""
    from traindx.configuration import configuration
    from traindx.verbs.diagnose import diagnosis
    from traindx.verbs.inspect import measured

    module = __import__(f"bench_sick_{framework}")
    cells = [(one.__name__, name, causes) for one, names, causes in module.SICK for name in names]
    cells += [(word, name, ()) for word in module.HEALTHY for name in module.EVERY]
    rows = []
    for word, name, causes in cells:
        for seed in SEEDS:
            model, batch, loss = module.case(word, name, seed)
            answer = diagnosis(measured(model, batch, loss), config=configuration({}), why="inspect")
            first = [one.id for one in answer.causes[:3]]
            rows.append({
                "framework": framework, "fault": word, "architecture": name, "seed": seed, "sick": bool(causes),
                "found": [f"{one.id}:{one.kind}" if one.kind else one.id for one in answer.problems],
                "hints": sorted({f"{one.id}:{one.kind}" for one in answer.findings if one.severity == "info"}),
                "verdict": answer.verdict, "first": first, "right": bool(set(first) & set(causes)),
                "leads": bool(set(first[:1]) & set(causes)),
            })  # fmt: skip
    return rows


def told(rows: list[dict], words: str) -> None:
    sick, healthy = [one for one in rows if one["sick"]], [one for one in rows if not one["sick"]]
    faults = len({one["fault"] for one in sick})
    print(f"{words}: {faults} faults, {len({one['architecture'] for one in rows})} architectures, {len(sick)} cells")
    found, right, leads = ([bool(one[word]) for one in sick] for word in ("found", "right", "leads"))
    for word, hits in (("found", found), ("right in three", right), ("right first", leads)):
        low, high = rate_interval(zip([one["fault"] for one in sick], hits, strict=True))
        print(f"  {word}: {sum(hits)} of {len(hits)} = {sum(hits) / len(hits):.1%} ({low:.1%} to {high:.1%})")
    accused = [one for one in healthy if one["found"]]
    most = upper_bound(len(accused), len(healthy))
    print(f"  healthy beside them accused: {len(accused)} of {len(healthy)}, at most {most:.1%}")


def main() -> None:
    sys.path.insert(0, str(pathlib.Path(__file__).parent))
    asked = [one for one in sys.argv[1:] if one in ("torch", "keras")] or ["torch", "keras"]
    if "--json" in sys.argv:
        print(json.dumps(looked(asked[0])))
        return
    everything: list[dict] = []
    for framework in asked:
        environment = {**os.environ, "KERAS_BACKEND": os.environ.get("KERAS_BACKEND", "tensorflow"),
                       "TF_CPP_MIN_LOG_LEVEL": "3", "OMP_NUM_THREADS": "1", "CUDA_VISIBLE_DEVICES": ""}  # fmt: skip
        command = [sys.executable, __file__, framework, "--json"]
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
        rows = json.loads(done.stdout.splitlines()[-1])
        told(rows, framework)
        everything += rows
    if len(asked) > 1:
        told(everything, "both")
    if "-v" in sys.argv:
        for one in everything:
            if (one["sick"] and not (one["found"] and one["right"])) or (not one["sick"] and one["found"]):
                print(f"{one['framework']} {one['fault']} {one['architecture']} {one['seed']}: {one['found']} "
                      f"({one['hints']}) -> {one['first']}")  # fmt: skip


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    main()
