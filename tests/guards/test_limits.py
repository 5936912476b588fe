from traindx.guards import limits


def test_every_limit_is_a_positive_number():
    found = {name: value for name, value in vars(limits).items() if name.isupper()}
    assert len(found) >= 10
    assert all(isinstance(value, int | float) and value > 0 for value in found.values())


def test_limits_agree_with_each_other():
    assert limits.HEAD_BYTES < limits.MAX_LINE < limits.MAX_FILE_BYTES
    assert limits.MAX_YAML_NODES < limits.MAX_NODES
    assert 310 < limits.MAX_NUMBER_CHARS < 4300  # a double in full, and below Python's own limit
    assert limits.MAX_DEPTH < 200  # recursive walkers must stay below Python's 1,000 frames
