import csv
import io
import unicodedata
from html.parser import HTMLParser

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from traindx.guards.escaping import csv_cell, html, markdown, terminal

HOSTILE = st.text(
    alphabet=st.sampled_from(
        "\x00\x07\x08\t\n\r\x1b\x7f\x85\x9b\xad\u200b\u200d\u202e\u2066\u2028\ufeff\ufe0f\U000e0041\ud800\udfff"
        "<>&\"'`=+-@|*_[]()!#~$\\/:.;0 aAéπ漢😀"
    )
    | st.characters(),
    max_size=40,
)
fuzz = settings(derandomize=True, deadline=None, database=None, max_examples=500)


def seen(text):
    return all(unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"} for char in text)


@fuzz
@given(HOSTILE)
@example("a\ufe0fb")
@example("\x1b]8;;http://evil\x1b\\click\x1b]8;;\x1b\\")
def test_no_invisible_character_reaches_any_place(text):
    for made in (terminal(text), markdown(text), html(text), csv_cell(text)):
        assert seen(made)
        made.encode("utf-8")
        assert not set(made) & set("\r\n\t\x1b\ufe0f")
    assert terminal(terminal(text)) == terminal(text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [("a\rb", r"a\rb"), ("\x1b[31m", r"\x1b[31m"), ("x\u202ey", r"x\u202ey"), ("\U000e0041", r"\U000e0041"),
     ("\ud800", r"\ud800"), ("\x9b1m", r"\x9b1m"), ("a\u200bb", r"a\u200bb"),
     ("train/loss_ä 漢 😀", "train/loss_ä 漢 😀"),
     ("C:\\runs", "C:\\runs"), ("1\u00a0000", "1\u00a0000")],
)  # fmt: skip
def test_terminal(text, shown):
    assert terminal(text) == shown


@fuzz
@given(HOSTILE)
@example("<script>alert(1)</script>")
@example("' onmouseover='x")
def test_html_is_text_and_nothing_else(text):
    tags, data = [], []

    class Parser(HTMLParser):
        def handle_starttag(self, tag, attrs):
            tags.append((tag, attrs))

        def handle_data(self, piece):
            data.append(piece)

    parser = Parser()
    parser.feed(f'<p title="{html(text)}">{html(text)}</p>')
    parser.close()
    assert tags == [("p", [("title", terminal(text))])]
    assert "".join(data) == terminal(text)


@pytest.mark.parametrize(
    ("text", "made"),
    [("grad_norm", "grad_norm"), ("_x_", r"\_x\_"), ("**b**", r"\*\*b\*\*"), ("[a](b)", r"\[a\](b)"),
     ("<img src=x>", "&lt;img src=x&gt;"), ("# big", r"\# big"), ("- item", r"\- item"), ("1. item", r"1\. item"),
     ("-0.5", "-0.5"), ("0.5", "0.5"), ("a|b", r"a\|b"), ("https://e.com", "https&#58;//e.com"),
     ("www.e.com", "www&#46;e.com"),
     ("@someone", "&#64;someone"), ("`x`", r"\`x\`"), ("&lt;", "&amp;lt;"), ("---", r"\---")],
)  # fmt: skip
def test_markdown(text, made):
    assert markdown(text) == made


@fuzz
@given(HOSTILE)
def test_markdown_leaves_no_bare_mark(text):
    made = markdown(text)
    assert "<" not in made
    assert ">" not in made
    assert "://" not in made
    rest = made.replace("\\\\", "")
    for mark in "`*[]|~$":
        assert rest.count(mark) == rest.count("\\" + mark)


@fuzz
@given(HOSTILE)
@example("=cmd|' /C calc'!A0")
@example(" =1+1")
@example("\t=1")
def test_csv_cells_start_no_formula(text):
    cell = csv_cell(text)
    out = io.StringIO()
    csv.writer(out).writerow([cell])
    [[back]] = csv.reader(io.StringIO(out.getvalue())) if cell else [[""]]
    assert back == cell
    if cell.lstrip(" ").startswith(tuple("=+-@\t\r")):
        assert float(cell) is not None


@pytest.mark.parametrize(("text", "made"), [("-0.5", "-0.5"), ("-nan", "-nan"), ("loss", "loss"), ("@x", "'@x"),
                                            ("-x", "'-x"), ("\t1", "'\\t1"), ("+1 2", "'+1 2")])  # fmt: skip
def test_csv_cell(text, made):
    assert csv_cell(text) == made
