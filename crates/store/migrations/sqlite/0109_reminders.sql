-- Reminders, delayed messages about changes, and messages about renewals.

-- The next day on which a party is reminded, and when the parties are told of changes.
ALTER TABLE docrequest ADD COLUMN remind_on TEXT;
ALTER TABLE docrequest ADD COLUMN notify_on TEXT;
CREATE INDEX docrequest_by_remind ON docrequest (country_code, entity_code, remind_on) WHERE remind_on IS NOT NULL;
CREATE INDEX docrequest_by_notify ON docrequest (country_code, entity_code, notify_on) WHERE notify_on IS NOT NULL;

-- When a party was asked for documents, and the days on which it was reminded or a reminder was left out, separated by
-- commas.
ALTER TABLE docrequest_party ADD COLUMN asked_on TEXT;
ALTER TABLE docrequest_party ADD COLUMN reminded_on TEXT NOT NULL DEFAULT '';
ALTER TABLE docrequest_party ADD COLUMN skipped_on TEXT NOT NULL DEFAULT '';
UPDATE docrequest_party SET
    asked_on = (SELECT substr(r.sent_on, 1, 10) FROM docrequest r WHERE r.country_code = docrequest_party.country_code
        AND r.entity_code = docrequest_party.entity_code AND r.txn_ref_no = docrequest_party.txn_ref_no),
    reminded_on = coalesce((SELECT group_concat(day, ',') FROM (SELECT DISTINCT substr(o.created_on, 1, 10) AS day FROM outbox o
        WHERE o.country_code = docrequest_party.country_code AND o.entity_code = docrequest_party.entity_code
            AND o.txn_ref_no = docrequest_party.txn_ref_no AND o.party_seq_no = docrequest_party.party_seq_no AND o.event = 'Reminder')), '');

-- The jobs decide about open requests on their next run.
UPDATE docrequest SET remind_on = substr(sent_on, 1, 10) WHERE open_until IS NOT NULL;
UPDATE docrequest SET notify_on = updated_on WHERE open_until IS NOT NULL AND is_modified = 1;

-- When the bankers were told that a document has to be requested again.
ALTER TABLE docrequest_renewal ADD COLUMN told_on TEXT;
CREATE INDEX docrequest_renewal_by_remind ON docrequest_renewal (country_code, entity_code, remind_on)
    WHERE told_on IS NULL AND renewed_by IS NULL;
