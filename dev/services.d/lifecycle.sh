# shellcheck shell=bash
# One server: start, stop, pause, resume, watch.
# $here is set by dev/services; $dir, $service, $server_user, $pid, $birth are shared down the calls of one command.
# shellcheck disable=SC2154,SC2034

services_start() {
  local watched='' remove='' dir service server_user args=()
  (($# >= 2)) || fail "start needs a name and a folder" "given: $*" "dev/services start postgres /tmp/pg"
  service=$1 dir=$2
  shift 2
  require_name "$service"
  while (($#)); do
    case $1 in
      --watch) watched=${2:?--watch needs a pid} && shift 2 ;;
      --remove) remove=--remove && shift ;;
      --) shift && args=("$@") && break ;;
      *) fail "unknown option '$1' of start" "known are --watch PID, --remove, -- ARG…" "run dev/services help" ;;
    esac
  done
  "${service}_installed" || fail "$service is not installed" "its server program was not found" \
    "dev/services install $service"
  claim_folder
  [[ -z $watched ]] || start_watchdog "$watched" "$remove"
  prepare_data
  start_server
  rm -f "$dir/starter"
  cat "$dir/url"
}

claim_folder() {
  if [[ -d $dir && ! -e $dir/service && -n $(ls -A "$dir") ]]; then
    fail "cannot start $service in $dir" "the folder holds something else" "give a new or empty folder"
  fi
  mkdir -p "$dir"
  dir=$(cd "$dir" && pwd)
  ((${#dir} <= 85)) || fail "cannot start $service in $dir" "the path is too long for a socket (85 characters)" \
    "use a shorter path, e.g. below /tmp"
  if [[ -e $dir/service && $(<"$dir/service") != "$service" ]]; then
    fail "cannot start $service in $dir" "that is the folder of a $(<"$dir/service") server" "give another folder"
  fi
  if read_process pid; then
    fail "$service already runs in $dir" "pid $pid, $(<"$dir/url")" "dev/services stop $dir"
  fi
  echo "$service" >"$dir/service"
  if ((${#args[@]})); then printf '%s\n' "${args[@]}" >"$dir/args"; fi
  record_process "$dir/starter" $BASHPID
}

prepare_data() {
  choose_server_user "$service"
  hand_over_folder
  if [[ ! -e $dir/initialised ]]; then
    rm -rf "$dir/data"
    "${service}_init" "$dir" >"$dir/log" 2>&1 || fail_with_log "cannot prepare the data folder of $service"
    touch "$dir/initialised"
  fi
}

start_server() {
  local port fixed=''
  [[ -r $dir/port ]] && fixed=yes
  for _ in 1 2 3 4 5; do
    if [[ -n $fixed ]]; then port=$(<"$dir/port"); else port=$(free_port); fi
    if start_on "$port"; then
      echo "$port" >"$dir/port"
      "${service}_url" "$port" >"$dir/url"
      return
    fi
    # Between finding a port free and using it somebody else may have taken it.
    if [[ -n $fixed ]] || ! grep -qi 'address already in use' "$dir/log"; then break; fi
  done
  fail_with_log "$service did not start on port $port"
}

# Below the range that the system gives to outgoing connections, so that a port stays free over a restart.
free_port() {
  local port
  while :; do
    port=$((20000 + RANDOM % 12000))
    if ! (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
      echo "$port"
      return
    fi
  done
}

start_on() {
  local port=$1 args=() server
  [[ ! -r $dir/args ]] || mapfile -t args <"$dir/args"
  [[ ! -e $dir/log ]] || mv "$dir/log" "$dir/log.before"
  ("${service}_exec" "$dir" "$port" ${args[@]+"${args[@]}"}) >"$dir/log" 2>&1 </dev/null &
  server=$!
  if ! record_process "$dir/pid" "$server" 2>/dev/null; then
    kill -KILL "$server" 2>/dev/null || true # gone already, or its folder is
    return 1
  fi
  if wait_until 600 answered_or_ended && read_process pid; then return 0; fi
  process_kill_tree "$server"
  return 1
}

answered_or_ended() { ! read_process pid || "${service}_ready" "$dir" "$port" "$pid"; }

fail_with_log() {
  local log
  log=$(tail -n 15 "$dir/log" 2>/dev/null) || true
  fail "$1" "the last lines of $dir/log are
${log:-(empty)}" "mend that and start it again; dev/services remove $dir starts afresh"
}

services_stop() {
  local dir service pid birth mode=${2:-} signal
  open_folder "${1:-}"
  case $mode in '' | --fast | --kill) ;; *) fail "unknown option '$mode' of stop" "known are --fast, --kill" "use one" ;; esac
  if read_process pid; then
    signal=KILL
    [[ $mode == --kill ]] || signal=$("${service}_stop_signal" "${mode#--}")
    if [[ $signal == KILL ]]; then
      process_kill_tree "$pid"
    else
      resume_all # a paused process would not hear the signal
      kill "-$signal" "$pid" 2>/dev/null || true
    fi
    if ! wait_until 300 ended; then
      echo "$service in $dir did not stop within 30 s of SIG$signal: killing it" >&2
      process_kill_tree "$pid"
      wait_until 100 ended || fail "$service in $dir cannot be stopped" "pid $pid outlives SIGKILL" "look at: ps -p $pid"
    fi
  fi
  rm -f "$dir/pid"
}

ended() { ! process_alive "$pid" "$birth"; }

services_status() {
  local dir service pid birth state=running
  open_folder "${1:-}"
  if ! read_process pid; then
    echo "$service stopped"
    return 3
  fi
  if process_paused "$pid"; then state=paused; fi
  echo "$service $state, pid $pid, $(<"$dir/url")"
  [[ $state == running ]]
}

require_running() {
  open_folder "${1:-}"
  read_process pid || fail "$service in $dir is not running" "its process has ended" "dev/services start $service $dir"
}

services_pause() {
  local dir service pid birth
  require_running "$@"
  kill -STOP "$pid"
  # shellcheck disable=SC2046 # a list of pids; children may end meanwhile
  kill -STOP $(process_descendants "$pid") 2>/dev/null || true
}

services_resume() {
  local dir service pid birth
  require_running "$@"
  resume_all
}

resume_all() {
  # shellcheck disable=SC2046
  kill -CONT $(process_descendants "$pid") "$pid" 2>/dev/null || true
}

services_remove() {
  local dir service
  open_folder "${1:-}"
  services_stop "$dir" --fast
  "${service}_forget" "$dir"
  rm -rf "$dir"
}

# A process of its own that outlives us and does what process $1 no longer can. It stays while the server is stopped.
start_watchdog() {
  local watched=$1 remove=$2 pid birth born
  born=$(process_birth "$watched") || fail "cannot watch process $watched" "it is not running" "give a live pid to --watch"
  if read_process watchdog; then kill "$pid"; fi # one at a time: the process to watch may be another now
  (own_session "$here/services" watch "$watched" "$born" "$dir" "$remove") </dev/null >/dev/null 2>&1 &
  record_process "$dir/watchdog" $!
}

services_watch() {
  local watched=$1 born=$2 dir=$3 remove=$4 pid birth
  while process_alive "$watched" "$born"; do
    [[ -e $dir/service ]] || return 0
    sleep 0.5
  done
  wait_until 1200 no_start_under_way || true # a server that is just starting could not be stopped yet
  [[ -e $dir/service ]] || return 0
  if [[ -z $remove ]]; then
    services_stop "$dir" --fast
  else
    services_remove "$dir"
    [[ $dir != */tidemill.*/* ]] || rmdir "${dir%/*}" 2>/dev/null || true # the folder of `run`, when this was its last
  fi
}

no_start_under_way() { ! read_process starter; }
