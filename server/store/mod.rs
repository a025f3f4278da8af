//! Saved plans.
