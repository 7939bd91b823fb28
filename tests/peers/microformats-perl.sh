#!/bin/sh
# Runs HTML::Microformats, the implementation of the seed's author, on the seed's examples
# (corpus/microformats). Reports for each expected property of a case whether it is equal. See
# notes/microformats.md.
#
#     tests/peers/microformats-perl.sh [CASE-FILE…]
#
# Debian's package is libhtml-microformats-perl. Exits with 77 (by convention: skipped) if it is
# missing and CI is not set.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)

if ! perl -MHTML::Microformats -MJSON -e 1 2>/dev/null; then
    echo 'peers: no HTML::Microformats (apt-get install libhtml-microformats-perl)' >&2
    if [ -n "${CI:-}" ]; then exit 1; else exit 77; fi
fi
[ "$#" -gt 0 ] || set -- "$root"/corpus/microformats/seed-*.txt
exec perl "$here/microformats.pl" "$@"
