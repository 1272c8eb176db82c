//! Everything that is proven of the product as a whole. One binary: to link another takes longer than to run most of
//! these.

#![recursion_limit = "256"]

mod api;
mod architecture;
mod command;
mod dependencies;
mod external_systems;
mod inspection;
mod installation;
mod network;
mod tls;
