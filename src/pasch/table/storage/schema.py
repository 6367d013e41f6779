"""The SQL tables of a store: a new store is made from them, an older one migrated step by step.

Alembic runs the steps in `migrations/versions/`.
"""

from pathlib import Path

import sqlalchemy as sa

from pasch.table.model import StoreTrouble

HEAD = "0003"  # the last step
STEPS = Path(__file__).parent / "migrations"
LOCK = 0x706173_6368
VERSION = sa.Table(
    "alembic_version",
    sa.MetaData(),
    sa.Column("version_num", sa.String(32), nullable=False),
    sa.PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)

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


def bring_up_to_date(connection: sa.Connection) -> None:
    """Create or migrate the store, completely or not at all."""
    lock_store(connection)
    tables = sa.inspect(connection).get_table_names()
    version = version_of(connection) if VERSION.name in tables else ""
    if version > HEAD:
        raise StoreTrouble("it is of a newer pasch: {got}, not {head}", got=version, head=HEAD)
    if not version and not METADATA.tables.keys() & {*tables}:
        create(connection)
    elif version < HEAD:
        migrate(connection)


def lock_store(connection: sa.Connection) -> None:
    """Begin a transaction that excludes all other processes.

    SQLite's driver begins none by itself before a table is made.
    """
    if connection.dialect.name == "postgresql":  # a step may take as long as it needs
        connection.execute(sa.text("SET LOCAL statement_timeout = 0"))
        connection.execute(sa.text("SET LOCAL lock_timeout = 0"))
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))
    else:
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def version_of(connection: sa.Connection) -> str:
    return str(connection.scalar(sa.select(VERSION)) or "")


def create(connection: sa.Connection) -> None:
    METADATA.create_all(connection, checkfirst=False)
    VERSION.create(connection, checkfirst=True)
    connection.execute(sa.insert(VERSION).values(version_num=HEAD))


def migrate(connection: sa.Connection) -> None:
    from alembic import command  # noqa: PLC0415 - takes a while to import, and is rarely needed
    from alembic.config import Config  # noqa: PLC0415

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(STEPS))
    command.upgrade(config, "head")
