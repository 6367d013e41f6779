"""Alembic runs this file: it takes the steps on the connection that it was given."""

from alembic import context

from pasch.table.storage.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
