"""Let the learning rate go up and down.

When it is right: the loss rests on a plateau that is not its floor, as on a saddle, and the best constant rate is not
known.

When it is wrong: the loss jumps or diverges: the upper part of the cycle makes that worse.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

KERAS = """\
class Cycle(keras.callbacks.Callback):
    def on_train_batch_begin(self, batch, logs=None):
        place = abs(batch % {whole} / {half} - 1)
        self.model.optimizer.learning_rate = {low:g} + ({high:g} - {low:g}) * (1 - place)"""

EXAMPLE = """\
scheduler = torch.optim.lr_scheduler.CyclicLR(
    optimizer, base_lr={low:g}, max_lr={high:g}, step_size_up={half}, cycle_momentum=False
)"""


@fix(area="schedule", judged_by="val-metric")
def cycle_learning_rate(
    run: Run,
    *,
    factor: float = 3.0,  # the band reaches from a third to three times the present rate
) -> Change | None:
    peak = run.peak_rate
    if peak is not None and peak <= 0:
        return None
    low, high = (float(f"{(peak or 1e-3) * times:.1g}") for times in (1 / factor, factor))
    half = max(int(2 * (run.steps_per_epoch or 500)), 1)  # two to ten epochs a half cycle are usual
    example = (KERAS if run.is_keras else EXAMPLE).format(low=low, high=high, half=half, whole=2 * half)
    if peak is None:
        return Change(title="let the rate go up and down between a third and three times its value", example=example)
    title = f"let the rate go up and down between {low:g} and {high:g}"
    return Change(title=title, from_=peak, to=[low, high], example=example)
