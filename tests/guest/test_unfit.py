from __future__ import annotations

import pytest

from traindx.guest.unfit import Unfit, raised


def test_the_sentence_says_what_is_wrong_then_what_to_do() -> None:
    error = Unfit("a is b", "do c")
    assert str(error) == "a is b; do c"


def test_an_exception_of_the_user_is_named_with_its_place_in_one_line() -> None:
    with pytest.raises(KeyError) as caught:
        {}["two\nlines"]
    said = raised("make_model", caught.value, "look there")
    assert said.what.startswith(f"make_model raised KeyError at {__file__}:")
    assert "\n" not in said.what


def test_an_exception_without_words_is_named_too() -> None:
    assert raised("x", ValueError(), "y").what == "x raised ValueError"
