#!/usr/bin/env bash
# Make the image of a card that a Raspberry Pi boots from: Debian's packages, the wheels of the lock, and Tavolino.
#
#   make image       build/image/tavolino-VERSION-arm64.img.xz, and beside it the upgrade for cards that are in use
#
# Root is only needed to install missing tools. The same commit and the same packages give the same bytes;
# tavolino-VERSION-arm64.packages lists the packages.
set -euo pipefail
umask 022
export LC_ALL=C TZ=UTC
# The processor of a Pi 3. A later one signs its return addresses, which makes the emulator several times as slow.
export QEMU_CPU=cortex-a53

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
TOP=$(cd "$HERE/../.." && pwd)
OUT=$TOP/build/image
SUITE=trixie
PYTHON=3.13
BOARDS="bcm2837-rpi-3-a-plus bcm2837-rpi-3-b bcm2837-rpi-3-b-plus bcm2837-rpi-zero-2-w bcm2711-rpi-4-b bcm2711-rpi-400"
FIRMWARE="bootcode.bin start_cd.elf fixup_cd.dat start4cd.elf fixup4cd.dat"
TOOLS="mmdebstrap arch-test depmod qemu-aarch64-static dtc fdtoverlay mksquashfs cpio zstd mkfs.vfat mcopy mke2fs sfdisk xz git"
PACKAGES="mmdebstrap arch-test qemu-user-static binfmt-support uidmap kmod device-tree-compiler squashfs-tools cpio zstd
  dosfstools mtools e2fsprogs fdisk xz-utils git"
# The plays belong to this user on every card, for either of its two roots.
OWNER=700

main() {
  local missing="" tool
  for tool in $TOOLS; do
    PATH=$PATH:/usr/sbin:/sbin command -v "$tool" >/dev/null || missing="$missing $tool"
  done
  [ -z "$missing" ] || fail "Not found:$missing. Install: apt-get install $PACKAGES"
  PATH=$PATH:/usr/sbin:/sbin
  # The kernel finds the emulator by binfmt_misc. In a container it may not be registered.
  arch-test arm64 >/dev/null || fail "This computer runs no programs for arm64. As root: \
mount -t binfmt_misc none /proc/sys/fs/binfmt_misc; /usr/lib/systemd/systemd-binfmt"
  VERSION=${VERSION:-$(sed -n 's/^version = "\(.*\)"$/\1/p' "$TOP/pyproject.toml")}
  NAME=tavolino-$VERSION-arm64
  export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$TOP" log -1 --format=%ct)}
  # mke2fs has its own name for it.
  export E2FSPROGS_FAKE_TIME=$SOURCE_DATE_EPOCH
  mkdir -p "$OUT"
  WORK=$(mktemp -d "$OUT/work.XXXXXX")
  trap 'as_root rm -rf "$WORK"' EXIT

  kernel
  base
  compiler
  wheels
  root
  initramfs
  boot
  card
  finish
}

# The kernel and the firmware are unpacked, not installed: their scripts must not run here.
kernel() {
  local archive=$OUT/kernel-$SUITE.tar
  debian "$archive" "Kernel and firmware" --arch=arm64 --variant=extract --include=linux-image-arm64,raspi-firmware \
    --extract-hook='ls "$1/var/cache/apt/archives" >"$1/packages"'
  mkdir "$WORK/kernel"
  tar -C "$WORK/kernel" -xf "$archive" --wildcards ./packages ./boot './usr/lib/modules' './usr/lib/linux-image*/broadcom' \
    ./usr/lib/raspi-firmware ./usr/share/doc/raspi-firmware/copyright
  depmod -b "$WORK/kernel/usr" "$(basename "$WORK"/kernel/usr/lib/modules/*)"
}

# Debian, set up by its packages' own scripts: that is emulated, and takes some minutes.
base() {
  local names
  names=$(tr -s ' \n' ',' <"$HERE/packages")
  BASE=$OUT/base-$SUITE-$(cksum <"$HERE/packages" | cut -d ' ' -f 1).tar
  debian "$BASE" "Debian $SUITE" --arch=arm64 --variant=custom --include="${names%,}" \
    --dpkgopt=path-exclude=/usr/share/doc/* --dpkgopt=path-include=/usr/share/doc/*/copyright \
    --dpkgopt=path-exclude=/usr/share/man/* --dpkgopt=path-exclude=/usr/share/locale/*
}

# The same version of Python for this computer: it compiles the modules, whose bytecode is the same on the Pi.
compiler() {
  COMPILER=$OUT/python-$SUITE.tar
  debian "$COMPILER" "Python" --arch="$(dpkg --print-architecture)" --variant=extract --include=base-files,libc-bin,python3
}

# debian FILE TITLE OPTION...: make an archive of Debian's packages, once; from the sources of apt, with updates.
debian() {
  local file=$1 mirrors
  [ ! -e "$file" ] || return 0
  say "$2"
  mirrors=$(apt-get indextargets --format '$(ORIGIN) $(REPO_URI) $(SUITE)' "Created-By: Packages" |
    sed -En "s/^Debian (\S+) [a-z]+(-security|-updates|)$/deb \1 $SUITE\2 main non-free-firmware/p" | sort -u)
  [ -n "$mirrors" ] || fail "apt has no list of Debian's packages. On Debian: apt-get update. Elsewhere no image can be made."
  mmdebstrap --quiet --format=tar "${@:3}" $SUITE "$WORK/new.tar" - <<<"$mirrors"
  mv "$WORK/new.tar" "$file"
}

# The wheels are for the Pi: none of their programs runs here.
wheels() {
  local pip platforms n
  say "Wheels"
  pip=("${PIP_PYTHON:-$TOP/.venv/bin/python}" -m pip --quiet --disable-pip-version-check)
  for n in $(seq 17 36); do platforms+=" --platform=manylinux_2_${n}_aarch64"; done
  # shellcheck disable=SC2086 # words
  "${pip[@]}" install --no-compile --target "$WORK/packages" $platforms --python-version=$PYTHON --implementation=cp \
    --only-binary=:all: --require-hashes --requirement "$TOP/systemd/requirements.txt"
  # A release has made the wheel already. pip finds it by its name: given a path, it would record the name of this folder.
  WHEELS=${WHEELS:-$WORK/wheels}
  # The build tools of the wheel are locked, too, and came with the others.
  [ -e "$WHEELS" ] || PYTHONPATH=$WORK/packages PYTHONDONTWRITEBYTECODE=1 \
    "${pip[@]}" wheel --no-deps --no-build-isolation --wheel-dir "$WHEELS" "$TOP"
  "${pip[@]}" install --no-compile --no-deps --no-index --only-binary=:all: --find-links "$WHEELS" \
    --target "$WORK/packages" --upgrade tavolino
  # The build tools are not needed later; commands, and their checksums, have the path of this computer's Python.
  rm -rf "$WORK"/packages/{babel,hatchling,packaging,pathspec,pluggy,trove_classifiers,tomli}{,-*.dist-info} \
    "$WORK"/packages/{bin,*.dist-info/RECORD}
}

root() {
  say "Root"
  as_root "$HERE/root.sh" "$TOP" "$BASE" "$COMPILER" "$WORK" $PYTHON "$VERSION" $OWNER
}

# The first program of the boot, with the modules that it loads, each after those that it needs.
initramfs() {
  local first=$WORK/first folder applet
  folder=$(echo "$WORK"/kernel/usr/lib/modules/*)
  mkdir -p "$first"/{bin,dev,proc,sys,run,root,modules}
  tar -C "$first" -xf "$BASE" --strip-components=2 ./usr/bin/busybox
  for applet in sh mount umount insmod dd cat hexdump md5sum cut sed tr usleep blockdev chroot chown chmod mkdir cp sleep reboot \
    switch_root; do
    ln -s busybox "$first/bin/$applet"
  done
  install "$HERE/slots" "$first/bin/slots"
  install "$HERE/first" "$first/init"
  grep -v '^#' "$HERE/modules" | while read -r when names; do
    in_order "$folder" $names | while read -r file; do
      name=$(basename "$file" .ko.xz)
      grep -qsx "$name" "$first"/modules/{card,later,usb,console} && continue
      xz -dc "$folder/$file" >"$first/modules/$name.ko"
      echo "$name" >>"$first/modules/$when"
    done
  done
  stamp "$first"
  (cd "$first" && find . -print0 | sort -z | cpio --null --quiet -o -H newc -R 0:0 --reproducible) |
    zstd -q -19 >"$WORK/initramfs.img"
}

# in_order FOLDER NAME...: the files of modules, each after those that it needs.
in_order() {
  local folder=$1
  shift
  printf '%s\n' "$@" | awk -v folder="$folder" '
    BEGIN {
      while ((getline line < (folder "/modules.dep")) > 0) {
        split(line, half, ": *"); file = half[1]; name = file
        sub(/.*\//, "", name); sub(/\.ko.*/, "", name); gsub(/-/, "_", name)
        path[name] = file; needs[file] = half[2]
      }
      while ((getline line < (folder "/modules.builtin")) > 0) {
        name = line; sub(/.*\//, "", name); sub(/\.ko.*/, "", name); gsub(/-/, "_", name); builtin[name] = 1
      }
    }
    { gsub(/-/, "_"); if (path[$0]) { n = split(needs[path[$0]], list, " "); for (; n; n--) print list[n]; print path[$0] }
      else if (!builtin[$0]) { print "There is no module " $0 > "/dev/stderr"; exit 1 } }'
}

# The boot partition.
boot() {
  say "Boot partition"
  local from=$WORK/kernel/usr/lib to=$WORK/boot name
  mkdir "$to"
  for name in $FIRMWARE; do cp "$from/raspi-firmware/$name" "$to"; done
  cp "$WORK/kernel/usr/share/doc/raspi-firmware/copyright" "$to/LICENCE.firmware.txt"
  cp "$WORK"/kernel/boot/vmlinuz-* "$to/vmlinuz"
  cp "$WORK/initramfs.img" "$HERE/config.txt" "$HERE/cmdline.txt" "$to"
  for_pc "$HERE/boot.txt" >"$to/README.txt"
  dtc -q -@ -I dts -O dtb -o "$WORK/spi.dtbo" "$HERE/spi.dts"
  for name in $BOARDS; do
    fdtoverlay -i "$(echo "$from"/linux-image-*/broadcom/"$name.dtb")" -o "$to/$name.dtb" "$WORK/spi.dtbo"
  done
}

# The card: its table, and each partition at its place.
card() {
  say "Card"
  local image=$WORK/card
  truncate -s "$(awk -F '[=,]' '/^4:/ { print ($2 + $4) * 512 }' "$HERE/partitions")" "$image"
  sfdisk --quiet "$image" <"$HERE/partitions"
  fat 1 BOOT "$WORK/boot"
  mkdir -p "$WORK/files/tavolino/bots"
  for_pc "$HERE/card.txt" >"$WORK/files/README.txt"
  for_pc "$HERE/settings.toml" >"$WORK/files/tavolino/settings.toml"
  fat 2 TAVOLINO "$WORK/files"
  truncate -s "$(bytes 5)" "$WORK/record"
  "$HERE/slots" set "$WORK/record" a - 0 -
  place 5 "$WORK/record"
  place 6 "$WORK/root.squashfs"
  truncate -s "$(bytes 4)" "$WORK/plays"
  mke2fs -q -F -t ext4 -b 4096 -L tavolino -U 7a401100-0000-4000-8000-000000000004 \
    -E hash_seed=7a401100-0000-4000-8000-000000000005,root_owner=$OWNER:$OWNER,lazy_itable_init=0 "$WORK/plays"
  place 4 "$WORK/plays"
}

# for_pc FILE: print a text with the line ends that every editor knows, and with the project's address.
for_pc() { sed "s#@ADDRESS@#$(address)#; s/$/\r/" "$1"; }

# The address of the project for a browser: without a password, and never a folder of this computer.
address() {
  local url
  url=$(git -C "$TOP" remote get-url origin 2>/dev/null |
    sed -En 's#^(ssh://)?git@([^:/]+)[:/]#https://\2/#; s#//[^/@]*@#//#; s#\.git$##; /^https:/p') || true
  echo "${url:-the page where you found this image}"
}

# fat NUMBER LABEL FOLDER: a partition that every PC can read. --invariant sets a fixed serial, so ours is set later.
fat() {
  stamp "$3"
  truncate -s "$(bytes "$1")" "$WORK/fat"
  mkfs.vfat -F 32 -n "$2" --invariant -i "7a40110$1" "$WORK/fat" >/dev/null
  mcopy -s -m -i "$WORK/fat" "$3"/* ::
  place "$1" "$WORK/fat"
  rm "$WORK/fat"
}

# place NUMBER FILE: write a file to the place of a partition.
place() {
  [ "$(stat -c %s "$2")" -le "$(bytes "$1")" ] || fail "$(basename "$2") does not fit partition $1 of $HERE/partitions."
  dd if="$2" of="$WORK/card" bs=512 seek="$(entry "$1" start)" conv=notrunc,sparse status=none
}

bytes() { echo $(($(entry "$1" size) * 512)); }
entry() { sed -n "s/^$1:.*$2=\([0-9]*\).*/\1/p" "$HERE/partitions"; }

# The upgrade of a card in use is only its root, after a line that describes it.
finish() {
  say "Compressing"
  local file
  {
    printf '%-511s\n' "tavolino $VERSION $(stat -c %s "$WORK/root.squashfs") $(sha256sum <"$WORK/root.squashfs" | cut -d ' ' -f 1)"
    cat "$WORK/root.squashfs"
  } >"$OUT/tavolino-$VERSION.upgrade"
  {
    cat "$WORK/root.packages"
    sed -En 's/^(linux-image-[0-9][^_]*|raspi-firmware)_([^_]*)_.*/\1\t\2/p' "$WORK/kernel/packages"
  } | sort >"$OUT/$NAME.packages"
  xz -T0 -6 -c "$WORK/card" >"$OUT/$NAME.img.xz"
  cd "$OUT"
  for file in "$NAME.img.xz" "tavolino-$VERSION.upgrade"; do
    sha256sum "$file" >"$file.sha256"
    say "$file, $(($(stat -c %s "$file") / 1000000)) MB"
  done
}

stamp() { find "$1" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +; }

# Files of the image have other owners than this user. If this is not root, a namespace of users has these owners.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else unshare --map-root-user --map-auto --mount "$@"; fi
}

say() { echo "== $*"; }
fail() { echo "$*" >&2; exit 1; }

main
exit
