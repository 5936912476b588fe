"""Which way a series is better: the sign by which its best point is chosen."""

from __future__ import annotations

import re

MORE = frozenset(
    ("accuracy", "macc", "accuracy_top3", "accuracy_top5", "f1", "auc", "auprc", "precision", "recall", "exact_match",
     "map", "map50", "map75", "map50_95", "ap", "ap50", "ap75", "iou", "miou", "dice", "bleu", "sacrebleu", "meteor",
     "chrf", "rouge", "rouge1", "rouge2", "rougel", "rougelsum", "cider", "spice", "psnr", "ssim", "kappa", "mcc",
     "pearson", "pearsonr", "spearman", "spearmanr", "ndcg", "mrr", "hits", "sensitivity", "specificity", "score",
     "return", "reward", "winrate", "hitrate", "pck", "nmi", "ari", "r2")
)  # fmt: skip
LESS = frozenset(
    ("loss", "error", "perplexity", "wer", "cer", "ter", "mae", "mse", "rmse", "mape", "mspe", "rmspe", "smape",
     "rmsle", "msle", "bpc", "bpb", "fid", "lpips", "eer", "epe", "ece", "brier")
)  # fmt: skip


def direction(name: str) -> int:
    """-1 for a series that should fall, +1 for one that should rise, 0 where neither is known (a rate, a norm)."""
    kind, _, rest = name.partition("/")
    if kind not in ("train", "val", "test") or not rest:
        return 0
    if rest == "loss" or rest.startswith("loss/"):
        return -1
    metric = rest.removeprefix("metric/").lower()
    if metric in MORE or metric in LESS:
        return 1 if metric in MORE else -1
    words = set(re.split(r"[^a-z0-9]+", metric))
    if "rejected" in words:  # answers that should not be given: less of what is good is good there
        return 0
    signs = [sign for table, sign in ((MORE, 1), (LESS, -1)) if words & table]
    return signs[0] if len(signs) == 1 else 0
