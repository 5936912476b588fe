"""Secrets out of text and settings before they are kept: passwords, keys and tokens become `[redacted]`.

Two things give a secret away: its name (`password`, `api_key`, `hf_token`, `--client-secret`) and its shape (`hf_...`,
`sk-...`, `ghp_...`, `AKIA...`, a bearer header, a private key, a web token, `user:password@` in an address).
Names of training settings look alike and stay: `max_tokens`, `pad_token`, `tokenizer`, `num_key_value_heads`. A name
that only ends in `token` or `key` counts when its value looks random.

It is a net, not a proof: a password in the middle of a sentence, or under an innocent name, passes; one that is not
quoted is taken to end at a blank, a comma, a semicolon, `&` or a bracket.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from traindx.guards.limits import MAX_DEPTH
from traindx.guards.numbers import number

REDACTED = "[redacted]"

# Parts of names, written together without separators, that leave no doubt.
_CERTAIN = re.compile(
    r"passw(?:or)?d|passphrase|secret|credential|connectionstring|authorization|apikey|"
    r"(?:access|account|auth|client|deploy|encryption|license|master|private|server|service|shared|signing|ssh|storage)"
    r"key(?!s?(?:dim|size|len|num))|"
    r"(?:access|api|auth|bearer|bot|csrf|github|gitlab|hf|hub|id|jwt|oauth|personal|refresh|session|slack|wandb)token$|"
    r"^(?:auth|cookie|dsn|setcookie)$|(?:db|ftp|mail|mysql|pg|redis|smtp|sql|user)(?:pass|pwd)$"
)
_DOUBTFUL = re.compile(r"(?:token|key|auth)$|^(?:pwd|pass)$")
# What stands before "token" when it is a word of a vocabulary.
_VOCABULARY = re.compile(
    r"(?:pad|eos|bos|unk|mask|sep|cls|start|end|begin|stop|special|prefix|suffix|image|video)token$"
)
_HARMLESS_VALUES = {"", "none", "null", "true", "false", "yes", "no", "***", REDACTED.lower(), "[redacted"}

# The shapes that issuers of tokens publish. None may start inside a word: that also keeps the search linear.
_SHAPES = re.compile(
    r"(?<![A-Za-z0-9_-])(?:"
    r"hf_[A-Za-z0-9]{20,}|gh[oprsu]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|"
    r"(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])|AIza[\w-]{30,}|ya29\.[\w-]{20,}|xox[abeoprs]-[\w-]{10,}|"
    r"(?:npm|gsk|r8|pypi|dckr_pat)[_-][A-Za-z0-9_-]{30,}|nvapi-[\w-]{20,}|wandb_v1_\w{20,}|"
    r"[srp]k_(?:live|test)_\w{16,}|SG\.[\w-]{16,}\.[\w-]{16,}|"
    r"eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?)",
    re.ASCII,
)
# "sk-" also begins words such as sk-learn-...: the callback asks for a digit.
_SK = re.compile(r"(?<![\w-])sk-[\w-]{16,}", re.ASCII)
_HEADER = re.compile(r"(?i)\b(authorization|(?:set-)?cookie)(\W{1,4}(?<=[:=\"' ]))([^\n\r\"']+)")
_BEARER = re.compile(r"(?i)(\b(?:bearer|basic)[ \t]{1,4})([\w.~+/=-]{8,})", re.ASCII)
_PRIVATE_KEY = re.compile(r"(-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----)[^-]*(?:-----END [A-Z ]{0,30}-----)?")
_USERINFO = re.compile(r"(?<=://)([^\s/?#\"'<>]+)@")
_LOGIN = re.compile(r"(\blogin(?:[ \t]{1,4}--?\w{1,20}){0,3}[ \t]{1,4})([0-9a-f]{40,})", re.ASCII)

_NAME = r"(?<![\w.-])(?:--?)?([A-Za-z_][\w.-]{0,127})"
_VALUE = r"(\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|[^\s,;&\"'\])}]+)"
_ASSIGNED = re.compile(_NAME + r"([\"']?[ \t]{0,8}(?:=>|:=|[=:])[ \t]{0,8})" + _VALUE, re.ASCII)
_FLAG = re.compile(r"(?<![\w.-])(--[A-Za-z][\w.-]{0,127})([ \t]{1,4})(?!-)" + _VALUE, re.ASCII)


def redact(text: str) -> str:
    """The text with its secrets replaced; what stands around them is unchanged."""
    text = _PRIVATE_KEY.sub(rf"\1{REDACTED}", text)
    text = _HEADER.sub(rf"\1\2{REDACTED}", text)
    text = _USERINFO.sub(lambda m: m[0] if m[1] == "git" else f"{REDACTED}@", text)
    text = _SHAPES.sub(REDACTED, text)
    text = _SK.sub(lambda m: REDACTED if _has_digit(m[0]) else m[0], text)
    text = _BEARER.sub(lambda m: m[1] + REDACTED if _has_digit(m[2]) or len(m[2]) >= 20 else m[0], text)
    text = _LOGIN.sub(rf"\1{REDACTED}", text)
    text = _FLAG.sub(_assignment, text)
    return _ASSIGNED.sub(_assignment, text)


def redact_mapping(mapping: Mapping[str, Any]) -> dict[str, Any]:
    """The same settings, at every level, with the values of secret names and the secrets in texts replaced."""
    return _mapping(mapping, 0)


def _mapping(mapping: Mapping[str, Any], depth: int) -> dict[str, Any]:
    return {
        redact(key) if isinstance(key, str) else key: REDACTED if _is_secret(str(key), value) else _value(value, depth)
        for key, value in mapping.items()
    }


def _value(value: object, depth: int) -> object:
    if isinstance(value, str):
        return redact(value)
    if depth >= MAX_DEPTH and isinstance(value, Mapping | list | tuple):
        return REDACTED  # too deep to be looked through
    if isinstance(value, Mapping):
        return _mapping(value, depth + 1)
    return _items(value, depth + 1) if isinstance(value, list | tuple) else value


def _items(items: Sequence[object], depth: int) -> list[object]:
    """A list, which may be a command line: the word after `--api-key` is a secret."""
    made: list[object] = []
    flag = ""
    for item in items:
        made.append(REDACTED if flag and _is_secret(flag, item) else _value(item, depth))
        flag = item if isinstance(item, str) and item.startswith("-") and "=" not in item else ""
    return made


def _assignment(match: re.Match[str]) -> str:
    value = match[3]
    quote = value[0] if value[0] in "\"'" else ""
    bare = value[1:-1] if quote else value
    if not _is_secret(match[1], bare):
        return match[0]
    return match[0][: len(match[0]) - len(value)] + quote + REDACTED + quote


def _is_secret(name: str, value: object) -> bool:
    if value is None or isinstance(value, bool):
        return False
    together = re.sub(r"[^a-z0-9]", "", name.lower()[-200:])
    if isinstance(value, str) and (value.lower() in _HARMLESS_VALUES or value.startswith(REDACTED)):
        return False
    if _CERTAIN.search(together):
        return not (isinstance(value, str) and value.startswith(("<", "${", "$(")))  # a placeholder, or a reference
    if _DOUBTFUL.search(together) and not _VOCABULARY.search(together):
        return isinstance(value, str) and _looks_random(value)
    return False


def _looks_random(value: str) -> bool:
    """Long, without blanks, letters and digits mixed, no number and no path."""
    if len(value) < 12 or not re.fullmatch(r"[\w.+/=~:-]+", value, re.ASCII) or number(value) is not None:
        return False
    return _has_digit(value) and any(char.isalpha() for char in value) and value.count("/") < 2


def _has_digit(text: str) -> bool:
    return any(char.isdigit() for char in text)
