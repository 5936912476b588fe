"""Writers' words for a quantity, one table, and what must not be taken for a loss or a metric."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from traindx.decoding.naming import is_axis, scale, series_name
from traindx.schema.names import known

WORDS = {
    "train/loss": "loss|train_loss|Train Loss|training/loss|loss_epoch|train/loss_step|trainLoss|total_loss|avg loss"
    "|lm loss|main/loss|Loss/train|tr_loss|LOSS|training_loss|train_losses|loss_history"
    "|moving ave loss|train-logloss|losses|Training Loss|cost ",
    "val/loss": "val_loss|eval_loss|valid loss|validation_loss|dev_loss|valLoss|valloss|validation/main/loss|Loss/val"
    "|training/val_loss|val_loss_epoch|Validation Loss|loss_val|Eval/loss|metrics/val_loss",
    "test/loss": "test_loss|Test Loss|loss/test|testloss",
    "val/loss/g5": "eval_g5_loss|val/g5/loss",
    "val/loss/box": "val/box_loss",
    "train/loss/cls": "loss/cls_loss|train/cls_loss|loss_cls|cls loss|loss/cls",
    "train/loss/g": "g_loss|loss_G|G_loss|G loss",
    "train/loss/d_real": "D_loss_real|d_loss_real",
    "train/loss/decode_ce": "decode.loss_ce",
    "train/loss/xent": "xent",
    "train/loss/nll": "nll_loss|nll",
    "train/loss/cross_entropy": "cross_entropy_loss|cross entropy|crossentropy",
    "train/loss/1": "loss1|loss_1|loss1/loss1",
    "train/loss/ll_heat": "loss_ll_heat",
    "val/loss/dataloader_idx_0": "val_loss/dataloader_idx_0",
    "train/metric/accuracy": "acc|accuracy|top1|Acc@1|Prec@1|accuracy_top-1|Train-Accuracy|sparse_categorical_accuracy"
    "|binary_accuracy|train_acc|Top-1|Train/Acc1",
    "val/metric/accuracy": "val_acc|val_accuracy|eval/accuracy|Validation-accuracy|valid acc|val_top1|eval_acc",
    "test/metric/accuracy": "testacc|Test Accuracy|test_acc",
    "train/metric/accuracy_top5": "Acc@5|Prec@5|top5|accuracy_top-5|acc_top5|Train-top_k_accuracy_5",
    "train/metric/token_accuracy": "mean_token_accuracy",
    "train/metric/perplexity": "ppl|perplexity|PPL",
    "train/metric/f1": "f1|F1",
    "val/metric/f1_macro": "val_f1_macro|eval/f1-macro",
    "val/metric/map50": "val_mAP50|val/mAP_50",
    "train/metric/map50_95_b": "metrics/mAP50-95(B)",
    "val/metric/iou": "ValIoU|val_iou",
    "train/metric/miou": "mIoU|miou",
    "val/metric/bleu": "valid BLEU|eval_bleu",
    "val/metric/wer": "eval_wer",
    "train/metric/error": "train-error",
    "val/metric/score": "val_score",
    "train/metric/reward": "reward|Reward",
    "train/metric/reward_chosen": "rewards/chosen",
    "train/metric/auc": "auc|roc_auc|AUROC",
    "val/metric/exact_match": "eval_exact_match",
    "lr": "lr|learning_rates|lrs|learning_rate|learning rate"
    "|LR|Learning Rate|train/learning_rate|train_lr|lr-Adam|lr-AdamW",
    "lr/pg0": "lr/pg0",
    "lr/pg1": "lr-Adam/pg1",
    "grad/norm": "grad/norm|grad_norm/total|grad_norm|gnorm|gradient norm|train/grad_norm|grad norm|global_grad_norm"
    "|grad_2.0_norm_total|GradNorm",
    "grad/norm/clipped": "grad_norm_clipped|clipped grad norm",
    "grad/norm/layer.0.weight": "grad_norm/layer.0.weight|grad_2.0_norm/layer.0.weight|grad/norm/layer.0.weight"
    "|gradients/layer.0.weight/norm|layer.0.weight/grad_norm|grad_2.0_norm_layer.0.weight|layer_grad_norm/layer.0.weight"
    "|grad_norms/layer.0.weight",
    "weight/norm": "params norm|weight_norm",
    "weight/norm/fc1": "weight_norm/fc1|weights/norm/fc1|weight/norm/fc1",
    "update/ratio/fc1": "update_ratio/fc1|update/ratio/fc1|update_to_weight_ratio/fc1",
    "act/dead/relu1": "act/dead/relu1|dead_relu/relu1|dead_neurons/relu1",
    "act/saturated/tanh": "activations/saturated/tanh",
    "grad/zeros": "num zeros",
    "amp/skipped": "number of skipped iterations",
    "amp/skipped/total": "skipped",
    "gpu/busy": "gpu_util|GPU Util (%)|system.gpu.0.gpu",
    "gpu/memory": "system.gpu.0.memoryAllocated|gpu_memory_percent",
    "gpu/memory/used": "gpu_mem|peak_memory_active|train/gpu_memory|max_mem (M)",
    "memory/resident": "rss|system.proc.memory.rssMB",
    "throughput/samples": "samples/sec|train_samples_per_second|images/sec",
    "throughput/tokens": "tps|tokens_per_second_per_gpu|train/tokens_per_sec",
    "throughput/steps": "it/s|train_steps_per_second|ups",
    "epoch": "epoch|Epoch|train/epoch",
    "tokens": "tokens|num_input_tokens_seen",
    "time/step": "step_time|Step Time|elapsed time per iteration (ms)",
    "time/data": "data_time|time/data",
    "amp/scale": "loss_scale|loss scale",
}

NOTHING = (
    "lossless|batch_size|blossom|accession|class_loss_weight|price|age|score|loss_weight|loss_fn|loss type|glossary"
    "|max_grad_norm|clip_grad_norm|max_lr|lr_scheduler|lr_decay|base_size|best_val_loss|best_acc|eval_runtime"
    "|eval_samples_per_second|acc_x|acc_y|map|map_id|error|weight_loss|stop_loss|cost|return"
    "|Loss (avg)|momentum|test_size|acc (total)|rates|learning"
    "|validation_split|num_train_epochs|total_steps|floss|closs|name|||42|precision_mm"
    "|recall_date|hearing_loss|tax loss|target|label|evaluate|validator|trainer|state|time|memory|label_smoothing"
    "|heat_loss|loss with this|val_loss_every|val_loss improved from|energy loss"
)


@pytest.mark.parametrize(("words", "name"), [(w, name) for name, all_ in WORDS.items() for w in all_.split("|")])
def test_words_of_a_series(words: str, name: str) -> None:
    assert series_name(words, split="train" if words == "cost " else None) == name
    assert known(name)


@pytest.mark.parametrize("words", NOTHING.split("|"))
def test_words_that_are_no_series(words: str) -> None:
    assert series_name(words) is None


def test_the_caller_may_know_the_split() -> None:
    assert series_name("loss", split="val") == "val/loss"
    assert series_name("score", split="val") == "val/metric/score"
    assert series_name("train_loss", split="val") == "train/loss"
    assert series_name("lr", split="val") == "lr"


def test_how_fast_an_evaluation_is_says_nothing_of_the_training() -> None:
    assert series_name("samples_per_second", split="val") is None
    assert series_name("epoch", split="val") == "epoch"


@pytest.mark.parametrize("words", ["actor/grad_norm", "optim/grad_norm", "update_ratio"])
def test_a_part_is_no_layer(words: str) -> None:
    assert "norm/" not in (series_name(words) or "")
    assert "ratio/" not in (series_name(words) or "")


@pytest.mark.parametrize(("words", "axis"), [
    ("step", "step"), ("global_step", "step"), ("Global Step", "step"), ("iter", "step"), ("Iteration", "step"),
    ("num_updates", "step"), ("_step", "step"), ("trainer/global_step", "step"), ("globalStep", "step"),
    ("current_steps", "step"), ("epoch", "epoch"), ("Train Epoch", "epoch"), ("batch", "batch"),
    ("mini-batch", "batch"), ("batch_size", None), ("total_steps", None), ("epochs", None), ("epoch/total", None),
    ("loss", None), ("steps_per_epoch", None), ("warmup_steps", None), ("", None), ("item", None),
])  # fmt: skip
def test_axes(words: str, axis: str | None) -> None:
    assert is_axis(words) == axis


def test_times_are_turned_into_seconds() -> None:
    assert scale("elapsed time per iteration (ms)") == 1e-3
    assert scale("step_time_ms") == 1e-3
    assert scale("step_time") == scale("time (s)") == 1.0


PARTS = st.sampled_from(
    ["loss", "val", "eval", "train", "test", "acc", "lr", "learning", "rate", "norm", "grad", "epoch", "step", "/", "_",
     "-", ".", "@", "5", "top", "k", "f1", "G", "x", "weight"]
)  # fmt: skip


@given(st.one_of(st.text(max_size=300), st.lists(PARTS, max_size=8).map("".join), st.lists(PARTS).map(" ".join)))
def test_anything_gives_a_known_name_or_none(words: str) -> None:
    name = series_name(words)
    assert name is None or known(name)
    assert is_axis(words) in ("step", "epoch", "batch", None)
    assert scale(words) > 0


@pytest.mark.parametrize("unit", ["a a a ", "(((((", "loss_", "gradnorm/", "train", "A"])
def test_hostile_words_take_no_time(unit: str) -> None:
    begun = time.process_time()
    for length in (190, 200, 1_000_000):
        series_name((unit * length)[:length])
        is_axis((unit * length)[:length])
    assert time.process_time() - begun < 0.5


@pytest.mark.parametrize(
    ("words", "name"),
    [("train/value_loss", "train/loss/value"), ("loss_value", "train/loss"), ("value_loss", "train/loss/value")],
)
def test_the_error_of_a_value_is_a_term_and_the_value_of_a_loss_is_none(words: str, name: str) -> None:
    assert series_name(words) == name
