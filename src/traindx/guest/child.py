"""The child of `inspect`: a request in, a recording out, in the environment of the model.

It writes nothing but its recording; what the user's own modules print goes where the child's output goes.
"""

from __future__ import annotations

import json
from itertools import islice
from typing import Any

from . import objects
from .bench import look
from .capture import Capture, to_file
from .unfit import Unfit, raised


def main(path: str) -> None:
    """Does what the request in a file says; whatever goes wrong is the end of the recording."""
    with open(path, encoding="utf-8") as file:
        request = json.load(file)
    capture, close = to_file(request["recording"])
    try:
        _look(request, capture)
    except Unfit as error:
        capture.end("refused", error={"type": "Unfit", "message": error.what, "where": error.do})
    except Exception as error:
        said = raised(
            "looking at the model", error, "run one batch forward and backward by itself to see the traceback"
        )
        capture.end("refused", error={"type": type(error).__name__, "message": said.what, "where": said.do})
    finally:
        close()


def _look(request: dict[str, Any], capture: Capture) -> None:
    model = objects.model(request["model"], request.get("weights"))
    data = objects.data(request["data"])
    loss = objects.named(request["loss"], "loss") if request.get("loss") else None
    if isinstance(loss, type):
        loss = loss()
    one = isinstance(data, (tuple, dict)) or hasattr(data, "shape") or hasattr(data, "keys")
    if not one and not hasattr(data, "__iter__"):
        raise Unfit(
            f"{request['data']} gives a {type(data).__name__}, which is no batch and no loader",
            "let it return (inputs, targets), or what gives such batches one by one",
        )
    batches = iter([data]) if one or _is_pair(data) else islice(iter(data), int(request.get("batches", 1)))
    only = frozenset(request.get("only", ()))
    look(model, batches, loss, capture, only=only, sample=request.get("sample"))


def _is_pair(data: Any) -> bool:
    """A list of two arrays is a batch; a list of batches is not."""
    return isinstance(data, list) and all(hasattr(one, "shape") for one in data)
