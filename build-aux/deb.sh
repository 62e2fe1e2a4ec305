#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# deb.sh [--root FOLDER]: makes the archive of a release, as `meson dist` does it, and of that the packages transcripts,
# transcripts-cli and transcription-service; looks through them with lintian, installs them in a root of their own, and
# says what held. They lie in _build/deb.
#
# Needs Debian 12 or newer, git, what the program is built with (see build-aux/setup.sh), debhelper, devscripts and
# lintian. Root and debootstrap, or a root of Debian that is there already (FOLDER, which is changed), for what is
# installed with its dependencies; without either the packages are unpacked, and run from there with the libraries
# of this machine. Takes minutes.
set -eu

cd "$(dirname "$0")/.."
source=$(pwd)
work=$source/_build/deb
packages="transcripts transcripts-cli transcription-service"
unfit=0

give_up () {
  printf '%s\n' "$*" >&2
  exit 1
}

held () {
  printf 'held: %s\n' "$*"
}

missed () {
  printf 'NOT: %s\n' "$*"
  unfit=1
}

# holds WORDS COMMAND...: says whether the command succeeds.
holds () {
  words=$1
  shift
  if "$@" >>"$work/checks.log" 2>&1; then held "$words"; else missed "$words"; fi
}

root=
if [ "${1:-}" = --root ]; then
  root=$(cd "${2:?Which folder?}" && pwd)
elif [ $# -gt 0 ]; then
  give_up "deb.sh [--root FOLDER]"
fi
for program in git meson dh dpkg-buildpackage lintian; do
  command -v "$program" >/dev/null 2>&1 || give_up "There is no $program here"
done

rm -rf "$work"
mkdir -p "$work"

# The archive of HEAD, without the tests of `meson dist`, which test.sh has run.
printf 'Making the archive…\n'
meson setup "$work/archive" -Dtests=false >"$work/archive.log" 2>&1 &&
  meson dist -C "$work/archive" --no-tests --formats xztar --allow-dirty >>"$work/archive.log" 2>&1 ||
  { tail -n 20 "$work/archive.log" >&2; give_up "There is no archive"; }
tar -C "$work" -xf "$work"/archive/meson-dist/transcripts-*.tar.xz
tree=$(ls -d "$work"/transcripts-*)
version=${tree##*/transcripts-}

printf 'Building the packages…\n'
cp -R "$tree/build-aux/debian" "$tree/debian"
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
cat >"$tree/debian/changelog" <<EOF
transcripts ($version) unstable; urgency=medium

  * What is new stands in NEWS.

 -- $(sed -n 's/^Maintainer: //p' "$tree/debian/control")  $(date -R -d "@$SOURCE_DATE_EPOCH")
EOF
(cd "$tree" && dpkg-buildpackage -us -uc -b) >"$work/build.log" 2>&1 ||
  { tail -n 40 "$work/build.log" >&2; give_up "The packages cannot be built; the whole log is $work/build.log"; }

files=
for package in $packages; do
  file=$(ls "$work/${package}_${version}"_*.deb 2>/dev/null) || give_up "There is no package $package"
  files="$files $file"
done
# shellcheck disable=SC2086
held "three packages of $version, $(du -ch $files | tail -n 1 | cut -f 1) in all"

if lintian --pedantic --fail-on error,warning "$work"/*.changes >"$work/lintian.log" 2>&1; then
  held "lintian finds no error and no warning"
else
  missed "lintian finds no error and no warning"
fi
cat "$work/lintian.log"

# depends PACKAGE: what it is never installed without, or not by itself.
depends () {
  dpkg-deb -f "$work/${1}_${version}"_*.deb Pre-Depends Depends Recommends
}

for package in transcripts-cli transcription-service; do
  if depends "$package" | grep -E -i 'gtk|adwaita'; then
    missed "$package needs no GTK"
  else
    held "$package needs no GTK"
  fi
done

# check_programs COMMAND...: what runs from the packages, if the command runs it.
check_programs () {
  for words in 'transcripts --version' 'transcripts help' 'transcripts help export' 'transcription-service --version' \
      'transcription-service --help'; do
    # shellcheck disable=SC2086
    holds "$words" "$@" $words
  done
  [ "$("$@" transcripts --version)" = "transcripts $version" ] || missed "transcripts is of $version"
}

# in_root COMMAND...: in the root, with a home of its own.
in_root () {
  chroot "$root" env -i HOME=/tmp/transcripts-home LC_ALL=C.UTF-8 PATH=/usr/bin:/bin:/usr/sbin:/sbin "$@"
}

install_in_root () {
  mkdir -p "$root/tmp/transcripts-debs"
  cp "$@" "$root/tmp/transcripts-debs/"
  in_root env DEBIAN_FRONTEND=noninteractive sh -c \
    'apt-get update -q && apt-get install -q -y --no-install-recommends /tmp/transcripts-debs/*.deb' >"$work/install.log" 2>&1
  status=$?
  rm -rf "$root/tmp/transcripts-debs"
  return $status
}

if [ -z "$root" ] && [ "$(id -u)" = 0 ] && command -v debootstrap >/dev/null 2>&1; then
  root=$work/root
  printf 'Making a root…\n'
  # The packages need the libraries of this Debian.
  suite=$(. /etc/os-release; printf '%s' "${VERSION_CODENAME:-sid}")
  debootstrap --variant=minbase "$suite" "$root" >"$work/debootstrap.log" 2>&1 || { rm -rf "$root"; root=; }
fi

# recommended_in_root DEB...: what apt would install along with these, as a user who says nothing of what is recommended.
recommended_in_root () {
  mkdir -p "$root/tmp/transcripts-debs"
  cp "$@" "$root/tmp/transcripts-debs/"
  in_root sh -c 'apt-get update -q >/dev/null && apt-get install -s --install-recommends /tmp/transcripts-debs/*.deb' |
    sed -n 's/^Inst \([^ ]*\).*/\1/p'
  rm -rf "$root/tmp/transcripts-debs"
}

if [ -n "$root" ]; then
  cli=$(ls "$work/transcripts-cli_$version"_*.deb)
  service=$(ls "$work/transcription-service_$version"_*.deb)
  recommended_in_root "$cli" "$service" >"$work/recommended"
  grep -q -x transcripts-cli "$work/recommended" || missed "apt knows how to install transcripts-cli"
  if grep -E '^(libgtk-|libadwaita|gcr|xorg|xserver)' "$work/recommended"; then
    missed "what the commands recommend brings no GTK along"
  else
    held "what the commands recommend brings no GTK along"
  fi
  holds "transcripts-cli can be installed alone" install_in_root "$cli"
  holds "with what it takes to trust a server" in_root dpkg-query -W ca-certificates
  if in_root dpkg-query -W -f '${Package}\n' 'libgtk-4*' 'libadwaita*' 2>/dev/null | grep .; then
    missed "it brings no GTK along"
  else
    held "it brings no GTK along"
  fi
  if in_root transcripts >>"$work/checks.log" 2>&1; then
    missed "without the window it fails"
  else
    held "without the window it fails"
  fi
  # shellcheck disable=SC2086
  holds "all three can be installed" install_in_root $files
  check_programs in_root
  holds "settings are found (transcripts accounts)" in_root transcripts accounts
  holds "they can be removed" in_root dpkg --purge $packages
else
  for file in $files; do
    dpkg-deb -x "$file" "$work/unpacked"
  done
  glib-compile-schemas "$work/unpacked/usr/share/glib-2.0/schemas"
  PATH=$work/unpacked/usr/bin:$PATH; export PATH
  check_programs env
  printf 'Unpacked only: neither debootstrap nor a root was there.\n'
fi
[ "$unfit" = 0 ] || give_up "The log of what did not hold: $work/checks.log"
