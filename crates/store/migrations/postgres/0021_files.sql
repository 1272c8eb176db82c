-- The key of a file, sealed, where documents are stored encrypted; null where they are stored as they are.
ALTER TABLE docrequest_file ADD COLUMN sealed_key TEXT;
