-- Keys, sessions, the audit log, counters, jobs.

-- The application works as docz_app (created when the store opens). It is not the owner, so row-level security applies.
GRANT USAGE ON SCHEMA public TO docz_app;

-- Row-level security: a statement of docz_app reads and writes only rows in the connection's scope. Country and entity are ranges
-- (one value, or all values for system jobs), so that the scope is an index condition; they are plain settings, so that the planner
-- knows their values. Tenants are a filter: the sub-select is read once per statement.
CREATE PROCEDURE protect(name TEXT, scope TEXT, privileges TEXT) LANGUAGE plpgsql AS $$
DECLARE
    entity CONSTANT TEXT := 'country_code BETWEEN current_setting(''docz.country'', true) AND coalesce(current_setting(''docz.country_last'', true), current_setting(''docz.country'', true))
        AND entity_code BETWEEN current_setting(''docz.entity'', true) AND coalesce(current_setting(''docz.entity_last'', true), current_setting(''docz.entity'', true))';
    tenant CONSTANT TEXT := entity || ' AND ((SELECT current_setting(''docz.tenants'', true)) = ''*''
        OR tenant_code = ANY ((SELECT string_to_array(trim(both '','' FROM current_setting(''docz.tenants'', true)), '',''))::TEXT[]))';
    condition CONSTANT TEXT := CASE scope WHEN 'entity' THEN entity WHEN 'tenant' THEN tenant END;
BEGIN
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (%s) WITH CHECK (%3$s)', name || '_scope', name, condition);
    EXECUTE format('GRANT %s ON %I TO docz_app', privileges, name);
END
$$;

-- The data key of an entity, wrapped by the root key.
CREATE TABLE entity_key (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    key_version BIGINT NOT NULL,
    wrapped TEXT COLLATE "C" NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    CONSTRAINT entity_key_key PRIMARY KEY (country_code, entity_code, key_version)
);
CALL protect('entity_key', 'entity', 'SELECT, INSERT, UPDATE');

-- A session. A token only refers to its row.
CREATE TABLE session (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    session_id TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    user_type TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    branch_code TEXT COLLATE "C" NOT NULL,
    ip_address TEXT COLLATE "C" NOT NULL,
    device TEXT COLLATE "C" NOT NULL,
    generation BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    refreshed_on TEXT COLLATE "C" NOT NULL,
    ends_on TEXT COLLATE "C" NOT NULL,
    ended_on TEXT COLLATE "C",
    stepped_up_on TEXT COLLATE "C",
    time_zone TEXT COLLATE "C",
    place TEXT COLLATE "C",
    CONSTRAINT session_key PRIMARY KEY (country_code, entity_code, session_id)
);
CREATE INDEX session_by_user ON session (country_code, entity_code, user_id);
CREATE INDEX session_by_time ON session (country_code, entity_code, created_on);
CALL protect('session', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

-- The audit log. Each shard (audit shard) is a chain of keyed hashes.
CREATE TABLE audit_log (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    shard BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    at TEXT COLLATE "C" NOT NULL,
    actor TEXT COLLATE "C" NOT NULL,
    actor_kind TEXT COLLATE "C" NOT NULL,
    action TEXT COLLATE "C" NOT NULL,
    resource TEXT COLLATE "C" NOT NULL,
    record_key TEXT COLLATE "C" NOT NULL,
    detail TEXT COLLATE "C" NOT NULL,
    detail_hash TEXT COLLATE "C" NOT NULL,
    prev TEXT COLLATE "C" NOT NULL,
    mac TEXT COLLATE "C" NOT NULL,
    CONSTRAINT audit_log_key PRIMARY KEY (country_code, entity_code, shard, seq)
);
CREATE INDEX audit_log_at ON audit_log (country_code, entity_code, actor_kind, at);
CREATE INDEX audit_log_record ON audit_log (country_code, entity_code, resource, record_key);
CALL protect('audit_log', 'entity', 'SELECT, INSERT');

-- The end of each audit shard at some time, so that a truncated chain is detected.
CREATE TABLE audit_checkpoint (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    shard BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    at TEXT COLLATE "C" NOT NULL,
    mac TEXT COLLATE "C" NOT NULL,
    seal TEXT COLLATE "C" NOT NULL,
    CONSTRAINT audit_checkpoint_key PRIMARY KEY (country_code, entity_code, shard, seq)
);
CALL protect('audit_checkpoint', 'entity', 'SELECT, INSERT');

-- The number of records of a resource, updated with each change so that lists need not count.
CREATE TABLE record_count (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    resource TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    shard BIGINT NOT NULL,
    n BIGINT NOT NULL,
    CONSTRAINT record_count_key PRIMARY KEY (country_code, entity_code, resource, tenant_code, shard)
);
CALL protect('record_count', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

-- Answers to saves with an Idempotency-Key.
CREATE TABLE idempotency (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    idempotency_key TEXT COLLATE "C" NOT NULL,
    body_hash TEXT COLLATE "C" NOT NULL,
    answer TEXT COLLATE "C" NOT NULL,
    at TEXT COLLATE "C" NOT NULL,
    CONSTRAINT idempotency_key PRIMARY KEY (country_code, entity_code, user_id, idempotency_key)
);
CREATE INDEX idempotency_at ON idempotency (at);
CALL protect('idempotency', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

-- Tickets (such as captchas) that were used and are no longer valid.
CREATE TABLE spent_ticket (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    ticket TEXT COLLATE "C" NOT NULL,
    expires_on TEXT COLLATE "C" NOT NULL,
    CONSTRAINT spent_ticket_key PRIMARY KEY (country_code, entity_code, ticket)
);
CREATE INDEX spent_ticket_expires ON spent_ticket (expires_on);
CALL protect('spent_ticket', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

-- Jobs: the last run, when the job is due again, and the node that runs it now. '*' stands for all entities.
CREATE TABLE job (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    started_on TEXT COLLATE "C" NOT NULL,
    ended_on TEXT COLLATE "C",
    outcome TEXT COLLATE "C",
    done BIGINT NOT NULL DEFAULT 0,
    skipped BIGINT NOT NULL DEFAULT 0,
    failed BIGINT NOT NULL DEFAULT 0,
    detail TEXT COLLATE "C",
    next_due TEXT COLLATE "C",
    lease_holder TEXT COLLATE "C",
    lease_until TEXT COLLATE "C",
    CONSTRAINT job_key PRIMARY KEY (country_code, entity_code, name)
);
CALL protect('job', 'entity', 'SELECT, INSERT, UPDATE, DELETE');
