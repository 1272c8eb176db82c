-- Delivery of messages: what the other side answered, and by what its reports find a message.

-- Row-level security also applies to the owner of the tables: this migration works on all entities.
SELECT set_config('docz.country', '', true), set_config('docz.country_last', chr(1114111), true),
    set_config('docz.entity', '', true), set_config('docz.entity_last', chr(1114111), true), set_config('docz.tenants', '*', true);

ALTER TABLE outbox RENAME COLUMN fault TO answer;
-- The left part of the mail's Message-ID, chosen at the first attempt.
ALTER TABLE outbox ADD COLUMN token TEXT COLLATE "C";
-- The SMS gateway's own id of the message.
ALTER TABLE outbox ADD COLUMN gateway_id TEXT COLLATE "C";
-- A message is given up three days after this.
ALTER TABLE outbox ADD COLUMN first_try_on TEXT COLLATE "C";
-- The message on the other channel that could not be delivered.
ALTER TABLE outbox ADD COLUMN replaces TEXT COLLATE "C";

CREATE UNIQUE INDEX outbox_by_token ON outbox (token) WHERE token IS NOT NULL;
CREATE INDEX outbox_by_gateway_id ON outbox (gateway_id) WHERE gateway_id IS NOT NULL;
CREATE INDEX outbox_by_due ON outbox (country_code, entity_code, channel, next_try_on) WHERE state = 'waiting';

-- The lists of deliveries: those that need somebody first, then the newest.
CREATE INDEX outbox_by_attention ON outbox (country_code, entity_code, (CASE WHEN state IN ('bounced', 'failed') THEN 0 ELSE 1 END), created_on DESC, message_id);
CREATE INDEX outbox_by_channel ON outbox (country_code, entity_code, channel, (CASE WHEN state IN ('bounced', 'failed') THEN 0 ELSE 1 END), created_on DESC, message_id);
CREATE INDEX outbox_by_state ON outbox (country_code, entity_code, state, created_on DESC, message_id);

-- The screens of deliveries; administrators grant them to roles.
INSERT INTO screen_definition (country_code, entity_code, screen_code, screen_name, screen_group, path, version_number, created_on, created_by, updated_on, updated_by)
SELECT country_code, entity_code, 'SD-ADM-030', 'Message Deliveries', 'Admin Screen Access', '/admin/message-deliveries', 1, created_on, 'system', created_on, 'system'
FROM entity_master
UNION ALL
SELECT country_code, entity_code, 'SD-BNK-010', 'Message Deliveries', 'Requestor Screen Access', '/requestor/message-deliveries', 1, created_on, 'system', created_on, 'system'
FROM entity_master;
