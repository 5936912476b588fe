"""Logs on other machines, by their addresses: `s3://bucket/run`, `https://host/train.log`, whatever fsspec knows.

fsspec and the package that speaks to the place are imported when an address is named, never before. A file is read as
a local one is: in pieces, within the same limits. Nothing is kept on this disk, and an address that would unpack,
chain or cache another one is refused: what it leads to could not be bounded.

An address may hold a secret. `shown` is what may stand in an answer: without user and password, and in the place of a
query (where signatures and tokens are) a mark that tells two queries apart.
"""

from __future__ import annotations

import hashlib
import re
import time
from collections import deque
from typing import Any, BinaryIO
from urllib.parse import urlsplit
from urllib.request import url2pathname

from traindx.guards.escaping import terminal
from traindx.guards.limits import WALK_ENTRIES, WALK_SECONDS
from traindx.guards.paths import Walk
from traindx.guards.refusal import Refused
from traindx.guards.secrets import redact

# Two letters at least: one is a drive of Windows.
ADDRESS = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)(?:::[^/]*)?://")
LOCAL = ("file", "local")
# They lead to another address, unpack what lies there, or keep it on this disk.
WRAPPING = frozenset(("blockcache", "cached", "dask", "data", "dir", "filecache", "generic", "libarchive", "reference",
                      "simplecache", "tar", "zip"))  # fmt: skip
EXTRA = "pip install 'traindx[remote]'"
IN_EXTRA = ("http", "https", "s3", "s3a")
PACKAGES = {"gs": "gcsfs", "gcs": "gcsfs", "az": "adlfs", "abfs": "adlfs", "adl": "adlfs", "sftp": "paramiko",
            "ssh": "paramiko", "hf": "huggingface_hub", "oci": "ocifs", "oss": "ossfs",
            "smb": "smbprotocol"}  # fmt: skip


def is_address(path: str) -> bool:
    """Whether it names something on another machine, and no file here."""
    found = ADDRESS.match(path)
    return found is not None and found[1].lower() not in LOCAL


def local(path: str) -> str:
    """The path that a `file://` address means; any other as it is."""
    found = ADDRESS.match(path)
    return url2pathname(urlsplit(path).path) if found and found[1].lower() in LOCAL else path


def shown(path: str) -> str:
    """An address as it may be shown; a path as it is."""
    if not is_address(path):
        return path
    base, query = _parted(path)
    return f"{redact(base)}?{hashlib.sha256(query.encode()).hexdigest()[:6]}" if query else redact(base)


def open_address(address: str) -> BinaryIO:
    """The file at an address, for reading bytes in pieces; raises `Refused` with the reason."""
    system, name = _system(address)
    try:
        file: BinaryIO = system.open(name, "rb")
    except Exception as error:
        raise _refusal(address, error) from None
    return file


def list_address(address: str, *, entries: int = WALK_ENTRIES, seconds: float = WALK_SECONDS) -> Walk | None:
    """The files below an address, the nearest first; None where it is a file itself."""
    system, name = _system(address)
    base, query = _parted(address)
    try:
        if system.info(name)["type"] != "directory":
            return None
        top = str(system._strip_protocol(base))
        found, stopped = _listed(system, name, entries, time.monotonic() + seconds)
    except Exception as error:
        raise _refusal(address, error) from None
    top = top.rstrip("/") + "/"
    names = [one[len(top) - 1 :] for one in found if one.startswith(top)]  # a page of links leads elsewhere too
    files = [f"{base.rstrip('/')}{one}{f'?{query}' if query else ''}" for one in names]
    return Walk(files, f"stopped {stopped}; name a folder further down" if stopped else None, [])


def _listed(system: Any, top: str, entries: int, deadline: float) -> tuple[list[str], str | None]:
    waiting, seen = deque([top]), 0
    files: list[str] = []
    while waiting:
        for entry in sorted(system.ls(waiting.popleft(), detail=True), key=lambda one: str(one["name"])):
            seen += 1
            if seen > entries:
                return files, f"after {entries:,} entries"
            if time.monotonic() > deadline:
                return files, "when its time was up"
            if entry["type"] == "directory":
                waiting.append(entry["name"])
            elif str(entry["name"]).rstrip("/") != str(top).rstrip("/"):
                files.append(str(entry["name"]))
    return files, None


def _system(address: str) -> tuple[Any, str]:
    """Who speaks to the place, and the place in its words."""
    scheme = address.partition("://")[0].lower()
    if "::" in address or scheme in WRAPPING:
        raise Refused(f"{_name(address)} leads to another address", "name that one, or fetch the file")
    try:
        import fsspec
    except ImportError:
        raise Refused(f"{_name(address)} is on another machine, and fsspec is not installed", EXTRA) from None
    try:
        system, name = fsspec.core.url_to_fs(address)
    except ImportError as error:
        package = PACKAGES.get(scheme)
        command = EXTRA if scheme in IN_EXTRA or package is None else f"pip install {package}"
        what = f"{_name(address)} needs a package that is not installed ({_said(error, address)})"
        raise Refused(what, command) from None
    except Exception as error:
        raise _refusal(address, error) from None
    return system, str(name)


def _refusal(address: str, error: Exception) -> Refused:
    name = _name(address)
    if isinstance(error, FileNotFoundError):
        # Servers say so of what a user may not see, too.
        return Refused(f"{name} does not exist, or not for you", "check the address, and whether you are logged in")
    if isinstance(error, PermissionError) or "redentials" in type(error).__name__ + str(error):
        return Refused(f"{name} may not be read", "log in to the place as its own tools want it")
    if isinstance(error, ValueError) and "rotocol not known" in str(error):
        return Refused(f"{name} is an address of a kind that fsspec does not know", "check what stands before ://")
    return Refused(f"{name} cannot be read ({_said(error, address)})", "check the address and the network")


def _said(error: Exception, address: str) -> str:
    """What an error says, in one line without the secrets of the address."""
    text = str(error).replace(address, shown(address))
    return terminal(redact(f"{type(error).__name__}: {text}".partition("\n")[0]))[:200]


def _name(address: str) -> str:
    return terminal(shown(address))


def _parted(address: str) -> tuple[str, str]:
    """An address without its query, and the query. What stands behind # is no part of a place."""
    base, _, query = address.partition("#")[0].partition("?")
    return base, query
