#!/bin/sh
# The program as a user calls it: exit statuses, and what stands where.
# usage: program.sh NIGHTJAR SOURCE_DIR
nightjar=$1
source=$2
LC_ALL=C.UTF-8
export LC_ALL
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
failures=0

# expect STATUS PATTERN ARGUMENTS...: the pattern is looked for in both streams
expect() {
    want=$1 pattern=$2
    shift 2
    "$nightjar" "$@" >out 2>&1
    got=$?
    if [ "$got" -ne "$want" ] || ! grep -q -e "$pattern" out; then
        echo "nightjar $*: status $got instead of $want, or no '$pattern' in:"
        head -5 out
        failures=$((failures + 1))
    fi
}

match=$source/tests/matches/long_night-1.jsonl
expect 2 'usage: nightjar'
expect 0 'usage: nightjar' --help
expect 0 '^nightjar [0-9]' --version
expect 0 '^nightjar [0-9]' version
for word in help -h; do
    expect 0 'usage: nightjar COMMAND' $word
    expect 0 'usage: nightjar play GAME' $word play
done
expect 0 '^  --seats  *how many seats' simulate long-night --help
expect 0 '^  GAME  *long-night, masked-killer' rules --help
expect 2 "no command 'dance'" help dance
LC_ALL=zh_CN.UTF-8 expect 0 '^  doctor  *看哪里不对' help
LC_ALL=zh_TW.UTF-8 expect 0 '^  -c  *設定檔' serve -h
LC_ALL=zh_CN.UTF-8 expect 2 '^nightjar: 没有「dance」这个命令' dance
LC_ALL=zh_TW.UTF-8 expect 2 '^nightjar: 「check」沒有「--x」這個選項' check --x
LC_ALL='' LC_MESSAGES='' LANG=zh_CN.UTF-8 expect 2 '^nightjar: 玩哪个？' play
LC_ALL='' LC_MESSAGES=zh_TW.UTF-8 LANG=zh_CN.UTF-8 expect 2 '玩哪個？' play
LC_ALL=zh_CN.UTF-8 expect 0 '^好 *文字$' check
LC_ALL=zh_CN.UTF-8 expect 2 '^nightjar: 打不开「none.json」' serve -c none.json
printf '{"databse":1}' >odd.json
LC_ALL=zh_CN.UTF-8 expect 1 '^odd.json: databse: 没有这个选项；最接近的是「database」' check -c odd.json
# Games are told in the language of LANG, or as in a chat where it names none.
LC_ALL=en_GB.UTF-8 expect 0 '^[A-Za-z]' rules long-night 1.1
LC_ALL=zh_TW.UTF-8 expect 0 '開局' rules long-night 1.1
LC_ALL=C.UTF-8 expect 0 '开局' rules long-night 1.1
LC_ALL=zh_TW.UTF-8 expect 0 '开局' rules long-night 1.1 --lang zh-CN
LC_ALL=en_US.UTF-8 expect 0 'computer players' play long-night </dev/null
LC_ALL=zh_HK.UTF-8 expect 0 '電腦玩家' play long-night </dev/null
LC_ALL=en_US.UTF-8 expect 0 'Block pool\|block pool\|blocks' replay "$match"
LC_ALL=POSIX expect 0 '席序' replay "$match"
LC_ALL=zh_TW.UTF-8 expect 0 '^# zh-TW' texts night-of-cards
# Every command is listed, and every flag of each is explained.
"$nightjar" help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p' >commands
[ "$(wc -l <commands)" -ge 14 ] || {
    echo "help lists few commands"
    failures=$((failures + 1))
}
while read -r command; do
    for flag in $("$nightjar" help "$command" | sed -n '/^usage/,/^$/p' |
        grep -o -e '--*[a-z][a-z-]*' | sort -u); do
        expect 0 "^  $flag  *[a-zA-Z]" help "$command"
    done
done <commands
# Only a stderr that is the journal has its priorities.
JOURNAL_STREAM=1:1 expect 2 '^nightjar: ' serve -c none.json
: >log
JOURNAL_STREAM=$(stat -c %d:%i log) "$nightjar" serve -c none.json 2>log
grep -q '^<3>nightjar: ' log || {
    echo "a failure has no priority in the journal"
    failures=$((failures + 1))
}
expect 2 "no command 'dance'" dance
for command in simulate scenario replay verify export rules texts check; do
    expect 0 "usage: nightjar $command" $command --help
done

expect 0 ': true$' verify "$match"
expect 2 'cannot open' verify nowhere
expect 2 'usage' verify
expect 1 "commitment is not the one given" verify "$match" --commitment "$(printf %064d 0)"
expect 1 "last digest is not the one given" verify "$match" --digest "$(printf %064d 0)"
expect 2 "64 hex digits" verify "$match" --digest 12
sed 's/"code":"SIM"/"code":"SIN"/' "$match" >altered
expect 1 'altered' verify altered
head -c 1000 "$match" >cut
expect 1 'cut' verify cut

# Who takes a seat over has his own name in the record.
cat >hands <<'END'
=ann
#new long-night
#join
=bob
#join
=ann
#begin
#sub
=dan
#takeover
#end
=bob
#end
END
mkdir hands.d
(cd hands.d && "$nightjar" serve --test-seed 01 -s ../hands >../hands.out 2>&1)
(cd hands.d && "$nightjar" export 1 >../hands.jsonl)
# The database of a program that runs can be read beside it.
cp hands.jsonl alone.jsonl
(cd hands.d && flock nightjar.db.lock "$nightjar" export 1 >../hands.jsonl)
cmp -s alone.jsonl hands.jsonl || {
    echo "export does not read beside a program that runs"
    failures=$((failures + 1))
}
expect 0 'in play:.*(dan)' replay hands.jsonl --lang en
expect 0 'Hunt:.*(ann)' replay hands.jsonl --lang en
expect 0 ': true' verify hands.jsonl

# A database that is older than what people were told is noticed.
mkdir older.d
cd older.d || exit 2
head -9 ../hands >first
tail -4 ../hands >second
expect 0 'ann' serve --test-seed 01 -s first
cp nightjar.db older.db
expect 0 'takeover' serve --test-seed 01 -s second
cp older.db nightjar.db
cp nightjar.db-promised promised
expect 2 "^nightjar: database 'nightjar.db' is older .*--accept-older" serve -s second
expect 1 '^wrong  database: .* is older ' check
expect 0 "^nightjar: database 'nightjar.db' is older " export 1
expect 0 '^{"nightjar":' export 1
if ! cmp nightjar.db older.db || ! cmp nightjar.db-promised promised; then
    echo "what only reads an older database changes it"
    failures=$((failures + 1))
fi
expect 0 'older_accepted' serve --accept-older --test-seed 01 -s second
expect 0 'takeover' serve --test-seed 01 -s second
expect 0 '^ok     database' check
cd .. || exit 2

expect 0 'walked' replay "$match" --as 2 --lang en
if grep -q '  P1 \|  P3 \|  R ' out; then
    echo "replay --as 2 shows what seat 2 did not hear"
    failures=$((failures + 1))
fi
expect 0 '  P3 ' replay "$match" --lang en
# Without --lang all of it is Chinese, forms of numbers too.
absent=$source/tests/matches/long_night-absent-three.jsonl
expect 0 '分钟' replay "$absent"
cp out default
expect 0 '分钟' replay "$absent" --lang zh-CN
if grep -q missing default || ! cmp -s default out; then
    echo "replay without --lang is not what it is in Chinese"
    failures=$((failures + 1))
fi
expect 0 'walked' replay "$match" --lang en --pictures pictures --theme dark
for picture in course.png course.svg motion.svg; do
    if ! [ -s "pictures/$picture" ]; then
        echo "replay --pictures makes no $picture"
        failures=$((failures + 1))
    fi
done
expect 2 'cannot write' replay "$match" --pictures pictures/none/none
expect 2 'light, dark' replay "$match" --theme pink
expect 2 'a seat from 1 to 3' replay "$match" --as 4
expect 2 'no language' replay "$match" --lang tlh
expect 1 'altered' replay altered

expect 0 '"failed":0' simulate long-night --matches 2 --seats 2 --seed 1 --json
expect 0 '"won_by":{"' simulate night-of-cards --matches 2 --seed 1 --json
expect 0 '2 matches' simulate long-night --matches 2 --check --set event=rain
expect 2 "no game 'chess'" simulate chess
expect 2 'no option' simulate long-night --set colour=red
expect 2 'is none of' simulate long-night --set event=snow
expect 2 '2 to 6' simulate long-night --seats 7
expect 2 'hex' simulate long-night --seed nothex
expect 2 'no option' simulate long-night --wrong
expect 0 '1 matches' simulate long-night --matches 1 --record records
expect 0 ': true$' verify records/long_night-1.jsonl
# A course without a board is a sheet, and does not move.
mkdir cards
expect 0 '1 matches' simulate night-of-cards --matches 1 --record records
expect 0 '\[1\|nc\|席' replay records/night_of_cards-1.jsonl --pictures cards
if ! [ -s cards/course.png ] || [ -e cards/motion.svg ]; then
    echo "the course of night-of-cards is not one sheet"
    failures=$((failures + 1))
fi
expect 2 'cannot write' simulate long-night --matches 1 --record nowhere/deeper

expect 0 'LN-4.2' rules long-night LN-4.2
expect 0 'LN-4.2' rules long-night 4.2 --lang en
expect 1 'nothing about' rules long-night zzzzzz
expect 2 'no game' rules chess
expect 2 'no rules' rules long-night 4.2 --lang ../../en

expect 0 'passed, 0 failed' scenario
mkdir long_night
cat >long_night/wrong.txt <<'END'
S-1 LN-4.4 | wrong on purpose
given: open9; p1 0,0; p2 4,4
in: 1G stop
end: unchanged
END
expect 1 '^0 passed, 1 failed$' scenario long_night/wrong.txt
[ "$(tail -1 out)" = "0 passed, 1 failed" ] || failures=$((failures + 1))
expect 1 'wrong.txt: rewritten' scenario --rewrite long_night/wrong.txt
expect 0 '^1 passed, 0 failed$' scenario long_night/wrong.txt
expect 2 'cannot open' scenario long_night/none.txt
expect 2 'folder of no game' scenario out

expect 0 '^ok     texts' check
expect 2 'cannot open' check -c nowhere.json
# What cannot start is not well: serve says 2 for the same reason.
cat >unset.json <<'END'
{"gateways": [{"kind": "telegram", "name": "tg", "token_env": "NJ_NO_SUCH"}]}
END
expect 1 "^wrong  token of gateway 'tg': .*'NJ_NO_SUCH' is not set" check -c unset.json
printf '{"metrics_listen":"127.0.0.1:1","metrics_token_file":"no/token"}' >figures.json
expect 1 "^wrong  token of /metrics: metrics_listen: cannot open 'no/token'" check -c figures.json
expect 2 "^nightjar: metrics_listen: cannot open 'no/token'" serve -c figures.json
printf '{"metrics_listen":"127.0.0.1:1"}' >figures.json
expect 1 "figures.json: metrics_listen: needs 'metrics_token_env'" check -c figures.json
expect 2 "figures.json: metrics_listen: needs 'metrics_token_env'" serve -c figures.json
expect 2 "'NJ_NO_SUCH' is not set" serve -c unset.json
echo '{"database": "no/folder/nightjar.db"}' >folder.json
expect 1 "^wrong  folder 'no/folder' of the database" check -c folder.json
expect 2 "no/folder/nightjar.db" serve -c folder.json
echo '{"colour": 1}' >wrong.json
expect 1 'colour' check -c wrong.json
mkdir -p data/config/long_night/packs
sed 's/^block N19 /block MINE /' "$source/config/long_night/blocks.txt" \
    >data/config/long_night/packs/mine.txt
echo '{"data": "data"}' >packs.json
expect 0 '^ok     games and their data' check -c packs.json
sed '/^sealed 11$/d' "$source/config/long_night/blocks.txt" \
    >data/config/long_night/packs/mine.txt
expect 1 "packs/mine.txt: line 8: V3: block '1', cell 11: " check -c packs.json
echo 'this is no database' >nightjar.db
expect 1 'wrong  database' check
rm nightjar.db
expect 2 'cannot read the database' export 1
[ ! -e nightjar.db ] || { echo "export made a database"; failures=$((failures + 1)); }

[ "$failures" -eq 0 ]
