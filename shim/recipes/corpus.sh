#!/bin/sh
# Brings a corpus up to date: sh shim/recipes/corpus.sh CORPUS. Needs lexbuild (npm install --global @lexbuild/cli, Node 22) and rsync.
# The U.S. Code and the eCFR are what they are today: what is repealed goes. The Federal Register only grows: what came
# in the last FR_DAYS days (30) is added to what is there; the first time all since FR_FROM (YYYY-MM-DD), where that is set.
# Files that are as they were keep their times, so that a build reads only what changed. What fails leaves the corpus as it was.
set -eu
corpus=${1:?the folder of the corpus}
mkdir -p "$corpus"
corpus=$(cd "$corpus" && pwd)
work=$corpus.coming
rm -rf "$work"
mkdir "$work"
cd "$work"
lexbuild download-usc --all
lexbuild convert-usc --all
lexbuild download-ecfr --all
lexbuild convert-ecfr --all
if [ -d "$corpus/fr" ] || [ -z "${FR_FROM:-}" ]; then
  lexbuild download-fr --recent "${FR_DAYS:-30}"
else
  lexbuild download-fr --from "$FR_FROM"
fi
lexbuild convert-fr --all
for source in usc ecfr fr; do
  [ -d "output/$source" ] || { echo "The converter has written no $source. The corpus is as it was." >&2; exit 1; }
done
rsync -r --checksum --delete output/usc output/ecfr "$corpus/"
rsync -r --checksum output/fr "$corpus/"
cd /
rm -rf "$work"
