#!/bin/sh
# What every sample game keeps to: its words are in the tables of two languages and have room when they are longer, its releases hold no name of the game's
# script, its numbers are data, it fits a Game Boy Advance, and it is played by the same programs as all others. Its sheet of mechanics names what is there.
. tests/judge.sh
B=${B:-build}
MAKE=${MAKE:-make}
work=$B/contract
rm -rf "$work"
mkdir -p "$work"
oxcart=$B/oxcart

"$MAKE" -s B="$B" "$oxcart" "$B/host/player" >"$work/build" 2>&1 || { echo "FAIL contract oxcart does not build"; exit 1; }

reason=
change() { # file, what stands there, what shall
    grep -q "$2" "$cart/$1" || reason="$1 has no $2"
    sed -i "s/$2/$3/" "$cart/$1"
}
# Words of a game: none in the script, but for the log's, or on screens; two languages without a fault.
judge_words() { # game
    home=rom/carts/$1
    reason=$({ sed 's|//.*||; s/log("[^"]*"/log(/g' "$home/game.goad" | grep -oE '"[^"]*"' | sed 's/{[^}]*}//g' | grep -E '[A-Za-z]{2,}'; grep -hE 'text="[^"]*[A-Za-z]{2,}' "$home"/*.screen 2>/dev/null; } | head -n 1)
    judge_reason "contract_words_of_$1" "$reason"
    [ -f "$home/words.csv" ] || return 0 # a game without a word
    "$oxcart" texts "$home" >"$work/out" 2>&1 && grep -q ', 2 languages' "$work/out"
    judge "contract_languages_of_$1" $? "$(tail -n 1 "$work/out")"
}
for game in flock hop lamplighter meadow spells; do judge_words $game; done

for game in volley bricks chase blocks bloom wellhouse ship rockfield delta bjorn spin duel ring; do
    home=rom/carts/$game cart=$work/$game
    cp -r "$home" "$cart"

    # And room for a quarter more.
    judge_words $game
    cp -r "$home" "$work/longer"
    sed -i 's/column=en$/column=en pseudo=on/' "$work/longer/cart.txt"
    grep -hvE '^[0-9]+ *(expect|label|picture|hash|states|steady)' "$home"/tests/*.play | sort -s -n -k 1,1 >"$work/keys"
    "$oxcart" run "$work/longer" --headless --frames 400 --input "$work/keys" >"$work/out" 2>&1
    ! grep -q 'no room for' "$work/out" && ! grep -q error "$work/out"
    judge "contract_longer_words_of_$game" $? "$(grep -m 1 -E 'no room for|error' "$work/out")"
    rm -r "$work/longer"

    # A release: no name of a behaviour, a function or a variable, none of a file.
    "$oxcart" pack "$home" --release --quiet -o "$work/$game.release" >"$work/out" 2>&1
    strings -n 5 "$work/$game.release" >"$work/strings"
    reason=$({ grep -oE '^(behaviour|func|event|var|    func) [A-Za-z_]{6,}' "$home/game.goad" | sed 's/.* //'; ls "$home" | grep '\.'; } | while read -r name; do
        ! grep -q "$name" "$home/words.csv" || continue # a word of the game's, too
        grep -qE "(^|[^A-Za-z])$name([^A-Za-z]|$)" "$work/strings" && echo "it holds $name"
    done | head -n 1)
    [ -s "$work/strings" ] || reason=$(head -n 1 "$work/out")
    judge_reason "contract_release_of_$game" "$reason"

    # The memory of a Game Boy Advance is enough.
    "$oxcart" pack "$home" --target gba --quiet -o "$work/$game.gba.rom" >"$work/out" 2>&1
    judge "contract_memory_of_$game" $? "$(head -n 1 "$work/out")"

    # One number of the game is another: the playthrough tells when, and who differs first; the programs are the same.
    reason=
    case $game in
    volley | bricks) change game.goad 'tune ball.serve: fx = [0-9.]*' 'tune ball.serve: fx = 1.75' ;;
    chase) change game.goad 'tune ghost.speed: fx = [0-9.]*' 'tune ghost.speed: fx = 0.875' ;;
    blocks) change game.goad 'tune entry.delay: int = [0-9]*' 'tune entry.delay: int = 13' ;;
    bjorn) change game.goad 'tune jump.speed: fx = [0-9.]*' 'tune jump.speed: fx = 4.25' ;;
    ship) change game.goad 'tune ship.speed: fx = [0-9.]*' 'tune ship.speed: fx = 2.25' ;;
    rockfield) change game.goad 'tune rock.speed: fx = [0-9.]*' 'tune rock.speed: fx = 31.0' ;;
    delta) change game.goad 'tune drone.speed: fx = [0-9.]*' 'tune drone.speed: fx = 1.125' ;;
    wellhouse) change game.goad 'tune room.points: int = [0-9]*' 'tune room.points: int = 6' ;;
    spin) change game.goad 'tune glide.keeps: fx = [0-9.]*' 'tune glide.keeps: fx = 0.96' ;;
    ring) change moves.csv 'ball,6,[0-9]*' 'ball,6,13' ;;
    duel) change breeds.csv 'slime,0,breed_slime,[0-9]*' 'slime,0,breed_slime,25' ;;
    bloom) change game.goad 'wait 8t' 'wait 9t' ;;
    esac
    "$oxcart" test "$cart" >"$work/out" 2>&1 && reason="nothing differs"
    grep -qE 'the state differs at frame [0-9]+, first in [a-z]+: ' "$work/out" || reason="not told: $(head -n 1 "$work/out")"
    judge_reason "contract_numbers_of_$game" "$reason"

    # The desktop's program in front of the image is the same, byte for byte.
    size=$(wc -c <"$B/host/player")
    "$oxcart" export "$work/$game.release" --desktop "$work/$game.bin" --player "$B/host/player" >"$work/out" 2>&1 && head -c "$size" "$work/$game.bin" >"$work/program" &&
        cmp -s "$work/program" "$B/host/player"
    judge "contract_programs_of_$game" $? "$(head -n 1 "$work/out")"
done

# ---- sheets of mechanics ----

count=$(grep -l '^mechanic ' rom/carts/*/cart.txt | wc -l)
[ "$count" -ge 12 ] && ! grep -q '^mechanic story' rom/carts/blocks/cart.txt
judge contract_sheets_are_there $? "$count sheets"
cart=$work/sheet
reason=
refuse() { # sed for cart.txt, what has to be said
    rm -rf "$cart"
    cp -r rom/carts/chase "$cart"
    sed -i "$1" "$cart/cart.txt"
    "$oxcart" pack "$cart" --quiet -o "$work/sheet.rom" >"$work/out" 2>&1 && reason="packs: $1"
    grep -qE "$2" "$work/out" || reason="not told: $2, but $(head -n 1 "$work/out")"
}
line() { grep -n "^mechanic $1" rom/carts/chase/cart.txt | head -n 1 | cut -d: -f1; }
refuse '/object ghost name=clyde/d' "cart.txt:$(line 'meets ghost').*mechanic meets ghost: most=4, but the fullest scene has 3"
refuse '/^type ghost/d; /object ghost/d' "cart.txt:$(line 'meets ghost').*mechanic meets ghost: most=4 is that of no scene"
refuse 's/^capacity tile-cells 100/capacity tile-cells 99/' "cart.txt:$(line 'meets maze').*most=100, but tile-cells has 99"
refuse 's/^mechanic goal  eaten /mechanic goal  drunk /' "cart.txt:$(line goal).*mechanic goal: the cart has no part .drunk"
refuse '/^way maze  over/d' "cart.txt:$(line flow).*no .way. leads from maze to over"
refuse '/^mechanic lost/d; /^mechanic won/d' 'the sheet has no line .mechanic won., and none .mechanic lost'
refuse 's/^mechanic can .*/mechanic can LEFT most=4/' 'most=, and in= with it, stand in lines .mechanic meets NAME'
refuse 's/^mechanic goal /mechanic gaol /' 'mechanic .gaol.; possible are goal, won, lost'
judge contract_sheets_are_compared $([ -z "$reason" ]; echo $?) "$reason"
