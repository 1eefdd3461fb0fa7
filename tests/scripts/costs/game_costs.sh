#!/bin/sh
# What games of two dimensions, and one with a model, take on the Game Boy Advance in play, by libmgba: cycles of a picture, and of a step with its scripts and sound,
# within a twentieth of what they were; and how many pictures of 900 blanks they show. The figures are those of README.md.
. tests/judge.sh
B=${B:-build}
MAKE=${MAKE:-make}
work=$B/game_costs
if ! command -v arm-none-eabi-nm >/dev/null || ! echo '#include <mgba/core/core.h>' | ${CC:-cc} -E - >/dev/null 2>&1; then
    echo "skip game_costs no arm-none-eabi-gcc or no libmgba here"
    exit 0
fi
rm -rf "$work"
mkdir -p "$work"
if ! "$MAKE" -s B="$B" "$B/oxcart" "$B/gba/base.gba" "$B/gba/base.nm" "$B/gba_runner" >"$work/build" 2>&1; then
    echo "FAIL game_costs the player does not build: $(grep -m 1 -i error "$work/build")"
    exit 1
fi

# A game is packed and played; one row: pictures, cycles of a step, cycles of a picture without waiting for the display.
play() { # name, keys; the template is that of a new game
    folder=rom/carts/$1
    [ "$1" != template ] || folder=$work/new
    [ "$1" != template ] || "$B/oxcart" new "$folder" --template 2d >/dev/null || return
    "$B/oxcart" pack "$folder" -o "$work/$1.rom" --quiet >"$work/log" 2>&1 &&
        "$B/oxcart" export "$work/$1.rom" --gba "$work/$1.gba" --player "$B/gba/base.gba" >>"$work/log" 2>&1 || return
    "$B/gba_runner" "$work/$1.gba" --frames 900 --keys "$2" --after "bands of" --profile "$B/gba/base.nm" --calls --quiet 2>/dev/null |
        awk -v name="$1" '
            $3 == "cycles" && $NF == "ox_console_update" { updates += $2 }
            $3 == "cycles" && $NF == "ox_console_simulate" { steps += $5 }
            $3 == "cycles" && $NF == "ox_console_draw" { drawing += $2; pictures += $5 }
            $3 == "cycles" && $NF == "plat_present" && $(NF - 2) == "ox_console_draw" { waiting += $2 }
            $3 == "cycles" && $NF == "gba_compose_show" { waiting -= $2 }
            END { if (steps > 0 && pictures > 0) print name, pictures, int(updates / steps), int((drawing - waiting) / pictures) }'
}

# game, keys, least pictures, most cycles of a step and of a picture
while read -r game keys pictures step picture; do
    play "$game" "$keys" >"$work/row"
    sed 's/^/# pictures, step, picture: /' "$work/row"
    reason=$(awk -v pictures="$pictures" -v step="$step" -v picture="$picture" '
        { seen = 1 }
        $2 < pictures * 0.97 { print $2 " pictures, at least " pictures }
        $3 > step * 1.05 { print "a step takes " $3 ", at most " step }
        $4 > picture * 1.05 { print "a picture takes " $4 ", at most " picture }
        END { if (!seen) print "it was not measured" }' "$work/row" | tr '\n' ';')
    judge "game_costs_of_$game" $([ -z "$reason" ]; echo $?) "$reason"
done <<'LIST'
blocks 15:A,17:,40:LEFT,60:,100:DOWN,140:UP,180: 871 41000 195000
bricks 15:A,17:,40:A,42:,101:RIGHT,131:,160:LEFT,190: 816 58500 172000
chase 15:A,17:,140:LEFT,300:UP,400:RIGHT,500:DOWN,700:LEFT 725 83000 178000
bjorn 15:A,17:,60:A,62:,80:A,82:,120:RIGHT,200:RIGHT+A,230:RIGHT 171 203500 349000
hop 15:A,17:,60:A,62:,100:RIGHT,200:RIGHT+A,230:RIGHT 453 143500 133000
ship 15:A,17:,60:A,62:,100:RIGHT,200:LEFT+A,230:RIGHT 717 86500 132000
volley 15:A,17:,60:A,62:,100:UP,200:DOWN+A,230:RIGHT 877 44500 141000
meadow 15:A,17: 220 80000 642000
wellhouse 15:A,17:,60:A,62:,100:RIGHT,200:RIGHT+A,230:RIGHT 272 42000 640000
duel 15:A,17:,60:A,62:,80:RIGHT,82:,120:A,122:,400:A,402: 190 78500 800000
ring 15:A,17:,110:RIGHT,150:A,154:,180:DOWN+A,190:,220:RIGHT,260:B,264: 273 158000 275000
template 15:A,17:,60:RIGHT,130:,160:A,164:,230:LEFT,300:,330:RIGHT,400:,500:A,504: 720 93000 136500
spin 15:A,17:,40:LEFT,60:,80:A+RIGHT,140:,180:A+UP,240: 150 80500 1301000
LIST
