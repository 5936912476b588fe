"""What MLflow's file store keeps of a run beside its metrics.

Where it comes from: MLflow's file store, `mlruns/<experiment>/<run>/meta.yaml`, `params/<name>` and
`tags/mlflow.runName`, MLflow 1 to 3. The folder of a run is called by 32 hexadecimal digits, which is how the files
without a mark of their own are recognised.

What is in it: parameters as settings, the name of the run as a fact, and how it ended. There is no curve in these
files: what they say goes to the metrics of the same run folder.

What is lost: all other tags, the user, the times of the run, where its artifacts lie.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from traindx.decoding.lines import encoding
from traindx.decoding.mlflow_tables import STATES
from traindx.decoding.nested_settings import flattened
from traindx.decoding.yaml_subset import document, scalar
from traindx.guards.refusal import Refused
from traindx.schema import Fact, Head, Match, Outcome, Run, reader

OF_RUN = re.compile(r"(?:(.*)/)?([0-9a-f]{32})/(?:params/(.+)|tags/mlflow\.runName|meta\.yaml)$")
RUN_KEYS = frozenset(("run_id", "run_uuid"))


def accepts(head: Head) -> Match:
    """A file in a folder called like a run of MLflow; of `meta.yaml` also what it holds."""
    within = OF_RUN.match(head.path.replace("\\", "/"))
    if within is None or not head.whole or b"\0" in head.data:
        return Match(0, "it lies in no folder of a run of MLflow")
    if head.name == "meta.yaml" and not RUN_KEYS & _meta(head.data).keys():
        return Match(0, "it does not tell the id of a run")
    return Match(0.98, "a parameter of MLflow" if within[3] else "what MLflow keeps of a run")


def _meta(data: bytes) -> Mapping[str, object]:
    try:
        return document(_text(data))
    except Refused:
        return {}


def _text(data: bytes) -> str:
    return data.decode(encoding(data), "replace").removeprefix("\ufeff")


@reader(accepts=accepts, appended=False)
class MlflowRun:
    def __init__(self, head: Head) -> None:
        self.path, self.name = head.path, head.name
        within = OF_RUN.match(head.path.replace("\\", "/"))
        self.parameter = within[3] if within else None
        self.folder = "/".join(filter(None, (within[1], within[2]))) if within else head.folder
        self.pieces: list[bytes] = []

    def feed(self, piece: bytes) -> None:
        self.pieces.append(piece)

    def runs(self) -> list[Run]:
        data = b"".join(self.pieces)
        settings: dict[str, object] = {}
        facts: list[Fact] = []
        outcome = Outcome()
        if self.parameter:
            settings = flattened({self.parameter: scalar(_text(data).strip())})
        elif self.name == "meta.yaml":
            told = _meta(data)
            outcome = Outcome(state=STATES.get(str(told.get("status")), "unknown"))
        elif data:
            facts = [Fact("run name", _text(data).strip()[:200])]
        if not settings and not facts and outcome.state == "unknown":
            return []
        return [Run(id=self.folder, source=self.path, format="mlflow-run", settings=settings, facts=facts,
                    outcome=outcome)]  # fmt: skip
