//! Rate limits: by address without a token, by user and by address with one. Nodes report to each other once a second
//! what busy callers used (decision 15).

mod limiter;
mod streams;

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use app::live::{Charge, Limit};
use domain::Refusal;
use domain::access::{Actor, Side};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use uuid::Uuid;

use limiter::{Key, Limiter};
use streams::Streams;

/// The limits of one caller.
#[derive(Debug, Clone)]
pub struct Rates {
    /// Logins a minute from one address.
    pub login: NonZeroU32,
    /// Other calls without a token, a minute from one address.
    pub public: NonZeroU32,
    /// Calls a second of one user.
    pub user: NonZeroU32,
    /// Searches, logs and exports a second, which also count as calls.
    pub search: NonZeroU32,
    /// Calls a second from one address, with or without a token.
    pub address: NonZeroU32,
    /// Open event streams of one user.
    pub streams: NonZeroU32,
}

const fn number(number: u32) -> NonZeroU32 {
    match NonZeroU32::new(number) {
        Some(number) => number,
        None => NonZeroU32::MIN,
    }
}

impl Default for Rates {
    fn default() -> Rates {
        Rates {
            login: number(10),
            public: number(120),
            user: number(20),
            search: number(5),
            address: number(200),
            streams: number(20),
        }
    }
}

impl Rates {
    /// Out of reach: for tests, measurements and the demo, where many people share few users.
    pub const HIGH: Rates = Rates {
        login: number(1_000_000),
        public: number(1_000_000),
        user: number(1_000_000),
        search: number(1_000_000),
        address: number(1_000_000),
        streams: number(1_000_000),
    };
}

pub struct Limits {
    login: Limiter,
    public: Limiter,
    user: Limiter,
    search: Limiter,
    address: Limiter,
    streams: Arc<Streams>,
    /// Derives keys from users and addresses: the same at all nodes, and meaningless to anyone else.
    hash: Hmac<Sha256>,
    charges_received: AtomicU64,
}

/// An IPv6 address counts by its /64, because one customer has a whole network.
pub fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(v6) => match v6.to_ipv4_mapped() {
            Some(v4) => IpAddr::V4(v4),
            None => IpAddr::V6((u128::from(v6) & !u128::from(u64::MAX)).into()),
        },
        v4 => v4,
    }
}

fn refused(seconds: u64) -> Refusal {
    Refusal::TooManyTries { retry_after_seconds: seconds }
}

impl Limits {
    pub fn new(rates: &Rates, secret: &[u8; 32]) -> Limits {
        Limits {
            login: Limiter::per_minute(Limit::Login, rates.login),
            public: Limiter::per_minute(Limit::Public, rates.public),
            user: Limiter::per_second(Limit::User, rates.user),
            search: Limiter::per_second(Limit::Search, rates.search),
            address: Limiter::per_second(Limit::Address, rates.address),
            streams: Arc::new(Streams::new(rates.streams.get())),
            hash: Hmac::new_from_slice(secret).expect("a key may have any length"),
            charges_received: AtomicU64::new(0),
        }
    }

    fn key(&self, parts: &[&[u8]]) -> Key {
        let mut hash = self.hash.clone();
        for part in parts {
            hash.update(part);
            hash.update(&[0]);
        }
        let bytes: [u8; 32] = hash.finalize().into_bytes().into();
        bytes.iter().take(8).fold(0, |key, byte| key << 8 | u64::from(*byte))
    }

    fn address_key(&self, address: IpAddr) -> Key {
        match network(address) {
            IpAddr::V4(v4) => self.key(&[b"address", &v4.octets()]),
            IpAddr::V6(v6) => self.key(&[b"address", &v6.octets()]),
        }
    }

    fn user_key(&self, actor: &Actor) -> Key {
        let side: &[u8] = if actor.side == Side::Staff { b"staff" } else { b"customer" };
        self.key(&[side, actor.scope.country.as_bytes(), actor.scope.entity.as_bytes(), actor.user_id.as_bytes()])
    }

    pub fn login(&self, address: IpAddr) -> Result<(), Refusal> {
        self.login.check(self.address_key(address)).map_err(refused)
    }

    pub fn public(&self, address: IpAddr) -> Result<(), Refusal> {
        self.public.check(self.address_key(address)).map_err(refused)
    }

    /// Checked for every call, before any other work.
    pub fn address(&self, address: IpAddr) -> Result<(), Refusal> {
        self.address.check(self.address_key(address)).map_err(refused)
    }

    pub fn user(&self, actor: &Actor, is_search: bool) -> Result<(), Refusal> {
        let key = self.user_key(actor);
        self.user.check(key).map_err(refused)?;
        if is_search { self.search.check(key).map_err(refused) } else { Ok(()) }
    }

    fn limiters(&self) -> [&Limiter; 5] {
        [&self.login, &self.public, &self.user, &self.search, &self.address]
    }

    /// Drops callers without recent calls.
    pub fn sweep(&self) {
        self.limiters().iter().for_each(|limiter| limiter.sweep());
    }

    /// What this node used since the last round, for the other nodes.
    pub fn collect(&self, is_shared: bool) -> Vec<Charge> {
        self.limiters().iter().for_each(|limiter| limiter.share(is_shared));
        if is_shared {
            self.limiters().iter().flat_map(|limiter| limiter.collect()).chain(self.streams.collect()).collect()
        } else {
            Vec::new()
        }
    }

    /// Deducts what callers used at another node.
    pub fn charge(&self, node: Uuid, charges: &[Charge]) {
        for charge in charges {
            match charge.limit {
                Limit::Login => self.login.charge(charge.key, charge.count),
                Limit::Public => self.public.charge(charge.key, charge.count),
                Limit::User => self.user.charge(charge.key, charge.count),
                Limit::Search => self.search.charge(charge.key, charge.count),
                Limit::Address => self.address.charge(charge.key, charge.count),
                Limit::Streams => self.streams.charge(node, charge.key, charge.count),
            }
        }
        self.charges_received.fetch_add(charges.len() as u64, Ordering::Relaxed);
    }

    /// How many charges of other nodes were deducted so far.
    pub fn charges_received(&self) -> u64 {
        self.charges_received.load(Ordering::Relaxed)
    }
}

/// An open event stream; dropping it frees its slot.
pub struct StreamSlot {
    streams: Arc<Streams>,
    key: Key,
}

impl StreamSlot {
    pub fn open(limits: &Limits, actor: &Actor) -> Result<StreamSlot, Refusal> {
        let key = limits.user_key(actor);
        let streams = limits.streams.clone();
        if streams.open(key) { Ok(StreamSlot { streams, key }) } else { Err(refused(30)) }
    }
}

impl Drop for StreamSlot {
    fn drop(&mut self) {
        self.streams.close(self.key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_is_limited_and_others_are_not() {
        let limits = Limits::new(&Rates { login: number(2), ..Rates::default() }, &[7; 32]);
        let [one, near, far] = ["2001:db8::1", "2001:db8::ffff", "2001:db8:1::1"].map(|text| text.parse().unwrap());
        assert!(limits.login(one).is_ok());
        assert!(limits.login(near).is_ok());
        assert!(matches!(limits.login(one), Err(Refusal::TooManyTries { retry_after_seconds: 1.. })));
        assert!(limits.login(far).is_ok());
    }

    #[test]
    fn keys_are_the_same_at_every_node_and_differ_by_secret() {
        let limits = |secret| Limits::new(&Rates::default(), &[secret; 32]);
        let address = "203.0.113.9".parse().unwrap();
        assert_eq!(limits(7).address_key(address), limits(7).address_key(address));
        assert_ne!(limits(7).address_key(address), limits(8).address_key(address));
        assert_ne!(limits(7).key(&[b"a", b"bc"]), limits(7).key(&[b"ab", b"c"]));
    }
}
