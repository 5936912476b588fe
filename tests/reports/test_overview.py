from traindx.reports.overview import overview


def test_a_clause_is_shown_whole_before_figures_are_added(make):
    answers = [make["a_problem"](), make["of_four"]()]
    narrow, wide = overview(answers, width=80), overview(answers, width=120)
    assert "the learning rate is too high (6 in 10)" in narrow
    assert "2.50 -> 3.80" not in narrow.split("\n")[3]
    assert "loss 2.50 -> 3.80" in wide


def test_a_problem_without_a_cause_shows_its_worst_finding(make):
    told = overview([make["a_problem"](causes=[], explanations=[])], width=100)
    assert "loss jumps to 19.0" in told


def test_leaves_out_the_folder_that_all_share_but_never_a_whole_name(make):
    same = [make["a_problem"](run=make["a_run"]("runs/a/m.csv")) for _ in range(2)]
    assert "runs/a/m.csv" in overview(same)
    apart = [make["a_problem"](run=make["a_run"](f"runs/{name}/m.csv")) for name in ("alpha", "alpine")]
    rows = overview(apart).split("\n")
    assert [row.split()[1] for row in rows[2:4]] == ["alpha/m.csv", "alpine/m.csv"]
