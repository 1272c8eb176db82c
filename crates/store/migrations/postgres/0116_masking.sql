-- The parts of a version's pages to be covered, as JSON: Aadhaar numbers that were located.
ALTER TABLE document_verification ADD COLUMN covered TEXT COLLATE "C";
