import os
import socket
import tempfile
import threading
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from traindx.guards.escaping import terminal
from traindx.guards.paths import inside, open_regular, walk
from traindx.guards.refusal import Refused

fuzz = settings(derandomize=True, deadline=None, database=None, max_examples=300)


def refused(path, **kwargs):
    with pytest.raises(Refused) as caught:
        open_regular(path, **kwargs)
    return str(caught.value)


def test_opens_a_regular_file_and_a_link_to_one(tmp_path):
    log = tmp_path / "run.log"
    log.write_bytes(b"loss 1\n")
    link = tmp_path / "latest"
    link.symlink_to(log)
    for path in (log, str(log), link):
        with open_regular(path) as file:
            assert file.read() == b"loss 1\n"


def test_refuses_with_a_sentence_and_never_waits(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "zeros").symlink_to("/dev/zero")
    (tmp_path / "empty").touch()
    assert "does not exist; check" in refused(tmp_path / "absent")
    assert "is a folder" in refused(tmp_path)
    assert "named pipe" in refused(tmp_path / "pipe")
    assert "device" in refused(tmp_path / "zeros")
    assert "link that leads back" in refused(tmp_path / "loop")
    assert "longer than a path" in refused(tmp_path / ("x" * 5000))
    assert "part of its path is a file" in refused(tmp_path / "empty" / "x")
    assert "0 bytes" in refused(tmp_path / "empty", refuse_empty=True)
    with open_regular(tmp_path / "empty") as file:
        assert file.read() == b""


def test_does_not_wait_for_a_pipe_that_took_the_place_of_a_file(tmp_path, monkeypatch):
    log, pipe = tmp_path / "run.log", tmp_path / "pipe"
    log.write_text("x")
    os.mkfifo(pipe)
    before = os.stat(log)
    monkeypatch.setattr(os, "stat", lambda *_args, **_kwargs: before)  # what was seen just before the swap
    said = []
    opening = threading.Thread(target=lambda: said.append(refused(pipe)), daemon=True)
    opening.start()
    opening.join(5)
    assert "named pipe" in said[0]


def test_refuses_a_socket():
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as listening:
        listening.bind(f"{folder}/s")
        assert "a socket" in refused(f"{folder}/s")


def test_refuses_what_this_user_may_not_read(tmp_path, monkeypatch):
    log = tmp_path / "secret.log"
    log.write_text("x")
    log.chmod(0)
    if os.access(log, os.R_OK):  # the superuser may read everything: let the system call answer as for others

        def denied(*_args):
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(os, "open", denied)
    assert "may not be read by this user; change its permissions" in refused(log)


def test_names_a_git_lfs_pointer(tmp_path):
    pointer = tmp_path / "events.out"
    pointer.write_text("version https://git-lfs.github.com/spec/v1\noid sha256:" + "a" * 64 + "\nsize 12345\n")
    assert refused(pointer).endswith("; run `git lfs pull`")
    pointer.write_text("version https://git-lfs.github.com/spec/v1\n" + "loss 1\n" * 500)
    with open_regular(pointer) as file:
        assert file.read(7) == b"version"


@fuzz
@given(st.text(max_size=30))
@example("a\0b")
@example("\ud800")
@example("\x1b[31m")
@example("")
def test_any_path_opens_or_is_refused_in_printable_words(text):
    said = Refused("opened", "read it")
    try:
        open_regular(text).close()
    except Refused as error:
        said = error
    assert terminal(str(said)) == str(said)
    assert said.what
    assert said.do


@pytest.mark.parametrize(
    ("path", "expected"),
    [("root", True), ("root/a", True), ("root/../root/a", True), ("root/a/../../out", False), ("root-evil/a", False),
     ("rootevil", False), ("root/../out", False), ("root/link/x", False), ("root/good/x", True), (".", False),
     ("ROOT", False), ("root/%2e%2e/x", True), ("root/x\0y", False), ("root/..", False), ("root//a/./b", True)],
)  # fmt: skip
def test_inside(tmp_path, path, expected):
    (tmp_path / "root" / "a").mkdir(parents=True)
    (tmp_path / "out").mkdir()
    (tmp_path / "root" / "link").symlink_to(tmp_path / "out")
    (tmp_path / "root" / "good").symlink_to(tmp_path / "root" / "a")
    assert inside(tmp_path / "root", f"{tmp_path}/{path}") is expected


@fuzz
@given(st.lists(st.sampled_from(["..", ".", "a", "root", "link", "…", "․․", "..;", "\\..", "%2e%2e", ""]), max_size=8))
def test_inside_agrees_with_what_the_system_resolves(parts):
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "root")
        (root / "a").mkdir(parents=True)
        (root / "link").symlink_to(folder)
        path = os.path.join(root, *parts) if "" not in parts else "/".join([str(root), *parts])
        real = os.path.realpath(path)
        base = os.path.realpath(root)
        assert inside(root, path) is (real == base or real.startswith(base + os.sep))


def tree(root, *paths):
    for path in paths:
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()


def names(root, result):
    return [os.path.relpath(file, root) for file in result.files]


def test_walk_lists_the_nearest_first_and_passes_over_what_is_not_a_log(tmp_path):
    tree(tmp_path, "b/2.csv", "a/1.csv", "z.log", "a/deep/3.csv", ".git/x", "node_modules/x", "__pycache__/x",
         "env/pyvenv.cfg", "env/lib/x", "lib/site-packages/x", ".hidden/h.log")  # fmt: skip
    os.mkfifo(tmp_path / "pipe")
    result = walk(tmp_path)
    assert names(tmp_path, result) == ["z.log", ".hidden/h.log", "a/1.csv", "b/2.csv", "a/deep/3.csv"]
    assert result.stopped is None
    assert result == walk(str(tmp_path))


def test_walk_follows_links_only_inside_and_only_once(tmp_path):
    root = tmp_path / "root"
    tree(root, "run-1/a.log", ".git/kept.log")
    tree(tmp_path, "outside/secret.log")
    (root / "away").symlink_to(tmp_path / "outside")
    (root / "away.log").symlink_to(tmp_path / "outside" / "secret.log")
    (root / "latest").symlink_to(root / "run-1")
    (root / "copy.log").symlink_to(root / "run-1" / "a.log")
    (root / "run-1" / "up").symlink_to(root)
    (root / "itself").symlink_to(root / "itself")
    (root / "git.log").symlink_to(root / ".git" / "kept.log")
    (root / "dangling").symlink_to(root / "nowhere")
    assert names(root, walk(root)) == ["run-1/a.log"]


def test_walk_starts_at_a_link_and_keeps_the_name_it_was_given(tmp_path):
    tree(tmp_path, "real/a.log")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert walk(tmp_path / "link").files == [str(tmp_path / "link" / "a.log")]


def test_walk_says_that_it_stopped(tmp_path):
    tree(tmp_path, *(f"{n}.log" for n in range(10)))
    few = walk(tmp_path, entries=4)
    assert len(few.files) == 4
    assert few.stopped.startswith("stopped after 4 entries")
    assert walk(tmp_path, entries=10).stopped is None
    late = walk(tmp_path, seconds=-1.0)
    assert late.files == []
    assert "seconds" in late.stopped


def test_walk_names_folders_that_it_could_not_list(tmp_path, monkeypatch):
    tree(tmp_path, "open/a.log", "shut/b.log")
    listing = os.scandir

    def guarded(path):
        if str(path).endswith("shut"):
            raise PermissionError(13, "Permission denied")
        return listing(path)

    monkeypatch.setattr(os, "scandir", guarded)
    result = walk(tmp_path)
    assert names(tmp_path, result) == ["open/a.log"]
    assert result.unreadable == [str(tmp_path / "shut")]


@pytest.mark.parametrize("path", ["absent", "file", "a\0b"])
def test_walk_refuses_what_is_no_folder(tmp_path, path):
    (tmp_path / "file").touch()
    with pytest.raises(Refused):
        walk(f"{tmp_path}/{path}")
