"""Data sets and tables of other trades. Many have a column that a training would have too: loss, epoch, step, score."""

from __future__ import annotations

import datetime
import math
import random
from collections.abc import Callable

Row = dict[str, object]
ROWS = 60
WORDS = "amber birch cedar delta ember fjord grove heron iris juniper kelp lotus maple nectar opal pine".split()


def tables() -> dict[str, list[Row]]:
    """Every table, under what it is about."""
    return {name: [make(index, random.Random(f"{name} {index}")) for index in range(ROWS)]
            for name, make in TABLES.items()}  # fmt: skip


def day(index: int) -> str:
    return str(datetime.date(2021, 3, 1) + datetime.timedelta(days=index))


def near(r: random.Random, middle: float, width: float, digits: int = 2) -> float:
    return round(r.gauss(middle, width), digits)


TABLES: dict[str, Callable[[int, random.Random], Row]] = {
    "insurance": lambda i, r: {
        "age": r.randint(18, 80), "sex": r.choice("mf"), "bmi": near(r, 27, 4), "children": r.randint(0, 4),
        "loss": near(r, 9000, 3000)},
    "claims": lambda i, r: {
        "policy": 10_000 + i, "cat1": r.choice("AB"), "cat2": r.choice("AB"), "cont1": near(r, 0.5, 0.2, 4),
        "cont2": near(r, 0.5, 0.2, 4), "loss": near(r, 3000, 900)},
    "claims_in_numbers": lambda i, r: {
        "id": i + 1, "cont1": near(r, 0.5, 0.2, 4), "cont2": near(r, 0.5, 0.2, 4), "loss": near(r, 3000, 900)},
    "normalised_losses": lambda i, r: {
        "symboling": r.randint(-2, 3), "normalized-losses": r.randint(65, 250), "make": r.choice(WORDS),
        "horsepower": r.randint(50, 250), "price": r.randint(5000, 40000)},
    "census": lambda i, r: {
        "age": r.randint(18, 80), "workclass": r.choice(("Private", "State-gov")), "capital-gain": r.choice((0, 0, 2174)),
        "capital-loss": r.choice((0, 0, 1902)), "hours-per-week": r.randint(10, 60), "income": r.choice((">50K", "<=50K"))},
    "profit_and_loss": lambda i, r: {
        "month": day(30 * i)[:7], "revenue": r.randint(900, 1200), "cost": r.randint(700, 1000), "profit": r.randint(0, 300),
        "loss": r.randint(0, 100)},
    "trades": lambda i, r: {
        "trade": i, "entry": near(r, 100, 4), "exit": near(r, 101, 4), "stop_loss": near(r, 95, 2),
        "take_profit": near(r, 110, 2), "return": near(r, 0.01, 0.02, 4)},
    "prices": lambda i, r: {
        "Date": day(i), "Open": near(r, 100, 3), "High": near(r, 103, 3), "Low": near(r, 97, 3), "Close": near(r, 100, 3),
        "Volume": r.randint(10**5, 10**6), "Return": near(r, 0, 0.02, 5)},
    "loans": lambda i, r: {
        "loan_id": f"L{i:05}", "exposure": r.randint(10**3, 10**5), "pd": near(r, 0.03, 0.01, 4),
        "loss_given_default": near(r, 0.4, 0.1, 3), "expected_loss": near(r, 120, 40)},
    "casino": lambda i, r: {"round": i + 1, "bet": r.randint(1, 100), "win": r.randint(0, 200), "loss": r.randint(0, 100)},
    "league": lambda i, r: {
        "round": i // 10 + 1, "home": r.choice(WORDS), "away": r.choice(WORDS), "home_score": r.randint(0, 5),
        "away_score": r.randint(0, 5), "attendance": r.randint(900, 60_000)},
    "season": lambda i, r: {"team": f"{r.choice(WORDS)} {i}", "wins": r.randint(0, 30), "losses": r.randint(0, 30),
                            "draws": r.randint(0, 9), "points": r.randint(5, 90)},
    "stars": lambda i, r: {
        "name": f"HD {i * 97}", "ra": near(r, 180, 90, 5), "dec": near(r, 0, 40, 5), "epoch": 2000.0, "mag": near(r, 9, 1),
        "error": near(r, 0.02, 0.005, 4)},
    "orbits": lambda i, r: {
        "epoch": 59_000.5 + 200 * i, "a": near(r, 2.7, 0.1, 5), "e": near(r, 0.1, 0.02, 5), "i": near(r, 9, 2, 4),
        "rms": near(r, 0.4, 0.1, 3)},
    "sleep": lambda i, r: {
        "epoch": i + 1, "stage": r.choice(("W", "N1", "N2", "N3", "R")), "delta_power": near(r, 30, 9), "alpha_power":
        near(r, 9, 2), "heart_rate": r.randint(50, 70)},
    "eeg": lambda i, r: {"epoch": i // 4, "channel": f"C{i % 4}", "amplitude": near(r, 0, 20), "precision": near(r, 2, 0.1)},
    "track": lambda i, r: {
        "time": f"2021-03-01T10:{i:02}:00Z", "lat": near(r, 48, 0.01, 6), "lon": near(r, 11, 0.01, 6),
        "accuracy": near(r, 8, 3, 1), "speed": near(r, 2, 0.5)},
    "pedometer": lambda i, r: {"date": day(i), "steps": r.randint(900, 20_000), "distance_km": near(r, 6, 2),
                               "calories": r.randint(1500, 3000)},
    "diet": lambda i, r: {"week": i, "weight_kg": near(r, 90 - i / 5, 0.4), "weight_loss": near(r, i / 5, 0.4)},
    "ping": lambda i, r: {"seq": i, "latency_ms": near(r, 22, 4), "packet_loss": r.choice((0, 0, 0, 1, 2)), "ttl": 57},
    "link": lambda i, r: {"timestamp": 1_600_000_000 + 10 * i, "throughput_mbps": near(r, 90, 8), "jitter_ms": near(r, 2, 1),
                          "loss_percent": near(r, 0.4, 0.1)},
    "antenna": lambda i, r: {"frequency_ghz": 1 + i / 20, "return_loss_db": near(r, -18, 4), "insertion_loss_db":
                             near(r, -1, 0.3), "gain_dbi": near(r, 6, 1)},
    "audiogram": lambda i, r: {"patient": i, "frequency": r.choice((500, 1000, 2000, 4000)), "hearing_loss": r.randint(0, 70)},
    "building": lambda i, r: {"room": f"R{i}", "area": near(r, 20, 5), "heat_loss": near(r, 900, 200), "u_value":
                              near(r, 0.3, 0.05, 3)},
    "forest": lambda i, r: {"year": 1960 + i, "cover": near(r, 4000 - 20 * i, 9), "loss": near(r, 20, 4), "gain": near(r, 3, 1)},
    "reservoir": lambda i, r: {"timestep": i, "inflow": near(r, 30, 9), "evaporation_loss": near(r, 2, 0.4), "storage":
                               near(r, 900, 30)},
    "control": lambda i, r: {"step": i, "setpoint": 50, "error": near(r, 20 * math.exp(-i / 9), 0.3, 3), "integral":
                             near(r, 80, 4), "output": near(r, 40, 3)},
    "molecules": lambda i, r: {"Step": 100 * i, "Time": 0.2 * i, "Temp": near(r, 300, 5), "E_pair": near(r, -4000, 9),
                               "Press": near(r, 1, 40)},
    "solver": lambda i, r: {"iteration": i, "residual": 10 ** (-i / 9), "cg_iters": r.randint(3, 30), "seconds": near(r, 2, 0.2)},
    "chain": lambda i, r: {"iteration": i, "chain": i % 4, "mu": near(r, 1, 0.1, 4), "sigma": near(r, 2, 0.1, 4), "lp":
                           near(r, -90, 2)},
    "batches_of_paint": lambda i, r: {"batch": f"B{i:04}", "viscosity": near(r, 40, 2), "ph": near(r, 7, 0.1), "yield":
                                      near(r, 0.9, 0.02, 3), "error": near(r, 0.1, 0.02, 3)},
    "batches_in_numbers": lambda i, r: {"batch": i + 1, "temperature": near(r, 80, 2), "pressure": near(r, 3, 0.1),
                                        "score": near(r, 7, 0.5), "yield": near(r, 0.9, 0.02, 3)},
    "pcr": lambda i, r: {"step": i + 1, "temperature": r.choice((95, 60, 72)), "seconds": r.choice((15, 30, 60)),
                         "cycles": r.choice((1, 35))},
    "students": lambda i, r: {"student": i, "math score": r.randint(30, 100), "reading score": r.randint(30, 100),
                              "writing score": r.randint(30, 100), "group": r.choice("ABCDE")},
    "reviews": lambda i, r: {"id": i, "text": " ".join(r.choices(WORDS, k=9)), "score": r.randint(1, 5), "helpful": r.randint(0, 9)},
    "trains": lambda i, r: {"train": f"IC {100 + i}", "station": r.choice(WORDS), "delay_min": r.randint(0, 40), "loss_of_time":
                            r.randint(0, 9)},
    "models": lambda i, r: {"model": f"{r.choice(WORDS)}-{i}", "params_m": r.randint(5, 900), "accuracy": near(r, 0.8, 0.05, 4),
                            "f1": near(r, 0.78, 0.05, 4)},
    "scores_of_models": lambda i, r: {"model": f"{r.choice(WORDS)}-{i}", "accuracy": near(r, 0.8, 0.05, 4), "precision":
                                      near(r, 0.8, 0.05, 4), "recall": near(r, 0.8, 0.05, 4), "f1": near(r, 0.78, 0.05, 4)},
    "report_by_class": lambda i, r: {"class": f"{r.choice(WORDS)}_{i}", "precision": near(r, 0.8, 0.1, 3), "recall":
                                     near(r, 0.8, 0.1, 3), "f1-score": near(r, 0.8, 0.1, 3), "support": r.randint(20, 900)},
    "search": lambda i, r: {"lr": r.choice((0.1, 0.01, 0.001)), "batch_size": r.choice((16, 32, 64)), "dropout":
                            r.choice((0, 0.1, 0.5)), "val_accuracy": near(r, 0.8, 0.05, 4), "val_loss": near(r, 0.6, 0.1, 4)},
    "cross_validation": lambda i, r: {"mean_fit_time": near(r, 2, 0.3, 4), "param_C": r.choice((0.1, 1, 10)),
                                      "split0_test_score": near(r, 0.8, 0.02, 4), "split1_test_score": near(r, 0.8, 0.02, 4),
                                      "mean_test_score": near(r, 0.8, 0.02, 4), "rank_test_score": r.randint(1, 60)},
    "predictions": lambda i, r: {"id": i, "label": r.randint(0, 9), "prediction": r.randint(0, 9), "probability":
                                 near(r, 0.8, 0.1, 4), "loss": near(r, 0.5, 0.2, 4)},
    "detections": lambda i, r: {"image_id": i, "x": r.randint(0, 600), "y": r.randint(0, 400), "w": r.randint(9, 99), "h":
                                r.randint(9, 99), "score": near(r, 0.8, 0.1, 3), "iou": near(r, 0.7, 0.1, 3)},
    "moves": lambda i, r: {"step": i, "action": r.choice(("left", "right")), "reward": r.choice((0, 0, 1)), "x": near(r, 0, 1),
                           "velocity": near(r, 0, 0.4)},
    "leaderboard": lambda i, r: {"rank": i + 1, "team": f"{r.choice(WORDS)}{i}", "score": round(0.9 - i / 900, 4), "entries":
                                 r.randint(1, 90)},
    "survey": lambda i, r: {"respondent": i, "age": r.randint(18, 90), "job_loss": r.randint(0, 1), "income_loss":
                            r.randint(0, 1), "learning": r.randint(1, 5), "rate": r.randint(1, 5)},
    "tumours": lambda i, r: {"sample": f"T{i}", "chromosome": r.randint(1, 22), "start": r.randint(1, 10**8), "log_ratio":
                             near(r, 0, 0.4, 4), "loss": r.randint(0, 1), "gain": r.randint(0, 1)},
    "machine": lambda i, r: {"time": near(r, 10 * i, 1, 1), "power_kw": near(r, 9, 1), "friction_loss": near(r, 0.4, 0.1),
                             "map": near(r, 100, 4), "error": r.choice((0, 0, 17))},
    "timings": lambda i, r: {"benchmark": f"sort_{r.choice(WORDS)}_{i}", "iterations": r.randint(100, 9000), "mean_ms":
                             near(r, 3, 0.2, 4), "stddev_ms": near(r, 0.2, 0.02, 4), "speedup": near(r, 2, 0.1)},
}  # fmt: skip
