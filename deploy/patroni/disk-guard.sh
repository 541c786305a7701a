#!/bin/sh
# Makes another machine the primary when the disk of this one is full. PostgreSQL refuses writes then, but goes on for as long
# as it can use files of its log again, and Patroni sees no reason to act.
#
#     disk-guard.sh <data directory> <address of Patroni on this machine> [megabytes]
#
# Runs as the account of PostgreSQL (disk-guard.service). Below so many megabytes it ends PostgreSQL, if it is the primary and
# has a synchronous replica; with primary_start_timeout 0 the replica takes over within seconds and has everything that was
# acknowledged. It acts once in ten minutes: when the disks of all machines are full, nobody is served by ending one after the
# other.
set -u
data=$1
patroni=$2
least=${3:-64}

is_full() { [ "$(df -Pk "$data" | awk 'NR == 2 { print int($4 / 1024) }')" -lt "$least" ]; }
is_primary() { curl -fsS -m 2 -o /dev/null -X OPTIONS "$patroni/primary" 2>/dev/null; }
has_replica() { curl -fsS -m 2 "$patroni/cluster" 2>/dev/null | grep -q '"sync_standby"'; }

while sleep 1; do
  if is_full && is_primary && has_replica; then
    echo "less than $least MB are free in $data: ending PostgreSQL, so that the replica takes over"
    # Immediately: a checkpoint would need room.
    kill -QUIT "$(head -n 1 "$data/postmaster.pid")"
    sleep 600
  fi
done
