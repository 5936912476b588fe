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
    def names(*sources):
        answers = [
            make["a_problem"](run=make["a_run"](source, id=f"x-00000{place}")) for place, source in enumerate(sources)
        ]
        return [" ".join(row.split()[1:3]).removesuffix(" the") for row in overview(answers).split("\n")[2:-2]]

    assert names("runs/alpha/m.csv", "runs/alpine/m.csv") == ["alpha", "alpine"]
    assert names("runs/alpha/m.csv", "runs/alpine/n.csv") == ["alpha/m.csv", "alpine/n.csv"]
    assert names("a.csv", "b.csv") == ["a.csv", "b.csv"]
    assert names("r/a.csv", "r/a.csv") == ["r/a.csv #000000", "r/a.csv #000001"]
    assert names("r/a.csv", "r/a.csv", "r/b.csv") == ["a.csv #000000", "a.csv #000001", "b.csv"]
