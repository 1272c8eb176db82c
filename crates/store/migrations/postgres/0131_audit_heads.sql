-- The end of each audit shard, sealed in the commit that advances it. The room on each page keeps the updates off the index.
CREATE TABLE audit_head (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    shard BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    mac TEXT COLLATE "C" NOT NULL,
    seal TEXT COLLATE "C" NOT NULL,
    CONSTRAINT audit_head_key PRIMARY KEY (country_code, entity_code, shard)
) WITH (fillfactor = 50);
CALL protect('audit_head', 'entity', 'SELECT, INSERT, UPDATE');

-- How many shards and checkpoints an entity has, sealed. The row without codes counts the entities.
CREATE TABLE audit_register (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    parts BIGINT NOT NULL,
    checkpoints BIGINT NOT NULL,
    since TEXT COLLATE "C" NOT NULL,
    seal TEXT COLLATE "C" NOT NULL,
    CONSTRAINT audit_register_key PRIMARY KEY (country_code, entity_code)
);
CALL protect('audit_register', 'entity', 'SELECT, INSERT, UPDATE');

-- The seal of the shard's checkpoint before this one; null in checkpoints from before this migration.
ALTER TABLE audit_checkpoint ADD COLUMN prev TEXT COLLATE "C";

-- A login that only serves compares the schema's version with its own.
GRANT SELECT ON schema_migration TO docz_app;
