//! slot_sharing
