"""What a PyTorch model is made of, in words that hold for every framework: facts for the detectors."""

from __future__ import annotations

from typing import Any

# The kind of a module by a word in the name of its class, the first that fits.
KINDS = (
    ("normalization", ("norm",)),
    ("dropout", ("dropout", "droppath", "stochasticdepth")),
    ("embedding", ("embedding",)),
    ("recurrent", ("lstm", "gru", "rnn")),
    ("attention", ("multiheadattention", "scaleddotproduct")),
    ("convolution", ("conv",)),
    ("pooling", ("pool",)),
    ("linear", ("linear", "dense")),
)
ACTIVATIONS = {
    "relu", "relu6", "leakyrelu", "prelu", "rrelu", "elu", "celu", "selu", "gelu", "silu", "swish", "mish", "tanh",
    "sigmoid", "hardtanh", "hardsigmoid", "hardswish", "softplus", "softsign", "softmax", "logsoftmax", "softmin",
    "glu", "threshold", "logsigmoid", "tanhshrink",
}  # fmt: skip
# (low, high) of activations that have both.
BOUNDS = {
    "tanh": (-1.0, 1.0),
    "sigmoid": (0.0, 1.0),
    "hardtanh": (-1.0, 1.0),
    "hardsigmoid": (0.0, 1.0),
    "softsign": (-1.0, 1.0),
}
SPOKEN = {"swish": "silu", "geluactivation": "gelu", "newgeluactivation": "gelu", "siluactivation": "silu"}
WEIGHTED = ("linear", "convolution", "recurrent", "attention")


def activation_of(module: Any) -> str | None:
    """The name of an activation function, where a module is one."""
    name = type(module).__name__.lower().replace("_", "")
    name = SPOKEN.get(name, name)
    return name if name in ACTIVATIONS else None


def kind_of(module: Any) -> str:
    """What a module does, told by its class; what has matrices of its own and an unknown name counts as linear."""
    name = type(module).__name__.lower()
    if activation_of(module):
        return "activation"
    for kind, words in KINDS:
        if any(word in name for word in words):
            return kind
    own = [one for one in module.parameters(recurse=False) if one.dim() >= 2]
    if own and not list(module.children()):
        return "linear" if len(own) == 1 and own[0].dim() == 2 else "other"
    return "other"


def is_leaf(module: Any) -> bool:
    """Whether a module is looked at as a whole: it has no parts, or is one of PyTorch's own that computes as one."""
    own = type(module).__module__.startswith("torch.")  # somebody's LSTMClassifier is no layer
    return not list(module.children()) or (own and kind_of(module) in ("recurrent", "attention"))


def fans(module: Any, tensor: Any) -> tuple[int, int] | None:
    """How many values enter and leave one unit of a weight: (fan in, fan out), or None for what is no matrix."""
    if tensor.dim() < 2:
        return None
    field = tensor[0][0].numel() if tensor.dim() > 2 else 1
    out, into = tensor.shape[0], tensor.shape[1]
    name = type(module).__name__.lower()
    if "transpose" in name or (name == "conv1d" and tensor.dim() == 2):  # GPT-2's Conv1D keeps its matrix turned
        out, into = into, out
    return int(into * field), int(out * field)


def role(module: Any, name: str, tensor: Any) -> str:
    """What a parameter is for."""
    kind, last = kind_of(module), name.rpartition(".")[2]
    if kind == "normalization":
        return "bias" if "bias" in last else "gain"
    if kind == "embedding":
        return "embedding"
    if "bias" in last or (tensor.dim() < 2 and last in ("b", "beta")):
        return "bias"
    if kind == "recurrent" and "hh" in last:
        return "recurrent"
    return "weight" if tensor.dim() >= 2 else "other"


def described(name: str, module: Any, calls: int) -> dict[str, Any]:
    """One module as a fact."""
    own = list(module.parameters())
    row: dict[str, Any] = {
        "name": name,
        "type": type(module).__name__,
        "kind": kind_of(module),
        "calls": calls,
        "parameters": sum(one.numel() for one in own),
        "trainable": sum(one.numel() for one in own if one.requires_grad),
    }
    if activation_of(module):
        row["activation"] = activation_of(module)
    rate = getattr(module, "p", getattr(module, "drop_prob", None))
    if row["kind"] == "dropout" and isinstance(rate, (int, float)):
        row["p"] = float(rate)
    if row["kind"] == "normalization":
        row["running"] = bool(getattr(module, "track_running_stats", True))
    weight = next((one for one in module.parameters(recurse=False) if one.dim() >= 2), None)
    fan = None if weight is None else fans(module, weight)
    if fan is not None and row["kind"] != "embedding":
        row["in"], row["out"] = fan
    if row["kind"] == "convolution":
        row["groups"] = int(getattr(module, "groups", 1) or 1)
        row["field"] = 1 if weight is None or weight.dim() < 3 else int(weight[0][0].numel())
    if hasattr(module, "training") and row["kind"] == "normalization":
        row["training"] = bool(module.training)
    return row


def tensors(model: Any, optimizer: Any) -> list[dict[str, Any]]:
    """Every parameter as a fact, shared ones once under their first name."""
    optimized = None if optimizer is None else {id(one) for group in optimizer.param_groups for one in group["params"]}
    names: dict[int, list[str]] = {}
    for name, one in model.named_parameters(remove_duplicate=False):
        names.setdefault(id(one), []).append(name)
    owners = dict(model.named_modules())
    rows = []
    for name, one in model.named_parameters():
        module = owners[name.rpartition(".")[0]]
        row: dict[str, Any] = {
            "name": name,
            "module": name.rpartition(".")[0],
            "type": type(module).__name__,
            "kind": kind_of(module),
            "role": role(module, name, one),
            "shape": list(one.shape),
            "dtype": str(one.dtype).rpartition(".")[2],
            "trainable": one.requires_grad,
            "optimized": None if optimized is None else id(one) in optimized,
            "tied": names[id(one)][1:],
        }
        fan = fans(module, one)
        if fan is not None and row["role"] in ("weight", "recurrent"):
            row["fan_in"], row["fan_out"] = fan
        rows.append(row)
    return rows


def unregistered(model: Any) -> list[dict[str, str]]:
    """Modules and parameters kept in lists and dicts, where PyTorch does not find them."""
    import torch

    known = {id(one) for one in model.modules()} | {id(one) for one in model.parameters()}
    found = []
    for path, module in model.named_modules():
        for word, value in vars(module).items():
            held = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple, set)) else ()
            for one in () if word.startswith("_") else held:
                loose = isinstance(one, torch.nn.Module) and any(True for _ in one.parameters())
                if (loose or isinstance(one, torch.nn.Parameter)) and id(one) not in known:
                    found.append({"where": f"{path}.{word}".lstrip("."), "type": type(one).__name__})
                    break
    return found
