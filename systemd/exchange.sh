#!/usr/bin/env bash
# Bring what Tavolino wrote to the partition that the computer starts from, where a PC finds it. The cord is the off
# switch: that partition is writable only meanwhile. `close` makes it read-only again, however the rest ended.
set -euo pipefail
umask 022
OUT=/var/lib/tavolino/outbox
BOOT=${TAVOLINO_EXCHANGE%/*}

# Files are listed and read as the service's user, so that a link in its folder shows nothing that this may not see.
its() { setpriv --reuid=tavolino --regid=tavolino --clear-groups "$@"; }

if [ "${1:-}" = close ]; then
  ! mountpoint -q "$BOOT" || mount -o remount,ro "$BOOT"
  exit
fi
[ -d "$BOOT" ] || { echo "There is no $BOOT." >&2; exit 1; }
! mountpoint -q "$BOOT" || mount -o remount,rw "$BOOT"
mkdir -p "$TAVOLINO_EXCHANGE"
cd "$TAVOLINO_EXCHANGE"
its ls "$OUT" | while read -r name; do
  [[ $name =~ ^[A-Za-z0-9][A-Za-z0-9_-]*\.[a-z]+$ && ! -e $name ]] || continue
  its cat "$OUT/$name" >.new
  sync .new
  mv -n .new "$name"
done
sync -f .
