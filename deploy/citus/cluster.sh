#!/bin/sh
# A Citus cluster on this machine, a coordinator and two workers, to try Tachyon on several primaries and to run
# `npm run test:citus`. Where images can be had, use compose.yaml instead.
#
#   deploy/citus/cluster.sh build SOURCE    # compiles a source tree of Citus and installs it into PostgreSQL; as root
#   deploy/citus/cluster.sh start FOLDER    # prints CITUS_URL=…
#   deploy/citus/cluster.sh stop FOLDER     # stops the servers; their data stays in FOLDER
#
# SOURCE is a checkout of https://github.com/citusdata/citus, release 13.2 for PostgreSQL 15 to 17. On Debian, compiling
# needs: postgresql-server-dev-all libcurl4-openssl-dev libzstd-dev liblz4-dev libkrb5-dev libselinux1-dev libpam0g-dev.
# PG_CONFIG names the PostgreSQL to build for, PORT the coordinator's port (workers have the next two).
set -eu

pg_config=${PG_CONFIG:-pg_config}
port=${PORT:-9700}

fail() {
    echo "$1" >&2
    exit 1
}

# PostgreSQL refuses to run as root.
as_postgres() {
    if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi
}

build() {
    [ -x "$1/configure" ] || fail "$1: not a source tree of Citus"
    cd "$1"
    # Newer minor versions of PostgreSQL 15 export a function of this name, and Citus 13.2 has one of its own for 15.
    if grep -qs have_createdb_privilege "$("$pg_config" --includedir-server)/commands/dbcommands.h"; then
        sed -i '/^static inline bool$/{N;/have_createdb_privilege/{:a;N;/\n}$/!ba;d}}' src/include/pg_version_compat.h
    fi
    ./configure PG_CONFIG="$(command -v "$pg_config")"
    make -j "${JOBS:-2}" extension
    make install-all
}

# Everything that a batch needs to commit on several nodes, and that moving shards without blocking writes needs.
settings='shared_preload_libraries=citus wal_level=logical max_prepared_transactions=200 max_connections=200
    listen_addresses=127.0.0.1 unix_socket_directories= citus.node_conninfo=sslmode=disable'

start() {
    folder=$1
    programs=$("$pg_config" --bindir)
    mkdir -p "$folder"
    [ "$(id -u)" != 0 ] || chown postgres "$folder"
    number=0
    for node in coordinator worker-1 worker-2; do
        data=$folder/$node
        if [ ! -e "$data/PG_VERSION" ]; then
            as_postgres "$programs/initdb" --pgdata="$data" --username=tachyon --auth=trust --locale=C --encoding=UTF8 >"$folder/initdb.log"
            for setting in $settings ${EXTRA:-}; do
                echo "${setting%%=*} = '${setting#*=}'"
            done >>"$data/postgresql.conf"
            echo "port = $((port + number))" >>"$data/postgresql.conf"
        fi
        as_postgres "$programs/pg_ctl" --pgdata="$data" --log="$data/log" --wait start >/dev/null
        query "$((port + number))" 'create extension if not exists citus'
        number=$((number + 1))
    done
    query "$port" "select citus_set_coordinator_host('127.0.0.1', $port)"
    query "$port" "select citus_add_node('127.0.0.1', $((port + 1))), citus_add_node('127.0.0.1', $((port + 2)))"
    echo "CITUS_URL=postgres://tachyon@127.0.0.1:$port/postgres"
}

query() {
    "$programs/psql" --quiet --no-psqlrc --output=/dev/null --host=127.0.0.1 --port="$1" --username=tachyon --dbname=postgres --command="$2"
}

stop() {
    programs=$("$pg_config" --bindir)
    for node in coordinator worker-1 worker-2; do
        as_postgres "$programs/pg_ctl" --pgdata="$1/$node" --mode=fast --wait stop >/dev/null
    done
}

case ${1-}:${2:+given} in
build:given) build "$2" ;;
start:given) start "$2" ;;
stop:given) stop "$2" ;;
*) fail "usage: cluster.sh build SOURCE | start FOLDER | stop FOLDER" ;;
esac
