#!/bin/sh
# No function of the library has a frame above 1344 bytes on the Cortex-M3, or one of no fixed size; the checker itself is tried
# on functions that break the rule; and a whole run of the showcase stays inside the painted stack.
B=${B:-build}
MAKE=${MAKE:-make}
limit=1344 # rs_frame_mesh keeps a mesh, its lights and a clipped polygon: 1320; matrix inverses: 1104
S=$B/size
export CCACHE_DISABLE=1 # it would bring back objects without the figures beside them
for tool in arm-none-eabi-gcc python3; do
    command -v $tool >/dev/null 2>&1 || { echo "skip stack_frames no $tool here"; exit 0; }
done
mkdir -p "$S/wrong"

cat >"$S/wrong/wrong.c" <<'END'
int use(char *);
int small(void) { char room[1300]; return use(room); }
int large(void) { char room[1400]; return use(room); }
int open_ended(int n) { char room[n]; return use(room); }
END
arm-none-eabi-gcc -O2 -mcpu=cortex-m3 -mthumb -fcallgraph-info=su -c "$S/wrong/wrong.c" -o "$S/wrong/wrong.o"
found=$(python3 tests/stack_depth.py "$S/wrong" --limit $limit | grep -v '^#' | cut -d' ' -f1 | sort | tr '\n' ' ')
if [ "$found" = "large open_ended " ]; then
    echo "ok stack_frames_checker_finds_large_ones"
else
    echo "FAIL stack_frames_checker_finds_large_ones it found: $found"
fi

if ! "$MAKE" -s B="$B" core-host >"$S/stack.log" 2>&1; then
    echo "FAIL stack_frames the library does not build: $(grep -m 1 -iE 'error' "$S/stack.log")"
    exit 1
fi
# The objects are those of the unit tests on the Cortex-M3; one whose figures are not there is made anew.
objects=$(sed "s,^.*/obj/,$B/mps2/obj/," "$B/core_host.list")
for object in $objects; do [ -f "${object%.o}.ci" ] || rm -f "$object"; done
# shellcheck disable=SC2086
if ! "$MAKE" -s -j2 B="$B" $objects >"$S/stack.log" 2>&1; then
    echo "FAIL stack_frames the library does not build for the Cortex-M3: $(grep -m 1 -iE 'error' "$S/stack.log")"
    exit 1
fi
for object in $objects; do
    [ -f "${object%.o}.ci" ] || { echo "FAIL stack_frames no figures beside $object"; exit 1; }
done
if python3 tests/stack_depth.py "$B/mps2/obj" --limit $limit >"$S/frames"; then
    echo "ok stack_frames_below_the_limit"
    tail -n 1 "$S/frames"
else
    echo "FAIL stack_frames_below_the_limit $(head -n 1 "$S/frames")"
fi

if ! command -v qemu-system-arm >/dev/null 2>&1; then
    echo "skip stack_whole_run no qemu-system-arm here"
elif ! "$MAKE" -s B="$B" "$B/mps2/player.elf" "$B/showcase.rom" >"$S/stack.log" 2>&1; then
    echo "FAIL stack_whole_run the player does not build: $(grep -m 1 -iE 'error' "$S/stack.log")"
else
    sh platform/mps2/run.sh "$B/mps2/player.elf" "$B/showcase.rom" 10 >"$S/stack.out" 2>&1
    line=$(grep '^stack=' "$S/stack.out")
    used=${line#stack=}
    used=${used%/*}
    if [ -n "$used" ] && [ "$used" -gt 500 ] && [ "$used" -lt 6144 ]; then
        echo "ok stack_whole_run"
        echo "# the showcase on the Cortex-M3: $line bytes"
    else
        echo "FAIL stack_whole_run '$line': expected 500 to 6144 bytes; $(tail -n 1 "$S/stack.out")"
    fi
fi
