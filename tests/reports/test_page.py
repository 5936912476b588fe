import pytest
from hypothesis import given
from hypothesis import strategies as st

from traindx.reports.page import LABEL, Page, cells, clipped, tail, wrapped


def page(**fields):
    return Page(**{"width": 60, "color": False, "unicode": True, **fields})


@given(st.text(max_size=200), st.integers(4, 80), st.integers(1, 5))
def test_no_row_is_wider_than_the_width_nor_are_there_more_rows(text, width, most):
    rows = wrapped(page().clean(text), width, most=most)
    assert 1 <= len(rows) <= most
    assert max(map(cells, rows)) <= width


@given(st.text(max_size=200), st.integers(4, 80))
def test_wrapping_loses_nothing_but_blanks(text, width):
    clean = page().clean(text)
    assert "".join(wrapped(clean, width)).replace(" ", "") == clean.replace(" ", "")


@given(st.text(max_size=100), st.integers(3, 50))
def test_cut_texts_fit(text, width):
    assert cells(clipped(text, width)) <= width
    assert cells(tail(text, width)) <= width


def test_cuts_show_that_they_are_cuts():
    assert clipped("a long sentence", 10) == "a long..."
    assert tail("/a/long/path.csv", 10) == "...ath.csv"
    assert wrapped("one two three four", 9, most=1) == ["one..."]
    assert wrapped("one two three four", 9, most=2)[-1].endswith("...")


def test_wide_letters_take_two_columns_and_accents_none():
    assert [cells("ab"), cells("字字"), cells("e\u0301")] == [2, 4, 1]


def test_without_unicode_everything_is_ascii():
    plain = page(unicode=False)
    plain.entry("Seen", "loss … 字")
    assert plain.lines == ["Seen        loss ... \\u5b57"]


def test_colour_stands_around_the_text_and_counts_nothing():
    coloured = page(color=True)
    coloured.line(("a" * 50, "red"), ("b" * 50, "bold"), ("c", ""))
    assert coloured.lines == [f"\x1b[31m{'a' * 50}\x1b[0m\x1b[1m{'b' * 7}...\x1b[0m"]
    plain = page()
    plain.line(("a", "red"), ("  ", ""))
    assert plain.lines == ["a"]


def test_an_entry_hangs_below_its_text():
    both = page(width=40)
    both.entry("Do not", "train longer: nothing has improved since step 1400")
    assert both.lines == ["Do not      train longer: nothing has", " " * LABEL + "improved since step 1400"]


def test_two_ends_of_a_line_or_two_lines():
    for width, rows in ((80, 1), (40, 2)):
        both = page(width=width)
        both.both(("PROBLEM", ""), ("the learning rate is", ""), ("most likely", ""))
        assert len(both.lines) == rows
        assert both.lines[-1].endswith("most likely")


def test_never_two_empty_lines():
    both = page()
    both.blank()
    both.line(("a", ""))
    both.blank()
    both.blank()
    assert both.lines == ["a", ""]


@pytest.mark.parametrize("width", [-5, 0, 1, 39])
def test_no_screen_is_too_narrow_to_be_served(width):
    assert page(width=width).width == 40
