//! What the product does with others: real servers that the tests start, on loopback.

mod directory;
mod logged;
mod mail;
mod provider;
mod sms;
