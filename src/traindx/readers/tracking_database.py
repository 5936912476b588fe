"""The database in which MLflow or Trackio keep their runs.

Where it comes from: MLflow (2 and 3) with a SQLite store, by itself `mlflow.db` in newer versions; Trackio (0.43,
and older ones), in `<project>.db` below `~/.cache/huggingface/trackio` or `TRACKIO_DIR`.

What is in it: every run that is not deleted, as a run of its own with its parameters, its name and, of MLflow, how it
ended. Metrics stand at the step they were logged at; where a resumed run logged steps again the later values stay.
MLflow stores NaN as 0 with a mark, and infinity as the largest double: both are read as what they were, the latter with
a fact. The user's file is never opened as a database: what is read is a copy, together with what the write-ahead log
beside it (`<file>-wal`) adds.

What is lost: system metrics, traces, artifacts, alerts, texts, the data set of a metric. What a point stands for
neither writer says. The times of Trackio are those at which rows were sent.
"""

from __future__ import annotations

from traindx.decoding.mlflow_tables import is_mlflow, mlflow_runs
from traindx.decoding.sqlite_tables import SIGNATURE, opened
from traindx.decoding.trackio_tables import is_trackio, trackio_runs
from traindx.guards.refusal import Refused
from traindx.schema import Head, Match, Run, reader


def accepts(head: Head) -> Match:
    """The sixteen bytes that every SQLite database begins with; which tables it has is not known before it is read."""
    if head.data.startswith(SIGNATURE):
        return Match(0.9, "the header of a SQLite database")
    return Match(0, "it does not begin like a SQLite database")


@reader(accepts=accepts, appended=False)
class TrackingDatabase:
    def __init__(self, head: Head) -> None:
        self.path = head.path
        self.pieces: list[bytes] = []

    def feed(self, piece: bytes) -> None:
        self.pieces.append(piece)

    def runs(self) -> list[Run]:
        with opened(b"".join(self.pieces), self.path) as tables:
            if is_mlflow(tables):
                return mlflow_runs(tables, self.path)
            if is_trackio(tables):
                return trackio_runs(tables, self.path)
        raise Refused("the database is no training log that is known", "give one of MLflow or Trackio")
