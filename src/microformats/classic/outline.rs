//! Outlines.
