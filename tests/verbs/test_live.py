import io
import json
import pathlib

from traindx.verbs.diagnose import diagnose
from traindx.verbs.follow import Moment
from traindx.verbs.live import Lines, Panel, Plain

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples"


def moment(news: bool = True, notices: tuple[str, ...] = ()) -> Moment:
    diagnosis = diagnose(str(EXAMPLES / "problem"))
    events = [one for one in diagnosis.problems if one.when == "event"]
    return Moment(diagnosis, events if news else [], events, list(notices), len(notices), "watching", 2.0)


def test_a_line_for_each_finding_and_each_notice() -> None:
    stream = io.StringIO()
    now = moment(notices=("train\x1b.log was written anew",))
    Plain(stream, watched=False).moment(now)
    lines = stream.getvalue().splitlines()
    assert len(lines) == 1 + len(now.news)
    assert lines[0] == "traindx: train\\x1b.log was written anew"
    assert all(line.startswith("traindx: step ") for line in lines[1:])


def test_where_it_stands_is_told_to_who_looks_on() -> None:
    stream = io.StringIO()
    plain = Plain(stream, watched=True)
    plain.moment(moment(news=False))
    plain.moment(moment(news=False))
    assert stream.getvalue().count("watching") == 1


def test_json_lines_as_diagnose_prints_them() -> None:
    stream = io.StringIO()
    now = moment(notices=("a",))
    Lines(stream).moment(now)
    Lines(stream).moment(moment(news=False)._replace(diagnosis=None))
    rows = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [row["type"] for row in rows] == ["notice", *["finding"] * len(now.news)]
    assert rows[0]["text"] == "a"
    assert rows[1]["first_step"] == now.news[0].first_step


def test_the_panel_shows_all_findings_on_a_key() -> None:
    stream = io.StringIO()
    with Panel(stream, "runs", color=False, unicode=True, keys=True) as shown:
        shown.moment(moment()._replace(diagnosis=None))
        shown.key("f")
        shown.moment(moment())
        first = stream.tell()
        shown.key("x")
        assert stream.tell() == first
        shown.key("f")
    text = stream.getvalue()
    assert "no training log yet in runs" in text
    assert "f all findings  q leave" in text[:first]
    assert "f newest findings  q leave" in text[first:]
