use domain::Refusal;

use super::HeaderJson;

/// Each service with its only area, so that a rule of a proxy about a prefix holds.
pub const SERVICES: &[(&str, &str)] =
    &[("admin", "admin"), ("app", "app"), ("banker", "transaction"), ("customer", "transaction"), ("sms", "sms")];
/// These resources work with and without the prefix `app/`.
const SHORT: &[&str] = &["code", "entity"];

/// `/api/{service}/v1/docz/banking/{area}/{resource}@{header json}`
pub struct Address {
    pub service: &'static str,
    pub area: &'static str,
    pub resource: String,
    pub header: HeaderJson,
}

/// Omits the resource, which may hold a token.
impl std::fmt::Debug for Address {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Address").field("area", &self.area).finish_non_exhaustive()
    }
}

impl Address {
    /// Parses a raw path: split at the first `@`, the rest is decoded once.
    pub fn parse(path: &str) -> Result<Address, Refusal> {
        let (place, header) = path.split_once('@').map_or((path, None), |(place, header)| (place, Some(header)));
        let rest = place.strip_prefix("/api/").ok_or(Refusal::BadRequest("the path is not of this contract"))?;
        let (service, rest) = rest.split_once('/').ok_or(Refusal::BadRequest("the path is not of this contract"))?;
        let known = SERVICES.iter().find(|(known, _)| *known == service);
        let (service, area) = known.ok_or(Refusal::BadRequest("unknown service"))?;
        let rest =
            rest.strip_prefix("v1/docz/banking/").ok_or(Refusal::BadRequest("the path is not of this contract"))?;
        let resource = resource_in(area, rest)?;
        let header = header.map_or_else(|| Ok(HeaderJson::default()), HeaderJson::parse)?;
        Ok(Address { service, area, resource: resource.trim_end_matches('/').to_owned(), header })
    }
}

fn resource_in<'a>(area: &str, rest: &'a str) -> Result<&'a str, Refusal> {
    let (first, tail) = rest.split_once('/').unwrap_or((rest, ""));
    match first {
        _ if area == "app" && SHORT.contains(&first) => Ok(rest),
        _ if first == area && !tail.is_empty() => Ok(tail),
        _ => Err(Refusal::BadRequest("this service has no such area")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_with_and_without_its_header() {
        let plain = Address::parse("/api/app/v1/docz/banking/code/countryList").unwrap();
        assert_eq!((plain.area, plain.resource.as_str()), ("app", "code/countryList"));
        let long = Address::parse(
            "/api/admin/v1/docz/banking/admin/entity/documentdefinition@%7B%22userId%22%3A%22a%40b.in%22%7D",
        )
        .unwrap();
        assert_eq!((long.area, long.resource.as_str()), ("admin", "entity/documentdefinition"));
        assert_eq!(long.header.user_id.as_deref(), Some("a@b.in"));
    }

    #[test]
    fn addresses_outside_the_contract_are_refused() {
        for path in [
            "/api",
            "/api/x/v1/docz/banking/admin/a",
            "/api/admin/v2/docz/banking/admin/a",
            "/api/admin/v1/docz/banking/nowhere/a",
            "/api/admin/v1/docz/banking/admin",
            "/api/sms/v1/docz/banking/admin/master",
            "/api/banker/v1/docz/banking/admin/master",
            "/api/customer/v1/docz/banking/sms/usermaster",
            "/api/admin/v1/docz/banking/transaction/docrequest",
            "/api/sms/v1/docz/banking/code/countryList",
        ] {
            assert!(matches!(Address::parse(path), Err(Refusal::BadRequest(_))), "{path}");
        }
    }
}
