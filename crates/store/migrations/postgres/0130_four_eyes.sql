-- A change of any record waits for a second administrator. The key is { name: value }, secrets are { name: sealed }.
ALTER TABLE entity_proposal ADD COLUMN resource TEXT COLLATE "C" NOT NULL DEFAULT 'master';
ALTER TABLE entity_proposal ADD COLUMN record_key TEXT COLLATE "C" NOT NULL DEFAULT '{}';
ALTER TABLE entity_proposal ADD COLUMN operation TEXT COLLATE "C" NOT NULL DEFAULT 'U' CHECK (operation IN ('S', 'U', 'D'));
ALTER TABLE entity_proposal ADD COLUMN secrets TEXT COLLATE "C" NOT NULL DEFAULT '{}';
ALTER TABLE entity_proposal ADD COLUMN remarks TEXT COLLATE "C";
-- Only one proposal of a record can wait.
DROP INDEX entity_proposal_waiting;
CREATE UNIQUE INDEX entity_proposal_waiting ON entity_proposal (country_code, entity_code, resource, record_key) WHERE state = 'waiting';

-- Who last created a user, gave the user a role, or changed the user's password or address.
CREATE TABLE access_handover (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    by_user TEXT COLLATE "C" NOT NULL,
    what TEXT COLLATE "C" NOT NULL CHECK (what IN ('created', 'role', 'reset')),
    handed_over_on TEXT COLLATE "C" NOT NULL,
    CONSTRAINT access_handover_key PRIMARY KEY (country_code, entity_code, user_id, by_user, what)
);
CALL protect('access_handover', 'entity', 'SELECT, INSERT, UPDATE');
INSERT INTO access_handover SELECT country_code, entity_code, user_id, created_by, 'created', created_on
FROM staff_user WHERE created_by NOT LIKE 'system:%' AND created_by <> user_id;
INSERT INTO access_handover SELECT country_code, entity_code, user_id, created_by, 'role', max(created_on)
FROM user_role_mapping WHERE created_by NOT LIKE 'system:%' AND created_by <> user_id GROUP BY country_code, entity_code, user_id, created_by;

-- When single sign-on was last changed.
ALTER TABLE access_guard ADD COLUMN sso_changed_on TEXT COLLATE "C";
-- Another system proved who the user is.
ALTER TABLE session ADD COLUMN by_sso BOOLEAN NOT NULL DEFAULT FALSE;
-- The fields of an answer that wait for a second person, separated by commas.
ALTER TABLE idempotency ADD COLUMN waiting TEXT COLLATE "C" NOT NULL DEFAULT '';
