//! Every JSON body of area `transaction`, declared once. See `docs/adding-a-field.md`.

use super::action::{RequestAction, names};
use super::body::{
    Body, BodyField, Options, Usage, any_text, area, code, count, date, email, flag, int, json, list, many_of, mobile,
    numbers, object, one_of, text, texts, timestamp,
};
use super::document::{RejectReason, Verdict};
use super::event::ReminderKind;
use super::status::{DocumentStatus, NextAction, RequestStatus};
use crate::document::Scan;
use crate::verification::{KeywordType, RuleVerdict};

const fn options(name: &'static str, values: &'static [&'static str]) -> Options {
    Options { name, values }
}

/// A body that is sent and answered.
const fn record(name: &'static str, fields: &'static [&'static [BodyField]]) -> Body {
    Body { name, usage: Usage::Record, fields, example: "" }
}

const fn input(name: &'static str, fields: &'static [&'static [BodyField]]) -> Body {
    Body { name, usage: Usage::Input, fields, example: "" }
}

const fn answer(name: &'static str, fields: &'static [&'static [BodyField]]) -> Body {
    Body { name, usage: Usage::Answer, fields, example: "" }
}

pub static REQUEST_STATUS: Options = options("RequestStatus", RequestStatus::NAMES);
pub static DOCUMENT_STATUS: Options = options("DocumentStatus", DocumentStatus::NAMES);
pub static VERDICT: Options = options("Verdict", Verdict::NAMES);
pub static SCAN: Options = options("Scan", Scan::NAMES);
pub static REJECT_REASON: Options = options("RejectReason", RejectReason::NAMES);
pub static RULE_VERDICT: Options = options("RuleVerdict", RuleVerdict::NAMES);
pub static KEYWORD_TYPE: Options = options("KeywordType", KeywordType::NAMES);
pub static REQUEST_ACTION: Options =
    options("RequestAction", &names::<{ RequestAction::ON_REQUEST.len() }>(RequestAction::ON_REQUEST));
pub static DOCUMENT_ACTION: Options =
    options("DocumentAction", &names::<{ RequestAction::ON_DOCUMENT.len() }>(RequestAction::ON_DOCUMENT));
pub static ACTION_NAME: Options = options("ActionName", &names::<{ RequestAction::CALLS.len() }>(RequestAction::CALLS));
pub static PARTY_TYPE: Options = options("PartyType", &["Customer", "Banker"]);
pub static LANGUAGE: Options = options("LanguageCode", &["en", "ta"]);
pub static STATUS_CHANGE_TO: Options = options("StatusChangeTo", &["none", "all", "authorised", "customer"]);
pub static NEXT_ACTION: Options = options("NextAction", NextAction::NAMES);
pub static SIDE: Options = options("Side", &["staff", "customer", "system"]);
/// Why a file was not taken.
pub static UPLOAD_FAULT: Options = options(
    "UploadFault",
    &["size", "format", "empty", "heic", "damaged", "locked", "active", "mixed", "infected", "tooMany"],
);
pub static CHANNEL: Options = options("Channel", &["Email", "SMS"]);
pub static REMINDER_KIND: Options = options("ReminderKind", ReminderKind::NAMES);
pub static REMINDER_ACTIONS: Options = options("ReminderActionName", &["skip", "now"]);
pub static SHARE_TARGET: Options = options("ShareTarget", &["fileSharing", "drive"]);
pub static SHARE_STATE: Options = options("ShareState", &["waiting", "shared", "failed"]);
pub static JOB_STATE: Options = options("JobState", &["Running", "Cancelling", "Done", "Cancelled"]);
pub static MESSAGE_STATE: Options =
    options("MessageState", &["queued", "sent", "delivered", "bounced", "failed", "dismissed"]);

/// The most parties of a request, documents of a party, and requests of a bulk action.
pub const MOST_PARTIES: usize = 50;
pub const MOST_DOCUMENTS: usize = 100;
pub const MOST_RECORDS: usize = 200;
/// The most requests that are sent together in the background.
pub const MOST_BULK_SEND: usize = 5_000;
/// The most requests that are sent while the caller waits.
pub const MOST_SENT_AT_ONCE: usize = 100;

const TXN_REF_NO: BodyField = any_text("txnRefNo").required_as("EnTxn0001");
const VERSION_NUMBER: BodyField = count("versionNumber");
/// Numbers of documents start at 1; 0 stands for a new one, or for the whole request.
const DOCUMENT_NO: BodyField = int("documentNo", 1, 100_000).selected_as("documentCode");

/// Fields in which a request describes its customer.
pub const CUSTOMER_FIELDS: &[BodyField] = &[
    text("customerName", 100).required_as("EnTxn0002"),
    code("customerType", 10, "customertypedefinition").required_as("EnTxn0003"),
    code("customerCategory", 10, "customercategory").nullable(),
    code("customerIndicator", 10, "customerindicatordefinition").required_as("EnTxn0004"),
    code("customerIndustry", 10, "industrymaster").required_as("EnTxn0012"),
    code("requestCategory", 10, "categorydefinition").required_as("EnTxn0014"),
    code("requestSubCategory", 10, "subcategorydefinition").required_as("EnTxn0015"),
    code("requestPurpose", 10, "requestpurposedefinition").required_as("EnTxn0013"),
    mobile("primaryMobile").required_as("EnTxn0016").personal(),
    mobile("alternateMobile").nullable().personal(),
    text("address1", 100).required_as("EnTxn0005").personal(),
    // Required unless the entity says otherwise.
    text("address2", 100).missing_as("EnTxn0006").personal(),
    text("address3", 100).missing_as("EnTxn0007").personal(),
    text("city", 50).required_as("EnTxn0008").personal(),
    text("state", 50).required_as("EnTxn0009").personal(),
    text("postalCode", 10).required_as("EnTxn0010").personal(),
    text("customerCountry", 3).required_as("EnTxn0011").personal(),
    email("emailAddress").required_as("EnTxn0018").personal(),
    text("customerReference", 50).required_as("EnTxn0017").staff(),
];
pub static CUSTOMER: Body = answer("Customer", &[CUSTOMER_FIELDS]);

/// The other fields that lists show of a request.
const ROW_FIELDS: &[BodyField] = &[
    any_text("txnRefNo"),
    any_text("txnId").read_only(),
    any_text("countryCode"),
    any_text("entityCode"),
    any_text("tenantCode"),
    code("branchCode", 10, "branchmaster"),
    text("userReference", 50).nullable().staff(),
    code("referredBy", 10, "referreddetail").nullable().staff(),
    one_of("transactionStatus", &REQUEST_STATUS).read_only(),
    any_text("latestAction").read_only(),
    any_text("latestActionBy").read_only().staff(),
    any_text("latestActionByName").read_only().nullable().staff(),
    timestamp("latestActionOn").read_only(),
    any_text("reason").read_only().nullable(),
    VERSION_NUMBER,
    timestamp("createdOn").read_only(),
    any_text("createdBy").read_only().staff(),
    timestamp("updatedOn").read_only(),
    any_text("updatedBy").read_only().staff(),
    any_text("owner").read_only().staff(),
    any_text("forwardedTo").read_only().nullable().staff(),
    timestamp("sentOn").read_only().nullable(),
    timestamp("closedOn").read_only().nullable(),
    date("documentDueDate"),
    int("expiryDays", 1, 3650),
    date("expiresOn").read_only(),
    count("purgeDays").read_only().staff(),
    count("verificationLevels").read_only(),
    count("documentsRequested").read_only(),
    count("documentsAccepted").read_only(),
    count("documentsPending").read_only(),
    count("documentsRejected").read_only(),
    count("documentsNotRequired").read_only(),
    count("documentsInReview").read_only(),
    one_of("nextAction", &NEXT_ACTION).read_only(),
    many_of("allowed", &REQUEST_ACTION).read_only(),
    any_text("requestCategoryDesc").read_only().nullable().sometimes(),
    any_text("requestSubCategoryDesc").read_only().nullable().sometimes(),
    any_text("requestPurposeDesc").read_only().nullable().sometimes(),
    any_text("branchName").read_only().nullable().sometimes(),
];
pub static REQUEST_ROW: Body = answer("RequestRow", &[CUSTOMER_FIELDS, ROW_FIELDS]);
/// Stands in a list for a stored record that cannot be read.
pub static UNREADABLE_ROW: Body = answer("UnreadableRow", &[&[any_text("txnRefNo"), flag("isUnreadable", true)]]);

pub static REQUEST: Body = record(
    "Request",
    &[
        CUSTOMER_FIELDS,
        ROW_FIELDS,
        &[
            list("parties", &PARTY, MOST_PARTIES).required(),
            object("notification", &NOTIFICATION).staff(),
            list("legalHolds", &LEGAL_HOLD, usize::MAX).read_only().sometimes(),
            flag("send", false).input_only(),
            flag("draft", true).input_only(),
            any_text("langCode").input_only(),
            object("renews", &DOCUMENT_KEY).input_only(),
        ],
    ],
)
.example(
    r#"{
        "customerName": "Meena Krishnan", "customerType": "INDIVIDUAL", "customerIndicator": "EXISTING",
        "customerIndustry": "SALARIED", "requestCategory": "HOMELOAN", "requestSubCategory": "PURCHASE",
        "requestPurpose": "NEWLOAN", "primaryMobile": "+919841030001", "address1": "12 Temple Street",
        "address2": "Mylapore", "address3": "Near the tank", "city": "Chennai", "state": "TN", "postalCode": "600004",
        "customerCountry": "IN", "emailAddress": "meena@example.com", "customerReference": "CIF-1001",
        "parties": [{
            "firstName": "Meena", "lastName": "Krishnan", "mobileNumber": "+919841030001",
            "emailAddress": "meena@example.com",
            "documents": [{ "documentCode": "PAN" }, { "documentCode": "AADHAAR", "mandatory": false }]
        }],
        "expiryDays": 30, "send": true
    }"#,
);

/// A legal hold: on a request, or on all requests of a customer.
pub static LEGAL_HOLD: Body = answer(
    "LegalHold",
    &[&[
        any_text("holdId"),
        any_text("txnRefNo").nullable(),
        any_text("customerReference").nullable(),
        any_text("reason"),
        any_text("setBy"),
        timestamp("setOn"),
        any_text("liftedBy").nullable(),
        timestamp("liftedOn").nullable(),
    ]],
);
/// The target of a hold: a request or a customer.
pub static HOLD_QUERY: Body = input("HoldQuery", &[&[any_text("txnRefNo"), any_text("customerReference")]]);
/// Sets or lifts a hold. `records` names several requests.
pub static HOLD: Body = input(
    "HoldInput",
    &[&[
        any_text("txnRefNo"),
        any_text("customerReference"),
        list("records", &REQUEST_KEY, MOST_RECORDS),
        text("reason", 500).required(),
    ]],
)
.example(r#"{ "txnRefNo": "N2611150000017", "reason": "Court order 12/2026" }"#);

pub static PARTY: Body = record(
    "Party",
    &[&[
        int("partySeqNo", 0, 10_000),
        one_of("partyType", &PARTY_TYPE),
        text("firstName", 50).required(),
        text("secondName", 50).nullable(),
        text("lastName", 50).required(),
        mobile("mobileNumber").required().nullable(),
        email("emailAddress").nullable(),
        flag("primaryParty", false),
        flag("authorizeOtherPty", false),
        flag("emailNotification", true),
        flag("smsNotification", false),
        text("requestRemarks", 1000).nullable(),
        flag("sameRemarksToAllPty", false),
        code("relationship", 10, "authpartyrelationshipdefinition").nullable(),
        any_text("relationshipDesc").read_only().nullable(),
        int("authPartySeqNo", 1, 10_000).nullable(),
        int("authLevel", 1, 3).nullable(),
        one_of("langCode", &LANGUAGE),
        list("documents", &DOCUMENT, MOST_DOCUMENTS),
        flag("own", false).answer_only().sometimes(),
    ]],
);

/// The document that somebody is asked for.
const REQUESTED_FIELDS: &[BodyField] = &[
    code("documentCode", 10, "documentdefinition").required().selected_as("documentCode"),
    code("templateCode", 10, "documenttemplatedefinitionmaster").nullable(),
    flag("mandatory", true),
    text("instructions", 1000).nullable(),
    date("documentDueDate").nullable(),
];

pub static DOCUMENT: Body = record(
    "RequestDocument",
    &[
        &[int("documentNo", 0, 100_000), count("partySeqNo").read_only()],
        REQUESTED_FIELDS,
        &[
            any_text("documentTitle").read_only(),
            any_text("documentCategory").read_only(),
            // The instructions in the reader's language; those above are what is stored.
            any_text("instructionsShown").read_only().nullable(),
            any_text("documentTypes").read_only(),
            count("maxSizeMb").read_only(),
            count("maxFiles").read_only(),
            flag("keepOriginal", false).read_only(),
            one_of("status", &DOCUMENT_STATUS).read_only(),
            count("acceptedLevels").read_only(),
            object("claim", &PENDING).read_only().nullable(),
            object("waiver", &PENDING).read_only().nullable(),
            flag("needsSecondPerson", false).read_only(),
            one_of("reasonCode", &REJECT_REASON).read_only().nullable(),
            any_text("reasonRemark").read_only().nullable(),
            list("versions", &VERSION, usize::MAX).read_only(),
            object("verification", &VERIFICATION).read_only(),
            list("staged", &FILE, usize::MAX).read_only(),
            list("shares", &SHARE, usize::MAX).read_only().sometimes(),
            many_of("allowed", &DOCUMENT_ACTION).read_only(),
        ],
    ],
);

/// A copy of a document for the entity's file-sharing service or drive; staff sees it.
pub static SHARE: Body = answer(
    "DocumentShare",
    &[&[
        count("versionNo"),
        one_of("target", &SHARE_TARGET),
        one_of("state", &SHARE_STATE),
        timestamp("doneOn").nullable(),
        any_text("fault").nullable(),
    ]],
);

/// A claim or waiver that nobody has answered yet.
pub static PENDING: Body =
    answer("PendingQuestion", &[&[any_text("by"), any_text("reason").nullable(), timestamp("on")]]);

/// The automatic verification of the newest version. A party sees the verdict and its code only.
pub static VERIFICATION: Body = answer(
    "DocumentVerification",
    &[&[
        one_of("verdict", &RULE_VERDICT),
        any_text("code").nullable(),
        timestamp("readOn").nullable().sometimes(),
        list("details", &EVIDENCE, usize::MAX).sometimes(),
    ]],
);

/// What one detail of the rule found. `box` is `[x, y, width, height]` in parts of the page.
pub static EVIDENCE: Body = answer(
    "Evidence",
    &[&[
        any_text("ruleCode"),
        count("detailNo"),
        one_of("keywordType", &KEYWORD_TYPE),
        texts("wanted").sometimes(),
        flag("isMatched", false),
        any_text("found").nullable(),
        any_text("fileId").nullable(),
        count("page").nullable(),
        area("box").nullable(),
    ]],
);

pub static VERSION: Body = answer(
    "Version",
    &[&[
        count("versionNo"),
        any_text("uploadedBy").nullable(),
        timestamp("uploadedOn"),
        flag("onBehalf", false),
        list("files", &FILE, usize::MAX),
        list("reviews", &REVIEW, usize::MAX),
    ]],
);

pub static FILE: Body = answer(
    "StoredFile",
    &[&[
        any_text("fileId"),
        any_text("fileName"),
        any_text("contentType"),
        count("size"),
        count("pages").nullable(),
        any_text("sha256"),
        one_of("scan", &SCAN),
        flag("isMasked", false),
        flag("isOriginalOnly", false),
        timestamp("purgedOn").nullable(),
    ]],
);

pub static ORIGINAL: Body =
    input("OriginalFile", &[&[TXN_REF_NO, DOCUMENT_NO, any_text("fileId").required(), any_text("reason").required()]]);

pub static REVIEW: Body = answer(
    "Review",
    &[&[
        count("level"),
        any_text("by"),
        timestamp("on"),
        one_of("verdict", &VERDICT),
        one_of("reasonCode", &REJECT_REASON).nullable(),
        any_text("remark").nullable(),
    ]],
);

pub static NOTIFICATION: Body = record(
    "NotificationSettings",
    &[&[
        int("recurringReminderDays", 0, 365),
        int("reminderDaysBeforeExpiry", 0, 365),
        flag("reminderOnExpiryDate", true),
        flag("notifyAllParties", true),
        flag("notifyAuthorisedParties", false),
        one_of("statusChangeTo", &STATUS_CHANGE_TO),
    ]],
);

/// The body of `docrequest/action`. [`RequestAction::required_fields`] says which of them an action needs. `filter` and
/// `background` are for sending: all of a list, and few records by a job.
pub static ACTION: Body = input(
    "RequestActionCall",
    &[&[
        one_of("action", &ACTION_NAME).required(),
        any_text("txnRefNo").missing_as("EnTxn0001"),
        VERSION_NUMBER,
        list("records", &REQUEST_KEY, MOST_BULK_SEND),
        object("filter", &SEARCH),
        flag("background", false),
        text("reason", 1000),
        DOCUMENT_NO,
        flag("granted", false).selected_as("granted"),
        date("expiresOn").missing_as("validDate"),
        date("documentDueDate"),
        text("toUserId", 50).selected_as("toUserId"),
        int("partySeqNo", 1, 10_000).selected_as("parties"),
        code("documentCode", 10, "documentdefinition").selected_as("documentCode"),
        flag("mandatory", true),
        text("instructions", 1000),
        object("party", &PARTY),
        code("templateCode", 10, "documenttemplatedefinitionmaster"),
    ]],
)
.example(r#"{ "action": "extend", "txnRefNo": "N261115000001", "expiresOn": "2027-01-31" }"#);

/// The body of the action `adddocument`.
pub static ADD_DOCUMENT: Body = input(
    "AddDocumentCall",
    &[
        &[
            one_of("action", &ACTION_NAME).required(),
            TXN_REF_NO,
            VERSION_NUMBER,
            int("partySeqNo", 1, 10_000).required().selected_as("parties"),
        ],
        REQUESTED_FIELDS,
    ],
)
.example(r#"{ "action": "adddocument", "txnRefNo": "N261115000001", "partySeqNo": 1, "documentCode": "PAN" }"#);

/// A request, and the version that the caller saw.
pub static REQUEST_KEY: Body = input("RequestKey", &[&[TXN_REF_NO, VERSION_NUMBER]]);
pub static REQUEST_KEYS: Body = input("RequestKeys", &[&[list("records", &REQUEST_KEY, usize::MAX).required()]]);
pub static FAILED_ACTION: Body = answer("FailedAction", &[&[any_text("txnRefNo"), any_text("error")]]);

/// A document of a request.
pub static DOCUMENT_KEY: Body =
    input("DocumentKey", &[&[text("txnRefNo", 20).required_as("EnTxn0001"), DOCUMENT_NO.required()]]);
/// A file that was uploaded and not submitted yet.
pub static STAGED_FILE_KEY: Body =
    input("StagedFileKey", &[&[TXN_REF_NO, DOCUMENT_NO.required(), any_text("fileId").required()]]);

pub static REVIEW_DECISION: Body = input(
    "ReviewDecision",
    &[&[
        TXN_REF_NO,
        VERSION_NUMBER,
        DOCUMENT_NO.required(),
        int("versionNo", 1, 100_000),
        one_of("decision", &VERDICT).required().selected_as("decision"),
        one_of("reasonCode", &REJECT_REASON).selected_as("reasonCode"),
        text("remark", 1000),
    ]],
)
.example(
    r#"{ "txnRefNo": "N261115000001", "documentNo": 1, "versionNo": 1, "decision": "reject",
        "reasonCode": "UNREADABLE" }"#,
);

pub static SUBMISSION: Body = input(
    "Submission",
    &[&[
        TXN_REF_NO,
        VERSION_NUMBER,
        numbers("documents"),
        text("remark", 1000),
        list("remarks", &DOCUMENT_REMARK, 200),
    ]],
)
.example(
    r#"{ "txnRefNo": "N261115000001", "documents": [1, 2],
        "remarks": [{ "documentNo": 1, "text": "Both sides" }] }"#,
);
pub static DOCUMENT_REMARK: Body = input("DocumentRemark", &[&[int("documentNo", 0, 100_000), text("text", 1000)]]);

pub static NEW_REMARK: Body =
    input("NewRemark", &[&[TXN_REF_NO, VERSION_NUMBER, int("documentNo", 0, 100_000), text("text", 1000).required()]])
        .example(r#"{ "txnRefNo": "N261115000001", "documentNo": 1, "text": "The second page is missing" }"#);
pub static REMARK: Body = answer(
    "Remark",
    &[&[
        any_text("remarkId"),
        count("documentNo"),
        any_text("by"),
        any_text("byName"),
        one_of("bySide", &SIDE),
        timestamp("at"),
        any_text("text"),
    ]],
);

pub static MEETING: Body = record(
    "Meeting",
    &[&[
        any_text("meetingId"),
        TXN_REF_NO,
        text("subject", 200).required(),
        timestamp("startsAt").required_as("validDate"),
        int("durationMinutes", 5, 1440),
        text("place", 200).nullable(),
        text("remarks", 1000).nullable(),
        numbers("parties"),
        VERSION_NUMBER,
        flag("cancelled", false).read_only(),
        any_text("createdBy").read_only(),
        timestamp("updatedOn").read_only(),
    ]],
)
.example(
    r#"{ "txnRefNo": "N261115000001", "subject": "Signing", "startsAt": "2026-12-01T10:00:00Z",
        "durationMinutes": 45, "place": "Branch Adyar", "parties": [1] }"#,
);
pub static MEETING_KEY: Body = input("MeetingKey", &[&[TXN_REF_NO, any_text("meetingId").required(), VERSION_NUMBER]]);

/// The filters of a list of requests. A query has them as texts, a body as these types or as texts.
pub static SEARCH: Body = input(
    "RequestQuery",
    &[&[
        int("page", 0, i64::MAX),
        int("size", 1, 200),
        any_text("sort"),
        any_text("q"),
        any_text("status"),
        date("from"),
        date("to"),
        date("dueFrom"),
        date("dueTo"),
        any_text("branchCode"),
        any_text("requestCategory"),
        any_text("customerType"),
        any_text("owner"),
        flag("overdue", false),
        int("purgeWithin", 1, 366),
        any_text("txnRefNo"),
        any_text("view"),
    ]],
)
.example(r#"{ "page": 0, "size": 25, "sort": "-createdOn", "status": "Requested,Pending", "q": "meena" }"#);

/// The filters of the review queue.
/// Requests to send in the background: these, or all that match a filter of the list.
pub static JOB_KEY: Body = input("JobKey", &[&[any_text("jobId").required_as("selectRecord")]]);
/// Why a job left a request as it is.
pub static JOB_FAULT: Body = answer("JobFault", &[&[any_text("txnRefNo"), any_text("message")]]);
/// How far a job is. Its first faults are named when it is asked for by its id.
pub static JOB: Body = answer(
    "Job",
    &[&[
        any_text("jobId"),
        one_of("state", &JOB_STATE),
        count("total"),
        count("done"),
        count("sent"),
        count("failed"),
        timestamp("startedOn"),
        timestamp("endedOn").nullable(),
        list("faults", &JOB_FAULT, usize::MAX).sometimes(),
    ]],
);

pub static QUEUE_QUERY: Body = input(
    "QueueQuery",
    &[&[
        int("page", 0, i64::MAX),
        int("size", 1, 200),
        any_text("branchCode"),
        any_text("requestCategory"),
        int("level", 1, 5),
    ]],
);
/// A document that the caller may review now.
pub static QUEUE_ITEM: Body = answer(
    "QueueItem",
    &[&[
        any_text("txnRefNo"),
        count("documentNo"),
        count("versionNo"),
        any_text("documentTitle"),
        any_text("customerName"),
        any_text("partyName"),
        any_text("branchCode"),
        any_text("requestCategory"),
        count("level"),
        date("documentDueDate"),
        timestamp("uploadedOn"),
        timestamp("waitingSince").sometimes(),
        one_of("verdict", &RULE_VERDICT).sometimes(),
        any_text("fileId").nullable().sometimes(),
    ]],
);

pub static DRAFT_KEY: Body = input("DraftKey", &[&[any_text("screenCode")]]);
pub static DRAFT: Body =
    record("Draft", &[&[any_text("screenCode"), json("body").required(), timestamp("updatedOn").answer_only()]]);
pub static KEPT_DRAFT: Body = answer("KeptDraft", &[&[any_text("screenCode"), timestamp("updatedOn")]]);
pub static SAVED_VIEW: Body = record("SavedView", &[&[text("name", 50).required(), text("query", 1000)]]);
pub static SAVED_VIEW_KEY: Body = input("SavedViewKey", &[&[text("name", 50).required()]]);

pub static PROPOSAL_QUERY: Body = input(
    "ProposalQuery",
    &[&[
        any_text("customerType"),
        any_text("requestCategory"),
        any_text("requestSubCategory"),
        any_text("customerCategory"),
    ]],
);
pub static PROPOSED_DOCUMENT: Body = answer(
    "ProposedDocument",
    &[&[
        any_text("documentCode"),
        any_text("documentTitle"),
        any_text("documentCategory"),
        any_text("documentTypes"),
        count("maxSizeMb"),
        count("maxFiles"),
        any_text("templateCode").nullable(),
        flag("mandatory", true),
        any_text("instructions").nullable(),
        any_text("instructionsShown").nullable(),
    ]],
);

pub static MESSAGE: Body = answer(
    "Message",
    &[&[
        count("partySeqNo"),
        any_text("partyName"),
        one_of("channel", &CHANNEL),
        any_text("to"),
        one_of("language", &LANGUAGE),
        any_text("subject"),
        any_text("text"),
    ]],
);
pub static SENT_MESSAGE: Body = answer(
    "SentMessage",
    &[&[
        any_text("messageId"),
        count("partySeqNo"),
        any_text("event"),
        one_of("channel", &CHANNEL),
        any_text("recipient"),
        one_of("state", &MESSAGE_STATE),
        count("tries"),
        any_text("answer").nullable(),
        timestamp("createdOn"),
        timestamp("doneOn").nullable(),
        any_text("subject"),
        any_text("text"),
        timestamp("loggedInOn").nullable().sometimes(),
        timestamp("linkOpenedOn").nullable().sometimes(),
        object("failedUpload", &FAILED_UPLOAD).nullable().sometimes(),
    ]],
);
/// The newest upload of a party that failed.
pub static FAILED_UPLOAD: Body =
    answer("FailedUpload", &[&[timestamp("on"), count("documentNo"), one_of("cause", &UPLOAD_FAULT)]]);
/// A file that the portal did not send, and why.
pub static REFUSED_FILE: Body =
    input("RefusedFile", &[&[TXN_REF_NO, DOCUMENT_NO.required(), one_of("cause", &UPLOAD_FAULT).required()]]);
/// A reminder that is planned.
pub static REMINDER: Body =
    answer("Reminder", &[&[count("partySeqNo"), any_text("partyName"), one_of("kind", &REMINDER_KIND), date("dueOn")]]);
pub static REMINDER_ACTION: Body = input(
    "ReminderAction",
    &[&[
        TXN_REF_NO,
        VERSION_NUMBER,
        int("partySeqNo", 1, 100_000).required(),
        one_of("action", &REMINDER_ACTIONS).required(),
    ]],
)
.example(r#"{ "txnRefNo": "N2611150000017", "partySeqNo": 1, "action": "skip" }"#);
/// Filters of the list of deliveries.
pub static DELIVERY_QUERY: Body = input(
    "DeliveryQuery",
    &[&[
        int("page", 0, i64::MAX),
        int("size", 1, 200),
        one_of("state", &MESSAGE_STATE),
        one_of("channel", &CHANNEL),
        any_text("txnRefNo"),
    ]],
);
pub static DELIVERY: Body = answer(
    "Delivery",
    &[&[
        any_text("messageId"),
        any_text("txnRefNo"),
        count("partySeqNo"),
        any_text("event"),
        one_of("channel", &CHANNEL),
        any_text("recipient"),
        one_of("state", &MESSAGE_STATE),
        count("tries"),
        any_text("answer").nullable(),
        timestamp("createdOn"),
        timestamp("doneOn").nullable(),
    ]],
);
pub static MESSAGE_KEY: Body = input("MessageKey", &[&[any_text("messageId").required()]]);
pub static DELIVERY_ACTION: Body = input(
    "DeliveryAction",
    &[&[
        any_text("messageId"),
        list("records", &MESSAGE_KEY, MOST_RECORDS),
        any_text("action").required(),
        any_text("recipient"),
    ]],
);
pub static TIMELINE_ENTRY: Body = answer(
    "TimelineEntry",
    &[&[
        timestamp("at"),
        any_text("actor"),
        one_of("bySide", &SIDE),
        any_text("forUser").nullable(),
        any_text("action"),
        count("documentNo").nullable(),
        any_text("documentTitle").nullable(),
        json("detail"),
    ]],
);
pub static NOTICE: Body = answer(
    "Notice",
    &[&[
        any_text("notificationId"),
        timestamp("at"),
        any_text("event"),
        any_text("txnRefNo"),
        any_text("customerName"),
        any_text("documentTitle").nullable(),
        any_text("actor"),
        flag("isRead", false),
    ]],
);
pub static READ_NOTICES: Body = input("ReadNotices", &[&[any_text("notificationId"), flag("all", false)]]);
pub static RENEWAL: Body = answer(
    "Renewal",
    &[&[
        any_text("txnRefNo"),
        count("documentNo"),
        any_text("documentTitle"),
        any_text("customerName"),
        any_text("complianceApplicable"),
        date("dueOn"),
        date("remindOn"),
        any_text("renewedBy").nullable(),
    ]],
);

/// Every body, those that others contain first.
pub static ALL: &[&Body] = &[
    &CUSTOMER,
    &REQUEST_ROW,
    &UNREADABLE_ROW,
    &REQUEST,
    &LEGAL_HOLD,
    &HOLD_QUERY,
    &HOLD,
    &PARTY,
    &DOCUMENT,
    &SHARE,
    &PENDING,
    &VERIFICATION,
    &EVIDENCE,
    &VERSION,
    &FILE,
    &ORIGINAL,
    &REVIEW,
    &NOTIFICATION,
    &ACTION,
    &ADD_DOCUMENT,
    &REQUEST_KEY,
    &REQUEST_KEYS,
    &FAILED_ACTION,
    &DOCUMENT_KEY,
    &STAGED_FILE_KEY,
    &REVIEW_DECISION,
    &SUBMISSION,
    &DOCUMENT_REMARK,
    &NEW_REMARK,
    &REMARK,
    &MEETING,
    &MEETING_KEY,
    &SEARCH,
    &JOB_KEY,
    &JOB_FAULT,
    &JOB,
    &QUEUE_QUERY,
    &QUEUE_ITEM,
    &DRAFT_KEY,
    &DRAFT,
    &KEPT_DRAFT,
    &SAVED_VIEW,
    &SAVED_VIEW_KEY,
    &PROPOSAL_QUERY,
    &PROPOSED_DOCUMENT,
    &MESSAGE,
    &FAILED_UPLOAD,
    &SENT_MESSAGE,
    &REFUSED_FILE,
    &REMINDER,
    &REMINDER_ACTION,
    &DELIVERY_QUERY,
    &DELIVERY,
    &MESSAGE_KEY,
    &DELIVERY_ACTION,
    &TIMELINE_ENTRY,
    &NOTICE,
    &READ_NOTICES,
    &RENEWAL,
];
