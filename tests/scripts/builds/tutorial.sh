#!/bin/sh
# The tutorial is true: every listing of tools/TUTORIAL.md is taken out in its order, and after each step the game packs without a warning, plays the
# same input, replays its recording with every value equal, and ends with the picture that is written down in tutorial.sums.
. tests/judge.sh
B=${B:-build}
MAKE=${MAKE:-make}
here=$(pwd)
oxcart=$here/$B/oxcart
"$MAKE" -s B="$B" "$B/oxcart" "$B/include/oxcart/oxcart.h" >/dev/null 2>&1 || { echo "FAIL tutorial oxcart does not build"; exit 1; }
work=$(mktemp -d) || exit 1
trap '[ -z "$KEEP" ] || cp -r fireflies "$KEEP"; rm -rf "$work"' EXIT
mkdir "$work/steps" "$work/bin"
ln -s "$oxcart" "$work/bin/oxcart"
PATH=$work/bin:$PATH
# One file a listing: NN.STEP and, in its first line, the words behind its fence.
awk -v out="$work/steps/" '
    /^## [0-9]/ { step = $2 + 0 }
    /^```[a-z]/ { name = sprintf("%s%02d.%d", out, ++count, step); print substr($0, 4) >name; on = 1; next }
    /^```/ { on = 0; close(name) }
    on { print >name }' tools/TUTORIAL.md
cd "$work" || exit 1
printf '20 press A\n25 release A\n40 hold RIGHT 60\n110 hold UP 50\n170 hold LEFT 100\n280 hold DOWN 60\n350 hold RIGHT+UP 40\n' >keys

play() { # step
    if grep -q '^code' fireflies/cart.txt && ! command -v cc >/dev/null; then
        echo "skip tutorial_step_$1 no C compiler cc here"
        return
    fi
    oxcart pack fireflies -o game.rom --strict >log 2>&1 && ! grep -qiE 'error|warning' log
    judge "tutorial_step_${1}_packs" $? "$(grep -m 1 -iE 'error|warning' log)"
    oxcart run fireflies --headless --frames 480 --input keys --hash --record tape >hashes 2>log &&
        oxcart run fireflies --headless --frames 480 --replay tape >again 2>&1 && grep -q equal again
    judge "tutorial_step_${1}_plays" $? "$(head -n 1 log) $(tail -n 1 again)"
    said="step=$1 $(tail -n 1 hashes)"
    [ -z "$KEEP" ] || oxcart run fireflies --headless --frames "${AT:-300}" --input keys --shot "$KEEP/step$1.png" --quiet
    grep -qxF "$said" "$here/tests/scripts/builds/tutorial.sums"
    judge "tutorial_step_${1}_ends_as_before" $? "$said"
}
# What the listing says becomes other in the file, as the text explains it.
change() { # listing, file
    awk -v old="$2" '
        NR == 1 { next }
        /^scene/ { inside = 1; next }
        inside { last = last $0 "\n"; next }
        /^ / { block[key] = block[key] "\n" $0; next }
        { key = $1 " " $2; block[key] = $0; order[++count] = key }
        END {
            while ((getline line < old) > 0) {
                split(line, word, " ")
                there[word[1] " " word[2]] = 1
            }
            close(old)
            # What is new stands behind what is there.
            for (i = 1; i <= count; i++) {
                if (order[i] in there) { above = order[i]; continue }
                if (above == "") { above = order[i]; first = first == "" ? above : first; continue }
                block[above] = block[above] "\n" block[order[i]]
            }
            while ((getline line < old) > 0) {
                split(line, word, " ")
                key = word[1] " " word[2]
                if (line ~ /^[a-z]/ && key in block) { text = text block[key] "\n"; continue }
                if (line ~ /^scene/) { scene = 1; rest = line "\n"; continue }
                if (line == "end") rest = rest last
                if (scene) rest = rest line "\n"; else text = text line "\n"
            }
            printf "%s%s%s", text, first == "" ? "" : block[first] "\n", rest
        }' "$1" >changed && mv changed "$2"
}
step=1
for listing in steps/*; do
    next=${listing##*.}
    [ "$next" = "$step" ] || play "$step"
    step=$next
    read -r file more <"$listing"
    case $file in
    sh) sed 1d "$listing" | sh -e >log 2>&1 || judge "tutorial_${listing##*/}_commands" 1 "$(tail -n 1 log)" ;;
    *) if [ "$more" = change ]; then change "$listing" "fireflies/$file"; elif [ "$more" = more ]; then sed 1d "$listing" >>"fireflies/$file"; else sed 1d "$listing" >"fireflies/$file"; fi ;;
    esac
done
play "$step"
