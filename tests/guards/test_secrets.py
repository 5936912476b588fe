import random
import string
import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from traindx.guards.secrets import REDACTED, redact, redact_mapping

ALNUM = string.ascii_letters + string.digits
HEX = "0123456789abcdef"

# Names of settings in PyTorch, transformers, Lightning, timm, detectron2, Megatron, vLLM and TRL.
_WORDS = """
accumulate_grad_batches activation activation_checkpointing adam_beta1 adam_beta2 adam_epsilon add_bos_token
add_cross_attention add_prefix_space amp_level architectures attention_bias attention_dropout attention_key_bias
attn_implementation author auto_find_batch_size auxiliary_loss backbone base_lr batch_size begin_suppress_tokens beta1
beta_schedule betas bos_token bos_token_id bucket_key cache_key cfg channels_last checkpoint chunk_size cls_token
clip_grad_norm clip_skip_layer cls_token_id cooldown_epochs cross_entropy_key cutmix d_key d_model
dataloader_num_workers
dataset_key ddp_bucket_cap_mb decay_rate decoder_start_token_id deepspeed devices dim_key dist_token do_sample dropout
drop_path_rate early_stopping_patience ema_decay encoder_layers end_token eos_token eos_token_id epochs eval_steps
evaluation_strategy experiment expand_key_dim feed_forward_dim first_token forward_passes fp16_opt_level freeze_layers
gamma global_pool gradient_accumulation_steps gradient_checkpointing gradient_clip_val group_by_length group_key
head_dim hidden_act hidden_dropout_prob hidden_size ignore_index image_key image_token image_token_id init_scale
initializer_range input_key intermediate_size interpolation json_keys kernel_size key key_cache_dtype key_dim
key_padding_mask key_proj_bias key_value_proj_dim keys kl_coef kv_key_size label_key label_smoothing last_token
layer_norm_eps
layers learning_rate length_penalty log_every_n_steps logging_steps lr lr_decay lr_scheduler_type mask_token
mask_token_id max_grad_norm max_length max_new_tokens max_position_embeddings max_seq_len max_steps max_token max_tokens
max_tokens_per_batch metric_key min_lr mixup momentum monitor monitor_key multi_pass n_keys n_layer nesterov
next_token no_repeat_ngram_size norm_type num_attention_heads num_beams num_classes num_epochs num_experts_per_token
num_key_value_heads num_keys num_passes num_tokens num_workers optim optimizer output_dir pad_token pad_token_id pass
pass_at_k passes patience per_token_loss pin_memory pos_embed precision prefetch_factor primary_key prompt_token
qk_norm query_key_value reduction relu_slope remove_token repetition_penalty reset_key resume rope_theta router_aux
sample_key save_strategy save_total_limit scheduler seed sep_token seq_len skip_special_tokens sort_key special_tokens
step_size stop_token strategy suppress_tokens target_key task temperature tie_word_embeddings token token_dim
token_dropout token_embedding token_ids token_level_loss token_type token_type_ids tokenization tokenizer
tokenizer_name tokenizers_parallelism tokens tokens_per_second tokens_per_step top_k top_p torch_dtype train_tokens
trust_remote_code unk_token unk_token_id use_cache use_keys val_key vocab_size wandb_project
warmup_ratio warmup_steps weight_decay weight_key word_tokens zero_stage
"""
SETTINGS = _WORDS.split()
ORDINARY_VALUES = [
    1,
    1024,
    0.1,
    True,
    None,
    "adamw",
    "0.001",
    "1e-4",
    "None",
    "<pad>",
    "<|endoftext|>",
    "val_loss",
    "cosine",
]


def planted(rng):
    """One secret, in one of the ways in which secrets stand in logs, and the text around it."""

    def word(alphabet, n):
        return "".join(rng.choice(alphabet) for _ in range(n))

    shaped = [
        "hf_" + word(ALNUM, 34), "sk-" + word(ALNUM, 20) + "7" + word(ALNUM, 27), "sk-proj-4" + word(ALNUM + "-_", 60),
        "ghp_" + word(ALNUM, 36), "github_pat_" + word(ALNUM, 60), "AKIA" + word(string.ascii_uppercase + "234567", 16),
        "glpat-" + word(ALNUM, 20), "xoxb-" + word(string.digits, 12) + "-" + word(ALNUM, 24), "AIza" + word(ALNUM, 35),
        "eyJ" + word(ALNUM, 20) + "." + word(ALNUM, 40) + "." + word(ALNUM, 43), "npm_" + word(ALNUM, 36),
    ]  # fmt: skip
    if rng.random() < 0.4:
        secret = rng.choice(shaped)
        return secret, rng.choice(
            ["using {}", "key {} was refused", "https://x.y/?a={}&b=1", "('{}',)", "{}", "t={}\n"]
        )
    secret = word(HEX, 39) + "4" if rng.random() < 0.5 else word(ALNUM, rng.randint(16, 40)) + "a1"
    name = rng.choice(
        ["WANDB_API_KEY", "api_key", "apiKey", "password", "DB_PASSWORD", "PGPASSWORD", "secret", "client_secret",
         "HF_TOKEN",
         "token", "auth_token", "access-token", "AWS_SECRET_ACCESS_KEY", "NEPTUNE_API_TOKEN", "OPENAI_KEY", "smtp_pass",
         "githubToken", "passphrase", "private_key", "ENCRYPTION_KEY", "COMET_API_KEY", "azure.storage.key",
         "x-api-key"]
    )  # fmt: skip
    around = ["{n}={}", "{n}: {}", '{{"{n}": "{}"}}', "export {n}='{}'", "--{n} {}", "--{n}={}", "{n} = {}",
              "{{'a': 1, '{n}': '{}'}}", "https://h/p?x=1&{n}={}&y=2", "Authorization: Bearer {}", "  {n}:{},",
              "postgres://me:{}@db:5432/x", "wandb login {}", "curl -H 'Authorization: Basic {}'"]  # fmt: skip
    shape = rng.choice(around)
    if "login" in shape:
        secret = word(HEX, 40)
    return secret, shape.replace("{n}", name).replace("{{", "{").replace("}}", "}")


def test_recall_on_a_thousand_planted_secrets():
    rng = random.Random(7)
    missed = []
    for _ in range(1000):
        secret, shape = planted(rng)
        text = "step 10 loss 0.5 " + shape.replace("{}", secret) + " lr 0.1"
        made = redact(text)
        assert made.startswith("step 10 loss 0.5 ")
        if secret in made or secret[4:] in made:
            missed.append(text)
    assert missed == []


def test_no_ordinary_setting_is_redacted():
    assert len(set(SETTINGS)) >= 150
    for value in ORDINARY_VALUES:
        mapping = dict.fromkeys(SETTINGS, value)
        assert redact_mapping(mapping) == mapping
        for name in SETTINGS:
            for shape in ("{}={}", "{}: {}", "'{}': '{}',", "--{} {}"):
                assert redact(shape.format(name, value)) == shape.format(name, value)


@pytest.mark.parametrize(
    "text",
    ["step 10 loss 0.5 tokens/s 1024", "commit 3f2a9c1e5b7d8f0a1b2c3d4e5f60718293a4b5c6",
     "git+ssh://git@github.com/a/b",
     "https://example.com/a@b", "Basic block 3", "bearer of news", "sk-learn-random-forest-classifier",
     "risk-adjusted-loss-12345678",
     "hf_model_name_or_path=bert-base", "token: the", "secret: None", "password: ${DB_PASSWORD}",
     "torch.nn.Linear(768, 10)",
     "key: Value", "login succeeded", "run-20260101_000000-abcdefgh", "12:30:45 epoch=3", "eyJust a word",
     "s3://bucket/key"],
)  # fmt: skip
def test_ordinary_lines_stay(text):
    assert redact(text) == text


@pytest.mark.parametrize(
    ("text", "made"),
    [('{"password": "a b\\" c", "lr": 0.1}', '{"password": "[redacted]", "lr": 0.1}'),
     ("https://user:pw@host/x", "https://[redacted]@host/x"), ("https://user:p@w@host/x", "https://[redacted]@host/x"),
     ("Cookie: a=1; b=2", "Cookie: [redacted]"), ("api_key=x, lr=0.1", "api_key=[redacted], lr=0.1"),
     ("-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----.",
     "-----BEGIN RSA PRIVATE KEY-----[redacted]."),
     ("python t.py --hub-token abc --lr 0.1", "python t.py --hub-token [redacted] --lr 0.1"), ("PASSWORD=12345",
     "PASSWORD=[redacted]")],
)  # fmt: skip
def test_only_the_secret_goes(text, made):
    assert redact(text) == made


def test_words_of_a_vocabulary_stay_even_when_they_look_random():
    words = {"pad_token": "reserved_special_token_250", "eos_token": "endoftext_00112233"}
    assert redact_mapping(words) == words
    assert redact_mapping({"some_token": "reserved_special_token_250"}) == {"some_token": REDACTED}


def test_mappings_at_every_level():
    token = "hf_" + "aB3" * 12
    made = redact_mapping(
        {"lr": 0.1, "env": {"HF_TOKEN": "x", "PWD": "/home/me"}, "args": ["--api-key", "x", "--lr", "0.1",
        "--password=q"],
         "note": f"with {token}", "credentials": {"user": "u"}, token: 1, 3: "x", "use_auth_token": True}
    )  # fmt: skip
    assert made == {
        "lr": 0.1, "env": {"HF_TOKEN": REDACTED, "PWD": "/home/me"},
        "args": ["--api-key", REDACTED, "--lr", "0.1", f"--password={REDACTED}"],
        "note": f"with {REDACTED}", "credentials": REDACTED, REDACTED: 1, 3: "x", "use_auth_token": True,
    }  # fmt: skip
    deep = {}
    for _ in range(2000):
        deep = {"a": deep}
    assert REDACTED in str(redact_mapping(deep))


@settings(derandomize=True, deadline=None, database=None, max_examples=500)
@given(st.text(alphabet="aA1_-=:\"' \n@/.?&,{}[]\\\ud800", max_size=50) | st.text(max_size=50))
@example("password=[redacted]")
@example("password='")
@example("--token")
def test_any_text_is_taken_and_twice_is_once(text):
    once = redact("password=" + text)
    assert redact(once) == once
    redact(text)


def test_time_is_linear():
    start = time.perf_counter()
    for hostile in ("sk-" * 10**5, "a" * 10**6, "://" * 10**5, "eyJ" * 10**5, "a=" * 10**5, '"' * 10**6, "--a " * 10**5,
                    "-----BEGIN PRIVATE KEY-----" * 10**4, "authorization" * 10**5, "authorization: " * 10**4,
                    "login " * 10**5,
                    " " * 10**6, "a='" * 10**5, "a=\"\\" * 10**5, "hf_" * 10**5, "bearer " * 10**5, "x@" * 10**5,
                    "://a@" * 10**5,
                    "token=" * 10**4, "eyJaaaaaaaaa." * 10**4):  # fmt: skip
        redact(hostile)
    assert time.perf_counter() - start < 10.0
