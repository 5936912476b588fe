import numpy as np

from traindx.schema import Fact, Run
from traindx.testing import HEALTHY, examine, loud, run

LAYERS = {"grad/norm/fc1.weight": [0.3] * 5, "weight/norm/fc1.weight": [3.0] * 5, "weight/norm/fc2.weight": [4.0] * 5}


def told(made: Run, *trainable: str) -> Run:
    layers = ("fc1.weight", "fc2.weight")
    made.facts.append(Fact("tensors", [{"name": name, "trainable": name in trainable} for name in layers]))
    return made


def test_healthy_layers():
    for name in ("layers_of_a_transformer", "a_frozen_backbone", "adapters_that_start_at_zero"):
        assert loud(examine("missing-gradients", HEALTHY[name](1))) == []


def test_frozen_or_not_the_log_does_not_say():
    (found,) = examine("missing-gradients", run(LAYERS))
    assert (found.severity, found.layer, found.kind) == ("info", "fc2.weight", "unknown")


def test_running_statistics_have_none():
    assert examine("missing-gradients", run({"grad/norm/fc1.weight": [0.3], "weight/norm/fc1.weight": [3.0],
                                             "weight/norm/bn.running_mean": [1.0]})) == []  # fmt: skip


def test_weights_under_other_names():
    assert examine("missing-gradients", run({"grad/norm/one": [0.3], "weight/norm/two": [3.0]})) == []


def test_a_trainable_layer_without_gradient():
    (found,) = loud(examine("missing-gradients", told(run(LAYERS), "fc1.weight", "fc2.weight")))
    assert (found.layer, found.kind) == ("fc2.weight", "trainable")


def test_no_number_is_no_gradient():
    made = run({**LAYERS, "grad/norm/fc2.weight": [np.nan] * 5})
    (found,) = loud(examine("missing-gradients", told(made, "fc1.weight", "fc2.weight")))
    assert found.layer == "fc2.weight"


def test_frozen_on_purpose():
    assert examine("missing-gradients", told(run(LAYERS), "fc1.weight")) == []


def test_experts_that_no_sample_was_sent_to():
    made = run({"grad/norm/moe.experts.0.weight": [0.3]})
    made.facts.append(Fact("tensors", [{"name": f"moe.experts.{at}.weight", "trainable": True} for at in range(4)]))
    assert loud(examine("missing-gradients", made)) == []


def test_a_layer_that_training_leaves_out_at_random_is_information():
    made = run(LAYERS)
    rows = [{"name": "fc1.weight", "trainable": True}, {"name": "fc2.weight", "trainable": True, "sometimes": True}]
    made.facts.append(Fact("tensors", rows))
    (found,) = examine("missing-gradients", made)
    assert found.severity == "info"
