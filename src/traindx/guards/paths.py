"""Files and folders from outside: what may be opened, what lies inside a folder, what a folder holds.

`open_regular` opens regular files only and never waits: a named pipe or a device in the place of a log would block for
ever or feed endless bytes. Every refusal is a sentence that says what is wrong and what to do.
`inside` compares whole path components after every link is resolved, so that `/runs-old` is not inside `/runs`.
`walk` lists the files of a folder, the nearest first, in the same order every time. It passes over version control,
caches and installed packages, follows a link only to a place inside the folder that it has not listed, and says so
when it stopped early or could not look somewhere.
"""

import errno
import os
import stat
import time
from collections import deque
from collections.abc import Iterable
from typing import BinaryIO, NamedTuple

from traindx.guards.escaping import terminal
from traindx.guards.limits import WALK_ENTRIES, WALK_SECONDS
from traindx.guards.refusal import Refused

Path = str | os.PathLike[str]

_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
_LFS_FIRST_LINE = b"version https://git-lfs"
_LFS_MAX_BYTES = 1024  # the specification of Git LFS keeps pointers below this size
_SKIPPED = {".git", ".hg", ".svn", "node_modules", "__pycache__", "site-packages"}
_VENV_MARKS = {"pyvenv.cfg", "conda-meta"}

_CAUSES = {
    errno.ENOENT: ("does not exist", "check the spelling and the folder you are in"),
    errno.ENOTDIR: ("does not exist, a part of its path is a file", "check the path"),
    errno.EACCES: ("may not be read by this user", "change its permissions or copy it to where you may read it"),
    errno.EPERM: ("may not be read by this user", "change its permissions or copy it to where you may read it"),
    errno.ELOOP: ("is a link that leads back to itself", "name the file that it was meant to point to"),
    errno.ENAMETOOLONG: ("is longer than a path may be", "name the file itself"),
    errno.ENXIO: ("is a socket or a device without a reader", "name a regular file"),
    errno.EMFILE: ("cannot be opened, this process holds too many files", "raise `ulimit -n` or read fewer files"),
}


class Walk(NamedTuple):
    """What a folder holds: its files, why the listing stopped early (None: it is complete), folders not readable."""

    files: list[str]
    stopped: str | None
    unreadable: list[str]


def open_regular(path: Path, *, refuse_empty: bool = False) -> BinaryIO:
    """Open a regular file for reading bytes, or raise `Refused` with the reason."""
    name = terminal(os.fspath(path))
    try:
        _must_be_regular(name, os.stat(path).st_mode)  # before opening: opening a device can already do something
        descriptor = os.open(path, _FLAGS)
    except (OSError, ValueError) as error:
        raise _refusal(name, error) from None
    file = os.fdopen(descriptor, "rb")
    try:
        status = os.fstat(descriptor)
        _must_be_regular(name, status.st_mode)  # after opening: it may have been swapped in between
        if refuse_empty and status.st_size == 0:
            raise Refused(f"{name} is empty (0 bytes)", "wait until something was written, or name another file")
        if status.st_size < _LFS_MAX_BYTES:
            _must_be_content(name, file)
    except (OSError, Refused) as error:
        file.close()
        raise (error if isinstance(error, Refused) else _refusal(name, error)) from None
    return file


def inside(root: Path, path: Path) -> bool:
    """Whether `path`, with every link resolved, is `root` or lies below it."""
    try:
        outer, inner = _parts(root), _parts(path)
    except (OSError, ValueError):
        return False
    return inner[: len(outer)] == outer


def walk(root: Path, *, entries: int = WALK_ENTRIES, seconds: float = WALK_SECONDS) -> Walk:
    """The regular files of a folder; raises `Refused` when the folder itself cannot be listed."""
    top = os.fspath(root)
    try:
        if not stat.S_ISDIR(os.stat(top).st_mode):
            raise Refused(f"{terminal(top)} is not a folder", "name a folder, or read it as a file")
        with os.scandir(top):
            pass
    except (OSError, ValueError) as error:
        raise _refusal(terminal(top), error) from None
    return _Walker(top, entries, time.monotonic() + seconds, seconds).walk()


class _Walker:
    """One walk: folders first, links last, so that a file is listed under its own name."""

    def __init__(self, top: str, entries: int, deadline: float, seconds: float) -> None:
        self.top, self.entries, self.deadline, self.seconds = top, entries, deadline, seconds
        self.seen: set[str] = set()
        self.files: list[str] = []
        self.links: list[str] = []
        self.unreadable: list[str] = []
        self.left = entries
        self.stopped: str | None = None

    def walk(self) -> Walk:
        self.descend(self.top)
        while self.links and not self.stopped:  # a followed folder may hold further links
            links, self.links = self.links, []
            for link in links:
                self.follow(link)
        return Walk(self.files, self.stopped, self.unreadable)

    def descend(self, folder: str) -> None:
        waiting = deque([folder])
        while waiting and not self.stopped:
            here = waiting.popleft()
            real = os.path.realpath(here)
            if real not in self.seen:
                self.seen.add(real)
                waiting.extend(self.look_into(here))

    def look_into(self, folder: str) -> list[str]:
        try:
            with os.scandir(folder) as listing:
                found = self.counted(listing)
        except OSError:
            self.unreadable.append(folder)
            return []
        found.sort(key=lambda entry: entry.name)
        if folder != self.top and not _VENV_MARKS.isdisjoint(entry.name for entry in found):
            return []
        real = os.path.realpath(folder)
        folders = []
        for entry in found:
            if entry.is_symlink():
                self.links.append(entry.path)
            elif entry.is_dir(follow_symlinks=False):
                if entry.name not in _SKIPPED:
                    folders.append(entry.path)
            elif entry.is_file(follow_symlinks=False):
                self.seen.add(os.path.join(real, entry.name))
                self.files.append(entry.path)
        return folders

    def counted(self, listing: Iterable[os.DirEntry[str]]) -> list[os.DirEntry[str]]:
        found = []
        for entry in listing:
            if self.left <= 0:
                self.stopped = f"stopped after {self.entries:,} entries; name a folder further down"
                break
            if time.monotonic() > self.deadline:
                self.stopped = f"stopped after {self.seconds:g} seconds; name a folder further down"
                break
            self.left -= 1
            found.append(entry)
        return found

    def follow(self, link: str) -> None:
        real = os.path.realpath(link)
        if real in self.seen or not inside(self.top, real) or _SKIPPED.intersection(_below(self.top, real)):
            return
        if os.path.isdir(real):
            self.descend(link)
        elif os.path.isfile(real):
            self.seen.add(real)
            self.files.append(link)


def _below(root: str, real: str) -> tuple[str, ...]:
    return _parts(real)[len(_parts(root)) :]


def _parts(path: Path) -> tuple[str, ...]:
    real = os.path.normcase(os.path.realpath(path))
    return tuple(part for part in real.split(os.sep) if part)


def _must_be_regular(name: str, mode: int) -> None:
    if stat.S_ISREG(mode):
        return
    if stat.S_ISDIR(mode):
        raise Refused(f"{name} is a folder, not a file", "name a file in it")
    kinds = ((stat.S_ISFIFO, "a named pipe"), (stat.S_ISSOCK, "a socket"))
    kind = next((word for test, word in kinds if test(mode)), "a device")
    raise Refused(f"{name} is {kind}, not a regular file", "write the log to a file and name that")


def _must_be_content(name: str, file: BinaryIO) -> None:
    head = file.read(len(_LFS_FIRST_LINE))
    file.seek(0)
    if head == _LFS_FIRST_LINE:
        raise Refused(f"{name} is a Git LFS pointer, the log itself was not downloaded", "run `git lfs pull`")


def _refusal(name: str, error: Exception) -> Refused:
    if not isinstance(error, OSError):  # ValueError: a NUL or a lone surrogate in the path
        return Refused(f"{name} holds characters that no path can hold", "check the path")
    what, do = _CAUSES.get(error.errno or 0, (f"cannot be read ({error.strerror})", "check the disk and the path"))
    return Refused(f"{name} {what}", do)
