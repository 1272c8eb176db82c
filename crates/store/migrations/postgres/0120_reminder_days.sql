-- The next day on which a party of a request is reminded. A table of its own, because a reminder then writes one narrow
-- row: an update of the request enters all its indexes again.

-- Row-level security also applies to the owner of the tables: this migration works on all entities.
SELECT set_config('docz.country', '', true), set_config('docz.country_last', chr(1114111), true),
    set_config('docz.entity', '', true), set_config('docz.entity_last', chr(1114111), true), set_config('docz.tenants', '*', true);

CREATE TABLE docrequest_reminder (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    txn_ref_no TEXT COLLATE "C" NOT NULL,
    remind_on TEXT COLLATE "C" NOT NULL,
    CONSTRAINT docrequest_reminder_key PRIMARY KEY (country_code, entity_code, txn_ref_no),
    CONSTRAINT docrequest_reminder_txn_ref_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no)
        REFERENCES docrequest (country_code, entity_code, txn_ref_no) ON DELETE CASCADE
);
CREATE INDEX docrequest_reminder_by_day ON docrequest_reminder (country_code, entity_code, remind_on);
CALL protect('docrequest_reminder', 'tenant', 'SELECT, INSERT, UPDATE, DELETE');
INSERT INTO docrequest_reminder (country_code, entity_code, tenant_code, txn_ref_no, remind_on)
SELECT country_code, entity_code, tenant_code, txn_ref_no, remind_on FROM docrequest WHERE remind_on IS NOT NULL;
DROP INDEX docrequest_by_remind;
ALTER TABLE docrequest DROP COLUMN remind_on;
