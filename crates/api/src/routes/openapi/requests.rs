//! The calls of area `transaction`, as the OpenAPI description lists them.

use domain::request::bodies::*;
use domain::request::body::Body;
use serde_json::{Value, json};

use super::bodies::{field_schema, input_name, reference};
use super::schemas::responses;

pub(super) struct RequestCall {
    pub method: &'static str,
    /// The path after the area.
    pub resource: &'static str,
    summary: &'static str,
    /// The body of each operation of a POST, or the query of a GET.
    pub bodies: &'static [(&'static str, &'static Body)],
    answer: Answer,
}

/// What `data` of an answer holds; several bodies are alternatives.
enum Answer {
    Record(&'static [&'static Body]),
    Content(&'static [&'static Body]),
    /// Nothing, a file, or a record without a declaration.
    Other,
}

use Answer::{Content, Other, Record};

const fn get(resource: &'static str, summary: &'static str, answer: Answer) -> RequestCall {
    RequestCall { method: "get", resource, summary, bodies: &[], answer }
}

static QUERY: &[(&str, &Body)] = &[("query", &SEARCH)];

const fn list(resource: &'static str, summary: &'static str, answer: Answer) -> RequestCall {
    RequestCall { method: "get", resource, summary, bodies: QUERY, answer }
}

const fn post(
    resource: &'static str,
    summary: &'static str,
    bodies: &'static [(&'static str, &'static Body)],
    answer: Answer,
) -> RequestCall {
    RequestCall { method: "post", resource, summary, bodies, answer }
}

#[rustfmt::skip]
pub(super) static REQUESTS: &[RequestCall] = &[
    post("docrequest", "F finds, S saves, U updates, D deletes a request; U also takes a record as it was answered",
        &[("F", &REQUEST_KEY), ("S", &REQUEST), ("U", &REQUEST), ("D", &REQUEST_KEY), ("D", &REQUEST_KEYS)], Record(&[&REQUEST])),
    list("docrequest/search", "A page of requests", Content(&[&REQUEST_ROW, &UNREADABLE_ROW])),
    post("docrequest/search", "FA: the same with the filter in the body", &[("FA", &SEARCH)], Content(&[&REQUEST_ROW, &UNREADABLE_ROW])),
    list("docrequest/export", "The same list as a file: format csv or xlsx", Other),
    post("docrequest/import", "S: many requests from a CSV or XLSX file; dryRun=true only checks it", &[], Other),
    post("docrequest/draft", "F, S, U, D: what the caller has typed and not submitted",
        &[("F", &DRAFT_KEY), ("S", &DRAFT), ("U", &DRAFT), ("D", &DRAFT_KEY)], Record(&[&DRAFT, &KEPT_DRAFT])),
    get("docrequest/view", "Saved views of the caller", Content(&[&SAVED_VIEW])),
    post("docrequest/view", "S saves, D deletes a view", &[("S", &SAVED_VIEW), ("D", &SAVED_VIEW_KEY)], Record(&[&SAVED_VIEW])),
    post("docrequest/propose", "F: the documents that such a request usually asks for", &[("F", &PROPOSAL_QUERY)], Content(&[&PROPOSED_DOCUMENT])),
    get("docrequest/customer", "Customers of earlier requests whose name or mail address begins with q", Content(&[&CUSTOMER])),
    post("docrequest/messages", "F: the messages as they would go out", &[("F", &REQUEST)], Content(&[&MESSAGE])),
    get("docrequest/reminders", "The reminders planned for the request in txnRefNo", Content(&[&REMINDER])),
    post("docrequest/reminders", "F: the reminders of a request as it is typed; U: leaves out the next one of a party (skip), or sends one now",
        &[("F", &REQUEST), ("U", &REMINDER_ACTION)], Content(&[&REMINDER])),
    get("docrequest/sent", "What was sent about the request in txnRefNo, and what became of it", Content(&[&SENT_MESSAGE])),
    RequestCall { method: "get", resource: "delivery", summary: "What became of the messages about the caller's requests, failed and bounced ones first",
        bodies: &[("query", &DELIVERY_QUERY)], answer: Content(&[&DELIVERY]) },
    post("delivery", "U: resends or dismisses one message, or several", &[("U", &DELIVERY_ACTION)], Content(&[&DELIVERY])),
    get("docrequest/timeline", "Everything that happened to the request in txnRefNo", Content(&[&TIMELINE_ENTRY])),
    post("docrequest/clone", "F: the body of a new request like this one", &[("F", &REQUEST_KEY)], Other),
    post("docrequest/action", "U: runs an action on one request, or on several", &[("U", &ACTION)], Record(&[&REQUEST])),
    get("document", "The documents of the request in txnRefNo", Content(&[&DOCUMENT])),
    post("document", "FA: the same", &[("FA", &REQUEST_KEY)], Content(&[&DOCUMENT])),
    post("document/upload", "S: the bytes of a file for txnRefNo, documentNo and fileName of the query, or with Tus-Resumable the start of a resumable upload; D takes a staged file back",
        &[("D", &STAGED_FILE_KEY)], Record(&[&FILE])),
    RequestCall { method: "options", resource: "document/upload", summary: "The version and extensions of tus that resumable uploads use", bodies: &[], answer: Other },
    RequestCall { method: "head", resource: "document/upload", summary: "tus: how much of the upload in uploadId has arrived (Upload-Offset)", bodies: &[], answer: Other },
    RequestCall { method: "patch", resource: "document/upload", summary: "tus: appends bytes to the upload in uploadId; the last ones answer like a plain upload", bodies: &[], answer: Record(&[&FILE]) },
    RequestCall { method: "delete", resource: "document/upload", summary: "tus: abandons the upload in uploadId", bodies: &[], answer: Other },
    post("document/submit", "U: submits the staged files, with remarks", &[("U", &SUBMISSION)], Record(&[&REQUEST])),
    get("document/content", "A file as an attachment: txnRefNo, documentNo, fileId", Other),
    get("document/preview", "A page of a file as a picture: txnRefNo, documentNo, fileId, page", Other),
    post("document/original", "F: the original of a masked file, with a reason", &[("F", &ORIGINAL)], Other),
    get("document/archive", "The newest files of the request in txnRefNo as a zip", Other),
    get("document/evidence", "The evidence pack of the request in txnRefNo: documents, decisions, messages, timeline and audit entries as a signed zip", Other),
    post("document/review", "U: accept, reject, sendback or undo", &[("U", &REVIEW_DECISION)], Record(&[&REQUEST])),
    RequestCall { method: "get", resource: "document/queue", summary: "What the caller may review now, the oldest due date first",
        bodies: &[("query", &QUEUE_QUERY)], answer: Content(&[&QUEUE_ITEM]) },
    get("document/remark", "The remarks on the request in txnRefNo", Content(&[&REMARK])),
    post("document/remark", "S: adds a remark", &[("S", &NEW_REMARK)], Record(&[&REMARK])),
    get("meeting", "The meetings of the request in txnRefNo", Content(&[&MEETING])),
    post("meeting", "FA, F, S, U, D: meetings with parties",
        &[("FA", &REQUEST_KEY), ("F", &MEETING_KEY), ("S", &MEETING), ("U", &MEETING), ("D", &MEETING_KEY)], Record(&[&MEETING])),
    get("notification", "The newest notices of the caller", Content(&[&NOTICE])),
    post("notification", "FA lists, U marks one or all as read", &[("U", &READ_NOTICES)], Content(&[&NOTICE])),
    get("notification/stream", "Server-sent events: changes of requests as they happen", Other),
    get("compliance", "Renewals of accepted documents that fall due, of the tenant in tenantCode", Content(&[&RENEWAL])),
    post("compliance", "S: the body of a request that renews one", &[("S", &DOCUMENT_KEY)], Other),
    RequestCall { method: "get", resource: "hold", summary: "The legal holds on a request or a customer, active ones first",
        bodies: &[("query", &HOLD_QUERY)], answer: Content(&[&LEGAL_HOLD]) },
    post("hold", "S sets a legal hold on a request, a customer or several requests; D lifts one", &[("S", &HOLD), ("D", &HOLD)], Record(&[&LEGAL_HOLD])),
    get("dashboard", "The figures of the tenant in tenantCode", Other),
    get("dashboard/monthly", "Requests of the last twelve months", Other),
];

impl RequestCall {
    /// The OpenAPI operation.
    pub fn describe(&self) -> Value {
        let mut operation = json!({
            "tags": ["requests"], "summary": self.summary, "security": [{ "token": [] }],
            "responses": responses("Envelope"),
        });
        match self.method {
            "get" if !self.bodies.is_empty() => operation["parameters"] = self.query(),
            "post" if !self.bodies.is_empty() => {
                operation["requestBody"] = json!({ "content": { "application/json": { "schema": self.body() } } });
            }
            _ => {}
        }
        if let Some(data) = self.data() {
            let envelope =
                json!({ "allOf": [reference("Envelope"), { "properties": { "data": { "properties": data } } }] });
            operation["responses"]["200"]["content"]["application/json"]["schema"] = envelope;
        }
        operation
    }

    fn query(&self) -> Value {
        let fields = self.bodies.iter().flat_map(|(_, body)| body.input());
        let schema = |inner: &'static Body| reference(inner.name);
        fields
            .map(|field| json!({ "name": field.name, "in": "query", "schema": field_schema(field, schema) }))
            .collect()
    }

    /// One schema, or one for each operation.
    fn body(&self) -> Value {
        let mut operations: Vec<(String, Vec<&str>)> = Vec::new();
        for (operation, body) in self.bodies {
            let name = input_name(body);
            match operations.iter_mut().find(|(known, _)| *known == name) {
                Some((_, known)) => known.push(operation),
                None => operations.push((name, vec![operation])),
            }
        }
        let alternative = |(name, operations): &(String, Vec<&str>)| {
            let mut schema = reference(name);
            schema["description"] = operations.join(", ").into();
            schema
        };
        match operations.as_slice() {
            [(name, _)] => reference(name),
            several => json!({ "anyOf": several.iter().map(alternative).collect::<Vec<_>>() }),
        }
    }

    fn data(&self) -> Option<Value> {
        let any_of = |bodies: &[&Body]| match bodies {
            [one] => reference(one.name),
            several => json!({ "anyOf": several.iter().map(|body| reference(body.name)).collect::<Vec<_>>() }),
        };
        match &self.answer {
            Record(bodies) => Some(json!({ "record": any_of(bodies) })),
            Content(bodies) => Some(json!({ "content": { "type": "array", "items": any_of(bodies) } })),
            Other => None,
        }
    }
}
