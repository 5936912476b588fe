import msgspec
import pytest

from traindx.reports.readings import headline, leading, odds, readings
from traindx.schema import Explanation, Fix


@pytest.mark.parametrize(
    ("share", "told"),
    [(0.62, "6 in 10"), (0.21, "2 in 10"), (0.1, "1 in 10"), (0.095, "1 in 10"), (0.09, "under 1 in 10"),
     (0.0, "under 1 in 10"), (0.95, "9 in 10"), (0.999, "9 in 10"), (0.14, "1 in 10"), (0.45, "4 in 10")],
)  # fmt: skip
def test_odds_in_words(share, told):
    assert odds(share, calibrated=False) == told
    assert odds(share, calibrated=True) == f"{100 * share:.0f} %"


def test_the_likeliest_first_and_groups_as_one(make):
    found = readings(make["of_four"]())
    assert len(found) == 1
    assert found[0].probability == pytest.approx(0.8)
    assert [one.causes[0].id for one in readings(make["a_problem"]())] == [
        "learning-rate-too-high",
        "warmup-missing",
        "corrupt-batch",
    ]


def test_a_group_never_adds_up_to_more_than_is_believed(make):
    both = Explanation(["learning-rate-too-high", "warmup-missing"], 0.6)
    answer = make["a_problem"](alike=[["learning-rate-too-high", "warmup-missing"]], explanations=[both])
    assert readings(answer)[0].probability == pytest.approx(0.62)  # the two are present together, not apart


def test_a_group_of_which_one_is_left_is_a_cause_like_any_other(make):
    answer = make["a_problem"](alike=[["learning-rate-too-high", "gone"]])
    assert readings(answer)[0].title == "the learning rate is too high"


def test_a_problem_is_headed_by_a_fault(make):
    choice = msgspec.structs.replace(make["TOO_HIGH"], id="label-smoothing", title="labels are smoothed", harm="choice")
    choice = msgspec.structs.replace(choice, probability=0.7)
    answer = make["a_problem"](causes=[choice, make["TOO_HIGH"]])
    assert leading(answer).title == "the learning rate is too high"
    assert headline(answer) == ("the learning rate is too high", "about 6 in 10")


def test_no_cause_of_two_in_ten_makes_a_headline(make):
    weak = msgspec.structs.replace(make["TOO_HIGH"], probability=0.2)
    assert headline(make["a_problem"](causes=[weak])) == ("loss spike; several causes are possible", "")
    seen = msgspec.structs.replace(weak, status="violated-invariant")
    assert headline(make["a_problem"](causes=[seen])) == ("the learning rate is too high", "certain: seen directly")


def test_titles_of_one_two_and_many(make):
    four = readings(make["of_four"]())[0]
    assert four.title == "one of four causes that no log can tell apart"
    assert four.short == "the labels do not belong to their inputs, or 3 others that look the same"
    two = msgspec.structs.replace(four, causes=four.causes[:2])
    assert two.title == two.short
    assert two.title.count(", or ") == 1


def test_the_fix_that_helps_against_most_is_first(make):
    shared, own = Fix(id="shared", title="shared"), Fix(id="own", title="own")
    four = readings(make["of_four"]())[0]
    causes = [msgspec.structs.replace(one, fixes=[own, shared] if not place else [shared])
              for place, one in enumerate(four.causes)]  # fmt: skip
    assert msgspec.structs.replace(four, causes=causes).fix.id == "shared"


def test_no_advice_for_what_is_below_one_in_ten(make):
    four = readings(make["of_four"]())[0]
    rare = [msgspec.structs.replace(one, probability=0.05) for one in four.causes]
    assert msgspec.structs.replace(four, causes=rare).fix is None


def test_what_not_to_do_is_said_of_many_only_when_most_say_it(make):
    four = readings(make["of_four"]())[0]
    assert four.avoid is None

    def with_avoid(texts):
        causes = [msgspec.structs.replace(one, avoid=[text] if text else [])
                  for one, text in zip(four.causes, texts, strict=True)]  # fmt: skip
        return msgspec.structs.replace(four, causes=causes).avoid

    assert with_avoid(["train longer: a", "train longer: b", "", ""]) == "train longer"
    assert with_avoid(["train longer: a", "clip", "", ""]) is None
