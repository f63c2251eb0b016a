# shellcheck shell=bash
# Installing the servers with apt, without letting Debian start them as system daemons.

services_install() {
  local name missing=() wanted=("$@")
  ((${#wanted[@]})) || wanted=("${names[@]}")
  for name in "${wanted[@]}"; do
    require_name "$name"
    "${name}_installed" || missing+=("$("${name}_package")")
  done
  ((${#missing[@]})) || return 0

  if ! command -v apt-get >/dev/null; then
    fail "not installed: ${missing[*]}" "there is no apt here to install them with" \
      "install them so that their programs are on the PATH, e.g. brew install nats-server redis mariadb postgresql@17 prometheus"
  fi
  if [[ $EUID != 0 ]]; then
    fail "not installed: ${missing[*]}" "installing needs root" "sudo apt-get install -y ${missing[*]}"
  fi
  echo "installing ${missing[*]}" >&2
  without_starting_daemons install_packages "${missing[@]}" >&2
  for name in "${wanted[@]}"; do
    "${name}_installed" || fail "$name is still missing" "its package brought no server program that can be found" \
      "look at: dpkg -L $("${name}_package")"
  done
}

install_packages() {
  local install=(apt-get install -y -q --no-install-recommends "$@")
  export DEBIAN_FRONTEND=noninteractive
  "${install[@]}" || { apt-get update -q && "${install[@]}"; } || fail "apt could not install: $*" \
    "see its messages above" "mend that and run dev/services install again"
}

# Debian asks policy-rc.d before it starts a daemon; 101 means no.
without_starting_daemons() (
  policy=/usr/sbin/policy-rc.d
  if [[ ! -e $policy ]]; then
    trap 'rm -f "$policy"' EXIT
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod 755 "$policy"
  fi
  "$@"
)
