//! Flink's own plans as input: what they say, what is assumed where they say nothing, and that the same plan comes back.

mod assumptions;
mod goldens;
mod job_plans;
mod recognition;
mod round_trip;
