#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# flatpak.sh [--without-speech] [--main-job]: builds the Flatpak of this tree, makes a bundle of it, runs it under a
# display of its own, and says what held. The bundle is _build/bundle/transcripts.flatpak.
# flatpak.sh --manifest TAG: prints the manifest of a release, with the tag and its commit as its source.
#
# --without-speech leaves PocketSphinx out, which is fetched from github.com otherwise. --main-job builds the main
# job of the tests inside the SDK, too, which takes minutes more, and does it with the service in the bundle.
#
# Needs flatpak, flatpak-builder (of Debian 12 or newer), elfutils, git, python3, xvfb-run, dbus-run-session, xdotool,
# imagemagick, and org.gnome.Platform and Sdk 51, installed for the user or the system, from Flathub or made by oneself:
# a local runtime counts. With xdg-desktop-portal-gtk and gnome-keyring the keyring is tried from inside the sandbox, too.
# Nothing that is installed is replaced, and no data of the user is touched: the program runs with a home of its own,
# from a branch that is removed at the end.
set -eu

cd "$(dirname "$0")/.."
source=$(pwd)
id=io.github.transcripts_app.Transcripts
manifest=flatpak/$id.json
work=$source/_build/bundle
branch=check
remote=transcripts-check
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

# write_manifest SOURCE: the manifest with that source of the program; without PocketSphinx, if so wished.
write_manifest () {
  python3 -c 'import json, sys
manifest = json.load(open(sys.argv[1]))
manifest["modules"][-1]["sources"] = [json.loads(sys.argv[2])]
if sys.argv[3] == "without":
    manifest["modules"] = [module for module in manifest["modules"] if module["name"] != "pocketsphinx"]
if sys.argv[4] == "without":
    manifest["appstream-compose"] = False
print(json.dumps(manifest, indent=2))' "$manifest" "$1" "$speech" "$composer"
}

# flatpak-builder before 1.3.4, as that of Debian 12, looks in the SDK for a composer that is no longer there.
has_composer () {
  printf '%s\n' "flatpak-builder 1.3.4" "$(flatpak-builder --version)" | sort -C -V
}

# flatpak_run PROGRAM ARGUMENT...: from the sandbox.
flatpak_run () {
  program=$1
  shift
  timeout 120 flatpak run --user --branch=$branch --command="$program" "$id" "$@"
}

# The shell in the sandbox does the main job by the commands, with the service in it.
by_commands () {
  # shellcheck disable=SC2016
  flatpak_run sh -c '
    echo check-key:100 | transcription-service --users=- --speed=1000 >/tmp/service.out 2>/tmp/service.err &
    service=$!
    until grep -q "^Listening" /tmp/service.out; do sleep 0.1; done
    address=$(sed -n "s/^Listening on //p" /tmp/service.out)
    printf check-key | transcripts submit --server="$address" --key-stdin --wait -q -o - --timecodes --speakers \
      --format=txt council-12-march
    status=$?
    kill $service
    exit $status' | tee "$work/council.txt" | head -n 1 | grep -F 'Good evening.'
}

# What is in the keyring is there in the next sandbox, too.
by_keyring () {
  # shellcheck disable=SC2016
  flatpak_run sh -c '
    echo check-key:100 | transcription-service --users=- --port=18099 >/tmp/service.out 2>/tmp/service.err &
    service=$!
    until grep -q "^Listening" /tmp/service.out; do sleep 0.1; done
    printf check-key | transcripts login http://127.0.0.1:18099 --key-stdin --yes && transcripts status
    status=$?
    kill $service
    exit $status'
}

shows_window () {
  timeout 600 flatpak run --user --branch=$branch "$id" >"$work/window.log" 2>&1 &
  window=$!
  xdotool search --sync --onlyvisible --name '^Transcripts$' >"$work/window.id" &
  search=$!
  tries=0
  while kill -0 $search 2>/dev/null && [ $tries -lt 300 ]; do sleep 0.1; tries=$((tries + 1)); done
  kill $search 2>/dev/null || :
  # A window that shows something has more than two or three colours.
  colours=0
  tries=0
  while [ -s "$work/window.id" ] && [ "$colours" -lt 20 ] && [ $tries -lt 100 ]; do
    import -window root "$work/window.png" && colours=$(identify -format %k "$work/window.png")
    tries=$((tries + 1))
    sleep 0.1
  done
  flatpak kill "$id" 2>/dev/null || :
  wait $window || :
  printf 'The window has %s colours.\n' "$colours"
  [ "$colours" -ge 20 ] && ! grep -E 'CRITICAL|Fontconfig error' "$work/window.log"
}

# The main job of the tests: the window as it is compiled with the SDK, with service and catalogue of the bundle; the
# service is faster than a user has it, as in every main job.
by_main_job () {
  rm -rf "$work/inside"
  # shellcheck disable=SC2016
  flatpak build --share=ipc --share=network --socket=x11 --filesystem="$source" \
    --env=G_DEBUG=fatal-warnings --env=GSETTINGS_BACKEND=memory \
    --env=GSETTINGS_SCHEMA_DIR=/app/share/glib-2.0/schemas:/usr/share/glib-2.0/schemas \
    --env=GDK_BACKEND=x11 --env=GDK_DISABLE=gl,vulkan --env=GDK_DEBUG=no-portals --env=GSK_RENDERER=cairo \
    --env=GIO_USE_VFS=local --env=GIO_USE_NETWORK_MONITOR=base --env=ADW_DISABLE_PORTAL=1 --env=GTK_A11Y=none \
    --env=LC_ALL=C.UTF-8 --env=G_TEST_SRCDIR="$source/tests" --env=G_TEST_BUILDDIR="$work/inside/tests" \
    "$work/build" sh -euc '
      cd "$1"
      meson setup "$2/inside" -Dmedia=disabled
      meson compile -C "$2/inside" main-job
      "$2/inside/tests/journeys/main-job" /app/bin/transcription-service /app/share/transcripts/catalogue "$2/main-job"
    ' sh "$source" "$work"
}

# What is run under a display and a bus of their own.
if [ "${1:-}" = --inside ]; then
  version=$2
  # Before a portal asks for it, and a dialog for its password.
  if [ -x /usr/libexec/xdg-desktop-portal ]; then
    printf check | gnome-keyring-daemon --unlock --components=secrets >>"$work/checks.log" 2>&1 || :
  fi
  holds "transcripts --version is $version" sh -c \
    "[ \"\$(flatpak run --user --branch=$branch $id --version)\" = 'transcripts $version' ]"
  holds "transcripts help" flatpak_run transcripts help
  holds "transcription-service --help" flatpak_run transcription-service --help
  holds "settings and keyfile inside the sandbox (transcripts accounts)" flatpak_run transcripts accounts
  holds "this tree is not seen from inside" flatpak_run test ! -e "$source/README.md"
  holds "submitted, waited for and printed by the commands" by_commands
  holds "the window opens, and shows something: $work/window.png" shows_window
  if flatpak_run sh -c 'test -x /app/libexec/transcription-worker' 2>>"$work/checks.log"; then
    held "what recognises speech is in it"
  else
    printf 'left out: what recognises speech\n'
  fi
  if [ -x /usr/libexec/xdg-desktop-portal ]; then
    holds "the key goes through the portal into the keyring" by_keyring
  else
    printf 'not tried: the keyring, because there is no xdg-desktop-portal\n'
  fi
  [ "$3" = no ] || holds "the main job, as the tests do it: $work/main-job" by_main_job
  exit "$unfit"
fi

speech=with
composer=with
main_job=no
while [ $# -gt 0 ]; do
  case $1 in
    --without-speech) speech=without ;;
    --main-job) main_job=yes ;;
    --manifest)
      tag=${2:?Which tag?}
      commit=$(git rev-parse --verify --quiet "$tag^{commit}") || give_up "There is no tag $tag"
      write_manifest "{\"type\": \"git\", \"url\": \"https://github.com/transcripts-app/transcripts.git\",
        \"tag\": \"$tag\", \"commit\": \"$commit\"}"
      exit 0 ;;
    *) give_up "flatpak.sh [--without-speech] [--main-job], or flatpak.sh --manifest TAG" ;;
  esac
  shift
done
for program in flatpak flatpak-builder eu-strip python3 xvfb-run dbus-run-session xdotool import; do
  command -v "$program" >/dev/null 2>&1 || give_up "There is no $program here"
done
for runtime in Platform Sdk; do
  flatpak info "org.gnome.$runtime//51" >/dev/null 2>&1 || give_up "org.gnome.$runtime 51 is not installed"
done

has_composer || composer=without
version=$(sed -n "s/^  version: '\(.*\)',/\1/p" meson.build)
mkdir -p "$work"
rm -rf "$work/build" "$work/repo" "$work/checks.log"
write_manifest "{\"type\": \"dir\", \"path\": \"$source\", \"skip\": [\"_build\", \".git\"]}" >"$work/$id.json"

printf 'Building… (minutes; the log is _build/bundle/build.log)\n'
flatpak-builder --user --force-clean --disable-rofiles-fuse --state-dir="$work/state" --repo="$work/repo" \
  --default-branch=stable "$work/build" "$work/$id.json" >"$work/build.log" 2>&1 || {
  tail -n 20 "$work/build.log" >&2
  give_up "The Flatpak cannot be built. If PocketSphinx cannot be fetched, --without-speech leaves it out."
}
flatpak build-bundle "$work/repo" "$work/transcripts.flatpak" "$id" stable >>"$work/build.log" 2>&1
held "a bundle of $version, $(du -h "$work/transcripts.flatpak" | cut -f 1): $work/transcripts.flatpak"

holds "the programs are hardened" python3 tests/lint/hardening.py fortified \
  "$work"/build/files/bin/trans* "$work"/build/files/libexec/trans*
holds "the sample videos are in it" test -e "$work/build/files/share/transcripts/catalogue/council-12-march.json"
holds "no headers and no man pages are in it" test ! -e "$work/build/files/include" -a ! -e "$work/build/files/share/man"

# The home that the program sees is not that of the user, but what is installed for the user is.
FLATPAK_USER_DIR=${FLATPAK_USER_DIR:-${XDG_DATA_HOME:-$HOME/.local/share}/flatpak}; export FLATPAK_USER_DIR
clean_up () {
  flatpak uninstall --user -y --noninteractive "$id//$branch" >/dev/null 2>&1 || :
  flatpak remote-delete --user --force $remote >/dev/null 2>&1 || :
  rm -rf "${work:?}/home" "${work:?}/run"
}
clean_up
trap clean_up EXIT
flatpak build-commit-from --no-update-summary --src-ref="app/$id/$(flatpak --default-arch)/stable" "$work/repo" \
  "app/$id/$(flatpak --default-arch)/$branch" >>"$work/build.log" 2>&1
flatpak build-update-repo "$work/repo" >>"$work/build.log" 2>&1
flatpak remote-add --user --no-gpg-verify $remote "file://$work/repo"
flatpak install --user -y --noninteractive $remote "$id//$branch" >>"$work/build.log" 2>&1 ||
  give_up "It cannot be installed; the whole log is $work/build.log"

mkdir -p "$work/home"
mkdir -m 0700 "$work/run"
XDG_CURRENT_DESKTOP=GNOME HOME=$work/home XDG_RUNTIME_DIR=$work/run XDG_DATA_HOME="" XDG_CONFIG_HOME="" XDG_CACHE_HOME="" \
  xvfb-run -a -s '-screen 0 1280x1024x24 -nolisten tcp' dbus-run-session -- \
  sh build-aux/flatpak.sh --inside "$version" "$main_job" 2>"$work/session.log" ||
  unfit=1
[ "$unfit" = 0 ] || give_up "The log of what did not hold: $work/checks.log"
