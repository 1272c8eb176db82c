//! The catalogue of events that are posted to external systems, with an example of each.

use serde_json::{Map, Value, json};

/// An event: when it happens, the status of the request in its example, and that of the document it is about.
struct Event(&'static str, &'static str, &'static str, Option<&'static str>);

#[rustfmt::skip]
const EVENTS: &[Event] = &[
    Event("RequestCreated", "A request was sent to its parties", "Requested", None),
    Event("RequestModified", "A sent request was changed", "Modified", None),
    Event("RequestExtended", "A request got a later last day", "Requested", None),
    Event("RequestCancelled", "A request was cancelled", "Rejected", None),
    Event("Reminder", "The parties were reminded of what is left to do", "Requested", None),
    Event("ReminderBeforeExpiry", "The parties were reminded before the last day", "Requested", None),
    Event("ReminderOnExpiry", "The parties were reminded on the last day", "Requested", None),
    Event("RequestExpired", "The last day of a request has passed", "Expired", None),
    Event("DocumentRejected", "A document was rejected and has to be sent again", "Pending", Some("Rejected")),
    Event("DocumentAccepted", "A document was accepted on every level", "Pending", Some("Accepted")),
    Event("StatusChanged", "The status of a document changed in another way, such as by a waiver", "Pending",
        Some("Not Required")),
    Event("AllDocumentsUploaded", "Everything that was requested has been submitted", "Waiting", None),
    Event("RequestApproved", "A request was approved", "Accepted", None),
    Event("RequestDeclined", "A request was declined", "Rejected", None),
    Event("ReviewWaiting", "A document waits for a review", "Pending", Some("Uploaded")),
    Event("ComplianceDue", "An accepted document has to be requested again", "Accepted", Some("Accepted")),
    Event("DeliveryFailed", "A message to a party could not be delivered", "Requested", None),
    Event("PurgeAhead", "Documents or the record of a request will be destroyed soon", "Accepted", None),
];

impl Event {
    fn example(&self) -> Value {
        let Event(name, _, request, document) = self;
        let about = json!({
            "documentNo": 1, "partySeqNo": 1, "documentCode": "PAN", "documentTitle": "PAN card",
            "status": document.unwrap_or(match *request {
                "Accepted" => "Accepted",
                "Waiting" => "Uploaded",
                "Expired" => "Expired",
                _ => "Requested",
            }),
        });
        json!({
            "type": name,
            "timestamp": "2026-11-15T06:00:00.000Z",
            "data": {
                "txnRefNo": "N2611150000128",
                "transactionStatus": request,
                "versionNumber": 3,
                "tenantCode": "RETAIL",
                "branchCode": "BR101",
                "documentDueDate": "2026-11-22",
                "expiresOn": "2026-12-15",
                "document": document.map(|_| &about),
                "documents": [about],
            },
        })
    }
}

/// The `webhooks` of the description.
pub fn webhooks() -> Map<String, Value> {
    let header = |name: &str, about: &str| {
        json!({ "name": name, "in": "header", "required": true,
        "description": about, "schema": { "type": "string" } })
    };
    let headers = [
        header("webhook-id", "The same for every attempt to deliver this event; use it to ignore repetitions"),
        header("webhook-timestamp", "Seconds since 1970; refuse what is older than five minutes"),
        header(
            "webhook-signature",
            "`v1,` and base64 of HMAC-SHA256 over id, timestamp and body with dots between; one per valid secret, \
             separated by spaces",
        ),
    ];
    let describe = |event: &Event| {
        let Event(name, about, ..) = event;
        let operation = json!({
            "post": {
                "tags": ["events"],
                "summary": about,
                "parameters": headers,
                "requestBody": { "content": { "application/json": {
                    "schema": { "$ref": "#/components/schemas/WebhookEvent" }, "example": event.example(),
                } } },
                "responses": { "2XX": {
                    "description": "Taken. Any other status, and no answer within ten seconds, is \
                        tried again for 72 hours." } },
            },
        });
        ((*name).to_owned(), operation)
    };
    EVENTS.iter().map(describe).collect()
}

/// The body of every event.
pub fn schema() -> Value {
    let text = json!({ "type": "string" });
    let document = json!({ "type": ["object", "null"], "properties": {
        "documentNo": { "type": "integer" }, "partySeqNo": { "type": "integer" }, "documentCode": text,
        "documentTitle": text, "status": text,
    } });
    json!({
        "type": "object",
        "required": ["type", "timestamp", "data"],
        "properties": {
            "type": { "type": "string", "enum": app::webhooks::event_types() },
            "timestamp": { "type": "string", "format": "date-time" },
            "data": { "type": "object", "properties": {
                "txnRefNo": text, "transactionStatus": text, "versionNumber": { "type": "integer" }, "tenantCode": text,
                "branchCode": text, "documentDueDate": { "type": "string", "format": "date" },
                "expiresOn": { "type": "string", "format": "date" }, "document": document,
                "documents": { "type": "array", "items": document },
            } },
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_is_in_the_catalogue_with_an_example() {
        let webhooks = webhooks();
        assert_eq!(webhooks.keys().map(String::as_str).collect::<Vec<_>>(), app::webhooks::event_types());
        for (name, described) in &webhooks {
            let body = &described["post"]["requestBody"]["content"]["application/json"]["example"];
            assert_eq!(body["type"], **name);
        }
    }
}
