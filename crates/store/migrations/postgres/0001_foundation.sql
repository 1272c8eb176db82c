-- What the product itself needs: keys, sessions, the audit chain, counters.

-- The application works as this role: not the owner, so row-level security binds it.
DO $$ BEGIN
    IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'docz_app') THEN
        CREATE ROLE docz_app NOLOGIN NOBYPASSRLS;
    END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
DO $$ BEGIN EXECUTE format('GRANT docz_app TO %I', current_user); END $$;
GRANT USAGE ON SCHEMA public TO docz_app;

-- The second wall: what the connection was scoped to, asked again by the database. '*' is every entity.
CREATE FUNCTION in_scope(country TEXT, entity TEXT) RETURNS BOOLEAN LANGUAGE SQL STABLE PARALLEL SAFE RETURN
    (country = current_setting('docz.country', true) AND entity = current_setting('docz.entity', true))
    OR current_setting('docz.entity', true) = '*';
CREATE FUNCTION in_tenants(tenant TEXT) RETURNS BOOLEAN LANGUAGE SQL STABLE PARALLEL SAFE RETURN
    current_setting('docz.tenants', true) = '*'
    OR position(',' || tenant || ',' IN current_setting('docz.tenants', true)) > 0;

-- The data key of an entity, wrapped by the root key.
CREATE TABLE entity_key (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    key_version BIGINT NOT NULL,
    wrapped TEXT COLLATE "C" NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    CONSTRAINT entity_key_key PRIMARY KEY (country_code, entity_code, key_version)
);
ALTER TABLE entity_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE entity_key FORCE ROW LEVEL SECURITY;
CREATE POLICY entity_key_scope ON entity_key USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE ON entity_key TO docz_app;

-- A login and how it stands; the token only points here.
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
    CONSTRAINT session_key PRIMARY KEY (country_code, entity_code, session_id)
);
CREATE INDEX session_by_user ON session (country_code, entity_code, user_id);
CREATE INDEX session_by_time ON session (country_code, entity_code, created_on);
ALTER TABLE session ENABLE ROW LEVEL SECURITY;
ALTER TABLE session FORCE ROW LEVEL SECURITY;
CREATE POLICY session_scope ON session USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON session TO docz_app;

-- Who did what to which record. Each lane is a chain of keyed hashes.
CREATE TABLE audit_log (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    lane BIGINT NOT NULL,
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
    CONSTRAINT audit_log_key PRIMARY KEY (country_code, entity_code, lane, seq)
);
CREATE INDEX audit_log_at ON audit_log (country_code, entity_code, actor_kind, at);
CREATE INDEX audit_log_record ON audit_log (country_code, entity_code, resource, record_key);
ALTER TABLE audit_log ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_log FORCE ROW LEVEL SECURITY;
CREATE POLICY audit_log_scope ON audit_log USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT ON audit_log TO docz_app;

-- The end of each lane at some time, so that a cut tail is noticed.
CREATE TABLE audit_checkpoint (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    lane BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    at TEXT COLLATE "C" NOT NULL,
    mac TEXT COLLATE "C" NOT NULL,
    seal TEXT COLLATE "C" NOT NULL,
    CONSTRAINT audit_checkpoint_key PRIMARY KEY (country_code, entity_code, lane, seq)
);
ALTER TABLE audit_checkpoint ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_checkpoint FORCE ROW LEVEL SECURITY;
CREATE POLICY audit_checkpoint_scope ON audit_checkpoint USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT ON audit_checkpoint TO docz_app;

-- How many records a resource has, kept with each change so that no list has to count.
CREATE TABLE record_count (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    resource TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    lane BIGINT NOT NULL,
    n BIGINT NOT NULL,
    CONSTRAINT record_count_key PRIMARY KEY (country_code, entity_code, resource, tenant_code, lane)
);
ALTER TABLE record_count ENABLE ROW LEVEL SECURITY;
ALTER TABLE record_count FORCE ROW LEVEL SECURITY;
CREATE POLICY record_count_scope ON record_count USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON record_count TO docz_app;

-- Answers of saves that carried an Idempotency-Key.
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
ALTER TABLE idempotency ENABLE ROW LEVEL SECURITY;
ALTER TABLE idempotency FORCE ROW LEVEL SECURITY;
CREATE POLICY idempotency_scope ON idempotency USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency TO docz_app;

-- Tickets (captchas) that were shown once and may not be shown again.
CREATE TABLE spent_ticket (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    ticket TEXT COLLATE "C" NOT NULL,
    expires_on TEXT COLLATE "C" NOT NULL,
    CONSTRAINT spent_ticket_key PRIMARY KEY (country_code, entity_code, ticket)
);
CREATE INDEX spent_ticket_expires ON spent_ticket (expires_on);
ALTER TABLE spent_ticket ENABLE ROW LEVEL SECURITY;
ALTER TABLE spent_ticket FORCE ROW LEVEL SECURITY;
CREATE POLICY spent_ticket_scope ON spent_ticket USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON spent_ticket TO docz_app;
