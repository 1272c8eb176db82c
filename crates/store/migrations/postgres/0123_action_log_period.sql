-- How long the action log keeps the details of its entries; empty means for ever. The entries stay, so the chain does.
ALTER TABLE entity_master ADD COLUMN action_log_days BIGINT;
-- Details of entries before this time are erased.
ALTER TABLE retention_state ADD COLUMN details_erased_on TEXT COLLATE "C";

-- The application may erase a detail; it cannot change one.
GRANT UPDATE (detail) ON audit_log TO docz_app;
CREATE POLICY audit_log_erase ON audit_log AS RESTRICTIVE FOR UPDATE TO docz_app USING (true) WITH CHECK (detail = '');
