"""What stands in the journal, groups of acts, blind rolls, drafts of characters, reminders."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

JSON = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")

# Until now an act was undone at most once, and nothing undid that in its turn.
OVERTAKEN = """
UPDATE acts SET standing = false
WHERE EXISTS (
    SELECT 1 FROM acts AS later
    WHERE later.follows_id = acts.id AND later.relation IN ('replaces', 'undoes')
)
"""

ACTS = sa.table("acts", sa.column("id"), sa.column("character_id"), sa.column("record", JSON))
TOUCHES = sa.table("touches", sa.column("character_id"), sa.column("act_id"))


def touch_by_acts_of_all() -> None:
    """An act of the whole table (an opening, experience for all) now touches each character that it changes."""
    connection = op.get_bind()
    rows = connection.execute(sa.select(ACTS.c.id, ACTS.c.record).where(ACTS.c.character_id.is_(None))).all()
    touched = {(change["character_id"], row.id) for row in rows for change in row.record.get("changes") or ()}
    if touched:
        values = [{"character_id": character, "act_id": act} for character, act in sorted(touched)]
        connection.execute(sa.insert(TOUCHES), values)


def upgrade() -> None:
    op.add_column(
        "campaigns",
        sa.Column(
            "gm_channel_id",
            sa.BigInteger(),
            nullable=True,
            comment="where the game master reads what is thrown for him alone",
        ),
    )
    op.add_column(
        "acts",
        sa.Column(
            "standing",
            sa.Boolean(),
            server_default=sa.true(),
            nullable=False,
            comment="no standing act replaces or undoes it",
        ),
    )
    op.add_column(
        "acts",
        sa.Column(
            "group_id",
            sa.BigInteger(),
            nullable=True,
            comment="the interaction of the one gesture that made several acts",
        ),
    )
    op.add_column(
        "acts",
        sa.Column(
            "blind",
            sa.Boolean(),
            server_default=sa.false(),
            nullable=False,
            comment="secret for its own author too: the game master alone sees it",
        ),
    )
    op.add_column(
        "acts",
        sa.Column(
            "revealed",
            sa.Boolean(),
            server_default=sa.false(),
            nullable=False,
            comment="a secret act that was shown to the table since",
        ),
    )
    op.execute(OVERTAKEN)
    touch_by_acts_of_all()
    some = sa.text("group_id IS NOT NULL")
    op.create_index("ix_acts_group_id", "acts", ["group_id"], sqlite_where=some, postgresql_where=some)
    told = sa.text("session_id IS NOT NULL")
    op.create_index(
        "ix_acts_session_id_id", "acts", ["session_id", "id"], sqlite_where=told, postgresql_where=told
    )
    op.create_table(
        "drafts",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("facts", JSON, nullable=False),
        sa.ForeignKeyConstraint(["guild_id"], ["campaigns.guild_id"], name=op.f("fk_drafts_guild_id")),
        sa.PrimaryKeyConstraint("guild_id", "player_id", name=op.f("pk_drafts")),
    )
    op.create_table(
        "reminders",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.String(length=100), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False, comment="Unix time, seconds"),
        sa.ForeignKeyConstraint(["guild_id"], ["campaigns.guild_id"], name=op.f("fk_reminders_guild_id")),
        sa.PrimaryKeyConstraint("guild_id", "key", name=op.f("pk_reminders")),
    )


def downgrade() -> None:
    op.drop_table("reminders")
    op.drop_table("drafts")
    op.drop_index("ix_acts_session_id_id", "acts")
    op.drop_index("ix_acts_group_id", "acts")
    for name in ("revealed", "blind", "group_id", "standing"):
        op.drop_column("acts", name)
    op.drop_column("campaigns", "gm_channel_id")
