"""How watching gets into a Python process: the only file that is put on its path.

It lets a `sitecustomize` of the user's own run as if this one were not there, and waits for a framework to be
imported. Nothing else happens in a process that imports none. It lands in every Python that the command starts, so it
keeps to what Python 3.8 knows, and a fault of its own never reaches the program.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # the module that has it would double the time to start
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def _leave() -> None:
    """Out of the way: the folder off the path, and the user's own file of this name in its place."""
    import os

    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [one for one in sys.path if not one or os.path.abspath(one) != here]


class _Finder:
    """Lets a framework be imported as always, and is there when that is done."""

    def __init__(self, wanted: frozenset[str], then: Callable[[str], None]) -> None:
        self.wanted, self.then = wanted, then

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        if name not in self.wanted:
            return None
        for finder in list(sys.meta_path):
            find = getattr(finder, "find_spec", None)
            spec = find(name, path, target) if finder is not self and find is not None else None
            if spec is not None:
                self._heed(name, spec)
                return spec
        return None

    def _heed(self, name: str, spec: Any) -> None:
        run = getattr(spec.loader, "exec_module", None)
        if run is None:
            return

        def exec_module(module: Any) -> None:
            run(module)
            self.then(name)

        try:
            spec.loader.exec_module = exec_module
        except Exception:  # a loader that takes no attribute
            return


def _load(guest: str) -> None:
    """The rest of the guest, under a name of its own, without leaving compiled files behind."""
    import importlib.util
    import os

    if "_traindx_guest" in sys.modules:
        return
    spec: Any = importlib.util.spec_from_file_location(
        "_traindx_guest", os.path.join(guest, "__init__.py"), submodule_search_locations=[guest]
    )
    module = importlib.util.module_from_spec(spec)
    sys.modules["_traindx_guest"] = module
    spec.loader.exec_module(module)


def _attach(name: str) -> None:
    """A framework is there: its probe is set up."""
    import os

    folder, written = os.environ.get("TRAINDX_RUN"), sys.dont_write_bytecode
    if not folder or sys.version_info < (3, 9):
        return
    try:
        sys.dont_write_bytecode = True
        _load(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
        import importlib

        importlib.import_module("_traindx_guest.probes." + name).attach(folder)
        _say(folder, name)
    except Exception as error:
        _say(folder, "failed " + type(error).__name__ + " " + str(error)[:200])
    finally:
        sys.dont_write_bytecode = written


def _say(folder: str, word: str) -> None:
    """One line of where a Python of ours has come, for the parent to tell what was reached."""
    import os

    try:
        where = os.open(os.path.join(folder, "hello.lock"), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            os.write(where, (str(os.getpid()) + " " + word.replace("\n", " ") + "\n").encode())
        finally:
            os.close(where)
    except Exception:
        return


def _begin() -> None:
    import os

    if os.environ.get("TRAINDX_RUN"):
        _say(os.environ["TRAINDX_RUN"], "python")
        if "torch" in sys.modules:
            _attach("torch")
        else:
            sys.meta_path.insert(0, _Finder(frozenset(("torch",)), _attach))


def _users_own() -> None:
    """The file that this one hides, if there is one; what it raises is the user's."""
    import importlib.machinery

    if importlib.machinery.PathFinder.find_spec("sitecustomize") is None:
        return
    ours = sys.modules.pop("sitecustomize", None)
    try:
        import sitecustomize  # type: ignore[import-not-found]  # noqa: F401
    finally:
        if ours is not None:
            sys.modules.setdefault("sitecustomize", ours)


try:
    _leave()
    _begin()
except Exception:  # whatever it is, the program must start
    pass
_users_own()
