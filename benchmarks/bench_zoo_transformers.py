"""Small random configurations of the library transformers for the zoo: see bench_zoo.py. Each brings its own loss."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
import transformers
from bench_zoo import CLASSES, Task, healthy, images, labelled_words, series, walks

transformers.logging.set_verbosity_error()
WIDTH = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 64}
DECODER = {**WIDTH, "vocab_size": 48, "max_position_embeddings": 64, "num_key_value_heads": 2, "pad_token_id": 0}


def language() -> Callable[[], Any]:
    def draw() -> Any:
        text = walks(16, 20)
        return {"input_ids": text, "labels": text.clone()}

    return draw


def masked() -> Callable[[], Any]:
    def draw() -> Any:
        text = walks(16, 20)
        hidden = torch.rand(text.shape) < 0.3
        return {"input_ids": torch.where(hidden, 1, text), "attention_mask": torch.ones_like(text),
                "labels": torch.where(hidden, text, -100)}  # fmt: skip

    return draw


def classes() -> Callable[[], Any]:
    source = labelled_words()

    def draw() -> Any:
        words, labels = source()
        return {"input_ids": words, "attention_mask": torch.ones_like(words), "labels": labels}

    return draw


def pictures() -> Callable[[], Any]:
    source = images()

    def draw() -> Any:
        x, labels = source()
        return {"pixel_values": x, "labels": labels}

    return draw


def made(name: str, head: str, draw: Callable[[], Callable[[], Any]], lr: float = 1e-3, **settings: Any) -> None:
    def make() -> Task:
        config = getattr(transformers, f"{name}Config")(**settings)
        return Task(getattr(transformers, f"{name}{head}")(config).train(), draw(), None, lr=lr)

    make.__name__ = f"hf_{name.lower()}_{head.lower()}"
    healthy(make)


made("GPT2", "LMHeadModel", language, n_embd=32, n_layer=2, n_head=4, vocab_size=48, n_positions=64)
made("Llama", "ForCausalLM", language, **DECODER)
made("Mistral", "ForCausalLM", language, **DECODER)
made("Qwen2", "ForCausalLM", language, **DECODER)
made("Mixtral", "ForCausalLM", language, **DECODER, num_local_experts=4)
made("OPT", "ForCausalLM", language, hidden_size=32, num_hidden_layers=2, num_attention_heads=4, ffn_dim=64,
     vocab_size=48, max_position_embeddings=64, word_embed_proj_dim=32)  # fmt: skip
made("GPTNeoX", "ForCausalLM", language, **WIDTH, vocab_size=48, max_position_embeddings=64)
made("Bert", "ForMaskedLM", masked, **WIDTH, vocab_size=48, max_position_embeddings=64)
made("Bert", "ForSequenceClassification", classes, **WIDTH, vocab_size=48, max_position_embeddings=64,
     num_labels=CLASSES)  # fmt: skip
made("Roberta", "ForMaskedLM", masked, **WIDTH, vocab_size=48, max_position_embeddings=80)
made("DistilBert", "ForSequenceClassification", classes, dim=32, n_layers=2, n_heads=4, hidden_dim=64, vocab_size=48,
     max_position_embeddings=64, num_labels=CLASSES)  # fmt: skip
made("Albert", "ForMaskedLM", masked, **WIDTH, vocab_size=48, embedding_size=16, max_position_embeddings=64)
made("Electra", "ForSequenceClassification", classes, **WIDTH, vocab_size=48, embedding_size=16,
     max_position_embeddings=64, num_labels=CLASSES)  # fmt: skip
made("T5", "ForConditionalGeneration", language, d_model=32, d_ff=64, d_kv=8, num_layers=2, num_heads=4, vocab_size=48,
     decoder_start_token_id=0)  # fmt: skip
made("Bart", "ForConditionalGeneration", language, d_model=32, encoder_layers=2, decoder_layers=2,
     encoder_attention_heads=4, decoder_attention_heads=4, encoder_ffn_dim=64, decoder_ffn_dim=64, vocab_size=48,
     max_position_embeddings=64)  # fmt: skip
made("ViT", "ForImageClassification", pictures, **WIDTH, image_size=16, patch_size=4, num_labels=CLASSES)
made("DeiT", "ForImageClassification", pictures, **WIDTH, image_size=16, patch_size=4, num_labels=CLASSES)
made("ConvNext", "ForImageClassification", pictures, hidden_sizes=[16, 32], depths=[2, 2], num_stages=2, patch_size=2,
     num_labels=CLASSES)  # fmt: skip
made("ResNet", "ForImageClassification", pictures, embedding_size=16, hidden_sizes=[16, 32], depths=[1, 1],
     layer_type="basic", num_labels=CLASSES)  # fmt: skip


@healthy
def hf_bert_frozen_but_head() -> Task:
    config = transformers.BertConfig(**WIDTH, vocab_size=48, max_position_embeddings=64, num_labels=CLASSES)
    model = transformers.BertForSequenceClassification(config).train()
    model.bert.requires_grad_(False)
    return Task(model, classes(), None, lr=0.01)


@healthy
def hf_wav2vec2_classifier() -> Task:
    config = transformers.Wav2Vec2Config(
        **WIDTH, conv_dim=(16, 16), conv_stride=(4, 2), conv_kernel=(8, 4), num_conv_pos_embeddings=8,
        num_conv_pos_embedding_groups=4, num_labels=CLASSES, classifier_proj_size=16, mask_time_prob=0.0,
        vocab_size=8, mask_feature_prob=0.0,
    )  # fmt: skip
    source = series(16, 160, 1)

    def draw() -> Any:
        x, labels = source()
        return {"input_values": x[..., 0], "labels": labels}

    return Task(transformers.Wav2Vec2ForSequenceClassification(config).train(), draw, None, lr=1e-3)
