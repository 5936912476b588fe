import pytest

from traindx.configuration import Misconfigured, configuration


@pytest.fixture(autouse=True)
def clean(tmp_path, monkeypatch):
    for name in ("SELECT", "IGNORE", "MIN_PROBABILITY", "FAIL_ON", "PLUGINS"):
        monkeypatch.delenv(f"TRAINDX_{name}", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_later_wins_and_origins_are_kept(clean, monkeypatch) -> None:
    (clean / "traindx.toml").write_text('ignore = ["plateau"]\nfail-on = "never"\n[units.loss-spike]\nz = 9\n')
    monkeypatch.setenv("TRAINDX_FAIL_ON", "inconclusive")
    config = configuration({"select": "loss,lr-zero"})
    assert config.select == ("loss", "lr-zero")
    assert config.ignore == ("plateau",)
    assert config.fail_on == "inconclusive"
    assert config.parameters("loss-spike") == {"z": 9}
    assert config.origins["fail_on"] == "environment"
    assert config.origins["select"] == "flag"
    assert config.origins["ignore"].endswith("traindx.toml")


def test_pyproject_counts_when_it_speaks_of_us(clean) -> None:
    (clean / "pyproject.toml").write_text("[tool.other]\nx = 1\n")
    assert configuration().origins == {}
    (clean / "pyproject.toml").write_text('[tool.traindx]\nfail_on = "never"\n')
    (clean / "below").mkdir()
    assert configuration(folder=str(clean / "below")).fail_on == "never"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("fail_on = 'sometimes'", "fail_on is 'sometimes'"),
        ("min_probability = 3", "give a number from 0 to 1"),
        ("plugins = ['no_such_package']", "which is not installed"),
        ("plugins = ['no_such_package.below']", "which is not installed"),
        ("plugins = ['json', '.']", "which is not installed"),
        ("min_probability = 'x'", "give a number from 0 to 1"),
        ("colour = 3", "colour is not a setting"),
        ("= 3", "is not valid TOML"),
    ],
)
def test_what_is_wrong_is_said(clean, text: str, sentence: str) -> None:
    (clean / "traindx.toml").write_text(text)
    with pytest.raises(Misconfigured, match=sentence):
        configuration()


def test_a_broken_pyproject_is_not_ours_to_judge(clean) -> None:
    (clean / "pyproject.toml").write_text("= 3")
    assert configuration().fail_on == "problem"


def test_findings_are_wanted_by_id_family_and_pattern() -> None:
    config = configuration({"select": "loss,lr-*", "ignore": "loss-spike"})
    wanted = [("plateau", "loss"), ("lr-zero", "schedule"), ("loss-spike", "loss"), ("overfitting", "generalization")]
    assert [config.wants(*one) for one in wanted] == [True, True, False, False]
