from __future__ import annotations

import pytest

from traindx.decoding.caffe_net import CaffeNet
from traindx.readers.caffe import caffe
from traindx.schema import Head

NET = """\
I0402 07:40:54.037189 28865 net.cpp:42] Initializing net from parameters:
name: "small"
layer {
  name: "data"
  type: "Data"
  top: "data"
  top: "label"
  data_param {
    batch_size: 128
  }
}
layer {
  name: "conv1"
  type: "Convolution"
  bottom: "data"
  top: "conv1"
  convolution_param {
    num_output: 96
    weight_filler {
      type: "gaussian"
    }
  }
}
layer {
  name: "fc8"
  type: "InnerProduct"
  bottom: "conv1"
  top: "fc8"
  inner_product_param {
    num_output: 20
  }
}
layer {
  name: "drop"
  type: "Dropout"
  bottom: "fc8"
  top: "fc8"
}
layer {
  name: "loss"
  type: "SoftmaxWithLoss"
  bottom: "fc8"
  bottom: "label"
  top: "loss"
}
"""


def told(text: str) -> dict:
    net = CaffeNet()
    for line in text.splitlines():
        net.take(line)
    return net.told


def test_the_outputs_below_the_softmax_are_the_classes():
    assert told(NET) == {"loss": "SoftmaxWithLoss", "classes": 20}


def test_the_same_net_for_the_test_phase_says_nothing_else():
    assert told(NET + NET) == told(NET)


def test_the_names_of_the_first_versions():
    old = NET.replace("layer {", "layers {").replace('"SoftmaxWithLoss"', "SOFTMAX_LOSS")
    assert told(old) == {"loss": "SoftmaxWithLoss", "classes": 20}


def test_two_heads_that_differ_tell_no_number():
    other = NET.replace("fc8", "fc9").replace("num_output: 20", "num_output: 5")
    assert told(NET + other) == {"loss": "SoftmaxWithLoss"}


@pytest.mark.parametrize("kind", ["EuclideanLoss", "SigmoidCrossEntropyLoss"])
def test_another_loss_tells_no_classes(kind):
    assert told(NET.replace("SoftmaxWithLoss", kind)) == {}
    assert told(NET + NET.replace("SoftmaxWithLoss", kind)) == {}


@pytest.mark.parametrize("text", ["", "layer {", "}\n}\n}", "layer {\n" * 200, NET[:500], NET.replace("{", "[")])
def test_what_is_no_whole_net_tells_nothing(text):
    assert told(text) == {}


def test_through_the_reader():
    log = NET + "".join(
        f"I0402 07:40:55.000000 28865 solver.cpp:228] Iteration {step}, loss = {3 - step / 100}\n"
        for step in range(0, 100, 20)
    )
    fold = caffe(Head("x.log", b"", whole=True))
    fold.feed(log.encode())
    (run,) = fold.runs()
    assert (run.settings["classes"], run.settings["loss"]) == (20, "SoftmaxWithLoss")
