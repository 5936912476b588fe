"""Tables and texts that were made after the readers had been mended on all others. At the first look 16 of these 210 were
read as logs; since then the readers were mended on these too."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

from others.tables import ROWS, Row, day, near

WORDS = "anvil basin cable drum easel flint gorge hinge inlet jetty kiln lathe mallet nozzle oven pylon".split()


def tables() -> dict[str, list[Row]]:
    return {name: [make(index, random.Random(f"{name} {index}")) for index in range(ROWS)]
            for name, make in TABLES.items()}  # fmt: skip


def texts() -> dict[str, str]:
    return {name: "\n".join(line(index, random.Random(f"{name} {index}")) for index in range(ROWS)) + "\n"
            for name, line in TEXTS.items()}  # fmt: skip


TABLES: dict[str, Callable[[int, random.Random], Row]] = {
    "hotel": lambda i, r: {"booking": i, "nights": r.randint(1, 9), "rate": near(r, 120, 20), "loss": r.choice((0, 0, 50)), "score": near(r, 8, 1, 1)},
    "farm": lambda i, r: {"plot": i, "rain_mm": near(r, 40, 9), "yield_t": near(r, 5, 1), "loss_t": near(r, 0.4, 0.1), "soil_ph": near(r, 6.5, 0.3)},
    "fuel": lambda i, r: {"iter": i, "rpm": r.randint(900, 6000), "torque": near(r, 200, 20), "fuel_rate": near(r, 4, 1), "efficiency": near(r, 0.3, 0.02, 3)},
    "turbine": lambda i, r: {"timestamp": f"{day(i)} 10:00:00", "wind": near(r, 9, 2), "power": near(r, 900, 90), "loss_kw": near(r, 30, 5), "yaw_error": near(r, 0, 3)},
    "traffic": lambda i, r: {"Date": day(i), "vehicles": r.randint(900, 5000), "accidents": r.randint(0, 4), "loss_eur": r.randint(0, 9000)},
    "football": lambda i, r: {"season": 1990 + i % 30, "round": i % 34 + 1, "goals_for": r.randint(0, 6), "goals_against": r.randint(0, 6), "points": r.choice((0, 1, 3)), "result": r.choice(("win", "loss", "draw"))},
    "boxing": lambda i, r: {"boxer": f"{r.choice(WORDS)}{i}", "wins": r.randint(0, 40), "losses": r.randint(0, 20), "kos": r.randint(0, 20), "age": r.randint(18, 40)},
    "mri": lambda i, r: {"subject": f"S{i:03}", "volume_loss": near(r, 2, 0.4), "age": r.randint(40, 90), "mmse": r.randint(10, 30), "score": r.randint(0, 9)},
    "dose": lambda i, r: {"week": i, "dose_mg": 10 * (i % 9), "response": near(r, 0.4, 0.1), "bone_loss": near(r, 1, 0.1), "auc": near(r, 300, 20)},
    "tides": lambda i, r: {"step": i, "height": round(math.sin(i / 6), 3), "predicted": round(math.sin(i / 6) + r.gauss(0, 0.02), 3), "error": near(r, 0, 0.02, 4)},
    "assembly": lambda i, r: {"step": i + 1, "part": r.choice(WORDS), "torque_nm": near(r, 9, 1), "seconds": r.randint(5, 60)},
    "ethogram": lambda i, r: {"epoch": i // 3 + 1, "animal": f"m{i % 3}", "distance": near(r, 90, 20), "licks": r.randint(0, 20), "reward": r.choice((0, 1))},
    "fossils": lambda i, r: {"epoch": r.choice(("Eocene", "Miocene", "Pliocene")), "species": f"{r.choice(WORDS)}{i}", "mass_kg": near(r, 90, 40), "error": near(r, 3, 1)},
    "gnss": lambda i, r: {"epoch": 1_600_000_000 + 30 * i, "satellite": f"G{i % 30:02}", "c1": near(r, 2e7, 1e5), "snr": near(r, 40, 4), "residual": near(r, 0, 1, 3)},
    "gnss_solution": lambda i, r: {"epoch": i, "x": near(r, 4e6, 1, 4), "y": near(r, 8e5, 1, 4), "z": near(r, 5e6, 1, 4), "precision": near(r, 0.01, 0.002, 4)},
    "ab_test": lambda i, r: {"day": i, "visitors_a": r.randint(90, 200), "visitors_b": r.randint(90, 200), "conversion_a": near(r, 0.1, 0.01, 4), "conversion_b": near(r, 0.11, 0.01, 4)},
    "queries": lambda i, r: {"query": f"{r.choice(WORDS)} {i}", "precision": near(r, 0.6, 0.1, 3), "recall": near(r, 0.6, 0.1, 3), "ndcg": near(r, 0.6, 0.1, 3), "mrr": near(r, 0.6, 0.1, 3)},
    "methods": lambda i, r: {"method": f"{r.choice(WORDS)}-{i}", "psnr": near(r, 30, 2), "ssim": near(r, 0.9, 0.02, 3), "lpips": near(r, 0.1, 0.02, 3), "fps": near(r, 60, 9)},
    "folds_of_models": lambda i, r: {"fold": i % 5, "model": r.choice(WORDS), "accuracy": near(r, 0.8, 0.02, 4), "f1": near(r, 0.8, 0.02, 4)},
    "thresholds": lambda i, r: {"threshold": round(i / 60, 3), "precision": round(0.5 + i / 130, 3), "recall": round(1 - i / 60, 3), "f1": near(r, 0.6, 0.02, 3)},
    "optuna": lambda i, r: {"number": i, "value": near(r, 0.4, 0.05, 5), "params_lr": 10 ** -r.uniform(2, 5), "params_dropout": near(r, 0.2, 0.05, 3), "state": "COMPLETE"},
    "users": lambda i, r: {"user_id": i, "sessions": r.randint(1, 90), "churn": r.randint(0, 1), "learning_rate": near(r, 0.3, 0.1, 3), "streak_loss": r.randint(0, 3)},
    "lenses": lambda i, r: {"batch": i, "focal_mm": near(r, 50, 0.1, 3), "transmission_loss": near(r, 0.02, 0.004, 4), "defects": r.randint(0, 3)},
    "poker": lambda i, r: {"hand": i, "pot": r.randint(2, 200), "win": r.choice((0, 0, 90)), "loss": r.choice((0, 20, 40)), "stack": 1000 + 3 * i},
    "reactor": lambda i, r: {"time_s": 0.5 * i, "temperature": near(r, 350, 2), "conversion": round(1 - math.exp(-i / 20), 4), "mass_loss": near(r, 0.1, 0.01, 4)},
    "water": lambda i, r: {"zone": f"Z{i}", "supplied_m3": r.randint(900, 9000), "billed_m3": r.randint(800, 8000), "water_loss": r.randint(20, 900), "loss_pct": near(r, 14, 3, 1)},
    "fibre": lambda i, r: {"splice": i, "position_km": round(i * 1.7, 2), "splice_loss": near(r, 0.05, 0.01, 3), "reflectance": near(r, -50, 3)},
    "typing": lambda i, r: {"lesson": i, "wpm": 30 + i // 2, "accuracy": near(r, 94, 2, 1), "errors": r.randint(0, 9)},
    "shooting": lambda i, r: {"round": i + 1, "hits": r.randint(0, 10), "shots": 10, "accuracy": r.randint(0, 10) / 10},
    "elections": lambda i, r: {"district": f"D{i}", "votes": r.randint(900, 9000), "share": near(r, 0.3, 0.05, 3), "gain_loss": near(r, 0, 0.02, 3)},
}  # fmt: skip

TEXTS: dict[str, Callable[[int, random.Random], str]] = {
    "bowling.txt": lambda i, r: f"Frame {i}: score {r.randint(0, 30)}, total {9 * i}",
    "invoice.txt": lambda i, r: f"{i:4d}  {r.choice(WORDS):10s} qty {r.randint(1, 9)}  rate {r.uniform(1, 90):.2f}  amount {r.uniform(9, 900):.2f}",
    "backup.log": lambda i, r: f"2026-03-01 10:{i:02}:00 [backup] chunk {i}/60 uploaded in {r.uniform(1, 9):.2f}s ({r.uniform(9, 90):.1f} MB/s), errors: 0",
    "mail.log": lambda i, r: f"Mar  1 10:{i:02}:00 mx postfix/smtp[{900 + i}]: {r.randint(10**8, 10**9):X}: to=<a@example.org>, relay=none, delay={r.uniform(1, 9):.1f}, status=deferred",
    "hls.log": lambda i, r: f"[hls @ 0x55] segment {i} written, duration {r.uniform(3, 5):.3f}, bitrate {r.randint(900, 4000)} kbit/s, dropped {r.randint(0, 3)}",
    "webrtc.log": lambda i, r: f"[{i}.0s] outbound-rtp: bitrate={r.randint(300, 2500)} kbps, loss={r.uniform(0, 3):.2f}%, rtt={r.randint(20, 90)} ms, jitter={r.uniform(1, 9):.1f} ms",
    "video_psnr.log": lambda i, r: f"frame {i} psnr_y: {r.uniform(30, 45):.2f} psnr_u: {r.uniform(35, 48):.2f} size: {r.randint(900, 9000)}",
    "compile.log": lambda i, r: f"[{100 * i // 60:3d}%] Building CUDA object CMakeFiles/app.dir/{r.choice(WORDS)}_loss_{i}.cu.o",
    "ctest.log": lambda i, r: f"{i + 1:3d}/60 Test #{i + 1}: loss_{r.choice(WORDS)} ...................   Passed    {r.uniform(0, 3):.2f} sec",
    "go_test.log": lambda i, r: f"--- PASS: TestStep{i} ({r.uniform(0, 3):.2f}s)",
    "jest.log": lambda i, r: f"  ✓ reduces the loss in step {i} ({r.randint(1, 90)} ms)",
    "sqlite_bench.log": lambda i, r: f"{i * 1000} inserts: {r.uniform(.1, 2):.3f} s, {r.randint(10**4, 10**5)} rows/s, cache hit rate {r.uniform(.8, 1):.3f}",
    "solver_gap.log": lambda i, r: f"iter {i}: primal {90 - i / 9:.4f} dual {80 + i / 9:.4f} gap {10 - i / 7:.4f}",
    "newton.log": lambda i, r: f"  Newton iteration {i % 6}: residual norm = {10 ** -(i % 6 * 2 + 1):.3e}",
    "icp.log": lambda i, r: f"ICP iteration {i}: rmse {0.2 * math.exp(-i / 9):.6f}, {r.randint(900, 2000)} correspondences",
    "slam.log": lambda i, r: f"keyframe {i}: {r.randint(200, 900)} points, reprojection error {r.uniform(.3, .9):.3f} px",
    "bundle.log": lambda i, r: f"{i:4d}  {1e5 * math.exp(-i / 9):.6e}   {r.uniform(1, 9):.2e}   {r.uniform(1, 9):.2e}  1.00e+04        1    {r.uniform(0, 1):.2e}",
    "evolution.log": lambda i, r: f"Generation {i}: best fitness {60 + i / 3:.3f}, mean {50 + i / 3:.3f}, diversity {r.uniform(.1, .9):.3f}",
    "crawler.log": lambda i, r: f"depth={i % 5} queue={r.randint(9, 900)} fetched={i * 12} failed={i % 3} rate={r.uniform(3, 20):.1f}/s",
    "kafka.log": lambda i, r: f"[2026-03-01 10:{i:02}:00,123] INFO [Controller id=1 epoch={i}] Broker epochs cache: 1 -> {25 + i}",
    "zookeeper.log": lambda i, r: f"2026-03-01 10:{i:02}:00,123 [myid:1] INFO  Notification: 2 (n.leader), 0x{i:x} (n.zxid), 0x{i:x} (n.round), LEADING (n.state), {i} (n.peerEpoch)",
    "scoreboard.txt": lambda i, r: f"{i + 1}. {r.choice(WORDS)} {r.choice(WORDS)} - {r.randint(0, 900)} points, accuracy {r.randint(50, 100)}%",
    "survey_free.txt": lambda i, r: f"Q{i}: mean score {r.uniform(1, 5):.2f} (n={r.randint(20, 90)}, std={r.uniform(.3, 1):.2f})",
    "gym.txt": lambda i, r: f"{day(i)} squat {60 + i}kg bench {50 + i}kg weight {90 - i / 10:.1f} steps {r.randint(3000, 12000)}",
    "thermostat.log": lambda i, r: f"10:{i:02} target=21.0 actual={r.uniform(19, 22):.2f} error={r.uniform(-1, 1):.2f} valve={r.randint(0, 100)}%",
    "lab_notes.md": lambda i, r: f"- day {i}: lr too high? tried {10 ** -r.randint(2, 5):g}, the loss of run {i} was {r.uniform(.2, 2):.2f} after epoch {r.randint(1, 9)}",
    "ranking.txt": lambda i, r: f"{r.choice(WORDS)}-{i}b   acc {r.uniform(50, 80):.1f}   acc_norm {r.uniform(50, 80):.1f}   ppl {r.uniform(5, 20):.2f}",
    "memory.log": lambda i, r: f"PID {900 + i} RSS {r.randint(20, 900)} MB, swap 0 MB, leak rate {r.uniform(0, 2):.2f} MB/min",
    "codec.log": lambda i, r: f"POC {i:4d} ( B-SLICE, QP 32 ) {r.randint(900, 9000):8d} bits [Y {r.uniform(30, 40):.4f} dB  U {r.uniform(35, 42):.4f} dB] [ET {r.randint(1, 9)} ]",
    "wer_by_file.txt": lambda i, r: f"utt{i:04d}.wav WER {r.uniform(0, 30):.2f} [ {r.randint(0, 9)} / {r.randint(10, 40)}, 1 ins, 0 del, 2 sub ]",
}  # fmt: skip
