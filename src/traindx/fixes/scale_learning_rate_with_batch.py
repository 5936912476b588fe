"""Scale the learning rate with the size of the batch.

When it is right: the batch was enlarged, or the run moved to more devices, and the rate is still that of the small
batch: with a batch k times as large, plain gradient descent takes a rate k times as high, Adam one higher by the root
of k, both with a warm-up.

When it is wrong: the batch is far beyond the size at which its noise matters; then more samples bring nothing,
whatever the rate.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

KERAS = "model.optimizer.learning_rate = {to:g}"

EXAMPLE = """\
for group in optimizer.param_groups:
    group["lr"] = {to:g}  # {why}
warmup = torch.optim.lr_scheduler.LinearLR(optimizer, start_factor=0.1, total_iters=500)"""


@fix(area="schedule", judged_by="val-metric")
def scale_learning_rate_with_batch(
    run: Run,
    *,
    reference: int = 256,  # the batch that published base rates are usually given for
) -> Change | None:
    batch, rate = run.count("batch_size"), run.peak_rate
    if batch is None or not rate:
        return None
    whole = batch * (run.count("accumulation") or 1) * (run.count("world_size") or 1)
    times = whole / reference
    if times <= 1:
        return None
    rooted = "adam" in str(run.settings.get("optimizer", "")).lower()
    to = float(f"{rate * (times**0.5 if rooted else times):.2g}")
    why = f"{rate:g} times {'the root of ' if rooted else ''}{times:g}"
    return Change(
        title=f"scale the rate with the batch of {whole:g}: from {rate:g} to {to:g}",
        from_=rate,
        to=to,
        example=(KERAS if run.is_keras else EXAMPLE).format(to=to, why=why),
    )
