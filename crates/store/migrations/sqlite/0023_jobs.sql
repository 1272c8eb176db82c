-- Jobs: the last run of each, when it is due again, and the node that runs it now. '*' stands for every entity.
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
