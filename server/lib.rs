//! planscope: the three graphs that Apache Flink builds from a pipeline, and why they look as they do.
//!
//! A plan flows through the house one way, left to right, and each room has one job. A room imports only
//! rooms to its left.
//!
//! - [`flink`]: Flink's own vocabulary (exchange modes, partitioners, chaining strategies, versions). Every
//!   room speaks it.
//! - [`configuration`]: the table of Flink's configuration options, looked up and parsed as Flink does; the front end
//!   knows from it which keys matter.
//! - [`frontend`]: text in; a [`frontend::PipelineDefinition`] or diagnostics with a place in that text out; and changes
//!   of a definition as data.
//! - [`trace`]: where the planner reports its decisions to. Watching costs nothing when nobody does.
//! - [`transformation`]: plays the definition's calls as the DataStream API would and leaves the tree of
//!   Transformations behind.
//! - [`stream_graph`]: `StreamGraphGenerator`: Transformations to StreamNodes, virtual nodes and StreamEdges.
//! - [`job_graph`]: `StreamingJobGraphGenerator`: hashes, chains, JobVertices, result partitions, slot sharing.
//! - [`planner`]: runs the three rooms before it, in order. [`planner::plan`] is the library's front door.
//! - [`explain`]: the planner's decisions as steps that a person can read; why a chain breaks, what mends it, and at which
//!   price.
//! - [`render`]: pure functions from a plan to text: the canonical dump, SVG, Mermaid, DOT, plain text.
//! - [`rules`]: the pages of Flink's rules, which are reference and test at once.
//! - [`store`]: saved plans.
//! - [`web`]: the axum server: pages, API, limits and headers.
//!
//! Everything up to [`rules`] is a library without I/O: the same input gives the same bytes.

pub mod configuration;
pub mod explain;
pub mod flink;
pub mod frontend;
mod html_entities;
pub mod job_graph;
pub mod planner;
pub mod render;
pub mod rules;
pub mod store;
pub mod stream_graph;
pub mod trace;
pub mod transformation;
pub mod web;
