# shellcheck shell=bash
# A command with all servers around it.
# shellcheck disable=SC2154 # $names is set by dev/services

services_run() {
  local name variable started=()
  starting=() child='' code=0
  [[ ${1:-} == -- && $# -ge 2 ]] || fail "run needs a command" "given: $*" "dev/services run -- CMD…"
  shift
  run_folder=$(mktemp -d "${TMPDIR:-/tmp}/tidemill.XXXXXX")
  chmod 711 "$run_folder" # database servers run as another user and must get through
  trap 'stop_all' EXIT
  trap 'interrupted INT 130' INT
  trap 'interrupted TERM 143' TERM

  for name in "${names[@]}"; do
    variable=TIDEMILL_TEST_${name^^}
    [[ -n ${!variable:-} ]] || started+=("$name")
  done
  start_all ${started[@]+"${started[@]}"}
  for name in ${started[@]+"${started[@]}"}; do
    export "TIDEMILL_TEST_${name^^}=$(<"$run_folder/$name/url")"
  done

  # In the background, or bash would not run a trap before the command ended; with our stdin and Ctrl-C all the same.
  (
    trap - INT TERM EXIT
    exec "$@"
  ) <&0 &
  child=$!
  wait "$child" || code=$?
  child=
  exit "$code"
}

start_all() {
  local name failed=''
  for name; do
    (services_start "$name" "$run_folder/$name" --watch $$ --remove >/dev/null) &
    starting+=($!)
  done
  for name in ${starting[@]+"${starting[@]}"}; do wait "$name" || failed=yes; done
  [[ -z $failed ]] || exit 1
}

interrupted() { # SIGNAL CODE
  trap '' INT TERM
  if [[ -n ${child:-} ]]; then
    kill "-$1" "$child" 2>/dev/null || true
    wait "$child" || true
  fi
  exit "$2"
}

stop_all() {
  local folder pid
  trap '' INT TERM
  # One that is still starting would come up after its folder is gone.
  for pid in ${starting[@]+"${starting[@]}"}; do wait "$pid" 2>/dev/null || true; done
  for folder in "$run_folder"/*/; do
    [[ ! -e $folder/service ]] || services_remove "$folder" || true
  done
  rm -rf "$run_folder"
}
