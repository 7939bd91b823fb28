//! Builder methods for structs of options.

/// Declares a builder method for each field of a struct, with the name of the field.
///
/// `setters! { Options<'o> { size: usize, name: &'o str } }`; then `Options::default().size(7)`.
#[macro_export]
#[doc(hidden)]
macro_rules! setters {
    ($type:ident $(<$life:lifetime>)? { $($field:ident: $kind:ty),+ $(,)? }) => {
        impl $(<$life>)? $type $(<$life>)? {
            $(
                #[doc = concat!("Sets `", stringify!($field), "`.")]
                #[must_use]
                pub fn $field(self, $field: $kind) -> Self {
                    Self { $field, ..self }
                }
            )+
        }
    };
}
