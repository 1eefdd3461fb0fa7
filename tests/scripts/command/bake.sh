#!/bin/sh
# Clips that oxcart bake writes: what bodies did is what the clip plays, within what was asked, and mistakes are told.
. tests/judge.sh
B=${B:-build}
work=$B/bake
cart=rom/carts/examples/topple
rm -rf "$work"
mkdir -p "$work"

bake() { # level, file, more options
    level=$1
    file=$2
    shift 2
    "$B/oxcart" bake $cart --level "$level" --of ball --of one --of two --of three --of four --steps 200 -o "$file" "$@" >"$work/out" 2>&1
}

reason=
bake live "$work/fall.clip" || reason="$(cat "$work/out")"
cmp -s "$work/fall.clip" $cart/fall.clip || reason="${reason:-$cart/fall.clip is not what its first lines say}"
judge_reason bake_clips_of_examples_are_up_to_date "$reason"

# Each frame of both scenes: how far places and turns lie apart.
cat >"$work/apart.awk" <<'AWK'
function turn(key, m,    a, y, p, r) { # yaw about y, then pitch about x, then roll about z
    split(key, a, ",")
    y = a[1] * 0.017453292519943; p = a[2] * 0.017453292519943; r = a[3] * 0.017453292519943
    m[1] = cos(y) * cos(r) + sin(y) * sin(p) * sin(r); m[2] = -cos(y) * sin(r) + sin(y) * sin(p) * cos(r); m[3] = sin(y) * cos(p)
    m[4] = cos(p) * sin(r); m[5] = cos(p) * cos(r); m[6] = -sin(p)
    m[7] = -sin(y) * cos(r) + cos(y) * sin(p) * sin(r); m[8] = sin(y) * sin(r) + cos(y) * sin(p) * cos(r); m[9] = cos(y) * cos(p)
}
function between(from, to, part,    a, b, i, d, text) { # frames without a key lie on a straight way
    split(from, a, ","); split(to, b, ",")
    for (i = 1; i <= 3; i++) {
        d = b[i] - a[i]
        if (field == "turn") d -= d > 180 ? 360 : d < -180 ? -360 : 0
        text = text (i > 1 ? "," : "") (a[i] + d * part)
    }
    return text
}
FNR == 1 { file++ }
$1 == "object" { object = $2 }
$1 == "track" { field = $2; first = 3; last = -1 }
$1 == "keys" { first = 2 }
$1 == "track" || $1 == "keys" {
    for (i = first; i <= NF; i++) {
        split($i, k, ":")
        for (f = last + 1; f < k[1]; f++) at[file, object, field, f] = between(at[file, object, field, last], k[2], (f - last) / (k[1] - last))
        at[file, object, field, k[1]] = k[2]
        last = k[1]
        names[object] = 1
    }
}
END {
    for (object in names) for (f = 0; f < 200; f++) { # a clip begins with the first step: it is one behind
        g = f + 1
        if (split(at[1, object, "pos", f], a, ",") != 3 || split(at[2, object, "pos", g], b, ",") != 3) { print "no frame", f, "of", object; exit }
        d = sqrt((a[1] - b[1]) ^ 2 + (a[2] - b[2]) ^ 2 + (a[3] - b[3]) ^ 2)
        if (d > way) { way = d; where = object " at " f }
        turn(at[1, object, "turn", f], m); turn(at[2, object, "turn", g], n)
        t = 0
        for (i = 1; i <= 9; i++) t += m[i] * n[i]
        c = (t - 1) / 2
        angle = c >= 1 ? 0 : atan2(sqrt(1 - c * c), c) * 57.29577951
        if (angle > most) most = angle
        count++
    }
    printf "%d frames, at most %.4f m and %.3f degrees apart (%s)\n", count, way, most, where
    if (count != 1000 || way > 0.004 || most > 0.6) exit 1
}
AWK
reason=
bake live "$work/live.clip" --every 1 --within 0 --within-turn 0 || reason="$(cat "$work/out")"
bake baked "$work/baked.clip" --every 1 --within 0 --within-turn 0 || reason="$(cat "$work/out")"
[ -n "$reason" ] || awk -f "$work/apart.awk" "$work/live.clip" "$work/baked.clip" >"$work/said" || reason="the clip is not what was baked: $(cat "$work/said")"
[ -n "$reason" ] || echo "# $(cat "$work/said")"
judge_reason bake_clips_play_what_bodies_did "$reason"

# Keys that straight ways reach are left out: more where more is allowed.
reason=
keys_of() { sed -n 's/.* \([0-9]*\) keys$/\1/p' "$work/out"; }
bake live "$work/a.clip" --within 0 --within-turn 0
all=$(keys_of)
bake live "$work/b.clip" --within 50 --within-turn 100
few=$(keys_of)
[ "${few:-0}" -gt 20 ] && [ "$((few * 5))" -lt "${all:-0}" ] || reason="$all keys, and $few where 5 cm and 10 degrees are allowed"
judge_reason bake_leaves_out_keys_that_do_not_count "$reason"

reason=
expect() { # exit code, pattern, words
    code=$1
    pattern=$2
    shift 2
    "$B/oxcart" bake "$@" >"$work/out" 2>&1
    [ $? -eq "$code" ] && grep -q -- "$pattern" "$work/out" || reason="$reason[$*] $(cat "$work/out")"
}
expect 2 '-o FILE.clip is wanted' $cart --of one
expect 2 '--of NAME is wanted' $cart -o "$work/none.clip"
expect 2 'is no name' $cart --of 'a b' -o "$work/none.clip"
expect 2 'is more than --steps' $cart --of one --steps 3 --every 9 -o "$work/none.clip"
expect 2 'more than 32767 frames; try --every 4' $cart --of one --steps 100000 --every 1 -o "$work/none.clip"
expect 1 'no object .five. with a place at step 0' $cart --of one --of five -o "$work/none.clip"
expect 1 'cannot write' $cart --of one --steps 4 -o "$work/none/none.clip"
[ -e "$work/none.clip" ] && reason="$reason a clip was written in spite of mistakes"
expect 0 'does not move' $cart --level baked --of stage --of one --steps 40 -o "$work/still.clip"
judge_reason bake_mistakes_are_told "$reason"
