//! Translators.
