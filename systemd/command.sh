#!/bin/sh
# tavolino COMMAND: a command on this device's own plays and settings, as the user and with the variables of its service.
if [ "$(id -u)" -ne 0 ]; then
  echo "The plays of this device belong to its own user. Give the command as root: sudo tavolino $*" >&2
  exit 2
fi
# shellcheck disable=SC2046 # words
exec runuser -u tavolino -- env $(systemctl show --property=Environment --value tavolino) \
  STATE_DIRECTORY=/var/lib/tavolino /opt/tavolino/current/bin/tavolino "$@"
