//! The planscope binary.
fn main() {}
