"""Entries as rows of a store: JSON text, and the running hash that covers it."""

from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import NamedTuple, get_args

import msgspec

from pasch.core.match.chain import NEW, Chain, digest_of
from pasch.table.model.entries import Entry
from pasch.table.model.errors import BrokenTable
from pasch.table.model.state import Laid

Row = tuple[int, str, str, str]
"""The number of an entry, its kind, its JSON, and the running hash after it."""

_decoders = {kind.__name__: msgspec.json.Decoder(kind) for kind in get_args(Entry)}
_encoder = msgspec.json.Encoder()
NAMING_HOLDERS = {
    kind.__name__ for kind in get_args(Entry) if any(f.name == "holder" for f in fields(kind))
}


class History(NamedTuple):
    """Entries of a table, and its running hash after them."""

    entries: list[Entry]
    chain: Chain


def kind_of(entry: Entry) -> str:
    return type(entry).__name__


def encode(entry: Entry) -> str:
    return _encoder.encode(entry).decode()


def decode(kind: str, text: str) -> Entry:
    entry: Entry = _decoders[kind].decode(text)
    return entry


def content_of(kind: str, text: str) -> str:
    """Return an entry as the running hash covers it."""
    return f"{kind}|{text}"


def rows_of(entries: Sequence[Entry], after: Chain) -> tuple[list[Row], Chain]:
    """Return the rows of the entries that follow `after`, and the chain with them."""
    chain, rows = after, []
    for entry in entries:
        kind, text = kind_of(entry), encode(entry)
        chain = chain.then(content_of(kind, text))
        rows.append((chain.n, kind, text, chain.hash))
    return rows, chain


def history_of(table: str, rows: Iterable[Row], after: Chain = NEW) -> History:
    """Return the entries in these rows; BrokenTable if they do not follow from each other."""
    chain, entries = after, []
    for n, kind, text, kept in rows:
        entry = decode(kind, text)
        if chain == NEW and isinstance(entry, Laid):
            chain = Chain(entry.key)
        chain = chain.then(content_of(kind, text))
        if (n, kept) != (chain.n, chain.hash):
            raise BrokenTable(
                "the entries of table {table} are not as they were written: "
                "expected entry {due}, got entry {n} with another hash or out of order",
                table=table,
                due=chain.n,
                n=n,
            )
        entries.append(entry)
    return History(entries, chain)


def journal_of(table: str, rows: Sequence[Row]) -> list[str]:
    """Return what the running hash of a table is made of, without the secrets of its seats.

    An entry that names the holder of a seat is replaced by its digest.
    """
    key = history_of(table, rows).chain.key
    contents = ((kind, content_of(kind, text)) for _, kind, text, _ in rows)
    return [
        digest_of(key, content) if kind in NAMING_HOLDERS else content for kind, content in contents
    ]
