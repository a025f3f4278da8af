//! managed_memory
