import json

from traindx.reports.lines import lines


def rows(*answers, **more):
    text = lines(list(answers), **more)
    assert text.isascii()
    return [json.loads(line) for line in text.splitlines()]


def test_a_line_a_finding_then_one_for_the_run(answer):
    told = rows(answer)
    assert [one["type"] for one in told] == ["finding"] * len(answer.findings) + ["run"]
    assert told[-1]["verdict"] == answer.verdict
    assert {one["run"] for one in told} == {answer.run.id}


def test_what_is_known_is_marked(make):
    answer = make["a_problem"]()
    spike = answer.findings[0].identity
    told = rows(answer, known={spike})
    assert [one["known"] for one in told[:-1]] == [one.id == "loss-spike" for one in answer.findings]
    assert (told[-1]["problems"], told[-1]["new_problems"]) == (5, 2)


def test_the_same_finding_as_in_json(make):
    finding = rows(make["a_problem"]())[0]
    assert finding["evidence"] == {"kind": "repeated", "usual": 2.01}
    assert (finding["id"], finding["series"], finding["first_step"]) == ("loss-spike", "train/loss", 1410)


def test_what_could_not_be_read(make):
    told = rows(make["a_healthy"](), errors=[{"source": "a", "what": "a is empty", "do": "wait"}])
    assert told[-1] == {"type": "error", "source": "a", "what": "a is empty", "do": "wait"}
