"""Documents, configurations and results, as projects have them beside their logs."""

from __future__ import annotations

import json
import random

WORDS = "amber birch cedar delta ember fjord grove heron iris juniper kelp lotus maple nectar opal pine".split()
R = random.Random("documents")


def configurations() -> dict[str, str]:
    """Files that set something, under their usual names."""
    sweep = {
        "method": "grid",
        "metric": {"name": "val_loss", "goal": "minimize"},
        "parameters": {"lr": {"values": [0.1, 0.01, 0.001]}, "epochs": {"values": [10, 20]}, "loss": {"value": "mse"}},
    }
    zero = {
        "train_batch_size": 32,
        "gradient_clipping": 1.0,
        "fp16": {"enabled": True, "loss_scale": 0},
        "optimizer": {"type": "AdamW", "params": {"lr": 3e-4, "betas": [0.9, 0.95]}},
        "steps_per_print": 100,
    }
    model = {
        "architectures": ["Model"],
        "hidden_size": 768,
        "num_hidden_layers": 12,
        "vocab_size": 50257,
        "attention_probs_dropout_prob": 0.1,
        "layer_norm_eps": 1e-12,
        "loss_weights": [1.0, 0.5, 0.25],
    }
    return {
        "requirements.txt": "".join(f"{word}=={n}.{n + 1}.0\n" for n, word in enumerate(WORDS)),
        "environment.yml": "name: train\ndependencies:\n" + "".join(f"  - {word}=1.{n}\n" for n, word in enumerate(WORDS)),
        "config.yaml": "train:\n  epochs: 90\n  lr: 0.1\n  loss: cross_entropy\n  milestones: [30, 60, 80]\nval:\n  batch_size: 64\n",
        "schedule.yaml": "".join(f"- epoch: {n * 10}\n  lr: {0.1 / 10**n}\n  loss_weight: 1.0\n" for n in range(9)),
        "sweep.json": json.dumps(sweep, indent=1), "ds_config.json": json.dumps(zero, indent=1),
        "config.json": json.dumps(model, indent=1),
        "train.toml": '[train]\nepochs = 90\nlr = 0.1\nloss = "mse"\nsteps = [10, 20, 30]\n',
        "setup.cfg": "[metadata]\nname = train\nversion = 1.0\n[options]\ninstall_requires =\n  torch>=2.0\n",
        "train.ini": "[train]\nepoch = 90\nloss = 0.5\nlr = 0.1\n\n[val]\nstep = 5\naccuracy = 0.9\n",
        "solver.prototxt": "net: \"train.prototxt\"\ntest_iter: 100\ntest_interval: 500\nbase_lr: 0.01\nmomentum: 0.9\nmax_iter: 10000\n",
        "net.prototxt": "".join(f'layer {{\n  name: "conv{n}"\n  type: "Convolution"\n  param {{ lr_mult: {n} }}\n'
                                f"  convolution_param {{ num_output: {2**n} kernel_size: 3 }}\n}}\n" for n in range(20))
        + 'layer {\n  name: "loss"\n  type: "SoftmaxWithLoss"\n  loss_weight: 0.3\n}\n',
        "graph.pbtxt": "".join(f'node {{\n  name: "train/loss_{n}"\n  op: "Const"\n  attr {{\n    key: "value"\n    value {{ tensor {{ dtype: DT_FLOAT'
                               f" float_val: 0.{n} }} }}\n  }}\n}}\n" for n in range(30)),
        "checkpoint": 'model_checkpoint_path: "model.ckpt-1000"\n' + "".join(
            f'all_model_checkpoint_paths: "model.ckpt-{n * 100}"\n' for n in range(9)),
        ".env": "LR=0.1\nEPOCHS=90\nLOSS=mse\nSTEP=5\n", "Dockerfile": "FROM python:3.11\nRUN pip install torch\nCMD [\"python\", \"train.py\"]\n",
        "Makefile": "train:\n\tpython train.py --epochs 90 --lr 0.1\n\neval:\n\tpython eval.py --step 1000\n",
        "job.sh": "#!/bin/sh\n#SBATCH --time=10:00:00\n" + "".join(f"python train.py --lr 0.{n} --epochs {n}\n" for n in range(1, 9)),
        "crontab": "".join(f"{n} {n % 24} * * * /usr/bin/train --step {n}\n" for n in range(20)),
        "labels.txt": "".join(f"{n} {word}\n" for n, word in enumerate(WORDS)),
        "vocab.txt": "\n".join(["loss", "epoch", "step", "accuracy", *WORDS]) + "\n",
    }  # fmt: skip


def results() -> dict[str, str]:
    """What is written once, at the end, or of many things at once: no course of one training."""
    harness = {"results": {word: {"acc,none": round(R.random(), 4), "acc_stderr,none": 0.01} for word in WORDS}}
    bench = {"benchmarks": [{"name": f"test_{word}", "stats": {"min": R.random(), "mean": R.random(), "rounds": 5, "iterations": 1}}
                            for word in WORDS]}  # fmt: skip
    coco = {"images": [{"id": n, "width": 640} for n in range(30)],
            "annotations": [{"id": n, "image_id": n, "bbox": [1, 2, 3, 4], "score": R.random()} for n in range(30)]}  # fmt: skip
    notebook = {"cells": [{"cell_type": "code", "source": ["loss = 0.5\n"], "outputs": [{"text": ["0.5\n"]}]} for _ in range(9)],
                "nbformat": 4}  # fmt: skip
    page = {
        "lighthouseVersion": "12.0",
        "audits": {word: {"score": R.random(), "numericValue": R.random()} for word in WORDS},
    }
    search = {
        "hits": {
            "total": 30,
            "max_score": 9.1,
            "hits": [{"_id": n, "_score": R.random(), "_source": {}} for n in range(30)],
        }
    }
    map_ = {"type": "FeatureCollection", "features": [{"type": "Feature", "geometry": {"type": "Point", "coordinates": [n, n]},
                                                      "properties": {"accuracy": R.random()}} for n in range(30)]}  # fmt: skip
    return {
        "eval_results.json": json.dumps({"eval_loss": 0.41, "eval_accuracy": 0.91, "epoch": 3.0, "eval_runtime": 12.1}, indent=1),
        "harness.json": json.dumps(harness, indent=1), "benchmark.json": json.dumps(bench, indent=1),
        "coco.json": json.dumps(coco), "notebook.ipynb": json.dumps(notebook, indent=1), "page.json": json.dumps(page, indent=1),
        "search.json": json.dumps(search), "map.geojson": json.dumps(map_),
        "by_class.json": json.dumps({word: {"precision": R.random(), "recall": R.random(), "support": 9} for word in WORDS}, indent=1),
        "confusion.json": json.dumps([[R.randint(0, 99) for _ in range(10)] for _ in range(10)]),
        "embeddings.json": json.dumps({word: [R.random() for _ in range(16)] for word in WORDS}),
        "weights.json": json.dumps({"class_weights": [R.random() for _ in range(10)], "mean": [0.485, 0.456, 0.406]}),
        "answers.json": json.dumps([{"question": word, "answer": word, "f1": R.random(), "exact_match": 1} for word in WORDS], indent=1),
        "preferences.jsonl": "".join(json.dumps({"prompt": word, "chosen": "a", "rejected": "b", "score_chosen": R.random(),
                                                 "score_rejected": R.random()}) + "\n" for word in WORDS * 3),
        "per_sample.jsonl": "".join(json.dumps({"id": n, "text": word, "loss": R.random(), "correct": True}) + "\n"
                                    for n, word in enumerate(WORDS * 3)),
        "solutions.jsonl": "".join(json.dumps({"problem": word, "steps": [{"step": n, "text": "so"} for n in range(4)], "score": 1}) + "\n"
                                   for word in WORDS),
        "episode.jsonl": "".join(json.dumps({"step": n, "observation": [0.1, 0.2], "action": n % 3, "reward": 0.0, "done": False}) + "\n"
                                 for n in range(60)),
        "translation.jsonl": "".join(json.dumps({"source": word, "target": word, "bleu": R.random(), "ter": R.random()}) + "\n"
                                     for word in WORDS * 3),
        "leaderboard.md": "| model | accuracy | loss |\n|---|---|---|\n" + "".join(f"| {word} | {R.random():.3f} | {R.random():.3f} |\n" for word in WORDS),
        "table.tex": "\\begin{tabular}{lrr}\nmodel & accuracy & loss \\\\\n" + "".join(
            f"{word} & {R.random():.3f} & {R.random():.3f} \\\\\n" for word in WORDS) + "\\end{tabular}\n",
        "paper.bib": "".join(f"@article{{{word}, title={{On the loss of epoch {n}}}, year={{{2000 + n}}}}}\n" for n, word in enumerate(WORDS)),
        "points.xyz": "30\ncomment\n" + "".join(f"C {R.random():.4f} {R.random():.4f} {R.random():.4f}\n" for _ in range(30)),
        "mesh.obj": "".join(f"v {R.random():.4f} {R.random():.4f} {R.random():.4f}\n" for _ in range(60)),
        "captions.srt": "".join(f"{n}\n00:00:{n:02},000 --> 00:00:{n + 1:02},000\nThe loss in step {n} was 0.{n}\n\n" for n in range(1, 50)),
        "matrix.txt": "".join(" ".join(f"{R.random():.4f}" for _ in range(8)) + "\n" for _ in range(60)),
        "matrix.csv": "".join(",".join(f"{R.random():.4f}" for _ in range(8)) + "\n" for _ in range(60)),
        "libsvm.txt": "".join(f"{n % 2} " + " ".join(f"{k}:{R.random():.3f}" for k in range(1, 9)) + "\n" for n in range(60)),
        "column.txt": "".join(f"{R.random():.6f}\n" for _ in range(60)),
        "counted.txt": "".join(f"{n} {R.random():.6f}\n" for n in range(60)),
        "minutes.txt": "".join(f"Item {n}. The loss of the quarter was {n} million; step {n} of the plan begins.\n" for n in range(40)),
        "novel.txt": "It was the best of times, it was the worst of times; the loss was great, and every step was 1 too far.\n" * 40,
        "recipe.txt": "".join(f"Step {n}: add {n * 10} g of {word} and stir for {n} min.\n" for n, word in enumerate(WORDS, 1)),
        "homework.txt": "".join(f"Question {n}: score {n % 10}/10\n" for n in range(1, 40)),
        "diary.txt": "".join(f"Day {n}: weight {90 - n / 10:.1f} kg, weight loss {n / 10:.1f} kg, steps {9000 + n}\n" for n in range(60)),
        "battle.txt": "".join(f"Round {n}: red losses {n}, blue losses {n + 1}\n" for n in range(1, 40)),
    }  # fmt: skip
