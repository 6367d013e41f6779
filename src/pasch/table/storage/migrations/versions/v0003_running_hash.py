"""A running hash beside every entry; empty beside those of an older pasch."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("entries", sa.Column("hash", sa.String(64), nullable=False, server_default=""))
