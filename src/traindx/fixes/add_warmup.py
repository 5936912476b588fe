"""Let the learning rate rise over the first steps.

When it is right: the damage is done at the beginning: the loss jumps in the first hundred steps, with Adam, with
large batches, in transformers, after a resume.

When it is wrong: the loss is calm at the beginning and diverges later; a warm-up has long ended by then.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

KERAS = """\
schedule = keras.optimizers.schedules.CosineDecay(
    initial_learning_rate=0.0, warmup_target={peak:g}, warmup_steps={steps}, decay_steps={rest}
)
model.compile(optimizer=keras.optimizers.AdamW(learning_rate=schedule), loss=model.loss)"""

EXAMPLE = """\
warmup = torch.optim.lr_scheduler.LinearLR(optimizer, start_factor=0.01, total_iters={steps})
for batch in loader:
    train_step(batch)
    warmup.step()"""


@fix(area="schedule", judged_by="val-metric")
def add_warmup(
    run: Run,
    *,
    share: float = 0.05,  # the usual range is one to ten percent of the steps
    longest: int = 2000,  # Adam's second moment (beta2 = .999) is filled after about this many
    shortest: int = 10,
) -> Change | None:
    total = run.count("steps_total") or (run.last_step if run.unit == "step" else None)
    present = run.count("warmup_steps") or 0.0
    if present == 0.0 and (run.number("warmup_ratio") or 0.0) > 0.0:
        return None
    if total is None:
        text = _example(run, 500, 10_000)
        return Change(title="let the rate rise over the first five percent of the steps", example=text)
    steps = int(min(max(share * total, shortest), longest))
    if present >= steps:
        return None
    return Change(
        title=f"let the rate rise over the first {steps} steps",
        from_=int(present),
        to=steps,
        example=_example(run, steps, max(int(total) - steps, 1)),
    )


def _example(run: Run, steps: int, rest: int) -> str:
    return (KERAS if run.is_keras else EXAMPLE).format(steps=steps, rest=rest, peak=run.peak_rate or 1e-3)
