#!/bin/sh
# A game with a script: what oxcart new makes plays, and a recording of it gives the same pictures and the same state, tick by tick, on every
# machine. Players of carts without scripts link nothing of them.
B=${B:-build}
MAKE=${MAKE:-make}
TICKS=${TICKS:-150}
work=$B/script_ports
rm -rf "$work"
mkdir -p "$work"
oxcart=$B/oxcart

judge() { # name, condition's status, what went wrong
    if [ "$2" -eq 0 ]; then echo "ok $1"; else echo "FAIL $1 $3"; fi
}
missing() { for tool in "$@"; do command -v "$tool" >/dev/null || { echo "$tool"; return; }; done; }

"$MAKE" -s B="$B" "$oxcart" >"$work/build" 2>&1 || { echo "FAIL script_ports oxcart does not build"; exit 1; }
"$oxcart" new "$work/lamps" --template script >"$work/out" 2>&1
# Tasks that never rest: where the budget of a step cuts them off is part of the state, and the same on fast and on slow machines.
sed -i 's/^var score = 0 .*/&\nvar turns = 0/; s/^behaviour Lamp {/&\n    prop reach: fx = 1.0\n    auto state Count { begin { while turns >= 0 { turns += 1 } } }/' "$work/lamps/game.goad"
# And what scripts know of the one world: tags, queries, props that cart.txt sets, objects that others carry.
sed -i 's/^type lamp /tags warm\n&tags=bright /; s/^  behaviour Rules/  object lamp name=torch parent=hero at=0,1,0.2 behaviour=Torch reach=2.5 way=0.01,0,0.02\n&/' "$work/lamps/cart.txt"
cat >>"$work/lamps/game.goad" <<'END'
behaviour Torch {
    prop reach: fx = 1.0
    prop way: vec3
    var near_by: list[obj,3]
    var carried = 0
    on tick {
        for lamp in around('bright', self.pos, reach) {
            if lamp != self and not tagged(lamp, 'warm') {
                tag(lamp, 'warm')
                attach(lamp, find('hero'))
                carried += 1
            }
        }
        for lamp in every('warm') { if parent(lamp) != null { lamp.pos = lamp.pos + way } }
        if gather(near_by, 'bright', self.pos, 9.0) > 1 {
            near_by[1].angle += 3deg
            near_by[1].roll -= 2deg
            near_by[1].size = clamp(near_by[1].size * (near_by[1].roll == 0deg ? 1.5 : 0.98), 0.1, 2.0)
        }
        for lamp in within('warm', self.pos - vec3(0.5, 2.0, 0.5), self.pos + vec3(0.5, 2.0, 0.5)) {
            if lamp != self and offset(lamp).y < 0.0 { detach(lamp)
                untag(lamp, 'warm') }
        }
    }
}
END
# A level: objects of the cart's types, a volume that the hero crosses, what comes later, and one that is far away until the camera follows.
cat >"$work/lamps/yard.txt" <<'END'
level 1
bounds -4,0,-4 4,2,4
instance crate at=4,0.5,-4 yaw=30
spawn lamp name=first at=0,0.4,-2 scale=1.5
  set reach 1.75
spawn lamp at=0,0.5,0 parent=first
spawn beetle name=wolf at=3,0.3,3 yaw=90 later
volume path road box at=0,0.5,-1 half=2,1,0.5
path round cardinal closed -2,0.4,-2 2,0.4,-2 2,0.4,2 -2,0.4,2
locator den home at=-3,0.3,3 yaw=45
END
printf 'level 1\nbounds 30,0,-2 34,2,2\nspawn lamp name=away at=32,0.4,0\ninstance crate at=32,0.5,1\n' >"$work/lamps/beyond.txt"
sed -i 's/^budget 128K/budget 160K/; s/^script game .*/&\nlevel yard yard.txt\nlevel beyond beyond.txt/; s/^  behaviour Rules/&\n  behaviour Yard\n  level yard\n  level beyond near=12/' "$work/lamps/cart.txt"
cat >>"$work/lamps/game.goad" <<'END'
behaviour Yard {
    var seen = 0
    var way = 0.0
    on Enter(who, where, kind) when kind == 'road' {
        seen += 1
        log_number(7000 + seen)
        let wolf = summon('wolf')
        if wolf != null { wolf.pos = locator('den') }
    }
    on Leave(who, where, kind) { log_number(8000 + seen) }
    on tick {
        way += 0.05
        let lamp = find('first')
        if lamp != null { lamp.pos = along('round', way) }
        if way > 5.0 and way < 6.0 { look(vec3(32.0, 5.0, 6.0), vec3(32.0, 0.0, 0.0)) }
        if way > 6.0 and way < 6.2 { look(vec3(0.0, 5.0, 6.0), vec3(0.0, 0.0, 0.0)) }
    }
}
END
# Tables, texts in two languages, rows and a topology: the language is another one on the way, and a door is opened.
printf 'key,en,de\npurse,{who} has {coins} of {lamps} lamps,{who} hat {coins} von {lamps} Lampen\nhero,The hero,Der Held\n' >"$work/lamps/words.csv"
printf '0\n0.5\n0.25\n1\n' >"$work/lamps/sway.csv"
printf 'key,speed:fx,turn:angle,label:text,bright:switch,next:ref kinds\ndim,0.25,30,Dim,no,warm\nwarm,0.5,-15,Warm,yes,dim\n' >"$work/lamps/kinds.csv"
printf 'form line\nlevel yard low=-4,0,-4 high=4,2,4\nlevel beyond low=30,0,-2 high=34,2,2\nlink yard beyond door\n' >"$work/lamps/world.txt"
sed -i 's/^script game .*/&\nlanguage en "English"\nlanguage de "Deutsch"\ntext words words.csv language=en\ntext words words.csv language=de\ntable sway sway.csv kind=fx low=0 high=3\ndata kinds kinds.csv\ntopology world world.txt/; s/^  behaviour Yard/&\n  behaviour Teller/' "$work/lamps/cart.txt"
cat >>"$work/lamps/game.goad" <<'END'
behaviour Teller {
    var kind: ref kinds = kinds.dim
    var steps = 0
    var way = 0.0
    var seen = 0
    on tick {
        steps += 1
        way += table('sway', fx(steps % 4)) * kind.speed
        for k in kinds { if k.bright { seen += k.turn as int } }
        let lamp = find('first')
        if lamp != null {
            lamp.size = 0.5 + table('sway', fx(steps) / 64.0)
            lamp.angle += kind.turn
            if steps % 16 == 0 { way += nearest_along('round', lamp.pos) }
        }
        if steps % 20 == 0 { kind = kind.next }
        if steps == 50 and choose_language('de') { log_number(9000) }
        if steps == 60 { lock('world', 'yard', 'beyond', false) }
        if steps % 16 == 1 and ways('world', 'yard', 'beyond') == 1 and toward('world', 'yard', 'beyond') == 'beyond' { seen += 1 }
        fill('coins', seen)
        fill('lamps', kinds.count)
        fill_text('who', @hero)
        print_text(@purse, 1, 24, #FFFFFF)
        print_text(kind.label, 1, 34, #FFFFFF)
    }
}
END
"$oxcart" pack "$work/lamps" -o "$work/lamps.rom" --strict --quiet >>"$work/out" 2>&1 &&
    "$oxcart" check "$work/lamps.rom" --strict >>"$work/out" 2>&1
judge script_template_packs $? "$(tail -n 1 "$work/out")"
rom=$work/lamps.rom

# Title, a game, the crate goes about and meets lamps or the beetle.
cat >"$work/input" <<'END'
3 hold A 2
10 press UP
40 press RIGHT
60 release UP
90 release RIGHT
92 press DOWN
120 press LEFT
140 release DOWN
END
size='--size 64x48 --format pal8'
# shellcheck disable=SC2086
"$oxcart" run "$rom" --headless $size --frames "$TICKS" --hash --input "$work/input" --record "$work/session" --thorough >"$work/recorded" 2>&1
grep '^frame=' "$work/recorded" >"$work/pictures"
[ "$(wc -l <"$work/pictures")" -eq "$TICKS" ] && [ "$(cut -d= -f3 "$work/pictures" | sort -u | wc -l)" -gt $((TICKS / 2)) ] && ! grep -q 'error' "$work/recorded"
judge script_game_plays $? "$(grep -v '^frame=' "$work/recorded" | tail -n 1)"
# shellcheck disable=SC2086
"$oxcart" run "$rom" --headless $size --frames "$TICKS" --input "$work/input" >"$work/told" 2>&1
grep -qx 7001 "$work/told" && grep -qxE '800[1-9]' "$work/told" # the hero and what it carries
judge script_levels_play $? "$(tail -n 1 "$work/told")"
grep -qx 9000 "$work/told"
judge script_content_plays $? "$(tail -n 1 "$work/told")"
grep -q 'Lamp needs more than 1000 instructions a step' "$work/recorded"
judge script_game_is_cut_by_its_budget $? "$(grep -v '^frame=' "$work/recorded" | tail -n 1)"
# shellcheck disable=SC2086
"$oxcart" run "$rom" --headless $size --frames "$TICKS" --hash >"$work/idle" 2>&1
grep '^frame=' "$work/idle" | cmp -s - "$work/pictures"
[ $? -ne 0 ]
judge script_game_obeys_its_buttons $? 'the pictures are the same without buttons'

for threads in 1 2; do
    # shellcheck disable=SC2086
    "$oxcart" run "$rom" --headless $size --hash --replay "$work/session" --threads $threads >"$work/host" 2>&1
    grep '^frame=' "$work/host" | cmp -s - "$work/pictures" && grep -q "^replay: $TICKS of $TICKS ticks, $TICKS checks equal" "$work/host"
    judge "script_same_state_threads_$threads" $? "$(tail -n 1 "$work/host")"
done

# A change of the script while nobody looks is another game, and the recording says so.
cp -r "$work/lamps" "$work/other"
sed -i 's/speed: fx = 0.07 /speed: fx = 0.09 /' "$work/other/game.goad"
"$oxcart" pack "$work/other" -o "$work/other.rom" --quiet >"$work/out" 2>&1
"$oxcart" run "$work/other.rom" --headless --replay "$work/session" >"$work/out" 2>&1
[ $? -ne 0 ]
judge script_recording_is_of_one_image $? "$(tail -n 1 "$work/out")"

# Numbers that are kept: the second game has what the first one put away, in a run with a file for saved games, and on the Game Boy Advance.
"$oxcart" new "$work/kept" --template script >"$work/out" 2>&1
cat >"$work/kept/game.goad" <<'END'
behaviour Hero { on start { log_number(1000 + kept('n'))
 keep('n', kept('n') + 7) } }
behaviour Lamp { }
behaviour Beetle { }
behaviour Rules { }
END
"$oxcart" pack "$work/kept" -o "$work/kept.rom" --quiet >"$work/out" 2>&1
for game in 1 2; do "$oxcart" run "$work/kept.rom" --headless --frames 2 --saves "$work/kept.saves" >"$work/kept.$game" 2>&1; done
"$oxcart" run "$work/kept.rom" --headless --frames 2 >"$work/kept.3" 2>&1
grep -qx 1000 "$work/kept.1" && grep -qx 1007 "$work/kept.2" && grep -qx 1000 "$work/kept.3"
judge script_kept_numbers_stay $? "$(tail -n 1 "$work/kept.2")"

# ---- the other machines ----

equal="replay=$TICKS/$TICKS checks=$TICKS equal"
word() { # little-endian
    printf "\\$(printf %o $(($1 & 255)))\\$(printf %o $(($1 >> 8 & 255)))\\$(printf %o $(($1 >> 16 & 255)))\\$(printf %o $(($1 >> 24 & 255)))"
}

if [ -n "$(missing arm-none-eabi-gcc)" ] || ! echo '#include <mgba/core/core.h>' | ${CC:-cc} -E - >/dev/null 2>&1; then
    echo "skip script_same_state_gba no arm-none-eabi-gcc or libmgba here"
elif ! "$MAKE" -s B="$B" "$B/gba_runner" players >"$work/build" 2>&1; then
    echo "FAIL script_same_state_gba the runner does not build"
else
    # shellcheck disable=SC2086
    "$oxcart" export "$rom" --gba "$work/s.gba" --log-hashes --deterministic $size --frames "$TICKS" >"$work/out" 2>&1
    at=$((($(wc -c <"$work/s.gba") + 15) / 16 * 16))
    dd if="$work/session" of="$work/s.gba" bs=16 seek=$((at / 16)) conv=notrunc 2>/dev/null
    word $at | dd of="$work/s.gba" bs=1 seek=292 conv=notrunc 2>/dev/null
    word "$(wc -c <"$work/session")" | dd of="$work/s.gba" bs=1 seek=296 conv=notrunc 2>/dev/null
    "$B/gba_runner" "$work/s.gba" --frames 60000 >"$work/gba" 2>&1
    grep '^frame=' "$work/gba" | cmp -s - "$work/pictures" && grep -q "$equal" "$work/gba"
    judge script_same_state_gba $? "$(grep -v '^frame=' "$work/gba" | tail -n 2 | tr '\n' ' ')"
    # shellcheck disable=SC2086
    "$oxcart" export "$work/kept.rom" --gba "$work/kept.gba" $size >"$work/kept.out" 2>&1
    for game in 1 2; do "$B/gba_runner" "$work/kept.gba" --frames 240 --save "$work/kept.sav" >"$work/kept.$game" 2>&1; done
    grep -q '1000$' "$work/kept.1" && grep -q '1007$' "$work/kept.2"
    judge script_kept_numbers_stay_gba $? "$(tail -n 2 "$work/kept.2" | tr '\n' ' ')"
    grep -q 'plain player' "$work/out"
    [ $? -ne 0 ] && [ "$(arm-none-eabi-nm "$B/gba/plain.elf" | grep -c ' ox_script_\| script_run')" -eq 0 ] && [ "$(arm-none-eabi-nm "$B/gba/base.elf" | grep -c ' ox_script_')" -gt 10 ]
    judge script_players_without_link_none_of_it $? "$(arm-none-eabi-nm "$B/gba/plain.elf" | grep -m 1 ' ox_script_')"
fi

if [ -n "$(missing arm-none-eabi-gcc qemu-system-arm)" ]; then
    echo "skip script_same_state_mps2 no $(missing arm-none-eabi-gcc qemu-system-arm) here"
elif ! "$MAKE" -s B="$B" "$B/mps2/player.elf" >"$work/build" 2>&1; then
    echo "FAIL script_same_state_mps2 the player does not build: $(grep -m 1 -iE 'error|undefined' "$work/build")"
else
    sh platform/mps2/run.sh "$B/mps2/player.elf" "$rom" "$TICKS" --hashes --size 64x48 --format 0 --replay "$work/session" >"$work/mps2" 2>&1
    grep '^frame=' "$work/mps2" | cmp -s - "$work/pictures" && grep -q "$equal" "$work/mps2"
    judge script_same_state_mps2 $? "$(tail -n 2 "$work/mps2" | tr '\n' ' ')"
fi

if [ -n "$(missing clang wasm-ld node)" ]; then
    echo "skip script_same_state_web no $(missing clang wasm-ld node) here"
else
    # shellcheck disable=SC2086
    "$oxcart" export "$rom" --web "$work/s.html" --log-hashes --deterministic $size --frames "$TICKS" >"$work/out" 2>&1
    node tests/web/page.js "$work/s.html" --replay "$work/session" >"$work/web" 2>&1
    grep '^frame=' "$work/web" | cmp -s - "$work/pictures" && grep -q "$equal" "$work/web"
    judge script_same_state_web $? "$(grep -v '^frame=' "$work/web" | tail -n 2 | tr '\n' ' ')"
fi

if [ -n "$(missing powerpc-linux-gnu-gcc qemu-ppc)" ]; then
    echo "skip script_same_state_bigendian no $(missing powerpc-linux-gnu-gcc qemu-ppc) here"
elif ! "$MAKE" -s B="$B" "$B/bigendian/oxcart" >"$work/build" 2>&1; then
    echo "FAIL script_same_state_bigendian oxcart does not build: $(grep -m 1 -iE 'error|undefined' "$work/build")"
else
    # shellcheck disable=SC2086
    timeout 300 qemu-ppc "$B/bigendian/oxcart" run "$rom" --headless $size --hash --threads 1 --replay "$work/session" >"$work/be" 2>&1
    grep '^frame=' "$work/be" | cmp -s - "$work/pictures" && grep -q "^replay: $TICKS of $TICKS ticks, $TICKS checks equal" "$work/be"
    judge script_same_state_bigendian $? "$(tail -n 1 "$work/be")"
fi
