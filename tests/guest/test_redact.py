"""Secrets out of what the guest overhears."""

import pytest

from traindx.guest.redact import REDACTED, redact


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("could not log in with password=hunter2secret", "hunter2secret"),
        ("api_key: 'abc123def456'", "abc123def456"),
        ("--api-key abc123def456", "abc123def456"),
        ("hf_abcdefghijklmnopqrstuv", "hf_abcdefghijklmnopqrstuv"),
        ("Authorization: Bearer abcdefghijklmnop123", "abcdefghijklmnop123"),
        ("s3://key:word@host/path", "key:word"),
    ],
)
def test_secrets_go(text: str, secret: str) -> None:
    assert secret not in redact(text)
    assert REDACTED in redact(text)


@pytest.mark.parametrize("text", ["max_tokens=512", "loss 0.5, accuracy 0.9", "mat1 and mat2 shapes (3x4 and 5x6)"])
def test_what_is_none_stays(text: str) -> None:
    assert redact(text) == text
