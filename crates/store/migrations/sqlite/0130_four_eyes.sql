-- A change of any record waits for a second administrator. The key is { name: value }, secrets are { name: sealed }.
ALTER TABLE entity_proposal ADD COLUMN resource TEXT NOT NULL DEFAULT 'master';
ALTER TABLE entity_proposal ADD COLUMN record_key TEXT NOT NULL DEFAULT '{}';
ALTER TABLE entity_proposal ADD COLUMN operation TEXT NOT NULL DEFAULT 'U' CHECK (operation IN ('S', 'U', 'D'));
ALTER TABLE entity_proposal ADD COLUMN secrets TEXT NOT NULL DEFAULT '{}';
ALTER TABLE entity_proposal ADD COLUMN remarks TEXT;
-- Only one proposal of a record can wait.
DROP INDEX entity_proposal_waiting;
CREATE UNIQUE INDEX entity_proposal_waiting ON entity_proposal (country_code, entity_code, resource, record_key) WHERE state = 'waiting';

-- Who last created a user, gave the user a role, or changed the user's password or address.
CREATE TABLE access_handover (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    user_id TEXT NOT NULL,
    by_user TEXT NOT NULL,
    what TEXT NOT NULL CHECK (what IN ('created', 'role', 'reset')),
    handed_over_on TEXT NOT NULL,
    CONSTRAINT access_handover_key PRIMARY KEY (country_code, entity_code, user_id, by_user, what)
) STRICT, WITHOUT ROWID;
INSERT INTO access_handover SELECT country_code, entity_code, user_id, created_by, 'created', created_on
FROM staff_user WHERE created_by NOT LIKE 'system:%' AND created_by <> user_id;
INSERT INTO access_handover SELECT country_code, entity_code, user_id, created_by, 'role', max(created_on)
FROM user_role_mapping WHERE created_by NOT LIKE 'system:%' AND created_by <> user_id GROUP BY country_code, entity_code, user_id, created_by;

-- When single sign-on was last changed.
ALTER TABLE access_guard ADD COLUMN sso_changed_on TEXT;
-- Another system proved who the user is.
ALTER TABLE session ADD COLUMN by_sso INTEGER NOT NULL DEFAULT 0;
-- The fields of an answer that wait for a second person, separated by commas.
ALTER TABLE idempotency ADD COLUMN waiting TEXT NOT NULL DEFAULT '';
