//! Linker options of the module.

/// The maximum memory of the module in bytes, above the needs of any page within the limits. A
/// module that exceeds it traps instead of making the machine swap.
const MEMORY: u32 = 1 << 30;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let family = std::env::var("CARGO_CFG_TARGET_FAMILY").unwrap_or_default();
    if family == "wasm" {
        println!("cargo:rustc-link-arg-cdylib=--max-memory={MEMORY}");
    }
}
