//! Chooses mail or SMS for a code. Only the caller's choice and the entity's settings count, not the stored customer:
//! the response must not reveal whether the id is known.

use ports::Channel;
use store::people::Customer;

/// The channel by its name in the API.
pub fn named(name: &str) -> Option<Channel> {
    [Channel::Mail, Channel::Sms].into_iter().find(|channel| channel.name() == name)
}

/// Mail for an id that is a mail address, SMS for a number.
pub fn natural(user_id: &str) -> Channel {
    if user_id.contains('@') { Channel::Mail } else { Channel::Sms }
}

/// The caller's choice, unless the entity uses only the other channel.
pub fn choose(user_id: &str, wanted: Option<Channel>, (mail, sms): (bool, bool)) -> Channel {
    match wanted.unwrap_or_else(|| natural(user_id)) {
        Channel::Sms if mail && !sms => Channel::Mail,
        Channel::Mail if sms && !mail => Channel::Sms,
        channel => channel,
    }
}

/// The address for the code: on the chosen channel, or on the other one if the customer has none there.
pub fn address(customer: &Customer, channel: Channel, (mail, sms): (bool, bool)) -> Option<(Channel, &str)> {
    let own = |channel: Channel| {
        let stored = if channel == Channel::Mail { &customer.mail } else { &customer.mobile };
        let typed = (natural(&customer.user_id) == channel).then_some(customer.user_id.as_str());
        Some((channel, stored.as_deref().or(typed)?))
    };
    let (other, is_open) = if channel == Channel::Mail { (Channel::Sms, sms) } else { (Channel::Mail, mail) };
    own(channel).or_else(|| if is_open { own(other) } else { None })
}

/// `m•••a@example.com`, `+91•••••345`: masks the typed id, never a stored address.
pub(crate) fn mask(user_id: &str) -> String {
    let (name, host) = user_id.split_once('@').map_or((user_id, None), |(name, host)| (name, Some(host)));
    let letters: Vec<char> = name.chars().collect();
    let shown = |text: &[char]| text.iter().collect::<String>();
    match host {
        Some(host) if letters.len() > 2 => format!("{}•••{}@{host}", letters[0], letters[letters.len() - 1]),
        Some(host) => format!("•••@{host}"),
        None if letters.len() > 6 => format!("{}•••••{}", shown(&letters[..3]), shown(&letters[letters.len() - 3..])),
        None => "•••".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: (bool, bool) = (true, true);

    fn customer(user_id: &str, mail: Option<&str>, mobile: Option<&str>) -> Customer {
        Customer {
            user_id: user_id.into(),
            display_name: String::new(),
            language: "en".into(),
            mail: mail.map(Into::into),
            mobile: mobile.map(Into::into),
            expiry_date: None,
            status: "Active".into(),
        }
    }

    #[test]
    fn the_chosen_channel_is_used_where_the_entity_allows_it() {
        assert_eq!(choose("a@b.example", None, BOTH), Channel::Mail);
        assert_eq!(choose("+919840012345", None, BOTH), Channel::Sms);
        assert_eq!(choose("a@b.example", Some(Channel::Sms), BOTH), Channel::Sms);
        assert_eq!(choose("a@b.example", Some(Channel::Sms), (true, false)), Channel::Mail);
        assert_eq!(choose("a@b.example", None, (false, true)), Channel::Sms);
    }

    #[test]
    fn a_code_is_sent_to_a_channel_with_an_address() {
        let meena = customer("a@b.example", None, Some("+919840012345"));
        assert_eq!(address(&meena, Channel::Mail, BOTH), Some((Channel::Mail, "a@b.example")));
        assert_eq!(address(&meena, Channel::Sms, BOTH), Some((Channel::Sms, "+919840012345")));
        let mailed = customer("a@b.example", None, None);
        assert_eq!(address(&mailed, Channel::Sms, BOTH), Some((Channel::Mail, "a@b.example")));
        assert_eq!(address(&mailed, Channel::Sms, (false, true)), None);
    }
}
