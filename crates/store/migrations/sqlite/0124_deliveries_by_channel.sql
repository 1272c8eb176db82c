-- Message Deliveries: every index of the list begins with the channel, so that a filter on it reads nothing else.
DROP INDEX outbox_by_attention;
DROP INDEX outbox_by_state;
DROP INDEX outbox_by_branch;
DROP INDEX outbox_by_branch_state;
CREATE INDEX outbox_by_channel_state ON outbox (country_code, entity_code, channel, state, created_on DESC, message_id);
CREATE INDEX outbox_by_branch ON outbox (country_code, entity_code, tenant_code, branch_code, channel, (CASE WHEN state IN ('bounced', 'failed') THEN 0 ELSE 1 END), created_on DESC, message_id);
CREATE INDEX outbox_by_branch_state ON outbox (country_code, entity_code, tenant_code, branch_code, channel, state, created_on DESC, message_id);
