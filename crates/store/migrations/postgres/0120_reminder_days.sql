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

-- The branch of a message's request, so that a list of messages for the staff of some branches reads no others.
ALTER TABLE outbox ADD COLUMN branch_code TEXT COLLATE "C";
UPDATE outbox SET branch_code = (SELECT r.branch_code FROM docrequest r WHERE r.country_code = outbox.country_code
    AND r.entity_code = outbox.entity_code AND r.txn_ref_no = outbox.txn_ref_no);
CREATE INDEX outbox_by_branch ON outbox (country_code, entity_code, tenant_code, branch_code, (CASE WHEN state IN ('bounced', 'failed') THEN 0 ELSE 1 END), created_on DESC, message_id);
CREATE INDEX outbox_by_branch_state ON outbox (country_code, entity_code, tenant_code, branch_code, state, created_on DESC, message_id);
