#!/usr/bin/env bash
# Make the root of the image: the configured Debian and Tavolino, without anything that is not needed there.
#   root.sh TOP BASE COMPILER WORK PYTHON VERSION OWNER
# It runs as root, or as root of a user namespace.
set -euo pipefail
TOP=$1 BASE=$2 COMPILER=$3 WORK=$4 PYTHON=$5 VERSION=$6 OWNER=$7
ROOT=$WORK/root
HERE=$TOP/systemd/image

main() {
  mkdir "$ROOT"
  tar -C "$ROOT" -xf "$BASE" --exclude='./dev/*'
  users
  tavolino
  image
  remove_unneeded
  compile
  # Nobody logs in, so no program needs the rights of another user (setuid).
  find "$ROOT" -type f -perm /6000 -exec chmod a-s {} +
  # Every file has the time of the commit, whenever Debian was unpacked.
  env -u SOURCE_DATE_EPOCH mksquashfs "$ROOT" "$WORK/root.squashfs" -noappend -quiet -no-progress -no-xattrs \
    -comp zstd -Xcompression-level 19 -mkfs-time "$SOURCE_DATE_EPOCH" -all-time "$SOURCE_DATE_EPOCH"
  rm -rf "$ROOT"
}

users() {
  groupadd --root "$ROOT" --system --gid $OWNER tavolino
  useradd --root "$ROOT" --system --uid $OWNER --gid $OWNER --comment Tavolino --home-dir /var/lib/tavolino \
    --no-create-home --shell /usr/sbin/nologin tavolino
}

# The files of the installer in their places, and an environment made of the wheels.
tavolino() {
  local source target mode here=$ROOT/opt/tavolino/env.image
  while read -r source target; do
    if [ -x "$TOP/systemd/$source" ]; then mode=755; else mode=644; fi
    install -D -m $mode "$TOP/systemd/$source" "$ROOT$target"
  done <"$TOP/systemd/files"
  systemd-sysusers --root="$ROOT"
  mkdir -p "$here/bin" "$here/lib/python$PYTHON"
  cp -r "$WORK/packages" "$here/lib/python$PYTHON/site-packages"
  ln -s /usr/bin/python3 "$here/bin/python"
  printf 'home = /usr/bin\ninclude-system-site-packages = true\n' >"$here/pyvenv.cfg"
  install "$HERE/tavolino" "$here/bin/tavolino"
  ln -s env.image "$ROOT/opt/tavolino/current"
}

# The settings of an image: which services start, the mount points, and no user who can log in.
image() {
  local units=$ROOT/etc/systemd/system wants
  find "$units" "$ROOT/usr/lib/systemd/system" -path '*.wants/*' -delete
  rm -rf "$ROOT"/usr/lib/systemd/system-generators/* "$units"/getty* "$units"/dbus-org*
  while read -r wants; do
    mkdir -p "$units/$(dirname "$wants")"
    ln -s "/usr/lib/systemd/system/$(basename "$wants")" "$units/$wants"
  done < <(grep -v '^#' "$HERE/wants")
  ln -s /usr/lib/systemd/system/multi-user.target "$units/default.target"
  cp -r "$HERE/root/." "$ROOT"
  while read -r wants; do
    mkdir -p "$units/$(dirname "$wants")"
    ln -s "../$(basename "$wants" | sed 's/@.*/@.service/')" "$units/$wants"
  done <<END
multi-user.target.wants/tavolino.service
multi-user.target.wants/tavolino-grow.service
multi-user.target.wants/tavolino-upgrade.service
multi-user.target.wants/tavolino-usb.service
multi-user.target.wants/tavolino-console@tty1.service
multi-user.target.wants/tavolino-console@ttyS1.service
END
  install "$HERE/slots" "$ROOT/usr/local/lib/tavolino/slots"
  printf 'IMAGE_ID=tavolino\nIMAGE_VERSION=%s\n' "$VERSION" >>"$ROOT/usr/lib/os-release"
  echo tavolino >"$ROOT/etc/hostname"
  : >"$ROOT/etc/fstab"
  : >"$ROOT/etc/machine-id"
  rm -f "$ROOT/etc/resolv.conf" "$ROOT/etc/ssl/private"
  usermod --root "$ROOT" --lock root
  # Without this the day on which each password was set would be the day of the build.
  sed -i -E 's/^([^:]*:[^:]*):[0-9]*:/\1::/' "$ROOT/etc/shadow"
  rm -f "$ROOT"/etc/{passwd,group,shadow,gshadow,subuid,subgid}-
  mkdir -p "$ROOT/boot/firmware" "$ROOT/media/card" "$ROOT/var/lib/tavolino" "$ROOT/root"
}

# Remove files that are only needed to make or change a system.
remove_unneeded() {
  chroot "$ROOT" dpkg-query --show >"$WORK/root.packages"
  (
    cd "$ROOT"
    rm -rf boot/*-arm64 var/lib/apt var/lib/dpkg var/cache/* var/log/* etc/dpkg etc/apt usr/bin/dpkg* usr/sbin/dpkg* \
      usr/bin/perl* usr/lib/*/perl* usr/lib/*/gconv usr/share/{perl5,locale,zoneinfo,i18n,bash-completion,lintian} \
      usr/lib/udev/hwdb* usr/share/python3 "usr/lib/python$PYTHON"/{ensurepip,idlelib,pydoc_data,lib2to3,turtledemo} \
      tmp/* run/* var/tmp/*
  )
}

# Modules are compiled here, once, since the root is read-only; their times do not matter then. A file that Python 3
# cannot compile is not needed.
compile() {
  local here=$WORK/compiler
  find "$ROOT" -name __pycache__ -prune -exec rm -rf {} +
  mkdir "$here"
  tar -C "$here" -xf "$COMPILER" --exclude='./dev/*'
  mv "$ROOT" "$here/target"
  chroot "$here" "/usr/bin/python$PYTHON" -m compileall -q --invalidation-mode unchecked-hash -s /target -p / \
    "/target/usr/lib/python$PYTHON" /target/usr/lib/python3/dist-packages /target/opt/tavolino >/dev/null || true
  mv "$here/target" "$ROOT"
  rm -rf "$here"
  [ -n "$(find "$ROOT/opt/tavolino" -path '*/firmware/__pycache__/cli.*.pyc')" ]
}

main
