#!/bin/sh
# Creates the secrets that the compose files read, in the folder "secrets". Existing ones stay as they are.
set -eu
cd "$(dirname "$0")/../.."
# Only the owner can enter the folder; containers of other users read the files, which are mounted one by one.
mkdir -p -m 700 secrets

password() { od -An -N18 -tx1 /dev/urandom | tr -d ' \n'; }

create() {
  [ -e "secrets/$1" ] || printf '%s\n' "$2" > "secrets/$1"
  chmod 644 "secrets/$1"
}

create admin "admin:$(password)"
create postgres-password "$(password)"
create store-url "postgresql://plimsoll:$(cat secrets/postgres-password)@postgres:5432/plimsoll?sslmode=disable"
create bus-url "nats://plimsoll:$(password)@nats:4222"
bus_password=$(sed 's|^nats://plimsoll:\(.*\)@nats:4222$|\1|' secrets/bus-url)
create nats-config "listen: 0.0.0.0:4222
http: 127.0.0.1:8222
authorization {
  users: [{ user: plimsoll, password: \"$bus_password\", permissions: { publish: \"plimsoll.>\", subscribe: \"plimsoll.>\" } }]
}"
create grafana-password "$(password)"
# Written later: a token for Prometheus, and the URL that Alertmanager posts alerts to.
create metrics-token ""
create alert-webhook-url "http://127.0.0.1:9/"

echo 'First user: admin. Its password is in secrets/admin, that of Grafana in secrets/grafana-password.'
