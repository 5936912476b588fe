"""Secrets out of what is overheard: passwords, keys and tokens, told by their names or by their shapes.

Narrower than what guards the answers: it must work in any Python from 3.9 on and at little cost. What passes here is
redacted once more before it is shown.
"""

from __future__ import annotations

import re

REDACTED = "[redacted]"

# The shapes that issuers of tokens publish.
_SHAPES = re.compile(
    r"(?<![A-Za-z0-9_-])(?:hf_[A-Za-z0-9]{20,}|gh[oprsu]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|"
    r"(?:AKIA|ASIA)[A-Z0-9]{16}|AIza[\w-]{30,}|ya29\.[\w-]{20,}|xox[abeoprs]-[\w-]{10,}|sk-(?=[\w-]*\d)[\w-]{16,}|"
    r"[srp]k_(?:live|test)_\w{16,}|SG\.[\w-]{16,}\.[\w-]{16,}|eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?)",
    re.ASCII,
)
_NAMED = re.compile(
    r"(?i)((?:passw(?:or)?d|passphrase|secret|credential|api[_-]?key|(?:access|private|client|auth)[_-]?key|"
    r"(?:access|api|auth|bearer|hf|refresh|session)[_-]?token|authorization)\w{0,40}[\"']?[ \t]{0,4}(?:=>|[=:]|[ \t])"
    r"[ \t]{0,4})(\"[^\"\n]*\"|'[^'\n]*'|(?:(?:bearer|basic)[ \t]+)?[^\s,;&\"'\])}]+)"
)
_BEARER = re.compile(r"(?i)(\b(?:bearer|basic)[ \t]{1,4})([\w.~+/=-]{16,})", re.ASCII)
_USERINFO = re.compile(r"(?<=://)(?!git@)([^\s/?#\"'<>@]+)@")


def redact(text: str) -> str:
    """The text without its secrets; what stands around them is unchanged."""
    text = _USERINFO.sub(REDACTED + "@", text)
    text = _SHAPES.sub(REDACTED, text)
    text = _BEARER.sub(r"\1" + REDACTED, text)
    return _NAMED.sub(r"\1" + REDACTED, text)
