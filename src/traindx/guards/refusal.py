"""The one exception that says a file or text will not be read: what is wrong with it, then what to do."""


class Refused(Exception):
    """Raised instead of reading something harmful, broken or absent. `str()` is the whole sentence."""

    what: str
    do: str

    def __init__(self, what: str, do: str) -> None:
        super().__init__(what, do)
        self.what = what
        self.do = do

    def __str__(self) -> str:
        return f"{self.what}; {self.do}"
