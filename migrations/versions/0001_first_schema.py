"""The first schema: campaigns, characters, journal, sessions."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

JSON = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")
IDENTITY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
FOLLOWS = sa.text("follows_id IS NOT NULL")
SPENT_IN_ROUND = sa.text("spend IS NOT NULL AND combat IS NOT NULL")
SECOND_WINDS = sa.text("spend = 'second-souffle'")


def upgrade() -> None:
    op.create_table(
        "installation",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("value", sa.String(length=200), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_installation")),
    )
    op.create_table(
        "sessions",
        sa.Column("id", IDENTITY, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("event_id", sa.BigInteger(), nullable=True, comment="the scheduled event that opened it"),
        sa.Column("opened_at", sa.BigInteger(), nullable=False, comment="Unix time, seconds"),
        sa.Column("closed_at", sa.BigInteger(), nullable=True),
        sa.Column("announced", sa.Boolean(), nullable=False, comment="its opening was told to the table"),
        sa.Column(
            "seed", sa.String(length=64), nullable=False, comment="secret until the close, hexadecimal"
        ),
        sa.Column(
            "dice_first",
            sa.BigInteger(),
            server_default="0",
            nullable=False,
            comment="first counter of this seed",
        ),
        sa.Column(
            "dice_drawn",
            sa.BigInteger(),
            server_default="0",
            nullable=False,
            comment="next counter: it moves with the acts",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.create_index("ix_sessions_event_id", ["event_id"], unique=False)
        batch_op.create_index(
            "ix_sessions_one_open",
            ["guild_id"],
            unique=True,
            sqlite_where=sa.text("closed_at IS NULL"),
            postgresql_where=sa.text("closed_at IS NULL"),
        )

    op.create_table(
        "campaigns",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column(
            "clock", sa.BigInteger(), server_default="0", nullable=False, comment="seconds of campaign time"
        ),
        sa.Column(
            "settings", JSON, server_default="{}", nullable=False, comment="only what differs from defaults"
        ),
        sa.Column("session_id", IDENTITY, nullable=True, comment="the open session"),
        sa.Column(
            "combats", sa.BigInteger(), server_default="0", nullable=False, comment="combats opened so far"
        ),
        sa.Column(
            "combat_round",
            sa.BigInteger(),
            nullable=True,
            comment="round of the open combat; null when none is open",
        ),
        sa.Column("period", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("gm_role_id", sa.BigInteger(), nullable=True),
        sa.Column(
            "channel_id",
            sa.BigInteger(),
            nullable=True,
            comment="where sessions are announced; null: system channel",
        ),
        sa.Column("events", sa.String(length=100), server_default="tous", nullable=False),
        sa.Column(
            "sunlight",
            sa.Boolean(),
            server_default=sa.false(),
            nullable=False,
            comment="the scene is under the sun (COR, JET-5)",
        ),
        sa.Column(
            "alterations",
            JSON,
            server_default="{}",
            nullable=False,
            comment="the table's changes (COR-6)",
        ),
        sa.Column(
            "spells", JSON, server_default="{}", nullable=False, comment="forbidden, allowed, added (MAG-1)"
        ),
        sa.CheckConstraint("clock >= 0", name=op.f("ck_campaigns_clock")),
        sa.CheckConstraint("combat_round >= 1", name=op.f("ck_campaigns_combat_round")),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name=op.f("fk_campaigns_session_id")),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_campaigns")),
    )
    op.create_table(
        "characters",
        sa.Column("id", IDENTITY, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("name_key", sa.String(length=256), nullable=False),
        sa.Column("npc", sa.Boolean(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("archived", sa.Boolean(), nullable=False),
        sa.Column("heroism", sa.BigInteger(), nullable=False),
        sa.Column("madness", sa.BigInteger(), nullable=False),
        sa.Column("corruption", sa.BigInteger(), nullable=False),
        sa.Column("wounds", sa.BigInteger(), nullable=False),
        sa.Column("gold", sa.BigInteger(), nullable=False),
        sa.Column("facts", JSON, nullable=False),
        sa.CheckConstraint("corruption >= 0", name=op.f("ck_characters_corruption")),
        sa.CheckConstraint("gold >= 0", name=op.f("ck_characters_gold")),
        sa.CheckConstraint("heroism >= 0", name=op.f("ck_characters_heroism")),
        sa.CheckConstraint("madness >= 0", name=op.f("ck_characters_madness")),
        sa.CheckConstraint("wounds >= 0", name=op.f("ck_characters_wounds")),
        sa.ForeignKeyConstraint(["guild_id"], ["campaigns.guild_id"], name=op.f("fk_characters_guild_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_characters")),
        sa.UniqueConstraint("guild_id", "name_key", name=op.f("uq_characters_guild_id_name_key")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("characters", schema=None) as batch_op:
        batch_op.create_index(
            "ix_characters_one_active",
            ["guild_id", "player_id"],
            unique=True,
            sqlite_where=sa.text("active = 1"),
            postgresql_where=sa.text("active"),
        )

    op.create_table(
        "acts",
        sa.Column("id", IDENTITY, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("interaction_id", sa.BigInteger(), nullable=True, comment="one delivery acts once"),
        sa.Column("at", sa.BigInteger(), nullable=False, comment="Unix time, seconds"),
        sa.Column("clock", sa.BigInteger(), nullable=False, comment="campaign time, seconds"),
        sa.Column("actor_id", sa.BigInteger(), nullable=True, comment="who asked; null: the bot itself"),
        sa.Column("character_id", IDENTITY, nullable=True),
        sa.Column("command", sa.String(length=100), nullable=False),
        sa.Column("record", JSON, nullable=False),
        sa.Column("secret", sa.Boolean(), nullable=False),
        sa.Column("session_id", IDENTITY, nullable=True),
        sa.Column("combat", sa.BigInteger(), nullable=True),
        sa.Column("round", sa.BigInteger(), nullable=True),
        sa.Column("period", sa.BigInteger(), nullable=False),
        sa.Column("spend", sa.String(length=32), nullable=True, comment="the use of a heroism point"),
        sa.Column("d20", sa.Boolean(), nullable=False, comment="made of one d20, which HER-5 may follow"),
        sa.Column("follows_id", IDENTITY, nullable=True),
        sa.Column(
            "relation",
            sa.String(length=16),
            nullable=True,
            comment="to follows_id: replaces, undoes or answers",
        ),
        sa.Column(
            "dice",
            JSON,
            nullable=True,
            comment="[sides, face] in the order thrown; null: no die, or secret",
        ),
        sa.Column(
            "dice_from",
            sa.BigInteger(),
            nullable=True,
            comment="counter of the session’s seed at its first die",
        ),
        sa.Column("dice_count", sa.BigInteger(), nullable=True, comment="counters that its dice used"),
        sa.CheckConstraint("(follows_id IS NULL) = (relation IS NULL)", name=op.f("ck_acts_relation")),
        sa.ForeignKeyConstraint(["character_id"], ["characters.id"], name=op.f("fk_acts_character_id")),
        sa.ForeignKeyConstraint(["follows_id"], ["acts.id"], name=op.f("fk_acts_follows_id")),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name=op.f("fk_acts_session_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_acts")),
        sa.UniqueConstraint("interaction_id", name=op.f("uq_acts_interaction_id")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("acts", schema=None) as batch_op:
        batch_op.create_index("ix_acts_character_id_id", ["character_id", "id"], unique=False)
        batch_op.create_index(
            "ix_acts_follows_id", ["follows_id"], sqlite_where=FOLLOWS, postgresql_where=FOLLOWS
        )
        batch_op.create_index("ix_acts_guild_id_id", ["guild_id", "id"], unique=False)
        batch_op.create_index(
            "ix_acts_spent_in_round",
            ["character_id", "combat", "round"],
            sqlite_where=SPENT_IN_ROUND,
            postgresql_where=SPENT_IN_ROUND,
        )
        batch_op.create_index(
            "ix_acts_second_winds",
            ["character_id", "period"],
            sqlite_where=SECOND_WINDS,
            postgresql_where=SECOND_WINDS,
        )

    op.create_table(
        "touches",
        sa.Column("character_id", IDENTITY, nullable=False),
        sa.Column("act_id", IDENTITY, nullable=False),
        sa.ForeignKeyConstraint(["act_id"], ["acts.id"], name=op.f("fk_touches_act_id")),
        sa.ForeignKeyConstraint(["character_id"], ["characters.id"], name=op.f("fk_touches_character_id")),
        sa.PrimaryKeyConstraint("character_id", "act_id", name=op.f("pk_touches")),
    )
    with op.batch_alter_table("touches", schema=None) as batch_op:
        batch_op.create_index("ix_touches_act_id", ["act_id"], unique=False)

    op.create_table(
        "occurrences",
        sa.Column("event_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column(
            "starts_at",
            sa.BigInteger(),
            autoincrement=False,
            nullable=False,
            comment="planned start, Unix seconds",
        ),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False, comment="the event was last seen active"),
        sa.Column("session_id", IDENTITY, nullable=True),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column(
            "untold_id",
            IDENTITY,
            nullable=True,
            comment="the question about it that the game master was not told yet",
        ),
        sa.ForeignKeyConstraint(["guild_id"], ["campaigns.guild_id"], name=op.f("fk_occurrences_guild_id")),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name=op.f("fk_occurrences_session_id")),
        sa.ForeignKeyConstraint(["untold_id"], ["acts.id"], name=op.f("fk_occurrences_untold_id")),
        sa.PrimaryKeyConstraint("event_id", "starts_at", name=op.f("pk_occurrences")),
    )
    op.create_table(
        "combats",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("facts", JSON, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True, comment="the card, edited in place"),
        sa.ForeignKeyConstraint(["guild_id"], ["campaigns.guild_id"], name=op.f("fk_combats_guild_id")),
        sa.PrimaryKeyConstraint("guild_id", "number", name=op.f("pk_combats")),
    )
    op.create_table(
        "items",
        sa.Column("id", IDENTITY, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("holder_id", IDENTITY, nullable=True),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("name_key", sa.String(length=256), nullable=False),
        sa.Column("charges", sa.BigInteger(), nullable=True, comment="null: no charge to count (OBJ-2)"),
        sa.Column("facts", JSON, nullable=False),
        sa.CheckConstraint("charges >= 0", name=op.f("ck_items_charges")),
        sa.ForeignKeyConstraint(["guild_id"], ["campaigns.guild_id"], name=op.f("fk_items_guild_id")),
        sa.ForeignKeyConstraint(["holder_id"], ["characters.id"], name=op.f("fk_items_holder_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_items")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("items", schema=None) as batch_op:
        batch_op.create_index("ix_items_guild_id", ["guild_id"], unique=False)
        batch_op.create_index("ix_items_holder_id", ["holder_id"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("items", schema=None) as batch_op:
        batch_op.drop_index("ix_items_holder_id")
        batch_op.drop_index("ix_items_guild_id")

    op.drop_table("items")
    op.drop_table("combats")
    op.drop_table("occurrences")
    with op.batch_alter_table("touches", schema=None) as batch_op:
        batch_op.drop_index("ix_touches_act_id")

    op.drop_table("touches")
    with op.batch_alter_table("acts", schema=None) as batch_op:
        batch_op.drop_index("ix_acts_second_winds")
        batch_op.drop_index("ix_acts_spent_in_round")
        batch_op.drop_index("ix_acts_guild_id_id")
        batch_op.drop_index("ix_acts_follows_id")
        batch_op.drop_index("ix_acts_character_id_id")

    op.drop_table("acts")
    with op.batch_alter_table("characters", schema=None) as batch_op:
        batch_op.drop_index(
            "ix_characters_one_active", sqlite_where=sa.text("active = 1"), postgresql_where=sa.text("active")
        )

    op.drop_table("characters")
    op.drop_table("campaigns")
    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.drop_index(
            "ix_sessions_one_open",
            sqlite_where=sa.text("closed_at IS NULL"),
            postgresql_where=sa.text("closed_at IS NULL"),
        )
        batch_op.drop_index("ix_sessions_event_id")

    op.drop_table("sessions")
    op.drop_table("installation")
