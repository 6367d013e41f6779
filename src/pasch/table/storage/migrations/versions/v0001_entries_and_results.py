"""Entries and results. Stores had these before their versions were written down."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "entries",
        sa.Column("table", sa.String(20), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("entry", sa.Text, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "results",
        sa.Column("table", sa.String(20), primary_key=True),
        sa.Column("deal", sa.String(40), nullable=False),
        sa.Column("finished", sa.Float, nullable=False),
        sa.Column("result", sa.Text, nullable=False),
        if_not_exists=True,
    )
    columns = ["deal", "finished", "table"]
    op.create_index("results_of_a_deal", "results", columns, if_not_exists=True)
