//! How the module is linked.

/// No page of any size that is taken needs so much; one that does traps, rather than have the machine swap.
const MEMORY: u32 = 1 << 30;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let family = std::env::var("CARGO_CFG_TARGET_FAMILY").unwrap_or_default();
    if family == "wasm" {
        println!("cargo:rustc-link-arg-cdylib=--max-memory={MEMORY}");
    }
}
