"""Logs behind addresses: in fsspec's memory, and from a real HTTP server on this machine."""

import http.server
import json
import subprocess
import sys
import threading

import pytest
from click.testing import CliRunner

from traindx.doors.cli.commands import group
from traindx.guards.refusal import Refused
from traindx.verbs.read import gather, read

CSV = b"step,train_loss\n" + b"".join(b"%d,%.5f\n" % (10 * n, 2.3 / (n + 1) ** 0.3) for n in range(60))
START = "from traindx.doors.cli import main; main()"


@pytest.fixture
def memory():
    import fsspec

    system = fsspec.filesystem("memory")
    system.store.clear()
    yield system
    system.store.clear()


def test_a_file_gives_what_the_same_file_here_gives(memory, tmp_path) -> None:
    memory.pipe("/runs/exp7/train.csv", CSV)
    (tmp_path / "train.csv").write_bytes(CSV)
    (far,), (near,) = read("memory://runs/exp7/train.csv"), read(str(tmp_path / "train.csv"))
    assert far.series == near.series
    assert (far.source, far.format) == ("memory://runs/exp7/train.csv", near.format)
    assert far.id.startswith("train.csv-")
    (same,) = read((tmp_path / "train.csv").as_uri())
    assert same.source == str(tmp_path / "train.csv")


def test_a_folder_gives_its_runs_with_their_settings(memory) -> None:
    memory.pipe("/runs/a/metrics.csv", CSV)
    memory.pipe("/runs/a/config.json", json.dumps({"batch_size": 32, "lr": 0.001}).encode())
    other = CSV.replace(b",1.", b",1.3").replace(b",0.", b",0.4")
    memory.pipe("/runs/b/train/log.csv", other)
    memory.pipe("/runs/b/val/log.csv", other.replace(b"train_loss", b"loss"))
    memory.pipe("/runs/b/model.pt", b"PK")
    first, second = sorted(read("memory://runs"), key=lambda run: run.source)
    assert (first.source, first.settings["batch_size"]) == ("memory://runs/a/metrics.csv", 32)
    assert second.source == "memory://runs/b"
    assert {"train/loss", "val/loss"} <= second.series.keys()


def test_a_folder_without_a_log_says_so(memory) -> None:
    memory.pipe("/notes/a.txt", b"Nothing of this is a log.\n" * 5)
    with pytest.raises(Refused, match="no training log lies in memory://notes"):
        read("memory://notes")


def test_one_that_is_missing_does_not_take_the_others_along(memory) -> None:
    memory.pipe("/a.csv", CSV)
    harvest = gather(["memory://none.csv", "memory://a.csv"])
    assert len(harvest.runs) == 1
    assert [one.what for one in harvest.troubles] == ["memory://none.csv does not exist, or not for you"]


def test_what_is_too_large_is_not_fetched_to_its_end(memory, monkeypatch) -> None:
    memory.pipe("/a.csv", CSV + b"999990,1.0\n" * 400_000)
    monkeypatch.setattr("traindx.verbs.read.MAX_FETCHED_BYTES", 1 << 20)
    (trouble,) = gather(["memory://a.csv"]).troubles
    assert trouble.what == "memory://a.csv is larger than 1 MiB"


class Handler(http.server.BaseHTTPRequestHandler):
    """Gives the log to who has the password, in one go or not at all."""

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        known = "token=hunter2" in self.path
        body = CSV if known and self.path.startswith("/train.csv") else b""
        self.send_response(200 if body else 404 if known else 403)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(body)

    def log_message(self, *unused: object) -> None:
        pass


@pytest.fixture
def server():
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


FORMS = ("text", "json", "jsonl", "markdown", "html", "junit", "github")


@pytest.mark.parametrize("form", FORMS)
def test_no_secret_of_an_address_is_in_any_answer(server, tmp_path, form) -> None:
    address = f"{server}/train.csv?token=hunter2&X-Amz-Signature=0123abcd"
    command = [sys.executable, "-c", START, "diagnose", address, f"{server}/none.csv?token=hunter2", "--format", form]
    done = subprocess.run([*command, "--full"], capture_output=True, text=True, timeout=60, check=False, cwd=tmp_path)
    told = done.stdout + done.stderr
    assert done.returncode == 2  # the second does not exist
    assert "train.csv" in told
    assert "none.csv?" in done.stderr
    assert "does not exist" in done.stderr
    assert not any(word in told for word in ("hunter2", "0123abcd", "Traceback"))


def test_plots_and_folders_of_reports_hold_no_secret(server, tmp_path) -> None:
    address = f"{server}/train.csv?token=hunter2"
    for arguments in (["plot", address], ["plot", address, "--data", "points.csv"], ["diagnose", address, "-o", "out"]):
        command = [sys.executable, "-c", START, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert "hunter2" not in done.stdout + done.stderr
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(written) >= 5
    assert not [path for path in written if b"hunter2" in path.read_bytes()]


def test_a_place_that_wants_a_password_is_a_sentence(server) -> None:
    done = CliRunner().invoke(group, ["diagnose", f"{server}/train.csv?token=wrong"], prog_name="traindx")
    assert done.exit_code == 2 or done.exception is not None
    (trouble,) = gather([f"{server}/train.csv?token=wrong"]).troubles
    assert "wrong" not in trouble.what + trouble.source
    assert "does not exist, or not for you" in trouble.what
