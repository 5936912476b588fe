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


def test_says_how_to_name_one_of_them(make):
    def last(*sources):
        answers = [make["a_problem"](run=make["a_run"](source)) for source in sources]
        return overview(answers).split("\n")[-1]

    assert last("runs/a/m.csv", "runs/b/m.csv") == "details: traindx diagnose runs/RUN"
    assert last("./a.csv", "./b.csv") == "details: traindx diagnose RUN"
    assert last("/data/a.csv", "/data/b.csv") == "details: traindx diagnose /data/RUN"


def test_of_a_name_that_is_too_long_the_folder_that_tells_it_apart_is_left(make):
    def names(*sources):
        answers = [make["a_problem"](run=make["a_run"](source)) for source in sources]
        return [row.split()[1] for row in overview(answers).split("\n")[2:-2]]

    deep = "lightning_logs/version_0/metrics.csv"
    assert names(f"small/{deep}", f"large/{deep}", "c.log") == [
        "small/lightning_logs",
        "large/lightning_logs",
        "c.log",
    ]
    below = "a-name-as-long-as-folders-are/version_{}/metrics.csv"
    assert names(below.format(0), "x/" + below.format(1), below.format(1))[0].startswith("...")
