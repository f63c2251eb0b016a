# shellcheck shell=bash
# MariaDB with a root that needs no password from this machine, and a database `test`.

mariadb_package() { echo mariadb-server; }
mariadb_user() { echo mysql; }
mariadb_url() { echo "mariadb://root@127.0.0.1:$1/test"; }

mariadb_installed() {
  find_program mariadbd >/dev/null && find_program mariadb-install-db >/dev/null && find_program mariadb >/dev/null
}

# A folder of its own for temporary files: a server that starts removes those it finds, also another server's.
mariadb_init() {
  as_server_user mkdir "$1/tmp"
  as_server_user "$(find_program mariadb-install-db)" --no-defaults --datadir="$1/data" --tmpdir="$1/tmp" \
    --auth-root-authentication-method=normal --skip-test-db --skip-name-resolve
}

mariadb_exec() {
  local dir=$1 port=$2
  shift 2
  exec_as_server_user "$(find_program mariadbd)" --no-defaults --datadir="$dir/data" --tmpdir="$dir/tmp" \
    --socket="$dir/socket" \
    --bind-address=127.0.0.1 --port="$port" --skip-networking=0 --skip-name-resolve --pid-file="$dir/data/pid" "$@"
}

# Through the socket in the folder, for the same reason as PostgreSQL. Creating the database is part of being ready.
mariadb_ready() {
  "$(find_program mariadb)" --no-defaults --socket="$1/socket" --user=root \
    --execute='CREATE DATABASE IF NOT EXISTS test' 2>/dev/null
}

mariadb_stop_signal() { if [[ $1 == fast ]]; then echo KILL; else echo TERM; fi; }
mariadb_forget() { :; }
