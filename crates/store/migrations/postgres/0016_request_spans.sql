-- Of the requests that were made on a day, or are due on it: from when to when they lie in the other orders of time. A list of a month by
-- due date begins where that month's first request is due, and need not be walked to. Only ever widened: a span that is too wide costs
-- time, never a request.
CREATE TABLE docrequest_span (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    ranged_by TEXT COLLATE "C" NOT NULL,
    ordered_by TEXT COLLATE "C" NOT NULL,
    day TEXT COLLATE "C" NOT NULL,
    lane BIGINT NOT NULL,
    least TEXT COLLATE "C" NOT NULL,
    most TEXT COLLATE "C" NOT NULL,
    CONSTRAINT docrequest_span_key PRIMARY KEY (country_code, entity_code, tenant_code, ranged_by, ordered_by, day, lane)
);
ALTER TABLE docrequest NO FORCE ROW LEVEL SECURITY;
INSERT INTO docrequest_span (country_code, entity_code, tenant_code, ranged_by, ordered_by, day, lane, least, most)
    SELECT r.country_code, r.entity_code, r.tenant_code, o.ranged_by, o.ordered_by, o.day, 0, min(o.at), max(o.at)
    FROM docrequest r CROSS JOIN LATERAL (VALUES
        ('created_on', 'updated_on', left(r.created_on, 10), left(r.updated_on, 10)),
        ('created_on', 'document_due_date', left(r.created_on, 10), left(r.document_due_date, 10)),
        ('created_on', 'expires_on', left(r.created_on, 10), left(r.expires_on, 10)),
        ('created_on', 'txn_ref_no', left(r.created_on, 10), left(r.txn_ref_no, 7)),
        ('document_due_date', 'created_on', left(r.document_due_date, 10), left(r.created_on, 10)),
        ('document_due_date', 'updated_on', left(r.document_due_date, 10), left(r.updated_on, 10)),
        ('document_due_date', 'expires_on', left(r.document_due_date, 10), left(r.expires_on, 10)),
        ('document_due_date', 'txn_ref_no', left(r.document_due_date, 10), left(r.txn_ref_no, 7))
    ) o (ranged_by, ordered_by, day, at)
    GROUP BY r.country_code, r.entity_code, r.tenant_code, o.ranged_by, o.ordered_by, o.day;
ALTER TABLE docrequest FORCE ROW LEVEL SECURITY;
ALTER TABLE docrequest_span ENABLE ROW LEVEL SECURITY;
ALTER TABLE docrequest_span FORCE ROW LEVEL SECURITY;
CREATE POLICY docrequest_span_scope ON docrequest_span USING (in_scope(country_code, entity_code) AND in_tenants(tenant_code)) WITH CHECK (in_scope(country_code, entity_code) AND in_tenants(tenant_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON docrequest_span TO docz_app;
ANALYZE docrequest_span;
