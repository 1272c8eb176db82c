use std::fmt;

use domain::Refusal;
use percent_encoding::percent_decode_str;
use serde::Deserialize;
use serde::de::{Deserializer, Error as _, MapAccess, Visitor};

use super::text;

const UNKNOWN_OPERATION: &str = "the operation in the header json is unknown: use FA, F, S, U or D";

/// Most bytes of a header json, decoded.
const LIMIT: usize = 4096;

/// The operation codes of the spec.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    FindAll,
    Find,
    Save,
    Update,
    Delete,
}

impl Operation {
    pub fn code(self) -> &'static str {
        match self {
            Operation::FindAll => "FA",
            Operation::Find => "F",
            Operation::Save => "S",
            Operation::Update => "U",
            Operation::Delete => "D",
        }
    }

    fn parse(code: &str) -> Option<Operation> {
        Some(match code {
            "FA" => Operation::FindAll,
            "F" => Operation::Find,
            "S" => Operation::Save,
            "U" => Operation::Update,
            "D" => Operation::Delete,
            _ => return None,
        })
    }
}

/// What a caller claims about itself. It is compared with the session and never trusted.
#[derive(Default)]
pub struct HeaderJson {
    pub user_id: Option<String>,
    pub user_type: Option<String>,
    pub screen_id: Option<String>,
    pub operation: Option<Operation>,
    pub country_code: Option<String>,
    pub entity_code: Option<String>,
    pub tenant_code: Option<String>,
    pub branch_code: Option<String>,
    pub authorization: Option<String>,
    pub otp: Option<String>,
}

/// Omits secrets, so that they cannot reach a log.
impl fmt::Debug for HeaderJson {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("HeaderJson").field("screen_id", &self.screen_id).finish_non_exhaustive()
    }
}

impl HeaderJson {
    pub fn parse(encoded: &str) -> Result<HeaderJson, Refusal> {
        if encoded.is_empty() {
            return Ok(HeaderJson::default());
        }
        if encoded.len() > 3 * LIMIT {
            return Err(Refusal::BadRequest("the header json is too large"));
        }
        let decoded = percent_decode_str(encoded)
            .decode_utf8()
            .map_err(|_| Refusal::BadRequest("the header json is not UTF-8"))?;
        if decoded.len() > LIMIT {
            return Err(Refusal::BadRequest("the header json is too large"));
        }
        let Parsed(header, checked) = serde_json::from_str(&decoded)
            .map_err(|_| Refusal::BadRequest("the header json is broken, or repeats a key"))?;
        checked.map(|()| header)
    }
}

/// A well-formed header, and whether its values are texts.
struct Parsed(HeaderJson, Result<(), Refusal>);

impl<'de> Deserialize<'de> for Parsed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Parsed, D::Error> {
        deserializer.deserialize_map(Entries)
    }
}

struct Entries;

/// The known keys; any other is refused.
#[derive(Deserialize, Clone, Copy)]
#[serde(field_identifier, rename_all = "camelCase")]
enum Name {
    UserId,
    UserType,
    ScreenId,
    Module,
    Service,
    Operation,
    CountryCode,
    EntityCode,
    TenantCode,
    BranchCode,
    Authorization,
    Otp,
}

impl<'de> Visitor<'de> for Entries {
    type Value = Parsed;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("an object of texts")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Parsed, A::Error> {
        let mut header = HeaderJson::default();
        let mut checked = Ok(());
        let mut seen = 0u16;
        while let Some((name, value)) = map.next_entry::<Name, Option<String>>()? {
            let bit = 1 << name as u16;
            if seen & bit != 0 {
                return Err(A::Error::custom("a key is repeated"));
            }
            seen |= bit;
            let value = value.filter(|text| !text.is_empty());
            if let Some(value) = &value {
                checked = checked.and_then(|()| text::check("headerJson", value));
            }
            match name {
                Name::UserId => header.user_id = value,
                Name::UserType => header.user_type = value,
                Name::ScreenId => header.screen_id = value,
                Name::CountryCode => header.country_code = value,
                Name::EntityCode => header.entity_code = value,
                Name::TenantCode => header.tenant_code = value,
                Name::BranchCode => header.branch_code = value,
                Name::Authorization => header.authorization = value,
                Name::Otp => header.otp = value,
                Name::Operation => {
                    header.operation = value.as_deref().and_then(Operation::parse);
                    if value.is_some() && header.operation.is_none() {
                        checked = checked.and(Err(Refusal::BadRequest(UNKNOWN_OPERATION)));
                    }
                }
                Name::Module | Name::Service => {}
            }
        }
        Ok(Parsed(header, checked))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(json: &str) -> Result<HeaderJson, Refusal> {
        HeaderJson::parse(&percent_encoding::utf8_percent_encode(json, percent_encoding::NON_ALPHANUMERIC).to_string())
    }

    #[test]
    fn a_whole_header_is_read() {
        let header = parse(r#"{"userId":"ADMIN","operation":"FA","otp":"","tenantCode":null,"module":"ADM"}"#).unwrap();
        assert_eq!(header.user_id.as_deref(), Some("ADMIN"));
        assert_eq!(header.operation, Some(Operation::FindAll));
        assert_eq!((header.otp, header.tenant_code), (None, None));
    }

    #[test]
    fn malformed_repeated_oversized_and_unknown_headers_are_refused() {
        let long = format!(r#"{{"userId":"{}"}}"#, "x".repeat(5000));
        for bad in [
            "{",
            "[]",
            "1",
            r#"{"userId":1}"#,
            r#"{"operation":"X"}"#,
            r#"{"userId":"a","userId":"b"}"#,
            r#"{"x":"y"}"#,
            &long,
        ] {
            assert!(matches!(parse(bad), Err(Refusal::BadRequest(_))), "{bad:.40}");
        }
        assert!(matches!(parse(r#"{"operation":"X"}"#), Err(Refusal::BadRequest(UNKNOWN_OPERATION))));
        assert!(HeaderJson::parse("%ff%fe").is_err());
        let control = parse(r#"{"entityCode":"NGB\u0000"}"#);
        assert!(matches!(control, Err(Refusal::Invalid(_))), "{control:?}");
    }

    #[test]
    fn debug_output_hides_secrets() {
        let header = parse(r#"{"authorization":"canary-1","otp":"canary-2","userId":"canary-3"}"#).unwrap();
        assert!(!format!("{header:?}").contains("canary"));
    }
}
