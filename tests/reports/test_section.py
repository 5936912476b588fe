import html.parser

from traindx.guards.escaping import html as escaped
from traindx.reports.section import MOST, Room, gist, safe, section
from traindx.schema import Finding, Series

VOID = {"br"}


class Read(html.parser.HTMLParser):
    """What a browser would make of it."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.attributes, self.text = [], [], [], ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.open += [] if tag in VOID else [tag]
        self.tags.append(tag)
        self.attributes += [(tag, *one) for one in attrs]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def read(answer, room=Room()):
    return Read(section(answer, place=0, room=room)[0])


def test_is_whole_and_harmless(answer):
    page = read(answer)
    assert page.open == []
    assert not {"script", "img", "iframe", "object", "style", "link", "form"} & set(page.tags)
    assert not [one for one in page.attributes if one[1].startswith("on") or one[1] == "style"]
    assert all(value.startswith("#") for _, name, value in page.attributes if name in ("href", "src"))
    assert "\x1b" not in page.text
    assert "\u202e" not in page.text


def test_every_id_is_there_once(answer):
    for room in (Room(), Room(curves=1)):
        page = read(answer, room)
        ids = [value for _, name, value in page.attributes if name == "id"]
        assert len(ids) == len(set(ids))
        assert {value[1:] for tag, name, value in page.attributes if tag == "a" and name == "href"} <= set(ids)


def test_says_what_the_screen_says(make):
    text = read(make["a_problem"]()).text
    for words in (
        "PROBLEM the learning rate is too high (most likely, about 6 in 10)",
        "lower the peak learning rate from 0.0003 to 0.0001",
        "train longer: nothing has improved since step 1400",
        "the learning rate starts at its peak, without warm-up (2 in 10)",
        "Looks like corrupt-batch",
        "loss rises from step 2470 to the end",
        "the log has no validation loss: overfitting, underfitting",
        "layers, speed, data, the loop itself: seldom in a log",
        "not calibrated yet",
        "torch.optim.AdamW",
        "Known atstep 1,410",
    ):
        assert words in text
    assert "HEALTHY as far as loss, validation, rate and gradient norm can tell" in read(make["a_healthy"]()).text
    assert "CANNOT SAY several readings" in read(make["an_inconclusive"]()).text


def test_stop_now_only_while_it_runs(make):
    running = make["a_run"](outcome=make["Outcome"](state="running"))
    assert "Stop now" in read(make["a_problem"](run=running)).text
    assert "Stop now" not in read(make["a_problem"]()).text


def test_findings_lead_to_their_stretch(make):
    answer = make["a_problem"]()
    body, data = section(answer, place=0, room=Room())
    bands = {name: (first, last) for curve in data["curves"] for name, first, last in curve["bands"]}
    page = Read(body)
    links = [value for _, name, value in page.attributes if name == "data-band"]
    assert set(links) == set(bands)
    assert (1410, 1410) in bands.values()
    assert (2470, 5000) in bands.values()


def test_counts_what_is_not_finite(make):
    text = read(make["ten_answers"]()["nan"]).text
    assert "100 values are not finite, the first at step 200" in text


def test_many_of_everything_stay_bounded(make):
    many = {f"m{place}": Series.of(f"m{place}", range(3), [1, 2, 3]) for place in range(5000)}
    findings = [
        Finding(id="loss-spike", severity="error", message=f"no {step}", series="m1", first_step=1)
        for step in range(5000)
    ]
    settings = {f"s{place}": "x" * 100_000 for place in range(1000)}
    body, data = section(
        make["a_problem"](run=make["a_run"](series=many, settings=settings), findings=findings), place=0, room=Room()
    )
    assert len(data["curves"]) == 30
    assert "4,970 more series not drawn" in body
    assert f"and {5000 - MOST:,} more" in body
    assert len(body) < 600_000


def test_the_curve_of_a_loud_finding_is_drawn_where_there_is_little_room(make):
    _, data = section(make["a_problem"](), place=0, room=Room(curves=2))
    assert {band[0] for curve in data["curves"] for band in curve["bands"]}
    assert len(data["curves"]) == 2


def test_long_text_is_cut():
    assert len(safe("x" * 5000)) == 1000
    assert safe("<b>") == escaped("<b>")


def test_the_gist_without_a_reason(make):
    assert gist(make["an_inconclusive"](reason=None)) == "nothing decides between the readings"
