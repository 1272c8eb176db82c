-- Of the requests that were made on a day, or are due on it: from when to when they lie in the other orders of time. A list of a month by
-- due date begins where that month's first request is due, and need not be walked to. Only ever widened: a span that is too wide costs
-- time, never a request.
CREATE TABLE docrequest_span (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    tenant_code TEXT NOT NULL,
    ranged_by TEXT NOT NULL,
    ordered_by TEXT NOT NULL,
    day TEXT NOT NULL,
    lane INTEGER NOT NULL,
    least TEXT NOT NULL,
    most TEXT NOT NULL,
    CONSTRAINT docrequest_span_key PRIMARY KEY (country_code, entity_code, tenant_code, ranged_by, ordered_by, day, lane)
) STRICT, WITHOUT ROWID;
INSERT INTO docrequest_span (country_code, entity_code, tenant_code, ranged_by, ordered_by, day, lane, least, most)
    SELECT r.country_code, r.entity_code, r.tenant_code, 'created_on', 'updated_on', substr(r.created_on, 1, 10), 0, min(substr(r.updated_on, 1, 10)), max(substr(r.updated_on, 1, 10))
        FROM docrequest r GROUP BY r.country_code, r.entity_code, r.tenant_code, substr(r.created_on, 1, 10)
    UNION ALL SELECT r.country_code, r.entity_code, r.tenant_code, 'created_on', 'document_due_date', substr(r.created_on, 1, 10), 0, min(substr(r.document_due_date, 1, 10)), max(substr(r.document_due_date, 1, 10))
        FROM docrequest r GROUP BY r.country_code, r.entity_code, r.tenant_code, substr(r.created_on, 1, 10)
    UNION ALL SELECT r.country_code, r.entity_code, r.tenant_code, 'created_on', 'expires_on', substr(r.created_on, 1, 10), 0, min(substr(r.expires_on, 1, 10)), max(substr(r.expires_on, 1, 10))
        FROM docrequest r GROUP BY r.country_code, r.entity_code, r.tenant_code, substr(r.created_on, 1, 10)
    UNION ALL SELECT r.country_code, r.entity_code, r.tenant_code, 'created_on', 'txn_ref_no', substr(r.created_on, 1, 10), 0, min(substr(r.txn_ref_no, 1, 7)), max(substr(r.txn_ref_no, 1, 7))
        FROM docrequest r GROUP BY r.country_code, r.entity_code, r.tenant_code, substr(r.created_on, 1, 10)
    UNION ALL SELECT r.country_code, r.entity_code, r.tenant_code, 'document_due_date', 'created_on', substr(r.document_due_date, 1, 10), 0, min(substr(r.created_on, 1, 10)), max(substr(r.created_on, 1, 10))
        FROM docrequest r GROUP BY r.country_code, r.entity_code, r.tenant_code, substr(r.document_due_date, 1, 10)
    UNION ALL SELECT r.country_code, r.entity_code, r.tenant_code, 'document_due_date', 'updated_on', substr(r.document_due_date, 1, 10), 0, min(substr(r.updated_on, 1, 10)), max(substr(r.updated_on, 1, 10))
        FROM docrequest r GROUP BY r.country_code, r.entity_code, r.tenant_code, substr(r.document_due_date, 1, 10)
    UNION ALL SELECT r.country_code, r.entity_code, r.tenant_code, 'document_due_date', 'expires_on', substr(r.document_due_date, 1, 10), 0, min(substr(r.expires_on, 1, 10)), max(substr(r.expires_on, 1, 10))
        FROM docrequest r GROUP BY r.country_code, r.entity_code, r.tenant_code, substr(r.document_due_date, 1, 10)
    UNION ALL SELECT r.country_code, r.entity_code, r.tenant_code, 'document_due_date', 'txn_ref_no', substr(r.document_due_date, 1, 10), 0, min(substr(r.txn_ref_no, 1, 7)), max(substr(r.txn_ref_no, 1, 7))
        FROM docrequest r GROUP BY r.country_code, r.entity_code, r.tenant_code, substr(r.document_due_date, 1, 10);
