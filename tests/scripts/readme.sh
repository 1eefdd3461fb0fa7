#!/bin/sh
# The README fits two screens, links of pages lead somewhere, the map of the kernel is whole, and the game of the README plays.
B=${B:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
judge() { if [ "$2" -eq 0 ]; then echo "ok $1"; else echo "FAIL $1 $3"; fi; }
lines=$(wc -l <README.md)
[ "$lines" -le 100 ]
judge readme_fits_two_screens $? "it has $lines lines"

dead=$(for page in README.md CONTRIBUTING.md platform/PORTS.md tools/COMMAND.md kernel/README.md; do
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
