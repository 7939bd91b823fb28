//! Tests of the project itself: its documents, its examples, its language, and the ranks of its
//! modules.
//!
//! They read the files of the workspace, and need the library only, so `cargo test --test project`
//! builds no program. The commands that documents show run in
//! `crates/cli/tests/cli/documents.rs`, which needs the program.
//!
//! | module | what it checks |
//! | --- | --- |
//! | `layers` | the ranks of modules, and cycles of files |
//! | `language` | measures of comments and names |
//! | `documents` | links, and lists that must be complete |
//! | `examples` | the programs in `examples/` |
//! | `versions` | the version of each package |

mod documents;
mod examples;
mod language;
mod layers;
#[path = "../common/markdown.rs"]
mod markdown;
#[path = "../common/shared.rs"]
mod shared;
mod versions;
