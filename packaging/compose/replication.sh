#!/bin/bash
# Lets the standby read what the primary writes, and commits wait for it; run once, when the primary's database is made. What
# it sets counts from the next start on: before that nobody is there to be waited for.
set -eu
echo "host replication cardroom 10.74.21.0/24 scram-sha-256" >> "$PGDATA/pg_hba.conf"
psql -v ON_ERROR_STOP=1 -U cardroom -d cardroom \
    -c "SELECT pg_create_physical_replication_slot('standby', true)" \
    -c "ALTER SYSTEM SET synchronous_standby_names = 'standby'"
