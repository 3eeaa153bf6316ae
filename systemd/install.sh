#!/usr/bin/env bash
# Install Tavolino on Raspberry Pi OS or Debian (bookworm, trixie), or bring an installed one up to this checkout.
# It can be run again at any time, and a power cut while it runs leaves the previous Tavolino. If it fails or is
# interrupted, it undoes its steps, except for packages of the system and the user.
#
#   sudo systemd/install.sh               install, or upgrade; plays and settings stay
#   sudo systemd/install.sh --read-only   the same, and let nothing but plays be written to the card from the next boot
set -euo pipefail
# The umask of root does not matter: the service has another user.
umask 022

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
PLACE=/opt/tavolino
DATA=/var/lib/tavolino
LABEL=tavolino
COMMAND=/usr/local/bin/tavolino
AGAIN="sudo systemctl reset-failed tavolino; sudo systemctl restart tavolino"
DROP_IN=/etc/systemd/system/tavolino.service.d/read-only.conf
# The commands that undo the steps so far.
UNDO=()

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

  WORK=$(mktemp -d)
  trap finish EXIT
  trap "exit 1" HUP INT PIPE TERM
  ! running || ! systemctl is-active --quiet tavolino || UNDO+=("systemctl start tavolino")
  packages
  environment
  system
  [ $read_only = no ] || make_read_only
  start
  UNDO=()
}

# If anything ends this script early, its steps are undone in reverse order.
finish() {
  local i
  set +e
  trap "" HUP INT PIPE TERM
  [ ${#UNDO[@]} -eq 0 ] || say "It ended half way. What was done is taken back."
  for ((i = ${#UNDO[@]} - 1; i >= 0; i--)); do
    eval "${UNDO[i]}"
  done
  ! mountpoint -q "$WORK/plays" || umount "$WORK/plays"
  rm -rf --one-file-system "$WORK"
}

packages() {
  say "Packages of the system"
  apt-get install -y -q --no-install-recommends python3 python3-venv python3-spidev libevdev2 polkitd
}

# A new environment is made beside the one in use; the link changes only when the new one is complete.
environment() {
  say "Tavolino itself, in $PLACE"
  local new pip
  undo_folder "$PLACE"
  mkdir -p "$PLACE"
  find "$PLACE" -mindepth 1 -maxdepth 1 -name "env.*" ! -samefile "$PLACE/current/" -exec rm -rf {} + 2>/dev/null || true
  new=$(mktemp -d "$PLACE/env.XXXXXX")
  UNDO+=("rm -rf $new")
  chmod 755 "$new"
  python3 -m venv --system-site-packages "$new"
  pip=("$new/bin/python" -m pip install --quiet --disable-pip-version-check --no-warn-script-location)
  # Only files of the lock, even if the system has the same package, since that one changes with the system.
  "${pip[@]}" --ignore-installed --only-binary :all: --require-hashes --requirement "$HERE/requirements.txt"
  # The build tools of the wheel came with them.
  "${pip[@]}" --no-deps --no-index --no-build-isolation "$HERE/.."
  sync -f "$new"
  if [ -e "$PLACE/current" ]; then
    UNDO+=("switch_to $(readlink "$PLACE/current")")
  else
    UNDO+=("rm -f $PLACE/current $PLACE/next")
  fi
  switch_to "$new"
}

switch_to() {
  ln -sfn "$1" "$PLACE/next"
  mv -T "$PLACE/next" "$PLACE/current"
}

system() {
  say "User, groups, rules, service"
  local source target
  UNDO+=(reread)
  while read -r source target; do
    put_file "$HERE/$source" "$target"
  done <"$HERE/files"
  systemd-sysusers
  undo_folder "$DATA"
  mountpoint -q "$DATA" || [ -e "$DROP_IN" ] || install -d -m 700 -o tavolino -g tavolino "$DATA"
  switch_spi_on
  systemctl is-enabled --quiet tavolino || UNDO+=("systemctl disable --quiet tavolino")
  systemctl enable --quiet tavolino
  reread
}

reread() {
  running || return 0
  systemctl daemon-reload
  udevadm control --reload
  udevadm trigger --subsystem-match=gpio --subsystem-match=spidev
  systemctl try-restart systemd-journald
  systemctl kill --signal=HUP systemd-logind 2>/dev/null || true
}

# put_file SOURCE TARGET. After a power cut the target is the old file or the new one, never half of it. Only commands have
# a mode, since the boot partition has none.
put_file() {
  ! cmp -s "$1" "$2" || return 0
  undo_file "$2"
  mkdir -p "${2%/*}"
  cat "$1" >"$2.new"
  [ ! -x "$1" ] || chmod 755 "$2.new"
  sync "$2.new"
  mv "$2.new" "$2"
}

# undo_file FILE: let undo restore the file as it is now.
undo_file() {
  local copy
  undo_folder "${1%/*}"
  copy=$WORK/${#UNDO[@]}
  if [ -e "$1" ]; then
    cp -a "$1" "$copy"
    UNDO+=("cp -a $copy $1.new; sync $1.new; mv $1.new $1")
  else
    UNDO+=("rm -f $1 $1.new")
  fi
}

# undo_folder FOLDER: let undo remove the folder if there is none yet.
undo_folder() { [ -d "$1" ] || UNDO+=("rmdir $1"); }

# The line is under [all], since the last section may be for another Pi. It takes effect at the next boot, or now.
switch_spi_on() {
  local config=/boot/firmware/config.txt
  if [ ! -f $config ]; then
    say "This is no Raspberry Pi: SPI is left as it is."
    return
  fi
  awk '{ print; sub(/\r$/, "") }
    /^\[/ { other = $0 != "[all]" }
    /^dtparam=spi=/ { on = $0 == "dtparam=spi=on" && !other }
    END { if (!on) print (other ? "[all]\n" : "") "dtparam=spi=on" }' $config >"$WORK/config.txt"
  put_file "$WORK/config.txt" $config
  dtparam spi=on >/dev/null 2>&1 || true
}

make_read_only() {
  say "A card that nothing but plays is written to"
  # Without busybox, overlayroot lacks grep at boot, and everything would be written to the card as before.
  apt-get install -y -q --no-install-recommends overlayroot busybox
  mountpoint -q "$DATA" || fill_partition
  awk -v place="$DATA" '/^#/ || $2 != place' /etc/fstab >"$WORK/fstab"
  echo "LABEL=$LABEL $DATA ext4 noatime,nosuid,nodev,nofail 0 2" >>"$WORK/fstab"
  put_file "$WORK/fstab" /etc/fstab
  put_file "$HERE/read-only.conf" "$DROP_IN"
  if running; then
    systemctl daemon-reload
    if ! mountpoint -q "$DATA"; then
      mount "$DATA"
      UNDO+=("umount $DATA")
    fi
  fi
  # Without recurse=0 the partition of the plays would become read-only too.
  echo 'overlayroot="tmpfs:recurse=0"' >"$WORK/overlayroot"
  put_file "$WORK/overlayroot" /etc/overlayroot.local.conf
  say "From the next boot on."
}

find_partition() {
  blkid -L "$LABEL" || fail "--read-only needs an ext4 partition with the label $LABEL. See docs/install.md."
}

# The plays are copied to their partition. The folder below its mount point becomes root's and read-only: if the partition
# is missing, no play must seem to be stored. Undo removes the copies, which would bring back plays put away since.
fill_partition() {
  local there=$WORK/plays others
  mkdir "$there"
  ! running || systemctl stop tavolino
  mount -o nosuid,nodev "$(find_partition)" "$there"
  others=$(find "$there/" -mindepth 1 ! -name lost+found -print -quit)
  [ -n "$others" ] || UNDO+=("find $there/ -mindepth 1 ! -name lost+found -delete")
  cp -a --update "$DATA/." "$there/"
  chown -R tavolino:tavolino "$there"
  chmod 700 "$there"
  sync -f "$there"
  UNDO+=("chown -R tavolino:tavolino $DATA; chmod -R u=rwX,go= $DATA")
  chown -R root:root "$DATA"
  chmod -R u=rwX,go=rX "$DATA"
}

start() {
  if ! running; then
    say "Installed. It starts with the next boot."
    return
  fi
  systemctl stop tavolino
  say "The doctor"
  "$COMMAND" doctor || say "Cure the faults above as the doctor says; then: $AGAIN"
  # systemd would not start a service again that has failed too often.
  systemctl reset-failed tavolino 2>/dev/null || true
  systemctl start tavolino || say "It does not run yet: journalctl -u tavolino says why."
}

running() { [ -d /run/systemd/system ]; }
say() { echo "== $*"; }
fail() { echo "$*" >&2; exit 1; }

main "$@"
