"""`name value` text in whatever dress, taken out of one line of a log.

    step 10 | loss: 1.2 | lr 3e-4              step 10, loss 1.2, lr .0003
    Epoch: [3][100/500]  Loss 0.4 (0.5)        Epoch 3, batch 100, batch/total 500, Loss .4, Loss (avg) .5
    {'loss': '0.3', 'grad_norm': nan}          loss .3, grad_norm nan
    Epoch 3: 41%|##  | 12/34 [02:14<03:09, 10.7it/s, loss=1.98]     Epoch 3, batch 12, batch/total 34, loss 1.98

Names stay as they are written, values are numbers as they are written: `12.3%` is 12.3. A unit that is glued to a
number goes into the name: "time 12.34ms" is ("time (ms)", 12.34). A counter "3/10" gives a second pair with the name
`<name>/total`; one without a name is "batch" behind an epoch, else "progress". Behind a metric a counter is a share,
"acc 54/100" is .54, or the percentage that follows it in brackets; behind anything else its second part is
`<name> (total)`. Where a line has parts for several data ("[Train] loss=.1 | [Valid] loss=.2"), the names are
"Train loss" and "Valid loss". A number alone in brackets behind a value is its average, `<name> (avg)`.

Times of day, durations, dates, file names with lines, levels and ranks are no values. A name that is joined to its
number by a blank alone must be one that `naming` knows, or stand between separators beside other pairs.
"""

from __future__ import annotations

import re
from bisect import bisect
from functools import lru_cache

from traindx.decoding.naming import is_axis, series_name
from traindx.guards.numbers import number

MOST_PAIRS = 10_000  # on one line
LONGEST_NAME = 80
MOST_WORDS = 5  # "number of skipped iterations", "elapsed time per iteration (ms)"

# Each alternative starts where a word starts and its quantifiers are bounded or cannot be entered again: linear time.
NOISE = re.compile(
    r"""(?<![\w./-])(?:
      [IWEF]\d{4}\ [\d:.]{8,20}\s{1,8}\d+\s\S{1,80}:\d+\]                                      # glog
    | \d{4}[-/]\d\d[-/]\d\d(?!\d)(?:[T\ ]\d{1,2}:\d\d[\d.,:]{0,16}(?:Z|[+-]\d\d:?\d\d)?)?            # date and time
    | \d\d/\d\d(?=\ \d\d:\d\d:\d\d) | [A-Z][a-z][a-z]\ [\ \d]\d(?=\ \d\d:\d\d:\d\d)
    | (?<!:)(?:\d{1,4}\ days?,?\ )?\d{1,6}:\d\d(?::\d\d)?(?:[.,]\d{1,9})?(?![\w:.])            # time of day, duration
    | [\w./-]{1,120}\.(?:py|cpp|cc|cu|h|ipynb):\d+(?::\w{1,60})?
    | \[\s?(?i:local_|global_)?(?i:rank|default)\s?:?\s?\d+\]:?
    | \(\w{1,60}\ pid=\d+[^()]{0,80}\) | \[\d+,\d+\]<std\w{3}>:?
    | (?:INFO|DEBUG|WARNING|WARN|ERROR|CRITICAL|FATAL)(?!\w)(?::[\w.]{1,60}:)?
    | (?:cuda|gpu|GPU):\d+ | [\w.]{1,80}:\d+(?=\ >>) | \d++(?:\.\d++){2,}+(?::\d+)?
    )""",
    re.VERBOSE,
)
NUMBER = re.compile(
    r"(?<![\w.@#-])(?P<value>[-+]?"
    r"(?:(?:[1-9]\d{0,2}(?:,\d{3}(?!\d)){1,5}+|\d++(?!,\d))(?:\.(?!\.)\d*+)?|\.\d++)(?:[eE][-+]?\d++)?"
    r"|[-+]?(?i:nan|inf(?:inity)?)(?!\w))(?P<unit>\s?%|[a-zA-Zµ]{1,8}(?:/[a-zA-Z]{1,8})?)?(?!\w|\.\d)"
)
UNITS = frozenset(
    ("s", "ms", "us", "µs", "ns", "min", "h", "B", "K", "M", "G", "T", "k", "KB", "MB", "GB", "TB", "KiB", "MiB", "GiB",
     "TiB", "TFLOPS", "TFLOPs")
)  # fmt: skip
VALUE = re.compile(r"[0-9]|[nN][aA][nN]|[iI][nN][fF]")
NAME = re.compile(r"[A-Za-z_][\w@/.+%&#-]*(?: [\w@/.+%&#-]+)*$")
CLAUSE = re.compile(r"  |\t| - |(?<![Vv]al|VAL|[Tt]rn|[Tt]st|[Aa]vg)\. |^[-–—] ")
INNER = re.compile(r"\(([\w/ %]{1,20})\)$")
WRAP = re.compile(r"(?:\b(?:tensor|array|np\.float\d\d|numpy\.float\d\d|float))?[(\[]$")
UNIT_WORD = re.compile(
    r"(?:s|sec|secs|seconds?|ms|min|mins|minutes|hours?|\w{1,12}/\w{1,12}|images|samples|iters) (?=\w)"
)
PREPOSITION = re.compile(r"^(?:(.{1,60}) )?(?:at|after|in|for|of|on) (?:the )?([\w-]+)$")
# Words that make a sentence of what stands in front of a number without a sign.
PROSE = re.compile(
    r"\b(?:from|to|by|than|below|above|improved|was|not|with|at|on|in|for|of|and|or|after|best|over|last)\b"
)
OWNED = re.compile(r"(?<=[a-z0-9])'s (?=[A-Za-z])")  # "valid's binary_logloss", as LightGBM writes it
ASIDE = re.compile(r" ?\((?:for|per|over) [^()]{1,30}\)")
NAMED_LIST = re.compile(r"\[(\d{1,9}), {0,8}(\d{1,9})\] ?\(([A-Za-z_]\w{0,20}), ?([A-Za-z_]\w{0,20})\)")
PLACE = re.compile(
    r"(?i)(?<![\w/.'\"])(?P<open>[\[(])?(?P<split>(?:train|test|valid|val|eval|dev)(?:ing|idation|ation|uation)?)(?(open)[\])]|\s?:)"
    r":?(?=\s{1,4}[A-Za-z])"
)
LIST = re.compile(r"^\s*\[\s*(\d{1,9}),\s+(\d{1,9})\s*\]\s*(?=[A-Za-z])")
RANK = re.compile(
    r"(?i)(?:\[\s?(?:local_|global_)?(?:rank|default)\s?[:=]?\s?(\d{1,6})\]|\brank\s?[:=]?\s?(\d{1,6})\s?[]:|)])"
    r"|\[\d{1,6},(\d{1,6})\]<std"
)
SUFFIXES = ("/total", " (total)", " (share)", " (avg)")
BLANK = " \t\x1f'\"`‘’“”*"


def rank(line: str) -> int | None:
    """The rank that a line names in front of what it says: `[rank3]:`, `[Rank 3]`, `[1,3]<stdout>:`."""
    found = RANK.search(line[:200])
    return int(next(digits for digits in found.groups() if digits)) if found else None


def pairs(line: str) -> list[tuple[str, float]]:
    """What a line says, as names and numbers, in its order."""
    if not VALUE.search(line):
        return []
    text = OWNED.sub(" ", ASIDE.sub("", NOISE.sub("\x1f", line)))
    reading = _Reading(text)
    named, start = NAMED_LIST.search(text), LIST.match(text)
    if named:  # "Loss [1, 100](epoch, batch): 2.3"
        reading.add(named[3], float(named[1]))
        reading.add(named[4], float(named[2]))
        text = reading.text = text[: named.start()] + text[named.end() :]
    elif start:  # "[1, 2000] loss: 2.3"
        reading.add("epoch", float(start[1]))
        reading.add("batch", float(start[2]))
        reading.at = start.end()
    if "train" in text.lower():
        places = [(found.end(), found["split"]) for found in PLACE.finditer(text)]
        if len({split.lower() for _, split in places}) > 1:
            reading.places = places
    for found in NUMBER.finditer(text, reading.at):
        value = number(found["value"].replace(",", ""))
        if value is not None:
            reading.take(found, value)
            if len(reading.found) >= MOST_PAIRS:
                break
    return reading.result()


class _Reading:
    """One line on the way from the left to the right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0  # where the text that has been used ends
        self.found: list[tuple[str, float]] = []
        self.doubtful: set[int] = set()  # indices of pairs that count only beside others
        self.last: str | None = None  # the name of the value that ends at `at`
        self.loose: float | None = None  # a whole number without a name that ends at `at`
        self.places: list[tuple[int, str]] = []  # where the data that the names speak of change
        self.subject: str | None = None  # "loss" of "loss at step 100: 2.3"

    def add(self, name: str, value: float, *, doubtful: bool = False) -> None:
        if doubtful:
            self.doubtful.add(len(self.found))
        self.found.append((name, value))

    def result(self) -> list[tuple[str, float]]:
        if len(self.doubtful) == len(self.found):
            return []
        return self.found

    def take(self, match: re.Match[str], value: float) -> None:
        begin, end = match.span()
        unit = (match["unit"] or "").strip()
        gap = self.text[max(self.at, begin - 4 * LONGEST_NAME) : begin]
        if self.at and len(gap) < 10 and self._follows(gap, unit, value, end):
            return
        name, joint, opened = _name(gap)
        if value != value or value in (float("inf"), float("-inf")):
            word = match["value"].lstrip("+-").lower()
            if word in ("nan", "inf", "infinity") and not (name and (joint or series_name(name, split="train"))):
                return  # "number of nan iterations": a word, no value
        if joint and not name and self.subject:
            name, self.subject = self.subject, None
        if not name:
            whole = not unit and value == value and value % 1 == 0 and "." not in match["value"]
            self._move(end, None, value if whole and _opens(gap) else None)
            return
        rate = unit not in UNITS and unit not in ("", "%")
        if rate and not ("/" in unit and joint):
            return
        self._named(name, joint, opened, value, unit, end)

    def _named(self, name: str, joint: bool, opened: str, value: float, unit: str, end: int) -> None:
        if not joint:
            name = "" if PROSE.search(name) and not PREPOSITION.match(name) else name
            place = PREPOSITION.match(name)
            if place and is_axis(place[2]):
                self.subject, name = place[1], place[2]
        name = self._placed(name, end)
        axis = is_axis(name)
        known = axis or series_name(name, split="train")
        full = f"{name} ({unit})" if unit and unit != "%" else name
        if joint or (known and not opened) or axis:
            self.add(full, value)
        elif name and not opened and name.count(" ") < 2 and _closes(self.text, end):
            self.add(full, value, doubtful=True)
        else:
            self._move(end, None, None)
            return
        self._move(end, full, None)

    def _placed(self, name: str, end: int) -> str:
        """The name with the data it speaks of, where one line speaks of several: "[Val] loss" is "Val loss"."""
        place = bisect(self.places, (end,)) - 1
        if place < 0 or is_axis(name):
            return name
        split = self.places[place][1]
        bare = name.removeprefix(split).lstrip(" :")
        ours = series_name(bare, split="train")
        if ours is None or ours == series_name(bare, split="val"):  # the name says it itself
            return name
        return f"{split} {bare}"

    def _follows(self, gap: str, unit: str, value: float, end: int) -> bool:
        """Whether this number belongs to the one before: its total, its average, its percentage."""
        sign = gap.strip()
        if sign == "/" or (sign == "of" and self.last and is_axis(self.last)):
            return self._total(value, end)
        if sign == "(" and self.last and self.text[end : end + 8].lstrip().startswith(")"):
            if unit == "%":
                self._percentage(value)
            elif not unit and not self.last.endswith(SUFFIXES):
                self.add(f"{self.last} (avg)", value)
            self._move(end, None, None)
            return True
        return False

    def _total(self, value: float, end: int) -> bool:
        name = self.last
        if name is None and self.loose is not None:
            epoch = any(is_axis(earlier) == "epoch" for earlier, _ in self.found[-4:])
            if self.found and self.found[-1][0] == "progress/total":  # "[3/10][100/500]"
                self.found[-2:] = [("epoch", self.found[-2][1]), ("epoch/total", self.found[-1][1])]
                epoch = True
            name = "batch" if epoch else "progress"
            self.add(name, self.loose)
            self.add(f"{name}/total", value)
            name = f"{name}/total"
        elif name is not None and not name.endswith(SUFFIXES):
            name = self._share(name, value)
        self._move(end, name, None)
        return True

    def _share(self, name: str, total: float) -> str:
        if is_axis(name):
            self.add(f"{name}/total", total)
            return f"{name}/total"
        count = self.found[-1][1]
        if "/metric/" in (series_name(name, split="train") or "") and 0 <= count <= total and total > 0:
            self.found[-1] = (name, count / total)
            return f"{name} (share)"
        self.add(f"{name} (total)", total)
        return f"{name} (total)"

    def _percentage(self, value: float) -> None:
        name, _, kind = (self.last or "").rpartition(" ")
        if kind in ("(share)", "(total)"):
            self.found[-1 if kind == "(share)" else -2 :] = [(name, value)]

    def _move(self, end: int, name: str | None, loose: float | None) -> None:
        self.at, self.last, self.loose = end, name, loose


@lru_cache(maxsize=4096)
def _name(gap: str) -> tuple[str, bool, str]:
    """The name at the end of the text before a number; whether a sign joins them; the bracket between them."""
    text = gap.rstrip(BLANK)
    opened = ""
    for _ in range(3):
        wrapped = WRAP.search(text, max(0, len(text) - 20))
        if not wrapped:
            break
        opened = text[-1]
        text = text[: wrapped.start()].rstrip(BLANK)
    if text.endswith(("->", "=>")):
        text = text[:-2] + ":"
    bare = text.rstrip(":=→" + BLANK)
    joint = len(bare) < len(text) and text[len(bare) :].strip(BLANK) != ""
    if not joint and text.endswith("|") and "|" in text[:-1]:  # a row of a table
        bare, joint = text[:-1].rstrip(BLANK), True
    inner = INNER.search(bare, max(0, len(bare) - 22)) if joint or opened == "[" else None
    base = bare[: inner.start()].rstrip() if inner else bare
    found = NAME.search(base, max(0, len(base) - LONGEST_NAME))
    if not found or (found.start() and base[found.start() - 1].isalnum()):
        return "", joint, opened
    name = CLAUSE.split(found[0])[-1].strip()
    name = (UNIT_WORD.sub("", name, count=1) if UNIT_WORD.match(name) else name).removesuffix(" is")
    if not name or name.count(" ") >= MOST_WORDS or not any(map(str.isalpha, name)):
        return "", joint, opened
    if inner and not is_axis(name):  # "Epoch(train) [3]" counts epochs
        name = f"{name} ({inner[1]})"
    return name, joint, opened


def _opens(gap: str) -> bool:
    """Whether a counter without a name may begin here."""
    text = gap.rstrip(" \t")
    return not text or text[-1] in "[]|,:\x1f"


def _closes(text: str, end: int) -> bool:
    """Whether a separator follows."""
    after = text[end : end + 3]
    return not after.strip() or after[0] in ",;|)]:\t\x1f" or after[:2] in ("  ", " (", " |", " ;") or after == " - "
