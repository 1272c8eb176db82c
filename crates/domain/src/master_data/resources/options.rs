//! Closed lists shared by several resources.

/// The events that a message can be sent for.
pub const EVENTS: &[&str] = &[
    "RequestCreated",
    "RequestModified",
    "RequestExtended",
    "RequestCancelled",
    "Reminder",
    "ReminderBeforeExpiry",
    "ReminderOnExpiry",
    "RequestExpired",
    "DocumentRejected",
    "DocumentAccepted",
    "StatusChanged",
    "AllDocumentsUploaded",
    "RequestApproved",
    "RequestDeclined",
    "OtpCode",
    "PasswordReset",
    "AccountCreated",
    "AddressChanged",
    "ReviewWaiting",
    "ComplianceDue",
    "DeliveryFailed",
    "PurgeAhead",
];

pub const KEYWORD_TYPES: &[&str] = &["ANY", "ALL", "NONE", "EXACT", "FUZZY", "REGEX", "MASK"];

/// Business actions that a role can be granted.
pub const BUSINESS_ACTIONS: &[&str] = crate::access::BusinessAction::CODES;

pub const FILE_TYPES: &[&str] = &["pdf", "png", "jpg", "jpeg", "tiff", "webp", "bmp", "gif", "docx", "xlsx"];
