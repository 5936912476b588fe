import re
from xml.etree import ElementTree

from traindx.reports.junit import junit


def read(*answers, **more):
    text = junit(list(answers), **more)
    assert not re.search("[^\n -~\u00a0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", text)
    return ElementTree.fromstring(text.encode("utf-8"))


def failed(top):
    return [case.get("name") for case in top.iter("testcase") if case.find("failure") is not None]


def test_parses_whatever_a_log_says(answer):
    top = read(answer)
    cases = list(top.iter("testcase"))
    assert len(cases) == 1 + len(answer.findings) + len(answer.unseen)
    for suite in (top, *top.findall("testsuite")):
        for name, tag in (("tests", "testcase"), ("failures", "failure"), ("skipped", "skipped"), ("errors", "error")):
            assert int(suite.get(name)) == len(list(suite.iter(tag)))


def test_fails_exactly_where_the_status_does(make):
    problem = make["a_problem"]()
    assert failed(read(problem))[0] == "verdict"
    assert len(failed(read(problem))) == 1 + len(problem.problems)
    assert failed(read(make["a_healthy"](), make["an_inconclusive"]())) == []
    assert failed(read(make["an_inconclusive"](), failing=("problem", "inconclusive"))) == ["verdict"]
    assert failed(read(problem, failing=())) == []


def test_known_findings_fail_nothing(make):
    problem = make["a_problem"]()
    known = {one.identity for one in problem.problems}
    assert failed(read(problem, known=known)) == []
    assert "known, error: loss jumps" in "".join(read(problem, known=known).itertext())
    spike = problem.findings[0].identity
    assert all("loss-spike" not in name for name in failed(read(problem, known={spike})))
    assert failed(read(problem, known={spike}))[0] == "verdict"


def test_what_could_not_be_read_is_an_error():
    top = read(errors=[{"source": "a\x00", "what": "a is <empty>", "do": "wait"}])
    assert top.get("errors") == "1"
    assert top.find("testsuite/testcase/error").get("message") == "a is <empty>; wait"


def test_the_place_in_the_code_of_the_user(make):
    where = type(make["FINDINGS"][0].where)("train.py", 7)
    problem = make["a_problem"](findings=[make["a_finding"]("code-no-seed", "error", "no seed is set", where=where)])
    case = next(one for one in read(problem).iter("testcase") if one.get("name") == "code-no-seed")
    assert (case.get("file"), case.get("line")) == ("train.py", "7")
