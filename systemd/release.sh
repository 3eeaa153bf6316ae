#!/usr/bin/env bash
# Make all files of a release, in dist/VERSION, from the tag that is checked out. See docs/release.md.
#
#   make release                 of the tag of this commit
#   make release TAG=v0.1.0      of this one of its tags
#
# If something does not fit, it prints one sentence and makes nothing.
set -euo pipefail
umask 022
export LC_ALL=C

cd "$(dirname "${BASH_SOURCE[0]}")/.."
PYTHON=.venv/bin/python
VERSION=$(sed -n 's/^version = "\(.*\)"$/\1/p' pyproject.toml)
OUT=dist/$VERSION
IMAGE=("tavolino-$VERSION-arm64".{img.xz,packages} "tavolino-$VERSION.upgrade")

main() {
  check "${1:-$(git tag --points-at HEAD --list "v*")}"
  say "Tests"
  make --no-print-directory test-all
  SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
  export SOURCE_DATE_EPOCH

  WORK=$(mktemp -d)
  trap 'rm -rf "$OUT.new" "$WORK"' EXIT
  rm -rf "$OUT.new"
  mkdir -p "$OUT.new"
  packages
  image
  cp systemd/requirements.txt "$OUT.new"
  notes >"$OUT.new/notes.md"
  (cd "$OUT.new" && sha256sum -- * >"$WORK/sums")
  mv "$WORK/sums" "$OUT.new/SHA256SUMS"
  sync -f "$OUT.new"
  mv "$OUT.new" "$OUT"
  say "$OUT is whole."
}

check() {
  local tag=$1 changed
  [ -n "$tag" ] || fail "This commit has no tag. Check one out (git checkout v$VERSION), or see docs/release.md."
  [ "$tag" = "v$VERSION" ] ||
    fail "The tag is ${tag//$'\n'/, }, but pyproject.toml has version $VERSION. Of several, TAG=v$VERSION chooses."
  [ "$(git rev-parse --quiet --verify "refs/tags/$tag^{commit}")" = "$(git rev-parse HEAD)" ] ||
    fail "The tag $tag is not at this commit. Check it out: git checkout $tag."
  changed=$(git status --porcelain)
  [ -z "$changed" ] || fail "The checkout differs from $tag in $(head -n 1 <<<"${changed:3}"). Take that back, or away."
  [ -n "$(notes)" ] ||
    fail "CHANGELOG.md has nothing in a section [$VERSION] with a date. Write it, commit it, set the tag again."
  "$PYTHON" -m pytest -q tests/test_lock.py >/dev/null 2>&1 ||
    fail "systemd/requirements.txt does not fit pyproject.toml. Run make lock, commit what it changed, set the tag again."
  [ ! -e "$OUT" ] || fail "$OUT is there already. Take it away to make it again."
}

# The build tools come from the lock, so that they are the same later. The wheel is built from the source package, so
# that it contains only files that git has.
packages() {
  say "Packages"
  local python=$WORK/env/bin/python pip
  pip=("$python" -m pip --quiet --disable-pip-version-check)
  "$PYTHON" -m venv "$WORK/env"
  "${pip[@]}" install --only-binary :all: --require-hashes --requirement systemd/requirements.txt
  "$python" -m hatchling build --target sdist --directory "$OUT.new"
  "${pip[@]}" wheel --no-deps --no-index --no-build-isolation --wheel-dir "$OUT.new" "$OUT.new/tavolino-$VERSION.tar.gz"
  "${pip[@]}" install --no-deps --no-index "$OUT.new/tavolino-$VERSION-py3-none-any.whl"
  [ "$("$WORK/env/bin/tavolino" --version)" = "tavolino $VERSION" ] || fail "The wheel does not start as $VERSION."
}

# The image has today's packages of Debian: those of an earlier image are removed.
image() {
  say "The image"
  local file
  rm -rf build/image
  WHEELS=$PWD/$OUT.new systemd/image/build.sh
  for file in "${IMAGE[@]}"; do
    [ -f "build/image/$file" ] || fail "build/image/$file is missing: systemd/image/build.sh did not make it."
    cp "build/image/$file" "$OUT.new"
  done
}

# The section of the changelog, without its heading; nothing if the heading has no date.
notes() {
  awk -v version="[$VERSION]" '
    /^## / { on = $2 == version && $4 ~ /^[0-9]+-[0-9]+-[0-9]+$/; next }
    on && (said = said || NF)' CHANGELOG.md
}

say() { echo "== $*"; }
fail() { echo "$*" >&2; exit 1; }

main "$@"
