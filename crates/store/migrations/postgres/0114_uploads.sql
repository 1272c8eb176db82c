-- Resumable uploads, the scan for malware, and photographs that are sent unchanged.

-- An upload in progress. It belongs to the user who began it, and is removed after a day.
CREATE TABLE upload (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    upload_id TEXT COLLATE "C" NOT NULL,
    txn_ref_no TEXT COLLATE "C" NOT NULL,
    document_no BIGINT NOT NULL,
    uploaded_by TEXT COLLATE "C" NOT NULL,
    file_name TEXT COLLATE "C" NOT NULL,
    length BIGINT NOT NULL,
    -- The bytes stored as pieces: the offset at which the sender goes on.
    received BIGINT NOT NULL,
    -- What the sender says about the whole file.
    sha256 TEXT COLLATE "C",
    -- The staged file that the upload became.
    file_id TEXT COLLATE "C",
    created_on TEXT COLLATE "C" NOT NULL,
    CONSTRAINT upload_key PRIMARY KEY (country_code, entity_code, upload_id)
);
CREATE INDEX upload_by_user ON upload (country_code, entity_code, uploaded_by, created_on) WHERE file_id IS NULL;
CREATE INDEX upload_by_age ON upload (created_on);
CALL protect('upload', 'tenant', 'SELECT, INSERT, UPDATE, DELETE');

-- The pieces of an upload, each a stored file of its own.
CREATE TABLE upload_piece (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    upload_id TEXT COLLATE "C" NOT NULL,
    start BIGINT NOT NULL,
    size BIGINT NOT NULL,
    storage_id TEXT COLLATE "C" NOT NULL,
    sealed_key TEXT COLLATE "C",
    CONSTRAINT upload_piece_key PRIMARY KEY (country_code, entity_code, upload_id, start),
    CONSTRAINT upload_piece_upload_id_ref FOREIGN KEY (country_code, entity_code, upload_id)
        REFERENCES upload (country_code, entity_code, upload_id)
);
CREATE INDEX upload_piece_by_storage ON upload_piece (storage_id);
CALL protect('upload_piece', 'tenant', 'SELECT, INSERT, UPDATE, DELETE');

-- An infected file stays stored and is never shown.
ALTER TABLE docrequest_file ADD COLUMN scan TEXT COLLATE "C" NOT NULL DEFAULT 'notScanned' CHECK (scan IN ('clean', 'infected', 'notScanned'));
CREATE INDEX docrequest_file_by_scan ON docrequest_file (country_code, entity_code, txn_ref_no, file_id) WHERE scan = 'notScanned';

-- Photographs of these documents are not scaled down before they are sent.
ALTER TABLE document_definition ADD COLUMN keep_original BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE docrequest_document ADD COLUMN keep_original BOOLEAN NOT NULL DEFAULT FALSE;
