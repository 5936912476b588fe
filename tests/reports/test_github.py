import re

from traindx.reports.github import MOST, github, summary

COMMAND = re.compile(r"::(error|warning|notice) ((?:[a-z]+=[^,:\r\n]*,?)+)::([^\r\n]*)")


def commands(*answers, **more):
    """As the runner reads them: every line that begins with colons must be one of ours."""
    found = []
    for line in github(list(answers), **more).split("\n")[:-1]:
        if line.startswith("::"):
            match = COMMAND.fullmatch(line)
            assert match, line
            found.append((match[1], dict(part.split("=", 1) for part in match[2].split(",")), match[3]))
        else:
            assert "::" not in line[:2]
    return found


def test_every_line_is_a_command_of_ours_or_plain(answer):
    text = github([answer])
    commands(answer)
    assert "\x1b" not in text
    assert "\r" not in text


def test_the_headline_stands_before_the_findings(make):
    found = commands(make["a_healthy"](), make["a_problem"]())
    assert found[0][0] == "error"
    assert found[0][1]["title"] == "PROBLEM runs/exp7"
    assert found[0][2] == "the learning rate is too high (most likely, about 6 in 10)"
    assert [one[0] for one in found[1:]] == ["error"] * 4 + ["warning"]
    assert "HEALTHY runs/base: as far as" in github([make["a_healthy"]()])


def test_nothing_is_an_error_where_the_status_is_not(make):
    known = {one.identity for one in make["a_problem"]().problems}
    assert {one[0] for one in commands(make["a_problem"](), known=known)} == {"notice"}
    assert {one[0] for one in commands(make["a_problem"](), failing=())} == {"notice", "warning"}
    assert {one[0] for one in commands(make["an_inconclusive"]())} == {"notice"}
    assert commands(make["an_inconclusive"](), failing=("problem", "inconclusive"))[0][0] == "error"


def test_text_of_a_log_gives_no_order(make):
    attack = "x\n::stop-commands::y\r\n::add-mask::z%0A::error::w,file=a"
    run = make["a_run"](attack)
    problem = make["a_problem"](run=run, findings=[make["a_finding"]("loss-spike", "error", attack)])
    text = github([problem], [{"what": attack, "do": attack}])
    assert not [line for line in text.split("\n") if line.startswith("::") and not COMMAND.fullmatch(line)]
    assert "%250A" in text
    assert {one[0] for one in commands(problem)} == {"error"}
    assert all(set(one[1]) == {"title"} for one in commands(problem))


def test_the_place_in_the_code_of_the_user(make):
    where = type(make["FINDINGS"][0].where)("a,b:train.py", 7)
    problem = make["a_problem"](findings=[make["a_finding"]("code-no-seed", "error", "no seed is set", where=where)])
    assert commands(problem)[1][1] == {"file": "a%2Cb%3Atrain.py", "line": "7", "title": "code-no-seed runs/exp7"}


def test_many_findings_are_cut(make):
    findings = [make["a_finding"]("loss-spike", "error", f"at {step}", first_step=step) for step in range(200)]
    text = github([make["a_problem"](findings=findings)])
    assert text.count("::error ") == MOST + 1
    assert "and 150 more findings" in text


def test_the_summary_is_two_tables(make):
    text = summary([make["a_problem"](), make["a_hostile"]()], [{"what": "a is empty", "do": "wait"}],
                   known={make["FINDINGS"][0].identity})  # fmt: skip
    assert "| PROBLEM | runs/exp7 | the learning rate is too high (most likely, about 6 in 10) |" in text
    assert "| error, known | runs/exp7 | loss jumps to 19.0" in text
    assert "- a is empty; wait" in text
    assert "<script>" not in text
    assert all(re.fullmatch(r"\|.*\|", line) for line in text.split("\n") if line.startswith("|"))
