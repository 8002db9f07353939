#!/bin/bash
# Follows the primary; the first time with a copy of it. `pg_ctl promote` makes a primary of it.
set -eu
data=/var/lib/postgresql/data
if [ ! -s "$data/PG_VERSION" ]; then
    from="host=10.74.21.3 user=cardroom password=$PGPASSWORD application_name=standby"
    pg_basebackup -d "$from" -D "$data" -S standby -X stream -R
    chmod 0700 "$data"
fi
exec postgres -D "$data" -c hot_standby=on -c max_connections=200
