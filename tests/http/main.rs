//! The server over HTTP: the real router, the real planner and a real SQLite file.

mod api;
mod changes;
mod files;
mod headers;
mod limits;
mod other_sites;
mod pages;
mod readings;
mod server;
mod static_files;
