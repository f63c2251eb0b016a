# shellcheck shell=bash
# Prometheus that scrapes nothing and takes samples by remote write.

prometheus_package() { echo prometheus; }
prometheus_user() { echo prometheus; }
prometheus_url() { echo "http://127.0.0.1:$1"; }
prometheus_installed() { find_program prometheus >/dev/null; }

# Samples of any age are taken as long as they come in order: tests bring their own time.
prometheus_init() {
  as_server_user mkdir "$1/data"
  as_server_user sh -c "echo 'global: {}' >'$1/data/prometheus.yml'"
}

prometheus_exec() {
  local dir=$1 port=$2
  shift 2
  exec_as_server_user "$(find_program prometheus)" --config.file="$dir/data/prometheus.yml" \
    --storage.tsdb.path="$dir/data/tsdb" --storage.tsdb.retention.time=30d --web.listen-address="127.0.0.1:$port" \
    --web.enable-remote-write-receiver "$@"
}

# Any server would answer on the port; the log says that it is ours.
prometheus_ready() { grep -q 'Server is ready to receive web requests' "$1/log"; }

prometheus_stop_signal() { if [[ $1 == fast ]]; then echo KILL; else echo TERM; fi; }
prometheus_forget() { :; }
