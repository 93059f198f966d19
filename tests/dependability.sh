#!/usr/bin/env bash
# Whole runs of the tests on a machine that is made busy: two loops that only calculate, and a disk that only writes.
# Usage: tests/dependability.sh [runs, 10 by default] [command, “npm test” by default]
# Prints a line for each run, keeps the output of those that fail, and ends with 0 when all were green.
set -uo pipefail
# Each loop is a group of its own, so that its children end with it.
set -m
cd "$(dirname "$0")/.."

runs=${1:-10}
shift $(($# > 0))
command=("${@:-}")
[[ -n ${command[0]} ]] || command=(npm test)
folder=$(mktemp -d)
busy=()

stop() {
  local loop
  for loop in "${busy[@]}"; do kill -- "-$loop"; done 2>/dev/null
  wait "${busy[@]}" 2>/dev/null
  rm -f "$folder/ballast"
}
trap stop EXIT
trap 'exit 130' INT TERM

for _ in 1 2; do
  (while :; do :; done) &
  busy+=($!)
done
(while :; do dd if=/dev/zero of="$folder/ballast" bs=1M count=256 conv=fsync status=none; done) &
busy+=($!)

failed=0
for ((run = 1; run <= runs; run++)); do
  log="$folder/run-$run.log"
  begun=$SECONDS
  if "${command[@]}" >"$log" 2>&1; then
    outcome=green
    rm "$log"
  else
    outcome="red, see $log"
    failed=$((failed + 1))
  fi
  echo "run $run: $outcome, $((SECONDS - begun)) s"
done
echo "$((runs - failed)) of $runs runs green"
exit $((failed > 0))
