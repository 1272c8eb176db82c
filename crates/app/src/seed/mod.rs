//! Requests to look at: the demo's, told one by one, and as many as a bank would have.

mod many;
mod paper;
mod people;
mod story;

pub use many::many;
pub use story::fill;
