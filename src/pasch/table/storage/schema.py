"""The tables of a store. `migrations/` says how one of an older pasch becomes this."""

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

# How the tables of a deal ended; written with the entry that ends them.
RESULTS = sa.Table(
    "results",
    METADATA,
    sa.Column("table", sa.String(20), primary_key=True),
    sa.Column("deal", sa.String(40), nullable=False),
    sa.Column("finished", sa.Float, nullable=False),
    sa.Column("result", sa.Text, nullable=False),
    sa.Index("results_of_a_deal", "deal", "finished", "table"),
)

# Where several processes share a store: each tells now and then that it lives. What belongs to one
# that fell silent goes with it.
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


# The process that drives the bots and the clock of a table.
LEASES = sa.Table(
    "leases",
    METADATA,
    sa.Column("table", sa.String(20), primary_key=True),
    of_process(),
)

# Who with a seat is connected where.
PRESENT = sa.Table(
    "present",
    METADATA,
    sa.Column("table", sa.String(20), primary_key=True),
    sa.Column("holder", sa.String(64), primary_key=True),
    of_process(is_key=True),
)
