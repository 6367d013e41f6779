"""The table in a browser: pages, HTTP and one WebSocket per viewer. No rules live here."""

from enum import StrEnum
from pathlib import Path

PORT = 8420
EVERYWHERE = "0.0.0.0"
STATIC = Path(__file__).parents[1] / "client"


class LogKind(StrEnum):
    """How the server writes down what happens."""

    TEXT = "text"
    JSON = "json"
