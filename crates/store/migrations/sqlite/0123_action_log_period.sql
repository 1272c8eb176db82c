-- How long the action log keeps the details of its entries; empty means for ever. The entries stay, so the chain does.
ALTER TABLE entity_master ADD COLUMN action_log_days INTEGER;
-- Details of entries before this time are erased.
ALTER TABLE retention_state ADD COLUMN details_erased_on TEXT;
