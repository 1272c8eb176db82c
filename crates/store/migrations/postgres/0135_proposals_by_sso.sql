-- The proposer's session was opened by single sign-on, which had changed less than 30 days before.
ALTER TABLE entity_proposal ADD COLUMN by_changed_sso BOOLEAN NOT NULL DEFAULT FALSE;
