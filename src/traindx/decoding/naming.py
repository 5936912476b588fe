"""A writer's free words for a quantity, turned into the names of `traindx.schema.names`.

Words are compared as whole words, so that "lossless" and "accession" are nothing to us; `valLoss`, `val_loss`,
`val/loss`, `Val Loss` and `valloss` are the same words. What each word does:

- *split words* say which data: train, val (eval, dev, ...), test. Without one the quantity belongs to the training,
  unless the caller knows better (`split`).
- *loss words* make a loss, *metric words* a metric. The other words of the name become its term, set or qualifier:
  "loss/cls_loss" is `train/loss/cls`, "eval_g5_loss" is `val/loss/g5`, "f1_macro" is `.../metric/f1_macro`.
- *weak* words ("score", "error", "map", "cost", ...) are also columns of data sets and plain English: they count
  only beside a split word, or where the caller gives the split.
- *foreign words* ("weight", "size", "best", "scale", ...) make a setting, a count or a record of the past out of it:
  None, and the reader keeps it under the writer's name.
- *filler words* (total, mean, epoch, ...) say nothing on the quantity. Several of them on one line can give one name
  twice ("loss" and "avg_loss"): the plainest, which is the shortest, is the raw value.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

LONGEST = 200  # characters; a name of a layer may be long, prose is no name

SPLITS = {
    "train": ("train", "training", "trn", "tr"),
    "val": ("val", "valid", "validation", "validate", "eval", "evaluation", "dev", "devel", "holdout", "heldout"),
    "test": ("test", "testing", "tst"),
}
LOSS = frozenset(("loss", "losses", "logloss"))
# Losses under a name of their own; the name is kept as the term.
LOSS_TERMS = {"nll": "nll", "xent": "xent", "crossentropy": "cross_entropy", "bce": "bce"}
WEAK_LOSS = frozenset(("cost", "objective"))
FILLER = frozenset(
    ("total", "overall", "mean", "average", "averaged", "avg", "ave", "running", "moving", "smoothed", "smooth", "ema",
     "epoch", "step", "batch", "iter", "per", "main", "log", "logs", "metric", "metrics", "scalar", "scalars", "lm",
     "set", "the", "of", "on", "current", "cur", "global", "final", "value", "history",
     "hist", "list", "curve")
)  # fmt: skip
FOREIGN = frozenset(
    ("weight", "weights", "coef", "coeff", "coefficient", "lambda", "alpha", "beta", "gamma", "gain", "factor", "ratio",
     "scale", "scaler", "scaling", "fn", "func", "function", "type", "name", "mode", "threshold", "patience", "monitor",
     "count", "counts", "size", "num", "number", "file", "path", "reduction", "smoothing", "margin", "temperature",
     "best", "lowest", "highest", "max", "min", "target", "std", "stderr", "var", "delta", "improvement", "decrease",
     "time", "runtime", "second", "seconds", "sec", "samples", "steps", "epochs", "id", "norm", "grad", "date",
     "amount", "usd", "price", "every", "improved", "with", "this", "is", "was", "from", "to", "by", "and", "or", "not",
     "than", "args", "contains", "if", "when", "using", "use")
)  # fmt: skip
# What is lost in other trades: columns of data sets, when they stand in front of "loss".
LOST = frozenset(("hair", "heat", "hearing", "profit", "income", "capital", "tax", "insurance", "stop", "energy",
                  "packet", "packets", "signal", "insertion", "evaporation", "friction", "blood", "forest", "habitat",
                  "crop", "job", "sleep"))  # fmt: skip
OF_LOSS = frozenset(("percent", "pct", "db"))  # behind it: of what was sent, nothing of a training

# word -> (our name, +1 better when higher, -1 when lower, 0 neither)
METRICS = {
    **dict.fromkeys(("accuracy", "acc", "accuracies", "accs", "aacc", "top1", "prec1", "acc1"), ("accuracy", 1)),
    **dict.fromkeys(("top5", "acc5", "prec5"), ("accuracy_top5", 1)),
    **dict.fromkeys(("top3", "acc3"), ("accuracy_top3", 1)),
    **dict.fromkeys(("ppl", "perplexity", "perp"), ("perplexity", -1)),
    **dict.fromkeys(("f1", "f1score", "fscore"), ("f1", 1)),
    **dict.fromkeys(("auc", "auroc", "rocauc"), ("auc", 1)),
    **dict.fromkeys(("exactmatch", "em"), ("exact_match", 1)),
    **dict.fromkeys(("recall", "rec"), ("recall", 1)),
    **dict.fromkeys(("map5095",), ("map50_95", 1)),
    **dict.fromkeys(("miou", "meaniou"), ("miou", 1)),
    **dict.fromkeys(("reward", "rewards", "rew"), ("reward", 1)),
    **dict.fromkeys(("r2", "rsquared"), ("r2", 1)),
    **dict.fromkeys(("error", "err"), ("error", -1)),
    **{word: (word, 1) for word in
       ("precision", "auprc", "map", "map50", "map75", "ap", "ap50", "ap75", "iou", "dice", "bleu",
        "sacrebleu", "meteor", "chrf", "rouge", "rouge1", "rouge2", "rougel", "rougelsum", "cider", "spice", "psnr",
        "ssim", "kappa", "mcc", "pearson", "pearsonr", "spearman", "spearmanr", "ndcg", "mrr", "hits", "sensitivity",
        "specificity", "score", "return", "macc", "winrate", "hitrate", "pck", "nmi", "ari")},
    **{word: (word, -1) for word in
       ("wer", "cer", "ter", "mae", "mse", "rmse", "mape", "smape", "mspe", "rmspe", "rmsle", "msle", "bpc", "bpb",
        "fid", "lpips", "eer", "epe", "ece", "brier")},
}  # fmt: skip
WEAK_METRICS = frozenset(
    ("acc", "acc1", "acc3", "acc5", "error", "err", "map", "ap", "em", "ter", "score", "return", "hits", "recall",
     "rec", "precision", "reward", "rewards", "rew", "epe", "ari", "spice", "r2", "dice", "kappa")
)  # fmt: skip
# Weak beside a word that is not known ("acc_x"), strong without one.
ALONE = frozenset(("acc", "acc1", "acc3", "acc5", "recall", "precision", "reward", "rewards", "rew", "r2", "dice",
                   "kappa"))  # fmt: skip
QUALIFIERS = frozenset(
    ("macro", "micro", "weighted", "binary", "categorical", "sparse", "balanced", "token", "word", "char", "class",
     "cls", "seg", "top", "k", "at", "b", "m", "chosen", "rejected", "margins", "episode", "ep", "box", "mask", "bbox",
     "pose", "gen", "generation", "instance", "pixel", "valid", "thresh", "d", "g", "real", "fake", "disc",
     "decode", "aux", "head")
)  # fmt: skip

RATE = frozenset(("lr", "lrs", "learningrate", "learning", "rate", "rates"))
# Words of a rate that is a setting and no series; any other word is the name of a parameter group.
RATE_SETTINGS = frozenset(
    ("max", "min", "init", "initial", "peak", "end", "target", "start", "scheduler", "schedule", "sched", "decay",
     "policy", "mult", "multiplier", "warmup", "steps", "factor", "gamma", "find", "finder", "ratio", "type", "power",
     "drop", "patience", "cycle", "scale", "reduce", "plateau", "final", "default")
)  # fmt: skip
OPTIMIZERS = frozenset(
    ("adam", "adamw", "sgd", "rmsprop", "adagrad", "adadelta", "adamax", "nadam", "radam", "lamb", "lion", "adafactor",
     "muon", "lbfgs")
)  # fmt: skip

STEP = ("step", "global step", "iter", "iters", "iteration", "iterations", "itr", "it", "n iter", "num updates",
        "updates", "update", "current step", "current steps", "optimizer step", "train step", "training step",
        "trainer global step", "train global step", "time total timesteps", "total timesteps", "timestep", "timesteps",
        "train iter", "train iteration", "global iter", "global iteration", "cur iter")  # fmt: skip
EPOCHS = ("epoch", "current epoch", "cur epoch", "train epoch", "training epoch", "trainer epoch", "epoch num",
          "epoch number", "epoch idx", "ep", "round", "eval epoch", "val epoch", "test epoch")  # fmt: skip
BATCH = ("batch", "batch idx", "batch index", "batch num", "batch number", "minibatch", "mini batch", "batches")
AXES = {**dict.fromkeys(STEP, "step"), **dict.fromkeys(EPOCHS, "epoch"), **dict.fromkeys(BATCH, "batch")}

WHOLE = {
    **dict.fromkeys(("epoch", "train epoch", "current epoch", "cur epoch", "trainer epoch", "training epoch"), "epoch"),
    **dict.fromkeys(("tokens", "num tokens", "tokens seen", "total tokens", "train tokens", "consumed tokens",
                     "num input tokens seen", "train num input tokens seen", "n tokens"), "tokens"),
    **dict.fromkeys(("step time", "time per step", "iter time", "iteration time", "batch time", "time step",
                     "time per iteration", "elapsed time per iteration", "sec per step", "train step time"),
                    "time/step"),
    **dict.fromkeys(("data time", "time data", "load time", "data loading time", "train data time"), "time/data"),
    **dict.fromkeys(("loss scale", "amp scale", "grad scale", "scaler scale", "loss scaling factor"), "amp/scale"),
    **dict.fromkeys(("number of skipped iterations", "skipped iterations", "skipped steps", "amp skipped"),
                    "amp/skipped"),
    # As DeepSpeed counts.
    **dict.fromkeys(("skipped", "total skipped steps", "amp skipped total"), "amp/skipped/total"),
    **dict.fromkeys(("num zeros", "number of zeros", "grad zeros", "num zeros in grad"), "grad/zeros"),
    **dict.fromkeys(("gpu util", "gpu utilization", "gpu utilisation", "gpu usage", "gpu busy", "gpu load",
                     "utilization gpu", "system gpu 0 gpu", "device id 0 utilization gpu"), "gpu/busy"),
    **dict.fromkeys(("gpu memory percent", "gpu memory utilization", "gpu mem util", "gpu memory util",
                     "system gpu 0 memory allocated"), "gpu/memory"),
    **dict.fromkeys(("gpu memory", "gpu mem", "gpu memory used", "gpu mem used", "gpu memory usage", "gpu allocated",
                     "gpu memory allocated", "max mem", "max memory", "peak memory", "peak memory active",
                     "peak memory alloc", "cuda memory", "vram", "device id 0 memory used"), "gpu/memory/used"),
    **dict.fromkeys(("rss", "memory rss", "process memory", "system proc memory rss mb", "cpu memory", "cpu mem",
                     "ram used", "host memory", "memory resident"), "memory/resident"),
    **dict.fromkeys(("samples per second", "samples per sec", "samples sec", "samples s", "images per second",
                     "images per sec", "images sec", "img sec", "img s", "imgs sec", "examples per second",
                     "examples sec", "examples per sec"), "throughput/samples"),
    **dict.fromkeys(("tokens per second", "tokens per sec", "tokens sec", "tokens s", "tok s", "tok sec", "tps", "wps",
                     "tokens per second per gpu", "tokens per sec per gpu", "tgs", "target tokens s"),
                    "throughput/tokens"),
    **dict.fromkeys(("steps per second", "steps per sec", "it s", "iters per second", "iterations per second", "ups",
                     "iter s", "its per second", "steps s"), "throughput/steps"),
}  # fmt: skip
# What may stand in front of one of these words and says nothing: the pass is that of the training.
FRONT = ("train ", "training ", "perf ", "performance ", "throughput ", "speed ")

WORD = re.compile(r"[A-Za-z0-9]+")
CAMEL = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
NORM = re.compile(
    r"^(?:train\w*[/ ._-])?(?:global[ _]|total[ _])?(grad|gradients?|g|weight|params?)[ _/-]?"
    r"(?:[lL]?[0-9](?:\.[0-9])?[ _-])?norm(?:[ _-](?:total|global|avg))?(?:[/.](.+))?$",
    re.I,
)
UNIT = re.compile(r"\((ms|us|ns|s|sec|secs|seconds|min|h|%|[KMG]i?B|[MG])\)\s*$")

SPLIT_OF = {word: split for split, words in SPLITS.items() for word in words}
_QUANTITY = LOSS | LOSS_TERMS.keys() | WEAK_LOSS | METRICS.keys()
_KNOWN = _QUANTITY | SPLIT_OF.keys() | FILLER | FOREIGN | QUALIFIERS | OPTIMIZERS | RATE


@lru_cache(maxsize=8192)
def series_name(words: str, *, split: str | None = None) -> str | None:
    """Our name for what a writer calls `words`, or None when it is neither loss, metric, rate, norm nor axis."""
    if len(words) > LONGEST or words.endswith((" (avg)", " (total)")):
        return None
    norm = _norm(words.strip())
    if norm is not None:
        return norm
    parts = _words(UNIT.sub("", words))
    whole = _whole(" ".join(parts))
    if whole is not None:  # what an evaluation took of time and memory says nothing of the training
        return whole if split in (None, "train") or "/" not in whole else None
    rate = _rate(parts)
    if rate is not None:
        return rate or None
    found = [SPLIT_OF[part] for part in parts if part in SPLIT_OF]
    named = next((name for name in ("val", "test", "train") if name in found), split)
    rest = [part for part in parts if part not in SPLIT_OF]
    return _quantity(rest, named)


@lru_cache(maxsize=8192)
def is_axis(words: str) -> str | None:
    """What a column or counter of this name counts: "step", "epoch", "batch", or None."""
    return AXES.get(" ".join(_words(words))) if len(words) <= LONGEST else None


def scale(words: str) -> float:
    """What turns a time under this name into seconds: .001 for "step time (ms)"; 1 where no unit is named."""
    found = UNIT.search(words)
    unit = found[1] if found else words.rpartition("_")[2]
    return {"ms": 1e-3, "us": 1e-6, "ns": 1e-9, "min": 60.0, "h": 3600.0}.get(unit, 1.0)


def _words(text: str) -> list[str]:
    """The words of a name in lower case: cut at signs, at humps, and after a split word that is glued on."""
    parts: list[str] = []
    for word in WORD.findall(text):
        lower = word.lower()
        humps = [lower] if lower in _KNOWN else _unglued(lower)
        parts += humps or [hump.lower() for hump in CAMEL.findall(word)]
    return _joined(parts)


def _joined(parts: list[str]) -> list[str]:
    """Words that are one word to us only together: "prec" and "1", "roc" and "auc"."""
    joined: list[str] = []
    for part in parts:
        if joined and joined[-1] + part in METRICS and (part.isdigit() or min(len(part), len(joined[-1])) > 1):
            joined[-1] += part
        else:
            joined.append(part)
    return joined


def _unglued(word: str) -> list[str]:
    for cut in range(2, len(word) - 1):
        first, last = word[:cut], word[cut:]
        if first in SPLIT_OF and last in _QUANTITY:
            return [first, last]
    digits = word.lstrip("abcdefghijklmnopqrstuvwxyz")
    stem = word[: len(word) - len(digits)]
    if digits.isdigit() and stem in LOSS:
        return [stem, digits]
    return [word] if word.islower() and word.isascii() and word.isalnum() and digits else []


def _whole(words: str) -> str | None:
    front = next((len(one) for one in FRONT if words.startswith(one)), 0)
    return WHOLE.get(words) or WHOLE.get(words[front:])


def _norm(words: str) -> str | None:
    found = NORM.match(words)
    if found is None:
        return "grad/norm/clipped" if " ".join(_words(words)) in _CLIPPED else _layered(words)
    kind = "grad" if found[1].lower().startswith("g") else "weight"
    whole = found[2] is None or found[2].lower() in ("total", "global", "all", "overall")
    return f"{kind}/norm" if whole else f"{kind}/norm/{found[2]}"


def _layered(words: str) -> str | None:
    """What a name that ends or begins with a layer says of it."""
    for pattern, ours in _OF_A_LAYER:
        found = pattern.match(words)
        if found is not None:
            return f"{ours}/{found[1]}"
    return None


_TENSOR = r"[\w.]{0,150}(?:weight|bias|kernel)"
_OF_A_LAYER = tuple(
    (re.compile(rf"^(?:train\w*[/.])?{pattern}$", re.I), ours)
    for pattern, ours in (
        (r"grad(?:ient)?s?/norms?/(.+)", "grad/norm"),
        (r"(?:per_?)?layer_grad(?:ient)?_norms?/(.+)", "grad/norm"),
        (r"grad(?:ient)?s?/(.+)/norm", "grad/norm"),
        (r"grad_norms[/.](.+)", "grad/norm"),
        (rf"({_TENSOR})[/._]grad(?:ient)?[/._]norm", "grad/norm"),
        (rf"grad(?:_\d(?:\.\d)?)?_norm_({_TENSOR})", "grad/norm"),  # track_grad_norm of Lightning before 1.2
        (r"(?:weight|param)s?/norms?/(.+)", "weight/norm"),
        (rf"({_TENSOR})[/._](?:weight|param)[/._]norm", "weight/norm"),
        (r"update(?:_to_(?:weight|data|param))?[_/]ratios?/(.+)", "update/ratio"),
        (r"dead_(?:relus?|neurons|units)/(.+)", "act/dead"),
        (r"act(?:ivation)?s?/dead/(.+)", "act/dead"),
        (r"act(?:ivation)?s?/saturated/(.+)", "act/saturated"),
        (r"act(?:ivation)?s?/norm/(.+)", "act/norm"),
    )
)


_CLIPPED = frozenset(("grad norm clipped", "clipped grad norm", "gradient norm clipped", "grad norm after clip"))


def _rate(parts: list[str]) -> str | None:
    """`lr` or `lr/<group>`; an empty name for a setting about the rate, None for what is no rate."""
    if not ({"lr", "lrs", "learningrate"} & set(parts) or "learning rate" in " ".join(parts)):
        return None
    text = [part for part in parts if part not in SPLIT_OF and part not in RATE]
    if LOSS & set(parts) or RATE_SETTINGS & set(parts):
        return ""
    group = [part for part in text if part not in OPTIMIZERS and part not in FILLER and part != "group"]
    return "/".join(("lr", "_".join(group))) if group else "lr"


def _quantity(parts: list[str], split: str | None) -> str | None:
    if FOREIGN & set(parts) or any((a in LOST and b in LOSS) or (a in LOSS and b in OF_LOSS)
                                   for a, b in pairwise(parts)):  # fmt: skip
        return None
    place = split or "train"
    rest = [part for part, after in pairwise([*parts, ""]) if part not in FILLER or _is_term(part, after)]
    losses = [part for part in rest if part in LOSS or (part in WEAK_LOSS and split is not None)]
    own = [LOSS_TERMS.get(part, part) for part in rest if part not in losses]
    if "cross" in own and "entropy" in own and not losses:
        losses = ["cross_entropy"]
    if losses or any(part in LOSS_TERMS for part in rest):
        return "/".join(filter(None, (place, "loss", "_".join(dict.fromkeys(own)))))
    metric = _metric(own, strong=split is not None)
    return f"{place}/metric/{metric}" if metric else None


def _is_term(part: str, after: str) -> bool:
    """The "value loss" of reinforcement learning is a term; the "loss value" is the loss."""
    return part == "value" and after in LOSS


def _metric(parts: list[str], *, strong: bool) -> str | None:
    known = [part for part in parts if part in METRICS]
    others = [part for part in parts if part not in METRICS and part != "k"]
    if not known or len(others) > 4:
        return None
    if not strong and all(part in WEAK_METRICS for part in known):
        bare = known[0] in ALONE and all(part in QUALIFIERS or part.isdigit() for part in others)
        if not bare:
            return None
    return _canonical(known, [part for part in parts if part != "k"])


def _canonical(known: list[str], parts: list[str]) -> str:
    """Known words under our name, what they are of in the writer's order; top-1 accuracy is accuracy."""
    names = [METRICS[part][0] if part in METRICS else part for part in parts]
    if not METRICS[known[-1]][0].startswith("accuracy"):
        return "_".join(names)
    top = next((name for name in names if name.startswith("accuracy_top")), "accuracy")
    digits = [part for part in parts if part.isdigit() and part != "1"]
    if top == "accuracy" and digits and len(parts) > len(digits):
        top = f"accuracy_top{digits[0]}"
    own = [name for name in names if not name.startswith("accuracy") and not name.isdigit() and name not in _DRESS]
    return "_".join((*own, top))


_DRESS = frozenset(("top", "at", "categorical", "sparse", "binary"))
