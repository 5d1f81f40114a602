"""The tables. The database itself refuses what the rules refuse: see each constraint."""

from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    CheckConstraint,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    UniqueConstraint,
    false,
    text,
    true,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

Json = JSON().with_variant(JSONB(), "postgresql")
# SQLite gives its growing key to INTEGER only.
Identity = BigInteger().with_variant(Integer(), "sqlite")


class Base(DeclarativeBase):
    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {int: BigInteger, dict[str, Any]: Json}  # noqa: RUF012


class CampaignRow(Base):
    """A server's game: what every command needs to know of it, in one row."""

    __tablename__ = "campaigns"

    guild_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    clock: Mapped[int] = mapped_column(server_default="0", comment="seconds of campaign time")
    settings: Mapped[dict[str, Any]] = mapped_column(
        server_default="{}", comment="only what differs from defaults"
    )
    session_id: Mapped[int | None] = mapped_column(ForeignKey("sessions.id"), comment="the open session")
    combats: Mapped[int] = mapped_column(server_default="0", comment="combats opened so far")
    combat_round: Mapped[int | None] = mapped_column(
        comment="round of the open combat; null when none is open"
    )
    period: Mapped[int] = mapped_column(server_default="0")
    gm_role_id: Mapped[int | None]
    channel_id: Mapped[int | None] = mapped_column(
        comment="where sessions are announced; null: system channel"
    )
    gm_channel_id: Mapped[int | None] = mapped_column(
        comment="where the game master reads what is thrown for him alone"
    )
    events: Mapped[str] = mapped_column(String(100), server_default="tous")
    sunlight: Mapped[bool] = mapped_column(
        server_default=false(), comment="the scene is under the sun (COR, JET-5)"
    )
    alterations: Mapped[dict[str, Any]] = mapped_column(
        server_default="{}", comment="the table's changes (COR-6)"
    )
    spells: Mapped[dict[str, Any]] = mapped_column(
        server_default="{}", comment="forbidden, allowed, added (MAG-1)"
    )

    __table_args__ = (
        CheckConstraint("clock >= 0", name="clock"),
        CheckConstraint("combat_round >= 1", name="combat_round"),
    )


class CharacterRow(Base):
    """A character: counters and identities as columns, the other facts as one document."""

    __tablename__ = "characters"

    id: Mapped[int] = mapped_column(Identity, primary_key=True)
    guild_id: Mapped[int] = mapped_column(ForeignKey("campaigns.guild_id"))
    player_id: Mapped[int | None]
    name: Mapped[str] = mapped_column(String(64))
    name_key: Mapped[str] = mapped_column(String(256))
    npc: Mapped[bool]
    active: Mapped[bool]
    archived: Mapped[bool]
    heroism: Mapped[int]
    madness: Mapped[int]
    corruption: Mapped[int]
    wounds: Mapped[int]
    gold: Mapped[int]
    facts: Mapped[dict[str, Any]]

    __table_args__ = (
        UniqueConstraint("guild_id", "name_key"),
        Index(
            "ix_characters_one_active",
            "guild_id",
            "player_id",
            unique=True,
            sqlite_where=text("active = 1"),  # as SQLAlchemy writes it: SQLite compares words
            postgresql_where=text("active"),
        ),
        CheckConstraint("heroism >= 0", name="heroism"),
        CheckConstraint("madness >= 0", name="madness"),
        CheckConstraint("corruption >= 0", name="corruption"),
        CheckConstraint("wounds >= 0", name="wounds"),
        CheckConstraint("gold >= 0", name="gold"),
        {"sqlite_autoincrement": True},
    )


def _where(condition: str) -> Any:
    """An index of some rows only: the others cost nothing to write."""
    return {"sqlite_where": text(condition), "postgresql_where": text(condition)}


class ActRow(Base):
    """The journal, append-only: one row an accepted act, written with its effect."""

    __tablename__ = "acts"

    id: Mapped[int] = mapped_column(Identity, primary_key=True)
    guild_id: Mapped[int]
    interaction_id: Mapped[int | None] = mapped_column(unique=True, comment="one delivery acts once")
    at: Mapped[int] = mapped_column(comment="Unix time, seconds")
    clock: Mapped[int] = mapped_column(comment="campaign time, seconds")
    actor_id: Mapped[int | None] = mapped_column(comment="who asked; null: the bot itself")
    character_id: Mapped[int | None] = mapped_column(ForeignKey("characters.id"))
    command: Mapped[str] = mapped_column(String(100))
    record: Mapped[dict[str, Any]]
    secret: Mapped[bool]
    session_id: Mapped[int | None] = mapped_column(ForeignKey("sessions.id"))
    combat: Mapped[int | None]
    round: Mapped[int | None]
    period: Mapped[int]
    spend: Mapped[str | None] = mapped_column(String(32), comment="the use of a heroism point")
    d20: Mapped[bool] = mapped_column(comment="made of one d20, which HER-5 may follow")
    follows_id: Mapped[int | None] = mapped_column(ForeignKey("acts.id"))
    relation: Mapped[str | None] = mapped_column(
        String(16), comment="to follows_id: replaces, undoes or answers"
    )
    standing: Mapped[bool] = mapped_column(
        server_default=true(), comment="no standing act replaces or undoes it"
    )
    group_id: Mapped[int | None] = mapped_column(
        comment="the interaction of the one gesture that made several acts"
    )
    blind: Mapped[bool] = mapped_column(
        server_default=false(), comment="secret for its own author too: the game master alone sees it"
    )
    revealed: Mapped[bool] = mapped_column(
        server_default=false(), comment="a secret act that was shown to the table since"
    )
    dice: Mapped[list[Any] | None] = mapped_column(
        Json, comment="[sides, face] in the order thrown; null: no die, or secret"
    )
    dice_from: Mapped[int | None] = mapped_column(comment="counter of the session’s seed at its first die")
    dice_count: Mapped[int | None] = mapped_column(comment="counters that its dice used")

    __table_args__ = (
        CheckConstraint("(follows_id IS NULL) = (relation IS NULL)", name="relation"),
        Index("ix_acts_character_id_id", "character_id", "id"),
        Index("ix_acts_guild_id_id", "guild_id", "id"),
        Index("ix_acts_follows_id", "follows_id", **_where("follows_id IS NOT NULL")),
        Index("ix_acts_group_id", "group_id", **_where("group_id IS NOT NULL")),
        Index("ix_acts_session_id_id", "session_id", "id", **_where("session_id IS NOT NULL")),
        # What limits heroism is read at every command: it must cost the same in a journal of ten years.
        Index(
            "ix_acts_spent_in_round",  # HER-3
            "character_id",
            "combat",
            "round",
            **_where("spend IS NOT NULL AND combat IS NOT NULL"),
        ),
        Index(
            "ix_acts_second_winds", "character_id", "period", **_where("spend = 'second-souffle'")
        ),  # HER-8
        {"sqlite_autoincrement": True},
    )


class TouchRow(Base):
    """A character changed by an act that is not its own: a target, or one of all those that an act of the table is about."""

    __tablename__ = "touches"

    character_id: Mapped[int] = mapped_column(ForeignKey("characters.id"), primary_key=True)
    act_id: Mapped[int] = mapped_column(ForeignKey("acts.id"), primary_key=True)

    __table_args__ = (Index("ix_touches_act_id", "act_id"),)


class SessionRow(Base):
    """An evening of play."""

    __tablename__ = "sessions"

    id: Mapped[int] = mapped_column(Identity, primary_key=True)
    guild_id: Mapped[int]
    title: Mapped[str] = mapped_column(String(200))
    event_id: Mapped[int | None] = mapped_column(comment="the scheduled event that opened it")
    opened_at: Mapped[int] = mapped_column(comment="Unix time, seconds")
    closed_at: Mapped[int | None]
    announced: Mapped[bool] = mapped_column(comment="its opening was told to the table")
    seed: Mapped[str] = mapped_column(String(64), comment="secret until the close, hexadecimal")
    dice_first: Mapped[int] = mapped_column(server_default="0", comment="first counter of this seed")
    dice_drawn: Mapped[int] = mapped_column(
        server_default="0", comment="next counter: it moves with the acts"
    )

    __table_args__ = (
        Index(
            "ix_sessions_one_open",
            "guild_id",
            unique=True,
            **_where("closed_at IS NULL"),
        ),
        Index("ix_sessions_event_id", "event_id"),
        {"sqlite_autoincrement": True},
    )


class CombatRow(Base):
    """A combat: who fights, in what order, and the message of its card."""

    __tablename__ = "combats"

    guild_id: Mapped[int] = mapped_column(ForeignKey("campaigns.guild_id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    facts: Mapped[dict[str, Any]]
    channel_id: Mapped[int | None]
    message_id: Mapped[int | None] = mapped_column(comment="the card, edited in place")


class ItemRow(Base):
    """A magic or fine item, and who holds it (OBJ)."""

    __tablename__ = "items"

    id: Mapped[int] = mapped_column(Identity, primary_key=True)
    guild_id: Mapped[int] = mapped_column(ForeignKey("campaigns.guild_id"))
    holder_id: Mapped[int | None] = mapped_column(ForeignKey("characters.id"))
    name: Mapped[str] = mapped_column(String(64))
    name_key: Mapped[str] = mapped_column(String(256))
    charges: Mapped[int | None] = mapped_column(comment="null: no charge to count (OBJ-2)")
    facts: Mapped[dict[str, Any]]

    __table_args__ = (
        CheckConstraint("charges >= 0", name="charges"),
        Index("ix_items_guild_id", "guild_id"),
        Index("ix_items_holder_id", "holder_id"),
        {"sqlite_autoincrement": True},
    )


class OccurrenceRow(Base):
    """One start of a scheduled event: its key makes a session open exactly once (SEA-1)."""

    __tablename__ = "occurrences"

    event_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    starts_at: Mapped[int] = mapped_column(
        primary_key=True, autoincrement=False, comment="planned start, Unix seconds"
    )
    guild_id: Mapped[int] = mapped_column(ForeignKey("campaigns.guild_id"))
    active: Mapped[bool] = mapped_column(comment="the event was last seen active")
    session_id: Mapped[int | None] = mapped_column(ForeignKey("sessions.id"))
    title: Mapped[str] = mapped_column(String(200))
    untold_id: Mapped[int | None] = mapped_column(
        ForeignKey("acts.id"), comment="the question about it that the game master was not told yet"
    )


class DraftRow(Base):
    """A character that a player is making, step by step; gone once it is born."""

    __tablename__ = "drafts"

    guild_id: Mapped[int] = mapped_column(ForeignKey("campaigns.guild_id"), primary_key=True)
    player_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    facts: Mapped[dict[str, Any]]


class ReminderRow(Base):
    """A reminder already given, never to be given twice."""

    __tablename__ = "reminders"

    guild_id: Mapped[int] = mapped_column(ForeignKey("campaigns.guild_id"), primary_key=True)
    key: Mapped[str] = mapped_column(String(100), primary_key=True)
    at: Mapped[int] = mapped_column(comment="Unix time, seconds")


class InstallationRow(Base):
    """What the bot remembers of itself, such as the hash of the commands last declared to Discord."""

    __tablename__ = "installation"

    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    value: Mapped[str] = mapped_column(String(200))
