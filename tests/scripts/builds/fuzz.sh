#!/bin/sh
# Runs every fuzz target under the sanitizers; any finding fails. Without settings the inputs are as many and the same ones
# every time, however fast the machine is and wherever the program lies in memory (hints from comparisons depend on that). For a campaign (`make fuzz`): FUZZ_SECONDS or FUZZ_RUNS for each target, FUZZ_SEED=0 to
# draw other mutations, FUZZ_BYTES for another length of the longest input, FUZZ_ONLY="fuzz_obj fuzz_png" for some of them. Needs clang with libFuzzer. Seeds: a few bytes of every format that the targets' own tests make, and
# ../shared/data where it is there.
B=${B:-build}
MAKE=${MAKE:-make}
seconds=${FUZZ_SECONDS:-0}
random=${FUZZ_SEED:-1}
hints=1
[ "$random" = 1 ] && hints=0
folder=$B/fuzz
mkdir -p "$folder"

. tests/sanitized.sh
choose_sanitizer
if [ -z "$fuzzer" ]; then
    for target in tests/fuzz/*/fuzz_*.c; do echo "skip $(basename "$target" .c) no clang with libFuzzer on this machine"; done
    exit 0
fi
# The command makes the seeds, and its players of other machines are what the targets embed.
if ! "$MAKE" -s -j2 B="$B" "$B/oxcart" "$B/showcase.rom" >"$folder/build.log" 2>&1; then
    echo "FAIL fuzz_build $(grep -m 1 error "$folder/build.log")"
    exit 1
fi
# The targets are linked from the objects of the sanitized unit tests.
targets=$B/sanitized
wanted=fuzz_targets
[ -z "$FUZZ_ONLY" ] || wanted=$(for target in $FUZZ_ONLY; do echo "$targets/$target"; done)
mkdir -p "$targets"
# shellcheck disable=SC2086
if ! make_sanitized "$targets" $wanted >"$folder/build.log" 2>&1; then
    echo "FAIL fuzz_build $(grep -m 1 error "$folder/build.log")"
    exit 1
fi

# The smallest file of a format out of tests/fuzz/seeds/bytes.txt: its name, and its bytes as printf takes them.
byte_seed() { # name
    printf "$(sed -n "s/^$1 //p" tests/fuzz/seeds/bytes.txt)" >"$folder/seed_$1"
    echo "$folder/seed_$1"
}

seeds() { # target
    case $1 in
    fuzz_bmp | fuzz_dds | fuzz_gif | fuzz_jpeg | fuzz_png | fuzz_pnm | fuzz_qoi | fuzz_s3m | fuzz_tga | fuzz_tiff | fuzz_vox | fuzz_wav | fuzz_zip) byte_seed "${1#fuzz_}" ;;
    esac
    case $1 in
    fuzz_boot) # two meshes that hang on skeletons, and no frame memory for their poses; a language whose chunks are damaged, as those before are;
        # a flat view at the end of numbers; scripts that cannot come back, with state that was kept; a map with a list of no layers; chunks that change under effects and scripts;
        # a map without room for its sets and a dead zone below nothing
        byte_seed boot_far_view
        byte_seed boot_poses
        byte_seed boot_language
        byte_seed boot_kept
        byte_seed boot_layers
        byte_seed boot_effects
        byte_seed boot_zone ;;
    fuzz_png) ls ../shared/data/png/*.png 2>/dev/null ;;
    fuzz_font) ls tests/fuzz/seeds/*.bdf ;;
    fuzz_bmfont) ls tests/fuzz/seeds/*.fnt ;;
    fuzz_ply) ls tests/fuzz/seeds/*.ply ;;
    fuzz_stl) ls tests/fuzz/seeds/*.stl ;;
    fuzz_strokes) ls rom/carts/spells/spells.strokes ;;
    fuzz_hands) ls rom/carts/examples/hands/keys.ini rom/carts/examples/hands/stamp.rumble ;;
    fuzz_options) ls tests/fuzz/seeds/dials.ini ;;
    fuzz_strings) ls tests/fuzz/seeds/strings.* ;;
    fuzz_table) ls tests/fuzz/seeds/*.csv tests/fuzz/seeds/*.ini ;;
    fuzz_xml) ls tests/fuzz/seeds/*.xml tests/fuzz/seeds/*.tmx ;;
    fuzz_json) ls tests/fuzz/seeds/*.json tests/fuzz/seeds/*.tmj tests/fuzz/seeds/*.gltf ;;
    fuzz_numeric) ls tests/fuzz/seeds/*.numeric ;;
    fuzz_obj) ls ../shared/data/models/turret.obj rom/carts/showcase/*.obj 2>/dev/null ;;
    fuzz_dump)
        { echo 'image cart=00000001 version=65536 chunks=2'; "$B/oxcart" dump "$B/showcase.rom" --chunk BUDG
          "$B/oxcart" dump "$B/showcase.rom" --chunk SCEN; } >"$folder/seed_dump.txt" 2>/dev/null
        "$B/oxcart" dump "$B/showcase.rom" --chunk scene/main >"$folder/seed_dump_scene.txt" 2>/dev/null
        "$B/oxcart" dump "$B/showcase.rom" --chunk mesh/gem >"$folder/seed_dump_mesh.txt" 2>/dev/null
        ls "$folder/seed_dump.txt" "$folder/seed_dump_scene.txt" "$folder/seed_dump_mesh.txt" ;;
    fuzz_state_text)
        "$B/oxcart" run "$B/showcase.rom" --headless --frames 200 --record "$folder/seed_state.rec" --quiet >"$folder/seed_state.log" 2>&1
        { printf '@'; cat "$folder/seed_state.rec"; } >"$folder/seed_state.bin"
        { printf 'A'; "$B/oxcart" dump "$folder/seed_state.rec"; } >"$folder/seed_state.txt"
        printf 'Asave bytes=256\n  save.fill: 255\n  copy@0.cart: 0000ca47\n  copy@0.packed: 0\n  copy@0/62b38f09.version: 256\n  copy@0/62b38f09.fields: 1\n  copy@0/62b38f09.5e6f7a8b: i16 90\n  copy@0/0a0b0c0d.version: 1\n  copy@0/0a0b0c0d.bytes@0: 00ff\n  copy@0/0a0b0c0d/11223344[0]: 1\n  copy@0/0a0b0c0d/11223344[0].5e6f7a8b: fx 1.5\n' >"$folder/seed_state_save.txt"
        ls "$folder/seed_state.bin" "$folder/seed_state.txt" "$folder/seed_state_save.txt" ;;
    fuzz_movie)
        mkdir -p "$folder/seed_movie"
        cp rom/carts/showcase/crate.xpm rom/carts/showcase/wood.xpm "$folder/seed_movie/"
        printf 'crate.xpm\nwood.xpm\ncrate.xpm\n' >"$folder/seed_movie/list.txt"
        printf 'movie it list.txt key=2 patches=8 bytes=900\nscene main\n camera at=0,1,5 target=0,0,0\nend\n' >"$folder/seed_movie/cart.txt"
        "$B/oxcart" pack "$folder/seed_movie" -o "$folder/seed_movie.rom" --quiet >/dev/null 2>&1
        "$B/oxcart" extract "$folder/seed_movie.rom" -o "$folder/seed_movie_chunk" --chunk movie/it >/dev/null 2>&1
        ls "$folder"/seed_movie_chunk/* ;;
    fuzz_xpm) ls rom/carts/showcase/crate.xpm rom/carts/effects/*.xpm ;;
    fuzz_gltf) ls tests/fuzz/seeds/*.gltf ../shared/data/models/greenman_sword.glb 2>/dev/null ;;
    fuzz_iqm) ls ../shared/data/models/guy.iqm ../shared/data/models/guyanim.iqm 2>/dev/null ;;
    fuzz_wav) ls ../shared/data/sound/coin.wav 2>/dev/null ;;
    fuzz_edit) ls tests/fuzz/seeds/*.edit ;;
    fuzz_cues) ls tests/fuzz/seeds/*.cues.json ;;
    fuzz_motion) ls rom/carts/examples/motion/*.motion ;;
    fuzz_particles) ls tests/fuzz/seeds/*.particles rom/carts/effects/*.particles ;;
    fuzz_tune) ls tests/fuzz/seeds/*.tune ;;
    fuzz_script_module)
        for text in tests/fuzz/seeds/*.module; do
            sed 1d "$text" | while read -r line; do printf "$line"; done >"$folder/seed_$(basename "$text")"
        done
        ls "$folder"/seed_*.module ;;
    fuzz_song) ls ../shared/data/music/* 2>/dev/null ;;
    fuzz_song_play) # the songs of the jukebox as they are packed
        "$B/oxcart" pack rom/carts/jukebox -o "$folder/jukebox.rom" --quiet 2>/dev/null
        "$B/oxcart" ls "$folder/jukebox.rom" | while read -r id type at bytes rest; do
            [ "$type" != SONG ] || dd if="$folder/jukebox.rom" of="$folder/seed_song_$id" bs=1 skip="$at" count="$bytes" 2>/dev/null
        done
        ls "$folder"/seed_song_* ;;
    fuzz_tilemap) ls tests/fuzz/seeds/map.* ../shared/data/maps/arena.map 2>/dev/null ;;
    fuzz_goad) ls tests/fuzz/seeds/*.goad ;;
    fuzz_debug) ls tests/fuzz/seeds/*.debug ;;
    fuzz_collada) ls tests/fuzz/seeds/*.dae ;;
    fuzz_intermediate) ls tests/fuzz/seeds/*.oxs ;;
    fuzz_cart)
        for cart in rom/carts/showcase rom/carts/examples/*/; do
            [ -f "$cart/cart.txt" ] && { printf 'A'; cat "$cart/cart.txt"; } >"$folder/seed_cart_$(basename "$cart").txt"
        done
        printf 'Bgba.format pal8\nformat rgb565\nmesh a a.obj gba.scale=2 scale=1\ngba.mesh a b.obj\nscene main\n gba.hud on\n hud off\n camera at=0,1,4 target=0,0,0\n object a at=1,2,3 spin=1,2,3\n with material=m\nend\n' >"$folder/seed_cart_machines.txt"
        ls "$folder"/seed_cart_* ;;
    fuzz_convert)
        kind_seed() { # the kind and its options, the file's text or `@FILE`
            seed=$folder/seed_convert_${1%% *}.txt
            { echo "$1"; case $2 in @*) cat "${2#@}" ;; *) printf '%b' "$2" ;; esac; } >"$seed"
        }
        kind_seed 'table kind=fx low=0 high=2' '1,2,3\n4,5.5,6\n'
        kind_seed data 'key,name:text,size:i32,share:fx\nsmall,Small,1,0.5\nlarge,Large,20,1.5\n'
        kind_seed screen 'screen stops hud opaque stays say=on\nstyle glow like=plain text=#F0D060 fill-focus=none pad=2,2 corner=4 shadow\npanel p at=centre,1,-2 size=fillx20 gap=2 align=centre\nrow\nbutton a text="A {b}" close\nbutton c text=C say=on bind=v value=2\nend\nchoice d bind=kept:n range=-2..2 step=0.5\nslider e bind=x range=0..9\nswitch f bind=y when=z first\nlist g bind=language rows=2\nentry h length=8 columns=9 letters=ABC\nend\nbar i bind=x range=0..1 size=40x8 style=glow\ndialogue j time=1.5 at=25%,50% fit=dots most=90 disabled\nnotices k at=top\nspace size=4x4\nlabel text=@\n'
        kind_seed text 'hello = Hello {0}\nbye = Bye\n'
        kind_seed 'regions width=2 height=2 tile=8x8' '1,2,3,4\n5,6,7,8\n9,10,11,12\n13,14,15,16\n'
        kind_seed level 'level 1\nbounds -9,-9,-9 9,9,9\nlayer near\ninstance crate at=1,0,0 yaw=45\nspawn guard at=1,0,0 name=him\n set health 3\nsolid box at=0,0,0 half=1,1,1\nelement door at=1,2,3 health=5\n version mesh=a threshold=4\n'
        kind_seed attributes 'field cost 0..15\nfield block flag\ntile 4..9 block\ntile 7 cost=3\n'
        kind_seed topology 'form graph\nlevel town low=0,0,0 high=9,9,9\nlevel cave\nlink cave town door at=1,2,3 radius=2\n'
        kind_seed sound 'wave pulse 25\npitch 0 523\npitch 0.1 784 80\nlevel 0 0.8\nlevel 0.1 1\nlevel 0.35 0\ncurve 2\nloop 0.1 0.2\n'
        kind_seed bank 'bell hum volume=0.5 pan=-1 pitch=2\n'
        kind_seed 'tilemap cut=8x8' '# remark\n2,2\n1,2\n3,0\n'
        "$B/oxcart" convert rom/carts/showcase/wood.xpm -o "$folder/wood.png" --quiet
        for kind in 'block-texture alpha=on' 'haar quality=50' 'pixels format=index4 levels=on' 'sheet grid=16x16' tileset; do
            kind_seed "$kind" "@$folder/wood.png"
        done
        kind_seed skeleton @tests/fuzz/seeds/bar.dae
        kind_seed clip @tests/fuzz/seeds/bar.dae
        ls "$folder"/seed_convert_* ;;
    fuzz_texts)
        printf '\0input vec3 n : VECTOR;\nsampler wood : 0;\nconst vec3 light = vec3(0.6, 0.8, 0);\nvec3 unit = normalize(n);\nfloat facing = max(dot(unit, light), 0);\noutput sample(wood, n) * (0.1 + 0.5 * facing);\n' >"$folder/seed_texts_program"
        printf '\1effect water\nparameter speed number 0.5\nparameter tint colour #204060\ntechnique fancy format xrgb8888 second_unit profile 2\npass blend alpha transparency 96 no_write\ntechnique plain\npass shading unlit\n' >"$folder/seed_texts_effect"
        printf '\0020 press RIGHT\n10 hold A+B 5\n30 release RIGHT\n40 pointer 120 80\n41 wheel -2\n42 stick 32767 0\n60 screenshot\n90 quit\n' >"$folder/seed_texts_script"
        printf '\3FF00FF\n000000\n#808080\n' >"$folder/seed_texts_palette"
        { printf '\4'; head -c 4000 "$B/gba/base.map"; } >"$folder/seed_texts_map" 2>/dev/null
        { printf '\5'; sed '1d; /^sum /d' "$B/.oxcart/showcase.rom.state"; } >"$folder/seed_texts_state" 2>/dev/null
        ls "$folder"/seed_texts_* ;;
    fuzz_devices)
        mkdir -p "$folder/seed_devices_cart"
        printf 'scene main\n camera at=0,0,1 target=0,0,0\nend\n' >"$folder/seed_devices_cart/cart.txt"
        "$B/oxcart" export "$folder/seed_devices_cart" --archive "$folder/seed_devices_archive" >/dev/null 2>&1
        { printf '\0'; cat "$folder/seed_devices_archive"; } >"$folder/seed_devices_zip"
        printf '\1\100\000\005\002\002\003' >"$folder/seed_devices_card"
        printf '\3\033[A\033[<0;10;5M\033[97;1:3uzx\033[<64;1;1Mq' >"$folder/seed_devices_keys"
        ls "$folder"/seed_devices_zip "$folder"/seed_devices_card "$folder"/seed_devices_keys ;;
    fuzz_folder)
        mkdir -p "$folder/seed_folder"
        printf 'data t t.csv\nscene main\n camera at=0,0,1 target=0,0,0\nend\n' >"$folder/seed_folder/cart.txt"
        printf 'key,size:i32\na,1\n' >"$folder/seed_folder/t.csv"
        "$B/oxcart" stage compile "$folder/seed_folder" -o "$folder/seed_folder_chunks" >/dev/null 2>&1
        "$B/oxcart" export "$folder/seed_folder" --archive "$folder/seed_folder_archive" >/dev/null 2>&1
        printf '\0format=pal8 # how\ngba.size=8x8\nname "a"\n' >"$folder/seed_folder_meta"
        { printf '\1'; cat "$folder/seed_folder_chunks/chunks.json"; } >"$folder/seed_folder_list"
        printf '\2\000\003x' >"$folder/seed_folder_record"
        { printf '\3'; cat "$folder/seed_folder_archive"; } >"$folder/seed_folder_zip"
        ls "$folder/seed_folder_meta" "$folder/seed_folder_list" "$folder/seed_folder_record" "$folder/seed_folder_zip" ;;
    fuzz_inspect)
        for cart in rom/carts/showcase rom/carts/effects; do
            rm -rf "$folder/seed_inspect_chunks"
            "$B/oxcart" pack "$cart" -o "$folder/seed_inspect.rom" --quiet --no-cache >/dev/null 2>&1
            "$B/oxcart" extract "$folder/seed_inspect.rom" -o "$folder/seed_inspect_chunks" >/dev/null 2>&1
            for chunk in "$folder"/seed_inspect_chunks/*; do
                [ "$(wc -c <"$chunk")" -lt 4000 ] && { printf '%s\001' "${chunk##*.}"; cat "$chunk"; } >"$folder/seed_inspect_$(basename "$chunk")"
            done
        done
        ls "$folder"/seed_inspect_*.???? ;;
    fuzz_rom)
        "$B/oxcart" pack rom/carts/effects -o "$folder/seed_effects.rom" --quiet --no-cache >/dev/null 2>&1
        ls "$folder/seed_effects.rom" ;;
    esac
}

# How long a target runs (the suite takes the same first inputs each time; `make fuzz` goes on from there): whole consoles and pictures of many blocks take a while for one input.
limit() { # target
    if [ "${FUZZ_RUNS:-0}" -gt 0 ]; then
        echo "-runs=$FUZZ_RUNS"
        return
    fi
    if [ "$seconds" -gt 0 ]; then
        echo "-max_total_time=$seconds"
        return
    fi
    case $1 in
    fuzz_boot | fuzz_cart | fuzz_edit | fuzz_folder | fuzz_inspect | fuzz_scripts | fuzz_tune) echo -runs=1000 ;;
    fuzz_goad | fuzz_rom | fuzz_geometry | fuzz_gif | fuzz_iqm | fuzz_convert | fuzz_material | fuzz_scene | fuzz_replay | fuzz_save | fuzz_wav) echo -runs=2000 ;;
    *) echo -runs=8000 ;;
    esac
}

for source in tests/fuzz/*/fuzz_*.c; do
    target=$(basename "$source" .c)
    case " ${FUZZ_ONLY:-$target} " in *" $target "*) ;; *) continue ;; esac
    corpus=$folder/corpus_$target
    mkdir -p "$corpus"
    for seed in $(seeds "$target"); do [ "$(wc -c <"$seed")" -lt 300000 ] && cp "$seed" "$corpus/"; done
    chmod -R u+w "$corpus"
    if "$targets/$target" -seed="$random" "$(limit "$target")" -use_cmp="$hints" -entropic=0 -timeout=30 -rss_limit_mb=3000 -max_len="${FUZZ_BYTES:-65536}" -verbosity=0 \
        -print_final_stats=1 -artifact_prefix="$folder/" "$corpus" >"$folder/$target.log" 2>&1; then
        echo "ok $target"
        echo "# $(grep -a -m 1 number_of_executed_units "$folder/$target.log")"
    else
        echo "FAIL $target $(grep -a -m 1 -E 'ERROR: |runtime error|SUMMARY' "$folder/$target.log" || tail -n 1 "$folder/$target.log")"
    fi
done
