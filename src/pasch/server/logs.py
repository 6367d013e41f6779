"""What the server writes down: a line for each thing, for people or as JSON for programs."""

import logging
from datetime import UTC, datetime

import msgspec

from pasch.server import LogKind


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "said": record.getMessage(),
        }
        if record.exc_info:
            line["trouble"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


def write_logs(kind: LogKind) -> None:
    """On standard error: troubles for people; for programs also which tables are laid and end."""
    handler = logging.StreamHandler()
    text = logging.Formatter("%(levelname)s %(name)s: %(message)s")
    handler.setFormatter(JsonLines() if kind == LogKind.JSON else text)
    logging.basicConfig(
        level=logging.INFO if kind == LogKind.JSON else logging.WARNING,
        handlers=[handler],
        force=True,
    )
