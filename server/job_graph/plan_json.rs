//! Plan JSON.
