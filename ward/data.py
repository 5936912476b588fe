"""The data of the ward: what scikit-learn brings along, and the ways in which it can be spoilt."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy
import sklearn.datasets
import torch
from settings import Settings

CONTEXT = 32  # characters a row of text


@dataclass
class Data:
    """Rows to fit and to validate; `classes` is None for a regression, `letters` counts the codes of the inputs."""

    x: torch.Tensor
    y: torch.Tensor
    val_x: torch.Tensor
    val_y: torch.Tensor
    classes: int | None
    letters: int | None = None


def digits(settings: Settings) -> Data:
    """1,197 images of 8 x 8 to fit and 600 to validate, mixed, pixels 0 to 1."""
    x, y = sklearn.datasets.load_digits(return_X_y=True)
    return _split(x / 16, y, 600, 10, settings, standardize=False)


def cancer(settings: Settings) -> Data:
    x, y = sklearn.datasets.load_breast_cancer(return_X_y=True)
    return _split(x, y, 169, 2, settings)


def wine(settings: Settings) -> Data:
    x, y = sklearn.datasets.load_wine(return_X_y=True)
    return _split(x, y, 58, 3, settings)


def diabetes(settings: Settings) -> Data:
    """Ten unscaled measures of 442 patients; the target has mean 0 and standard deviation 1 unless it is left raw."""
    x, y = sklearn.datasets.load_diabetes(return_X_y=True, scaled=False)
    if not settings.target_raw:
        y = (y - y.mean()) / y.std() * settings.target_std
    return _split(x, y, 112, None, settings)


def friedman(settings: Settings) -> Data:
    """700 points of Friedman's first function with noise of a standard deviation of 1; the target as above."""
    x, y = sklearn.datasets.make_friedman1(700, noise=1.0, random_state=settings.seed)
    x, y = x * 100, y * 30
    if not settings.target_raw:
        y = (y - y.mean()) / y.std() * settings.target_std
    return _split(x, y, 200, None, settings)


def text(settings: Settings) -> Data:
    """The descriptions of scikit-learn's data sets as rows of characters; every eighth row validates."""
    loaders = ("digits", "breast_cancer", "wine", "diabetes", "iris", "linnerud")
    written = "\n".join(getattr(sklearn.datasets, f"load_{name}")().DESCR for name in loaders).lower()
    letters = sorted(set(written))
    codes = torch.tensor([letters.index(letter) for letter in written])
    rows = codes[: len(codes) // (CONTEXT + 1) * (CONTEXT + 1)].view(-1, CONTEXT + 1)
    held_out = torch.arange(len(rows)) % 8 == 7
    fit, val = rows[~held_out], rows[held_out]
    fit = fit[torch.randperm(len(fit), generator=torch.Generator().manual_seed(settings.seed))]
    return Data(fit[:, :-1], fit[:, 1:], val[:, :-1], val[:, 1:], len(letters), len(letters))


def sums(settings: Settings) -> Data:
    """Additions written out, `47+85=132`, one after another in rows of characters."""
    chance = numpy.random.default_rng(settings.seed)
    pairs = chance.integers(0, 100, (4000, 2))
    written = "".join(f"{one}+{other}={one + other}\n" for one, other in pairs)
    codes = torch.tensor(["0123456789+=\n".index(letter) for letter in written])
    rows = codes[: len(codes) // (CONTEXT + 1) * (CONTEXT + 1)].view(-1, CONTEXT + 1)
    return Data(rows[150:, :-1], rows[150:, 1:], rows[:150, :-1], rows[:150, 1:], 13, 13)


def lines(settings: Settings) -> Data:
    """Stretches of 24 characters; which of six descriptions they are from."""
    loaders = ("digits", "breast_cancer", "wine", "diabetes", "iris", "linnerud")
    written = [getattr(sklearn.datasets, f"load_{name}")().DESCR.lower() for name in loaders]
    letters = sorted(set("".join(written)))
    x, y = [], []
    for number, words in enumerate(written):
        codes = [letters.index(letter) for letter in words]
        starts = numpy.linspace(0, len(codes) - 25, 300).astype(int)
        x += [codes[start : start + 24] for start in starts]
        y += [number] * len(starts)
    order = numpy.random.default_rng(settings.seed).permutation(len(x))
    inputs, targets = torch.tensor(x)[order], torch.tensor(y)[order]
    return Data(inputs[450:], targets[450:], inputs[:450], targets[:450], 6, len(letters))


def tags(settings: Settings) -> Data:
    """The descriptions again; for each character whether it is in a short, middling or long word, or in none."""
    plain = text(settings)
    loaders = ("digits", "breast_cancer", "wine", "diabetes", "iris", "linnerud")
    written = "\n".join(getattr(sklearn.datasets, f"load_{name}")().DESCR for name in loaders).lower()
    letters = torch.tensor([letter.isalnum() for letter in sorted(set(written))])
    return replace(plain, y=_lengths(letters[plain.x]), val_y=_lengths(letters[plain.val_x]), classes=4)


def _lengths(inside: torch.Tensor) -> torch.Tensor:
    found = torch.zeros(inside.shape, dtype=torch.int64)
    for row, flags in enumerate(inside.tolist()):
        start = 0
        for place, flag in enumerate([*flags, False]):
            if not flag:
                found[row, start:place] = min(3, 1 + (place - start) // 4)
                start = place + 1
    return found


def categories(settings: Settings) -> Data:
    """The medical table with every measure cut into eight classes of equal size: inputs that are embedded."""
    x, y = sklearn.datasets.load_breast_cancer(return_X_y=True)
    cuts = numpy.quantile(x, numpy.arange(1, 8) / 8, axis=0)
    codes = (x[None] > cuts[:, None]).sum(0)
    order = numpy.random.default_rng(settings.seed).permutation(len(x))
    inputs, targets = torch.tensor(codes)[order], torch.tensor(y)[order]
    return Data(inputs[169:], targets[169:], inputs[:169], targets[:169], 2, 8)


def shapes(settings: Settings) -> Data:
    """1,600 noisy pictures of 12 x 12 with one of six shapes, 400 of them to validate."""
    chance = numpy.random.default_rng(settings.seed)
    rows, columns = numpy.mgrid[0:12, 0:12]
    y = chance.integers(0, 6, 1600)
    x = numpy.empty((1600, 144))
    for index, label in enumerate(y):
        (down, right), size = chance.integers(4, 8, 2), chance.integers(2, 4)
        a, b = abs(rows - down), abs(columns - right)
        drawn = (
            numpy.maximum(a, b) <= size, abs(numpy.hypot(a, b) - size) < 0.7, (a == 0) & (b <= size),
            (b == 0) & (a <= size), (a == b) & (a <= size), a + b <= size,
        )[label]  # fmt: skip
        x[index] = numpy.clip(drawn * chance.uniform(0.4, 0.9) + chance.uniform(0, 0.35, (12, 12)), 0, 1).ravel()
    return _split(x, y, 400, 6, settings, standardize=False)


def made(settings: Settings) -> Data:
    """A made-up table of twenty unscaled measures and eight classes."""
    x, y = sklearn.datasets.make_classification(
        1600, 20, n_informative=10, n_classes=8, class_sep=1.6, flip_y=0.02, random_state=settings.seed
    )
    return _split(x * 40 + 100, y, 400, 8, settings)


def electric(settings: Settings) -> Data:
    """Friedman's second function, 900 points; the target as above."""
    x, y = sklearn.datasets.make_friedman2(900, noise=50.0, random_state=settings.seed)
    if not settings.target_raw:
        y = (y - y.mean()) / y.std() * settings.target_std
    return _split(x, y, 220, None, settings)


def waves(settings: Settings) -> Data:
    """A noisy sum of three waves: 24 values, and the next to be told."""
    chance, time = numpy.random.default_rng(settings.seed), numpy.arange(1500)
    phases = chance.uniform(0, 6.28, 3)
    values = sum(numpy.sin(time / length + phase) for length, phase in zip((2.3, 7.1, 23.0), phases, strict=True))
    values = values + chance.normal(0, 0.35, len(time))
    values = values / values.std() * (1.0 if settings.standardize else 60.0)
    x = numpy.lib.stride_tricks.sliding_window_view(values, 24)[:-1]
    y = values[24:] / values.std()
    y = y * 80 + 300 if settings.target_raw else y * settings.target_std
    inputs, targets = torch.tensor(x.copy(), dtype=torch.float32), torch.tensor(y, dtype=torch.float32)
    order = torch.randperm(1100, generator=torch.Generator().manual_seed(settings.seed))
    return Data(inputs[:1100][order], targets[:1100][order], inputs[1124:], targets[1124:], None)


def pictures(settings: Settings) -> Data:
    """The digits with noise, to be drawn again without."""
    plain = digits(settings)
    chance = torch.Generator().manual_seed(settings.seed)
    noisy = [(rows + 0.3 * torch.randn(rows.shape, generator=chance)).clamp(0, 1) for rows in (plain.x, plain.val_x)]
    return Data(noisy[0], plain.x * 4, noisy[1], plain.val_x * 4, None)


def views(settings: Settings) -> Data:
    """Two views of each digit, half of the pixels each: which of a batch belong together; the labels are not used."""
    plain = digits(settings)
    return replace(plain, y=torch.zeros_like(plain.y), val_y=torch.zeros_like(plain.val_y), classes=None)


def _split(
    x: numpy.ndarray, y: numpy.ndarray, held_out: int, classes: int | None, settings: Settings, standardize: bool = True
) -> Data:
    order = numpy.random.default_rng(settings.seed).permutation(len(x))
    fit, val = order[held_out:], order[:held_out]
    if standardize and settings.standardize:
        x = (x - x[fit].mean(0)) / x[fit].std(0)
    kind = torch.float32 if classes is None else torch.int64
    inputs, targets = torch.tensor(x, dtype=torch.float32), torch.tensor(y, dtype=kind)
    return Data(inputs[fit], targets[fit], inputs[val], targets[val], classes)


def spoilt(data: Data, settings: Settings) -> Data:
    """The data with the mistakes that the settings ask for."""
    chance = torch.Generator().manual_seed(settings.seed + 1000)
    data = replace(data, x=data.x.clone(), y=data.y.clone(), val_x=data.val_x.clone(), val_y=data.val_y.clone())
    if settings.samples:
        data.x, data.y = data.x[: settings.samples], data.y[: settings.samples]
    if settings.keep_of_other_classes < 1:
        keep = (data.y == 0) | (torch.rand(len(data.y), generator=chance) < settings.keep_of_other_classes)
        data.x, data.y = data.x[keep], data.y[keep]
    if settings.misaligned:
        data.y = data.y[torch.randperm(len(data.y), generator=chance)]
    if settings.label_noise:
        wrong = torch.rand(data.y.shape, generator=chance) < settings.label_noise
        if data.classes is None:
            data.y[wrong] = data.y[wrong][torch.randperm(int(wrong.sum()), generator=chance)]
        else:
            data.y[wrong] = torch.randint(0, data.classes, (int(wrong.sum()),), generator=chance)
    if settings.one_label:
        data.y.fill_(1), data.val_y.fill_(1)
    if settings.constant_input:
        data.x[:], data.val_x[:] = data.x[0].clone(), data.x[0].clone()
    if settings.input_factor != 1:
        data.x, data.val_x = data.x * settings.input_factor, data.val_x * settings.input_factor
    if not settings.shuffle and data.y.ndim == 1:
        order = data.y.argsort(stable=True)
        data.x, data.y = data.x[order], data.y[order]
    if settings.corrupt_rows:
        _corrupt(data, settings.batch_size, chance)
    return _spoil_validation(data, settings, chance)


def _corrupt(data: Data, rows: int, chance: torch.Generator) -> None:
    """One batch whose inputs are rubbish, at one place of the data."""
    start = len(data.x) // 3 // rows * rows
    if data.x.dtype == torch.int64:
        shape = data.y[start : start + rows].shape
        data.y[start : start + rows] = torch.randint(0, data.classes or 2, shape, generator=chance)
    else:
        data.x[start : start + rows] *= -60


def _spoil_validation(data: Data, settings: Settings, chance: torch.Generator) -> Data:
    if settings.val_labels == "shifted" and data.classes:
        data.val_y = (data.val_y + 1) % data.classes
    if settings.val_labels == "shuffled":
        data.val_y = data.val_y[torch.randperm(len(data.val_y), generator=chance)]
    if settings.val_inputs == "not scaled":
        data.val_x = data.val_x * 16
    if settings.val_inputs == "inverted":
        data.val_x = data.x.max() - data.val_x
    if settings.val_inputs == "other alphabet" and data.letters:
        data.val_x = (data.val_x + 3) % data.letters
    return data
