-- Documents of requests without review levels wait for any reviewer.
UPDATE docrequest_waiting SET level = 0
WHERE EXISTS (SELECT 1 FROM docrequest r WHERE r.country_code = docrequest_waiting.country_code AND r.entity_code = docrequest_waiting.entity_code
    AND r.txn_ref_no = docrequest_waiting.txn_ref_no AND r.verification_levels = 0);
