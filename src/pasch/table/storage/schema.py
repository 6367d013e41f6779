"""The SQL tables of a store. `migrations/` brings one of an older pasch up to date."""

import sqlalchemy as sa

METADATA = sa.MetaData()

ENTRIES = sa.Table(
    "entries",
    METADATA,
    sa.Column("table", sa.String(20), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("entry", sa.Text, nullable=False),
    sa.Column("hash", sa.String(64), nullable=False, server_default=""),
)

# How the tables of a deal ended; each row is written with the entry that ends the table.
RESULTS = sa.Table(
    "results",
    METADATA,
    sa.Column("table", sa.String(20), primary_key=True),
    sa.Column("deal", sa.String(40), nullable=False),
    sa.Column("finished", sa.Float, nullable=False),
    sa.Column("result", sa.Text, nullable=False),
    sa.Index("results_of_a_deal", "deal", "finished", "table"),
)

# The processes that share a store; each says now and then that it lives. The leases and users of a
# process are deleted with it.
PROCESSES = sa.Table(
    "processes",
    METADATA,
    sa.Column("process", sa.String(40), primary_key=True),
    sa.Column("seen", sa.DateTime(timezone=True), nullable=False),
)


def of_process(*, is_key: bool = False) -> sa.Column[str]:
    owner = sa.ForeignKey("processes.process", ondelete="CASCADE")
    return sa.Column(
        "process", sa.String(40), owner, primary_key=is_key, nullable=False, index=True
    )


# Which process drives the bots and the clock of a table.
LEASES = sa.Table(
    "leases",
    METADATA,
    sa.Column("table", sa.String(20), primary_key=True),
    of_process(),
)

# Which holder of a seat is connected to which process.
PRESENT = sa.Table(
    "present",
    METADATA,
    sa.Column("table", sa.String(20), primary_key=True),
    sa.Column("holder", sa.String(64), primary_key=True),
    of_process(is_key=True),
)
