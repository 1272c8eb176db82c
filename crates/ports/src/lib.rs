//! The few traits for what is outside. Each has an in-memory twin in `integrations`, and a test against the real thing.

pub mod clock;

pub use clock::Clock;
