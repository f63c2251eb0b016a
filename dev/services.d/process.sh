# shellcheck shell=bash
# Processes by pid, safely: a pid alone may have been given to somebody else meanwhile, a pid with its birth may not.

# Prints when process $1 was born; fails when it is gone or only a zombie.
process_birth() {
  local stat
  if [[ -d /proc/self ]]; then
    # Not $(<file): where the file is gone, that ends a bash 5.2 under `set -e`, whatever stands around it.
    stat=$(cat "/proc/$1/stat" 2>/dev/null) || return 1
    stat=${stat##*) } # the name before may hold spaces
    # shellcheck disable=SC2086 # split on purpose
    set -- $stat
    [[ $1 != Z && $1 != X ]] || return 1
    echo "${20}"
  else
    stat=$(ps -o stat=,lstart= -p "$1") || return 1
    [[ $stat != Z* ]] || return 1
    echo "${stat#* }"
  fi
}

# Is the process with pid $1 still the one born at $2?
process_alive() {
  local birth
  birth=$(process_birth "$1") && [[ $birth == "$2" ]]
}

process_paused() {
  [[ $(ps -o stat= -p "$1") == T* ]]
}

# Prints the pids of all descendants of $1.
process_descendants() {
  ps -eo pid=,ppid= | awk -v root="$1" '
    { children[$2] = children[$2] " " $1 }
    function print_below(pid,   n, list, i) {
      n = split(children[pid], list, " ")
      for (i = 1; i <= n; i++) { print list[i]; print_below(list[i]) }
    }
    END { print_below(root) }'
}

# Sends SIGKILL to $1 and all below it. The parent is stopped first, so that it cannot fork one more meanwhile.
process_kill_tree() {
  local below
  kill -STOP "$1" 2>/dev/null || return 0
  below=$(process_descendants "$1")
  # shellcheck disable=SC2086 # a list of pids
  kill -KILL "$1" $below 2>/dev/null || true
}

# Runs the command $1… in a session of its own, so that Ctrl-C at the terminal does not reach it.
own_session() {
  if command -v setsid >/dev/null; then exec setsid "$@"; else exec "$@"; fi
}

# Waits up to $1 tenths of a second until the command $2… succeeds.
wait_until() {
  local tenths=$1 i
  shift
  for ((i = 0; i < tenths; i++)); do
    if "$@"; then return 0; fi
    sleep 0.1
  done
  return 1
}
