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
    """Rows to fit and rows to validate; `classes` is None for a regression."""

    x: torch.Tensor
    y: torch.Tensor
    val_x: torch.Tensor
    val_y: torch.Tensor
    classes: int | None


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
    return Data(fit[:, :-1], fit[:, 1:], val[:, :-1], val[:, 1:], len(letters))


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
        shape = data.x[start : start + rows].shape
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
    if settings.val_inputs == "other alphabet" and data.classes:
        data.val_x = (data.val_x + 3) % data.classes
    return data
