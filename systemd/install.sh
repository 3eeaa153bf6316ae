#!/usr/bin/env bash
# Install Tavolino on Raspberry Pi OS or Debian (bookworm, trixie), or bring an installed one up to this checkout.
# It can be run again at any time, and a power cut while it runs leaves the Tavolino that was there before.
#
#   sudo systemd/install.sh               install, or upgrade; plays and settings stay
#   sudo systemd/install.sh --read-only   the same, and let nothing but plays be written to the card from the next boot
set -euo pipefail
# Whatever root's is: the service has another user.
umask 022

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
PLACE=/opt/tavolino
DATA=/var/lib/tavolino
LABEL=tavolino
AGAIN="sudo systemctl reset-failed tavolino; sudo systemctl restart tavolino"
DROP_IN=/etc/systemd/system/tavolino.service.d/read-only.conf

main() {
  local read_only=no
  case "${1:-}" in
    "") ;;
    --read-only) read_only=yes ;;
    *) fail "Unknown: $1. There is --read-only." ;;
  esac
  [ "$(id -u)" -eq 0 ] || fail "Installing needs root. Run it with sudo."
  [ "$(findmnt -no FSTYPE /)" != overlay ] || fail "The card is read-only. See docs/install.md for how to write to it."
  [ $read_only = no ] || find_partition >/dev/null

  packages
  environment
  system
  [ $read_only = no ] || make_read_only
  begin
}

packages() {
  say "Packages of the system"
  apt-get install -y -q --no-install-recommends python3 python3-venv python3-spidev polkitd
  # The second choice for the pins, where gpiod cannot be used; Debian has no lgpio before trixie.
  apt-get install -y -q --no-install-recommends python3-lgpio || say "There is no python3-lgpio here."
}

# A new environment is made beside the one in use, which the link leaves only when the new one is whole.
environment() {
  say "Tavolino itself, in $PLACE"
  local new pip
  mkdir -p "$PLACE"
  find "$PLACE" -mindepth 1 -maxdepth 1 -name "env.*" ! -samefile "$PLACE/current/" -exec rm -rf {} + 2>/dev/null || true
  new=$(mktemp -d "$PLACE/env.XXXXXX")
  chmod 755 "$new"
  python3 -m venv --system-site-packages "$new"
  pip=("$new/bin/python" -m pip install --quiet --disable-pip-version-check --no-warn-script-location)
  # Files of the lock and no others, also where the system has the same package: that changes with the system.
  "${pip[@]}" --ignore-installed --only-binary :all: --require-hashes --requirement "$HERE/requirements.txt"
  # What builds the wheel came with them.
  "${pip[@]}" --no-deps --no-index --no-build-isolation "$HERE/.."
  sync -f "$new"
  ln -sfn "$new" "$PLACE/next"
  mv -T "$PLACE/next" "$PLACE/current"
}

system() {
  say "User, groups, rules, service"
  local source target
  while read -r source target; do
    put "$HERE/$source" "$target"
  done <"$HERE/files"
  systemd-sysusers
  mountpoint -q "$DATA" || [ -e "$DROP_IN" ] || install -d -m 700 -o tavolino -g tavolino "$DATA"
  switch_spi_on
  systemctl enable --quiet tavolino
  if running; then
    systemctl daemon-reload
    udevadm control --reload
    udevadm trigger --subsystem-match=gpio --subsystem-match=spidev
    systemctl try-restart systemd-journald
    systemctl kill --signal=HUP systemd-logind 2>/dev/null || true
  fi
}

# After a power cut a file is the old one or the new one, never half of it.
put() {
  ! cmp -s "$1" "$2" || return 0
  install -D -m 644 "$1" "$2.new"
  sync "$2.new"
  mv "$2.new" "$2"
}

switch_spi_on() {
  if command -v raspi-config >/dev/null; then
    raspi-config nonint do_spi 0
  elif [ -f /boot/firmware/config.txt ]; then
    grep -qx "dtparam=spi=on" /boot/firmware/config.txt || echo "dtparam=spi=on" >>/boot/firmware/config.txt
  else
    say "This is no Raspberry Pi: SPI is left as it is."
  fi
}

make_read_only() {
  say "A card that nothing but plays is written to"
  # Without busybox, overlayroot lacks grep at the start of the computer, and everything would be written as before.
  apt-get install -y -q --no-install-recommends overlayroot busybox
  if ! mountpoint -q "$DATA"; then
    fill_partition
    grep -q "^LABEL=$LABEL " /etc/fstab || echo "LABEL=$LABEL $DATA ext4 noatime,nofail 0 2" >>/etc/fstab
  fi
  put "$HERE/read-only.conf" "$DROP_IN"
  if running; then
    systemctl daemon-reload
    mountpoint -q "$DATA" || mount "$DATA"
  fi
  # Without recurse=0 the partition of the plays would become read-only too.
  echo 'overlayroot="tmpfs:recurse=0"' >/etc/overlayroot.local.conf
  say "From the next boot on."
}

find_partition() {
  blkid -L "$LABEL" || fail "--read-only needs an ext4 partition with the label $LABEL. See docs/install.md."
}

# The plays are copied to their partition. What that covers becomes root's, to be read and no more: where the partition
# is missing, nothing must seem to be kept.
fill_partition() {
  local there
  there=$(mktemp -d)
  ! running || systemctl stop tavolino
  mount "$(find_partition)" "$there"
  cp -a --update "$DATA/." "$there/"
  chown -R tavolino:tavolino "$there"
  chmod 700 "$there"
  umount "$there"
  rmdir "$there"
  chown -R root:root "$DATA"
  chmod -R u=rwX,go=rX "$DATA"
}

begin() {
  if ! running; then
    say "Installed. It starts with the next boot."
    return
  fi
  systemctl stop tavolino
  say "The doctor"
  examine || say "What is wrong above is cured as it says; then: $AGAIN"
  # One that was started in vain too often would not be started any more.
  systemctl reset-failed tavolino 2>/dev/null || true
  systemctl start tavolino || say "It does not run yet: journalctl -u tavolino says why."
}

examine() {
  cd "$(mktemp -d)"
  chown tavolino .
  STATE_DIRECTORY=$DATA runuser -u tavolino -- "$PLACE/current/bin/tavolino" doctor
}

running() { [ -d /run/systemd/system ]; }
say() { echo "== $*"; }
fail() { echo "$*" >&2; exit 1; }

main "$@"
