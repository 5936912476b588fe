from __future__ import annotations

import itertools
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from traindx.decoding import json_text
from traindx.decoding.long_list import LongList
from traindx.guards import limits
from traindx.guards.refusal import Refused

HARD = {"s": '}, {"rows": [1]', "n": [{"a": 1}, {"b": [2]}], "e": 'a"\\', "u": "é\u2028"}


def read(data: bytes, cuts: list[int]) -> tuple[object, bool, list[object]]:
    elements: list[object] = []

    def take(text: bytes) -> None:
        found = json_text.document(b"[%b]" % text)
        assert isinstance(found, list)
        assert found
        elements.extend(found)

    whole = LongList("rows", take)
    bounds = sorted({0, len(data), *(min(cut, len(data)) for cut in cuts)})
    for first, last in itertools.pairwise(bounds):
        whole.feed(data[first:last])
    return *whole.document(), elements


@given(
    st.lists(st.sampled_from([{}, {"a": 1}, HARD, 1, None, [], ["rows"], "x]", {"rows": [1]}]), max_size=6),
    st.sampled_from([None, 2, " "]),
    st.lists(st.integers(0, 800)),
)
def test_the_elements_come_whole_wherever_the_pieces_are_cut(
    rows: list[object], indent: int | str | None, cuts: list[int]
) -> None:
    document = {"before": HARD, "rows": rows, "after": [HARD]}
    rest, meant, found = read(json.dumps(document, indent=indent).encode(), cuts)
    if meant:
        assert (rest, found) == ({**document, "rows": []}, rows)
    else:  # what is called so lies deeper, and before it
        assert rest == document


def test_every_byte_may_end_a_piece_and_no_beginning_is_taken_for_a_document() -> None:
    data = json.dumps({"rows": [HARD, {"a": 1}], "x": 1}, indent=1).encode()
    for cut in range(len(data)):
        assert read(data, [cut])[2] == [HARD, {"a": 1}]
        with pytest.raises(Refused):
            read(data[:cut], [cut // 2])


@pytest.mark.parametrize(
    "text",
    ['{"rows": [1,]}', '{"rows": [,1]}', '{"rows": [1 2]}', '{"rows": [1}}', '{"rows": [{"a": 1]}]}', '{"rows": [1]}}',
     '{"rows": [1], }', '{"rows": [{"a"}]}', '{"rows": ["a}, {]}', '{"rows": [{}}, {}]}', '["rows": [1]]'],
)  # fmt: skip
def test_what_is_no_json_is_refused(text: str) -> None:
    for cuts in ([], list(range(len(text)))):
        with pytest.raises(Refused):
            read(text.encode(), cuts)


def test_of_a_list_that_comes_twice_the_last_counts() -> None:
    rest, meant, _ = read(b'{"rows": [1], "rows": [2]}', [])
    assert (rest, meant) == ({"rows": [2]}, False)
    rest, meant, _ = read(b'{"deep": {"rows": [1]}}', [])
    assert (rest, meant) == ({"deep": {"rows": []}}, False)


def test_a_document_without_the_list_is_whole() -> None:
    assert read(b'{"rows": 3, "x": [1, 2]}', [5]) == ({"rows": 3, "x": [1, 2]}, False, [])
    data = '{"rows": [1]}'.encode("utf-16")
    assert read(data, [7]) == ({"rows": [1]}, False, [])


def test_a_document_beyond_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("traindx.decoding.long_list.MAX_FILE_BYTES", 20)
    assert limits.MAX_FILE_BYTES > 20
    with pytest.raises(Refused, match="larger than"):
        read(b'{"rows": [1, 2, 3, 4, 5, 6]}', [10])
