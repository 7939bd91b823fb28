//! The command `wishful`; everything is in [`wishful::cli`].

fn main() -> std::process::ExitCode {
    wishful::cli::run()
}
