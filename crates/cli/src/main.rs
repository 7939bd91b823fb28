//! The command `wishful`; everything is in [`wishful_cli`].

fn main() -> std::process::ExitCode {
    wishful_cli::run()
}
