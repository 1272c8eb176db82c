//! The contract's shapes: where a call goes, what it claims, and how it is answered.

pub mod address;
pub mod envelope;
pub mod header_json;

pub use address::Address;
pub use header_json::{HeaderJson, Operation};
