#!/usr/bin/env bash
# Remove Tavolino from this computer. Plays and settings stay in /var/lib/tavolino by default.
#
#   sudo systemd/uninstall.sh           keep them
#   sudo systemd/uninstall.sh --purge   delete them too, with the user
set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

fail() { echo "$*" >&2; exit 1; }

case "${1:-}" in
  "" | --purge) ;;
  *) fail "Unknown: $1. There is --purge." ;;
esac
[ "$(id -u)" -eq 0 ] || fail "Uninstalling needs root. Run it with sudo."
[ "$(findmnt -no FSTYPE /)" != overlay ] || fail "The card is read-only. See docs/install.md for how to write to it."

[ ! -d /run/systemd/system ] || systemctl stop tavolino 2>/dev/null || true
systemctl disable --quiet tavolino 2>/dev/null || true
while read -r _ target; do
  rm -f "$target"
done <"$HERE/files"
rm -rf /etc/systemd/system/tavolino.service.d /opt/tavolino
# The card does not become read-only with the next boot.
! grep -qsx 'overlayroot="tmpfs:recurse=0"' /etc/overlayroot.local.conf || rm /etc/overlayroot.local.conf
[ ! -d /run/systemd/system ] || systemctl daemon-reload

if [ "${1:-}" = --purge ]; then
  if mountpoint -q /var/lib/tavolino; then
    find /var/lib/tavolino -mindepth 1 -delete
    sed -i "/^LABEL=tavolino /d" /etc/fstab
  else
    rm -rf /var/lib/tavolino
  fi
  ! id tavolino >/dev/null 2>&1 || userdel tavolino
else
  echo "Plays and settings are kept in /var/lib/tavolino. To delete them too: sudo make uninstall ARGS=--purge"
fi
