#!/bin/bash
# Follows the primary; the first time with a copy of it. `SELECT pg_promote()` makes a primary of it. The password comes
# from the environment (PGPASSWORD).
set -eu
data=/var/lib/postgresql/data
if [ ! -s "$data/PG_VERSION" ]; then
    from="host=10.74.21.3 user=cardroom application_name=standby"
    pg_basebackup -d "$from" -D "$data" -S standby -X stream -R
    chmod 0700 "$data"
fi
exec postgres -D "$data" -c hot_standby=on -c max_connections=200
