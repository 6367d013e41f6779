"""A store of an older pasch becomes one of this; `versions/` holds the steps."""

from pathlib import Path

import sqlalchemy as sa

from pasch.table.errors import StoreTrouble

HEAD = "0002"  # of the last step
FOLDER = Path(__file__).parent
LOCK = 0x706173_6368  # one process at a time


def bring_up_to_date(connection: sa.Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))
    version = version_of(connection)
    if version > HEAD:
        raise StoreTrouble("it is of a newer pasch: {got}, not {head}", got=version, head=HEAD)
    if version == HEAD:
        return
    from alembic import command  # noqa: PLC0415 - takes a while to import, and is rarely needed
    from alembic.config import Config  # noqa: PLC0415

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(FOLDER))
    command.upgrade(config, "head")


def version_of(connection: sa.Connection) -> str:
    if not sa.inspect(connection).has_table("alembic_version"):
        return ""
    return str(connection.scalar(sa.text("SELECT version_num FROM alembic_version")) or "")
