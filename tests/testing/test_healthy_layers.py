from __future__ import annotations

import pytest

from traindx.configuration import Configuration
from traindx.testing import HEALTHY, healthy_layers
from traindx.verbs.looking import look

CURVES = [name for name, curve in HEALTHY.items() if curve.__module__ == healthy_layers.__name__]


@pytest.mark.parametrize("name", CURVES)
@pytest.mark.parametrize("seed", range(3))
def test_nobody_is_alarmed(name, seed):
    findings, unseen = look(HEALTHY[name](seed), Configuration())
    assert [one.message for one in findings if one.severity != "info"] == []
    assert [one for one in unseen if one.reason.startswith("failed")] == []
