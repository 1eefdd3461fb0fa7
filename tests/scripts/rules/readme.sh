#!/bin/sh
# The README fits two screens, links of pages lead somewhere, the map of the kernel is whole, the game of the README plays, and the
# manual of cart.txt is true: its reference is that of the help, and its carts are packed.
. tests/judge.sh
B=${B:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
lines=$(wc -l <README.md)
[ "$lines" -le 100 ]
judge readme_fits_two_screens $? "it has $lines lines"

dead=$(for page in README.md CONTRIBUTING.md platform/PORTS.md platform/PORTING.md tools/COMMAND.md tools/CART.md tools/TUTORIAL.md kernel/README.md; do
    grep -oE '\]\([^)#]+' "$page" | sed 's/^](//' | grep -v '^http' | while read -r link; do
        [ -e "$(dirname "$page")/$link" ] || echo "$page: $link"
    done
done)
[ -z "$dead" ]
judge readme_links_lead_somewhere $? "$dead"

unnamed=$(for part in kernel/*/; do
    part=$(basename "$part")
    grep -qF "[kernel/$part]($part)" kernel/README.md || echo "$part"
done)
[ -z "$unnamed" ]
judge readme_of_the_kernel_names_every_part $? "$unnamed"

"${MAKE:-make}" -s B="$B" "$B/oxcart" >"$work/log" 2>&1
mkdir "$work/game"
for file in cart.txt game.goad; do sed -n "/^\`\`\`$file/,/^\`\`\`\$/p" README.md | sed '1d;$d' >"$work/game/$file"; done
"$B/oxcart" gen make rock -o "$work/game/rock.obj" >"$work/log" 2>&1 &&
    printf '1 press RIGHT\n' >"$work/keys" &&
    "$B/oxcart" pack "$work/game" -o "$work/game.rom" --strict >"$work/log" 2>&1 &&
    "$B/oxcart" run "$work/game.rom" --headless --frames 60 --hash >"$work/still" 2>"$work/log" &&
    "$B/oxcart" run "$work/game.rom" --headless --frames 60 --hash --input "$work/keys" --shot "$B/readme_game.png" >"$work/moved" 2>"$work/log" &&
    ! cmp -s "$work/still" "$work/moved" && ! grep -qiE 'error|warning' "$work/log"
judge readme_game_plays $? "$(head -n 3 "$work/log" | tr '\n' ' ')"

# The rows of statements end up in the reference; only the help's own example is not part of it.
awk '/^```text/ { on = 1; next } /^```/ { on = 0 } on' tools/CART.md >"$work/told"
"$B/oxcart" help statements | sed '$d' >"$work/known"
cmp -s "$work/told" "$work/known"
judge readme_reference_of_carts_is_that_of_the_help $? "$(diff "$work/told" "$work/known" | head -n 3 | tr '\n' ' ')"

# Each cart.txt of the page begins a folder, and files behind it with a name belong there.
awk -v work="$work" '
    /^```[a-z]+\.[a-z]+$/ { name = substr($0, 4)
        if (name == "cart.txt") { n++; system("mkdir " work "/page" n) }
        file = work "/page" n "/" name; on = 1; next }
    /^```/ { on = 0 }
    on { print > file }' tools/CART.md
"$B/oxcart" gen make brick -o "$work/brick.png" >"$work/log" 2>&1
{ printf 'RIFF\144\0\0\0WAVEfmt \020\0\0\0\001\0\001\0\100\037\0\0\100\037\0\0\001\0\010\0data\100\0\0\0'
    printf '%064d' 0; } >"$work/hop.wav"
reason=
count=0
for page in "$work"/page*; do
    count=$((count + 1))
    cp "$work/game/rock.obj" "$work/brick.png" "$work/hop.wav" "$page"
    "$B/oxcart" pack "$page" -o "$page.rom" --strict >"$work/log" 2>&1 || reason="$reason $(basename "$page"): $(grep -m 1 -E 'error|warning' "$work/log")"
    "$B/oxcart" run "$page.rom" --headless --frames 5 >"$work/log" 2>&1 || reason="$reason $(basename "$page") does not play: $(head -n 1 "$work/log")"
done
[ "$count" -ge 6 ] || reason="$reason $count carts"
[ -z "$reason" ]
judge readme_carts_of_the_manual_are_packed $? "$reason"
