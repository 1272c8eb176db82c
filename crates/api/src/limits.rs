//! How often calls without a token may be made from one address.

use std::net::IpAddr;
use std::num::NonZeroU32;

use domain::Refusal;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

/// Calls a minute from one address.
#[derive(Debug, Clone)]
pub struct Rates {
    pub login: u32,
    pub public: u32,
}

impl Default for Rates {
    fn default() -> Rates {
        Rates { login: 10, public: 120 }
    }
}

pub struct Limits {
    login: DefaultKeyedRateLimiter<IpAddr>,
    public: DefaultKeyedRateLimiter<IpAddr>,
}

/// IPv6 addresses count by their network: one customer has a whole /64.
pub fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(v6) => match v6.to_ipv4_mapped() {
            Some(v4) => IpAddr::V4(v4),
            None => IpAddr::V6((u128::from(v6) & !u128::from(u64::MAX)).into()),
        },
        v4 => v4,
    }
}

impl Limits {
    pub fn new(rates: &Rates) -> Limits {
        let limiter =
            |rate: u32| RateLimiter::keyed(Quota::per_minute(NonZeroU32::new(rate).unwrap_or(NonZeroU32::MIN)));
        Limits { login: limiter(rates.login), public: limiter(rates.public) }
    }

    pub fn login(&self, address: IpAddr) -> Result<(), Refusal> {
        check(&self.login, address)
    }

    pub fn public(&self, address: IpAddr) -> Result<(), Refusal> {
        check(&self.public, address)
    }

    /// Forgets addresses that have not called for a while.
    pub fn sweep(&self) {
        self.login.retain_recent();
        self.public.retain_recent();
    }
}

fn check(limiter: &DefaultKeyedRateLimiter<IpAddr>, address: IpAddr) -> Result<(), Refusal> {
    limiter.check_key(&network(address)).map_err(|wait| Refusal::TooManyTries {
        retry_after_seconds: wait.wait_time_from(DefaultClock::default().now()).as_secs() + 1,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_is_held_back_and_others_are_not() {
        let limits = Limits::new(&Rates { login: 2, public: 100 });
        let [one, near, far] = ["2001:db8::1", "2001:db8::ffff", "2001:db8:1::1"].map(|text| text.parse().unwrap());
        assert!(limits.login(one).is_ok());
        assert!(limits.login(near).is_ok());
        assert!(matches!(limits.login(one), Err(Refusal::TooManyTries { retry_after_seconds: 1.. })));
        assert!(limits.login(far).is_ok());
    }
}
