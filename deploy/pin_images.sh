#!/bin/sh
# Asks the registry for the digest of each image that compose.yaml and Dockerfile name, and writes it there behind the tag.
#   deploy/pin_images.sh               then look at the difference, and start: docker compose ... up -d
# Needs docker with buildx. Nothing is changed unless all digests are known.
set -eu
cd "$(dirname "$0")"
trap 'rm -f .pins .compose.yaml .Dockerfile' EXIT

named() {
    sed -n 's/^ *image: *\([^ @]*:[^ @]*\).*/\1/p' compose.yaml
    sed -n 's/^ARG PYTHON=\([^ @]*\).*/python:\1/p' Dockerfile
}

: >.pins
for image in $(named | sort -u); do
    digest=$(docker buildx imagetools inspect "$image" --format '{{.Manifest.Digest}}') || digest=
    case $digest in
        sha256:*) printf '%s\n' "s|\(${image#python:}\)\(@sha256:[0-9a-f]*\)*\$|\1@$digest|" >>.pins ;;
        *) echo "pin: cannot read the digest of $image: $digest" >&2; exit 1 ;;
    esac
    echo "pin: $image@$digest"
done
for file in compose.yaml Dockerfile; do
    sed -f .pins "$file" >".$file"
    cat ".$file" >"$file"
done
