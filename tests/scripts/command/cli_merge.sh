#!/bin/sh
# oxcart merge and oxcart diff of texts, as people and version control call them.
. tests/judge.sh
B=${B:-build}
work=$B/cli_merge
rm -rf "$work"
mkdir -p "$work"
oxcart=$B/oxcart

printf 'level 1\nlayer trees\nspawn orc name=guard at=1,0,0\nspawn orc name=chief at=5,0,0\n' >"$work/base.txt"
sed 's/name=guard at=1,0,0/name=guard at=2,0,0/' "$work/base.txt" >"$work/mine.txt"
sed 's/layer trees/layer trees hidden/; s/at=5,0,0/at=5,0,0 yaw=90/' "$work/base.txt" >"$work/theirs.txt"
"$oxcart" merge "$work/base.txt" "$work/mine.txt" "$work/theirs.txt" -o "$work/out.txt" >"$work/said" 2>&1 &&
    printf 'level 1\nlayer trees hidden\nspawn orc name=guard at=2,0,0\nspawn orc name=chief at=5,0,0 yaw=90\n' | cmp -s - "$work/out.txt" && [ ! -s "$work/said" ]
judge merge_joins_two_peoples_levels $? "$(head -n 1 "$work/said")"

sed 's/name=guard at=1,0,0/name=guard at=3,0,0/' "$work/base.txt" >"$work/theirs.txt"
"$oxcart" merge "$work/base.txt" "$work/mine.txt" "$work/theirs.txt" >"$work/out.txt" 2>"$work/err"
[ $? -eq 1 ] && [ "$(wc -l <"$work/err")" -eq 1 ] && grep -q 'mine.txt:3: error: spawn name=guard: `at` was changed differently in .*theirs.txt:3; choose one' "$work/err" &&
    [ "$(grep -c '^<<<<<<< \|^=======$\|^>>>>>>> ' "$work/out.txt")" -eq 3 ]
judge merge_of_one_field_exits_with_1 $? "$(head -n 1 "$work/err")"

"$oxcart" merge "$work/base.txt" "$work/mine.txt" "$work/base.txt" --as lines | cmp -s - "$work/mine.txt"
judge merge_with_the_base_is_the_other $? ''

if command -v git >/dev/null 2>&1; then
    git init -q "$work/repository" && (
        exe=$(cd "$(dirname "$oxcart")" && pwd)/oxcart
        cd "$work/repository" && git config user.name a && git config user.email a@example.org && git config merge.oxcart.driver "'$exe' merge %O %A %B -o %A" &&
            echo '*.txt merge=oxcart' >.gitattributes && printf 'start = Start\nquit = Quit\n' >menu.txt && git add . && git commit -qm one && git checkout -qb other &&
            printf 'start = Start\nquit = Leave\nload = Load\n' >menu.txt && git commit -qam two && git checkout -q - && printf 'start = Begin\nquit = Quit\nsave = Save\n' >menu.txt && git commit -qam three &&
            git merge -q other -m four && [ "$(sort menu.txt | tr '\n' '|')" = 'load = Load|quit = Leave|save = Save|start = Begin|' ]
    ) >"$work/said" 2>&1
    judge merge_serves_as_a_driver $? "$(head -n 1 "$work/said")"
else
    echo "skip merge_serves_as_a_driver no git here"
fi

printf 'one\ntwo\n' >"$work/a.txt"
printf 'one\n2\n' >"$work/b.txt"
"$oxcart" diff "$work/a.txt" "$work/b.txt" | sed '1,2d' >"$work/out.txt"
[ "$(tr '\n' '|' <"$work/out.txt")" = '@@ -1,2 +1,2 @@| one|-two|+2|' ] && "$oxcart" diff "$work/a.txt" "$work/a.txt" && [ "$("$oxcart" diff "$work/a.txt" "$work/b.txt" --words | tail -n 1)" = '[-two-]{+2+}' ]
judge diff_of_texts_is_unified $? "$(tr '\n' '|' <"$work/out.txt")"
if command -v patch >/dev/null 2>&1; then
    "$oxcart" diff rom/carts/showcase/cart.txt tests/scripts/command/cli_merge.sh >"$work/change" ; cp rom/carts/showcase/cart.txt "$work/patched"
    patch -s "$work/patched" "$work/change" && cmp -s "$work/patched" tests/scripts/command/cli_merge.sh
    judge diff_of_texts_is_read_by_others $? ''
else
    echo "skip diff_of_texts_is_read_by_others no patch here"
fi

good=0
printf 'a\000b' >"$work/binary"
for words in "merge $work/base.txt $work/mine.txt $work/none" "merge $work/binary $work/mine.txt $work/mine.txt" "diff $work/a.txt $work/binary" "diff $work/a.txt $work/none"; do
    "$oxcart" $words >"$work/out.txt" 2>"$work/err"
    [ $? -eq 1 ] && [ "$(wc -l <"$work/err")" -eq 1 ] || { good=1; break; }
done
judge merge_refuses_what_is_no_text $good "$words"
