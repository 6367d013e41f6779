"""The state of a table in a window: a function of the state before and of a message."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from pasch.server.http.assets import CLIENT

NODE = Path(sys.executable).parent / "node"
STATE = (CLIENT / "table/state.js").as_uri()
INFO = {"id": "T", "phase": "playing", "seats": [{"kind": "person"}, {"kind": "bot"}]}


def states(*messages: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the states after each of these messages."""
    script = f"""
        import {{ begin, next }} from {json.dumps(STATE)};
        let state = begin({json.dumps(INFO)});
        const states = {json.dumps(messages)}.map((message) => (state = next(state, message)));
        console.log(JSON.stringify(states));
    """
    command = [str(NODE), "--input-type=module", "--eval", script]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    found: list[dict[str, Any]] = json.loads(ran.stdout)
    return found


def sent(t: str, d: Any) -> dict[str, Any]:
    return {"t": t, "v": 7, "d": d, "heard": 100}


def own(*seats: int) -> dict[str, Any]:
    return sent("own", {"seats": seats, "undo": False, "taps": []})


def moment(event: int, told: str, to_move: int = 0) -> dict[str, Any]:
    lines = [{"to_move": seat == to_move} for seat in range(2)]
    scene = {"prompt": "", "areas": [], "pieces": [], "seats": lines}
    return {"event": event, "kind": "sync", "seat": None, "scene": scene, "told": [{"text": told}]}


def frame(event: int, told: str, **more: Any) -> dict[str, Any]:
    return {"event": event, "kind": "choice", "told": [{"text": told}], **more}


def texts(lines: list[dict[str, Any]]) -> list[str]:
    return [line["text"] for line in lines]


def test_a_moment_brings_the_whole_story_and_waits_to_be_shown() -> None:
    (state,) = states(sent("moment", moment(3, "so far")))
    assert (state["newest"]["event"], texts(state["told"]), state["shown"]) == (3, ["so far"], None)
    (arrived,) = state["arrived"]
    assert (arrived["event"], arrived["version"], arrived["heard"]) == (3, 7, 100)


def test_each_frame_makes_a_moment_of_the_one_before() -> None:
    frames = [frame(4, "a", seat=0, prompt="Roll"), frame(5, "b", seat=1)]
    *_, state = states(own(0), sent("moment", moment(3, "so far")), sent("frames", frames))
    assert texts(state["told"]) == ["so far", "a", "b"]
    assert [each["isMine"] for each in state["arrived"]] == [True, False]
    assert [texts(each["told"]) for each in state["arrived"]] == [["a"], ["b"]]
    assert state["newest"]["scene"]["prompt"] == "Roll"


def test_an_undo_takes_lines_back_and_tells_the_whole_story() -> None:
    back = {"event": 3, "kind": "undo", "told": [], "untold": 1}
    frames = [frame(4, "a"), back]
    *_, state = states(sent("moment", moment(3, "so far")), sent("frames", frames))
    assert texts(state["told"]) == texts(state["arrived"][-1]["told"]) == ["so far"]


def test_frames_before_any_moment_change_nothing() -> None:
    before, state = states(own(), sent("frames", [frame(4, "a")]))
    assert state == before


def test_the_own_seat_that_is_to_move_is_nearest() -> None:
    shown = [{"t": "shown", "d": moment(n, "", to_move=n % 2)} for n in range(2)]
    watching, *seated = states(shown[0], own(0, 1), shown[1])
    assert watching["me"] is None
    assert [state["me"] for state in seated] == [0, 1]


def test_news_of_the_table_keep_whose_seats_are_ones_own() -> None:
    *_, state = states(own(1), sent("table", {**INFO, "phase": "over"}))
    assert [seat["mine"] for seat in state["info"]["seats"]] == [False, True]
