//! Typed ids: newtypes over `u32`, so that an index into one table cannot be used for another.

/// Declares a newtype over `u32` with `new(usize)` and `index()`. `new` is `pub(crate)` unless the
/// invocation gives it another visibility.
///
/// `id_type! { /// A row of some table. pub RowId }`; then `RowId::new(7).index()` is 7.
#[macro_export]
#[doc(hidden)]
macro_rules! id_type {
    ($(#[$attribute:meta])* $visibility:vis $name:ident) => {
        $crate::id_type!($(#[$attribute])* $visibility $name, #[doc(hidden)] $visibility new);
    };
    ($(#[$attribute:meta])* $visibility:vis $name:ident, $(#[$hidden:meta])* $new:vis new) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        $visibility struct $name(std::num::NonZeroU32);

        impl $name {
            /// Returns the id of row `index`.
            ///
            /// # Panics
            /// If `index` does not fit into 32 bits; every table of this crate is bounded well
            /// below.
            #[must_use]
            $(#[$hidden])*
            $new const fn new(index: usize) -> Self {
                assert!(index < u32::MAX as usize, "a table of this crate holds less than 2^32 - 1 rows");
                // OK because it is at least 1. The niche makes an optional id as small as an id.
                Self(std::num::NonZeroU32::MIN.saturating_add(index as u32))
            }

            /// Returns the index of the row that this id names.
            #[must_use]
            $visibility const fn index(self) -> usize {
                (self.0.get() - 1) as usize
            }
        }
    };
}
