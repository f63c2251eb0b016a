# shellcheck shell=bash
# Redis in memory only; `start redis DIR -- --appendonly yes` keeps its data over a restart.

redis_package() { echo redis-server; }
redis_user() { :; }
redis_url() { echo "redis://127.0.0.1:$1"; }
redis_installed() { find_program redis-server >/dev/null && find_program redis-cli >/dev/null; }
redis_init() { mkdir "$1/data"; }

redis_exec() {
  local dir=$1 port=$2
  shift 2
  exec_as_server_user "$(find_program redis-server)" --bind 127.0.0.1 --port "$port" --dir "$dir/data" \
    --save '' --appendonly no --daemonize no "$@"
}

# Answers while it still loads its data, so ask for a reply to PING; and from our process, not from a stranger's.
redis_ready() {
  local cli
  cli=$(find_program redis-cli)
  [[ $("$cli" -h 127.0.0.1 -p "$2" ping 2>/dev/null) == PONG ]] &&
    "$cli" -h 127.0.0.1 -p "$2" info server 2>/dev/null | grep -q "^process_id:$3"
}

redis_stop_signal() { if [[ $1 == fast ]]; then echo KILL; else echo TERM; fi; }
redis_forget() { :; }
