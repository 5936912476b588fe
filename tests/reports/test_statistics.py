from __future__ import annotations

from traindx.reports.statistics import statistics
from traindx.schema import Fact, Run, Series

RUN = Run(
    "m:net", "m:net", "traindx-recording",
    series={one.name: one for one in (
        Series.of("train/loss", [0, 1], [2.0, 1.0]),
        Series.of("grad/norm", [0, 1], [9.0, 9.0]),
        Series.of("grad/norm/fc.weight", [0, 1], [3.0, 4.0]),
        Series.of("grad/zeros/fc.weight", [0, 1], [5.0, 6.0]),
        Series.of("weight/norm/extra", [0], [0.5]),
        Series.of("act/dead/relu", [0, 1], [0.0, 0.25]),
    )},
    facts=[
        Fact("recording", "bench"),
        Fact("tensors", [{"name": "fc.weight", "role": "weight"}, {"name": "frozen", "role": "weight"}]),
        Fact("modules", [{"name": "fc", "kind": "linear"}, {"name": "relu", "kind": "activation"}]),
        Fact("skips", 2),
        Fact("sample", "/somewhere/sample.npz"),
    ],
)  # fmt: skip


def test_each_tensor_has_a_row_with_the_numbers_of_the_last_batch() -> None:
    told = statistics(RUN)
    assert told["batches"] == 2
    first, frozen, extra = told["tensors"]
    assert first == {
        "name": "fc.weight", "about": {"role": "weight"}, "gradient": {"norm": 4.0, "zeros": 6}, "weights": None,
    }  # fmt: skip
    assert frozen["gradient"] is None
    assert (extra["name"], extra["weights"]) == ("extra", {"norm": 0.5})


def test_each_layer_has_a_row_in_the_order_of_its_call() -> None:
    assert [(one["name"], one["output"]) for one in statistics(RUN)["layers"]] == [
        ("fc", None),
        ("relu", {"dead": 0.25}),
    ]


def test_facts_are_told_but_not_where_the_rows_of_the_batch_lay() -> None:
    assert statistics(RUN)["facts"] == {"skips": 2}
