"""What a machine lacks is named at the end; in CI nothing may be missing."""

import os

import hypothesis
import pytest

# A busy machine makes examples slow to draw; that says nothing of the code.
hypothesis.settings.register_profile("traindx", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.load_profile("traindx")


@pytest.fixture
def missing(request):
    """Ends a test whose tool this machine lacks, and remembers the tool."""

    def end(what: str):
        if os.environ.get("CI"):
            pytest.fail(f"{what} is missing, and in CI nothing may be")
        pytest.skip(f"not run: {what}")

    return end


def pytest_terminal_summary(terminalreporter) -> None:
    lacking = {str(report.longrepr[2]) for report in terminalreporter.stats.get("skipped", []) if report.longrepr}
    for line in sorted(lacking):
        terminalreporter.write_line(line.removeprefix("Skipped: "))
