-- Requests that a user sends together, and what became of each.
CREATE TABLE bulk_send (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    job_id TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    -- Where it was started. The right to send is checked there for each request.
    tenant_code TEXT COLLATE "C" NOT NULL,
    screen_code TEXT COLLATE "C" NOT NULL,
    started_on TEXT COLLATE "C" NOT NULL,
    cancelled_on TEXT COLLATE "C",
    ended_on TEXT COLLATE "C",
    -- Until it ends: when it goes on. A claim moves it to the end of the lease.
    next_try_on TEXT COLLATE "C" NOT NULL,
    tries BIGINT NOT NULL,
    CONSTRAINT bulk_send_key PRIMARY KEY (country_code, entity_code, job_id)
);
CREATE INDEX bulk_send_by_due ON bulk_send (next_try_on) WHERE ended_on IS NULL;
CALL protect('bulk_send', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE bulk_send_item (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    job_id TEXT COLLATE "C" NOT NULL,
    position BIGINT NOT NULL,
    txn_ref_no TEXT COLLATE "C" NOT NULL,
    -- The version that the user saw.
    version_number BIGINT,
    -- sent, failed or cancelled; nothing while it waits.
    outcome TEXT COLLATE "C",
    -- Why it failed: a message of the catalogue.
    reason TEXT COLLATE "C",
    CONSTRAINT bulk_send_item_key PRIMARY KEY (country_code, entity_code, job_id, position),
    CONSTRAINT bulk_send_item_job_id_ref FOREIGN KEY (country_code, entity_code, job_id)
        REFERENCES bulk_send (country_code, entity_code, job_id) ON DELETE CASCADE
);
CALL protect('bulk_send_item', 'entity', 'SELECT, INSERT, UPDATE, DELETE');
