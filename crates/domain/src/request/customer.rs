use super::read::BodyReader;
use crate::message::Message;

/// The customer part of a request.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Customer {
    pub customer_name: String,
    pub customer_type: String,
    pub customer_category: Option<String>,
    pub customer_indicator: String,
    pub customer_industry: String,
    pub request_category: String,
    pub request_sub_category: String,
    pub request_purpose: String,
    pub primary_mobile: String,
    pub alternate_mobile: Option<String>,
    pub address1: String,
    pub address2: String,
    pub address3: String,
    pub city: String,
    pub state: String,
    pub postal_code: String,
    pub customer_country: String,
    pub email_address: String,
    pub customer_reference: String,
}

impl Customer {
    pub const FIELDS: &[&str] = &[
        "customerName",
        "customerType",
        "customerCategory",
        "customerIndicator",
        "customerIndustry",
        "requestCategory",
        "requestSubCategory",
        "requestPurpose",
        "primaryMobile",
        "alternateMobile",
        "address1",
        "address2",
        "address3",
        "city",
        "state",
        "postalCode",
        "customerCountry",
        "emailAddress",
        "customerReference",
    ];

    /// In the order of the catalogue, which is the order in which they are told.
    pub fn read(reader: &mut BodyReader) -> Customer {
        let name = reader.need("customerName", 100, Message::plain("EnTxn0002"));
        if !name.is_empty() && !name.chars().any(char::is_alphabetic) {
            reader.fail("customerName", Message::plain("validCustomerName"));
        }
        let mut need = |name, max, code| reader.need(name, max, Message::plain(code));
        Customer {
            customer_name: name,
            customer_type: need("customerType", 10, "EnTxn0003"),
            customer_indicator: need("customerIndicator", 10, "EnTxn0004"),
            address1: need("address1", 100, "EnTxn0005"),
            address2: need("address2", 100, "EnTxn0006"),
            address3: need("address3", 100, "EnTxn0007"),
            city: need("city", 50, "EnTxn0008"),
            state: need("state", 50, "EnTxn0009"),
            postal_code: need("postalCode", 10, "EnTxn0010"),
            customer_country: need("customerCountry", 3, "EnTxn0011"),
            customer_industry: need("customerIndustry", 10, "EnTxn0012"),
            request_purpose: need("requestPurpose", 10, "EnTxn0013"),
            request_category: need("requestCategory", 10, "EnTxn0014"),
            request_sub_category: need("requestSubCategory", 10, "EnTxn0015"),
            primary_mobile: with_shape(reader, "primaryMobile", "EnTxn0016", BodyReader::mobile),
            customer_reference: reader.need("customerReference", 50, Message::plain("EnTxn0017")),
            email_address: with_shape(reader, "emailAddress", "EnTxn0018", BodyReader::email),
            alternate_mobile: reader.mobile("alternateMobile"),
            customer_category: reader.text("customerCategory", 10),
        }
    }
}

fn with_shape<'a>(
    reader: &mut BodyReader<'a>,
    name: &'static str,
    missing: &'static str,
    read: fn(&mut BodyReader<'a>, &'static str) -> Option<String>,
) -> String {
    let before = reader.errors.len();
    let found = read(reader, name);
    if found.is_none() && reader.errors.len() == before {
        reader.fail(name, Message::plain(missing));
    }
    found.unwrap_or_default()
}
