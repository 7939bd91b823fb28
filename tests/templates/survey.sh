#!/bin/sh
# Checks the templates of packages of PyPI (NAME==VERSION) and of npm (NAME@VERSION), and prints a
# table by package; its numbers are those of crates/template/examples/survey.rs. The packages are
# downloaded to target/templates. See notes/templates.md.
#
#     tests/templates/survey.sh [DIALECT PACKAGE…]
#
# The findings are in target/templates/PACKAGE.txt, one a line. The exit status is 77 (by convention:
# skipped) if Python, npm or a package is not available.
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
out=$root/target/templates
mkdir -p "$out"
cd "$root"
cargo build --quiet --release -p wishful-template --example survey

# Unpacks a package to a folder.
fetch() {
    mkdir -p "$2"
    case $1 in
    *==*)
        python3 -m pip download --quiet --no-deps --only-binary :all: --dest "$2" "$1" &&
            python3 -m zipfile -e "$2"/*.whl "$2" ;;
    *) (cd "$2" && npm pack --silent "$1" > /dev/null && tar xzf ./*.tgz) ;;
    esac || { rm -r "$2"; echo "survey: no $1" >&2; exit 77; }
}

survey() {
    dialect=$1
    shift
    for package in "$@"; do
        name=$(printf %s "$package" | tr / -)
        [ -d "$out/$name" ] || fetch "$package" "$out/$name"
        "${CARGO_TARGET_DIR:-target}/release/examples/survey" "$dialect" "$out/$name" > "$out/$name.txt"
        echo "| $package | $(tail -n 1 "$out/$name.txt") |"
    done
}

if [ "$#" -gt 1 ]; then survey "$@"; exit; fi
survey django django-oscar==4.2.1 django-cms==5.1.3 django-unfold==0.91.0 misago==0.39.6 \
    django-allauth==65.22.1 djangorestframework==3.18.3 wagtail==8.0.1 mezzanine==6.1.1 \
    pretix==2026.8.0 weblate==5.14.3 django==5.2.19 crispy-bootstrap5==2026.9 \
    django-filer==3.6.0 hyperkitty==1.3.12 postorius==1.3.13 wger==2.1 django-machina==1.3.1 \
    django-grappelli==5.0.1 django-jazzmin==3.0.5 djangocms-frontend==2.5.3 geonode==5.1.1
survey jinja ckan==2.12.0 furo==2025.12.19 flask-admin==2.2.1 nbconvert==7.17.2 jupyterhub==6.1.1 \
    pydata-sphinx-theme==0.24.0 mkdocs-material==9.8.2 flask-appbuilder==5.3.0 moin==2.0.0b5 \
    flask-security==5.9.2 govuk-frontend@6.6.0 @ministryofjustice/frontend@11.1.0 \
    @nationalarchives/frontend@1.5.0 nhsuk-frontend@10.6.1 hexo-theme-next@8.29.0 \
    sassdoc-theme-default@2.8.6 @ons/design-system@72.11.0
survey handlebars @compodoc/compodoc@2.0.0 typedoc-default-themes@0.12.10 ghost@6.65.0 \
    newman-reporter-htmlextra@1.23.1 @pattern-lab/starterkit-mustache-demo@5.0.0
survey ejs hexo-theme-fluid@1.9.9 hexo-theme-landscape@1.1.0 generator-express@2.17.2 \
    sails-generate@2.0.13
survey twig @pattern-lab/starterkit-twig-demo@6.1.0
