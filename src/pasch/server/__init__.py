"""The server: pages, HTTP and one WebSocket per viewer. It knows no rules."""

from enum import StrEnum

PORT = 8420
EVERYWHERE = "0.0.0.0"


class LogKind(StrEnum):
    """The form of the server's log."""

    TEXT = "text"
    JSON = "json"
