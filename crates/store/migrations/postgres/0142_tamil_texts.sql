-- Tamil beside the English texts that customers and staff read.
ALTER TABLE entity_master ADD COLUMN remarks_message_ta TEXT COLLATE "C";
ALTER TABLE branch ADD COLUMN branch_name_ta TEXT COLLATE "C";
ALTER TABLE authorization_level ADD COLUMN auth_level_desc_ta TEXT COLLATE "C";
