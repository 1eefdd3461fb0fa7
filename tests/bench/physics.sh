#!/bin/sh
# What a step of physics takes without drawing: cycles on the Game Boy Advance (libmgba) and instructions of this machine (callgrind), for scenes of
# rom/carts/examples/physics and those below. CART, SCENES and STEPS choose others; FUNCTION what is counted.
B=${B:-build}
MAKE=${MAKE:-make}
player=$B/gba/base.elf
oxcart=$B/oxcart
work=$B/bench/physics
example=${CART:-rom/carts/examples/physics}
function=${FUNCTION:-ox_physics_step}
steps=${STEPS:-120}

mkdir -p "$work"
has_gba=
command -v arm-none-eabi-nm >/dev/null && "$MAKE" -s B="$B" "$B/gba_runner" >/dev/null 2>&1 && [ -f "$B/gba/base.gba" ] && has_gba=yes
[ -n "$has_gba" ] && arm-none-eabi-nm -n "$player" >"$work/symbols"

# A cart beside the example's own files, which begins with the scene.
copy_cart() { # scene, more text
    rm -rf "$work/cart"
    cp -r "$example" "$work/cart"
    sed -i "s/^start .*/start $1/" "$work/cart/cart.txt"
    printf '%b' "$2" >>"$work/cart/cart.txt"
    [ -n "$more" ] && moor >>"$work/cart/game.goad" && cp "$work/moor.obj" "$work/cart/"
    "$oxcart" pack "$work/cart" -o "$work/bench.rom" --quiet >"$work/log" 2>&1
}

measure() { # name, scene, more text
    copy_cart "$2" "$3" || { echo "$1: $(tail -n 1 "$work/log")"; return; }
    host=- gba=-
    if command -v valgrind >/dev/null; then
        host=$(valgrind --tool=callgrind --callgrind-out-file="$work/out" --toggle-collect="$function" \
            "$oxcart" run "$work/bench.rom" --headless --frames "$steps" 2>&1 >/dev/null | awk -v n="$steps" '/Collected/ { printf "%d", $4 / n }')
    fi
    if [ -n "$has_gba" ] && "$oxcart" export "$work/bench.rom" --gba "$work/bench.gba" --player "${player%.elf}.gba" >"$work/log" 2>&1; then
        gba=$("$B/gba_runner" "$work/bench.gba" --frames $((steps * 3)) --profile "$work/symbols" --inside "$function" 2>/dev/null |
            tee "$work/profile.$2" | awk '/^inside/ { printf "%d, at most %d (%d steps)", $5, $10, $3 }')
    fi
    printf '%-34s %9s instructions; %s cycles\n' "$1" "$host" "$gba"
}

discs() { # count
    awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) printf "  object disc at=%.2f,%.2f,0 scale=0.6\\n", (i % 6) * 1.1 - 2.7 + int(i / 6) % 2 * 0.4, -3 + int(i / 6) * 1.1 }'
}

boxes() { # count
    awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) printf "  object crate at=%.2f,%.2f,%.2f yaw=%d scale=0.5\\n", (i % 3) - 1 + (i % 2) * 0.1, 0.6 + int(i / 3) * 0.8, (i % 2) - 0.5, i * 25 }'
}

# A ground of a thousand triangles, on which something walks or casts; nothing of it is in the picture.
moor() {
    awk 'BEGIN { n = 25; m = 20
        for (j = 0; j <= m; j++) for (i = 0; i <= n; i++)
            printf "v %.3f %.3f %.3f\n", (i - n / 2) * 0.8, 0.35 * sin(i * 0.7) * cos(j * 0.6) + i * j % 7 * 0.015, (j - m / 2) * 0.8
        for (j = 0; j < m; j++) for (i = 0; i < n; i++) {
            a = j * (n + 1) + i + 1
            printf "f %d %d %d\nf %d %d %d\n", a, a + n + 1, a + 1, a + 1, a + n + 1, a + n + 2
        } }' >"$work/moor.obj"
    printf 'behaviour Strider {\n    var turn = 0deg\n    on tick {\n        turn = turn + 1deg\n        walk(self, vec3(2.0 * sin(turn), 0.0, 2.0 * cos(turn * 2 / 3)))\n    }\n}\n'
    printf 'behaviour Eye {\n    var t = 0\n    on tick {\n        t = t + 1\n        let a = vec3(fx(t %% 17) * 0.7 - 6.0, 2.0, fx(t %% 13) * 0.6 - 4.0)\n        cast(a, a + vec3(fx(t %% 5) - 2.0, -3.0, fx(t %% 3) - 1.0))\n    }\n}\n'
}

measure_moor() { # name, function, object, more objects
    text="mesh moor moor.obj\\ncollision moor from=moor\\ntype moor mesh=moor\\n  with shape=soup of=moor\\n"
    text="${text}type strider mesh=pill behaviour=Strider\\n  with shape=capsule radius=0.3 height=1\\n  with mover=walk step=0.3\\ntype eye behaviour=Eye\\n"
    text="${text}scene moor\\n  camera at=0,100,8 target=0,110,9 far=60\\n  object moor\\n  object $3 at=-6,1.2,-4\\n${4}end\\n"
    function=$2
    more=yes measure "$1" moor "$text"
}

# Somebody who runs to and fro on the cells of a map, and into its walls.
measure_runner() { # name
    text="type runner sprite=hero/0 layer=main behaviour=Strider\\n  with shape=rectangle size=0.8,1,1\\n  with mover=walk step=0.3\\n"
    text="${text}scene running\\n  camera flat at=8,-5\\n  layer main\\n  map yard\\n  object yard\\n  object runner at=4,-6,0\\nend\\n"
    function=ox_movers_step
    more=yes measure "$1" running "$text"
}

echo "== $function, Game Boy Advance by libmgba, this machine by callgrind; of $steps steps =="
for scene in ${SCENES:-crates slope heap flat walk joints}; do measure "$scene" "$scene" ""; done
[ -n "$SCENES" ] || measure "twenty boxes in a box" twenty "scene twenty\n  camera at=0,5,8 target=0,1,0\n  object floor\n  object side at=-2.4,4,0\n  object side at=2.4,4,0\n  object front at=0,4,-2\n  object front at=0,4,2\n$(boxes 20)end\n"
[ -n "$SCENES" ] || measure "thirty-two discs in a plane" discs "scene discs\n  camera flat at=0,0\n  object earth at=0,-6,0\n  object bank at=-8,4,0\n  object bank at=8,4,0\n$(discs 32)end\n"
[ -n "$SCENES" ] || measure_moor "a capsule on 1,000 triangles" ox_movers_step strider
[ -n "$SCENES" ] || measure_moor "a capsule on them beside 8 crates" ox_physics_step strider "$(boxes 8)"
[ -n "$SCENES" ] || measure_moor "a cast through them" ox_collision_ray eye
[ -n "$SCENES" ] || measure_runner "a hero on tiles"
