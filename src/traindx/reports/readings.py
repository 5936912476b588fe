"""What may be behind a run: the suspects, those together that no log can tell apart, each with its odds in words."""

from __future__ import annotations

from collections import Counter

import msgspec

from traindx.reports.wording import NUMBERS
from traindx.schema import SEVERITIES, Diagnosis, Fix, Suspect

# Below this a reading is no news on a screen.
WORTH_NAMING = 0.095
# Below this no single reading makes a headline.
LEADS = 0.25
SPELT = {"nan": "NaN", "lr": "learning rate", "val": "validation"}


class Reading(msgspec.Struct, frozen=True):
    """One cause, or several that look the same in every log."""

    causes: list[Suspect]
    probability: float

    @property
    def harmless(self) -> bool:
        """Whether none of them is a fault."""
        return all(one.harm != "fault" for one in self.causes)

    @property
    def title(self) -> str:
        """The cause in words; of many that look the same, how many they are."""
        if len(self.causes) == 1:
            return self.causes[0].title
        if len(self.causes) == 2:
            return f"{self.causes[0].title}, or {self.causes[1].title}"
        count = len(self.causes)
        return f"one of {NUMBERS[count] if count < len(NUMBERS) else count} causes that no log can tell apart"

    @property
    def short(self) -> str:
        """The same for a list: the likeliest by name."""
        if len(self.causes) < 3:
            return self.title
        return f"{self.causes[0].title}, or {len(self.causes) - 1} others that look the same"

    @property
    def fix(self) -> Fix | None:
        """The first thing to do: the fix that helps against most of what it may be, unless that is too little."""
        worth: dict[str, float] = {}
        first: dict[str, Fix] = {}
        for cause in self.causes:
            for place, fix in enumerate(cause.fixes):
                worth[fix.id] = worth.get(fix.id, 0.0) + cause.probability / (1 + place)
                first.setdefault(fix.id, fix)
        best = max(worth, key=lambda id: worth[id], default=None)
        if best is None or len(self.causes) == 1:
            return None if best is None else first[best]
        # Of several that look the same a fix that helps against less than half is a guess: the test comes first.
        return None if worth[best] < max(WORTH_NAMING, self.probability / 2) else first[best]

    @property
    def avoid(self) -> str | None:
        """The first thing not to do; of several causes what at least half of them say, without the reason of one."""
        if len(self.causes) == 1:
            return next(iter(self.causes[0].avoid), None)
        said = Counter(text.partition(":")[0] for cause in self.causes for text in cause.avoid[:1])
        text, times = said.most_common(1)[0] if said else ("", 0)
        return text if times * 2 >= len(self.causes) else None


def readings(diagnosis: Diagnosis) -> list[Reading]:
    """All readings, the likeliest first."""
    known = {cause.id: cause for cause in diagnosis.causes}
    together = [[id for id in group if id in known] for group in diagnosis.alike]
    together = [group for group in together if len(group) > 1]
    grouped = {id for group in together for id in group}
    found = [Reading([cause], cause.probability) for cause in diagnosis.causes if cause.id not in grouped]
    for group in together:
        causes = sorted((known[id] for id in group), key=lambda one: -one.probability)
        found.append(Reading(causes, _joint(diagnosis, causes)))
    return sorted(found, key=lambda one: -one.probability)


def leading(diagnosis: Diagnosis) -> Reading | None:
    """What the headline names: the likeliest reading; of a problem, the likeliest that is a fault."""
    found = readings(diagnosis)
    if diagnosis.verdict == "problem":
        found = [one for one in found if not one.harmless] or found
    return found[0] if found else None


def odds(probability: float, *, calibrated: bool) -> str:
    """A probability in words that promise no more than is known: `6 in 10` until the weights have been judged."""
    if calibrated:
        return f"{100 * probability:.0f} %"
    if probability < WORTH_NAMING:
        return "under 1 in 10"
    return f"{min(9, max(1, round(10 * probability)))} in 10"


def headline(diagnosis: Diagnosis) -> tuple[str, str]:
    """The cause of a problem in words, and how sure that is; where none stands out, that."""
    reading = leading(diagnosis)
    if reading is None:
        return "no cause that traindx knows explains what is seen", ""
    if weak(reading):
        return f"{_worst(diagnosis)}; several causes are possible", ""
    return reading.title, standing(reading, diagnosis)


def _worst(diagnosis: Diagnosis) -> str:
    """What the run shows: the worst finding by its name."""
    worst = max(diagnosis.findings, key=lambda one: SEVERITIES.index(one.severity), default=None)
    return " ".join(SPELT.get(word, word) for word in worst.id.split("-")) if worst else "something is wrong"


def weak(reading: Reading) -> bool:
    """Whether a reading is too unlikely for a headline and for advice."""
    return reading.probability < LEADS and not certain(reading)


def certain(reading: Reading) -> bool:
    """Whether it was seen directly or confirmed, so that it has no probability."""
    return len(reading.causes) == 1 and reading.causes[0].status in ("violated-invariant", "confirmed")


def standing(reading: Reading, diagnosis: Diagnosis) -> str:
    """How sure the headline is."""
    if certain(reading):
        return "confirmed by a test" if reading.causes[0].status == "confirmed" else "certain: seen directly"
    share = odds(reading.probability, calibrated=diagnosis.calibrated)
    if diagnosis.calibrated:
        return f"probable, {share}"
    rivals = [one.probability for one in readings(diagnosis)] + [diagnosis.belief.unknown]
    return f"most likely, about {share}" if reading.probability >= max(rivals) else f"about {share}"


def _joint(diagnosis: Diagnosis, causes: list[Suspect]) -> float:
    """How probable it is that any of them is present. Only the likeliest explanations are listed, so it is bounded."""
    ids = {cause.id for cause in causes}
    heard = sum(one.probability for one in diagnosis.explanations if ids & set(one.causes))
    return min(max(heard, max(cause.probability for cause in causes)), sum(cause.probability for cause in causes))
