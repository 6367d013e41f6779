"""An HTML page that needs nothing else: the frame, colours and file of every report."""

from html import escape
from pathlib import Path

from pasch.core.errors import PaschError
from pasch.core.words import Words

COLOURS = ("#2f7ed8", "#e07a2f", "#2f9e57", "#b052c0", "#b8930b", "#1899a8")


def html_page(title: str, icon: str, style: str, body: str, say: Words) -> str:
    return (
        f'<!doctype html>\n<html lang="{say.language}">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{style}</style>\n"
        f"<h1>{icon} {escape(title)}</h1>\n{body}</html>\n"
    )


def write_page(path: Path, page: str) -> None:
    try:
        path.write_text(page, encoding="utf-8", newline="\n")
    except OSError as problem:
        raise PaschError(
            "{path} can't be written: {why}", path=path, why=problem.strerror
        ) from None
