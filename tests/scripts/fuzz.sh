#!/bin/sh
# Runs every fuzz target under the sanitizers; any finding fails. Without settings the inputs are as many and the same ones
# every time, however fast the machine is. For a campaign (`make fuzz`): FUZZ_SECONDS for each target, FUZZ_SEED=0 to draw
# other mutations. Needs clang with libFuzzer. Seeds: a few bytes of every format that the targets' own tests make, and
# ../shared/data where it is there.
B=${B:-build}
MAKE=${MAKE:-make}
seconds=${FUZZ_SECONDS:-0}
random=${FUZZ_SEED:-1}
folder=$B/fuzz
mkdir -p "$folder"

printf '#include <stddef.h>\n#include <stdint.h>\nint LLVMFuzzerTestOneInput(const uint8_t *d, size_t n) { return d == NULL && n > 0; }\n' >"$folder/probe.c"
if ! clang -fsanitize=fuzzer,address,undefined "$folder/probe.c" -o "$folder/probe" >/dev/null 2>&1; then
    for target in tests/fuzz/fuzz_*.c; do echo "skip $(basename "$target" .c) no clang with libFuzzer on this machine"; done
    exit 0
fi
if ! "$MAKE" -s -j2 B="$folder" CC=clang OPT=-O1 fuzz_targets \
    SANITIZE='-fsanitize=address,undefined,fuzzer-no-link -fno-sanitize-recover=all' >"$folder/build.log" 2>&1; then
    echo "FAIL fuzz_build $(grep -m 1 error "$folder/build.log")"
    exit 1
fi

seeds() { # target
    case $1 in
    fuzz_png) ls ../shared/data/png/*.png 2>/dev/null ;;
    fuzz_obj) ls ../shared/data/models/turret.obj rom/carts/showcase/*.obj 2>/dev/null ;;
    fuzz_dump)
        { echo 'image cart=00000001 version=65536 chunks=2'; "$B/oxcart" dump "$B/showcase.rom" --chunk BUDG
          "$B/oxcart" dump "$B/showcase.rom" --chunk SCEN; } >"$folder/seed_dump.txt" 2>/dev/null
        ls "$folder/seed_dump.txt" ;;
    fuzz_state_text)
        "$B/oxcart" run "$B/showcase.rom" --headless --frames 200 --record "$folder/seed_state.rec" --quiet >"$folder/seed_state.log" 2>&1
        { printf '@'; cat "$folder/seed_state.rec"; } >"$folder/seed_state.bin"
        { printf 'A'; "$B/oxcart" dump "$folder/seed_state.rec"; } >"$folder/seed_state.txt"
        printf 'Asave bytes=256\n  save.fill: 255\n  copy@0.cart: 0000ca47\n  copy@0.packed: 0\n  copy@0/62b38f09.version: 256\n  copy@0/62b38f09.fields: 1\n  copy@0/62b38f09.5e6f7a8b: i16 90\n  copy@0/0a0b0c0d.version: 1\n  copy@0/0a0b0c0d.bytes@0: 00ff\n  copy@0/0a0b0c0d/11223344[0]: 1\n  copy@0/0a0b0c0d/11223344[0].5e6f7a8b: fx 1.5\n' >"$folder/seed_state_save.txt"
        ls "$folder/seed_state.bin" "$folder/seed_state.txt" "$folder/seed_state_save.txt" ;;
    fuzz_movie)
        mkdir -p "$folder/seed_movie"
        cp rom/carts/showcase/crate.png rom/carts/showcase/wood.png "$folder/seed_movie/"
        printf 'crate.png\nwood.png\ncrate.png\n' >"$folder/seed_movie/list.txt"
        printf 'movie it list.txt key=2 patches=8 bytes=900\nscene main\n camera at=0,1,5 target=0,0,0\nend\n' >"$folder/seed_movie/cart.txt"
        "$B/oxcart" pack "$folder/seed_movie" -o "$folder/seed_movie.rom" --quiet >/dev/null 2>&1
        "$B/oxcart" extract "$folder/seed_movie.rom" -o "$folder/seed_movie_chunk" --chunk movie/it >/dev/null 2>&1
        ls "$folder"/seed_movie_chunk/* ;;
    fuzz_gltf) ls ../shared/data/models/greenman_sword.glb 2>/dev/null ;;
    fuzz_iqm) ls ../shared/data/models/guy.iqm ../shared/data/models/guyanim.iqm 2>/dev/null ;;
    fuzz_wav) ls ../shared/data/sound/coin.wav 2>/dev/null ;;
    fuzz_song) ls ../shared/data/music/* 2>/dev/null ;;
    fuzz_tilemap) ls ../shared/data/maps/arena.map 2>/dev/null ;;
    fuzz_collada) ls tests/fuzz/seeds/*.dae ;;
    fuzz_intermediate) ls tests/fuzz/seeds/*.oxs ;;
    fuzz_rom) ls "$B"/*.rom 2>/dev/null ;;
    esac
}

# How long a target runs: whole consoles and pictures of many blocks take a while for one input.
limit() { # target
    if [ "$seconds" -gt 0 ]; then
        echo "-max_total_time=$seconds"
        return
    fi
    case $1 in
    fuzz_geometry | fuzz_gif | fuzz_iqm | fuzz_material | fuzz_player | fuzz_replay | fuzz_save) echo -runs=4000 ;;
    *) echo -runs=20000 ;;
    esac
}

for source in tests/fuzz/fuzz_*.c; do
    target=$(basename "$source" .c)
    corpus=$folder/corpus_$target
    mkdir -p "$corpus"
    for seed in $(seeds "$target"); do [ "$(wc -c <"$seed")" -lt 300000 ] && cp "$seed" "$corpus/"; done
    chmod -R u+w "$corpus"
    if "$folder/$target" -seed="$random" "$(limit "$target")" -timeout=30 -rss_limit_mb=3000 -max_len=65536 -verbosity=0 \
        -print_final_stats=1 -artifact_prefix="$folder/" "$corpus" >"$folder/$target.log" 2>&1; then
        echo "ok $target"
        echo "# $(grep -m 1 number_of_executed_units "$folder/$target.log")"
    else
        echo "FAIL $target $(grep -m 1 -E 'ERROR|runtime error|SUMMARY' "$folder/$target.log")"
    fi
done
