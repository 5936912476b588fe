"""Trainings of many trades that nobody should be alarmed by, as they are logged: see healthy_more.py.

Each shape says what is special in its trade. The words are the writers' own. They were drawn before any detector had
been tried on them.
"""

from __future__ import annotations

import math

import numpy as np
from healthy_making import Columns, Course, Floats, fall, quadratic, shape, sigmoid

# ------------------------------------------------------------------------------------------------------- schedules


def _scheduled(c: Course, rates: Floats, *, noise: tuple[float, float] = (0.02, 0.25), peak: float = 1e-3) -> Columns:
    """A classification under a schedule; half of them with a validation."""
    floor, top = c.u(0.05, 0.6), c.u(1.8, 4.0)
    loss = floor + (top - floor) * quadratic(rates, speed=c.log(1.0, 15.0), noise=c.u(*noise))
    columns: Columns = {"loss": loss * c.skewed(c.u(0.03, 0.2)), "lr": peak * rates / rates.max()}
    if c.rng.random() < 0.5:
        columns["val_loss"] = c.at(loss * c.u(1.0, 1.15) + c.u(0.0, 0.1), noise=0.015)
    return columns


def _warm(t: Floats, share: float) -> Floats:
    return np.minimum(1.0, t / share)


@shape()
def constant_rate(c: Course) -> Columns:
    return _scheduled(c, np.ones(c.n), peak=c.log(1e-4, 1e-1))


@shape()
def cosine_to_a_tenth(c: Course) -> Columns:
    return _scheduled(c, _warm(c.t, c.u(0.01, 0.1)) * (0.55 + 0.45 * np.cos(np.pi * c.t)), peak=3e-4)


@shape()
def cosine_with_restarts(c: Course) -> Columns:
    cycle = (c.t * int(c.rng.integers(2, 7))) % 1.0
    return _scheduled(c, 0.01 + 0.495 * (1.0 + np.cos(np.pi * cycle)), noise=(0.05, 0.15))


@shape()
def restarts_that_grow(c: Course) -> Columns:
    edges = np.array([0.0, 1 / 7, 3 / 7, 1.0 + 1e-9])
    part = np.searchsorted(edges, c.t, side="right") - 1
    cycle = (c.t - edges[part]) / np.diff(edges)[part]
    return _scheduled(c, 0.001 + 0.4995 * (1.0 + np.cos(np.pi * cycle)), noise=(0.05, 0.15), peak=0.05)


@shape()
def one_cycle_policy(c: Course) -> Columns:
    rise = c.u(0.2, 0.45)
    rates = np.where(c.t < rise, 0.04 + 0.96 * c.t / rise, 0.5 * (1.0 + np.cos(np.pi * (c.t - rise) / (1.0 - rise))))
    return _scheduled(c, np.maximum(rates, 4e-5), noise=(0.1, 0.3), peak=0.1)


@shape()
def warmup_stable_decay(c: Course) -> Columns:
    begin = c.u(0.7, 0.9)
    rates = _warm(c.t, 0.02) * np.where(c.t < begin, 1.0, 1.0 - 0.95 * (c.t - begin) / (1.0 - begin))
    return _scheduled(c, rates, noise=(0.1, 0.3))


@shape()
def multi_step_decay(c: Course) -> Columns:
    places = np.sort([c.u(0.3, 0.5), c.u(0.6, 0.75), c.u(0.8, 0.9)])
    return _scheduled(c, 0.1 ** np.searchsorted(places, c.t).astype(float), noise=(0.15, 0.4), peak=0.1)


@shape()
def inverse_square_root(c: Course) -> Columns:
    warm = c.u(0.03, 0.15)
    return _scheduled(c, np.minimum(c.t / warm, np.sqrt(warm / c.t)), peak=7e-4)


@shape()
def triangular_cycles(c: Course) -> Columns:
    cycle = (c.t * int(c.rng.integers(3, 9))) % 1.0
    return _scheduled(c, 0.1 + 0.9 * (1.0 - np.abs(2.0 * cycle - 1.0)), noise=(0.05, 0.12), peak=6e-3)


@shape()
def exponential_decay(c: Course) -> Columns:
    return _scheduled(c, np.exp(-c.u(2.0, 5.0) * c.t))


@shape()
def reduced_on_plateau(c: Course) -> Columns:
    places = np.sort(c.rng.uniform(0.35, 0.95, 3))
    return _scheduled(c, 0.5 ** np.searchsorted(places, c.t).astype(float) * 0.3, noise=(0.1, 0.3))


@shape()
def polynomial_decay_to_zero(c: Course) -> Columns:
    return _scheduled(c, np.maximum(1e-6, _warm(c.t, 0.06) * (1.0 - c.t) ** c.u(1.0, 2.0)), peak=2e-5)


# ------------------------------------------------------------------------------------------- phases of a training


@shape("window", "epoch")
def grokking_modular_addition(c: Course) -> Columns:
    turn = c.u(0.4, 0.7)
    train = fall(c.t, 4.6, 2e-4, 60.0)
    shares = np.clip(0.01 + 0.98 * sigmoid(c.t, turn, 0.03), 0.0, 1.0)
    return {
        "train_loss": train * c.skewed(0.3),
        "train_acc": np.clip(1.0 - train / 4.6, 0.0, 1.0),
        "val_acc": c.at(shares, add=0.003),
    }


@shape()
def data_set_is_switched(c: Course) -> Columns:
    place = c.u(0.4, 0.6)
    first, then = fall(c.t, 3.5, 1.6, 12.0), fall(np.maximum(c.t - place, 0.0), 2.6, 1.9, 12.0)
    return {"loss": np.where(c.t < place, first, then) * c.skewed(0.06), "lr": 3e-4 * (1.0 - 0.9 * c.t)}


@shape()
def resolution_is_raised(c: Course) -> Columns:
    part = np.minimum((c.t * 3).astype(int), 2)
    within = c.t * 3 - part
    loss = np.array([2.2, 1.6, 1.2])[part] * (1.0 + 0.25 * np.exp(-8.0 * within)) + 2.0 * np.exp(-25.0 * c.t)
    return {"loss": loss * c.skewed(0.08), "images_per_second": np.array([900.0, 400.0, 180.0])[part] * c.skewed(0.05)}


@shape()
def sequences_grow_longer(c: Course) -> Columns:
    length = 2.0 ** np.minimum((c.t * 6).astype(int), 4)
    loss = fall(c.t, 9.0, 3.2, 25.0, 0.7) - 0.06 * np.log2(length)
    return {"loss": loss + c.noise(0.08), "seq_len": 128 * length}


@shape()
def hard_samples_come_later(c: Course) -> Columns:
    return {"loss": (fall(c.t, 1.1, 0.25, 25.0) + 0.35 * c.t) * c.skewed(0.1), "difficulty": np.round(c.t, 2)}


@shape()
def layers_are_unfrozen_one_by_one(c: Course) -> Columns:
    part = np.minimum((c.t * 4).astype(int), 3)
    level = np.array([1.0, 0.62, 0.45, 0.38])
    loss = level[part] + np.array([1.2, 0.38, 0.17, 0.07])[part] * np.exp(-14.0 * (c.t * 4 - part))
    return {"train_loss": loss * c.skewed(0.08), "valid_loss": c.at(loss * 1.06, noise=0.02)}


@shape()
def pruning_bumps(c: Course) -> Columns:
    loss = fall(c.t, 2.3, 0.3, 14.0)
    for place in (0.4, 0.55, 0.7):
        loss = loss + np.where(c.t >= place, 0.12 * np.exp(-40.0 * (c.t - place)), 0.0)
    return {"loss": loss * c.skewed(0.1), "sparsity": np.round(np.clip((c.t - 0.4) * 2, 0, 0.9), 1)}


@shape()
def fake_quantization_is_switched_on(c: Course) -> Columns:
    loss = fall(c.t, 1.9, 0.5, 10.0) + np.where(c.t > 0.6, 0.03 + 0.1 * np.exp(-25.0 * (c.t - 0.6)), 0.0)
    return {"loss": loss * c.skewed(0.08), "val_loss": c.at(loss + 0.05, noise=0.015)}


@shape("step", "window")
def resumed_from_a_checkpoint(c: Course) -> Columns:
    loss = fall(c.t, 4.0, 1.2, 12.0, 0.8)
    c.settings["resumed"] = True  # the writer repeats the last tenth before the place of the checkpoint
    return {"loss": loss * c.skewed(0.06), "lr": 1e-3 * 0.5 * (1.0 + np.cos(np.pi * c.t))}


@shape("step", "window")
def continued_from_far_on(c: Course) -> Columns:
    c.start = int(c.rng.integers(50_000, 400_000))
    return {
        "loss": 2.35 * (1.0 - 0.03 * c.t) + c.noise(0.06),
        "lr": np.full(c.n, 1e-4),
        "grad_norm": 0.4 * c.skewed(0.2),
    }


@shape("epoch")
def stopped_by_patience(c: Course) -> Columns:
    best = 0.8
    val = 0.7 + 1.2 * np.exp(-9.0 * c.t) + 0.12 * np.clip(c.t - best, 0.0, None)
    train = fall(c.t, 2.0, 0.4, 5.0)
    return {"train_loss": train * c.skewed(0.05), "val_loss": c.at(val, noise=0.01)}


# ---------------------------------------------------------------------------------------- reinforcement learning


def _reward(c: Course, low: float, high: float, spread: float) -> Floats:
    course = low + (high - low) * sigmoid(c.t, c.u(0.2, 0.5), c.u(0.06, 0.15))
    return course + c.noise(spread * abs(high - low), r=0.3)


@shape("step", "window")
def episode_reward_alone(c: Course) -> Columns:
    return {"episode_reward": _reward(c, 20.0, c.u(150, 500), 0.25), "episode_length": _reward(c, 20.0, 200.0, 0.2)}


@shape("step", "window")
def proximal_policy(c: Course) -> Columns:
    reward = _reward(c, -200.0, 250.0, 0.03)
    entropy = -fall(c.t, 2.1, 0.4, 3.0) + c.noise(0.03)
    policy = -0.01 + c.noise(0.012, full=True)
    value = np.abs(5.0 + 60.0 * sigmoid(c.t, 0.35, 0.1) * np.exp(c.noise(0.5, r=0.7, full=True)))
    return {
        "rollout/ep_rew_mean": reward,
        "train/loss": policy + 0.5 * value + 0.01 * entropy,
        "train/policy_gradient_loss": policy,
        "train/value_loss": value,
        "train/entropy_loss": entropy,
        "train/approx_kl": 0.01 * c.skewed(0.4),
        "train/clip_fraction": 0.1 * c.skewed(0.3),
        "train/learning_rate": 3e-4 * (1.0 - 0.999 * c.t),
    }


@shape("step", "window")
def proximal_policy_own_words(c: Course) -> Columns:
    value = np.abs(0.2 + 3.0 * c.t * np.exp(c.noise(0.4, r=0.5, full=True)))
    return {
        "reward": _reward(c, 0.0, 30.0, 0.1),
        "loss": 0.5 * value - 0.02 + c.noise(0.02, full=True),
        "policy_loss": -0.02 + c.noise(0.02, full=True),
        "value_loss": value,
        "entropy": fall(c.t, 1.4, 0.2, 2.5) + c.noise(0.02),
    }


@shape("step", "window")
def deep_q_network(c: Course) -> Columns:
    loss = (0.02 + 0.6 * sigmoid(c.t, 0.3, 0.08)) * np.exp(c.noise(0.6, r=0.4, full=True))
    return {
        "loss": loss,
        "episode_reward": _reward(c, -21.0, 18.0, 0.1),
        "epsilon": np.maximum(0.05, 1.0 - 4.0 * c.t),
        "q_mean": 20.0 * sigmoid(c.t, 0.4, 0.1),
    }


@shape("step", "window")
def soft_actor_critic(c: Course) -> Columns:
    grown = sigmoid(c.t, 0.4, 0.12)
    return {
        "rollout/ep_rew_mean": _reward(c, 50.0, 4000.0, 0.04),
        "train/actor_loss": -5.0 - 250.0 * grown + c.noise(6.0, full=True),
        "train/critic_loss": (0.5 + 25.0 * grown) * np.exp(c.noise(0.4, full=True)),
        "train/ent_coef": fall(c.t, 1.0, 0.05, 8.0),
        "train/ent_coef_loss": -fall(c.t, 10.0, 0.0, 10.0) + c.noise(0.5, full=True),
    }


@shape("window")
def group_relative_policy(c: Course) -> Columns:
    return {
        "loss": 1e-3 * c.t + c.noise(2e-3, full=True),
        "reward": _reward(c, 0.2, 0.8, 0.08),
        "kl": 0.05 * c.t * c.skewed(0.4),
        "completion_length": 200.0 + 150.0 * c.t + c.noise(20.0),
        "learning_rate": 1e-6 * (1.0 - c.t + 1.0 / c.n),
        "grad_norm": 0.3 * c.skewed(0.8),
    }


@shape("window")
def reward_model(c: Course) -> Columns:
    loss = fall(c.t, math.log(2.0), 0.42, 5.0)
    return {"loss": loss * c.skewed(0.25), "accuracy": np.clip(0.5 + 0.3 * (1 - np.exp(-5 * c.t)) + c.noise(0.1), 0, 1)}


@shape("window")
def direct_preference(c: Course) -> Columns:
    return {
        "loss": fall(c.t, math.log(2.0), 0.5, 4.0) * c.skewed(0.3),
        "rewards/chosen": 0.4 * c.t + c.noise(0.1),
        "rewards/rejected": -1.2 * c.t + c.noise(0.1),
        "rewards/accuracies": np.clip(0.5 + 0.25 * c.t + c.noise(0.2), 0.0, 1.0),
        "rewards/margins": 1.6 * c.t + c.noise(0.1),
        "learning_rate": 5e-7 * (1.0 - c.t + 1.0 / c.n),
    }


@shape("step", "window")
def entropy_of_a_policy(c: Course) -> Columns:
    return {
        "return": _reward(c, 0.0, 100.0, 0.15),
        "actor_loss": c.noise(0.1, full=True),
        "critic_loss": 2.0 * np.exp(c.noise(0.5, r=0.6, full=True)) * (0.3 + c.t),
    }


# ----------------------------------------------------------------------------------------- generative models


@shape()
def adversarial_balance(c: Course) -> Columns:
    wave = c.noise(0.15, r=0.9, full=True)
    return {
        "d_loss": np.abs(1.38 - 0.35 * sigmoid(c.t, 0.2, 0.05) + wave + c.noise(0.1)),
        "g_loss": np.abs(0.8 + 0.7 * sigmoid(c.t, 0.2, 0.05) - wave + c.noise(0.2)),
        "fid": fall(c.t, 300.0, 25.0, 6.0) * c.skewed(0.05),
    }


@shape()
def wasserstein_critic(c: Course) -> Columns:
    return {
        "critic_loss": -fall(c.t, 20.0, 2.0, 5.0) + c.noise(0.6, full=True),
        "generator_loss": 3.0 * np.sin(9.0 * c.t + c.u(0, 6)) + c.noise(1.0, r=0.9, full=True),
    }


@shape()
def image_to_image(c: Course) -> Columns:
    return {
        "loss_G": fall(c.t, 12.0, 5.0, 6.0) * c.skewed(0.15),
        "loss_D": 0.5 * np.exp(c.noise(0.3, r=0.5, full=True)),
        "loss_G_L1": fall(c.t, 0.3, 0.11, 6.0) * c.skewed(0.1),
    }


@shape("step", "window")
def diffusion_by_steps(c: Course) -> Columns:
    return {
        "loss": fall(c.t, 1.0, c.u(0.02, 0.12), 200.0, 1.0) * np.exp(c.noise(0.45, full=True)),
        "lr": np.full(c.n, 1e-4),
    }


@shape("epoch", "window")
def diffusion_by_epochs(c: Course) -> Columns:
    loss = fall(c.t, 0.12, 0.031, 60.0, 1.2)
    return {"train_loss": loss * c.skewed(0.3), "val_loss": c.at(loss * 1.01, noise=0.03)}


@shape()
def fine_tuned_diffusion(c: Course) -> Columns:
    return {"train_loss": 0.13 * np.exp(c.noise(0.5, full=True)) * (1.0 - 0.04 * c.t), "lr": np.full(c.n, 1e-5)}


@shape()
def variational_with_annealing(c: Course) -> Columns:
    weight = np.clip(c.t / 0.4, 0.0, 1.0)
    rebuilt = fall(c.t, 540.0, 80.0, 25.0, 1.0) + 4.0 * weight
    kl = 2.0 + 60.0 * (1.0 - np.exp(-15.0 * c.t)) * (1.0 - 0.55 * weight)
    return {
        "loss": (rebuilt + weight * kl) * c.skewed(0.03),
        "recon_loss": rebuilt * c.skewed(0.03),
        "kl_loss": kl * c.skewed(0.05),
    }


@shape()
def normalizing_flow(c: Course) -> Columns:
    nll = fall(c.t, 4.0, -c.u(1.0, 6.0), 15.0, 0.8)
    return {"nll": nll + c.noise(0.2), "val_nll": c.at(nll + 0.1, add=0.04)}


@shape()
def bits_per_dimension(c: Course) -> Columns:
    bits = fall(c.t, 8.0, 3.1, 30.0, 0.9)
    return {"bpd": bits * c.skewed(0.02), "loss": bits * math.log(2.0) * c.skewed(0.02)}


@shape()
def vector_quantized(c: Course) -> Columns:
    loss = fall(c.t, 0.3, 0.02, 40.0, 1.0)
    commit = 0.001 + 0.01 * (1.0 - np.exp(-10.0 * c.t))
    return {
        "loss": (loss + commit) * c.skewed(0.06),
        "commitment_loss": commit * c.skewed(0.1),
        "perplexity": 20 + 400 * c.t,
    }


# ----------------------------------------------------------------------------------------- language and speech


@shape("step", "window")
def language_model_of_few_epochs(c: Course) -> Columns:
    epochs = int(c.rng.integers(2, 5))
    done = np.minimum((c.t * epochs).astype(int), epochs - 1)
    loss = fall(c.t, 2.4, 1.75, 20.0, 0.6) - 0.3 * done
    val = 1.78 - 0.04 * np.minimum(c.t * epochs, 1.6)
    return {"loss": loss + c.noise(0.12), "epoch": np.round(c.t * epochs, 3), "eval_loss": c.at(val, noise=0.003)}


@shape("step", "window")
def pre_training(c: Course) -> Columns:
    loss = fall(c.t, 10.9, c.u(2.4, 3.2), c.log(100, 2000), 0.45)
    return {
        "loss": loss + c.noise(0.07),
        "lr": 6e-4 * _warm(c.t, 0.01) * (0.55 + 0.45 * np.cos(np.pi * c.t)),
        "grad_norm": 0.25 * c.skewed(0.3) + 4.0 * np.exp(-60.0 * c.t),
    }


@shape("step", "window")
def masked_language_model_waits(c: Course) -> Columns:
    loss = 7.0 + 3.4 * np.exp(-80.0 * c.t) - 4.6 * sigmoid(c.t, c.u(0.15, 0.3), 0.03) - 0.4 * c.t
    return {"loss": loss + c.noise(0.1), "learning_rate": 1e-4 * _warm(c.t, 0.1) * (1.0 - 0.95 * c.t)}


@shape("window")
def adapters_on_a_large_model(c: Course) -> Columns:
    loss = fall(c.t, c.u(1.4, 2.2), c.u(0.9, 1.2), 10.0, 0.5)
    return {
        "loss": loss * c.skewed(0.25),
        "grad_norm": 0.6 * c.skewed(0.6),
        "learning_rate": 2e-4 * np.maximum(_warm(c.t, 0.03) * (1.0 - c.t), 1e-6),
        "eval_loss": c.at(loss * 1.02, noise=0.004),
    }


@shape("window", "epoch")
def perplexity_alone(c: Course) -> Columns:
    loss = fall(c.t, 6.0, 4.2, 15.0, 0.8)
    return {"train_ppl": np.exp(loss + c.noise(0.06)), "valid_ppl": c.at(np.exp(loss + 0.08), noise=0.01)}


@shape("window", "epoch")
def translation(c: Course) -> Columns:
    loss = fall(c.t, 9.0, 3.6, 40.0, 0.9)
    return {
        "train_loss": loss + c.noise(0.1),
        "valid_loss": c.at(loss + 0.12, noise=0.004),
        "valid_bleu": c.at(28.0 * (1.0 - np.exp(-7.0 * c.t)), add=0.3),
    }


@shape("window", "epoch")
def speech_with_ctc(c: Course) -> Columns:
    loss = 2.95 + 9.0 * np.exp(-60.0 * c.t) - 2.6 * sigmoid(c.t, c.u(0.15, 0.3), 0.04)
    wer = np.clip(1.0 - 0.85 * sigmoid(c.t, 0.35, 0.08), 0.0, 1.0)
    return {
        "train_loss": loss * c.skewed(0.12),
        "val_loss": c.at(loss * 1.1, noise=0.02),
        "val_wer": c.at(wer, add=0.005),
    }


@shape("step", "window")
def speech_from_text(c: Course) -> Columns:
    mel, gate = fall(c.t, 2.5, 0.35, 30.0, 0.8), fall(c.t, 0.6, 0.01, 30.0)
    return {"loss": (mel + gate) * c.skewed(0.12), "mel_loss": mel * c.skewed(0.12), "gate_loss": gate * c.skewed(0.4)}


@shape("step", "window")
def experts_with_balance(c: Course) -> Columns:
    loss = fall(c.t, 10.5, 2.9, 200.0, 0.5)
    aux = 1.0 + 0.4 * np.exp(-30.0 * c.t)
    return {
        "lm_loss": loss + c.noise(0.08),
        "aux_loss": aux * c.skewed(0.03),
        "z_loss": 0.002 * c.skewed(0.2),
        "loss": loss + 0.01 * aux + c.noise(0.08),
    }


@shape("step", "window")
def self_supervised_speech(c: Course) -> Columns:
    loss = 6.6 - 1.2 * sigmoid(c.t, 0.2, 0.05) - 2.6 * (1.0 - np.exp(-3.0 * c.t))
    return {
        "loss": loss + c.noise(0.12),
        "accuracy": np.clip(0.6 * sigmoid(c.t, 0.3, 0.1) + c.noise(0.03), 0, 1),
        "diversity_loss": 0.2 + 0.6 * np.exp(-5 * c.t),
    }


# ------------------------------------------------------------------------------------- supervised, with habits


@shape()
def contrastive_with_a_queue(c: Course) -> Columns:
    hump = 1.6 * np.exp(-(((c.t - 0.06) / 0.05) ** 2))
    return {
        "loss": fall(c.t, 9.0, 6.9, 8.0) - 1.2 + hump + c.noise(0.1),
        "acc1": np.clip(0.6 * (1 - np.exp(-4 * c.t)) + c.noise(0.05), 0, 1),
    }


@shape()
def contrastive_pairs(c: Course) -> Columns:
    start = math.log(512.0)
    return {
        "loss": fall(c.t, start, start - c.u(1.5, 3.5), 12.0, 0.5) + c.noise(0.06),
        "temperature": 0.07 - 0.05 * c.t,
    }


@shape()
def distillation(c: Course) -> Columns:
    hard, soft = fall(c.t, 2.3, 0.5, 10.0), fall(c.t, 6.0, 1.1, 12.0)
    return {
        "loss": (0.3 * hard + 0.7 * soft) * c.skewed(0.06),
        "ce_loss": hard * c.skewed(0.1),
        "kd_loss": soft * c.skewed(0.05),
    }


@shape()
def fine_tuning_from_a_good_start(c: Course) -> Columns:
    loss = fall(c.t, c.u(0.5, 0.9), c.u(0.25, 0.4), 8.0)
    return {
        "loss": loss * c.skewed(0.3),
        "eval_loss": c.at(loss * 1.05, noise=0.01),
        "eval_accuracy": c.at(0.8 + 0.1 * (1 - np.exp(-8 * c.t)), add=0.003),
    }


@shape()
def several_tasks_weighed_by_uncertainty(c: Course) -> Columns:
    one, two = fall(c.t, 1.5, 0.3, 10.0), fall(c.t, 0.8, 0.1, 5.0)
    return {
        "loss": one + two - 2.0 * c.t + c.noise(0.08),
        "loss_depth": one * c.skewed(0.1),
        "loss_seg": two * c.skewed(0.15),
    }


@shape("epoch", "window")
def tiny_validation_set(c: Course) -> Columns:
    train = fall(c.t, 1.1, 0.3, 5.0)
    shares = np.round(np.clip(0.45 + 0.4 * (1 - np.exp(-6 * c.t)), 0, 1) * 20) / 20
    places, values = c.at(shares, add=0.06)
    return {
        "train_loss": train * c.skewed(0.1),
        "val_loss": c.at(train + 0.12, noise=0.12),
        "val_acc": (places, np.round(np.clip(values, 0, 1) * 20) / 20),
    }


@shape("epoch", "window")
def smoothed_labels(c: Course) -> Columns:
    loss = fall(c.t, 6.9, 2.1, 8.0)
    return {
        "train_loss": loss * c.skewed(0.02),
        "val_loss": c.at(fall(c.t, 6.9, 1.3, 8.0), noise=0.01),
        "val_acc": c.at(0.76 * (1 - np.exp(-6 * c.t)), add=0.003),
    }


@shape("epoch", "window")
def mixed_up_samples(c: Course) -> Columns:
    train, val = fall(c.t, 2.3, 1.1, 8.0), fall(c.t, 2.1, 0.35, 8.0)
    return {
        "train_loss": train * c.skewed(0.05),
        "train_acc": np.clip(0.1 + 0.5 * (1 - np.exp(-7 * c.t)) + c.noise(0.02), 0, 1),
        "val_loss": c.at(val, noise=0.015),
        "val_acc": c.at(0.15 + 0.77 * (1 - np.exp(-7 * c.t)), add=0.004),
    }


@shape("epoch", "window")
def much_dropout(c: Course) -> Columns:
    train = fall(c.t, 1.5, 0.75, 6.0)
    return {
        "loss": train * c.skewed(0.05),
        "val_loss": c.at(train * c.u(0.8, 0.9), noise=0.015),
        "accuracy": 1 - train / 2.0,
        "val_accuracy": c.at(1 - train / 2.4, add=0.004),
    }


@shape("epoch")
def accuracies_alone(c: Course) -> Columns:
    course = 1 - np.exp(-7 * c.t)
    return {"train_acc": 0.1 + 0.83 * course + c.noise(0.03), "val_acc": c.at(0.1 + 0.78 * course, add=0.006)}


@shape("epoch", "window")
def regression_with_r2(c: Course) -> Columns:
    share = fall(c.t, 1.1, c.u(0.05, 0.3), 9.0)
    scale = c.log(0.01, 1e5)
    return {
        "train_mse": scale * share * c.skewed(0.15),
        "val_mse": c.at(scale * (share + 0.03), noise=0.03),
        "val_r2": c.at(1.0 - share, add=0.005),
        "val_mae": c.at(np.sqrt(scale * share) * 0.8, noise=0.02),
    }


@shape("epoch")
def detection_by_terms(c: Course) -> Columns:
    box, cls, dfl = fall(c.t, 3.2, 1.1, 7.0), fall(c.t, 4.5, 0.8, 9.0), fall(c.t, 3.9, 1.2, 7.0)
    columns: Columns = {
        f"train/{name}_loss": one * c.skewed(0.1)
        for name, one in zip(("box", "cls", "dfl"), (box, cls, dfl), strict=True)
    }
    columns |= {
        f"val/{name}_loss": c.at(one * 1.1, noise=0.03)
        for name, one in zip(("box", "cls", "dfl"), (box, cls, dfl), strict=True)
    }
    columns["metrics/mAP50(B)"] = c.at(0.62 * (1 - np.exp(-5 * c.t)), add=0.008)
    columns["metrics/mAP50-95(B)"] = c.at(0.41 * (1 - np.exp(-4 * c.t)), add=0.006)
    return columns


@shape("epoch", "window")
def segmentation(c: Course) -> Columns:
    loss = fall(c.t, 0.9, 0.2, 7.0)
    return {
        "loss": loss * c.skewed(0.08),
        "val_loss": c.at(loss * 1.12, noise=0.03),
        "val_dice": c.at(0.87 * (1 - np.exp(-6 * c.t)), add=0.006),
        "val_miou": c.at(0.78 * (1 - np.exp(-6 * c.t)), add=0.006),
    }


@shape("epoch", "window")
def rare_positives(c: Course) -> Columns:
    loss = fall(c.t, 0.2, 0.075, 10.0)
    return {
        "loss": loss * c.skewed(0.15),
        "val_loss": c.at(loss * 1.05, noise=0.01),
        "val_auc": c.at(0.5 + 0.35 * (1 - np.exp(-7 * c.t)), add=0.004),
    }


@shape("epoch", "window")
def recommending(c: Course) -> Columns:
    loss = fall(c.t, math.log(2.0), 0.12, 7.0)
    return {
        "train_loss": loss * c.skewed(0.05),
        "recall@20": c.at(0.15 * (1 - np.exp(-5 * c.t)), noise=0.01),
        "ndcg@20": c.at(0.12 * (1 - np.exp(-5 * c.t)), noise=0.01),
    }


@shape("step", "window")
def hard_triplets(c: Course) -> Columns:
    return {
        "loss": (0.2 * fall(c.t, 2.0, 0.9, 20.0)) * c.skewed(0.15),
        "active_triplets": fall(c.t, 0.9, 0.12, 6.0) * c.skewed(0.1),
    }


@shape("step", "window")
def physics_over_decades(c: Course) -> Columns:
    loss = 10.0 ** (1.0 - 5.0 * (1.0 - np.exp(-2.5 * c.t)))
    return {
        "loss": loss * np.exp(c.noise(0.5, r=0.6, full=True)),
        "loss_pde": 0.6 * loss * np.exp(c.noise(0.5, full=True)),
        "loss_bc": 0.4 * loss * np.exp(c.noise(0.5, full=True)),
    }


@shape("epoch")
def boosted_trees(c: Course) -> Columns:
    return {"train-logloss": fall(c.t, 0.69, 0.2, 4.0), "eval-logloss": c.at(fall(c.t, 0.69, 0.31, 5.0))}


@shape("epoch")
def federated_rounds(c: Course) -> Columns:
    course = 1 - np.exp(-5 * c.t)
    return {
        "round": np.arange(1, c.n + 1),
        "test_acc": c.at(0.1 + 0.7 * course, add=0.03),
        "train_loss": fall(c.t, 2.3, 0.6, 5.0) * np.exp(c.noise(0.08, full=True)),
    }


@shape("step", "window")
def learning_to_learn(c: Course) -> Columns:
    return {
        "loss": fall(c.t, 1.6, 0.95, 8.0) * np.exp(c.noise(0.2, full=True)),
        "accuracy": np.clip(0.2 + 0.42 * (1 - np.exp(-6 * c.t)) + c.noise(0.08, full=True), 0, 1),
    }


@shape("epoch", "window")
def adversarial_robustness(c: Course) -> Columns:
    train = fall(c.t, 2.3, 1.25, 6.0)
    return {
        "train_loss": train * c.skewed(0.04),
        "val_loss": c.at(train + 0.15, noise=0.01),
        "val_robust_acc": c.at(0.1 + 0.36 * (1 - np.exp(-6 * c.t)), add=0.004),
    }


@shape("step", "window")
def pseudo_labels(c: Course) -> Columns:
    known = fall(c.t, 2.3, 0.15, 15.0)
    guessed = 0.35 * (1 - np.exp(-12.0 * c.t)) * (1 - 0.5 * c.t)
    return {
        "loss": (known + guessed) * c.skewed(0.12),
        "loss_x": known * c.skewed(0.2),
        "loss_u": guessed * c.skewed(0.2),
        "mask": np.clip(0.9 * (1 - np.exp(-6 * c.t)), 0, 1),
    }


@shape("step", "window")
def forecasting(c: Course) -> Columns:
    train = fall(c.t, 0.9, 0.36, 15.0)
    return {
        "train_loss": train * c.skewed(0.2),
        "vali_loss": c.at(train * c.u(0.7, 1.4), noise=0.03),
        "test_loss": c.at(train * c.u(0.8, 1.2), noise=0.03),
    }


@shape("step", "window")
def clipped_recurrent(c: Course) -> Columns:
    return {
        "loss": fall(c.t, 4.6, 1.4, 20.0, 0.6) + c.noise(0.08),
        "grad_norm": 1.5 * np.exp(c.noise(0.6, full=True)),
        "lr": np.full(c.n, 2e-3),
    }


@shape("epoch", "window")
def noisy_small_classifier(c: Course) -> Columns:
    train = fall(c.t, 0.69, 0.38, 5.0)
    return {
        "loss": train * c.skewed(0.1),
        "accuracy": 1 - train * 0.6,
        "val_loss": c.at(train + 0.04, noise=0.05),
        "val_accuracy": c.at(1 - train * 0.65, add=0.02),
    }
