//! Sample requests: a realistic demo, and bulk data for measurements.
//!
//! - `demo_requests`: the requests of the demo, with `people` and drawn `paper` documents.
//! - `bulk`: many requests at once, written without their use cases.

mod bulk;
mod demo_requests;
mod paper;
mod people;

pub use bulk::fill_bulk;
pub use demo_requests::fill;
