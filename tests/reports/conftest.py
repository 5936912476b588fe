"""Hand-made answers: one of each verdict, and the runs they speak of."""

import numpy as np
import pytest

from traindx.schema import (
    Belief,
    Diagnosis,
    Explanation,
    Fact,
    Failure,
    Finding,
    Fix,
    LookAlike,
    Outcome,
    Recommendation,
    Run,
    Series,
    Suspect,
    Unseen,
    Weight,
)

STEPS = np.arange(1, 501) * 10


def _spiky():
    rng = np.random.default_rng(1)
    loss = 1.9 + 0.6 * np.exp(-STEPS / 600) + rng.normal(0, 0.02, STEPS.size)
    loss[STEPS > 2470] += np.linspace(0, 1.9, int((STEPS > 2470).sum()))
    grad = 5 + rng.normal(0, 0.3, STEPS.size) + 200 * (STEPS / 5000) ** 6
    for step in (1410, 1980, 2470):
        place = step // 10 - 1
        loss[place], grad[place] = 19.0, 215.0
    return loss, grad


def a_run(source="runs/exp7", **fields):
    loss, grad = _spiky()
    series = {
        "train/loss": Series.of("train/loss", STEPS, loss, wall=STEPS * 0.8, per="window", window=10),
        "grad/norm": Series.of("grad/norm", STEPS, grad, per="step"),
        "lr": Series.of("lr", STEPS, np.full(STEPS.size, 3e-4), per="step"),
    }
    given = {"id": "exp7-3fa2b1", "source": source, "format": "transformers", "framework": "torch", "series": series,
             "settings": {"lr": 3e-4, "batch_size": 8, "optimizer": "adamw"}, "facts": [Fact("version", "4.57")],
             "outcome": Outcome(state="completed")}  # fmt: skip
    return Run(**{**given, **fields})


def a_suspect(id, title, probability, **fields):
    given = {"category": "optimizer", "symptom": "instability", "severity": "critical", "harm": "fault"}
    return Suspect(id=id, title=title, probability=probability, **{**given, **fields})


TOO_HIGH = a_suspect(
    "learning-rate-too-high",
    "the learning rate is too high",
    0.62,
    evidence_for=[Weight("loss-spike", 1.5), Weight("diverging-loss", 2.3)],
    evidence_against=[Weight("no-lr-decay", -0.2)],
    look_alikes=[LookAlike("corrupt-batch", "the jumps come at the same place of every epoch", "skip-batch")],
    fixes=[
        Fix(id="lower-learning-rate", title="lower the peak learning rate from 0.0003 to 0.0001", from_=3e-4, to=1e-4,
            example="optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)"),
        Fix(id="add-warmup", title="raise the rate from zero over the first 200 steps", to=200),
    ],
    avoid=["train longer: nothing has improved since step 1400"],
    verify="a tenth of the rate for 100 steps: the loss falls and stays down",
    reference="traindx explain learning-rate-too-high",
)  # fmt: skip
NO_WARMUP = a_suspect("warmup-missing", "the learning rate starts at its peak, without warm-up", 0.21)
BAD_BATCH = a_suspect("corrupt-batch", "one batch is corrupt", 0.09, category="data")


def a_finding(id, severity, message, **fields):
    return Finding(id=id, severity=severity, message=message, **fields)


FINDINGS = [
    *(
        a_finding("loss-spike", "error", f"loss jumps to 19.0 (usually 2.01) at step {step}", series="train/loss",
                  first_step=step, last_step=step, known_step=step, evidence={"kind": "repeated", "usual": 2.01})
        for step in (1410, 1980, 2470)
    ),
    a_finding("diverging-loss", "error", "loss rises from step 2470 to the end", series="train/loss", first_step=2470,
              last_step=5000, known_step=2600, open=True, evidence={"kind": "from-best", "rise": 1.94}),
    a_finding("gradient-spike", "warning", "gradient norm is 43 times its median at step 1410", series="grad/norm",
              first_step=1410, known_step=1410, evidence={"kind": "repeated"}),
    a_finding("no-lr-decay", "info", "rate 3e-4 from the first step to the last", series="lr", when="end"),
]  # fmt: skip
UNSEEN = [
    Unseen("overfitting", ["val/loss"], "the log has no validation loss"),
    Unseen("underfitting", ["val/loss"], "the log has no validation loss"),
    Unseen("initial-loss-off", ["classes"], "not known: classes"),
    Unseen("plateau", ["train/loss"], "training loss is too short: 8 points, 10 are needed"),
]


def a_problem(**fields):
    given = {
        "run": a_run(),
        "verdict": "problem",
        "scope": ["gradients", "loss", "schedule"],
        "missing": ["classes", "val/loss"],
        "known_at_step": 1410,
        "findings": FINDINGS,
        "unseen": UNSEEN,
        "belief": Belief(0.01, 0.01, 0.08),
        "explanations": [
            Explanation(["learning-rate-too-high"], 0.51),
            Explanation(["learning-rate-too-high", "warmup-missing"], 0.11),
            Explanation(["warmup-missing"], 0.1),
            Explanation(["corrupt-batch"], 0.09),
        ],
        "causes": [TOO_HIGH, NO_WARMUP, BAD_BATCH],
        "recommendations": [Recommendation("schedule", "lower the peak learning rate from 0.0003 to 0.0001")],
        "stop_training": True,
    }
    return Diagnosis(**{**given, **fields})


def a_healthy(**fields):
    steps = np.arange(0, 60_000, 50)
    rng = np.random.default_rng(2)
    fall = 0.2 + 2.1 * np.exp(-steps / 6000)
    at = steps[::60]
    series = {
        "train/loss": Series.of("train/loss", steps, fall + rng.normal(0, 0.01, steps.size)),
        "val/loss": Series.of("val/loss", at, fall[::60] * 1.02 + 0.12 + 1e-6 * at / 60, per="evaluation"),
        "lr": Series.of("lr", steps, 1e-3 * (1 - steps / 60_000)),
        "grad/norm": Series.of("grad/norm", steps, 1 + rng.normal(0, 0.1, steps.size)),
    }
    given = {
        "run": a_run("runs/base", format="lightning-csv", series=series),
        "verdict": "healthy",
        "scope": ["generalization", "gradients", "loss", "schedule"],
        "findings": [a_finding("still-improving", "info", "the last fifth improved validation by 0.4 %", when="end")],
        "unseen": [Unseen("initial-loss-off", ["classes"], "not known: classes")],
        "belief": Belief(0.7, 0.2, 0.05),
    }
    return Diagnosis(**{**given, **fields})


def an_inconclusive(**fields):
    loss = [0.92, 0.88, 0.85, 0.84, 0.83, 0.82, 0.80, 0.76, 0.79, 0.75, 0.74, 0.73, 0.72, 0.71]
    series = {"train/loss": Series.of("train/loss", range(1, 15), loss, per="epoch")}
    low = a_suspect("learning-rate-too-low", "the learning rate is too low", 0.34, severity="low",
                    verify="ten times the rate for 100 steps: the loss falls faster")  # fmt: skip
    given = {
        "run": a_run("train.log", format="text", unit="epoch", series=series, outcome=Outcome(), settings={}),
        "verdict": "inconclusive",
        "reason": "several readings fit these points equally well",
        "scope": ["loss"],
        "missing": ["lr", "val/loss"],
        "unseen": [
            *UNSEEN[:2],
            Unseen("lr-zero", ["lr"], "the log has no learning rate"),
            Unseen("vanishing-gradients", ["grad/norm/*"], "the log has no grad/norm/*"),
        ],
        "causes": [low],
        "explanations": [Explanation(["learning-rate-too-low"], 0.34)],
        "belief": Belief(0.05, 0.29, 0.32),
    }
    return Diagnosis(**{**given, **fields})


def of_four():
    """A problem whose cause no log can pin down: four suspects that always look the same."""
    titles = {
        "labels-shuffled": "the labels do not belong to their inputs",
        "optimizer-without-parameters": "the optimizer holds no parameters of the model",
        "learning-rate-too-low": "the learning rate is too low",
        "dead-units": "all units of a layer are dead",
    }
    fixes = [Fix(id="pair-inputs-and-labels", title="shuffle inputs and labels with one permutation")]
    causes = [a_suspect(id, title, 0.2, fixes=fixes if place == 0 else [], verify="one batch alone is learnt by heart")
              for place, (id, title) in enumerate(titles.items())]  # fmt: skip
    flat = np.full(STEPS.size, 2.303) + np.random.default_rng(0).normal(0, 0.004, STEPS.size)
    run = a_run(series={"train/loss": Series.of("train/loss", STEPS, flat)})
    finding = a_finding("flat-loss", "error", "loss never leaves 2.30, the level of chance of 10 classes",
                        series="train/loss", first_step=10, open=True, when="end")  # fmt: skip
    explanations = [Explanation([one.id], 0.2) for one in causes]
    return a_problem(run=run, findings=[finding], causes=causes, explanations=explanations, alike=[list(titles)],
                     known_at_step=None, stop_training=False, belief=Belief(0.05, 0.0, 0.15))  # fmt: skip


HOSTILE = "\x1b[31mred\x1b[0m\r\n‮gnp.exe​<script>alert(1)</script>|[x](javascript:1)`\ud800字字"


def a_hostile(verdict=a_problem):
    """Every text that can come from a log is somebody's attack."""
    name = f"train/loss/{HOSTILE}"
    series = {name: Series.of(name, range(60), np.linspace(2, 1, 60))}
    run = a_run(HOSTILE, series=series, settings={HOSTILE: HOSTILE}, facts=[Fact(HOSTILE, HOSTILE)], format=HOSTILE,
                outcome=Outcome(state="crashed", error=Failure(HOSTILE, HOSTILE, HOSTILE)))  # fmt: skip
    finding = a_finding("loss-spike", "error", HOSTILE, series=name, layer=HOSTILE, first_step=5,
                        evidence={HOSTILE: HOSTILE})  # fmt: skip
    return verdict(
        run=run, findings=[finding], reason=HOSTILE, missing=[HOSTILE], unseen=[Unseen("x", [HOSTILE], HOSTILE)]
    )


def ten_answers():
    """One of each that a report must stand."""
    lone = {"train/loss": Series.of("train/loss", [7], [2.3])}
    broken = np.linspace(2, 1, 300)
    broken[200:] = np.nan
    nan = {"train/loss": Series.of("train/loss", range(300), broken), "val/loss": Series.of("val/loss", [9], [np.inf])}
    return {
        "problem": a_problem(),
        "healthy": a_healthy(),
        "inconclusive": an_inconclusive(),
        "of-four": of_four(),
        "hostile": a_hostile(),
        "hostile-inconclusive": a_hostile(an_inconclusive),
        "one-point": an_inconclusive(run=a_run(series=lone, outcome=Outcome(state="running"))),
        "no-series": an_inconclusive(run=a_run("-", series={}), causes=[], reason="the log has no training loss"),
        "nan": a_problem(run=a_run("/home/someone/projects/vision/outputs/2026-11-19/14-22-01/lightning_logs/version_3",
                                   series=nan)),
        "no-cause": a_problem(causes=[], explanations=[], belief=Belief(0.0, 0.0, 1.0)),
    }  # fmt: skip


@pytest.fixture
def make():
    """The makers above, by name."""
    return globals()


def pytest_generate_tests(metafunc):
    if "answer" in metafunc.fixturenames:
        answers = ten_answers()
        metafunc.parametrize("answer", answers.values(), ids=list(answers))


def a_look(layers: int = 3, batches: int = 1) -> Run:
    """What the bench leaves of a net of linear layers, each with an activation behind it."""
    steps, series = list(range(batches)), []
    names = [f"blocks.{place}.fc" for place in range(layers)]
    for place, name in enumerate(names):
        for word, value in (("norm", 0.1 * (place + 1)), ("std", 0.01), ("zeros", 4.0), ("count", 64.0),
                            ("nonfinite", 0.0)):  # fmt: skip
            series.append(Series.of(f"grad/{word}/{name}.weight", steps, [value] * batches, per="step"))
            series.append(Series.of(f"weight/{word}/{name}.weight", steps[:1], [value], per="step"))
            series.append(Series.of(f"act/{word}/{name}:relu", steps, [value] * batches, per="step"))
        series.append(Series.of(f"act/dead/{name}:relu", steps, [0.001] * batches, per="step"))
    series.append(Series.of("train/loss", steps, [2.3 - 0.1 * step for step in steps], per="step"))
    facts = [
        Fact("recording", "bench"),
        Fact("model", {"class": "Net", "parameters": 640}),
        Fact("tensors", [{"name": f"{name}.weight", "shape": [8, 8]} for name in names]),
        Fact("modules", [{"name": f"{name}:relu", "type": "function"} for name in names]),
        Fact("depth", layers),
        Fact("independence", {"mode": "eval", "batch": 0.0}),
    ]
    found = {one.name: one for one in series}
    return Run("m:net", "m:net", "traindx-recording", "torch", series=found, facts=facts)


@pytest.fixture
def look():
    """Makes what the bench leaves of a net."""
    return a_look
