from __future__ import annotations

import pytest
import torch
from torch import nn

from traindx.verbs.inspect import measured


class Decoder(nn.Module):
    def __init__(self, *, masked: bool) -> None:
        super().__init__()
        self.table, self.masked = nn.Embedding(30, 16), masked
        self.mixing = nn.MultiheadAttention(16, 2, batch_first=True)
        self.head = nn.Linear(16, 30)

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        x = self.table(tokens)
        mask = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool).triu(1) if self.masked else None
        return self.head(x + self.mixing(x, x, x, attn_mask=mask, need_weights=False)[0])


@pytest.mark.parametrize(("masked", "seen"), [(True, False), (False, True)])
def test_a_look_into_the_future_shows(masked: bool, seen: bool) -> None:
    torch.manual_seed(0)
    text = torch.randint(0, 30, (6, 13))
    found = measured(Decoder(masked=masked), (text[:, :-1], text[:, 1:])).fact("independence")
    assert found["next_token"]
    assert (found["future"] > 1e-3) is seen
    assert found["batch"] < 1e-5


class Mixed(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.into = nn.Linear(4, 6)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return (torch.softmax(self.into(x), dim=0) * len(x)).view(6, -1).T


@pytest.mark.parametrize(
    ("model", "seen"), [(Mixed(), True), (nn.Sequential(nn.Linear(4, 6), nn.BatchNorm1d(6)), False)]
)
def test_what_depends_on_the_other_rows_shows(model: nn.Module, seen: bool) -> None:
    found = measured(model, (torch.randn(9, 4), torch.randint(0, 6, (9,)))).fact("independence")
    assert (found["batch"] > 1e-3) is seen


def test_nothing_is_said_where_the_made_up_batch_does_not_go_through() -> None:
    class Picky(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.into = nn.Linear(4, 1)

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            if x.abs().max() > 50:
                raise ValueError("out of range")
            return self.into(x)

    found = measured(Picky(), (torch.full((4, 4), 20.0), torch.ones(4, 1))).fact("independence")
    assert "batch" not in found
    assert "out of range" in found["failed"]


def test_the_nodes_of_one_graph_may_know_of_each_other() -> None:
    class Graph(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.into = nn.Linear(4, 3)
            self.register_buffer("near", torch.softmax(torch.randn(9, 9), -1))

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return self.near @ self.into(x)

    class Edges(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.into = nn.Linear(4, 3)

        def forward(self, x: torch.Tensor, edges: torch.Tensor) -> torch.Tensor:
            x = self.into(x)
            return x.index_add(0, edges[1], x[edges[0]])

    x, y = torch.randn(9, 4), torch.randint(0, 3, (9,))
    assert "batch" not in measured(Graph(), (x, y)).fact("independence")
    assert "batch" not in measured(Edges(), (x, torch.randint(0, 9, (2, 20)), y)).fact("independence")


def test_the_same_question_is_asked_twice_only_where_something_moved() -> None:
    class Noisy(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.into = nn.Linear(4, 40)

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return nn.functional.dropout(self.into(x), 0.5)

    torch.manual_seed(0)
    batch = torch.randn(9, 4), torch.randint(0, 3, (9,))
    assert measured(Noisy(), batch).fact("independence")["repeat"] > 0.1
    assert "repeat" not in measured(nn.Linear(4, 3), batch).fact("independence")


def test_a_layer_that_training_leaves_out_at_random_is_known() -> None:
    class Dropped(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.one, self.two, self.never = nn.Linear(4, 4), nn.Linear(4, 3), nn.Linear(2, 2)

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return self.two(x if self.training else self.one(x))

    rows = measured(Dropped(), (torch.randn(9, 4), torch.randint(0, 3, (9,)))).fact("tensors")
    assert {one["name"] for one in rows if one["sometimes"]} == {"one.weight", "one.bias"}
