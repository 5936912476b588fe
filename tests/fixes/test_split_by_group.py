"""Split by what samples have in common."""

import numpy

from traindx.fixes.split_by_group import split_by_group


def test_no_group_stands_on_both_sides(run):
    groups = numpy.repeat(numpy.arange(20), 5)
    names = {"numpy": numpy, "groups": groups, "x": groups[:, None], "y": groups}
    exec(split_by_group(run(framework="torch")).example, names)
    assert not set(names["y_train"]) & set(names["y_val"])
    assert len(names["y_val"]) == 20
