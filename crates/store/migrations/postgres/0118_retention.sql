-- Retention: until when documents and records are kept, and what was destroyed.

-- Row-level security also applies to the owner of the tables: this migration works on all entities.
SELECT set_config('docz.country', '', true), set_config('docz.country_last', chr(1114111), true),
    set_config('docz.entity', '', true), set_config('docz.entity_last', chr(1114111), true), set_config('docz.tenants', '*', true);

-- The last day on which a version is kept; null means that it is kept. Written when a request closes or the periods change.
ALTER TABLE docrequest_version ADD COLUMN purge_after TEXT COLLATE "C";
ALTER TABLE docrequest_version ADD COLUMN purge_kind TEXT COLLATE "C" CHECK (purge_kind IN ('rejected', 'documents'));
ALTER TABLE docrequest_version ADD COLUMN purged_on TEXT COLLATE "C";
CREATE INDEX docrequest_version_by_purge ON docrequest_version (country_code, entity_code, purge_after, txn_ref_no, document_no, version_no, purge_kind)
    WHERE purge_after IS NOT NULL AND purged_on IS NULL;

-- A purged file has neither key nor name. Its storage_id is empty once the stored bytes are gone.
ALTER TABLE docrequest_file ADD COLUMN purged_on TEXT COLLATE "C";
CREATE INDEX docrequest_file_by_purge ON docrequest_file (country_code, entity_code, txn_ref_no, file_id) WHERE purged_on IS NOT NULL AND storage_id <> '';
DROP INDEX docrequest_file_by_plain;
CREATE INDEX docrequest_file_by_plain ON docrequest_file (country_code, entity_code, txn_ref_no, file_id) WHERE sealed_key IS NULL AND purged_on IS NULL;
DROP INDEX docrequest_file_by_scan;
CREATE INDEX docrequest_file_by_scan ON docrequest_file (country_code, entity_code, txn_ref_no, file_id) WHERE scan = 'notScanned' AND purged_on IS NULL;

-- The last days on which the documents and the record of a closed request are kept, and when its last document was destroyed.
ALTER TABLE docrequest ADD COLUMN purge_after TEXT COLLATE "C";
ALTER TABLE docrequest ADD COLUMN purged_on TEXT COLLATE "C";
ALTER TABLE docrequest ADD COLUMN record_purge_after TEXT COLLATE "C";
CREATE INDEX docrequest_by_purge ON docrequest (country_code, entity_code, purge_after, txn_ref_no) WHERE purge_after IS NOT NULL AND purged_on IS NULL;
CREATE INDEX docrequest_by_record_purge ON docrequest (country_code, entity_code, record_purge_after, txn_ref_no) WHERE record_purge_after IS NOT NULL;
-- For holds on a customer.
ALTER TABLE docrequest ADD COLUMN customer_reference TEXT COLLATE "C";
UPDATE docrequest SET customer_reference = substring(details FROM '"customerReference":"([^"\\]*)"');
CREATE INDEX docrequest_by_customer ON docrequest (country_code, entity_code, customer_reference);
-- The closed requests, for computing their dates again.
CREATE INDEX docrequest_by_closing ON docrequest (country_code, entity_code, txn_ref_no) WHERE closed_on IS NOT NULL;

-- The periods that the stored dates of an entity were computed with, how far a new computation got, and the day of the last
-- warnings.
CREATE TABLE retention_state (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    applied TEXT COLLATE "C" NOT NULL,
    computing TEXT COLLATE "C",
    computed_to TEXT COLLATE "C" NOT NULL,
    warned_on TEXT COLLATE "C",
    CONSTRAINT retention_state_key PRIMARY KEY (country_code, entity_code)
);
CALL protect('retention_state', 'entity', 'SELECT, INSERT, UPDATE');

-- A shortened period: what was kept longer before stays at least until effective_on. 0 days mean for ever.
CREATE TABLE retention_change (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    change_id TEXT COLLATE "C" NOT NULL,
    period TEXT COLLATE "C" NOT NULL CHECK (period IN ('rejected', 'documents', 'records')),
    old_days BIGINT NOT NULL,
    new_days BIGINT NOT NULL,
    changed_on TEXT COLLATE "C" NOT NULL,
    effective_on TEXT COLLATE "C" NOT NULL,
    CONSTRAINT retention_change_key PRIMARY KEY (country_code, entity_code, change_id)
);
CALL protect('retention_change', 'entity', 'SELECT, INSERT');

-- A run of the job `purge` for one entity. A refused run destroyed nothing, because the clock was not plausible.
CREATE TABLE purge_run (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    run_id TEXT COLLATE "C" NOT NULL,
    started_on TEXT COLLATE "C" NOT NULL,
    ended_on TEXT COLLATE "C",
    destroyed BIGINT NOT NULL,
    kept BIGINT NOT NULL,
    failed BIGINT NOT NULL,
    refused TEXT COLLATE "C",
    certificate_id TEXT COLLATE "C",
    certificate TEXT COLLATE "C",
    CONSTRAINT purge_run_key PRIMARY KEY (country_code, entity_code, run_id)
);
CREATE INDEX purge_run_by_start ON purge_run (country_code, entity_code, started_on);
CREATE UNIQUE INDEX purge_run_by_certificate ON purge_run (country_code, entity_code, certificate_id) WHERE certificate_id IS NOT NULL;
CALL protect('purge_run', 'entity', 'SELECT, INSERT, UPDATE');

-- What a run destroyed: a version, files that were never submitted (version 0), or the record of a request.
CREATE TABLE purge_item (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    run_id TEXT COLLATE "C" NOT NULL,
    item_no BIGINT NOT NULL,
    kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('rejected', 'documents', 'records')),
    txn_ref_no TEXT COLLATE "C" NOT NULL,
    document_no BIGINT,
    version_no BIGINT,
    title TEXT COLLATE "C" NOT NULL,
    -- Of each file, separated by spaces.
    sha256 TEXT COLLATE "C" NOT NULL,
    purged_on TEXT COLLATE "C" NOT NULL,
    -- When it was written to the journal beside the documents, which a restore reads.
    journaled_on TEXT COLLATE "C",
    CONSTRAINT purge_item_key PRIMARY KEY (country_code, entity_code, run_id, item_no),
    CONSTRAINT purge_item_run_id_ref FOREIGN KEY (country_code, entity_code, run_id) REFERENCES purge_run (country_code, entity_code, run_id)
);
CREATE INDEX purge_item_by_request ON purge_item (country_code, entity_code, txn_ref_no);
CREATE INDEX purge_item_by_journal ON purge_item (country_code, entity_code, run_id, item_no) WHERE journaled_on IS NULL;
CALL protect('purge_item', 'tenant', 'SELECT, INSERT, UPDATE');

-- How long logs are kept; empty means the usual period.
ALTER TABLE entity_master ADD COLUMN login_log_days BIGINT;
ALTER TABLE entity_master ADD COLUMN debug_log_days BIGINT;
ALTER TABLE entity_master ADD COLUMN message_log_days BIGINT;
