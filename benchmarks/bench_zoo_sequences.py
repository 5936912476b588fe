"""Recurrent networks and transformers of the zoo: see bench_zoo.py."""

from __future__ import annotations

import math
from typing import Any

import torch
from bench_zoo import (
    CLASSES,
    Task,
    classed,
    healthy,
    labelled_words,
    mlp,
    next_words,
    rows,
    series,
    walks,
    worded,
)
from torch import nn
from torch.nn import functional as F


class Recurrent(nn.Module):
    def __init__(self, kind: type[nn.RNNBase], layers: int = 1, both: bool = False) -> None:
        super().__init__()
        self.body = kind(6, 32, layers, batch_first=True, bidirectional=both)
        self.head = nn.Linear(64 if both else 32, CLASSES)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.body(x)[0][:, -1])


@healthy
def lstm_classifier() -> Task:
    return Task(Recurrent(nn.LSTM), series(), classed, lr=0.01)


@healthy
def lstm_two_layers_both_ways() -> Task:
    return Task(Recurrent(nn.LSTM, 2, both=True), series(), classed, lr=0.01)


@healthy
def gru_classifier() -> Task:
    return Task(Recurrent(nn.GRU), series(), classed, lr=0.01)


@healthy
def rnn_tanh() -> Task:
    return Task(Recurrent(nn.RNN), series(length=10), classed, lr=0.005)


@healthy
def lstm_language_tied() -> Task:
    class Words(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.embed, self.body = nn.Embedding(48, 32), nn.LSTM(32, 32, batch_first=True)
            self.drop, self.out = nn.Dropout(0.2), nn.Linear(32, 48)
            nn.init.uniform_(self.embed.weight, -0.1, 0.1)
            self.out.weight = self.embed.weight

        def forward(self, words: torch.Tensor) -> torch.Tensor:
            return self.out(self.drop(self.body(self.drop(self.embed(words)))[0]))

    return Task(Words(), next_words(), worded, lr=0.01)


@healthy
def lstm_cell_loop() -> Task:
    class Loop(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.cell, self.head = nn.LSTMCell(6, 32), nn.Linear(32, CLASSES)

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            state = None
            for place in range(x.shape[1]):
                state = self.cell(x[:, place], state)
            return self.head(state[0])

    return Task(Loop(), series(length=12), classed, lr=0.01)


@healthy
def seq2seq_attention() -> Task:
    class Translate(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.source, self.target = nn.Embedding(48, 32), nn.Embedding(48, 32)
            self.encoder, self.decoder = nn.GRU(32, 32, batch_first=True), nn.GRU(32, 32, batch_first=True)
            self.attend, self.out = nn.Linear(32, 32, bias=False), nn.Linear(64, 48)

        def forward(self, source: torch.Tensor, before: torch.Tensor) -> torch.Tensor:
            told, last = self.encoder(self.source(source))
            said = self.decoder(self.target(before), last)[0]
            share = torch.softmax(said @ self.attend(told).transpose(1, 2), -1)
            return self.out(torch.cat([said, share @ told], -1))

    def draw() -> Any:
        text = walks(16, 10)
        return text, F.pad(text, (1, 0))[:, :-1], text

    return Task(Translate(), draw, worded, lr=0.01)


@healthy
def ctc_speech() -> Task:
    class Speech(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.body, self.out = nn.GRU(8, 48, batch_first=True, bidirectional=True), nn.Linear(96, 6)

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return F.log_softmax(self.out(self.body(x)[0]), -1)

    tones = torch.randn(6, 8)

    def draw() -> Any:
        letters = torch.randint(1, 6, (16, 5))
        return tones[letters].repeat_interleave(5, 1) + 0.2 * torch.randn(16, 25, 8), letters

    def ctc(out: torch.Tensor, letters: torch.Tensor) -> torch.Tensor:
        return F.ctc_loss(out.transpose(0, 1), letters, torch.full((16,), 25), torch.full((16,), 5), zero_infinity=True)

    return Task(Speech(), draw, ctc, lr=0.01)


@healthy
def tagger_padded() -> Task:
    class Tagger(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.embed = nn.Embedding(48, 24, padding_idx=0)
            self.body, self.out = nn.LSTM(24, 24, batch_first=True, bidirectional=True), nn.Linear(48, 5)

        def forward(self, words: torch.Tensor) -> torch.Tensor:
            return self.out(self.body(self.embed(words))[0])

    def draw() -> Any:
        text = torch.randint(1, 48, (16, 20))
        text = text * (torch.arange(20) < torch.randint(6, 21, (16, 1)))
        return text, torch.where(text == 0, -100, text % 5)

    return Task(Tagger(), draw, worded, lr=0.01)


@healthy
def text_cnn() -> Task:
    class Text(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.embed = nn.Embedding(48, 32)
            self.convs = nn.ModuleList([nn.Conv1d(32, 16, size) for size in (2, 3, 4)])
            self.drop, self.out = nn.Dropout(0.5), nn.Linear(48, CLASSES)

        def forward(self, words: torch.Tensor) -> torch.Tensor:
            x = self.embed(words).transpose(1, 2)
            return self.out(self.drop(torch.cat([F.relu(conv(x)).amax(-1) for conv in self.convs], 1)))

    return Task(Text(), labelled_words(), classed)


@healthy
def bag_of_embeddings() -> Task:
    return Task(nn.Sequential(nn.EmbeddingBag(48, 16), nn.Linear(16, CLASSES)), labelled_words(), classed, lr=0.02)


@healthy
def transformer_encoder() -> Task:
    class Encoder(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.embed, self.place = nn.Embedding(48, 32), nn.Parameter(torch.randn(16, 32) * 0.02)
            layer = nn.TransformerEncoderLayer(32, 4, 64, batch_first=True)
            self.body, self.out = nn.TransformerEncoder(layer, 3, enable_nested_tensor=False), nn.Linear(32, CLASSES)

        def forward(self, words: torch.Tensor) -> torch.Tensor:
            return self.out(self.body(self.embed(words) + self.place).mean(1))

    return Task(Encoder(), labelled_words(), classed, lr=1e-3)


@healthy
def transformer_seq2seq() -> Task:
    class Whole(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.embed, self.place = nn.Embedding(48, 32), nn.Embedding(24, 32)
            self.body = nn.Transformer(32, 4, 2, 2, 64, 0.1, batch_first=True, norm_first=True)
            self.out = nn.Linear(32, 48)

        def forward(self, source: torch.Tensor, before: torch.Tensor) -> torch.Tensor:
            length = before.shape[1]
            mask = torch.triu(torch.full((length, length), -torch.inf), 1)
            place = self.place(torch.arange(length))
            return self.out(self.body(self.embed(source) + place, self.embed(before) + place, tgt_mask=mask))

    def draw() -> Any:
        text = walks(16, 10)
        return text, F.pad(text, (1, 0))[:, :-1], text

    return Task(Whole(), draw, worded, lr=1e-3)


class Decoder(nn.Module):
    def __init__(self, layers: int = 4, width: int = 48, words: int = 48, experts: int = 0) -> None:
        super().__init__()
        self.embed, self.place = nn.Embedding(words, width), nn.Embedding(32, width)
        self.blocks = nn.ModuleList([Block(width, experts) for _ in range(layers)])
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, words, bias=False)
        self.head.weight = self.embed.weight
        for name, one in self.named_parameters():
            if one.dim() >= 2:
                nn.init.normal_(one, std=0.02 / (math.sqrt(2 * layers) if "down" in name else 1))

    def forward(self, words: torch.Tensor) -> torch.Tensor:
        x = self.embed(words) + self.place(torch.arange(words.shape[1]))
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))


class Block(nn.Module):
    def __init__(self, width: int, experts: int) -> None:
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.down = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.feed = Experts(width, experts) if experts else Feed(width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        q, k, v = (one.unflatten(-1, (4, -1)).transpose(1, 2) for one in self.qkv(self.norm1(x)).chunk(3, -1))
        x = x + self.down(F.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).flatten(2))
        return x + self.feed(self.norm2(x))


class Feed(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.down(F.gelu(self.up(x)))


class Experts(nn.Module):
    def __init__(self, width: int, count: int) -> None:
        super().__init__()
        self.router, self.experts = nn.Linear(width, count), nn.ModuleList([Feed(width) for _ in range(count)])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        flat = x.flatten(0, -2)
        share, chosen = self.router(flat).softmax(-1).topk(2, -1)
        out = torch.zeros_like(flat)
        for place, expert in enumerate(self.experts):
            rows, which = (chosen == place).nonzero(as_tuple=True)
            out = out.index_add(0, rows, share[rows, which, None] * expert(flat[rows]))
        return out.view_as(x)


@healthy
def decoder_like_nanogpt() -> Task:
    return Task(Decoder(), next_words(), worded, lr=1e-3)


@healthy
def decoder_of_experts() -> Task:
    return Task(Decoder(2, experts=4), next_words(), worded, lr=1e-3)


@healthy
def decoder_bfloat16() -> Task:
    return Task(Decoder(2).bfloat16(), next_words(), lambda out, y: worded(out.float(), y), lr=1e-3)


@healthy
def experts_of_columns() -> Task:
    class Mixture(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.gate, self.experts = nn.Linear(20, 4), nn.ModuleList([mlp([20, 32, CLASSES]) for _ in range(4)])

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return torch.einsum("be,bec->bc", self.gate(x).softmax(-1), torch.stack([e(x) for e in self.experts], 1))

    return Task(Mixture(), rows(), classed)
