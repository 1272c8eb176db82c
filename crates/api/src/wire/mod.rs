//! The contract: addresses, the header json with its claims, and the envelope of responses.

pub mod address;
pub mod envelope;
pub mod header_json;
pub mod text;

pub use address::Address;
pub use header_json::{HeaderJson, Operation};
