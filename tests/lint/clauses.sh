#!/bin/sh
# Every clause of a game is shown by a record, or stands in clauses.txt with
# the test that shows it or the reason why none can; so is every row of the
# scenarios of its rules, where its .ids say how many there are ("MK-T 1 326").
# usage: clauses.sh SOURCE_DIR GAME (as in folder names: long_night)
dir="$1/tests/lint"
awk -v ids="$dir/$2.ids" -v listed="$dir/clauses.txt" '
BEGIN {
    while ((getline row < ids) > 0)
        if (row ~ /^[A-Z]+-T [0-9]+ [0-9]+$/) {
            split(row, word, " ")
            for (i = word[2]; i <= word[3]; i++) {
                id = sprintf("%s%03d", word[1], i); known[id] = 1; order[++n] = id
            }
        } else if (row ~ /^[A-Z]/) { known[row] = 1; order[++n] = row; prefix = row; sub(/-.*/, "", prefix) }
    while ((getline row < listed) > 0) {
        if (row !~ /^[A-Z]/) continue
        id = row; sub(/[ |].*/, "", id)
        if (id !~ "^" prefix "-") continue
        if (!(id in known)) { print "clauses.txt: no clause " id; bad = 1 }
        if (row !~ /\| *[^ ]/) { print "clauses.txt: " id " has neither test nor reason"; bad = 1 }
        shown[id] = 1
    }
    if (n == 0) { print "no ids in " ids; bad = 2; exit }
}
/^[A-Z]+-?[0-9]+[A-Za-z]* [^|]*\|/ {
    head = $0; sub(/\|.*/, "", head); m = split(head, word, " ")
    if (word[1] in record) { print FILENAME ": " word[1] " is also in " record[word[1]]; bad = 1 }
    record[word[1]] = FILENAME; records++
    shown[prefix "-" substr(word[1], 1, 4)] = 1
    for (i = 2; i <= m; i++) {
        if (!(word[i] in known)) { print FILENAME ": " word[1] ": no clause " word[i]; bad = 1 }
        shown[word[i]] = 1
    }
}
END {
    if (bad == 2) exit 2
    if (records == 0) { print "no records"; exit 2 }
    for (i = 1; i <= n; i++)
        if (!(order[i] in shown)) { print order[i] " is shown by no record and not in clauses.txt"; bad = 1 }
    exit bad
}' "$1"/tests/scenarios/"$2"/*.txt
