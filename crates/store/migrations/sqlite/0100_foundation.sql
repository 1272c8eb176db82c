-- Keys, sessions, the audit log, counters, jobs.

-- The data key of an entity, wrapped by the root key.
CREATE TABLE entity_key (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    key_version INTEGER NOT NULL,
    wrapped TEXT NOT NULL,
    created_on TEXT NOT NULL,
    CONSTRAINT entity_key_key PRIMARY KEY (country_code, entity_code, key_version)
) STRICT, WITHOUT ROWID;

-- A session. A token only refers to its row.
CREATE TABLE session (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    session_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    user_type TEXT NOT NULL,
    tenant_code TEXT NOT NULL,
    branch_code TEXT NOT NULL,
    ip_address TEXT NOT NULL,
    device TEXT NOT NULL,
    generation INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    refreshed_on TEXT NOT NULL,
    ends_on TEXT NOT NULL,
    ended_on TEXT,
    stepped_up_on TEXT,
    time_zone TEXT,
    place TEXT,
    CONSTRAINT session_key PRIMARY KEY (country_code, entity_code, session_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX session_by_user ON session (country_code, entity_code, user_id);
CREATE INDEX session_by_time ON session (country_code, entity_code, created_on);

-- The audit log. Each shard (audit shard) is a chain of keyed hashes.
CREATE TABLE audit_log (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    shard INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    at TEXT NOT NULL,
    actor TEXT NOT NULL,
    actor_kind TEXT NOT NULL,
    action TEXT NOT NULL,
    resource TEXT NOT NULL,
    record_key TEXT NOT NULL,
    detail TEXT NOT NULL,
    detail_hash TEXT NOT NULL,
    prev TEXT NOT NULL,
    mac TEXT NOT NULL,
    CONSTRAINT audit_log_key PRIMARY KEY (country_code, entity_code, shard, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX audit_log_at ON audit_log (country_code, entity_code, actor_kind, at);
CREATE INDEX audit_log_record ON audit_log (country_code, entity_code, resource, record_key);

-- The end of each audit shard at some time, so that a truncated chain is detected.
CREATE TABLE audit_checkpoint (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    shard INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    at TEXT NOT NULL,
    mac TEXT NOT NULL,
    seal TEXT NOT NULL,
    CONSTRAINT audit_checkpoint_key PRIMARY KEY (country_code, entity_code, shard, seq)
) STRICT, WITHOUT ROWID;

-- The number of records of a resource, updated with each change so that lists need not count.
CREATE TABLE record_count (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    resource TEXT NOT NULL,
    tenant_code TEXT NOT NULL,
    shard INTEGER NOT NULL,
    n INTEGER NOT NULL,
    CONSTRAINT record_count_key PRIMARY KEY (country_code, entity_code, resource, tenant_code, shard)
) STRICT, WITHOUT ROWID;

-- Answers to saves with an Idempotency-Key.
CREATE TABLE idempotency (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    user_id TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    body_hash TEXT NOT NULL,
    answer TEXT NOT NULL,
    at TEXT NOT NULL,
    CONSTRAINT idempotency_key PRIMARY KEY (country_code, entity_code, user_id, idempotency_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_at ON idempotency (at);

-- Tickets (such as captchas) that were used and are no longer valid.
CREATE TABLE spent_ticket (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    ticket TEXT NOT NULL,
    expires_on TEXT NOT NULL,
    CONSTRAINT spent_ticket_key PRIMARY KEY (country_code, entity_code, ticket)
) STRICT, WITHOUT ROWID;
CREATE INDEX spent_ticket_expires ON spent_ticket (expires_on);

-- Jobs: the last run, when the job is due again, and the node that runs it now. '*' stands for all entities.
CREATE TABLE job (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    name TEXT NOT NULL,
    started_on TEXT NOT NULL,
    ended_on TEXT,
    outcome TEXT,
    done INTEGER NOT NULL DEFAULT 0,
    skipped INTEGER NOT NULL DEFAULT 0,
    failed INTEGER NOT NULL DEFAULT 0,
    detail TEXT,
    next_due TEXT,
    lease_holder TEXT,
    lease_until TEXT,
    CONSTRAINT job_key PRIMARY KEY (country_code, entity_code, name)
) STRICT, WITHOUT ROWID;
