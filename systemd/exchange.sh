#!/usr/bin/env bash
# Copy the files that Tavolino wrote to the boot partition, where a PC finds them. The power cord is the off switch, so
# that partition is writable only while files are copied. `close` makes it read-only again after success or failure.
set -euo pipefail
umask 022
OUT=/var/lib/tavolino/outbox
BOOT=${TAVOLINO_EXCHANGE%/*}

# Files are listed and read as the service's user, so a link in its folder cannot show files that this user may not see.
as_service() { setpriv --reuid=tavolino --regid=tavolino --clear-groups "$@"; }

if [ "${1:-}" = close ]; then
  ! mountpoint -q "$BOOT" || mount -o remount,ro "$BOOT"
  exit
fi
[ -d "$BOOT" ] || { echo "There is no $BOOT." >&2; exit 1; }
! mountpoint -q "$BOOT" || mount -o remount,rw "$BOOT"
mkdir -p "$TAVOLINO_EXCHANGE"
cd "$TAVOLINO_EXCHANGE"
as_service ls "$OUT" | while read -r name; do
  [[ $name =~ ^[A-Za-z0-9][A-Za-z0-9_-]*\.[a-z]+$ && ! -e $name ]] || continue
  as_service cat "$OUT/$name" >.new
  sync .new
  mv -n .new "$name"
done
sync -f .
