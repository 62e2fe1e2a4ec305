# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# Sourced by run.sh and test.sh: makes sure that the machine has what the
# program needs, and installs only what is missing.

BUILD_PACKAGES="
gcc libc6-dev pkg-config meson ninja-build gettext python3 iso-codes
libgtk-4-dev libadwaita-1-dev libsoup-3.0-dev libjson-glib-dev libsecret-1-dev libsqlite3-dev
libpango1.0-dev libarchive-dev libxml2-dev
libglib2.0-bin libglib2.0-dev-bin libgtk-4-bin desktop-file-utils libx11-dev libxtst-dev
"
# What recognises speech in files.
MEDIA_PACKAGES="
libgstreamer1.0-dev libgstreamer-plugins-base1.0-dev libpocketsphinx-dev pocketsphinx-en-us
gstreamer1.0-plugins-base gstreamer1.0-plugins-good gstreamer1.0-libav
"
RUN_PACKAGES="
adwaita-icon-theme librsvg2-common shared-mime-info glib-networking ca-certificates gnome-keyring dbus
gstreamer1.0-pulseaudio
fonts-cantarell fonts-dejavu-core fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji
"
# The recording is what the main job is done with.
DISPLAY_PACKAGES="
xvfb xauth dbus dbus-daemon at-spi2-core pocketsphinx-testdata
"
TEST_PACKAGES="
clang clang-tidy llvm libclang-rt-dev mold appstream flatpak-builder libxml2-utils openssl procps curl poppler-utils
python3-jsonschema yt-dlp fish zsh
"

say () {
  printf '%s\n' "$*" >&2
}

give_up () {
  say "$*"
  exit 1
}

missing_packages () {
  for package in "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || printf '%s ' "$package"
  done
}

as_root () {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null 2>&1; then
    sudo "$@"
  else
    give_up "Installing packages needs root, and there is no sudo here. Run this command as root once."
  fi
}

apt_get () {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends "$@" >&2
}

# unknown_packages PACKAGE...: those that the package lists of this machine do not offer.
unknown_packages () {
  for package in "$@"; do
    apt-get -qq -s --no-install-recommends install "$package" >/dev/null 2>&1 || printf '%s ' "$package"
  done
}

# ensure_packages PACKAGE...: installs what is missing, and nothing more.
ensure_packages () {
  if ! command -v dpkg-query >/dev/null 2>&1; then
    say "This is not a Debian system: taking the libraries as they are here."
    return 0
  fi

  # Word splitting makes the list.
  # shellcheck disable=SC2046,SC2086
  set -- $(missing_packages $*)
  [ $# -gt 0 ] || return 0

  say "Installing what is missing: $*"
  as_root true || give_up "Installing packages needs root, and sudo did not give it. Run this command as root once."
  # An installation that was interrupted keeps every later one from starting.
  as_root env DEBIAN_FRONTEND=noninteractive dpkg --configure -a >&2 ||
    give_up "An earlier installation of packages was interrupted and cannot be ended. Run: dpkg --configure -a"
  if apt-get -qq -s --no-install-recommends install "$@" >/dev/null 2>&1; then
    apt_get install "$@" && return 0
  fi

  say "Looking for newer package lists…"
  apt_get update || give_up "The package lists could not be read. Is there a network connection?"
  apt_get install "$@" && return 0

  unknown=$(unknown_packages "$@")
  [ -z "$unknown" ] || give_up "The package lists of this machine do not offer: ${unknown% }. Is it Debian 12 or newer?"
  give_up "These packages could not be installed: $*. Is there a network connection?"
}

# prepare_build_folder: everything that is made goes to _build.
prepare_build_folder () {
  mkdir -p _build 2>/dev/null && [ -w _build ] ||
    give_up "The folder _build cannot be written here. Was it made by root? Remove it, or run this command as root."
}

# configure DIRECTORY OPTION...: sets a build directory up, or brings it up to
# date: what was installed since then counts, too.
configure () {
  directory=$1
  shift
  if [ -f "$directory/build.ninja" ]; then
    meson setup --reconfigure "$directory" "$@" >"$directory.log" 2>&1 && return 0
  fi
  # What was interrupted, or made by another version, is of no use. Without these files everything is made anew, and
  # nothing is removed that may be somebody's own, as `meson setup --wipe` would do.
  rm -f "$directory/meson-private/coredata.dat" "$directory/build.ninja" "$directory/.ninja_log" "$directory/.ninja_deps"
  meson setup "$directory" "$@" >"$directory.log" 2>&1 || {
    tail -n 20 "$directory.log" >&2
    give_up "The build could not be set up; the whole log is $directory.log"
  }
}

# compile DIRECTORY TARGET...: everything, if no target is named.
compile () {
  directory=$1
  shift
  meson compile -C "$directory" "$@" >"$directory.compile.log" 2>&1 || {
    grep -E -A 8 'error:|ERROR:|FAILED' "$directory.compile.log" | head -n 60 >&2
    give_up "The build failed; the whole log is $directory.compile.log"
  }
}
