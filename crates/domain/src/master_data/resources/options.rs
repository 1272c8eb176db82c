//! Closed lists shared by several resources.

/// The events that have message templates.
pub const EVENTS: &[&str] = crate::request::NotificationEvent::TEMPLATES;

pub const KEYWORD_TYPES: &[&str] = crate::verification::KeywordType::NAMES;
pub const RULE_MODES: &[&str] = crate::verification::RuleMode::NAMES;
pub const REJECT_REASONS: &[&str] = crate::request::RejectReason::NAMES;

/// Business actions that a role can be granted.
pub const BUSINESS_ACTIONS: &[&str] = crate::access::BusinessAction::CODES;

pub const FILE_TYPES: &[&str] = &["pdf", "png", "jpg", "jpeg", "tiff", "webp", "bmp", "gif", "docx", "xlsx"];
