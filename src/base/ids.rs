//! Typed ids: newtypes over `u32`, so that an index of one table cannot be used in another.

/// Declares a `u32` newtype with `new(usize)` and `index()`.
///
/// ```
/// wishful::id_type! {
///     /// A row of some table.
///     pub RowId
/// }
/// assert_eq!(RowId::new(7).index(), 7);
/// ```
#[macro_export]
macro_rules! id_type {
    ($(#[$attribute:meta])* $visibility:vis $name:ident) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        $visibility struct $name(std::num::NonZeroU32);

        impl $name {
            /// The id of row `index`.
            ///
            /// # Panics
            /// If `index` does not fit into 32 bits; every table of this crate is bounded well
            /// below.
            #[must_use]
            $visibility const fn new(index: usize) -> Self {
                assert!(index < u32::MAX as usize, "a table of this crate holds less than 2^32 - 1 rows");
                // OK because it is at least 1: so an id or none is as small as an id.
                Self(std::num::NonZeroU32::MIN.saturating_add(index as u32))
            }

            /// The row that this id names.
            #[must_use]
            $visibility const fn index(self) -> usize {
                (self.0.get() - 1) as usize
            }
        }
    };
}
