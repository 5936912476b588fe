"""The `trainer_state.json` of the transformers Trainer.

Where it comes from: `Trainer` of transformers (4 and 5.14) and what is built on it: TRL, LLaMA-Factory, Axolotl.
It is written into each `checkpoint-<n>` folder and, by `save_state()` at the end, into the output folder; the states
of one output folder are one run.

What is in it: `log_history`, a row every `logging_steps`. `loss` and the metrics beside it are means over the steps
since the last row; `learning_rate` and `grad_norm` are of the last step, the norm before clipping. Rows of `eval_`
are passes over the evaluation set, `eval_<set>_loss` where there are several. Rows that a resumed training wrote again
replace the older ones.

What is lost: the state is only written with a checkpoint, so a live run lags behind. With `logging_nan_inf_filter`,
the default, a step whose loss is NaN or infinite is left out of the mean, and a mean over nothing is 0: a fact counts
the zeros. The last row's `train_loss`, the mean over the whole training, is a fact and no point of the curve.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from traindx.decoding import json_text
from traindx.decoding.alike import Block, alike
from traindx.decoding.flat_rows import FlatRows
from traindx.decoding.long_list import LongList
from traindx.decoding.nested_settings import flattened
from traindx.decoding.rows import Gathered, Rows
from traindx.guards.numbers import step
from traindx.guards.refusal import Refused
from traindx.schema import Fact, Head, Match, Outcome, Run, Series, reader

CHECKPOINT = re.compile(r"(.*?)/?(?:checkpoint|tmp-checkpoint|epoch|step)-\d+$")
SETTINGS = ("num_train_epochs", "max_steps", "train_batch_size", "logging_steps", "eval_steps", "save_steps")
FACTS = ("best_metric", "best_global_step")
LAST = "train_runtime"  # only the row at the end of the training has it
OF_ONE_STEP = frozenset(("learning_rate", "grad_norm", "epoch", "num_tokens", "num_input_tokens_seen"))


def accepts(head: Head) -> Match:
    """An object with `log_history` and `global_step`."""
    text = head.text.lstrip("\ufeff \t\r\n")
    if not text.startswith("{"):
        return Match(0, "it is no JSON object")
    if head.name == "trainer_state.json" and ('"log_history"' in text or '"global_step"' in text):
        return Match(0.99, "trainer_state.json")
    if '"log_history"' in text and '"global_step"' in text:
        return Match(0.97, "an object with log_history and global_step")
    return Match(0, "it has no log_history")


@reader(accepts=accepts, appended=False)
class TrainerState:
    def __init__(self, head: Head) -> None:
        self.path, self.folder = head.path, head.folder
        self.state = LongList("log_history", self._take)
        self.flat = FlatRows()
        self.rows, self.last = _rows(), dict[str, Any]()

    def feed(self, piece: bytes) -> None:
        self.state.feed(piece)

    def _take(self, text: bytes) -> None:
        """Some rows of the history."""
        found = None if LAST.encode() in text else self.flat.elements(text)
        if found is None or not self.rows.add_columns(found):
            entries = json_text.document(b"[%b]" % text)
            self.flat.learn(self._add(entries if isinstance(entries, list) else []))

    def _add(self, history: list[Any]) -> list[Mapping[str, Any]]:
        entries: list[Mapping[str, Any]] = [entry for entry in history if isinstance(entry, dict)]
        for some in alike(entries):
            if not isinstance(some, Block):
                self._row(some)
            elif LAST in some.columns or not self.rows.add_columns(some):
                for row in some.numbers():
                    self._row(row)
        self.last = next((entry for entry in reversed(entries) if LAST in entry), self.last)
        return entries

    def _row(self, row: Mapping[str, Any]) -> None:
        self.rows.add({word: value for word, value in row.items() if LAST not in row or word == "epoch"})

    def runs(self) -> list[Run]:
        state, streamed = self.state.document()
        history = state.get("log_history") if isinstance(state, dict) else None
        if not isinstance(state, dict) or not isinstance(history, list):
            raise Refused(f"{self.path} has no list called log_history", "check whether it was written to its end")
        if not streamed:
            self.rows, self.last = _rows(), {}
            self._add(history)
        # How many steps a row of the training stands for: as the rows lie, else as the state says.
        self.rows.window = self.rows.gap("loss") or step(state.get("logging_steps"))
        return [self._run(one, state) for one in self.rows.gathered()[-1:]]

    def _run(self, one: Gathered, state: dict[str, Any]) -> Run:
        settings = flattened({name: state[name] for name in SETTINGS if state.get(name) not in (None, 0, -1)})
        facts = [*_zeros(one.series.get("train/loss")), *_last(self.last)]
        facts += [Fact(name.replace("_", " "), state[name]) for name in FACTS if state.get(name) is not None]
        run = one.run(self.path, "trainer-state", framework="transformers", settings=settings, facts=facts)
        checkpoint = CHECKPOINT.match(self.folder)
        epoch, reached = state.get("epoch"), step(state.get("global_step"))
        exact = reached / epoch if reached and isinstance(epoch, (int, float)) and epoch > 0 else run.steps_per_epoch
        return msgspec.structs.replace(
            run,
            id=self.folder if checkpoint is None else checkpoint[1] or ".",
            steps_per_epoch=exact,
            outcome=_outcome(reached, step(state.get("max_steps")), ended=bool(self.last)),
        )


def _rows() -> Rows:
    return Rows(per=lambda word: "step" if word in OF_ONE_STEP else "window")


def _zeros(loss: Series | None) -> list[Fact]:
    """A mean over nothing but NaN is written as 0."""
    zeros = [] if loss is None else loss.steps[loss.values == 0.0].tolist()
    return [Fact("zeros that may stand for NaN", len(zeros), step=zeros[0], where="train/loss")] if zeros else []


def _last(row: Mapping[str, Any]) -> list[Fact]:
    names = ("train_loss", LAST)
    return [Fact(name.replace("_", " "), row[name], step=step(row.get("step"))) for name in names if name in row]


def _outcome(reached: int | None, asked: int | None, *, ended: bool) -> Outcome:
    if reached and asked and reached >= asked:
        return Outcome(state="completed")
    return Outcome(state="stopped") if ended else Outcome()
