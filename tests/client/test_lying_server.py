"""A server that chooses the dice, or begins again for better ones, is found out by the browser."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count

import pytest
import sqlalchemy as sa
from playwright.sync_api import Browser

from pasch.core.game.dice import Dice, commitment_of
from pasch.core.match.journal import Chain
from pasch.table.model import Decision, Settings, Started
from pasch.table.model.entries import Sat
from pasch.table.model.seating import seal_of
from pasch.table.storage.schema import ENTRIES
from pasch.table.table import Table
from tests.client.browser import Look, Window
from tests.client.lying import Liar, Says
from tests.client.playing import Play, join, lay, press_tool, table_in
from tests.compiled import compile_every_game
from tests.server.serving import Served, go_on
from tests.table import acts
from tests.table.party import sql_store

BEN = "the-seat-of-ben-whom-the-server-plays"
BENS, BETTER = "b" * 32, "c" * 32
ENVELOPE = "✗ These are not the dice in the envelope."
FULL = "() => { Storage.prototype.setItem = () => { throw new DOMException('full'); }; }"
UNFIT = "✗ Every roll is the one in the envelope, but this device knows of something"
GAME, SHORT = "mmm", {"cat_steps": "5"}


@pytest.fixture(scope="module")
def liar() -> Liar:
    return Liar()


@pytest.fixture(scope="module")
def lying(tmp_path_factory: pytest.TempPathFactory, liar: Liar) -> Iterator[Served]:
    compile_every_game()
    with Served(tmp_path_factory.mktemp("lies") / "tables.sqlite", liar.around) as served:
        yield served


@pytest.fixture
def anna(browser: Browser, lying: Served, liar: Liar) -> Iterator[Window]:
    with Window(browser, lying.url, painted=False) as window:
        yield window
    liar.be_honest()


@pytest.fixture
def ben(browser: Browser, lying: Served) -> Iterator[Window]:
    with Window(browser, lying.url, painted=False) as window:
        yield window


def gather(anna: Window, lying: Served, salt: str = "") -> Table:
    """Seat Anna in her browser and Ben, whom the server plays with a sealed or a known salt."""
    table = lying.table(lay(anna, GAME, "Anna", ["me", "open"], SHORT))
    how = {"salt": salt} if salt else {"seal": seal_of(BENS)}
    lying.call(table.sit(1, "Ben", BEN, **how))
    return table


def start(anna: Window, lying: Served, table: Table) -> None:
    """Wait until Anna's device has opened its salt; Ben's is still sealed."""
    anna.press("#start")
    lying.call(until_opened(table))


async def until_opened(table: Table) -> None:
    while not table.state.seats[0].salt:
        await go_on(table)


def begin(anna: Window, lying: Served) -> Table:
    table = gather(anna, lying)
    start(anna, lying, table)
    lying.call(acts.open_salt(table, BEN, BENS))
    anna.page.wait_for_selector('body[data-phase="playing"]')
    return table


def finish(anna: Window, lying: Served, table: Table, people: tuple[int, ...] = (0, 1)) -> None:
    Play(lying, table, dict.fromkeys(people, anna)).skim()
    anna.page.wait_for_selector("#result #check-dice")


def check(window: Window) -> tuple[str, list[str]]:
    """Return the verdict, and every line of the check."""
    while window.page.locator("#alarm .close").count():
        window.press(window.page.locator("#alarm .close").first)
    window.press("#check-dice")
    frame = window.page.frame_locator("iframe.verify")
    frame.locator("#verdict:not(:empty)").wait_for()
    lines = frame.locator("#checks li").all_inner_texts()
    verdict = frame.locator("#verdict").inner_text()
    window.page.keyboard.press("Escape")
    return verdict, lines


def expect_failed(window: Window, verdict: str, *found: str) -> None:
    told, lines = check(window)
    assert told.startswith(verdict)
    failed = [line for line in lines if line.startswith("✗")]
    for text in found:
        assert any(text in line for line in failed), (text, lines)


def expect_green(window: Window) -> None:
    assert window.page.locator("#alarm > div").count() == 0
    verdict, lines = check(window)
    assert verdict == "✓ Every roll is the one in the envelope."
    assert all(line.startswith("✓") for line in lines), lines
    for part in ("every salt it made", "all 2 seats", "running hashes that this device was told"):
        assert any(part in line for line in lines)


def alarmed(window: Window, text: str) -> None:
    window.page.wait_for_selector(f'#alarm p:has-text("{text}")')


def test_an_honest_server_passes_every_check(anna: Window, ben: Window, lying: Served) -> None:
    """It passes through a reload, a lost line, a second tab and a choice that is taken back."""
    id = lay(anna, GAME, "Anna", ["me", "open"], SHORT)
    join(ben, id, "Ben", 1)
    anna.press("#start")
    play = Play(lying, lying.table(id), {0: anna, 1: ben})
    play.on(choices=1)
    anna.page.reload()
    anna.is_usable()
    tab = anna.open_page()
    tab.goto(f"/t/{id}")
    tab.wait_for_selector('body[data-ready="true"][data-phase="playing"]')
    lying.cut()
    ben.expect_noise("WebSocket|failed")
    anna.expect_noise("WebSocket|failed")
    for window in (anna, ben):
        window.page.wait_for_selector('body[data-connection="on"]')
    play.on(choices=1)
    play.skim()
    for window in (anna, ben):
        window.page.wait_for_selector("#result #check-dice")
        expect_green(window)


def other_seals(info: Says) -> Says:
    return {**info, "seals": [info["seals"][0], seal_of(BENS)]} if info["seals"] else info


@pytest.mark.parametrize("is_told", [True, False])
def test_a_seal_replaced_after_the_salts_are_known_is_found(
    anna: Window, lying: Served, liar: Liar, is_told: bool
) -> None:
    table = gather(anna, lying)
    start(anna, lying, table)
    seats = table.state.seats
    better = ground(lambda salt: Dice(table.state.laid.seed, [seats[0].salt, salt]))
    if not is_told:
        liar.table = other_seals
    seats[1] = replace(seats[1], seal=seal_of(better))
    lying.call(acts.open_salt(table, BEN, better))
    if is_told:
        alarmed(anna, "The seat of Ben is not as it was")
    finish(anna, lying, table)
    assert table.finished().start == 1
    expect_failed(anna, UNFIT, "the seat of Ben is not as it was before it opened its salt")


def ground(dice_with: Callable[[str], Dice]) -> str:
    """Return a salt, or a seed, with which Ben begins."""
    tried = (f"{n:032x}" for n in count())
    return next(text for text in tried if dice_with(text).draw_start(2) == 1)


def without_a_seal(info: Says) -> Says:
    return {**info, "salts": [*info["salts"][:1], ""]} if info["salts"] else info


def test_a_seat_without_a_seal_gets_no_salt_from_the_device(
    anna: Window, lying: Served, liar: Liar
) -> None:
    table = gather(anna, lying, salt=BENS)
    liar.table = without_a_seal
    anna.press("#start")
    alarmed(anna, "The seat of Ben has no seal")
    assert table.state.seats[0].salt == ""
    lying.call(begin_anyway(table))
    alarmed(anna, "The game has begun without the part of this device")
    finish(anna, lying, table)
    expect_failed(
        anna, UNFIT, "the seat of Ben had no seal", "salt it made for Anna is not mixed in"
    )


async def begin_anyway(table: Table) -> None:
    async with table._lock:
        dice = Dice(table.state.laid.seed, table.state.salts)
        await table._write(Decision([Started(dice.draw_start(2), drawn=True)]))


def test_a_bot_that_gets_a_salt_is_found(anna: Window, lying: Served) -> None:
    table = lying.table(lay(anna, GAME, "Anna", ["me", "open"], SHORT))
    anna.press('[data-bot="1"]')
    anna.page.wait_for_selector("#start")
    table.state.seats[1] = replace(table.state.seats[1], salt=BETTER)
    anna.press("#start")
    anna.page.wait_for_selector('body[data-phase="playing"]')
    finish(anna, lying, table, people=(0,))
    expect_failed(anna, UNFIT, "is not as it was before it opened its salt")


def with_facts(facts: Says) -> Callable[[Says], Says]:
    return lambda said: {**said, **facts}


@pytest.mark.parametrize("is_told", [True, False])
def test_a_seed_chosen_when_the_salts_are_known_is_found(
    anna: Window, lying: Served, liar: Liar, is_told: bool
) -> None:
    table = gather(anna, lying)
    start(anna, lying, table)
    state = table.state
    seed = ground(lambda seed: Dice(seed, [state.seats[0].salt, BENS]))
    if not is_told:
        liar.table = with_facts({"commitment": table.state.laid.commitment})
    state.laid = replace(state.laid, seed=seed, commitment=commitment_of(seed))
    state._dice = None
    lying.call(acts.open_salt(table, BEN, BENS))
    if is_told:
        alarmed(anna, "This table shows another seal than before")
    finish(anna, lying, table)
    expect_failed(anna, ENVELOPE, "before the game another seal was shown here", "other dice")
    if not is_told:
        liar.header = with_facts({"commitment": kept_seal(anna)})
        expect_failed(anna, ENVELOPE, "Envelope: the seed has the hash")


def kept_seal(window: Window) -> str:
    read = "JSON.parse(localStorage.getItem('pasch.seals'))[0].seal"
    return str(window.page.evaluate(read))


def test_a_header_that_claims_other_dice_fails_the_check(
    anna: Window, lying: Served, liar: Liar
) -> None:
    table = begin(anna, lying)
    finish(anna, lying, table)
    expect_green(anna)
    withheld = "✗ This device played with sealed dice, and they can't be checked: "
    claims: list[tuple[Says, str, str]] = [
        ({"after": 1}, ENVELOPE, "it came for sealed dice, the log tells of a match played on"),
        ({"deal": "ANNA"}, ENVELOPE, "it came for sealed dice, the log tells of the dice of a"),
        ({"drawn": False}, ENVELOPE, "who starts was to be settled in another way"),
        ({"salts": []}, ENVELOPE, "salt it made for Anna is not mixed in"),
        ({"players": ["me", "quick"]}, UNFIT, "the seat of Ben is not as it was"),
        ({"game": "compost"}, UNFIT, "the log tells of another game"),
        ({"dice": "real"}, withheld + "real dice were rolled", ""),
        ({"commitment": None}, withheld + "it is not the log of a game", ""),
    ]
    for claim, verdict, found in claims:
        liar.header = with_facts(claim)
        expect_failed(anna, verdict, *([found] if found else []))


def test_a_swapped_roll_is_found(
    anna: Window, lying: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = Dice.roll

    def roll(dice: Dice, turn: int, die: int, outcomes: int) -> int:
        due = honest(dice, turn, die, outcomes)
        return (due + 1) % outcomes if (turn, die) == (0, 0) else due

    monkeypatch.setattr(Dice, "roll", roll)
    table = begin(anna, lying)
    finish(anna, lying, table)
    expect_failed(anna, ENVELOPE, "Rolls: 1 of ")


def test_a_roll_swapped_in_the_log_alone_does_not_come_from_its_journal(
    anna: Window, lying: Served, liar: Liar
) -> None:
    table = begin(anna, lying)
    finish(anna, lying, table)

    def swap(line: Says) -> Says:
        if line.get("turn") == 0 and line.get("die") == 0:
            return {**line, "outcome": (line["outcome"] + 1) % line["chance"]}
        return line

    liar.line = swap
    expect_failed(anna, ENVELOPE, "Journal: its entries do not come to this log: event")


def test_a_journal_must_go_with_what_this_device_was_told(
    anna: Window, lying: Served, liar: Liar
) -> None:
    table = begin(anna, lying)
    finish(anna, lying, table)
    expect_green(anna)
    liar.line = lambda line: {n: v for n, v in line.items() if n not in ("journal", "key")}
    expect_failed(anna, UNFIT, "Journal: the log has none")
    liar.line = with_journal(lambda journal: [*journal[:-1], "0" * 64])
    expect_failed(anna, ENVELOPE, "can't be read")
    liar.line = lambda line: {**line, "key": "another"} if "key" in line else line
    expect_failed(anna, ENVELOPE, "the table was laid with other dice", "another running hash")
    liar.line = with_journal(lambda journal: [journal[0], "0" * 64, *journal[2:]])
    expect_failed(anna, UNFIT, "it has another running hash than this device was told")


def with_journal(change: Callable[[list[str]], list[str]]) -> Callable[[Says], Says]:
    def changed(line: Says) -> Says:
        return {**line, "journal": change(line["journal"])} if "journal" in line else line

    return changed


@pytest.mark.parametrize("admits", [True, False])
def test_a_table_that_begins_anew_is_found(
    anna: Window, lying: Served, monkeypatch: pytest.MonkeyPatch, admits: bool
) -> None:
    """A server may admit that it has lost entries, or not."""
    table = begin(anna, lying)
    Play(lying, table, {0: anna, 1: anna}).skim(leaving=10)
    if not admits:
        monkeypatch.setattr(Table, "keeps", keeps)
    anna.expect_noise("WebSocket|failed")
    again = lying.call(lay_anew(lying, table))
    lying.cut()
    alarmed(anna, "The server has lost or changed what it told this device before")
    alarmed(anna, "This table begins anew though its game had not ended")
    alarmed(anna, "This table shows another seal than before")
    lying.call(begin_anyway(again))
    finish(anna, lying, again)
    expect_failed(
        anna, UNFIT, "another seal was shown", "began anew", "lost or changed", "not mixed in"
    )


async def keeps(*_: object) -> bool:
    return True


async def lay_anew(lying: Served, table: Table) -> Table:
    """Create the same table with other dice, as if nothing had happened."""
    tables, before = lying.tables, table.state
    del tables._tables[table.id]
    await table.close()
    await sql_store(tables).database.do([sa.delete(ENTRIES).where(ENTRIES.c.table == table.id)])
    seed = "another seed"
    laid = replace(before.laid, seed=seed, commitment=commitment_of(seed))
    sat = [Sat(n, s.name, s.holder, "", s.seal) for n, s in enumerate(before.seats)]
    await tables.store.append(table.id, Chain(laid.key), [laid, *sat])
    return await tables.find(table.id)


def test_the_same_people_at_another_table_hear_of_the_game_that_never_ended(
    anna: Window, lying: Served
) -> None:
    first = begin(anna, lying)
    second = begin_again(anna, lying)
    alarmed(anna, f"has not seen the end of a game with the same people: table {first.id}")
    finish(anna, lying, second)
    expect_failed(anna, UNFIT, f"the same people, table {first.id}")
    anna.page.reload()
    anna.page.wait_for_selector("#result #check-dice")
    expect_failed(anna, UNFIT, f"the same people, table {first.id}")


def begin_again(anna: Window, lying: Served) -> Table:
    """Begin another game with Anna at a table that Ben has created."""
    table = lying.call(lying.tables.create_table(Settings(GAME, 2, {"cat_steps": 5})))
    lying.call(table.sit(1, "Ben", BEN, seal=seal_of(BENS)))
    anna.go(f"/t/{table.id}")
    anna.press('[data-sit="0"]')
    start(anna, lying, table)
    lying.call(acts.open_salt(table, BEN, BENS))
    anna.page.wait_for_selector('body[data-phase="playing"]')
    return table


def test_a_game_that_people_stopped_themselves_is_no_alarm(anna: Window, lying: Served) -> None:
    """They leave it, say so, or look at how it ended without them."""
    begin(anna, lying)
    press_tool(anna, "#leave")
    anna.press("#leave-now")
    anna.is_usable("home")
    second = begin_again(anna, lying)
    assert anna.page.locator("#alarm > div").count() == 0
    third = begin_again(anna, lying)
    alarmed(anna, second.id)
    anna.press("#alarm .ours")
    finish(anna, lying, third)
    expect_green(anna)


def test_a_rematch_is_no_alarm(anna: Window, ben: Window, lying: Served) -> None:
    id = lay(anna, GAME, "Anna", ["me", "open"], SHORT)
    join(ben, id, "Ben", 1)
    anna.press("#start")
    play = Play(lying, lying.table(id), {0: anna, 1: ben})
    play.settle()
    play.skim()
    anna.press("#result #rematch")
    ben.press("#result #next")
    anna.page.wait_for_url(lambda url: id not in url)
    anna.page.wait_for_selector('body[data-phase="playing"]')
    again = Play(lying, lying.table(table_in(anna)), {0: anna, 1: ben})
    again.settle()
    again.skim()
    for window in (anna, ben):
        window.page.wait_for_selector("#result #check-dice")
        expect_green(window)


@pytest.mark.parametrize("is_known", [True, False])
def test_a_table_that_is_opened_again_asks_whether_somebody_stood_up(
    anna: Window, lying: Served, is_known: bool
) -> None:
    """Otherwise a server could open and close it until it likes the dice."""
    table = gather(anna, lying)
    start(anna, lying, table)
    lying.call(acts.leave(table, BEN))
    anna.page.wait_for_selector("#fill")
    lying.call(table.sit(1, "Ben", BEN, seal=seal_of(BETTER)))
    anna.page.wait_for_selector("#start")
    start(anna, lying, table)
    alarmed(anna, "Did somebody stand up")
    if is_known:
        anna.press("#alarm .ours")
    lying.call(acts.open_salt(table, BEN, BETTER))
    finish(anna, lying, table)
    if is_known:
        assert anna.page.locator("#alarm > div").count() == 0
        verdict, lines = check(anna)
        assert verdict.startswith("✓")
        listed = "• This device: rounds given up before the game, after it had opened its salt: 1."
        assert listed in lines
    else:
        expect_failed(anna, UNFIT, "and nobody here said why: 1.")


def test_a_table_that_takes_no_salts_all_at_once_is_found(
    anna: Window, lying: Served, liar: Liar
) -> None:
    """The device is not asked for its salt, and in the end no dice are to be checked."""
    table = gather(anna, lying)
    liar.table = with_facts({"seals": [], "salts": [], "seed": None})
    anna.press("#start")
    lying.call(begin_anyway(table))
    alarmed(anna, "The game has begun without the part of this device")
    finish(anna, lying, table)
    expect_failed(anna, UNFIT, "salt it made for Anna is not mixed in")


def test_a_log_that_is_not_given_out_is_a_failed_check(
    anna: Window, lying: Served, liar: Liar
) -> None:
    table = begin(anna, lying)
    finish(anna, lying, table)
    liar.table = with_facts({"seed": None, "log": False})
    anna.page.reload()
    anna.page.wait_for_selector("#result #check-dice")
    anna.expect_noise("status 404|404")
    anna.page.route("**/log", lambda route: route.fulfill(status=404, body="{}"))
    expect_failed(anna, "✗ This device played with sealed dice, and they can't be checked: it is")


def test_a_salt_that_was_opened_once_is_never_part_of_another_round(
    anna: Window, lying: Served, liar: Liar
) -> None:
    """The server throws Ben's seal away and keeps Anna's, whose salt it knows."""
    table = gather(anna, lying)
    start(anna, lying, table)
    liar.table = lambda info: (
        {**info, "salts": ["", ""], "seals": [info["seals"][0], seal_of(BETTER)]}
        if info["seals"]
        else info
    )
    lying.call(tell(table))
    alarmed(anna, "The seat of Ben is not as it was")


async def tell(table: Table) -> None:
    table.viewers.send_table()


def test_a_browser_that_keeps_nothing_says_so_and_checks_what_the_page_knows(
    browser: Browser, lying: Served
) -> None:
    with Window(browser, lying.url, painted=False) as window:
        table = gather(window, lying)
        window.page.evaluate(FULL)
        start(window, lying, table)
        alarmed(window, "This browser keeps nothing for itself")
        lying.call(acts.open_salt(table, BEN, BENS))
        finish(window, lying, table)
        verdict, lines = check(window)
        assert verdict.startswith("✓")
        assert any("all 2 seats" in line for line in lines)


def test_the_alarm_speaks_german(browser: Browser, lying: Served, liar: Liar) -> None:
    with Window(browser, lying.url, Look(language="de-DE"), painted=False) as window:
        table = gather(window, lying, salt=BENS)
        liar.table = without_a_seal
        window.press("#start")
        alarmed(window, "Der Platz von Ben hat kein Siegel")
        lying.call(begin_anyway(table))
        finish(window, lying, table)
        verdict, lines = check(window)
        assert verdict.startswith("✗ Jeder Wurf ist der aus dem Umschlag, aber")
        assert any("Während des Spiels hat es bemerkt: Der Platz von Ben" in line for line in lines)
    liar.be_honest()
