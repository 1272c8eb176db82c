-- Requests that a user sends together, and what became of each.
CREATE TABLE bulk_send (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    job_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    -- Where it was started. The right to send is checked there for each request.
    tenant_code TEXT NOT NULL,
    screen_code TEXT NOT NULL,
    started_on TEXT NOT NULL,
    cancelled_on TEXT,
    ended_on TEXT,
    -- Until it ends: when it goes on. A claim moves it to the end of the lease.
    next_try_on TEXT NOT NULL,
    tries INTEGER NOT NULL,
    CONSTRAINT bulk_send_key PRIMARY KEY (country_code, entity_code, job_id)
) STRICT;
CREATE INDEX bulk_send_by_due ON bulk_send (next_try_on) WHERE ended_on IS NULL;

CREATE TABLE bulk_send_item (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    job_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    txn_ref_no TEXT NOT NULL,
    -- The version that the user saw.
    version_number INTEGER,
    -- sent, failed or cancelled; nothing while it waits.
    outcome TEXT,
    -- Why it failed: a message of the catalogue.
    reason TEXT,
    CONSTRAINT bulk_send_item_key PRIMARY KEY (country_code, entity_code, job_id, position),
    CONSTRAINT bulk_send_item_job_id_ref FOREIGN KEY (country_code, entity_code, job_id)
        REFERENCES bulk_send (country_code, entity_code, job_id) ON DELETE CASCADE
) STRICT;
