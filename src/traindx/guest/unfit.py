"""What was handed to the bench does not fit: said in a sentence of what is wrong, then what to do."""

from __future__ import annotations

import traceback


class Unfit(ValueError):
    """`what` is wrong with the value, what to `do` about it."""

    def __init__(self, what: str, do: str) -> None:
        super().__init__(f"{what}; {do}")
        self.what, self.do = what, do


def raised(what: str, error: BaseException, do: str) -> Unfit:
    """The user's own exception in one line, with the place in their code where it rose."""
    said = " ".join(str(error).split())
    frames = [one for one in traceback.extract_tb(error.__traceback__) if not one.filename.startswith("<")]
    own = [one for one in frames if "site-packages" not in one.filename and "_traindx_guest" not in one.name]
    own = [one for one in own if not _ours(one.filename)]
    place = f" at {own[-1].filename}:{own[-1].lineno}" if own else ""
    text = f"{what} raised {type(error).__name__}{place}"
    return Unfit(f"{text}: {said[:300]}" if said else text, do)


def _ours(path: str) -> bool:
    return path.startswith(__file__.rpartition("unfit.py")[0])
