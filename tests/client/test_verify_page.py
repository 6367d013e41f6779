"""The stand-alone page, opened from disk in a browser, agrees with Python."""

import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from pasch.core.game.dice import Dice, Draws, deal_seed, draws_of
from pasch.core.game.position import CHANCE, OVER
from pasch.core.match.log import header_of, write
from pasch.core.match.match import Match, new
from tests import vectors
from tests.client.browser import NOT_PAINTED, new_context

PAGE = Path(__file__).parents[2] / "src" / "pasch" / "client" / "verify.html"
SALTS = ("0123456789abcdef" * 2, "")
FACES = ("bread", "fish", "cucumber", "cheese", "carrot", "x")


class Offline:
    """The page opened from disk without a network, with its requests and complaints."""

    def __init__(self, context: BrowserContext) -> None:
        self.page = context.new_page()
        self.complaints: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))


@pytest.fixture(scope="module")
def offline(browser: Browser) -> Iterator[Offline]:
    context = new_context(browser, offline=True, locale="en-GB")
    context.add_init_script(NOT_PAINTED)
    yield Offline(context)
    context.close()


@pytest.fixture
def page(offline: Offline) -> Iterator[Page]:
    offline.asked.clear()
    offline.page.goto(PAGE.as_uri())
    offline.page.wait_for_selector("body[data-ready]")
    yield offline.page
    assert offline.complaints == []
    assert [url for url in offline.asked if not url.startswith("data:")] == [PAGE.as_uri()]


def sealed_game(dice: Dice, key: str = "mmm", **options: Any) -> Match:
    match = new(key, seats=2, start=dice.draw_start(2), names=["Anna", "Ben"], **options)
    while match.player != OVER:
        if match.player == CHANCE:
            match.apply(dice.roll(match.turn, match.die, match.chance))
        else:
            match.apply(int(match.game.quick_player.quick(match.view(match.player))))
    return match


def log_of(match: Match, dice: Dice, **facts: Any) -> list[str]:
    header = header_of(match, commitment=dice.commitment, salts=dice.salts, drawn=True, **facts)
    return write(match, header=header, seed=dice.seed).splitlines()


@pytest.fixture(scope="module")
def lines() -> list[str]:
    """Return the log of a short game with sealed dice."""
    dice = Dice(deal_seed("a-log"), SALTS)
    return log_of(sealed_game(dice, cat_steps=4), dice)


def check(page: Page, lines: list[str]) -> str:
    page.fill("#text", "\n".join(lines))
    page.click("#check")
    return page.inner_text("#verdict")


def changed(line: str, **facts: Any) -> str:
    told = {**json.loads(line), **facts}
    return json.dumps({name: value for name, value in told.items() if value is not None})


def chances(lines: list[str]) -> list[int]:
    return [number for number, line in enumerate(lines) if '"chance"' in line]


def test_the_page_agrees_with_the_vectors(page: Page) -> None:
    for seed in vectors.SEEDS:
        assert page.evaluate("seed => commitmentOf(seed)", seed) == Dice(seed).commitment
    for seed, salts, turn, die, outcomes in vectors.ROLLS:
        key = [seed, list(salts), turn, die, str(outcomes)]
        rolled = page.evaluate("key => String(roll(...key))", key)
        assert int(rolled) == Dice(seed, salts).roll(turn, die, outcomes)


def test_the_page_hashes_texts_of_every_length_and_long_keys(page: Page) -> None:
    texts = ["ä" * n for n in range(140)]
    hashes = page.evaluate("texts => texts.map(commitmentOf)", texts)
    assert hashes == [hashlib.sha256(text.encode()).hexdigest() for text in texts]
    rolled = page.evaluate("texts => texts.map(seed => Number(roll(seed, [], 1, 2, 6)))", texts)
    assert rolled == [Dice(text).roll(1, 2, 6) for text in texts]


@pytest.mark.parametrize("key", ["mmm", "mistkaefer"])
def test_a_sealed_game_holds(page: Page, tmp_path: Path, key: str) -> None:
    dice = Dice(salts=SALTS)
    match = sealed_game(dice, key)
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join(log_of(match, dice)) + "\n", encoding="utf-8")
    page.set_input_files("#file", path)
    page.wait_for_selector("body[data-verdict=good]")
    assert page.inner_text("#verdict") == "✓ Every roll is the one in the envelope."
    rolls = len(chances(path.read_text().splitlines()))
    assert page.locator("#checks li").all_inner_texts() == [
        f"✓ Envelope: the seed in it has the hash {dice.commitment}.",
        "✓ Salts: 1 of 2 seats mixed one in.",
        f"✓ Starting seat: {match.names[match.start]}, as drawn.",
        f"✓ Events: all {len(match.events)} are there, turns and dice are counted without a gap.",
        f"✓ Rolls: all {rolls} fell as the seed says.",
    ]
    assert page.locator("#rows tr").count() == rolls
    assert page.locator("#rows tr.wrong").count() == 0
    assert page.locator("#salts li").all_inner_texts() == [f"Anna: {SALTS[0]}", "Ben: none"]


def test_a_log_is_dropped_on_the_page(page: Page, lines: list[str]) -> None:
    page.evaluate(
        """text => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([text], "game.jsonl"));
            document.getElementById("drop").dispatchEvent(
                new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
        }""",
        "\n".join(lines),
    )
    page.wait_for_selector("body[data-verdict=good]")


def test_the_hash_that_was_shown_is_compared(page: Page, lines: list[str]) -> None:
    check(page, lines)
    commitment = json.loads(lines[0])["commitment"]
    for typed, told in [
        (commitment, "It is the hash of this envelope."),
        (f" {commitment[:12].upper()}… ", "It is the hash of this envelope."),
        ("0123456789", "It is not the hash of this envelope."),
        ("", ""),
    ]:
        page.fill("#shown", typed)
        assert page.inner_text("#same") == told


def test_a_changed_roll_is_named(page: Page, lines: list[str]) -> None:
    at = chances(lines)[4]
    event = json.loads(lines[at])
    other = (event["outcome"] + 1) % 6
    forged = [*lines]
    forged[at] = changed(lines[at], outcome=other, do={"die": FACES[other]})
    assert check(page, forged) == "✗ These are not the dice in the envelope."
    assert page.locator("#checks li.bad").all_inner_texts() == [
        f"✗ Rolls: 1 of {len(chances(lines))} are not the seed's. The first is event {event['n']} "
        f"(turn {event['turn']}, die {event['die']}, 6 outcomes): "
        f"the seed says {event['outcome']}, the log says {other}."
    ]
    wrong = page.locator("#rows tr.wrong td").all_inner_texts()
    assert (wrong[0], wrong[1]) == (str(event["n"]), "✗ no")


def test_a_changed_seed_and_a_changed_start_are_named(page: Page, lines: list[str]) -> None:
    check(page, [*lines[:-1], changed(lines[-1], seed="another")])
    assert "✗ Envelope: the seed has the hash " in page.inner_text("#checks")
    header = json.loads(lines[0])
    check(page, [changed(lines[0], start=1 - header["start"]), *lines[1:]])
    drawn, said = header["names"][header["start"]], header["names"][1 - header["start"]]
    assert page.locator("#checks li.bad").all_inner_texts() == [
        f"✗ Starting seat: the seed draws {drawn}, the log says {said}."
    ]


def test_a_named_start_and_an_old_owner_of_the_seed_will_do(page: Page, lines: list[str]) -> None:
    """The terminal writes such a log: the seed in the header, no salts."""
    dice = Dice()
    own = log_of(sealed_game(dice, cat_steps=3), dice)
    own[0] = changed(own[0], seed=dice.seed, drawn=None, salts=None)
    own[-1] = changed(own[-1], seed=None)
    check(page, own)
    assert page.get_attribute("body", "data-verdict") == "good"
    assert "✓ Starting seat: it was named, not drawn." in page.inner_text("#checks")
    assert page.is_hidden("#salted")
    check(page, lines)
    assert page.is_visible("#salted")


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"turn": 9}, "its turn or die is out of order."),
        ({"die": 7}, "its turn or die is out of order."),
        ({"turn": None}, "it doesn't say which die it is."),
        ({"n": 99}, "it stands where another one belongs."),
    ],
)
def test_an_event_that_does_not_fit_is_named(
    page: Page, lines: list[str], facts: dict[str, Any], why: str
) -> None:
    check(page, [*lines[:2], changed(lines[2], **facts), *lines[3:]])
    assert page.get_attribute("body", "data-verdict") == "bad"
    told = page.locator("#checks li.bad").first.inner_text()
    assert told == f"✗ Events: the first that doesn't fit is event 2: {why}"


def test_a_face_that_changed_its_side_and_a_lost_event_are_named(
    page: Page, lines: list[str]
) -> None:
    outcomes = [json.loads(lines[n])["outcome"] for n in chances(lines)]
    again = next(n for i, n in enumerate(chances(lines)) if outcomes[i] in outcomes[:i])
    forged = [*lines]
    forged[again] = changed(lines[again], do={"die": "beer"})
    check(page, forged)
    assert page.locator("#checks li.bad").all_inner_texts() == [
        f"✗ Events: the first that doesn't fit is event {again}: "
        "the same side of the die had another face before."
    ]
    check(page, [*lines[:-1], changed(lines[-1], events=7)])
    assert "the result counts 7 events." in page.inner_text("#checks")


def test_a_deal_follows_from_its_code(page: Page) -> None:
    dice = Dice(deal_seed("anna-1"))
    log = log_of(sealed_game(dice, cat_steps=3), dice, deal="ANNA-1")
    check(page, log)
    assert "✓ Deal: the seed follows from the code ANNA-1" in page.inner_text("#checks")
    check(page, [changed(log[0], deal="BEN"), *log[1:]])
    assert page.locator("#checks li.bad").count() == 1


def secret_game(draws: Draws) -> Match:
    """Return a match of Mistkäfer, where chips are drawn in secret; people roll 1, 2 and so on."""
    dice = draws.open or draws.secret
    match = new("mistkaefer", seats=2, start=dice.draw_start(2), clovers=2)
    while match.player != OVER:
        due = match.due(draws)
        if due is None and match.player == CHANCE:
            due = len(match.events) % match.chance
        if due is None:
            due = int(match.game.quick_player.quick(match.view(match.player)))
        match.apply(due)
    return match


@pytest.mark.parametrize("facts", [{"deal": "ANNA-1"}, {"dice": "real"}], ids=["deal", "real"])
def test_another_seed_for_what_was_drawn_in_secret_is_found(
    page: Page, facts: dict[str, Any]
) -> None:
    draws = draws_of(None, SALTS, deal=facts.get("deal"), real="dice" in facts)
    match = secret_game(draws)
    header = header_of(match, commitment=draws.secret.commitment, salts=SALTS, hidden=True, **facts)
    log = write(match, header=header, seed=draws.secret.seed).splitlines()
    check(page, log)
    assert page.get_attribute("body", "data-verdict") == "good"
    told = page.inner_text("#checks")
    assert ("follows from the code ANNA-1, what was drawn in secret does not" in told) is (
        "deal" in facts
    )
    assert ("✓ Real dice: what people rolled can't be checked" in told) is ("dice" in facts)
    swapped = [*log[:-1], changed(log[-1], seed="another")]
    check(page, swapped)
    assert "✗ Envelope" in page.inner_text("#checks")
    assert "✗ Rolls" in page.inner_text("#checks")
    check(page, [changed(log[0], commitment=Dice("another").commitment), *swapped[1:]])
    assert "✗ Rolls" in page.inner_text("#checks")
    die = next(n for n, line in enumerate(log) if '"do":{"die"' in line)
    check(page, [*log[:die], changed(log[die], hidden=True), *log[die + 1 :]])
    assert "dice are not rolled in secret." in page.inner_text("#checks")


def test_a_secret_seed_that_is_the_code_s_own_is_found(page: Page) -> None:
    draws = draws_of(deal_seed("ANNA-1"), deal="ANNA-1")
    match = secret_game(draws)
    header = header_of(match, commitment=draws.secret.commitment, hidden=True, deal="ANNA-1")
    check(page, write(match, header=header, seed=draws.secret.seed).splitlines())
    assert page.locator("#checks li.bad").all_inner_texts() == [
        "✗ Deal: what was drawn in secret follows from the code ANNA-1 too."
    ]


@pytest.mark.parametrize("after", [0, 3])
def test_a_match_played_on_says_so(page: Page, lines: list[str], after: int) -> None:
    """A match that was played on from its very beginning says so too."""
    words = "These dice are not secret: they go on from event"
    check(page, lines)
    assert words not in page.inner_text("#checks")
    check(page, [changed(lines[0], after=after), *lines[1:]])
    assert page.get_attribute("body", "data-verdict") == "good"
    assert f"✓ {words} {after} of another match." in page.inner_text("#checks")


def test_salts_that_are_none_are_named(page: Page, lines: list[str]) -> None:
    check(page, [changed(lines[0], salts=["ab"]), *lines[1:]])
    assert "✗ Salts: expected none or one of 32 hex digits" in page.inner_text("#checks")


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"dice": "real"}, "real dice were rolled, there is no envelope."),
        ({"commitment": None}, "the dice of this game were never sealed."),
        ({"pasch": 2}, "it is not the log of a game."),
        ({"salts": "many"}, "it is not the log of a game."),
        ({"seats": 0}, "it is not the log of a game."),
    ],
)
def test_a_header_without_an_envelope_says_why(
    page: Page, lines: list[str], facts: dict[str, Any], why: str
) -> None:
    told = check(page, [changed(lines[0], **facts), *lines[1:]])
    assert told == f"This can't be checked: {why}"
    assert page.is_hidden("#events")


@pytest.mark.parametrize(
    ("cut", "why"),
    [
        (slice(0, 0), "it is not the log of a game."),
        (slice(0, -1), "the game is not finished; the envelope is opened at the end."),
        (slice(0, 1), "the game is not finished; the envelope is opened at the end."),
    ],
)
def test_a_log_that_is_cut_off_says_why(page: Page, lines: list[str], cut: slice, why: str) -> None:
    assert check(page, lines[cut]) == f"This can't be checked: {why}"


def test_what_is_no_log_or_keeps_its_seed_says_why(page: Page, lines: list[str]) -> None:
    assert check(page, [lines[0], "hello"]) == (
        "This can't be checked: line 2 is not a line of a log."
    )
    closed = [*lines[:-1], changed(lines[-1], seed=None)]
    assert check(page, closed) == "This can't be checked: the log doesn't reveal the seed."


def test_the_page_speaks_german(page: Page, lines: list[str]) -> None:
    check(page, lines)
    page.click("[data-language=de]")
    assert page.inner_text("#verdict") == "✓ Jeder Wurf ist der aus dem Umschlag."
    assert page.get_attribute("html", "lang") == "de"
    english = [text for text in page.evaluate("Object.keys(GERMAN)") if " the " in text]
    assert not [text for text in english if text in page.inner_text("body")]


def test_every_message_of_the_page_is_german_too() -> None:
    source = PAGE.read_text(encoding="utf-8")
    said = set(re.findall(r'data-say="([^"]+)"', source))
    calls = r'(?:say|good|bad|CannotCheck)\(\s*(?:[^"()]*\? )?"([^"]+)"(?: : "([^"]+)")?'
    said |= {text for pair in re.findall(calls, source) for text in pair if text}
    said |= set(re.findall(r'(?:return|say:) "([^"]+)"', source))
    german = set(re.findall(r'^  "([^"]+)":', source, re.M))
    assert said == german


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_wider_than_a_phone(browser: Browser, lines: list[str], scheme: Any) -> None:
    context = new_context(browser, viewport={"width": 390, "height": 844}, color_scheme=scheme)
    page = context.new_page()
    page.goto(PAGE.as_uri())
    check(page, lines)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()
