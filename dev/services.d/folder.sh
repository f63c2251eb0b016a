# shellcheck shell=bash
# The folder of one server:
#
#   service    its name           port, url  where it answers, kept over restarts
#   pid        pid and birth      args       more arguments it was first started with, one a line
#   data/      what it stores     log        its output since the last start (log.before: the start before)
#   starter    pid and birth of the process that is starting it right now
#   watchdog   pid and birth of the process that will stop it when the watched one ends

# Makes sure that $1 is the folder of a server and sets $dir and $service.
open_folder() {
  [[ -n ${1:-} ]] || fail "no folder given" "this command works on one server's folder" "run dev/services help"
  [[ -r $1/service ]] || fail "$1 is not the folder of a server" "it holds no file 'service'" \
    "give the folder that was given to 'dev/services start'"
  dir=$(cd "$1" && pwd)
  service=$(<"$dir/service")
}

# Sets $pid and $birth from the record $1 (pid, watchdog) of the open folder; fails when that process is not alive.
read_process() {
  pid='' birth=''
  { read -r pid birth <"$dir/$1"; } 2>/dev/null || return 1
  process_alive "$pid" "$birth"
}

record_process() { # FILE PID
  local birth
  birth=$(process_birth "$2") && echo "$2 $birth" >"$1.new" && mv "$1.new" "$1"
}

# Sets $server_user: whom the server runs as when we are root. Database servers refuse to run as root.
choose_server_user() {
  local wanted
  server_user=
  [[ $EUID == 0 ]] || return 0
  wanted=$("$1_user")
  [[ -n $wanted ]] || return 0
  if id -u "$wanted" >/dev/null 2>&1; then server_user=$wanted; else server_user=nobody; fi
}

as_server_user() { (exec_as_server_user "$@"); }

exec_as_server_user() {
  cd "$dir" || exit # the caller's folder may be closed to that user
  if [[ -z $server_user ]]; then own_session "$@"; fi
  own_session setpriv --reuid "$server_user" --regid "$(id -g "$server_user")" --clear-groups -- "$@"
}

# Gives the folder to the server's user. Its parents are not ours to open.
hand_over_folder() {
  chmod 755 "$dir"
  [[ -n $server_user ]] || return 0
  chown "$server_user" "$dir"
  as_server_user test -w "$dir" 2>/dev/null || fail "cannot keep a $service server in $dir" \
    "it runs as the user '$server_user', who may not enter that folder" "use a folder below ${TMPDIR:-/tmp}"
}

# Debian keeps servers in sbin, which is not on the PATH of everybody.
find_program() {
  local folder path
  IFS=: read -ra path <<<"$PATH:/usr/local/sbin:/usr/sbin:/sbin"
  for folder in "${path[@]}"; do
    if [[ -f $folder/$1 && -x $folder/$1 ]]; then
      echo "$folder/$1"
      return
    fi
  done
  return 1
}
