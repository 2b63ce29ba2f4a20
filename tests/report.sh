#!/bin/bash
# report.sh - the report's page, opened and used in a real browser (tests/paper/report_page.py).
# SHOTS=FOLDER leaves pictures of the page there.
. "${0%/*}/support.bash"

# The first python that knows how to drive a browser.
python=
for candidate in /usr/bin/python3 python3; do
    "$candidate" -c 'import selenium' 2>/dev/null && python=$candidate
done
lacking=
[ -n "$python" ] || lacking="$lacking, selenium for python"
for tool in chromium chromedriver; do
    command -v $tool >/dev/null || lacking="$lacking, $tool"
done
if [ -n "$lacking" ]; then
    echo "skip report-page no ${lacking#, }"
elif reason=$(no_localhost); then
    echo "skip report-page $reason"
else
    PYTHONDONTWRITEBYTECODE=1 "$python" tests/paper/report_page.py "$BASIN" "$folder" \
        ${SHOTS:+"$SHOTS"}
fi
