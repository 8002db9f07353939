#!/bin/bash
# Lets the standby read what the primary writes; run once, when the primary's database is made.
set -eu
echo "host replication cardroom 10.74.21.0/24 scram-sha-256" >> "$PGDATA/pg_hba.conf"
psql -v ON_ERROR_STOP=1 -U cardroom -d cardroom -c "SELECT pg_create_physical_replication_slot('standby', true)"
