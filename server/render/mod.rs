//! Pure functions from a plan to text.
