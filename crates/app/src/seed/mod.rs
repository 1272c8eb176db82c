//! Sample requests: a realistic demo, and bulk data for measurements.

mod bulk;
mod demo_requests;
mod paper;
mod people;

pub use bulk::fill_bulk;
pub use demo_requests::fill;
