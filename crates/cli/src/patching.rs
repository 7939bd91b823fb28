//! Patches on stdout.
//!
//! In a file or a pipe, a patch is made of the bytes of the old and the new content, so that `patch
//! -p0` and `git apply` make of the old file what `--in-place` writes ([`file_patch`]). On a
//! terminal it is decoded and coloured, and control characters are visible.
//!
//! Both programs refuse absolute paths and `..`. So the paths are relative to the current folder,
//! where both programs are to be run. If a file lies elsewhere, all paths are relative to the root
//! folder: `patch -p0 -d /`, `git -C / apply`. Both programs refuse symbolic links, too. So the
//! path of a link is that of its file, which `--in-place` replaces.

use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use wishful::tree::{Encoding, LineDiff, file_patch};
use wishful_console::inputs;
use wishful_console::output::Output;
use wishful_console::paint::{Paint, visible};

/// The old and the new content of a file.
#[derive(Clone, Copy)]
pub(super) struct FileChange<'a> {
    pub(super) path: &'a str,
    pub(super) old: &'a [u8],
    pub(super) new: &'a [u8],
    /// The encoding of both contents.
    pub(super) encoding: &'static Encoding,
}

/// A printer of patches.
pub(super) struct PatchPrinter {
    /// The folder that the paths are relative to.
    folder: PathBuf,
    /// The colours, if the patch is for people.
    paint: Option<Paint>,
}

impl PatchPrinter {
    /// Creates a printer for patches of some of these files.
    pub(super) fn new(files: &[String], out: &Output) -> Self {
        let here = real(".").unwrap_or_default();
        let is_elsewhere =
            files.iter().filter_map(|path| real(path)).any(|path| !path.starts_with(&here));
        let root = here.ancestors().last().map(Path::to_owned);
        let folder = if is_elsewhere { root.unwrap_or_default() } else { here };
        let is_for_people = out.paint().colour() || io::stdout().is_terminal();
        Self { folder, paint: if is_for_people { Some(out.paint()) } else { None } }
    }

    /// Returns the patch of a file; empty if nothing has changed.
    pub(super) fn patch(&self, change: FileChange<'_>) -> Vec<u8> {
        let FileChange { path, old, new, encoding } = change;
        let path = self.path(path);
        let Some(paint) = self.paint else { return file_patch(&path, old, new) };
        let (left, _) = encoding.decode_without_bom_handling(old);
        let (right, _) = encoding.decode_without_bom_handling(new);
        let diff = LineDiff { names: [&path, &path], left: &left, right: &right };
        diff.patch(&|piece, text| paint.piece(piece, &visible(text))).into_bytes()
    }

    /// Returns the path of a file for the header, with slashes.
    fn path(&self, path: &str) -> String {
        let real = real(path);
        match real.as_deref().and_then(|real| real.strip_prefix(&self.folder).ok()) {
            Some(inside) => {
                let parts: Vec<_> = inside.iter().map(|part| part.to_string_lossy()).collect();
                parts.join("/")
            }
            None => inputs::shown(path).to_owned(),
        }
    }
}

/// Returns the absolute path of a file without links; `None` for stdin.
fn real(path: &str) -> Option<PathBuf> {
    if path == "-" { None } else { fs::canonicalize(path).ok() }
}
