# /// script
# dependencies = []
# ///
"""Golden logs of writers that are not run here: they need GPUs, clusters, or a compiler and weeks.

Each file follows, to the letter, the layout that the writer's own source prints; `made_by.json` names the source file
and its version. The numbers are a curve that falls with noise. Facts name series as the reader does.
"""

from __future__ import annotations

import json
import math
import random
import statistics
from collections.abc import Callable
from pathlib import Path
from typing import Any

from recording import fresh, grouped, record

Row = tuple[int, dict[str, float]]
File = tuple[str, list[Row], dict[str, Any]]  # the text, what is in it, settings


def falling(count: int, *, seed: int, first: float = 7.0, last: float = 2.0) -> list[float]:
    """A loss that falls like a power of the step, with noise."""
    chance = random.Random(seed)
    return [
        last + (first - last) * (1 + at / 4) ** -0.7 + chance.gauss(0, 0.04) * (1 if at else 0) for at in range(count)
    ]


def norms(count: int, *, seed: int) -> list[float]:
    chance = random.Random(seed)
    return [0.8 + 3.0 / (1 + at) + abs(chance.gauss(0, 0.1)) for at in range(count)]


def cut(value: float, form: str) -> float:
    """A number as it is after it was printed so."""
    return float(format(value, form))


# ---------------------------------------------------------------- nanoGPT


def nanogpt() -> dict[str, File]:
    lines = [
        "Overriding: batch_size = 12",
        "Overriding: learning_rate = 0.0006",
        "tokens per iteration will be: 61,440",
    ]
    lines.append("number of parameters: 10.65M")
    rows: list[Row] = []
    for at, loss in enumerate(falling(25, seed=1, first=4.3, last=1.4)):
        step = at * 10
        if step % 60 == 0:
            lines.append(f"step {step}: train loss {loss - 0.02:.4f}, val loss {loss + 0.05:.4f}")
            if step:
                lines.append("saving checkpoint to out-shakespeare-char")
            rows.append((step, {"train/loss/estimated": cut(loss - 0.02, ".4f"), "val/loss": cut(loss + 0.05, ".4f")}))
        mfu = -100.0 if at == 0 else 5.6 + at / 100
        lines.append(f"iter {step}: loss {loss:.4f}, time {30 + at:.2f}ms, mfu {mfu:.2f}%")
        rows.append((step, {"train/loss": cut(loss, ".4f")}))
    healthy = "\n".join(lines) + "\n", rows, {"batch_size": 12, "lr": 0.0006}
    lines, rows = [], []
    for step in (*range(0, 60, 10), *range(40, 100, 10)):  # resumed at 40
        loss = math.nan if step >= 80 else 4.0 - step / 50
        lines.append(f"iter {step}: loss {loss:.4f}, time 30.00ms, mfu 5.60%")
    rows = [(step, {"train/loss": math.nan if step >= 80 else cut(4.0 - step / 50, ".4f")})
            for step in range(0, 100, 10)]  # fmt: skip
    return {"stdout.txt": healthy, "resumed_nan.txt": ("\r\n".join(lines) + "\r\n", rows, {})}


# ------------------------------------------------------------------ llm.c


def llm_c() -> dict[str, File]:
    losses, norm = falling(30, seed=2, first=11.0, last=6.0), norms(30, seed=3)
    written, printed = [], ["| micro batch size B    | 4                                                  |"]
    rows: list[Row] = []
    shown: list[Row] = []
    for step, loss in enumerate(losses):
        rate = 3e-7 * step
        if step % 10 == 0:
            written.append(f"s:{step} tel:{loss + 0.1:.4f}")
            rows.append((step, {"val/loss": cut(loss + 0.1, ".4f")}))
            printed.append(f"val loss {loss + 0.1:f}")
            shown.append((max(step, 1), {"val/loss": cut(loss + 0.1, "f")}))
        written.append(f"s:{step} trl:{loss:.4f} lr:{rate:.6f} norm:{norm[step]:.2f}")
        train = {"train/loss": cut(loss, ".4f"), "lr": cut(rate, ".6f"), "grad/norm": cut(norm[step], ".2f")}
        rows.append((step, train))
        printed.append(
            f"step {step + 1:4d}/{30} | loss {loss:7.6f} ({0.12:+.2f}z)| norm {norm[step]:6.4f} ({-0.3:+.2f}z)"
            f"| lr {rate:.2e} | {123.456:.2f} ms | {45.1:.1f}% bf16 MFU | {131072:.0f} tok/s"
        )
        train = {"train/loss": cut(loss, "f"), "lr": cut(rate, ".2e"), "grad/norm": cut(norm[step], ".4f")}
        shown.append((step + 1, train))
    written.append("s:29 eval:0.2961")
    rows.append((29, {"val/metric/hellaswag_accuracy": 0.2961}))
    printed += ["HellaSwag: 2973/10042 = 0.296057", "total average iteration time: 123.456000 ms"]
    shown.append((30, {"val/metric/hellaswag_accuracy": 0.296057}))
    return {
        "main.log": ("\n".join(written) + "\n", rows, {}),
        "stdout.txt": ("\n".join(printed) + "\n", shown, {"steps_total": 30}),
    }


# -------------------------------------------------------------- torchtune


def torchtune() -> dict[str, File]:
    losses = falling(12, seed=4, first=2.1, last=0.8)
    rows = [(step + 1, {"train/loss": loss, "lr": 2e-05, "grad/norm": 1.5 + step}) for step, loss in enumerate(losses)]
    disk = "".join(
        f"Step {step} | loss:{row['train/loss']} lr:{row['lr']} tokens_per_second_per_gpu:{400.5 + step} "
        f"grad_norm:{row['grad/norm']} \n"
        for step, row in rows
    )
    bars = "Writing logs to logs/log_1700000000.txt\n"
    for step, row in rows:
        bars += f"\r1|{step}|Loss: {row['train/loss']}: {step * 8:3d}%|##  | {step}/12 [00:05<00:30,  2.5s/it]"
        bars += f"Step {step} | loss:{row['train/loss']} lr:{row['lr']} tokens_per_second_per_gpu:{400.5 + step} "
        bars += f"grad_norm:{row['grad/norm']} \n"
    return {"log_1700000000.txt": (disk, rows, {}), "stdout.txt": (bars, rows, {})}


# ------------------------------------------------------------- torchtitan


def torchtitan() -> dict[str, File]:
    losses, norm = falling(20, seed=5, first=8.1, last=3.0), norms(20, seed=6)
    red, green, orange, cyan, end = "\x1b[31m", "\x1b[32m", "\x1b[38;2;180;60;0m", "\x1b[36m", "\x1b[39m"
    coloured, plain = [], []
    rows: list[Row] = []
    for at, loss in enumerate(losses):
        step = max(1, at * 10)
        front = f"[titan] 2026-01-02 03:04:{at:02d},678 - root - INFO - "
        coloured.append(
            f"{front}{red}step: {step:2}  {green}loss: {loss:8.5f}  {orange}grad_norm: {norm[at]:7.4f}  "
            f"memory: {9.46:5.2f}GiB({64.99:.2f}%)  tps: {7282 + at:,}  {cyan}tflops: {1314.7:,.2f}  "
            f"mfu: {34.5:.2f}%{end}"
        )
        said = {"train/loss": cut(loss, ".5f"), "grad/norm": cut(norm[at], ".4f")}
        rows.append((step, said))
        if at % 5 == 4:
            coloured.append(
                f"{front}validate step: {step:2}  {green}loss: {loss + 0.2:8.5f}  "
                f"memory: {9.46:5.2f}GiB({64.99:.2f}%)  tps: {9282 + at:,}{end}"
            )
            rows.append((step, {"val/loss": cut(loss + 0.2, ".5f")}))
    coloured.append("[titan] 2026-01-02 03:05:00,678 - root - INFO - Training completed")
    for step in (1, 2, 3):  # without colours, one line a rank
        loss = math.nan if step == 3 else 8.0 - step
        for one in (0, 1):
            plain.append(
                f"[rank{one}]:[titan] 2026-01-02 03:04:0{step},678 - root - INFO - step: {step:2}  loss: {loss:8.5f}  "
                f"grad_norm: {loss / 4:7.4f}  memory: {9.46:5.2f}GiB({64.99:.2f}%)  tps: {7282:,}  tflops: 0.52  "
                f"mfu: 0.17%"
            )
    few = [(step, {"train/loss": loss, "train/loss@1": loss}) for step, loss in ((1, 7.0), (2, 6.0), (3, math.nan))]
    return {"stdout.txt": ("\n".join(coloured) + "\n", rows, {}), "ranks.txt": ("\n".join(plain) + "\n", few, {})}


# ------------------------------------------------------------------ Caffe


def caffe() -> dict[str, File]:
    losses = falling(12, seed=7, first=2.4, last=0.6)
    head = [
        "I0812 10:11:02.918982  1234 caffe.cpp:217] Using GPUs 0",
        "I0812 10:11:03.154641  1234 solver.cpp:44] Initializing solver from parameters: ",
        *("test_iter: 100", "test_interval: 500", "base_lr: 0.01", "display: 100", "max_iter: 1100"),
        *('lr_policy: "inv"', "gamma: 0.0001", "momentum: 0.9", "weight_decay: 0.0005", "snapshot: 5000"),
        *("average_loss: 20", 'net: "lenet.prototxt"', "clip_gradients: 35", 'type: "SGD"'),
        "I0812 10:11:03.254641  1234 solver.cpp:279] Solving LeNet",
    ]
    rows: list[Row] = []
    lines = list(head)
    for at, loss in enumerate(losses):
        step, front = at * 100, f"I0812 10:11:{10 + at}.123456  1234 "
        if step % 500 == 0:
            for net in (0, 1):
                accuracy, value = 0.9 - 0.5 / (at + 1) - net / 10, loss + 0.1 + net
                lines += [
                    f"{front}solver.cpp:337] Iteration {step}, Testing net (#{net})",
                    f"{front}solver.cpp:404]     Test net output #0: accuracy = {accuracy:g}",
                    f"{front}solver.cpp:404]     Test net output #1: loss = {value:g} (* 1 = {value:g} loss)",
                ]
                names = ("val/metric/net1_accuracy", "val/loss/net1") if net else ("val/metric/accuracy", "val/loss")
                rows.append((step, dict(zip(names, (cut(accuracy, "g"), cut(value, "g")), strict=True))))
        speed = "" if at < 6 else f" ({5.2 + at:g} iter/s, {19.1:g}s/100 iters)"
        rate = 0.01 * (1 + 0.0001 * step) ** -0.75
        lines += [
            f"{front}solver.cpp:228] Iteration {step}{speed}, loss = {loss:g}",
            f"{front}solver.cpp:244]     Train net output #0: loss = {loss + 0.01:g} (* 1 = {loss + 0.01:g} loss)",
            f"{front}sgd_solver.cpp:106] Iteration {step}, lr = {rate:g}",
        ]
        said = {"train/loss": cut(loss, "g"), "train/loss/output": cut(loss + 0.01, "g"), "lr": cut(rate, "g")}
        rows.append((step, said))
    lines.append("I0812 10:12:10.123456  1234 solver.cpp:326] Optimization Done.")
    settings = {"lr": 0.01, "momentum": 0.9, "steps_total": 1100, "clip": 35, "schedule": "inv", "optimizer": "SGD"}
    clipped = "".join(
        f"I1023 19:14:{38 + at}.399847   464 sgd_solver.cpp:97] Gradient clipping: scaling down gradients "
        f"(L2 norm {4e5 + at * 1e4:g} > 10000) by scale factor {1e4 / (4e5 + at * 1e4):g}\n"
        for at in range(8)
    )
    norm = [(at, {"grad/norm": cut(4e5 + at * 1e4, "g")}) for at in range(8)]
    return {"train.log": ("\n".join(lines) + "\n", rows, settings), "clipping.log": (clipped, norm, {"clip": 10000.0})}


# ---------------------------------------------------------------- Darknet


def darknet() -> dict[str, File]:
    losses = falling(16, seed=8, first=1500.0, last=2.0)
    rows: list[Row] = []
    lines = ["yolov4", "Learning Rate: 0.001, Momentum: 0.949, Decay: 0.0005"]
    average = losses[0]
    for at, loss in enumerate(losses):
        loss = math.nan if at == 13 else loss
        average = loss if average != average else average * 0.9 + loss * 0.1
        rate = 0.001 * ((at + 1) / 16) ** 4
        lines += [
            "v3 (iou loss, Normalizer: (iou: 0.07, obj: 1.00, cls: 1.00) Region 139 Avg (IOU: 0.000000), count: 70, "
            "class_loss = 49152.003906, iou_loss = 3499.992188, total_loss = 52651.996094 ",
            " total_bbox = 923054, rewritten_bbox = 3.995541 % ",
            "",
            f" {at + 1}: {loss:f}, {average:f} avg loss, {rate:f} rate, {3.2 + at:f} seconds, {64 * (at + 1)} images, "
            f"{12.3:f} hours left",
            "Loaded: 0.000028 seconds",
        ]
        said = {"train/loss": cut(loss, "f"), "avg loss": cut(average, "f"), "lr": cut(rate, "f")}
        rows.append((at + 1, said))
    lines.append(" mean average precision (mAP@0.50) = 0.876543, or 87.65 % ")
    rows.append((16, {"val/metric/map": 0.876543}))
    older = "Learning Rate: 0.0001, Momentum: 0.9, Decay: 0.0005\n"
    few: list[Row] = []
    for step in (5, 6, 7, 6, 7, 8):
        older += f"{step}: {30.5 - step:f}, {31.5 - step:f} avg, {0.0001:f} rate, {1.5:f} seconds, {64 * step} images\n"
    for step in range(5, 9):
        few.append((step, {"train/loss": 30.5 - step, "avg loss": 31.5 - step, "lr": 0.0001}))
    return {
        "train.log": ("\n".join(lines) + "\n", rows, {"lr": 0.001, "momentum": 0.949, "weight_decay": 0.0005}),
        "older.log": ("Loaded: 0.1 seconds\n" + older, few, {"lr": 0.0001}),
    }


# --------------------------------------------------------------- Megatron


def megatron() -> dict[str, File]:
    losses, norm = falling(14, seed=9, first=11.0, last=4.0), norms(14, seed=10)
    lines = ["training ...", "[before the start of training step] datetime: 2026-01-02 03:04:05 "]
    rows: list[Row] = []
    for at, loss in enumerate(losses):
        step = 10 * (at + 1)
        skipped, broken = (10 if at == 0 else 2 if at == 1 else 0), at in (9, 10)
        said = {"lr": cut(3e-4 * (at + 1) / 14, ".6E"), "amp/scale": 65536.0 / 2 ** min(at, 2)}
        line = (
            f" [2026-01-02 03:04:{10 + at}] iteration {step:8d}/{140:8d} | consumed samples: {step * 16:12d} | "
            f"elapsed time per iteration (ms): {412.3 + at:.1f} | throughput per GPU (TFLOP/s/GPU): {150.2:.1f} | "
            f"learning rate: {said['lr']:.6E} | global batch size: {16:5d} |"
        )
        if at and not broken:
            line += f" lm loss: {loss:.6E} | load_balancing_loss: {1.01:.6E} |"
        if at:
            said["train/loss"] = math.nan if broken else cut(loss, ".6E")
        line += f" loss scale: {said['amp/scale']:.1f} |"
        if at:
            said["grad/norm"] = math.nan if broken else cut(norm[at], ".3f")
            line += f" grad norm: {said['grad/norm']:.3f} |"
        lines.append(f"{line} number of skipped iterations: {skipped:3d} | number of nan iterations: {0:3d} |")
        rows.append((step, said))
        if step % 50 == 0:
            value = loss + 0.1
            text = f" validation loss at iteration {step} | lm loss value: {value:.6E} | lm loss PPL: {2**value:.6E} | "
            lines += ["-" * len(text), text, "-" * len(text)]
            said = {"val/loss": cut(value, ".6E"), "val/metric/perplexity": cut(2**value, ".6E")}
            rows.append((step, said))
    return {"stdout.txt": ("\n".join(lines) + "\n", rows, {"steps_total": 140, "batch_size": 16})}


# ---------------------------------------------------------------- fairseq


def fairseq() -> dict[str, File]:
    losses, norm = falling(18, seed=11, first=14.0, last=5.0), norms(18, seed=12)
    front = "2026-01-02 03:04:05 | INFO | "
    simple, objects = [f"{front}fairseq_cli.train | num. model params: 44,145,664 (num. trained: 44,145,664)"], []
    rows: list[Row] = []
    json_rows: list[Row] = []
    for at, loss in enumerate(losses):
        step, epoch = 100 * (at + 1), at // 6 + 1
        rate = cut(5e-4 * step / 1800, ".6g")
        said = {
            "loss": f"{loss:.3f}", "ppl": f"{2 ** loss:.2f}", "wps": "52922", "num_updates": str(step),
            "lr": f"{rate:g}", "gnorm": f"{norm[at]:.3f}", "clip": "0", "loss_scale": "8", "train_wall": "10",
        }  # fmt: skip
        words = ", ".join(f"{word}={value}" for word, value in said.items())
        simple.append(f"{front}train_inner | epoch {epoch:03d}:  {100 * (at % 6 + 1):5d} / {600} {words}")
        update = round(epoch - 1 + (at % 6 + 1) / 6, 3)
        objects.append(f"{front}train_inner | {json.dumps({'epoch': epoch, 'update': update, **said})}")
        shared = {"train/loss": float(said["loss"]), "lr": float(said["lr"]), "grad/norm": float(said["gnorm"])}
        shared |= {"train/metric/perplexity": float(said["ppl"]), "amp/scale": 8.0}
        rows.append((step, {**shared, "epoch": epoch}))
        json_rows.append((step, {**shared, "epoch": update}))
        if at == 3:
            note = "NOTE: gradient overflow detected, ignoring gradient, setting loss scale to: 4.0"
            simple.append(f"{front}fairseq.trainer | {note}")
            rows[-1][1]["amp/scale"] = 4.0
        if at % 6 == 5:
            valid = {"loss": f"{loss + 0.1:.3f}", "ppl": f"{2 ** (loss + 0.1):.2f}", "num_updates": str(step)}
            whole = {"loss": f"{loss + 1:.3f}", "num_updates": str(step), "lr": f"{rate:g}"}
            words = " | ".join(f"{word} {value}" for word, value in valid.items())
            simple.append(f"{front}valid | epoch {epoch:03d} | valid on 'valid' subset | {words}")
            words = " | ".join(f"{word} {value}" for word, value in whole.items())
            simple.append(f"{front}train | epoch {epoch:03d} | {words}")
            for tag, stats in (("valid", valid), ("train", whole)):
                named = {f"{tag}_{word}": value for word, value in stats.items()}
                objects.append(f"{front}{tag} | {json.dumps({'epoch': epoch, **named})}")
            ends = {"val/loss": float(valid["loss"]), "val/metric/perplexity": float(valid["ppl"])}
            for into in (rows, json_rows):
                into.append((step, {**ends, "train_loss": float(whole["loss"])}))
    done = f"{front}fairseq_cli.train | done training in 123.4 seconds"
    return {
        "simple.log": ("\n".join([*simple, done]) + "\n", rows, {"parameters": 44145664.0}),
        "json.log": ("\n".join([*objects, done]) + "\n", json_rows, {}),
    }


# -------------------------------------------------------------- DeepSpeed


def deepspeed() -> dict[str, File]:
    losses = falling(12, seed=13, first=8.0, last=3.0)
    scale, lines, alone = 65536, [], []
    rows: list[Row] = []
    few: list[Row] = []
    for at, loss in enumerate(losses):
        step, rate = 10 * (at + 1), 1e-5 * (at + 1)
        front = f"[2026-01-02 03:04:{10 + at},878] [INFO]"
        if at in (2, 5):
            over = (
                f"{front} [loss_scaler.py:183:update_scale] [deepspeed] OVERFLOW! Rank 0 Skipping step. "
                f"Attempted loss scale: {scale}, reducing to {scale // 2}"
            )
            scale //= 2
            lines.append(over)
            alone.append(over)
            for into in (rows, few):
                into[-1][1]["amp/scale"] = float(scale)
        skipped = (at > 1) + (at > 4)
        report = (
            f"{front} [logging.py:96:log_dist] [Rank 0] step={step}, skipped={skipped}, lr=[{rate}], mom=[(0.9, 0.95)]"
        )
        lines += [f"step {step} loss {loss:.4f}", report]
        alone.append(report)
        rows.append((step, {"train/loss": cut(loss, ".4f"), "lr": rate, "amp/skipped/total": float(skipped)}))
        few.append((step, {"lr": rate, "amp/skipped/total": float(skipped)}))
    settings = {"momentum": 0.9, "beta2": 0.95}
    return {
        "train.log": ("\n".join(lines) + "\n", rows, settings),
        "reports.log": ("\n".join(alone) + "\n", few, settings),
    }


# ------------------------------------------------------ stable-baselines3


def table(said: dict[str, float | int | str]) -> str:
    """As the writer of log.txt lays it out: tags on lines of their own, three digits."""
    cells: dict[str, str] = {}
    tag = ""
    for key, value in said.items():
        shown = f"{value:<8.3g}" if isinstance(value, float) else str(value)
        front, _, name = key.partition("/")
        if front != tag:
            cells[f"{front}/"], tag = "", front
        cells[f"   {name}"[:23]] = shown
    wide, long = max(map(len, cells)), max(map(len, cells.values()))
    dashes = "-" * (wide + long + 7)
    return "\n".join([dashes, *(f"| {key:<{wide}} | {value:<{long}} |" for key, value in cells.items()), dashes]) + "\n"


def stable_baselines3() -> dict[str, File]:
    losses = falling(9, seed=14, first=40.0, last=4.0)
    text, csv, lines = "Using cpu device\n", "", ""
    rows: list[Row] = []
    exact: list[Row] = []
    for at, loss in enumerate(losses):
        step = 2048 * (at + 1)
        said: dict[str, float | int | str] = {"rollout/ep_len_mean": 22.5 + at, "rollout/ep_rew_mean": 22.5 + at}
        said |= {"time/fps": 900 + at, "time/iterations": at + 1, "time/total_timesteps": step}
        if at:
            value = math.nan if at == 7 else loss
            said |= {"train/approx_kl": 0.01, "train/learning_rate": 0.0003, "train/loss": value}
            said |= {"train/n_updates": at * 10, "train/value_loss": value * 2}
        text += table(said)
        keys = ["rollout/ep_len_mean", "rollout/ep_rew_mean", "time/fps", "time/iterations", "time/total_timesteps"]
        keys += ["train/approx_kl", "train/learning_rate", "train/loss", "train/n_updates", "train/value_loss"]
        csv = csv or ",".join(keys) + "\n"
        csv += ",".join(str(said.get(key, "")) for key in keys) + "\n"
        lines += json.dumps(said) + "\n"
        for into, digits in ((rows, ".3g"), (exact, ".17g")):
            into.append((step, {"rollout/ep_rew_mean": cut(22.5 + at, digits)}))
            if at:
                into[-1][1].update({"train/loss": cut(float(said["train/loss"]), digits), "lr": 0.0003})
    return {"log.txt": (text, rows, {}), "progress.csv": (csv, exact, {}), "progress.json": (lines, exact, {})}


def detectron2() -> dict[str, File]:
    """JSONWriter: every 20 iterations a row of medians over the last 20; rates and evaluations as they are.

    The loss of iteration 70 is a lone spike, which no median shows. The training was resumed at iteration 100 from the
    checkpoint of iteration 79, so that two rows stand twice.
    """
    noise = random.Random(15)
    names = ("loss_box_reg", "loss_cls", "loss_rpn_cls", "loss_rpn_loc")
    terms = [{name: 0.6 * loss * share for name, share in zip(names, (0.3, 0.4, 0.2, 0.1), strict=True)}
             for loss in falling(200, seed=15, first=5.0, last=0.6)]  # fmt: skip
    terms[70] = dict.fromkeys(names, 40.0)
    text, points = "", {}
    for at in [*range(100), *range(80, 200)]:
        if at % 20 != 19:
            continue
        window = terms[at - 19 : at + 1]
        row: dict[str, float] = {name: statistics.median(one[name] for one in window) for name in names}
        row |= {"total_loss": statistics.median(sum(one.values()) for one in window)}
        row |= {"data_time": 0.01 + 0.001 * noise.random(), "time": 0.25 + 0.01 * noise.random()}
        row |= {"eta_seconds": (199 - at) * 0.25, "lr": 0.02 * min(1.0, at / 100), "rank_data_time": 0.01}
        text += json.dumps({**row, "iteration": at}, sort_keys=True) + "\n"
        points[at] = {name: row[name] for name in (*names, "total_loss", "lr")}
        if at % 100 == 99:
            measured = {f"bbox/{name}": 20.0 + at / 10 for name in ("AP", "AP50", "AP75")}
            text += json.dumps({**measured, "iteration": at + 1}, sort_keys=True) + "\n"
            points[at + 1] = {f"val/{name}": value for name, value in measured.items()}
    return {"metrics.json": (text, sorted(points.items()), {})}


WRITERS: dict[str, tuple[str, str, Callable[[], dict[str, File]]]] = {
    "nanogpt": ("nanoGPT", "train.py at 005475c", nanogpt),
    "llm_c": ("llm.c", "llmc/logger.h at 046d001 and train_gpt2.cu at 00247dc", llm_c),
    "torchtune": ("torchtune", "torchtune/training/metric_logging.py at 0019629", torchtune),
    "torchtitan": ("torchtitan", "torchtitan/components/metrics.py at 00fbaaf", torchtitan),
    "caffe": ("Caffe", "src/caffe/solver.cpp at 006e8b3", caffe),
    "darknet": ("Darknet", "src/detector.c of AlexeyAB at 10ff519, with the hours that later versions add", darknet),
    "megatron": ("Megatron-LM", "training_log in megatron/training/training.py at 86df799", megatron),
    "fairseq": ("fairseq", "fairseq/logging/progress_bar.py at 0400ebb", fairseq),
    "deepspeed": (
        "DeepSpeed",
        "deepspeed/runtime/fp16/loss_scaler.py at 0336518 and the reports of runtime/engine.py",
        deepspeed,
    ),
    "detectron2": ("detectron2", "JSONWriter in detectron2/utils/events.py at 0a86ad4", detectron2),
    "stable_baselines3": ("stable-baselines3", "stable_baselines3/common/logger.py at 00dc23b", stable_baselines3),
}


def write(folder: Path, files: dict[str, File]) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    for name, (text, rows, settings) in files.items():
        (folder / name).write_bytes(text.encode())
        facts[name] = {"series": grouped(rows), "settings": settings}
    return facts


def main() -> None:
    for name, (writer, layout, make) in WRITERS.items():
        folder = fresh(name)
        facts = write(folder, make())
        version = f"follows the layout of {layout}; not run"
        record(folder, writer=writer, version=version, files=facts)


if __name__ == "__main__":
    main()
