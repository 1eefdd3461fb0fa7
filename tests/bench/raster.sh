#!/bin/sh
# What a frame costs: GBA cycles, instructions on this machine and on the Cortex-M3, memory of the showcase.
#
# Models come from ../shared/data/models (BENCH_MODELS names another folder); ALL=1 measures every model, mode and size.
B=${B:-build}
MAKE=${MAKE:-make}
MODELS=${BENCH_MODELS:-../shared/data/models}
oxcart=$B/oxcart
work=$B/bench
mkdir -p "$work"

has() { command -v "$1" >/dev/null 2>&1; }

# Mean over the lines `frame=K cycles=N`.
mean_cycles() { sed -n 's/^frame=[0-9]* cycles=\([0-9]*\).*/\1/p' | awk '{ s += $1; n++ } END { if (n) printf "%d", s / n }'; }

gba() { # name, rom, frames
    "$oxcart" export "$2" --gba -o "$work/bench.gba" --log-cycles --frames "$3" >/dev/null 2>&1 || return
    printf '%-34s %10s cycles a frame (60 a second is 280,896)\n' "$1" "$("$B/gba_runner" "$work/bench.gba" 2>/dev/null | mean_cycles)"
}

echo "== Game Boy Advance, libmgba: 240x160 PAL8, 16-bit depth, clear and presentation included, mean of 8 frames =="
if [ ! -f "$MODELS/suzanne.obj" ]; then
    echo "skipped: no $MODELS/suzanne.obj"
elif ! "$MAKE" -s B="$B" "$B/gba_runner" >/dev/null 2>&1 || ! has arm-none-eabi-gcc; then
    echo "skipped: needs arm-none-eabi-gcc and libmgba"
else
    for mode in flat gouraud phong "unlit --texture checker" "gouraud --texture checker"; do
        # shellcheck disable=SC2086
        "$oxcart" view "$MODELS/suzanne.obj" --size 240x160 --format pal8 --shade $mode --frames 8 --headless \
            -o "$work/viewer.rom" >/dev/null 2>&1
        gba "suzanne $mode" "$work/viewer.rom" 8
    done
    gba "showcase" "$B/showcase.rom" 8
fi

# Wanted on this machine, in millions of instructions a frame: half of what the best of five other software renderers
# takes for the same picture, in the order of the modes below.
goals() {
    cat <<'END'
suzanne 320x240 0.63 0.85 0.75 1.06 2.23
suzanne 640x480 1.22 1.70 1.61 2.42 5.78
teapot 320x240 2.33 2.55 2.69 3.19 4.13
teapot 640x480 3.01 4.14 3.53 4.98 8.78
spot 320x240 2.41 2.67 2.70 3.50 4.55
spot 640x480 3.15 4.26 3.66 5.17 9.47
cow 320x240 2.34 2.57 2.63 3.20 3.96
cow 640x480 3.01 4.02 3.44 4.76 8.53
bunny 240x160 21.66 23.36 23.35 24.20 24.44
bunny 320x240 22.12 23.43 23.87 24.92 25.67
bunny 640x480 24.33 26.33 28.87 30.84 34.50
fillcube 320x240 0.46 0.73 0.74 1.22 2.21
fillcube 640x480 1.69 2.79 2.83 4.74 8.10
END
}

# A textured cube that fills most of the picture, as the model `fillcube`: no viewer comes this close.
fillcube() { # size, options of the material
    mkdir -p "$work/fillcube"
    cp rom/carts/showcase/cobble.xpm "$work/fillcube/"
    cat >"$work/fillcube/cube.obj" <<'END'
v -0.5 -0.5 0.5
v 0.5 -0.5 0.5
v 0.5 0.5 0.5
v -0.5 0.5 0.5
v -0.5 -0.5 -0.5
v 0.5 -0.5 -0.5
v 0.5 0.5 -0.5
v -0.5 0.5 -0.5
vt 0 0
vt 1 0
vt 1 1
vt 0 1
s off
f 1/1 2/2 3/3 4/4
f 2/1 6/2 7/3 3/4
f 6/1 5/2 8/3 7/4
f 5/1 1/2 4/3 8/4
f 4/1 3/2 7/3 8/4
f 5/1 6/2 2/3 1/4
END
    cat >"$work/fillcube/cart.txt" <<END
size $1
format xrgb8888
budget 16M
texture checker cobble.xpm
material cube shading=$2
mesh cube cube.obj material=cube
scene main
  background #203040
  ambient 0.2
  turntable 8
  camera at=0,0,2.5 target=0,0,0 fov=45
  light sun direction=-1,-1,-1
  object cube scale=1.48
end
END
    "$oxcart" pack "$work/fillcube" -o "$work/fillcube.rom" >/dev/null 2>&1
}

count() { # instructions a frame of a command
    valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect=ox_console_frame "$@" --frames 8 --threads 1 \
        --headless >"$work/callgrind.log" 2>&1
    total=$(sed -n 's/.*Collected : \([0-9]*\).*/\1/p' "$work/callgrind.log")
    echo "$((${total:-0} / 8))"
}

measure() { # model, size, mode
    if [ "$1" = fillcube ]; then
        fillcube "$2" "$(echo "$3" | sed 's/ --texture /  texture=/')"
        count "$oxcart" run "$work/fillcube.rom"
    else
        # shellcheck disable=SC2086
        count "$oxcart" view "$MODELS/$1.obj" --size "$2" --format xrgb8888 --shade $3
    fi
}

echo "== This machine, callgrind: instructions a frame (clear, record, rasterize, hand over), XRGB8888, one thread, mean of 8 =="
if ! has valgrind; then
    echo "skipped: needs valgrind"
else
    goals | while read -r model size flat gouraud texture both phong; do
        [ -z "$ALL" ] && [ "$model $size" != "suzanne 320x240" ] && continue
        [ "$model" = fillcube ] || [ -f "$MODELS/$model.obj" ] || { echo "skipped: no $MODELS/$model.obj"; continue; }
        for mode in "flat=$flat" "gouraud=$gouraud" "unlit --texture checker=$texture" "gouraud --texture checker=$both" \
            "phong=$phong"; do
            measure "$model" "$size" "${mode%=*}" </dev/null |
                awk -v name="$model $size ${mode%=*}" -v goal="${mode##*=}" '{
                    mark = $1 == 0 ? "not measured" : $1 <= goal * 1e6 ? "PASS" : "short"
                    printf "%-42s %10d instructions a frame, wanted %5.2f million: %s\n", name, $1, goal, mark }'
        done
    done
fi

# Nanoseconds that one more frame takes: the least of several runs of many frames, less the least of runs of few.
frame_time() { # model, mode, threads, runs
    for frames in 530 30; do
        least=
        for _ in $(seq "$4"); do
            begin=$(date +%s%N)
            # shellcheck disable=SC2086
            "$oxcart" view "$MODELS/$1.obj" --size 640x480 --format xrgb8888 --shade $2 --frames $frames --threads "$3" --headless >/dev/null 2>&1
            took=$((($(date +%s%N) - begin) / 500))
            [ -z "$least" ] || [ "$took" -lt "$least" ] && least=$took
        done
        [ $frames = 530 ] && long=$least
    done
    echo $((long - least))
}

echo "== Two processors against one: time of a frame, 640x480 XRGB8888, least of ${BENCH_RUNS:-7} runs (means something on an idle machine) =="
if [ "$(nproc)" -lt 2 ]; then
    echo "skipped: one processor"
else
    for model in suzanne cow; do
        [ -f "$MODELS/$model.obj" ] || { echo "skipped: no $MODELS/$model.obj"; continue; }
        for mode in flat gouraud "unlit --texture checker" phong; do
            echo "$(frame_time "$model" "$mode" 1 "${BENCH_RUNS:-7}") $(frame_time "$model" "$mode" 2 "${BENCH_RUNS:-7}")" |
                awk -v name="$model $mode" '{ printf "%-42s %.2f times as fast with two: %s\n", name, $1 / $2, ($1 / $2 >= 1.6 ? "PASS" : "short of 1.6") }'
        done
    done
fi

echo "== Cortex-M3, QEMU: instructions a frame of the showcase, 240x160 PAL8 =="
if has arm-none-eabi-gcc && has qemu-system-arm && "$MAKE" -s B="$B" "$B/mps2/player.elf" >/dev/null 2>&1; then
    OXCART_ICOUNT=1 sh platform/mps2/run.sh "$B/mps2/player.elf" "$B/showcase.rom" 4 --cycles 2>&1 |
        mean_cycles | awk '{ printf "showcase %36s instructions a frame\n", $1 }'
else
    echo "skipped: needs arm-none-eabi-gcc and qemu-system-arm"
fi

echo "== Memory of the showcase =="
"$oxcart" run "$B/showcase.rom" --headless --frames 2 --stats 2>&1 | tail -n 2
