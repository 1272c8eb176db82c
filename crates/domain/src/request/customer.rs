use super::input::RequestPolicy;
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
    /// Reads the fields in the order of their message codes, which is the order in which errors are reported.
    pub fn read(reader: &mut BodyReader, policy: &RequestPolicy) -> Customer {
        let name = reader.required_text("customerName");
        if !name.is_empty() && !name.chars().any(char::is_alphabetic) {
            reader.fail("customerName", Message::plain("validCustomerName"));
        }
        let address_line = |reader: &mut BodyReader, name| {
            if policy.address_lines_required {
                reader.required_text(name)
            } else {
                reader.text(name).unwrap_or_default()
            }
        };
        Customer {
            customer_name: name,
            customer_type: reader.required_text("customerType"),
            customer_indicator: reader.required_text("customerIndicator"),
            address1: reader.required_text("address1"),
            address2: address_line(reader, "address2"),
            address3: address_line(reader, "address3"),
            city: reader.required_text("city"),
            state: reader.required_text("state"),
            postal_code: reader.required_text("postalCode"),
            customer_country: reader.required_text("customerCountry"),
            customer_industry: reader.required_text("customerIndustry"),
            request_purpose: reader.required_text("requestPurpose"),
            request_category: reader.required_text("requestCategory"),
            request_sub_category: reader.required_text("requestSubCategory"),
            primary_mobile: reader.required_text("primaryMobile"),
            customer_reference: reader.required_text("customerReference"),
            email_address: reader.required_text("emailAddress"),
            alternate_mobile: reader.text("alternateMobile"),
            customer_category: reader.text("customerCategory"),
        }
    }
}
