#!/bin/sh
# Numbers of all texts changed beside a running game, from outside: how soon it has them, what it keeps, mistakes; and how soon it ends.
. tests/judge.sh
B=${B:-build}
OXCART=$(cd "$B" && pwd)/oxcart
work=$(mktemp -d) || exit 1
failed=0
player=
trap '[ -z "$player" ] || kill $player 2>/dev/null; rm -rf "$work"' EXIT
export TMPDIR="$work/tmp" # of the store that a run keeps
mkdir "$work/tmp" "$work/game" && cd "$work" || exit 1

now() { echo $(($(date +%s%N) / 1000000)); } # milliseconds

printf 'v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nf 1 2 3 4\n' >game/square.obj
printf 'count 4\nexpression x\nformat fx\n' >game/curve.txt
cat >game/game.goad <<'END'
// how it plays
tune place: fx = 0.25 in -1.0..1.0 // of the square, metres
behaviour Square { on tick { self.pos = vec3(place, 0.0, 0.0) } }
END
cat >game/cart.txt <<'END'
title "Live" # a cart
size 320x240
format rgb565
budget 1M
frame 128K
mesh square square.obj
script game game.goad
table curve curve.txt
scene one
  camera at=0,0,4 target=0,0,0 fov=45 # the eye
  object square at=0,0,0 behaviour=Square
end
END
cp -r game before

play() { # OUT: begins to play the folder, and waits until it does
    "$OXCART" run game --headless --live --frames 1000000 --hash >"$1.out" 2>"$1.err" &
    player=$!
    for _ in $(seq 200); do
        [ -s "$1.out" ] && return 0
        sleep 0.05
    done
    reason="the game does not begin: $(head -n 1 "$1.err")"
}

# The picture that was drawn last, as far as it is told.
picture() { tail -c 200 "$1.out" | sed -n 's/.*hash=\(........\)$/\1/p' | tail -n 1; }

# Waits until the picture is another one than BEFORE, at most 20 s.
wait_for_other() { # OUT BEFORE
    for _ in $(seq 2000); do
        [ "$(picture "$1")" != "$2" ] && [ -n "$(picture "$1")" ] && return 0
        sleep 0.01
    done
    reason="a change is not in the game: $(tail -n 1 "$1.err")"
    return 1
}

finish() { # ends the game
    kill -TERM "$player"
    wait "$player" 2>/dev/null
    player=
}

# ---- numbers of three texts, while it plays ----
reason=
play run
worst=0
for change in 'scene one/camera.fov|60' 'script game/place|-0.5'; do
    [ -z "$reason" ] || break
    before=$(picture run)
    from=$(now)
    "$OXCART" tune game "${change%|*}" "${change#*|}" >tune.out 2>&1 || reason="$(cat tune.out)"
    wait_for_other run "$before" || break
    took=$(($(now) - from))
    [ $took -le $worst ] || worst=$took
done
# a mistake is told with its place, nothing of the game changes, and what comes after it does
if [ -z "$reason" ]; then
    before=$(picture run)
    "$OXCART" tune game 'script game/place' 1.5 >tune.out 2>&1 && reason="a value out of its range is written"
    grep -q 'game.goad:2:.*error: .*outside its range' tune.out || reason="no place of the mistake: $(cat tune.out)"
    sed -i 's/-0.5 in/banana in/' game/game.goad
    for _ in $(seq 1000); do
        grep -q 'game.goad:2:[0-9]*: error: ' run.err && break
        sleep 0.01
    done
    grep -q 'game.goad:2:[0-9]*: error: ' run.err || reason="the mistake is not told: $(tail -n 1 run.err)"
    sleep 0.5
    [ "$(picture run)" = "$before" ] || reason="a mistake changed the game"
    sed -i 's/banana in/-0.75 in/' game/game.goad
    wait_for_other run "$before"
fi
finish
last=$(picture run)
[ -n "$reason" ] || [ "$worst" -lt 5000 ] || reason="a number took $worst ms"
[ -n "$reason" ] || echo "# a changed number is in the game after $worst ms at most"
fresh=$("$OXCART" run game --headless --frames 3 --hash 2>/dev/null | tail -n 1 | sed 's/.*hash=//')
[ -n "$reason" ] || [ "$last" = "$fresh" ] || reason="the last picture is $last, that of a fresh start $fresh"
sed -i 's/fov=45/fov=60/' before/cart.txt
sed -i 's/0.25 in/-0.75 in/' before/game.goad
for file in cart.txt game.goad; do
    cmp -s before/$file game/$file || reason="$file is not as it was but for one number"
done
judge_reason cli_live_numbers_of_any_text_are_soon_in_the_game "$reason"

# ---- a game of an image, to which a watch and an editor are connected ----
reason=
"$OXCART" pack game -o linked.rom --quiet || reason="the cart does not pack"
"$OXCART" run linked.rom --headless --listen 0 --frames 1000000 --hash >linked.out 2>linked.err &
player=$!
for _ in $(seq 200); do
    [ -s linked.out ] && break
    sleep 0.05
done
port=$(sed -n 's/.*takes images at port //p' linked.err)
[ -n "$port" ] || reason="no port: $(head -n 1 linked.err)"
if [ -z "$reason" ]; then
    "$OXCART" watch game -o watched.rom --builds 2 --connect "$port" >watch.out 2>watch.err &
    watcher=$!
    for _ in $(seq 200); do
        [ -s watch.out ] && break
        sleep 0.05
    done
    before=$(picture linked)
    from=$(now)
    "$OXCART" tune game 'scene one/camera.fov' 40 >/dev/null
    wait_for_other linked "$before" && echo "# through a socket a changed number is in the game after $(($(now) - from)) ms"
    wait "$watcher" || reason="watch: $(tail -n 1 watch.err)"
fi
if [ -z "$reason" ]; then
    before=$(picture linked)
    printf 'place square at=-1,-1,0\nsend\nquit\n' >commands
    "$OXCART" edit game --scene one --commands commands --connect "$port" >edit.out 2>&1 || reason="$(tail -n 1 edit.out)"
    wait_for_other linked "$before"
    grep -q 'at=-1,-1' game/cart.txt && reason="what was not to be saved is saved"
fi
if [ -z "$reason" ]; then # by hand: each change, once no button is held
    before=$(picture linked)
    printf '5 hold X 2\n10 hold SELECT 2\n15 hold RIGHT 2\n' >keys
    "$OXCART" edit game --scene one --headless --frames 30 --input keys --connect "$port" >edit.out 2>&1 || reason="$(tail -n 1 edit.out)"
    wait_for_other linked "$before"
    [ -f game/cart.txt.unsaved ] || reason="by hand nothing was moved"
    rm -f game/cart.txt.unsaved
fi
if [ -z "$reason" ]; then # a game that does not answer: who ends the watch does not wait for it
    kill -STOP "$player"
    "$OXCART" watch game -o stuck.rom --quiet --connect "$port" >stuck.out 2>stuck.err &
    watcher=$!
    for _ in $(seq 100); do
        [ -f stuck.rom ] && break
        sleep 0.05
    done
    sleep 0.2
    from=$(now)
    kill -TERM "$watcher"
    wait "$watcher" 2>/dev/null
    took=$(($(now) - from))
    printf '5 hold X 2\n10 hold SELECT 2\n15 hold RIGHT 2\n20 hold RIGHT 2\n25 hold RIGHT 2\n' >keys # nor does the editor
    from=$(now)
    "$OXCART" edit game --scene one --headless --frames 60 --input keys --connect "$port" >edit.out 2>&1
    edited=$(($(now) - from))
    [ -f game/cart.txt.unsaved ] && [ "$edited" -lt 5000 ] || reason="the editor took $edited ms: $(tail -n 1 edit.out)"
    rm -f game/cart.txt.unsaved
    kill -CONT "$player"
    [ "$took" -lt 3000 ] || reason="a watch whose game does not answer took $took ms to end"
    [ ! -s stuck.out ] && [ ! -s stuck.err ] || reason="it was told: $(cat stuck.out stuck.err)"
fi
finish
printf 'send\n' >commands
"$OXCART" edit game --commands commands --connect "${port:-40404}" >edit.out 2>&1 && reason="nobody listens, and it is sent"
grep -q 'commands:1:.*nobody listens' edit.out || reason="what was told: $(tail -n 1 edit.out)"
judge_reason cli_live_games_are_reached_by_a_socket "$reason"

# ---- the end in the middle of a long build ----
reason=
for verb in run watch; do
    printf 'count 4\nexpression x\nformat fx\n' >game/curve.txt
    case $verb in
    run) play long ;;
    watch)
        "$OXCART" watch game -o out.rom >long.out 2>long.err &
        player=$!
        for _ in $(seq 200); do
            [ -s long.out ] && break
            sleep 0.05
        done
        ;;
    esac
    printf 'count 1024 1024\nexpression x%s\nformat fx\n' "$(printf ' + sine(x, %d)' 91 92 93 94 95 96 97 98 99)" >game/curve.txt
    sleep 1 # the change is seen ten times a second
    kill -0 "$player" 2>/dev/null || reason="$verb ended by itself: $(tail -n 1 long.err)"
    from=$(now)
    kill -TERM "$player"
    wait "$player" 2>/dev/null
    took=$(($(now) - from))
    player=
    [ "$took" -lt 3000 ] || reason="$verb took $took ms to end"
    echo "# $verb ends after $took ms in the middle of a build"
    grep -q 'error: ' long.err && reason="$verb: $(grep 'error: ' long.err | head -n 1)"
    for _ in $(seq 100); do
        [ -z "$(ls "$TMPDIR")" ] && break
        sleep 0.05
    done
    [ -z "$(ls "$TMPDIR")" ] || reason="$verb leaves $(ls "$TMPDIR")"
done
judge_reason cli_live_ends_in_the_middle_of_a_build "$reason"
exit $failed
