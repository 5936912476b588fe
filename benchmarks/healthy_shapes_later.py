"""Trainings of more trades, drawn after the detectors had been mended on those of healthy_shapes.py.

What is measured on these first is a figure that nothing was tuned on. See healthy_more.py.
"""

from __future__ import annotations

import math

import numpy as np
from healthy_making import Columns, Course, Floats, fall, quadratic, shape, sigmoid


def _rises(t: Floats, high: float, pace: float, low: float = 0.0) -> Floats:
    return high - (high - low) * np.exp(-pace * t)


# ---------------------------------------------------------------------------------------- agents


@shape("step", "window")
def world_model_and_actor(c: Course) -> Columns:
    return {
        "model_loss": fall(c.t, 60.0, 8.0, 20.0) * c.skewed(0.2),
        "reward_loss": 0.9 + 0.1 * c.skewed(0.2),
        "actor_loss": -3.0 * sigmoid(c.t, 0.4, 0.1) + c.noise(0.3, full=True),
        "critic_loss": (0.5 + 2.0 * sigmoid(c.t, 0.4, 0.1)) * c.skewed(0.4),
        "train_return": 900.0 * sigmoid(c.t, 0.45, 0.1) + c.noise(60.0, full=True),
    }


@shape("step", "window")
def conservative_offline_values(c: Course) -> Columns:
    return {
        "q_loss": (1.0 + 9.0 * _rises(c.t, 1.0, 4.0)) * np.exp(c.noise(0.4, full=True)),
        "conservative_loss": -2.0 + 4.0 * np.exp(-6.0 * c.t) + c.noise(0.2, full=True),
        "eval/return": c.at(80.0 * _rises(c.t, 1.0, 6.0), add=6.0),
    }


@shape("step", "window")
def sparse_reward_is_discovered(c: Course) -> Columns:
    found = sigmoid(c.t, c.u(0.3, 0.6), 0.015)
    return {
        "loss": (0.003 + 0.4 * found) * np.exp(c.noise(0.5, r=0.5, full=True)),
        "ep_reward": np.maximum(0.0, found + c.noise(0.15, full=True)),
        "ep_len": 200.0 - 140.0 * found + c.noise(12.0, full=True),
    }


@shape("window")
def agents_that_play_themselves(c: Course) -> Columns:
    return {
        "policy_loss": fall(c.t, 5.2, 2.4, 6.0) + c.noise(0.1),
        "value_loss": fall(c.t, 1.0, 0.6, 5.0) * c.skewed(0.1),
        "win_rate": np.clip(0.5 + c.noise(0.15), 0.0, 1.0),
        "elo": 2000.0 * _rises(c.t, 1.0, 3.0),
    }


@shape("window")
def rewarded_language_model(c: Course) -> Columns:
    return {
        "objective/kl": 12.0 * _rises(c.t, 1.0, 2.0) + c.noise(1.0),
        "objective/scores": 2.5 * _rises(c.t, 1.0, 3.0, -0.5) + c.noise(0.5),
        "ppo/loss/policy": c.noise(0.02, full=True),
        "ppo/loss/value": fall(c.t, 0.9, 0.15, 8.0) * c.skewed(0.5),
        "ppo/loss/total": fall(c.t, 0.1, 0.02, 8.0) + c.noise(0.02, full=True),
        "env/reward_mean": 2.2 * _rises(c.t, 1.0, 3.0, -0.5) + c.noise(0.5),
    }


# ---------------------------------------------------------------------------------------- generators


@shape("step", "window")
def critic_that_joins_late(c: Course) -> Columns:
    joined = c.t > c.u(0.3, 0.6)
    base = fall(c.t, 1.2, 0.3, 25.0)
    return {
        "total_loss": (base + 0.15 * joined) * c.skewed(0.08),
        "rec_loss": base * c.skewed(0.08),
        "disc_loss": np.where(joined, 0.9, 0.0) * c.skewed(0.15),
        "g_loss": np.where(joined, 0.3, 0.0) * c.skewed(0.4),
    }


@shape("step", "window", "epoch")
def two_generators_in_a_cycle(c: Course) -> Columns:
    return {
        "G_A": np.abs(0.45 + c.noise(0.12, r=0.8, full=True)),
        "D_A": np.abs(0.2 + c.noise(0.06, r=0.8, full=True)),
        "cycle_A": fall(c.t, 3.0, 0.9, 8.0) * c.skewed(0.15),
        "loss_G": fall(c.t, 9.0, 3.5, 8.0) * c.skewed(0.12),
        "loss_D": 0.22 * c.skewed(0.3),
    }


@shape("step", "window")
def radiance_field(c: Course) -> Columns:
    loss = fall(c.t, 0.09, 0.0015, 300.0, 0.8)
    return {"loss": loss * c.skewed(0.3), "psnr": -10.0 * np.log10(loss * c.skewed(0.3)), "lr": 5e-4 * 0.1**c.t}


@shape("step", "window", "epoch")
def flow_matching(c: Course) -> Columns:
    return {"loss": fall(c.t, 2.0, c.u(0.6, 1.1), 60.0, 1.0) * c.skewed(0.25), "lr": 1e-4 * np.minimum(1.0, c.t / 0.02)}


@shape("step", "window")
def audio_codec(c: Course) -> Columns:
    wave = c.noise(0.2, r=0.9, full=True)
    return {
        "mel_loss": fall(c.t, 4.0, 0.9, 15.0, 0.8) * c.skewed(0.08),
        "adv_g": np.abs(2.2 + wave + 0.6 * c.t),
        "adv_d": np.abs(1.9 - 0.5 * wave),
        "feature_matching": 1.0 + 2.5 * c.t * c.skewed(0.08),
    }


# ---------------------------------------------------------------------------------------- representations


@shape("window", "epoch")
def negative_cosine(c: Course) -> Columns:
    return {
        "loss": -_rises(c.t, 0.93, 9.0, 0.05) + c.noise(0.02),
        "knn_acc": c.at(_rises(c.t, 0.88, 5.0, 0.3), add=0.005),
    }


@shape("window", "epoch")
def teacher_that_cools_down(c: Course) -> Columns:
    hump = 0.5 * np.exp(-(((c.t - 0.1) / 0.05) ** 2))
    return {"train_loss": fall(c.t, 11.0, 2.6, 5.0) + hump + c.noise(0.1), "train_lr": 1e-3 * np.cos(0.5 * np.pi * c.t)}


@shape("window", "epoch")
def masked_pictures(c: Course) -> Columns:
    return {
        "train_loss": fall(c.t, 0.95, 0.41, 30.0, 0.8) * c.skewed(0.02),
        "train_lr": 1.5e-4 * np.minimum(1, c.t / 0.05),
    }


@shape("window", "epoch")
def redundancy_reduced(c: Course) -> Columns:
    return {"loss": fall(c.t, 1900.0, 240.0, 12.0, 0.8) * c.skewed(0.06)}


@shape("step", "window")
def pictures_and_captions(c: Course) -> Columns:
    return {
        "contrastive_loss": fall(c.t, 7.6, c.u(1.0, 2.5), 40.0, 0.6) + c.noise(0.15),
        "logit_scale": 14.3 + 60 * c.t,
    }


@shape("window", "epoch")
def margin_that_is_raised(c: Course) -> Columns:
    loss = fall(c.t, 9.5, 1.6, 9.0) + 2.2 * np.clip((c.t - 0.25) / 0.4, 0.0, 1.0)
    return {
        "loss": loss * c.skewed(0.04),
        "acc": 100.0 * _rises(c.t, 0.9, 5.0),
        "margin": 0.2 * np.clip(c.t / 0.65, 0, 1),
    }


# ---------------------------------------------------------------------------------------- other tasks


@shape("epoch")
def nodes_of_a_graph(c: Course) -> Columns:
    course = _rises(c.t, 1.0, 6.0)
    return {
        "Loss": fall(c.t, 1.95, 0.35, 5.0) * c.skewed(0.2),
        "Train": 0.15 + 0.84 * course,
        "Val": c.at(0.15 + 0.63 * course, add=0.006),
        "Test": c.at(0.15 + 0.65 * course, add=0.006),
    }


@shape("step", "window")
def clicks_in_one_pass(c: Course) -> Columns:
    return {
        "loss": fall(c.t, 0.52, 0.445, 40.0) * c.skewed(0.06),
        "auc": np.clip(_rises(c.t, 0.79, 20.0, 0.6) + c.noise(0.01), 0, 1),
    }


@shape("epoch", "window")
def survival_times(c: Course) -> Columns:
    loss = fall(c.t, 5.2, 4.6, 6.0)
    return {
        "train_loss": loss * c.skewed(0.03),
        "val_loss": c.at(loss + 0.05, noise=0.006),
        "val_c_index": c.at(_rises(c.t, 0.72, 6.0, 0.5), add=0.005),
    }


@shape("epoch", "window")
def quantiles(c: Course) -> Columns:
    loss = fall(c.t, 0.9, 0.28, 10.0)
    return {"loss": loss * c.skewed(0.1), "val_loss": c.at(loss * c.u(0.95, 1.15), noise=0.02)}


@shape("epoch")
def an_autoencoder_for_outliers(c: Course) -> Columns:
    loss = fall(c.t, 0.8, 0.06, 10.0)
    return {
        "loss": loss * c.skewed(0.08),
        "val_loss": c.at(loss * 1.03, noise=0.02),
        "learning_rate": np.full(c.n, 1e-3),
    }


@shape("window", "epoch")
def depth_of_a_scene(c: Course) -> Columns:
    loss = fall(c.t, 1.6, 0.28, 12.0, 0.9)
    return {
        "loss": loss * c.skewed(0.12),
        "abs_rel": c.at(loss * 0.35, noise=0.03),
        "rmse": c.at(loss * 6.0, noise=0.02),
    }


@shape("window", "epoch")
def letters_on_signs(c: Course) -> Columns:
    loss = 3.2 + 8.0 * np.exp(-70.0 * c.t) - 3.0 * sigmoid(c.t, c.u(0.1, 0.25), 0.03)
    return {
        "train_loss": loss * c.skewed(0.15),
        "val_loss": c.at(loss * 1.15, noise=0.03),
        "val_cer": c.at(fall(c.t, 1.0, 0.06, 9.0), noise=0.03),
    }


@shape("epoch", "window")
def rows_of_a_table(c: Course) -> Columns:
    loss = fall(c.t, 0.62, 0.36, 12.0)
    return {
        "train_loss": loss * c.skewed(0.06),
        "valid_loss": c.at(loss + 0.025, noise=0.006),
        "valid_auc": c.at(_rises(c.t, 0.91, 9.0, 0.6), add=0.002),
    }


@shape("step", "window")
def proteins(c: Course) -> Columns:
    return {
        "loss": fall(c.t, 2.95, c.u(2.2, 2.5), 80.0, 0.5) + c.noise(0.04),
        "perplexity": np.exp(2.3 + 0.6 * np.exp(-8 * c.t)),
    }


@shape("step", "window")
def weights_decayed_to_the_end(c: Course) -> Columns:
    rates = np.minimum(1.0, c.t / 0.02) * np.where(c.t < 0.8, 1.0, np.sqrt(np.maximum(1e-4, (1.0 - c.t) / 0.2)))
    loss = 2.4 + 8.0 * quadratic(rates, speed=c.log(5, 30), noise=c.u(0.02, 0.05))
    return {
        "loss": loss + c.noise(0.05),
        "lr": 3e-3 * rates,
        "grad_norm": 0.5 * c.skewed(0.25),
        "weight_norm": 60.0 + 120.0 * c.t,
    }


@shape("step", "window")
def code_fine_tuned(c: Course) -> Columns:
    loss = fall(c.t, 0.85, 0.55, 8.0, 0.6)
    return {
        "loss": loss * c.skewed(0.35),
        "eval_loss": c.at(loss * 0.97, noise=0.004),
        "learning_rate": 1e-5 * (1.0 - c.t + 1e-6),
    }


@shape("epoch")
def speech_commands(c: Course) -> Columns:
    loss = fall(c.t, 2.6, 0.25, 9.0)
    return {
        "loss": loss * c.skewed(0.05),
        "acc": _rises(c.t, 0.93, 8.0, 0.1),
        "val_loss": c.at(loss * 0.95 + 0.08, noise=0.03),
        "val_acc": c.at(_rises(c.t, 0.92, 8.0, 0.15), add=0.006),
    }


@shape("epoch", "window")
def boxes_and_masks(c: Course) -> Columns:
    parts = {
        "loss_classifier": (1.2, 0.2),
        "loss_box_reg": (0.5, 0.22),
        "loss_mask": (0.7, 0.3),
        "loss_objectness": (0.3, 0.03),
    }
    curves = {name: fall(c.t, high, low, 8.0) for name, (high, low) in parts.items()}
    columns: Columns = {name: one * c.skewed(0.15) for name, one in curves.items()}
    return columns | {
        "loss": np.sum(list(curves.values()), axis=0) * c.skewed(0.12),
        "lr": 0.02 * 0.1 ** (c.t > 0.7).astype(float),
    }


@shape("step", "window")
def guesses_at_log_two(c: Course) -> Columns:
    start = math.log(2.0)
    loss = start - 0.55 * sigmoid(c.t, c.u(0.2, 0.45), 0.05)
    return {
        "loss": loss * c.skewed(0.15),
        "accuracy": np.clip(0.5 + 0.45 * sigmoid(c.t, 0.35, 0.06) + c.noise(0.05), 0, 1),
    }
