#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# newest.sh ROOT [TEST...]: builds this tree in ROOT, a folder with a newer Debian (as of `debootstrap --variant=minbase
# trixie ROOT`, or forky), with the GTK that is there, and runs the suites core, service, display, journeys and lint, or
# the tests that are named. What differs from the last commit is not built. Ends with what failed, and with the versions
# of the libraries.
#
# Needs root, git, and 3 GB in ROOT; installs there what test.sh installs here. Builds and runs as a user of its own in
# ROOT, in /var/tmp/transcripts-newest, which stays, so that the next time only what changed is compiled.
set -eu

root=$(cd "${1:?Which root?}" && pwd)
shift
cd "$(dirname "$0")/.."
. build-aux/setup.sh

user=transcripts-check
# What is seen from inside.
source=/var/tmp/transcripts-newest

[ "$(id -u)" = 0 ] || give_up "Needs root, to change into $root"
[ -x "$root/usr/bin/apt-get" ] || give_up "$root is not the root of a Debian"

# In a space of its own, so that what is mounted goes when this ends, however it does.
if [ "${TRS_NEWEST_INSIDE:-}" != yes ]; then
  TRS_NEWEST_INSIDE=yes exec unshare --mount --propagation private sh build-aux/newest.sh "$root" "$@"
fi
mount --bind /proc "$root/proc"
mount --rbind /dev "$root/dev"

in_root () {
  chroot "$root" env -i HOME=/root LC_ALL=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"
}

# as_user COMMAND: what a folder that cannot be written means is seen by no test that root runs.
as_user () {
  chroot "$root" setpriv --reuid="$user" --regid="$user" --clear-groups env -i HOME="/home/$user" USER="$user" \
    LC_ALL=C.UTF-8 PATH=/usr/bin:/bin:/usr/sbin XDG_RUNTIME_DIR="/home/$user/run" sh -euc "cd $source; $1"
}

say "Installing what is missing…"
packages=$(printf '%s ' "$BUILD_PACKAGES" "$MEDIA_PACKAGES" "$RUN_PACKAGES" "$DISPLAY_PACKAGES" "$TEST_PACKAGES")
# shellcheck disable=SC2086
in_root sh -c 'apt-get -q -y --no-install-recommends install "$@" >/var/tmp/apt.log 2>&1 ||
  { apt-get -q update && apt-get -q -y --no-install-recommends install "$@"; } >/var/tmp/apt.log 2>&1' sh \
  $packages git locales util-linux || { tail -n 5 "$root/var/tmp/apt.log" >&2; give_up "Packages cannot be installed in $root"; }
in_root sh -c 'sed -i -E "s/^# *((en_US|de_DE|ar_EG)\.UTF-8)/\1/" /etc/locale.gen && locale-gen >/dev/null'
in_root sh -c "id $user >/dev/null 2>&1 || useradd --create-home $user
  install -d -m 0700 -o $user -g $user /home/$user/run
  install -d -o $user -g $user $source"

# The folder of the build is kept, and so are the times of what did not change.
git bundle create -q "$root$source.bundle" HEAD
in_root chown "$user:" "$source.bundle"
as_user "git init -q . && git fetch -q $source.bundle HEAD && git checkout -q --force --detach FETCH_HEAD
  if command -v mold >/dev/null; then export CC_LD=mold; fi
  [ -f _build/build.ninja ] || { mkdir -p _build
    meson setup _build >_build/setup.log 2>&1 || { tail -n 20 _build/setup.log >&2; exit 1; }; }" ||
  give_up "It cannot be set up in $root"
suites='--suite core --suite service --suite display --suite journeys --suite lint'
[ $# -eq 0 ] || suites=$*
status=0
say "Building $(git log -1 --format=%h), and testing…"
as_user "meson test -C _build --timeout-multiplier 4 --num-processes $(nproc) $suites >_build/test.log 2>&1" || status=1
grep -E 'warning:|error:|^FAILED|^ *[0-9]+/[0-9]+ .*(FAIL|ERROR|TIMEOUT)|^(Ok|Fail|Timeout|Skipped):' \
  "$root$source/_build/test.log" || status=1
[ $status = 0 ] || say "The whole log: $root$source/_build/test.log, and what each test said in meson-logs beside it"
as_user "printf '%s: ' $(git log -1 --format=%h)
  for library in gtk4 libadwaita-1 glib-2.0; do printf '%s %s  ' \$library \"\$(pkg-config --modversion \$library)\"; done
  echo"
exit $status
