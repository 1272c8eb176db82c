//! Sample requests: a realistic demo, and bulk data for measurements.
//!
//! - `demo_requests`: the requests of the demo, with `people`.
//! - `paper` says what their documents hold, `specimens` draws them on a `canvas`.
//! - `bulk`: many requests at once, written without their use cases.

mod bulk;
mod canvas;
mod demo_requests;
mod paper;
mod people;
mod specimens;

pub use bulk::fill_bulk;
pub use demo_requests::fill;
