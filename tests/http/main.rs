//! The server over HTTP: the real router, the real planner and a real SQLite file.

mod api;
mod changes;
mod elements;
mod files;
mod headers;
mod limits;
mod other_sites;
mod pages;
mod readings;
mod rules;
mod server;
mod static_files;
