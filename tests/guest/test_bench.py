from __future__ import annotations

import json

import pytest
import torch

from traindx.guest.bench import look
from traindx.guest.capture import Capture
from traindx.guest.unfit import Unfit


def test_a_torch_module_is_looked_at() -> None:
    pieces: list[bytes] = []
    look(torch.nn.Linear(2, 1), [(torch.ones(4, 2), torch.ones(4, 1))], None, Capture(pieces.append))
    rows = [json.loads(piece) for piece in pieces]
    assert rows[0]["framework"] == "torch"
    assert rows[-1] == {"end": {"state": "completed"}}


def test_what_is_no_model_is_named() -> None:
    with pytest.raises(Unfit, match="str is no PyTorch module"):
        look("model", [], None, Capture(lambda data: None))
