#!/bin/bash
# report.sh - the report's page, opened and used in a real browser (tests/view/report_page.py).
# SHOTS=FOLDER leaves pictures of the page there.
BASIN=${BASIN:-./basin}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The first python that knows how to drive a browser.
python=
for candidate in /usr/bin/python3 python3; do
    "$candidate" -c 'import selenium' 2>/dev/null && python=$candidate
done
if [ -z "$python" ] || ! command -v chromedriver >/dev/null ||
    ! command -v chromium >/dev/null; then
    echo "skip report-page needs chromium, chromedriver and selenium for python"
    exit 0
fi
PYTHONDONTWRITEBYTECODE=1 "$python" tests/view/report_page.py "$BASIN" "$folder" ${SHOTS:+"$SHOTS"}
