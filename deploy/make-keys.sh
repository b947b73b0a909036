#!/bin/sh
# Creates the key with which Prometheus reads /metrics: the secret for Prometheus, its hash for Tachyon. All others send requests
# without a key, under the limits for addresses.
set -eu
cd "$(dirname "$0")"
umask 077
openssl rand -hex 24 | tr -d '\n' > prometheus/tachyon.key
hash=$(openssl dgst -sha256 -r prometheus/tachyon.key | cut -d' ' -f1)
printf '{"anonymous":true,"keys":[{"name":"prometheus","sha256":"%s","scopes":["metrics"]}]}\n' "$hash" > keys.json
# Read by the users of the containers, who are not this user.
chmod 644 keys.json prometheus/tachyon.key
