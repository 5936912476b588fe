from __future__ import annotations

import pathlib

import pytest

from traindx.decoding import source_code
from traindx.decoding.source_code import SourceCode


@pytest.mark.parametrize("line", [
    "import torch", "from a.b import c", "def f(x):", "class A(nn.Module):", "    return loss", "for i in range(3):",
    "if step % 100 == 0:", "    loss = criterion(output, target)", "optimizer.step()", "print(f'loss {loss}')",
    "    self.loss = 0", "#include <cstdio>", "float loss = 0.5;", "    raise ValueError", "@torch.no_grad()",
    '    ("step 1 loss 2", [1]),', "    learning_rate : float = 0.008 # peak", "else:", 'parser.add_argument("--lr")',
])  # fmt: skip
def test_lines_that_can_only_be_code(line: str) -> None:
    assert SourceCode().take(line)


@pytest.mark.parametrize("line", [
    "loss = 0.5", "epoch 1 loss 2.5", "{'loss': 0.5}", "Namespace(lr=0.1)", "TrainingArguments(lr=0.1)",
    "Epoch 10 ; Iter 50/213 ; PPL nan ;", "step:1/20 val_loss:3", "  (conv1): Conv2d(3, 64)", "Loss (train): 0.5", "",
    "for more see the manual", "with loss 0.5", "Epoch 1:", "Train: loss 0.5", "class 3: accuracy 0.5", "}",
])  # fmt: skip
def test_lines_that_a_log_has_too(line: str) -> None:
    assert not SourceCode().take(line)


def test_within_code_an_assignment_is_code_and_behind_it_not() -> None:
    code = SourceCode()
    assert code.take("import torch")
    assert code.take("loss = 0.5")
    for _ in range(source_code.MEMORY):
        code.take("=====")
    assert not code.take("loss = 0.5")


def test_most_lines_of_a_module_are_code() -> None:
    code = SourceCode()
    lines = [line for line in pathlib.Path(source_code.__file__).read_text().split("\n")[14:] if line.strip()]
    assert sum(map(code.take, lines)) > 0.4 * len(lines)
