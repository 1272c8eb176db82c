-- Retention: until when documents and records are kept, and what was destroyed.

-- The last day on which a version is kept; null means that it is kept. Written when a request closes or the periods change.
ALTER TABLE docrequest_version ADD COLUMN purge_after TEXT;
ALTER TABLE docrequest_version ADD COLUMN purge_kind TEXT CHECK (purge_kind IN ('rejected', 'documents'));
ALTER TABLE docrequest_version ADD COLUMN purged_on TEXT;
CREATE INDEX docrequest_version_by_purge ON docrequest_version (country_code, entity_code, purge_after, txn_ref_no, document_no, version_no, purge_kind)
    WHERE purge_after IS NOT NULL AND purged_on IS NULL;

-- A purged file has neither key nor name. Its storage_id is empty once the stored bytes are gone.
ALTER TABLE docrequest_file ADD COLUMN purged_on TEXT;
CREATE INDEX docrequest_file_by_purge ON docrequest_file (country_code, entity_code, txn_ref_no, file_id) WHERE purged_on IS NOT NULL AND storage_id <> '';
DROP INDEX docrequest_file_by_plain;
CREATE INDEX docrequest_file_by_plain ON docrequest_file (country_code, entity_code, txn_ref_no, file_id) WHERE sealed_key IS NULL AND purged_on IS NULL;
DROP INDEX docrequest_file_by_scan;
CREATE INDEX docrequest_file_by_scan ON docrequest_file (country_code, entity_code, txn_ref_no, file_id) WHERE scan = 'notScanned' AND purged_on IS NULL;

-- The last days on which the documents and the record of a closed request are kept, and when its last document was destroyed.
ALTER TABLE docrequest ADD COLUMN purge_after TEXT;
ALTER TABLE docrequest ADD COLUMN purged_on TEXT;
ALTER TABLE docrequest ADD COLUMN record_purge_after TEXT;
CREATE INDEX docrequest_by_purge ON docrequest (country_code, entity_code, purge_after, txn_ref_no) WHERE purge_after IS NOT NULL AND purged_on IS NULL;
CREATE INDEX docrequest_by_record_purge ON docrequest (country_code, entity_code, record_purge_after, txn_ref_no) WHERE record_purge_after IS NOT NULL;
-- For holds on a customer.
ALTER TABLE docrequest ADD COLUMN customer_reference TEXT;
UPDATE docrequest SET customer_reference = json_extract(details, '$.customer.customerReference') WHERE json_valid(details);
CREATE INDEX docrequest_by_customer ON docrequest (country_code, entity_code, customer_reference);
-- The closed requests, for computing their dates again.
CREATE INDEX docrequest_by_closing ON docrequest (country_code, entity_code, txn_ref_no) WHERE closed_on IS NOT NULL;

-- The periods that the stored dates of an entity were computed with, how far a new computation got, and the day of the last
-- warnings.
CREATE TABLE retention_state (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    applied TEXT NOT NULL,
    computing TEXT,
    computed_to TEXT NOT NULL,
    warned_on TEXT,
    CONSTRAINT retention_state_key PRIMARY KEY (country_code, entity_code)
) STRICT;

-- A shortened period: what was kept longer before stays at least until effective_on. 0 days mean for ever.
CREATE TABLE retention_change (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    change_id TEXT NOT NULL,
    period TEXT NOT NULL CHECK (period IN ('rejected', 'documents', 'records')),
    old_days INTEGER NOT NULL,
    new_days INTEGER NOT NULL,
    changed_on TEXT NOT NULL,
    effective_on TEXT NOT NULL,
    CONSTRAINT retention_change_key PRIMARY KEY (country_code, entity_code, change_id)
) STRICT;

-- A run of the job `purge` for one entity. A refused run destroyed nothing, because the clock was not plausible.
CREATE TABLE purge_run (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    run_id TEXT NOT NULL,
    started_on TEXT NOT NULL,
    ended_on TEXT,
    destroyed INTEGER NOT NULL,
    kept INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    refused TEXT,
    certificate_id TEXT,
    certificate TEXT,
    CONSTRAINT purge_run_key PRIMARY KEY (country_code, entity_code, run_id)
) STRICT;
CREATE INDEX purge_run_by_start ON purge_run (country_code, entity_code, started_on);
CREATE UNIQUE INDEX purge_run_by_certificate ON purge_run (country_code, entity_code, certificate_id) WHERE certificate_id IS NOT NULL;

-- What a run destroyed: a version, files that were never submitted (version 0), or the record of a request.
CREATE TABLE purge_item (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    tenant_code TEXT NOT NULL,
    run_id TEXT NOT NULL,
    item_no INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('rejected', 'documents', 'records')),
    txn_ref_no TEXT NOT NULL,
    document_no INTEGER,
    version_no INTEGER,
    title TEXT NOT NULL,
    -- Of each file, separated by spaces.
    sha256 TEXT NOT NULL,
    purged_on TEXT NOT NULL,
    -- When it was written to the journal beside the documents, which a restore reads.
    journaled_on TEXT,
    CONSTRAINT purge_item_key PRIMARY KEY (country_code, entity_code, run_id, item_no),
    CONSTRAINT purge_item_run_id_ref FOREIGN KEY (country_code, entity_code, run_id) REFERENCES purge_run (country_code, entity_code, run_id)
) STRICT;
CREATE INDEX purge_item_by_request ON purge_item (country_code, entity_code, txn_ref_no);
CREATE INDEX purge_item_by_journal ON purge_item (country_code, entity_code, run_id, item_no) WHERE journaled_on IS NULL;

-- How long logs are kept; empty means the usual period.
ALTER TABLE entity_master ADD COLUMN login_log_days INTEGER;
ALTER TABLE entity_master ADD COLUMN debug_log_days INTEGER;
ALTER TABLE entity_master ADD COLUMN message_log_days INTEGER;
