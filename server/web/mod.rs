//! The axum server.
