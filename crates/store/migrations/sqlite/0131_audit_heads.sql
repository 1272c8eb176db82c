-- The end of each audit shard, sealed in the commit that advances it.
CREATE TABLE audit_head (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    shard INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    mac TEXT NOT NULL,
    seal TEXT NOT NULL,
    CONSTRAINT audit_head_key PRIMARY KEY (country_code, entity_code, shard)
) STRICT, WITHOUT ROWID;

-- How many shards and checkpoints an entity has, sealed. The row without codes counts the entities.
CREATE TABLE audit_register (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    parts INTEGER NOT NULL,
    checkpoints INTEGER NOT NULL,
    since TEXT NOT NULL,
    seal TEXT NOT NULL,
    CONSTRAINT audit_register_key PRIMARY KEY (country_code, entity_code)
) STRICT, WITHOUT ROWID;

-- The seal of the shard's checkpoint before this one; null in checkpoints from before this migration.
ALTER TABLE audit_checkpoint ADD COLUMN prev TEXT;
