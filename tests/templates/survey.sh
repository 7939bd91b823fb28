#!/bin/sh
# Checks the templates of packages of PyPI, and prints how many have a mistake: a table by package.
# The packages are downloaded to target/templates. See notes/templates.md.
#
#     tests/templates/survey.sh [DIALECT PACKAGE==VERSION…]
#
# The findings are in target/templates/PACKAGE.txt, one a line. The exit status is 77 (by convention:
# skipped) if Python or a package is not available.
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
out=$root/target/templates
mkdir -p "$out"
cd "$root"
cargo build --quiet --release -p wishful-template --example survey

survey() {
    dialect=$1
    shift
    for package in "$@"; do
        folder=$out/$package
        if [ ! -d "$folder" ]; then
            python3 -m pip download --quiet --no-deps --only-binary :all: \
                --dest "$out/wheels" "$package" || { echo "survey: no $package" >&2; exit 77; }
            name=$(printf %s "${package%%==*}" | tr -- '-' '_')
            python3 -m zipfile -e "$out/wheels/$name"-*.whl "$folder"
        fi
        "$root/target/release/examples/survey" "$dialect" "$folder" > "$out/${package%%==*}.txt"
        echo "${package}: $(tail -n 1 "$out/${package%%==*}.txt")"
    done
}

if [ "$#" -gt 1 ]; then survey "$@"; exit; fi
survey django django-oscar==4.2.1 django-cms==5.1.3 django-unfold==0.91.0 misago==0.39.6 \
    django-allauth==65.22.1 djangorestframework==3.18.3 wagtail==8.0.1 mezzanine==6.1.1 \
    pretix==2026.8.0 weblate==5.14.3
survey jinja ckan==2.12.0 furo==2025.12.19 flask-admin==2.2.1 nbconvert==7.17.2 jupyterhub==6.1.1 \
    pydata-sphinx-theme==0.24.0 mkdocs-material==9.8.2 flask-appbuilder==5.3.0
