//! Requests to look at: the demo's, told one by one, and as many as a bank would have.

mod bulk;
mod demo_requests;
mod paper;
mod people;

pub use bulk::many;
pub use demo_requests::fill;
