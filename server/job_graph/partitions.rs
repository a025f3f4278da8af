//! partitions
