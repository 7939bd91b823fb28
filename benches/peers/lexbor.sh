#!/bin/sh
# Builds lexbor.c with lexbor's C library, as a peer of `speed -- whole`. The library comes from the
# source package of selectolax, so the version is the one that Python's lexbor has.
#
#     benches/peers/lexbor.sh TARGET_FOLDER
#     export WISHFUL_LEXBOR=TARGET_FOLDER/lexbor
#
# It needs pip and gcc. A source package that is already in the folder is not downloaded again.
set -eu

[ "$#" -eq 1 ] || { echo 'usage: lexbor.sh TARGET_FOLDER' >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
cd "$1"

version=1.0.2
package=selectolax-$version
[ -f "$package.tar.gz" ] ||
    python3 -m pip download --quiet --no-deps --no-binary selectolax "selectolax==$version"
tar -xzf "$package.tar.gz"

# The HTML parser refers to these folders only; others have CSS, its selectors and encodings.
source=$package/lexbor/source
files=$(cd "$source/lexbor" && find core dom html ns ports/posix tag -name '*.c')
set --
for file in $files; do set -- "$@" "$source/lexbor/$file"; done
gcc -O3 -w -DLEXBOR_STATIC -I "$source" -o lexbor "$here/lexbor.c" "$@" -lm
echo "$PWD/lexbor"
