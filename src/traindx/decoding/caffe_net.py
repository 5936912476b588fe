"""What the network that Caffe dumps into its log says of the task: how many classes there are, and which loss it is.

A net is dumped as text of protocol buffers, a layer a block:

    layer { name: "fc8"  type: "InnerProduct"  bottom: "fc7"  top: "fc8"  inner_product_param { num_output: 1000 } }
    layer { name: "loss" type: "SoftmaxWithLoss" bottom: "fc8" bottom: "label" top: "loss" }

with a line for each brace and field. The classes are the outputs of the layer that the loss stands on; layers that work
in place keep its name. They are told only where all losses of that kind agree.
"""

from __future__ import annotations

import re
from typing import Any

from traindx.guards.numbers import integer

_OPENS = re.compile(r"^\s{0,40}(\w{1,40}) \{\s*$")
_CLOSES = re.compile(r"^\s{0,40}\}\s*$")
_FIELD = re.compile(r"^\s{0,40}(type|bottom|top|num_output): \"?([\w/.+-]{1,200})\"?\s*$")
# The name since 2014, and the one of the first versions.
_SOFTMAX = ("SoftmaxWithLoss", "SOFTMAX_LOSS")
_DEEPEST = 32
_MOST = 10_000  # tops that are remembered


class CaffeNet:
    """The dump of a net on the way from its first line to its last."""

    def __init__(self) -> None:
        self._inside: list[str] = []
        self._layer: dict[str, list[str]] = {}
        self._outputs: dict[str, int] = {}  # top -> num_output
        self._classes: set[int | None] = set()
        self._losses: set[str] = set()

    def take(self, line: str) -> None:
        """Takes one line in, whatever it is; a line that belongs to no net ends the blocks that were open."""
        if found := _OPENS.match(line):
            if found[1] in ("layer", "layers"):
                self._layer, self._inside = {}, []
            self._inside = [*self._inside, found[1]][-_DEEPEST:]
        elif _CLOSES.match(line):
            closed = self._inside.pop() if self._inside else ""
            if closed in ("layer", "layers"):
                self._built()
        elif self._inside and (found := _FIELD.match(line)):
            # The first is the layer's own: a filler inside it has a type too.
            self._layer.setdefault(found[1], []).append(found[2])

    @property
    def told(self) -> dict[str, Any]:
        """The settings that the net tells, under our names."""
        if len(self._losses) != 1:
            return {}
        told: dict[str, Any] = {"loss": "SoftmaxWithLoss"} if self._losses <= set(_SOFTMAX) else {}
        if told and len(self._classes) == 1 and (count := next(iter(self._classes))) is not None and count > 1:
            told["classes"] = count
        return told

    def _built(self) -> None:
        layer, self._layer = self._layer, {}
        kind = next(iter(layer.get("type", [])), "")
        if kind.lower().replace("_", "").endswith("loss"):
            self._losses.add("SoftmaxWithLoss" if kind in _SOFTMAX else kind)
            if kind in _SOFTMAX:
                self._classes.add(self._outputs.get(next(iter(layer.get("bottom", [])), "")))
        count = integer(next(iter(layer.get("num_output", [])), ""))
        if count is not None and len(self._outputs) < _MOST:
            self._outputs.update(dict.fromkeys(layer.get("top", []), count))
