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

echo "== This machine, callgrind: instructions a frame (clear, record, rasterize, hand over), XRGB8888, one thread, mean of 8 =="
if ! has valgrind; then
    echo "skipped: needs valgrind"
else
    models="suzanne"
    sizes="320x240"
    if [ -n "$ALL" ]; then
        models="suzanne teapot spot cow"
        sizes="320x240 640x480"
    fi
    for model in $models; do
        [ -f "$MODELS/$model.obj" ] || { echo "skipped: no $MODELS/$model.obj"; continue; }
        for size in $sizes; do
            for mode in flat gouraud "unlit --texture checker" "gouraud --texture checker" phong; do
                # shellcheck disable=SC2086
                valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect=ox_console_frame \
                    "$oxcart" view "$MODELS/$model.obj" --size "$size" --format xrgb8888 --shade $mode --frames 8 --threads 1 \
                    --headless >"$work/callgrind.log" 2>&1
                total=$(sed -n 's/.*Collected : \([0-9]*\).*/\1/p' "$work/callgrind.log")
                printf '%-34s %10d instructions a frame\n' "$model $size $mode" "$((${total:-0} / 8))"
            done
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
