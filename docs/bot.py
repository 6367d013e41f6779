"""A player from elsewhere: sits down at a table of pasch over HTTP and plays to the end.

    python bot.py http://localhost:8420/t/TABLE

Nothing but the standard library is needed. It chooses at random; make `choose` better.
"""

import json
import random
import secrets
import sys
import urllib.request
from typing import Any


def ask(url: str, token: str = "", body: dict[str, Any] | None = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data)
    request.add_header("Authorization", f"Bearer {token}")
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def choose(turn: dict[str, Any]) -> int:
    """Return an action; `turn["moment"]["scene"]` is the table as this seat sees it."""
    action: int = random.choice(turn["choices"])["action"]
    return action


def play(link: str, name: str = "Robby") -> list[float]:
    server, _, table = link.partition("/t/")
    url = f"{server}/tables/{table}"
    seat = ask(f"{url}/seats", body={"name": name, "salt": secrets.token_hex(16)})
    token = seat["token"]
    while not (turn := ask(f"{url}/turn?wait=25", token))["over"]:
        if turn["yours"]:
            ask(f"{url}/choose", token, {"version": turn["version"], "action": choose(turn)})
    returns: list[float] = turn["moment"]["returns"]
    return returns


if __name__ == "__main__":
    print(play(sys.argv[1]))
