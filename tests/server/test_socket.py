"""One WebSocket per viewer: everything a client may send, and what it must not."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect, WebSocketState

from pasch.core.errors import PaschError
from pasch.core.game.registry import games
from pasch.core.match.journal import DIGEST
from pasch.core.view.scene import Choice
from pasch.server import connection, websocket
from pasch.server.app import create_app
from pasch.server.errors import CloseCode
from pasch.server.limits import UNLIMITED, Limits
from pasch.table.model import StoreTrouble
from pasch.table.views.messages import Snapshot
from tests.server.serving import apart
from tests.table.window import Window, as_it_lies, read

SALT = "0123456789abcdef" * 2


class Client:
    """One connection, with numbered messages."""

    def __init__(self, session: WebSocketTestSession) -> None:
        self.session = session
        self.id = 0
        self.version = 0
        self.token = ""
        self.table: dict[str, Any] = {}
        self.waiting: list[dict[str, Any]] = []
        self.window = Window()

    def receive(self) -> dict[str, Any]:
        if not self.waiting:
            self.waiting = json.loads(self.session.receive_text())
        received = self.waiting.pop(0)
        self.version = max(self.version, received["v"])
        if received["t"] == "table":
            self.table = received["d"]
        self.window.hear(read(json.dumps(received)))
        return received

    @property
    def moment(self) -> Snapshot:
        return self.window.moments[-1]

    def ask(self, kind: str, content: Any = None, version: int | None = None) -> dict[str, Any]:
        """Send a message and read until its answer."""
        self.send(kind, content, version)
        return self.answer()

    def send(self, kind: str, content: Any = None, version: int | None = None) -> None:
        self.id += 1
        seen = self.version if version is None else version
        sent = {"t": kind, "id": self.id, "v": seen, "d": {} if content is None else content}
        self.session.send_text(json.dumps(sent))

    def answer(self) -> dict[str, Any]:
        while (received := self.receive())["t"] not in ("ack", "refused"):
            pass
        return received

    def until_choices(self) -> tuple[Choice, ...]:
        while not self.window.moments or not self.moment.scene.choices:
            self.receive()
        return self.moment.scene.choices


def lay(http: TestClient, **settings: Any) -> str:
    return str(http.post("/tables", json={"game": "mmm", "seats": 2, **settings}).json()["id"])


def sit(http: TestClient, table: str, name: str) -> str:
    answer = http.post(f"/tables/{table}/seats", json={"name": name, "salt": SALT})
    return str(answer.json()["token"])


@pytest.fixture
def table(http: TestClient) -> str:
    return lay(http, starter=0)


@pytest.fixture
def anna(http: TestClient, table: str) -> Iterator[Client]:
    """Yield the connection of Anna, who sits at the table and has said hello."""
    token = sit(http, table, "Anna")
    with http.websocket_connect(f"/tables/{table}/live") as session:
        client = Client(session)
        client.token = token
        client.ask("hello", {"token": token, "language": "en"})
        yield client


@pytest.fixture
def playing(anna: Client) -> Client:
    """Return Anna's connection in a match against a bot, when it is her turn."""
    anna.ask("bot", {"seat": 1, "bot": "quick"})
    anna.ask("start")
    anna.until_choices()
    return anna


def refusal(answer: dict[str, Any]) -> tuple[str, str]:
    assert answer["t"] == "refused", answer
    return answer["d"]["code"], answer["d"]["reason"]


def test_hello_is_answered_by_the_table(anna: Client) -> None:
    assert anna.table["phase"] == "gathering"
    assert anna.window.own.seats == [0]
    assert anna.table["seats"][0]["here"]


def test_seats_are_given_to_bots_and_opened_again(anna: Client) -> None:
    assert anna.ask("bot", {"seat": 1, "bot": "quick"})["t"] == "ack"
    assert anna.table["seats"][1]["bot"] == "quick"
    assert anna.ask("open", {"seat": 1})["t"] == "ack"
    assert anna.table["seats"][1]["kind"] == "open"
    code, reason = refusal(anna.ask("start"))
    assert code == "phase"
    assert "seat 2 is still open" in reason


def test_a_choice_is_acknowledged_and_seen_with_a_grown_version(playing: Client) -> None:
    before = playing.version
    choice = playing.moment.scene.choices[0]
    event = playing.moment.event
    assert playing.ask("choose", {"action": choice.action})["t"] == "ack"
    assert playing.version > before
    assert playing.moment.event > event


def test_an_acknowledgement_tells_the_running_hash_after_its_entry(playing: Client) -> None:
    """The choice is among the entries up to the version it names, and no hash comes twice."""
    hashes = []
    for _ in range(3):
        before = playing.version
        ack = playing.ask("choose", {"action": playing.until_choices()[0].action})
        assert ack["v"] > before
        hashes.append(ack["d"]["hash"])
    assert len({*hashes}) == 3
    assert all(DIGEST.fullmatch(hash) for hash in hashes)


def test_whoever_was_told_another_past_hears_of_it_at_once(
    http: TestClient, table: str, playing: Client
) -> None:
    """A server whose store was put back, or written anew, has lost what it acknowledged."""
    ack = playing.ask("choose", {"action": playing.until_choices()[0].action})
    true = {"n": ack["v"], "hash": ack["d"]["hash"]}
    for told, warned in [
        (true, []),
        ({**true, "hash": "0" * 64}, ["fork"]),
        ({**true, "n": ack["v"] + 50}, ["fork"]),
    ]:
        with http.websocket_connect(f"/tables/{table}/live") as session:
            client = Client(session)
            client.send("hello", {"token": playing.token, "kept": told})
            codes = []
            while (received := client.receive())["t"] != "ack":
                if received["t"] == "refused":
                    codes.append(received["d"]["code"])
            assert codes == warned
            assert client.moment.event, "the table goes on"


def test_a_stale_choice_is_refused_and_the_table_shown_again(playing: Client) -> None:
    action = playing.moment.scene.choices[0].action
    code, _ = refusal(playing.ask("choose", {"action": action}, version=1))
    assert code == "stale"
    assert playing.receive()["t"] == "table"
    assert playing.receive()["d"]["kind"] == "sync"


def test_the_same_click_twice_counts_once(playing: Client) -> None:
    version, event = playing.version, playing.moment.event
    action = playing.moment.scene.choices[0].action
    playing.ask("choose", {"action": action}, version)
    assert refusal(playing.ask("choose", {"action": action}, version))[0] == "stale"
    assert playing.moment.event >= event + 1


@pytest.mark.parametrize("action", [10_000, -1, 10**20])
def test_an_illegal_choice_is_refused_with_its_clause(playing: Client, action: int) -> None:
    answer = playing.ask("choose", {"action": action})
    assert answer["d"]["code"] == "illegal"
    assert answer["d"]["clause"].startswith("MMM-")


def test_each_viewer_of_a_table_is_refused_in_their_language(
    http: TestClient, playing: Client, table: str
) -> None:
    told = playing.ask("choose", {"action": 51})["d"]
    with http.websocket_connect(f"/tables/{table}/live") as session:
        on_the_phone = Client(session)
        on_the_phone.ask("hello", {"token": playing.token, "language": "de"})
        version = playing.version
        told_there = on_the_phone.ask("choose", {"action": 51}, version)["d"]
        assert refusal(on_the_phone.ask("start")) == ("phase", "das Spiel hat begonnen")
        unknown = on_the_phone.ask("stand_in", {"seat": 7})
        assert refusal(unknown)[1] == "erwartet ist ein Platz von 1 bis 2, gekommen ist 8"
    assert told["reason"].startswith("expected a square (0 to 48), to roll again (49)")
    assert told_there["reason"].startswith(
        "erwartet ist: ein Feld (0 bis 48), nochmal würfeln (49)"
    )
    assert told["clause"] == told_there["clause"] == "MMM-6, MMM-8"
    assert refusal(playing.ask("start")) == ("phase", "the game has begun")


def test_undo_takes_the_last_choice_back(playing: Client) -> None:
    before = playing.moment.scene
    action = before.choices[0].action
    playing.ask("choose", {"action": action})
    assert playing.window.own.undo
    playing.ask("undo")
    assert playing.moment.kind == "undo"
    assert as_it_lies(playing.moment.scene) == as_it_lies(before)


def test_language_changes_while_playing(playing: Client) -> None:
    playing.ask("hello", {"token": playing.token, "language": "de"})
    while playing.moment.kind != "sync":
        playing.receive()
    assert playing.moment.scene.areas[0].title == "Die Vorratskammer"


def test_leaving_lets_a_bot_play_and_a_message_brings_one_back(
    http: TestClient, table: str, playing: Client
) -> None:
    playing.ask("leave")
    assert playing.table["seats"][0]["away"]
    token = "forged"
    with http.websocket_connect(f"/tables/{table}/live") as session:
        stranger = Client(session)
        stranger.ask("hello", {"token": token})
        assert stranger.table["seats"][0]["away"]
        assert refusal(stranger.ask("leave"))[0] == "seat"


def test_a_spectator_sees_and_may_do_nothing(http: TestClient, table: str, playing: Client) -> None:
    with http.websocket_connect(f"/tables/{table}/live") as session:
        spectator = Client(session)
        spectator.ask("hello", {"token": ""})
        while not spectator.window.moments:
            spectator.receive()
        assert spectator.moment.scene.choices == ()
        assert spectator.table["watchers"] == 1
        action = playing.moment.scene.choices[0].action
        for kind, content in (
            ("choose", {"action": action}),
            ("undo", {}),
            ("leave", {}),
            ("stand_in", {"seat": 0}),
        ):
            assert refusal(spectator.ask(kind, content))[0] == "seat"
        assert refusal(spectator.ask("start"))[0] == "phase"


def test_two_windows_on_one_seat_both_follow(http: TestClient, table: str) -> None:
    token = sit(http, table, "Anna")
    live = f"/tables/{table}/live"
    with http.websocket_connect(live) as one, http.websocket_connect(live) as two:
        first, second = Client(one), Client(two)
        for window in (first, second):
            window.ask("hello", {"token": token})
        first.ask("bot", {"seat": 1, "bot": "quick"})
        second.receive()
        second.ask("start")
        choice = first.until_choices()[0]
        second.until_choices()
        first.ask("choose", {"action": choice.action})
        while second.moment.event < first.moment.event:
            second.receive()
        assert as_it_lies(second.moment.scene) == as_it_lies(first.moment.scene)


def test_nothing_is_done_before_hello(http: TestClient, table: str) -> None:
    with http.websocket_connect(f"/tables/{table}/live") as session:
        expected = ("phase", "expected hello as the first message")
        assert refusal(Client(session).ask("start")) == expected


def test_an_unknown_table_closes_the_connection_with_a_reason(http: TestClient) -> None:
    live = http.websocket_connect("/tables/nosuchtabl/live")
    with live as session, pytest.raises(WebSocketDisconnect) as closed:
        session.receive_text()
    assert closed.value.code == CloseCode.UNKNOWN_TABLE
    assert "nosuchtabl" in closed.value.reason


def test_a_reason_of_any_letters_fits_into_the_last_frame() -> None:
    brief = websocket.shortened(PaschError("there is no table {id!r}", id="🎲" * 40))
    assert len(brief.encode()) <= 123
    assert brief.startswith("there is no table '🎲🎲")


def test_a_store_that_cannot_be_read_closes_the_connection_with_a_reason(
    http: TestClient, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def find(*_: object) -> None:
        raise StoreTrouble("the store can't be read now: {cause}", cause="it is away")

    monkeypatch.setattr("pasch.table.tables.Tables.find", find)
    live = http.websocket_connect(f"/tables/{table}/live")
    with live as session, pytest.raises(WebSocketDisconnect) as closed:
        session.receive_text()
    assert closed.value.code == CloseCode.UNAVAILABLE
    assert closed.value.reason == "the store can't be read now: it is away"


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        ("", "expected a message {t, id, v, d}"),
        ("no json", "expected a message {t, id, v, d}"),
        ("[" * 3000, "expected a message {t, id, v, d}"),
        ('{"t": "start"}', "missing required field `id`"),
        ('{"t": "start", "id": 1, "x": 2}', "unknown field `x`"),
        ('{"t": "fly", "id": 1}', "expected one of hello, choose, undo"),
        ('{"t": "choose", "id": 1, "d": {"action": "1"}}', "Expected `int`, got `str`"),
        ('{"t": "choose", "id": 1, "d": {}}', "missing required field `action`"),
        ('{"t": "hello", "id": 1, "d": {"language": "fr"}}', "Invalid enum value 'fr'"),
        ('{"t": "start", "id": 1, "d": ' + '"x"' * 2000 + "}", "expected at most 4000 bytes"),
    ],
)
def test_what_is_malformed_is_refused_in_words_and_play_goes_on(
    anna: Client, raw: str, reason: str
) -> None:
    anna.session.send_text(raw)
    refused = anna.answer()
    assert refused["t"] == "refused"
    assert reason in refused["d"]["reason"]
    assert anna.ask("bot", {"seat": 1, "bot": "quick"})["t"] == "ack"


ODD: list[Any] = [
    *("", ":", "x", "die:x", "die:99", "card:", "card:x:y", "supply", "place:" + "0" * 900, "\0"),
    *("🐭", "0" * 32, None, True, -1, 0, 3, 2**31, 2**63, 10**30, 0.5, [], {}, ["x"] * 4, [None]),
    *({"n": 1, "hash": "x"}, {"n": 2**64, "hash": "0" * 64}, {"n": -1, "hash": ""}),
]
FITTING = {
    "token": "x",
    "language": "en",
    "action": 0,
    "seat": 1,
    "bot": "quick",
    "at": "a1",
    "sign": "👍",
    "on": False,
    "seal": "0" * 64,
    "salt": "0" * 32,
}


@pytest.mark.parametrize("state", ["strange", "gathering", "playing"])
def test_no_message_with_odd_keys_or_values_drops_the_connection(
    store: Path, monkeypatch: pytest.MonkeyPatch, state: str
) -> None:
    """Each field of each message has each odd value."""
    monkeypatch.setattr(connection, "MOST_REFUSED", 10**6)
    with TestClient(create_app(str(store), limits=UNLIMITED)) as http:
        table = lay(http, starter=0)
        token = sit(http, table, "Anna")
        with http.websocket_connect(f"/tables/{table}/live") as session:
            anna = Client(session)
            if state != "strange":
                anna.ask("hello", {"token": token})
            if state == "playing":
                anna.ask("bot", {"seat": 1, "bot": "quick"})
                anna.ask("start")
                anna.until_choices()
            for kind, content in odd_contents():
                if kind != "hello" or state == "strange":
                    answer_to(anna, kind, content)
            for odd in ODD:
                for envelope in ({"t": odd}, {"id": odd}, {"v": odd}):
                    session.send_text(json.dumps({"t": "undo", "id": 10**9, **envelope}))
            assert answer_to(anna, "hello", {"token": token})["t"] == "ack"


def answer_to(client: Client, kind: str, content: Any) -> dict[str, Any]:
    """Send this and return its own answer; a `hello` may have been told of a lost past before."""
    answer = client.ask(kind, content)
    while answer["d"]["id"] != client.id:
        answer = client.answer()
    return answer


def odd_contents() -> Iterator[tuple[str, Any]]:
    for kind, content in connection.MESSAGES.items():
        fields = [field.name for field in msgspec.structs.fields(content)]
        fitting = {name: value for name, value in FITTING.items() if name in fields}
        for odd in ODD:
            yield kind, odd
            yield kind, {**fitting, "nothing of that name": odd}
            for field in fields:
                yield kind, {**fitting, field: odd}
                yield kind, {**fitting, field: [odd]}


def test_a_fault_in_a_game_is_told_and_logged_and_the_connection_lives(
    playing: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def meant(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(games()["mmm"].view, "intended_action", meant)
    told = "something went wrong here; it has been noted"
    assert refusal(playing.ask("why", {"at": "a1"})) == ("fault", told)
    assert "a message 'why' failed" in caplog.text
    assert "ZeroDivisionError" in caplog.text
    assert playing.ask("help", {"at": ["a1"]})["t"] == "ack"


def test_bytes_that_are_no_text_are_refused(anna: Client) -> None:
    anna.session.send_bytes(b"\xff\xfe\x00")
    assert refusal(anna.answer())[0] == "option"


def test_too_frequent_messages_are_refused_and_in_the_end_the_connection_closed(
    store: Path,
) -> None:
    codes: set[str] = set()
    burst = 60
    no_more = Limits(frames=(burst, 0.0))

    def ask_until_closed(client: Client) -> None:
        for _ in range(burst + connection.MOST_REFUSED + 50):
            codes.add(refusal(client.ask("rematch"))[0])

    with TestClient(create_app(str(store), limits=no_more)) as http:
        place = f"/tables/{lay(http)}/live"
        with http.websocket_connect(place) as session, pytest.raises(WebSocketDisconnect) as closed:
            ask_until_closed(Client(session))
    assert codes == {"phase", "often"}
    assert closed.value.code == CloseCode.TOO_MANY_REFUSED


def test_a_server_without_limits_takes_as_many_as_come(store: Path) -> None:
    with TestClient(create_app(str(store), limits=UNLIMITED)) as http:
        place = f"/tables/{lay(http)}/live"
        with http.websocket_connect(place) as session:
            client = Client(session)
            often = {refusal(client.ask("rematch"))[0] for _ in range(80)}
    assert often == {"phase"}


def test_closing_the_connection_of_who_has_gone_is_no_fault() -> None:
    class Gone:
        application_state = WebSocketState.CONNECTED

        async def close(self, *_: object) -> None:
            raise WebSocketDisconnect(1006)

    gone: Any = Gone()
    apart(websocket.WebSocketChannel(gone).close(CloseCode.TOO_MANY_REFUSED, "enough"))


def test_a_viewer_too_far_behind_has_to_connect_again(
    http: TestClient, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pasch.server.connection.LONGEST_OUTBOX", -1)
    with http.websocket_connect(f"/tables/{table}/live") as session:
        session.send_text('{"t": "hello", "id": 1}')
        with pytest.raises(WebSocketDisconnect) as closed:
            session.receive_text()
    assert closed.value.code == CloseCode.TOO_FAR_BEHIND


def test_a_rematch_waits_for_everybody_with_new_dice(http: TestClient) -> None:
    table = lay(http, seats=1, starter=0, options={"cat_steps": 1})
    token = sit(http, table, "Anna")
    with http.websocket_connect(f"/tables/{table}/live") as session:
        anna = Client(session)
        anna.ask("hello", {"token": token})
        anna.ask("start")
        while anna.table["phase"] != "over":
            if anna.window.moments and (choices := anna.moment.scene.choices):
                anna.ask("choose", {"action": choices[-1].action})
            else:
                anna.receive()
        while anna.moment.returns is None:  # the end of the match is announced before its result
            anna.receive()
        assert anna.ask("rematch")["t"] == "ack"
        again = anna.table["rematch"]
    info = http.get(f"/tables/{again}").json()
    assert info["commitment"] != anna.table["commitment"]
    assert [seat["kind"] for seat in info["seats"]] == ["open"]
    asked = {"name": "Anna", "salt": SALT, "token": token}
    assert http.post(f"/tables/{again}/seats", json=asked).status_code == 201
    assert http.get(f"/tables/{again}").json()["start"] is not None
