import pickle

from traindx.guards.refusal import Refused


def test_says_what_is_wrong_and_then_what_to_do():
    refused = Refused("run.log is empty", "wait until it has lines")
    assert (refused.what, refused.do) == ("run.log is empty", "wait until it has lines")
    assert str(refused) == "run.log is empty; wait until it has lines"


def test_survives_the_way_between_processes():
    refused = pickle.loads(pickle.dumps(Refused("a", "b")))
    assert (refused.what, refused.do) == ("a", "b")
