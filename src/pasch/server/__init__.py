"""The server: pages, HTTP and one WebSocket per viewer. It knows no rules."""

from enum import StrEnum
from pathlib import Path

PORT = 8420
EVERYWHERE = "0.0.0.0"
STATIC = Path(__file__).parents[1] / "client"


class LogKind(StrEnum):
    """The form of the server's log."""

    TEXT = "text"
    JSON = "json"
