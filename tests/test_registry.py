import sys
import textwrap

import pytest

from traindx.registry import Unusable, lookup, units


def package(folder, **files: str) -> None:
    for name, text in files.items():
        path = folder / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        for parent in path.relative_to(folder).parents:
            if str(parent) != ".":
                (folder / parent / "__init__.py").touch()
        path.with_suffix(".py").write_text(textwrap.dedent(text))


@pytest.fixture
def plugins(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    for name in [name for name in sys.modules if name.startswith("plugin_")]:
        del sys.modules[name]


FIX = '''
    """Do it.

    When it is right: always.

    When it is wrong: never.
    """
    from traindx.schema import Change, fix

    @fix(area="data", judged_by="symptom")
    def do_it(run, *, times=3):
        return Change(title="do it", example="pass")
    '''


def test_a_unit_is_its_file() -> None:
    unit = units("detectors")["nan-loss"]
    assert (unit.family, unit.stage, unit.title) == ("loss", "detectors", "The loss is not a finite number")
    assert unit.subject.__name__ == "nan_loss"
    assert "climb" in unit.parameters


def test_a_plugin_is_a_package_with_units(plugins) -> None:
    package(plugins, plugin_a__fixes__do_it=FIX)
    unit = units("fixes", ("plugin_a",))["do-it"]
    assert unit.parameters == {"times": 3}
    assert lookup("do-it", ("plugin_a",)) == unit
    assert lookup("do-it") is None
    assert set(units("detectors", ("plugin_a",))) == set(units("detectors"))


def test_two_of_one_name_are_refused(plugins) -> None:
    package(plugins, plugin_b__fixes__lower_learning_rate=FIX.replace("do_it", "lower_learning_rate"))
    with pytest.raises(Unusable, match="two units are called lower-learning-rate"):
        units("fixes", ("plugin_b",))


def test_a_file_without_its_unit_is_refused(plugins) -> None:
    package(plugins, plugin_c__fixes__undo_it=FIX)
    with pytest.raises(Unusable, match="holds no unit called undo_it"):
        units("fixes", ("plugin_c",))


def test_a_plugin_that_breaks_is_not_taken_for_absent(plugins) -> None:
    package(plugins, plugin_d__fixes__do_it="import nothing_of_this_name")
    with pytest.raises(ModuleNotFoundError, match="nothing_of_this_name"):
        units("fixes", ("plugin_d",))
