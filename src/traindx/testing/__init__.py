"""Synthetic training curves and a way to run one detector on them: for our own tests and for authors of plugins.

`HEALTHY` holds curves of runs that nobody should be alarmed by, in the many shapes that healthy runs have; `SICK` holds
curves by the id of the finding that must be found in them. Each is a function of a seed; the same seed gives the same
curve. `examine` runs one detector on a run exactly as a diagnosis does.
"""

from traindx.testing import (  # the files with curves fill the two collections
    bench,
    healthy_curves,
    healthy_layers,
    healthy_machines,
    sick_benches,
    sick_data,
    sick_generalization,
    sick_gradients,
    sick_layers,
    sick_losses,
    sick_machines,
    sick_schedules,
    sick_settings,
)
from traindx.testing.examining import examine, loud
from traindx.testing.making import HEALTHY, SICK, Curve, Floats, cosine, descent, healthy, noise, run, sick

__all__ = [
    "HEALTHY", "SICK", "Curve", "Floats", "bench", "cosine", "descent", "examine", "healthy", "healthy_curves",
    "healthy_layers", "healthy_machines", "loud", "noise", "run", "sick", "sick_benches", "sick_data",
    "sick_generalization", "sick_gradients", "sick_layers", "sick_losses", "sick_machines", "sick_schedules",
    "sick_settings",
]  # fmt: skip
