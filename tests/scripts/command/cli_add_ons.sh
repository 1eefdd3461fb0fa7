#!/bin/sh
# Add-ons of players: packed for a game, played over it, part of recordings, changed while the game plays.
. tests/judge.sh
B=${B:-build}
oxcart=$B/oxcart
work=$B/cli_add_ons
game=rom/carts/menus
rm -rf "$work"
mkdir -p "$work"
cp -r $game/add-ons/satchel "$work/satchel"

# Two coins are taken; button X opens the satchel, A asks for a herb.
printf '20 press A\n22 release A\n40 press B\n42 release B\n60 press B\n62 release B\n80 press X\n82 release X\n100 press A\n102 release A\n' >"$work/keys"
played() { "$oxcart" run "$work/menus.rom" --overlay "$work/satchel.rom" --headless --frames 150 --input "$work/keys" "$@"; }

reason=
"$oxcart" pack "$work/satchel" -o "$work/none.rom" >"$work/out" 2>&1 && reason="an add-on is packed without a game"
grep -q 'this is an add-on; name the game that it is for' "$work/out" || reason="$reason; $(head -n 1 "$work/out")"
"$oxcart" pack $game -o "$work/menus.rom" --quiet 2>"$work/out" &&
    "$oxcart" pack "$work/satchel" --base "$work/menus.rom" -o "$work/satchel.rom" >"$work/told" 2>"$work/out" || reason="$reason; $(head -n 1 "$work/out")"
grep -q 'added SCRN screen/satchel' "$work/told" && grep -q 'added CODE script/satchel' "$work/told" || reason="$reason; the packer does not tell what it adds"
"$oxcart" pack "$work/satchel" --base "$B/showcase.rom" -o "$work/none.rom" >"$work/out" 2>&1 && reason="$reason; packed for a game that takes none"
grep -q 'the game takes no add-ons' "$work/out" || reason="$reason; $(head -n 1 "$work/out")"
judge_reason add_ons_are_packed_for_a_game "$reason"

# A recording has the add-on in it: replayed it is the same step by step, and without the add-on it is refused.
reason=
played --record "$work/play" --hash >"$work/first" 2>"$work/out" || reason="$(head -n 1 "$work/out")"
"$oxcart" run "$work/menus.rom" --overlay "$work/satchel.rom" --headless --replay "$work/play" --hash >"$work/second" 2>"$work/out" || reason="$reason; $(head -n 1 "$work/out")"
grep '^frame=' "$work/first" >"$work/first.frames"
grep '^frame=' "$work/second" | head -n 150 >"$work/second.frames"
[ "$(wc -l <"$work/first.frames")" -eq 150 ] && cmp -s "$work/first.frames" "$work/second.frames" || reason="$reason; the replay differs"
"$oxcart" run "$work/menus.rom" --headless --replay "$work/play" >"$work/out" 2>&1 && reason="$reason; the recording plays without the add-on"
"$oxcart" run "$work/menus.rom" --headless --frames 150 --input "$work/keys" --hash 2>/dev/null | grep '^frame=' >"$work/alone"
cmp -s "$work/alone" "$work/first.frames" && reason="$reason; the add-on is not seen"
judge_reason add_ons_are_part_of_recordings "$reason"

# The add-on is packed anew while the game plays: what its script says from now on takes effect, and it stays an add-on.
reason=
"$oxcart" run "$work/menus.rom" --overlay "$work/satchel.rom" --live --headless --frames 1000000 >"$work/live" 2>"$work/out" &
player=$!
wait_for() { # FILE PATTERN: at most 20 s
    for _ in $(seq 400); do
        grep -q "$2" "$1" && return 0
        sleep 0.05
    done
    return 1
}
wait_for "$work/out" '^Menus: ' || reason="the game does not begin"
sed -i "s/^    on Chosen/    on tick { if now() % 60 == 0 { log(\"a new satchel\") } }\n    on Chosen/" "$work/satchel/satchel.goad"
"$oxcart" pack "$work/satchel" --base "$work/menus.rom" -o "$work/new.rom" --quiet 2>"$work/packed" && mv "$work/new.rom" "$work/satchel.rom"
wait_for "$work/out" 'a new satchel' || reason="$reason; $(head -n 1 "$work/packed") $(tail -n 2 "$work/out" | tr '\n' ' ')"
sed -i 's/log("a new satchel")/taken.pos = vec3(0.0, 0.0, 0.0)/; s/^var satchel_eaten/var taken: obj = null\n&/' "$work/satchel/satchel.goad"
"$oxcart" pack "$work/satchel" --base "$work/menus.rom" -o "$work/new.rom" --quiet 2>"$work/packed" && mv "$work/new.rom" "$work/satchel.rom"
wait_for "$work/out" 'the add-on rests from now on' || reason="$reason; $(head -n 1 "$work/packed") $(tail -n 2 "$work/out" | tr '\n' ' ')"
kill $player 2>/dev/null
wait $player 2>/dev/null
judge_reason add_ons_change_while_the_game_plays "$reason"
