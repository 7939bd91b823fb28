#!/bin/sh
# The seed's examples (corpus/microformats) by HTML::Microformats, the implementation of the seed's author: for each of the properties that
# a case expects, whether that gives the same. See notes/microformats.md.
#
#     tests/peers/microformats-perl.sh [CASE-FILE…]
#
# It is Debian's package libhtml-microformats-perl. Exits with 77 (by custom: skipped) where that is not, unless CI is set.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)

if ! perl -MHTML::Microformats -MJSON -e 1 2>/dev/null; then
    echo 'peers: no HTML::Microformats (apt-get install libhtml-microformats-perl)' >&2
    if [ -n "${CI:-}" ]; then exit 1; else exit 77; fi
fi
[ "$#" -gt 0 ] || set -- "$root"/corpus/microformats/seed-*.txt
exec perl "$here/microformats.pl" "$@"
