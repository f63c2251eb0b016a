# shellcheck shell=bash
# PostgreSQL: durable as in production, since tests of crashes judge what was committed.

postgres_package() { echo postgresql; }
postgres_user() { echo postgres; }
postgres_url() { echo "postgresql://postgres@127.0.0.1:$1/postgres"; }

# Debian keeps the server programs of each version in a folder of their own, off the PATH.
postgres_program() {
  local package file
  find_program "$1" && return
  if command -v pg_config >/dev/null && [[ -x $(pg_config --bindir)/$1 ]]; then
    echo "$(pg_config --bindir)/$1"
    return
  fi
  command -v dpkg-query >/dev/null || return 1
  for package in $(dpkg-query -W -f '${Package}\n' 'postgresql-[0-9]*' 2>/dev/null | sort -rV); do
    for file in $(dpkg-query -L "$package" 2>/dev/null | grep "/bin/$1\$"); do
      [[ -x $file ]] && echo "$file" && return
    done
  done
  return 1
}

postgres_installed() { postgres_program postgres >/dev/null && postgres_program initdb >/dev/null; }

postgres_init() {
  local dir=$1 locale=C
  locale -a 2>/dev/null | grep -qi '^c\.utf-\?8$' && locale=C.UTF-8
  as_server_user "$(postgres_program initdb)" -D "$dir/data" --username=postgres --auth=trust \
    --encoding=UTF8 --locale="$locale" --no-sync
}

# Replaces this shell by the server. Dynamic shared memory lies in the folder, so that a killed server leaves none behind.
postgres_exec() {
  local dir=$1 port=$2
  shift 2
  postgres_forget "$dir"
  exec_as_server_user "$(postgres_program postgres)" -D "$dir/data" -p "$port" -k "$dir" \
    -c listen_addresses=127.0.0.1 -c max_connections=200 -c fsync=on -c synchronous_commit=on \
    -c dynamic_shared_memory_type=mmap -c logging_collector=off "$@"
}

# Asks through the socket in the folder: a stranger's server on the same port cannot answer for ours.
postgres_ready() {
  "$(postgres_program pg_isready)" -q -h "$1" -p "$2" -U postgres -d postgres
}

postgres_stop_signal() { if [[ $1 == fast ]]; then echo QUIT; else echo INT; fi; }

# A killed server leaves behind its lock files and a System V segment. PostgreSQL takes them over at the next start, but
# refuses to as long as nobody has collected the dead process (a zombie looks alive to it), so we clear them away.
postgres_forget() {
  local lock=$1/data/postmaster.pid pid shmid
  [[ -r $lock ]] || return 0
  pid=$(sed -n 1p "$lock")
  if process_birth "$pid" >/dev/null; then return 0; fi
  shmid=$(sed -n '7s/.* //p' "$lock")
  if [[ -n $shmid ]] && command -v ipcrm >/dev/null; then ipcrm -m "$shmid" 2>/dev/null || true; fi
  rm -f "$lock" "$1"/.s.PGSQL.*
}
