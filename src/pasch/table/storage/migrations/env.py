"""Alembic runs this: the steps, on the connection it was given."""

from alembic import context

from pasch.table.storage.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
