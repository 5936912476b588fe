"""The page in a real browser: its script runs, its controls act, and no text of a log does.

Chromium is spoken to over a pair of pipes (--remote-debugging-pipe), so that nothing but a browser is needed.
"""

import base64
import json
import os
import pathlib
import re
import select
import shutil
import struct
import subprocess
import time

import numpy as np
import pytest

from traindx.reports.html import html
from traindx.schema import Fact, Failure, Outcome, Run, Series
from traindx.verbs.diagnose import diagnosis

FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-dev-shm-usage",
         "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
         "--remote-debugging-pipe")  # fmt: skip
PATIENCE = 60  # seconds
CALL = "globalThis.pwned=1"
VECTORS = [
    vector.replace("CALL", CALL)
    for vector in (
        "<script>CALL</script>",
        "</script><script>CALL</script>",
        "</style><script>CALL</script>",
        "</title><script>CALL</script>",
        "</textarea><script>CALL</script>",
        "<!--<script>CALL//-->",
        "--><script>CALL</script>",
        "<![CDATA[<script>CALL</script>]]>",
        "<scr<script>ipt>CALL</scr</script>ipt>",
        "<SCRIPT>CALL</SCRIPT>",
        "<script/x>CALL</script>",
        "<script\n>CALL</script>",
        "\x00<script>CALL</script>",
        '"><script>CALL</script>',
        "'><script>CALL</script>",
        "`><script>CALL</script>",
        "</a><script>CALL</script>",
        "<img src=x onerror=CALL>",
        "<img/src/onerror=CALL>",
        '"><img src=x onerror="CALL">',
        "<img src=x:x onerror=CALL//",
        "<svg onload=CALL>",
        "<svg/onload=CALL>",
        "</svg><svg onload=CALL>",
        "<svg><script>CALL</script></svg>",
        "<svg><animate onbegin=CALL attributeName=x dur=1s>",
        "<svg><set onbegin=CALL attributename=x>",
        "<svg><foreignObject><img src=x onerror=CALL>",
        "<math><mtext><script>CALL</script>",
        "<math><annotation-xml encoding=text/html><img src=x onerror=CALL>",
        "<body onload=CALL>",
        "<input autofocus onfocus=CALL>",
        "<select autofocus onfocus=CALL>",
        "<details open ontoggle=CALL>",
        "<video><source onerror=CALL>",
        "<audio src=x onerror=CALL>",
        "<iframe src=javascript:CALL>",
        "<iframe srcdoc='<script>parent.pwned=1</script>'>",
        "<object data=javascript:CALL>",
        "<embed src=javascript:CALL>",
        "<a href=javascript:CALL autofocus onfocus=CALL>x</a>",
        "javascript:CALL",
        "<base href=https://evil.invalid/>",
        "<link rel=stylesheet href=https://evil.invalid/x.css>",
        "<meta http-equiv=refresh content='0;url=javascript:CALL'>",
        "<style>@import 'https://evil.invalid/x.css';</style>",
        '" onmouseover="CALL" autofocus onfocus="CALL" x="',
        "' onmouseover='CALL' autofocus onfocus='CALL' x='",
        "\u2028CALL\u2029",
        "\\u003cscript\\u003eCALL\\u003c/script\\u003e",
        "${CALL}",
        "{{constructor.constructor('CALL')()}}",
        "<template><script>CALL</script></template>",
        '<noscript><p title="</noscript><img src=x onerror=CALL>">',
        "<marquee onstart=CALL>",
        "&lt;script&gt;CALL&lt;/script&gt;",
        "&#60;script&#62;CALL&#60;/script&#62;",
        "＜script＞CALL＜/script＞",
        "<\u200bscript>CALL</script>",
        "\ud800<script>CALL</script>",
        "<xss style=animation-name:x onanimationstart=CALL>",
        "<img src=https://evil.invalid/x.png>",
    )
]


class Browser:
    """A headless Chromium and the one page that is open in it."""

    def __init__(self, program: str, profile: pathlib.Path) -> None:
        theirs_in, self.out = os.pipe()
        self.inward, theirs_out = os.pipe()
        ends = f'exec 3<&{theirs_in} 4>&{theirs_out}; exec "$0" "$@"'
        command = ["/bin/bash", "-c", ends, program, *FLAGS, f"--user-data-dir={profile}", "about:blank"]
        self.process = subprocess.Popen(
            command,
            pass_fds=(theirs_in, theirs_out),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "TMPDIR": str(profile)},  # it leaves folders behind
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self.rest, self.number, self.session, self.events = b"", 0, None, []
        target = next(one for one in self.call("Target.getTargets")["targetInfos"] if one["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **parameters):
        self.number += 1
        session = {"sessionId": self.session} if self.session else {}
        message = {"id": self.number, "method": method, "params": parameters, **session}
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == self.number:
                assert "error" not in answer, answer
                return answer["result"]

    def message(self):
        while b"\0" not in self.rest:
            assert select.select([self.inward], [], [], PATIENCE)[0], "the browser does not answer"
            piece = os.read(self.inward, 1 << 20)
            assert piece, "the browser is gone"
            self.rest += piece
        one, self.rest = self.rest.split(b"\0", 1)
        message = json.loads(one)
        if "method" in message:
            self.events.append(message)
        return message

    def open(self, path: pathlib.Path, *, scripts: bool = True, wide: int = 1400) -> None:
        self.call("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.call("Emulation.setDeviceMetricsOverride", width=wide, height=1000, deviceScaleFactor=1, mobile=False)
        self.events.clear()
        self.call("Page.navigate", url=path.as_uri())
        while not any(one["method"] == "Page.loadEventFired" for one in self.events):
            self.message()

    def evaluate(self, expression: str):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def key(self, key: str) -> None:
        text = {"text": key} if len(key) == 1 else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key)

    def mouse(self, kind: str, x: float, y: float, **more) -> None:
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def said(self) -> list[str]:
        """What stands in the console: errors, warnings, violations of the policy."""
        names = (
            "Log.entryAdded",
            "Runtime.exceptionThrown",
            "Runtime.consoleAPICalled",
            "Page.javascriptDialogOpening",
        )
        return [json.dumps(one["params"]) for one in self.events if one["method"] in names]

    def asked_for(self) -> list[str]:
        sent = [one["params"] for one in self.events if one["method"] == "Network.requestWillBeSent"]
        return [one["request"]["url"] for one in sent]

    def pixels(self) -> bytes:
        """The picture of the page, as PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def close(self) -> None:
        os.close(self.out)
        self.process.terminate()
        self.process.wait(10)
        os.close(self.inward)


@pytest.fixture(scope="module")
def program() -> str | None:
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@pytest.fixture(scope="module")
def started(program, tmp_path_factory):
    browser = Browser(program, tmp_path_factory.mktemp("profile")) if program else None
    yield browser
    if browser:
        browser.close()


@pytest.fixture
def browser(started, missing):
    return started or missing("Chromium, for the test of the page (apt-get install chromium)")


def page(folder: pathlib.Path, *runs: Run) -> pathlib.Path:
    path = folder / "report.html"
    path.write_text(html([diagnosis(run) for run in runs]), encoding="utf-8", errors="backslashreplace")
    return path


def a_run(**fields) -> Run:
    steps = np.arange(0, 4000, 10)
    loss = 2 * np.exp(-steps / 900) + 0.3 + np.random.default_rng(0).normal(0, 0.02, steps.size)
    loss[300:] = np.nan
    series = {
        "train/loss": Series.of("train/loss", steps, loss),
        "lr": Series.of("lr", steps, np.full(steps.size, 3e-4)),
    }
    return Run(**{"id": "a-1", "source": "runs/a", "format": "csv-table", "series": series, **fields})


def test_the_script_runs_quietly_and_asks_for_nothing(browser, tmp_path) -> None:
    path = page(tmp_path, a_run())
    browser.open(path)
    assert browser.evaluate("document.documentElement.dataset.script") == "ran"
    assert browser.said() == []
    assert browser.asked_for() == [path.as_uri()]
    assert not browser.evaluate("document.querySelector('.controls').hidden")


def test_it_reads_without_scripts(browser, tmp_path) -> None:
    path = page(tmp_path, a_run())
    browser.open(path, scripts=False)
    drawn = browser.call("Runtime.evaluate", expression="document.querySelectorAll('path.raw').length")
    assert drawn["result"]["value"] == 2
    still = browser.pixels()
    browser.open(path)
    assert browser.said() == []
    assert len(still) > 20_000


SHAPES = {
    "fine": np.linspace(6751.2, 6751.9, 400),
    "hundredths": np.linspace(0.0021, 0.0024, 400),
    "fall": 2 * np.exp(-np.arange(400) / 90) + 0.3,
    "decades": np.r_[np.linspace(2, 1, 300), np.geomspace(1, 1e9, 100)],
    "spike": np.r_[np.linspace(2, 1, 300), 4e4, np.linspace(1, 0.9, 99)],
    "small": np.linspace(4e-7, 1e-7, 400),
    "large": np.linspace(-3e12, 8e12, 400),
    "constant": np.full(400, 0.6931),
    "broken": np.r_[np.linspace(2, 1, 200), np.nan, np.inf, -np.inf, np.linspace(1, 0.9, 197)],
    "few": np.array([3.0, 2.0, 2.5, np.nan, 1.0]),
    "many": np.random.default_rng(1).normal(0, 1, 800),
}


@pytest.mark.parametrize("values", SHAPES.values(), ids=list(SHAPES))
def test_the_still_picture_and_the_script_draw_the_same(browser, tmp_path, values) -> None:
    path = page(tmp_path, a_run(series={"train/loss": Series.of("train/loss", 7 * np.arange(values.size), values)}))
    text = path.read_text()
    browser.open(path)
    for kind in ("raw", "dots", "broken"):
        drawn = browser.evaluate(f"document.querySelector('path.{kind}').getAttribute('d') || ''")
        still = re.search(f'<path class="{kind}" d="([^"]*)"', text)
        still = still[1] if still else ""
        assert re.sub(r"[\d.]+", "", drawn) == re.sub(r"[\d.]+", "", still)
        numbers = [[float(one) for one in re.findall(r"[\d.]+", line)] for line in (drawn, still)]
        assert numbers[0] == pytest.approx(numbers[1], abs=0.11)  # tenths, rounded by either
    labels = browser.evaluate("[...document.querySelectorAll('.grid text')].map((one) => one.textContent)")
    assert labels == re.findall(r"<text[^>]*>([^<]*)</text>", text)
    assert len(labels) >= 4


def test_light_dark_and_the_choice_of_either(browser, tmp_path) -> None:
    browser.open(page(tmp_path, a_run()))
    ground = "getComputedStyle(document.body).backgroundColor"
    pictures = {}
    for theme in ("light", "dark"):
        browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
        pictures[theme] = browser.evaluate(ground)
        assert struct.unpack(">II", browser.pixels()[16:24]) == (1400, 1000)
    assert pictures == {"light": "rgb(255, 255, 255)", "dark": "rgb(20, 23, 26)"}
    browser.evaluate("document.getElementById('theme').click()")
    assert browser.evaluate(ground) == pictures["light"]
    browser.call("Emulation.setEmulatedMedia", features=[])
    browser.evaluate("document.getElementById('theme').click()")
    assert browser.evaluate(ground) == pictures["dark"]


def test_a_finding_marks_its_stretch_on_hover_key_and_click(browser, tmp_path) -> None:
    browser.open(page(tmp_path, a_run()))
    lit = "[...document.querySelectorAll('.band.on')].map((one) => one.id)"
    assert browser.evaluate(lit) == []
    browser.key("j")
    first = browser.evaluate("document.activeElement.dataset.band")
    assert browser.evaluate(lit) == [first]
    browser.evaluate("document.activeElement.blur()")
    assert browser.evaluate(lit) == []
    box = browser.evaluate(
        "(() => { const b = document.querySelector('a[data-band]').getBoundingClientRect();"
        " return [b.x + 5, b.y + 5] })()"
    )
    browser.mouse("mouseMoved", *box)
    assert browser.evaluate(lit) == [first]
    browser.mouse("mouseMoved", 1, 1)
    assert browser.evaluate(lit) == []
    browser.evaluate("document.querySelector('a[data-band]').click()")
    assert browser.evaluate(lit) == [first]
    assert browser.evaluate("location.hash") == f"#{first}"


def test_scale_smoothing_and_zoom(browser, tmp_path) -> None:
    browser.open(page(tmp_path, a_run()))
    raw = "document.querySelector('path.raw').getAttribute('d')"
    smooth = "document.querySelector('path.smooth').getAttribute('d')"
    start = browser.evaluate(raw)
    assert not browser.evaluate(smooth), "smoothing is off at the start"
    browser.key("l")
    assert browser.evaluate(raw) != start
    assert "logarithmic" in browser.evaluate("document.querySelector('.scale').textContent")
    browser.key("l")
    assert browser.evaluate(raw) == start
    browser.evaluate("(() => { const s = document.getElementById('smooth'); s.value = 4;"
                     " s.dispatchEvent(new Event('input')) })()")  # fmt: skip
    assert browser.evaluate(smooth)
    assert browser.evaluate(raw) == start, "what was measured stands behind"
    assert browser.evaluate("document.querySelector('path.raw').classList.contains('behind')")
    x, y, width = browser.evaluate("(() => { const b = document.querySelector('svg').getBoundingClientRect();"
                                   " return [b.x, b.y + 50, b.width] })()")  # fmt: skip
    browser.mouse("mousePressed", x + width * 0.3, y, button="left", clickCount=1)
    browser.mouse("mouseMoved", x + width * 0.5, y, button="left")
    assert browser.evaluate("document.querySelector('.at').textContent").startswith("step ")
    browser.mouse("mouseReleased", x + width * 0.5, y, button="left", clickCount=1)
    assert browser.evaluate(raw) != start
    browser.key("Escape")
    assert browser.evaluate(raw) == start
    assert browser.said() == []


@pytest.mark.parametrize("values", [[np.nan] * 9, [1.0], [-1.7e308, 1.7e308, 0.0], [0.0, -1.0, 2.0], [3.0] * 30])
def test_any_numbers_are_drawn(browser, tmp_path, values) -> None:
    run = a_run(series={"train/loss": Series.of("train/loss", range(len(values)), values)})
    browser.open(page(tmp_path, run))
    browser.key("l")
    browser.key("l")
    assert browser.said() == []
    paths = browser.evaluate("[...document.querySelectorAll('svg *')].map((one) => one.outerHTML).join('')")
    assert "NaN " not in paths
    assert "Infinity" not in paths


def test_hostile_text_does_nothing(browser, tmp_path) -> None:
    assert len(VECTORS) >= 50
    shaken = np.where(np.arange(400) == 200, 40.0, 2 - np.arange(400) / 400)
    series = {f"train/loss/{one}": Series.of(f"train/loss/{one}", range(400), shaken) for one in VECTORS[:25]}
    series |= {one: Series.of(one, range(9), range(9)) for one in VECTORS[25:]}
    settings = dict(zip(VECTORS, reversed(VECTORS), strict=True))
    facts = [Fact(one, one, where=one) for one in VECTORS]
    shared = {"settings": settings, "facts": facts}
    runs = []
    for place, one in enumerate(VECTORS):
        outcome = Outcome(state="crashed", error=Failure(one, one, one), out_of_scope=one)
        named = {"source": one, "id": one, "format": one, "unit": one, "outcome": outcome}
        runs.append(a_run(**named, **shared, series=series if place < 2 else {}))
    path = page(tmp_path, *runs[:40], a_run(series=series))
    for part in (path, page(tmp_path, runs[0]), page(tmp_path, *runs[-30:])):
        browser.open(part)
        browser.key("j")
        browser.key("l")
        browser.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
        time.sleep(0.2)  # what waits for an event of its own gets its chance
        assert browser.evaluate("typeof globalThis.pwned") == "undefined"
        assert browser.evaluate("document.documentElement.dataset.script") == "ran"
        assert browser.said() == []
        assert browser.asked_for() == [part.as_uri()]
        assert (
            browser.evaluate("document.querySelectorAll('img, iframe, object, embed, base, link, video').length") == 0
        )
        assert browser.evaluate("document.scripts.length") == 2


def test_a_vector_that_is_let_in_is_noticed(browser, tmp_path) -> None:
    path = tmp_path / "open.html"
    path.write_text(f"<meta charset=utf-8>{VECTORS[0]}<img src=https://evil.invalid/x.png>", encoding="utf-8")
    browser.open(path)
    assert browser.evaluate("globalThis.pwned") == 1
    assert len(browser.asked_for()) == 2


def test_the_policy_alone_would_stop_it(browser, tmp_path) -> None:
    path = page(tmp_path, a_run())
    text = path.read_text().replace("<main>", f"<main>{VECTORS[0]}{VECTORS[17]}<img src=https://evil.invalid/x.png>")
    path.write_text(text, encoding="utf-8")
    browser.open(path)
    assert browser.evaluate("typeof globalThis.pwned") == "undefined"
    assert any("Content Security Policy" in one for one in browser.said())
