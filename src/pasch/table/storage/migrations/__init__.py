"""Versions of the store: a new one is made from the schema, an older one migrated step by step.

Alembic runs the steps in `versions/`.
"""

from pathlib import Path

import sqlalchemy as sa

from pasch.table.model.errors import StoreTrouble
from pasch.table.storage.schema import METADATA

HEAD = "0003"  # the last step
FOLDER = Path(__file__).parent
LOCK = 0x706173_6368
VERSION = sa.Table(
    "alembic_version",
    sa.MetaData(),
    sa.Column("version_num", sa.String(32), nullable=False),
    sa.PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
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
    config.set_main_option("script_location", str(FOLDER))
    command.upgrade(config, "head")
