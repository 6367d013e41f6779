"""Several processes on one store: which of them live, what each drives, who is connected where."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "processes",
        sa.Column("process", sa.String(40), primary_key=True),
        sa.Column("seen", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column("table", sa.String(20), primary_key=True),
        sa.Column("process", sa.String(40), owner(), nullable=False),
    )
    op.create_table(
        "present",
        sa.Column("table", sa.String(20), primary_key=True),
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("process", sa.String(40), owner(), primary_key=True),
    )
    for table in ("leases", "present"):
        op.create_index(f"ix_{table}_process", table, ["process"])


def owner() -> sa.ForeignKey:
    return sa.ForeignKey("processes.process", ondelete="CASCADE")
