"""The command line that all ward programs share."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from faults import FAULTS, both
from healthy import HEALTHY
from logs import FORMATS
from loop import LOGGED_STEPS, Program, train
from settings import Settings


def main(program: Program) -> None:
    """Run one training as the command line says."""
    parser = argparse.ArgumentParser(description=f"{program.architecture} on {program.dataset}")
    parser.add_argument("--fault", default="none", choices=["none", *FAULTS], help="what to make wrong")
    parser.add_argument("--severity", type=int, default=-1, help="0 is the mildest; the most severe when left out")
    parser.add_argument("--healthy", default="usual", choices=list(HEALTHY), help="a healthy variation to start from")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--optimizer", choices=["SGD", "AdamW"], help="another optimizer than the program's own")
    parser.add_argument("--epochs", type=int, help="more or fewer than usual")
    parser.add_argument("--every", type=int, help="log every so many steps")
    parser.add_argument("--log", type=Path, required=True, help="the file to write")
    parser.add_argument("--format", choices=list(FORMATS), default=program.format)
    given = parser.parse_args()
    settings = both(started(program, given.optimizer, given.seed), HEALTHY[given.healthy])
    if given.epochs:
        settings = replace(settings, epochs=given.epochs)
    if given.fault != "none":
        severities = FAULTS[given.fault].of(program.kind, program.architecture)
        if not severities:
            parser.error(f"{given.fault} makes no sense for a program of the kind {program.kind}: choose another fault")
        settings = both(both(settings, FAULTS[given.fault].first), severities[given.severity])
    every = 1 if given.format == "brief" else given.every
    if every:
        program = replace(program, every=every)
    log = FORMATS[given.format](given.log, program.words)
    print(train(program, settings, log, at_most=None if every else LOGGED_STEPS))


def started(program: Program, optimizer: str | None, seed: int) -> Settings:
    """The healthy settings of a program; each optimizer has the rate and the weight decay that suit it."""
    settings = replace(program.healthy, seed=seed)
    if optimizer and optimizer != settings.optimizer:
        decay = 0.01 if optimizer == "AdamW" else 3e-4
        settings = replace(settings, optimizer=optimizer, lr=program.rates[optimizer], weight_decay=decay)
    return settings
