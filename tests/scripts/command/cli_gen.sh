#!/bin/sh
# oxcart gen: everything of its list is made, packs and plays; the same words give the same file; what is wrong is told, and writes nothing.
. tests/judge.sh
B=${B:-build}
oxcart=$B/oxcart
work=$B/cli_gen
rm -rf "$work"
mkdir -p "$work/cart"

[ -x "$oxcart" ] || { echo "FAIL cli_gen $oxcart is not built"; exit 1; }

# ---- the list, and a cart of it ----

reason=
"$oxcart" gen list >"$work/list" 2>"$work/err" || reason="list: $(cat "$work/err")"
{
    printf 'title "Made"\nsize 120x80\nformat pal8\nbudget 512K\n'
    while read -r name kind _; do
        case $kind in
        model) ending=obj word=mesh ;;
        picture) ending=png word=texture ;;
        sound) ending=wav word=sound ;;
        *) reason="a line of the list: $name $kind" ;;
        esac
        "$oxcart" gen show "$name" | grep -q '\.\.' || reason="show $name tells no parameters"
        "$oxcart" gen make "$name" -o "$work/cart/$name.$ending" >"$work/out" 2>"$work/err" || reason="$name: $(head -n 1 "$work/err")"
        "$oxcart" gen make "$name" -o "$work/again.$ending" >"$work/out" 2>&1 && cmp -s "$work/again.$ending" "$work/cart/$name.$ending" || reason="$name comes out otherwise"
        echo "$word $name $name.$ending"
    done <"$work/list"
    printf 'material stone texture=cells shading=gouraud\nmesh stone rock.obj material=stone\nscene main\n  ambient 0.5\n  camera at=0,3,6 target=0,0,0\n  object stone\nend\n'
} >"$work/cart/cart.txt"
[ "$(wc -l <"$work/list")" -ge 18 ] || reason="$(wc -l <"$work/list") generators"
judge_reason gen_everything_of_the_list_is_made "$reason"

reason=
"$oxcart" pack "$work/cart" -o "$work/made.rom" --strict --quiet >"$work/out" 2>&1 || reason="$(head -n 1 "$work/out")"
"$oxcart" run "$work/made.rom" --headless --frames 3 --strict --hash >"$work/hashes" 2>"$work/err" || reason="$(head -n 1 "$work/err")"
sed -i '/object stone/d' "$work/cart/cart.txt"
"$oxcart" run "$work/cart" --headless --frames 3 --hash >"$work/empty" 2>/dev/null
[ "$(grep -c hash= "$work/empty")" -eq 3 ] && ! cmp -s "$work/hashes" "$work/empty" || reason="nothing is shown"
for model in box sphere torus cylinder cone rock; do
    "$oxcart" view "$work/cart/$model.obj" --list 2>&1 | grep -q 'closed=yes' || reason="$model is not closed"
done
judge_reason gen_what_is_made_packs_and_plays "$reason"

# ---- the same file again, from its own first line ----

reason=
"$oxcart" gen make ground -o "$work/hills.obj" --seed 7 width=40 cells=5 >"$work/out" 2>&1
words=$(sed -n '1s/.*made by: oxcart gen //p' "$work/hills.obj")
# shellcheck disable=SC2086
"$oxcart" gen $words -o "$work/hills2.obj" >"$work/out" 2>&1 && cmp -s "$work/hills.obj" "$work/hills2.obj" || reason="its first line makes another file: $words"
"$oxcart" gen make ground -o "$work/other.obj" --seed 8 width=40 cells=5 >"$work/out" 2>&1
cmp -s "$work/hills.obj" "$work/other.obj" && reason="another seed makes the same"
"$oxcart" gen make tone -o "$work/coin.wav" jump=5 from=880 to=880 >"$work/out" 2>&1
words=$(strings "$work/coin.wav" | sed -n 's/^oxcart gen //p')
# shellcheck disable=SC2086
"$oxcart" gen $words -o "$work/coin2.wav" >"$work/out" 2>&1 && cmp -s "$work/coin.wav" "$work/coin2.wav" || reason="its comment makes another sound: $words"
"$oxcart" gen make brick -o "$work/wall.png" light=#ffffff --json >"$work/out" 2>&1 && grep -q '"generator": "brick"' "$work/out" || reason="json: $(head -n 1 "$work/out")"
"$oxcart" gen show brick --json | grep -q '"most": "64"' && "$oxcart" gen list --json | grep -q '"kind": "picture"' || reason="show and list as JSON"
judge_reason gen_the_same_words_make_the_same_file "$reason"

# ---- what is wrong ----

reason=
refuse() { # CODE PATTERN WORDS...
    code=$1 pattern=$2
    shift 2
    "$oxcart" gen "$@" >"$work/out" 2>"$work/err"
    got=$?
    [ $got -eq "$code" ] && [ "$(wc -l <"$work/err")" -eq 1 ] && grep -q -- "$pattern" "$work/err" || reason="gen $*: $got, $(head -n 1 "$work/err")"
}
refuse 2 'what to do? list, show NAME or make NAME'
refuse 2 'what to do?' draw brick
for verb in gen 'tune a b c d'; do
    # shellcheck disable=SC2086
    "$oxcart" $verb >"$work/out" 2>&1
    [ "$(grep -o 'see oxcart help' "$work/out" | wc -l)" -eq 1 ] || reason="$verb: $(cat "$work/out")"
done
refuse 2 'did you mean brick?' make brik -o "$work/none.png"
refuse 2 'see oxcart gen list' show
refuse 2 'wants -o FILE.obj' make torus
refuse 2 'did you mean rows?' make brick -o "$work/none.png" row=4
refuse 2 'lies between 1 and 64' make brick -o "$work/none.png" rows=100
refuse 2 'a colour, #RRGGBB' make brick -o "$work/none.png" dark=red
refuse 1 'write a name that ends in .png' make brick -o "$work/none.obj"
refuse 1 '`rows` is even' make brick -o "$work/none.png" rows=5
refuse 1 '`tube` must be smaller' make torus -o "$work/none.obj" tube=0.5
refuse 1 'nowhere' make torus -o "$work/nowhere/none.obj"
ls "$work"/none.* >"$work/out" 2>/dev/null && reason="written: $(head -n 1 "$work/out")"
judge_reason gen_what_is_wrong_writes_nothing "$reason"
