"""Real trainings in real child processes, in an environment that holds torch and nothing of ours."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import time
import venv

import pytest

torch = pytest.importorskip("torch")

TRAINDX = [sys.executable, "-c", "from traindx.doors.cli import main; main()"]
HEAD = """
import torch
from torch import nn
torch.manual_seed(0)
torch.set_num_threads(1)
X = torch.randn(320, 6)
Y = (X[:, 0] > 0).long()
"""
TRAINING = """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.last = nn.Linear(6, 16), nn.Linear(16, 2)
        self.drop = nn.Dropout(0.1)
    def forward(self, x):
        return self.last(self.drop(torch.relu(self.first(x))))
model = Net()
optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(X[:256], Y[:256]), 32, shuffle=True)
for epoch in range(EPOCHS):
    model.train()
    for x, y in loader:
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
    model.eval()
    with torch.no_grad():
        print(epoch, nn.functional.cross_entropy(model(X[256:]), Y[256:]).item())
"""
SHOWN = """
import hashlib
parts = [t.detach().numpy().tobytes() for t in model.state_dict().values()]
parts += [torch.get_rng_state().numpy().tobytes(), repr(optimizer.state_dict()).encode()]
print(hashlib.sha256(b"".join(parts)).hexdigest())
"""


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A Python of another environment, which finds torch and could not import traindx."""
    place = tmp_path_factory.mktemp("bare") / "env"
    venv.create(place, with_pip=False, symlinks=True)
    inside = next(place.glob("lib/python*/site-packages"))
    (inside / "torch.pth").write_text(str(pathlib.Path(torch.__file__).parents[1]) + "\n")
    return str(place / "bin" / "python")


class Case:
    """One program in a folder of its own."""

    def __init__(self, folder: pathlib.Path, python: str, text: str) -> None:
        self.folder, self.python = folder, python
        (folder / "train.py").write_text(text)
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("TRAINDX")}

    def bare(self, *command: str, **more: object) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            list(command) or [self.python, "train.py"],
            cwd=self.folder, capture_output=True, text=True, timeout=120, env={**self.environment, **more},
        )  # fmt: skip

    def watched(self, *command: str, options: tuple[str, ...] = (), **more: object) -> subprocess.CompletedProcess[str]:
        words = list(command) or [self.python, "train.py"]
        return self.bare(*TRAINDX, "run", *options, "--", *words, **more)

    @property
    def run(self) -> pathlib.Path:
        return self.folder / ".traindx" / "runs" / (self.folder / ".traindx" / "last").read_text().strip()

    def rows(self, name: str = "1-rank0.jsonl") -> list[dict]:
        rows = []
        for line in (self.run / name).read_text().splitlines():
            try:
                rows.append(json.loads(line))
            except ValueError:  # cut in the middle by a kill
                assert line
        return rows

    def values(self, series: str, name: str = "1-rank0.jsonl") -> list[float]:
        return [row[series] for row in self.rows(name) if "step" in row and series in row]

    def fact(self, name: str) -> object:
        return next((row["value"] for row in reversed(self.rows()) if row.get("fact") == name), None)


@pytest.fixture
def case(tmp_path: pathlib.Path, python: str):
    return lambda text: Case(tmp_path, python, text)


def test_a_training_is_the_same_with_and_without(case) -> None:
    """Parameters, random state, optimizer state, output and status after 200 steps."""
    one = case(HEAD + TRAINING.replace("EPOCHS", "25") + SHOWN + "import importlib.util\n"
               "assert importlib.util.find_spec('traindx') is None\nimport sys\nsys.exit(7)\n")  # fmt: skip
    bare, watched = one.bare(), one.watched()
    assert (bare.returncode, watched.returncode) == (7, 7)
    assert watched.stdout == bare.stdout
    assert "attached (torch, cpu): model yes, loss yes, validation" in watched.stderr
    assert len(one.values("train/loss")) == 200
    assert len(one.values("grad/norm")) == 200
    assert len(one.values("val/loss")) == 25
    printed = [float(line.split()[1]) for line in bare.stdout.splitlines()[:25]]
    assert one.values("val/loss") == pytest.approx(printed)
    assert one.fact("watching failed") is None
    names = next(row["names"] for row in one.rows() if row.get("table") == "tensors")
    assert names == ["first.weight", "first.bias", "last.weight", "last.bias"]
    assert {"grad/norm", "weight/norm", "update/ratio", "act/norm"} <= {row.get("vector") for row in one.rows()}
    assert all(path.stat().st_mode & 0o77 == 0 for path in one.run.iterdir())
    again = one.bare(*TRAINDX, "diagnose", str(one.run))
    assert "200 points" in again.stdout


STYLES = {
    "functions": """
def step(model, optimizer, x, y):
    loss = nn.functional.mse_loss(model(x)[:, 0], y.float())
    optimizer.zero_grad(); loss.backward(); optimizer.step()
def main():
    model = nn.Sequential(nn.Linear(6, 8), nn.Tanh(), nn.Linear(8, 1))
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for n in range(30):
        step(model, optimizer, X[n * 8 : n * 8 + 8], Y[n * 8 : n * 8 + 8])
main()
""",
    "class": """
class Trainer:
    def __init__(self):
        self.net = nn.Linear(6, 2)
        self.criterion = nn.CrossEntropyLoss()
        self.opt = torch.optim.Adam(self.net.parameters())
    def fit(self):
        for n in range(30):
            self.opt.zero_grad()
            self.criterion(self.net(X), Y).backward()
            self.opt.step()
Trainer().fit()
""",
    "closure": """
model = nn.Linear(6, 2)
optimizer = torch.optim.LBFGS(model.parameters(), max_iter=3)
def closure():
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(model(X), Y)
    loss.backward()
    return loss
for n in range(30):
    optimizer.step(closure)
""",
    "by hand": """
w = torch.zeros(6, requires_grad=True)
for n in range(30):
    loss = ((X @ w - Y) ** 2).mean()
    loss.backward()
    with torch.no_grad():
        w -= 0.1 * w.grad
    w.grad = None
""",
    "by hand past autograd": """
w = torch.zeros(6, requires_grad=True)
for n in range(30):
    loss = ((X @ w - Y) ** 2).mean()
    loss.backward()
    w.data -= 0.1 * w.grad
    w.grad.zero_()
""",
    "accumulated and scaled": """
model = nn.Linear(6, 2)
optimizer = torch.optim.AdamW(model.parameters())
for n in range(30):
    optimizer.zero_grad()
    for part in range(4):
        (nn.functional.cross_entropy(model(X), Y) / 4).backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 0.01)
    optimizer.step()
""",
}


@pytest.mark.parametrize("style", STYLES)
def test_loops_of_many_styles_are_watched(case, style: str) -> None:
    one = case(HEAD + STYLES[style])
    done = one.watched()
    assert done.returncode == 0, done.stderr
    losses = one.values("train/loss")
    assert len(losses) == 30
    assert losses[0] == pytest.approx(
        {"functions": 0.6, "by hand": 0.5, "by hand past autograd": 0.5}.get(style, 0.7), abs=0.35
    )
    assert losses[-1] < losses[0]
    # By hand a step is known to be one only when the next begins: the gradient of the first is gone by then.
    assert len(one.values("grad/norm")) == (29 if style.startswith("by hand") else 30)
    assert one.fact("watching failed") is None
    assert one.rows()[-1] == {"end": {"state": "completed"}}


def test_of_a_clipped_gradient_the_norm_before_is_told(case) -> None:
    one = case(HEAD + STYLES["accumulated and scaled"])
    one.watched()
    assert min(one.values("grad/norm")) > 0.011
    assert max(one.values("grad/norm/clipped")) < 0.0101


def test_networks_that_play_and_folds_are_kept_apart(case) -> None:
    one = case(HEAD + """
class Generator(nn.Linear): pass
class Judge(nn.Linear): pass
g, d = Generator(3, 6), Judge(6, 1)
og, od = torch.optim.Adam(g.parameters()), torch.optim.Adam(d.parameters())
bce = nn.BCEWithLogitsLoss()
for n in range(20):
    fake = g(torch.randn(16, 3))
    od.zero_grad()
    (bce(d(X[:16]), torch.ones(16, 1)) + bce(d(fake.detach()), torch.zeros(16, 1))).backward()
    od.step()
    og.zero_grad()
    bce(d(fake), torch.ones(16, 1)).backward()
    og.step()
for fold in range(2):
    model = nn.Linear(6, 2)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for n in range(10 + fold):
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(X), Y).backward()
        optimizer.step()
""")  # fmt: skip
    one.watched()
    assert len(one.values("train/loss/Generator")) == 20
    assert len(one.values("train/loss/Judge")) == 19  # the first step is taken before there is a second optimizer
    assert len(one.values("train/loss", "2-rank0.jsonl")) == 10
    assert len(one.values("train/loss", "3-rank0.jsonl")) == 11


def test_a_users_exception_looks_as_without_us(case) -> None:
    text = HEAD + TRAINING.replace("EPOCHS", "1") + "nn.functional.cross_entropy(model(X[:3]), Y[:4]).backward()\n"
    one = case(text)
    bare, watched = one.bare(), one.watched()
    assert bare.returncode == watched.returncode == 1
    assert bare.stderr
    kept = [line for line in watched.stderr.splitlines(keepends=True)]
    begin = next(n for n, line in enumerate(kept) if line.startswith("Traceback"))
    assert "".join(kept[begin:]).startswith(bare.stderr)
    end = one.rows()[-1]["end"]
    assert (end["state"], end["error"]["type"]) == ("crashed", "ValueError")
    assert end["error"]["where"].endswith(f"train.py:{len(text.splitlines())}")


@pytest.mark.parametrize(("number", "status"), [(signal.SIGKILL, 137), (signal.SIGTERM, 143)])
def test_a_killed_training_is_diagnosed(case, number: int, status: int) -> None:
    one = case(HEAD + TRAINING.replace("EPOCHS", "3") + f"import os; os.kill(os.getpid(), {int(number)})\n")
    done = one.watched()
    assert done.returncode == status
    assert len(one.values("train/loss")) == 24
    end = one.rows()[-1]["end"]
    assert (end["state"], end["error"]["type"]) == ("crashed", number.name)
    assert "24 points" in done.stderr


def test_an_interrupted_training_ends_us_by_the_same_signal(case) -> None:
    one = case(HEAD + TRAINING.replace("EPOCHS", "3") + "import os, signal; os.kill(os.getpid(), signal.SIGINT)\n")
    done = one.watched()
    assert done.returncode == -signal.SIGINT
    assert one.rows()[-1]["end"]["state"] == "interrupted"


def test_a_training_outlives_us(case, tmp_path: pathlib.Path) -> None:
    slow = TRAINING.replace("EPOCHS", "4").replace("    model.train()\n", "    model.train()\n    time.sleep(0.5)\n")
    one = case(HEAD + "import time\n" + slow + "open('done', 'w').write('x')\n")
    words = [*TRAINDX, "run", "--", one.python, "train.py"]
    with subprocess.Popen(words, cwd=tmp_path, env=one.environment, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL) as ours:  # fmt: skip
        _wait(lambda: list(tmp_path.glob(".traindx/runs/*/1-rank0.jsonl")))
        ours.kill()
    assert not (tmp_path / "done").exists()
    _wait(lambda: (tmp_path / "done").exists() and "completed" in (one.run / "1-rank0.jsonl").read_text())
    assert len(one.values("train/loss")) == 32


def _wait(ready, seconds: float = 60.0) -> None:
    until = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < until
        time.sleep(0.1)


def test_it_ends_after_so_many_steps(case) -> None:
    one = case(HEAD + TRAINING.replace("EPOCHS", "9") + "raise SystemExit('not reached')\n")
    done = one.watched(options=("--steps", "20"))
    assert done.returncode == 0
    assert len(one.values("train/loss")) == 20
    assert "stopped after 20 steps as asked; no finally and no checkpoint of it ran" in done.stderr
    assert len(done.stdout.splitlines()) == 2  # what was printed by then is there


def test_a_finding_ends_it_where_that_was_asked(case) -> None:
    one = case(HEAD + """
import time
model = nn.Linear(6, 2)
optimizer = torch.optim.SGD(model.parameters(), 0.1)
for n in range(4000):
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(model(X), Y) * (float("nan") if n > 30 else 1)
    loss.backward()
    optimizer.step()
    time.sleep(.02)
raise SystemExit("not reached")
""")  # fmt: skip
    done = one.watched(options=("--stop-on", "nan-loss", "--strict"))
    assert done.returncode == 1, done.stderr
    assert "nan-loss was found: the training ends now" in done.stderr
    assert one.rows()[-1]["end"]["state"] == "stopped"
    assert len(one.values("train/loss")) < 400


def test_a_program_that_never_trains_leaves_nothing(case) -> None:
    one = case(HEAD + "print(nn.Linear(6, 2)(X).shape)\n")
    done = one.watched()
    assert (done.returncode, done.stdout) == (0, "torch.Size([320, 2])\n")
    assert "not attached: PyTorch was imported, but no training step was seen" in done.stderr
    assert not list(one.run.glob("*.jsonl"))


def test_workers_of_a_loader_are_not_trainings(case) -> None:
    text = HEAD + "if __name__ == '__main__':\n" + TRAINING.replace("EPOCHS", "2").replace("\n", "\n    ")
    one = case(text.replace("32, shuffle=True", "32, num_workers=1, multiprocessing_context='fork'"))
    assert one.watched().returncode == 0
    assert [path.name for path in one.run.glob("*.jsonl")] == ["1-rank0.jsonl"]
    assert len(one.values("train/loss")) == 16
    assert one.rows()[-1] == {"end": {"state": "completed"}}


def test_names_of_the_user_are_the_users(case, tmp_path: pathlib.Path) -> None:
    """A sitecustomize, and modules called as ours are."""
    own = tmp_path / "own"
    own.mkdir()
    (own / "sitecustomize.py").write_text("import os\nos.environ['OWN'] = 'ran'\n")
    for name in ("loop.py", "capture.py", "redact.py", "probes.py"):
        (tmp_path / name).write_text(f"NAME = {name!r}\n")
    one = case(HEAD + STYLES["class"] + "import os, sys, loop, capture, redact, probes, sitecustomize\n"
               "print(os.environ['OWN'], loop.NAME, capture.NAME, redact.NAME, probes.NAME)\n"
               "print(sitecustomize.__file__.endswith('own/sitecustomize.py'))\n"
               "print([p for p in sys.path if 'entry' in p])\n")  # fmt: skip
    done = one.watched(PYTHONPATH=str(own))
    assert done.stdout == "ran loop.py capture.py redact.py probes.py\nTrue\n[]\n"
    assert len(one.values("train/loss")) == 30


def test_a_closed_python_is_told_before_it_starts(case) -> None:
    one = case(HEAD + STYLES["class"])
    done = one.watched(one.python, "-I", "train.py")
    assert done.returncode == 0
    assert done.stderr.startswith("traindx: -I keeps watching out of Python")
    assert "not attached: no Python of it could be reached" in done.stderr


def test_through_a_shell_script(case, tmp_path: pathlib.Path) -> None:
    one = case(HEAD + STYLES["class"])
    script = tmp_path / "start.sh"
    script.write_text(f"#!/bin/sh\n{one.python} -c 'pass'\nexec {one.python} train.py\n")
    script.chmod(0o755)
    assert one.watched(str(script)).returncode == 0
    assert len(one.values("train/loss")) == 30


def test_what_can_not_be_started_has_the_status_of_a_shell(case, tmp_path: pathlib.Path) -> None:
    one = case("")
    assert one.watched("no-such-program").returncode == 127
    (tmp_path / "text.txt").write_text("x")
    assert one.watched("./text.txt").returncode == 126
    assert one.watched(options=("--stop-on", "nan-lost")).returncode == 125
    assert one.watched(options=("--format", "json")).returncode == 125


def test_secrets_of_the_command_are_not_kept(case) -> None:
    one = case("raise SystemExit(0)\n")
    one.watched(one.python, "train.py", "--api-key", "abcd1234efgh5678ijkl")
    assert "abcd1234" not in (one.run / "command.json").read_text()


def test_whatever_fails_in_us_never_reaches_the_training(case) -> None:
    """Each of our own entry points raises, each of these errors in turn: the training is the same."""
    text = HEAD + """
import os, random, sys
guest = sys.modules.get("_traindx_guest")
if guest is not None:
    from _traindx_guest import capture, loop
    from _traindx_guest.probes import torch_by_hand, torch_closely, torch_facts, torch_losses, torch_naming
    from _traindx_guest.probes import torch_reading, torch_watching
    ERRORS = [OSError(28, "full"), BrokenPipeError(), MemoryError(), torch.OutOfMemoryError("x"), RecursionError(),
              UnicodeError(), RuntimeError(), AttributeError("x"), KeyError("x")]
    count = [0]
    def failing(original):
        def fail(*args, **kwargs):
            count[0] += 1
            if count[0] % PERIOD == 0:
                raise ERRORS[count[0] // PERIOD % len(ERRORS)]
            return original(*args, **kwargs)
        return fail
    spots = 0
    for module in (capture, loop, torch_by_hand, torch_closely, torch_facts, torch_losses, torch_naming, torch_reading,
                   torch_watching):
        for owner in (module, *(one for one in vars(module).values() if isinstance(one, type))):
            if owner is not module and not owner.__module__.startswith("_traindx_guest"):
                continue
            for name, one in list(vars(owner).items()):
                mine = callable(one) and getattr(one, "__module__", "").startswith("_traindx_guest")
                if mine and not isinstance(one, type) and name not in ("guarded", "note", "__init__"):
                    setattr(owner, name, failing(one))
                    spots += 1
    assert spots > 60, spots
""" + TRAINING.replace("EPOCHS", "8") + SHOWN  # fmt: skip
    one = case(text.replace("PERIOD", "1"))
    bare = one.bare()
    assert bare.returncode == 0, bare.stderr
    for period in ("1", "3", "17"):
        done = case(text.replace("PERIOD", period)).watched()
        assert (done.returncode, done.stdout) == (0, bare.stdout), done.stderr
        assert "Traceback" not in done.stderr


def test_a_checkpoint_of_a_whole_model_holds_nothing_of_ours(case) -> None:
    one = case(HEAD + STYLES["class"].replace("Trainer().fit()", "t = Trainer(); t.fit()") + """
import copy, pickle
copy.deepcopy(t)
print(len(pickle.dumps(t.net)), list(vars(t.net)), list(t.net.state_dict()))
print(b"traindx" in pickle.dumps((t, nn.functional.cross_entropy)))
""")  # fmt: skip
    bare, watched = one.bare(), one.watched()
    assert bare.stdout == watched.stdout
    assert "False" in watched.stdout
