-- Jobs: the last run of each, when it is due again, and the node that runs it now. '*' stands for every entity.
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
ALTER TABLE job ENABLE ROW LEVEL SECURITY;
ALTER TABLE job FORCE ROW LEVEL SECURITY;
CREATE POLICY job_scope ON job USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON job TO docz_app;
