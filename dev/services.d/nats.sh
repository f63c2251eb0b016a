# shellcheck shell=bash
# NATS with JetStream, its streams in the folder.

nats_package() { echo nats-server; }
nats_user() { :; }
nats_url() { echo "nats://127.0.0.1:$1"; }
nats_installed() { find_program nats-server >/dev/null; }
nats_init() { mkdir "$1/data"; }

nats_exec() {
  local dir=$1 port=$2
  shift 2
  exec_as_server_user "$(find_program nats-server)" --addr 127.0.0.1 --port "$port" --jetstream --store_dir "$dir/data" "$@"
}

# Its greeting does not say whose it is; its log does.
nats_ready() { grep -q 'Server is ready' "$1/log"; }

nats_stop_signal() { if [[ $1 == fast ]]; then echo KILL; else echo TERM; fi; }
nats_forget() { :; }
