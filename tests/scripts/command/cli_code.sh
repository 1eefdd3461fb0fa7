#!/bin/sh
# C in a cart, from outside: it is compiled, checked and loaded; a game goes on with changed functions, and outlives what crashes.
. tests/judge.sh
B=${B:-build}
MAKE=${MAKE:-make}
OXCART=$(cd "$B" && pwd)/oxcart
work=$(mktemp -d) || exit 1
player=
trap '[ -z "$player" ] || kill $player 2>/dev/null; rm -rf "$work"' EXIT
command -v cc >/dev/null || { echo "skip code no C compiler cc here"; exit 0; }
"$MAKE" -s B="$B" "$B/oxcart" "$B/include/oxcart/oxcart.h" >"$work/build" 2>&1 || { echo "FAIL code oxcart does not build"; exit 1; }
mkdir "$work/game" && cd "$work" || exit 1

# A bar that grows by random steps; what it is stands in the record.
cat >game/bar.c <<'END'
#include <oxcart.h>
typedef struct bar { rng32 luck; int32_t width, steps; } bar;
OX_RECORD(bar, OX_FIELD_IN(bar, luck, "luck", OX_U32, OX_SIM, .initial = 77), OX_FIELD(bar, width, OX_I32, OX_SIM), OX_FIELD(bar, steps, OX_I32, OX_SIM));
static ox_script_answer native_width(ox_script_call *call) {
    const bar *b = ox_module_state(ox_module_of_call(call), OX_NAME("bar"));
    call->results[0] = b->width;
    return OX_SCRIPT_DONE;
}
static void step(const ox_module_host *host, void *state) {
    bar *b = state;
    (void)host;
    b->steps++;
    b->width = (b->width + (int32_t)rng_below(&b->luck, 7)) % 64;
}
static void draw(const ox_module_host *host, void *state, ox_module_pass pass, rs_frame *frame, uf16 fraction) {
    const bar *b = state;
    (void)fraction;
    if (pass == OX_PASS_OVER) (void)rs_frame_rectangle(frame, 0, b->steps % 48, b->width, 1, ox_resource_native(host->resources, 0xFFFFFF));
}
static const ox_script_native natives[] = {OX_NATIVE(width, QUERY, "i()", "width() -> int", "how wide the bar is")};
OX_MODULE(bar, .record = &bar_type, .simulate = step, .draw = draw, OX_NATIVES(natives));
END
cat >game/cart.txt <<'END'
title "Bar"
size 320x240
format rgb565
budget 512K
code bar.c
scene main
  camera at=0,0,4 target=0,0,0
end
END

"$OXCART" pack game -o bar.rom >out 2>&1
judge code_packs $? "$(head -n 1 out)"
"$OXCART" run bar.rom --headless --frames 2 >out 2>&1
judge code_image_names_the_module $(($? == 1 ? 0 : 1)) "a player without the C plays"
grep -q 'needs the module `bar`' out
judge code_image_is_refused_by_name $? "$(head -n 1 out)"
"$OXCART" run game --headless --frames 60 --hash >want 2>err
judge code_plays $? "$(head -n 1 err)"

# Scripts call its natives.
cp -r game both && printf 'behaviour Look {\n  on draw { print_number(width(), 8, 8, #FFFFFF) }\n}\n' >both/look.goad
sed -i 's/^code.*/&\nscript look look.goad/; s/^scene main/&\n  behaviour Look/' both/cart.txt
"$OXCART" run both --headless --frames 60 --hash >got 2>err && ! cmp -s got want
judge code_is_called_by_scripts $? "$(head -n 1 err)"
sed -i 's/width()/widths()/' both/look.goad
! "$OXCART" run both --headless --frames 2 >out 2>&1 && grep -q 'look.goad:2' out
judge code_natives_are_checked $? "$(head -n 1 out)"

# What a console has not is refused, with the file and what to do.
refuse() { # name, line of C, what is said, allowance
    rm -rf bad && cp -r game bad && printf '%s\n' "$2" >>bad/bar.c
    ! "$OXCART" pack bad -o bad.rom >out 2>&1 && grep -q "bad/bar.c" out && grep -q -- "$3" out
    judge "code_refuses_$1" $? "$(grep error out | head -n 1)"
    [ -z "$4" ] && return
    sed -i "s/^code.*/& allow=$4/" bad/cart.txt
    "$OXCART" pack bad -o bad.rom >out 2>&1
    judge "code_allows_$1" $? "$(grep error out | head -n 1)"
}
refuse floats 'fx half(fx a); fx half(fx a) { return (fx)((double)a * 0.37); }' 'floating point' float
refuse heap '#include <stdlib.h>
void *some(void); void *some(void) { return malloc(12); }' '`malloc`: a console has no heap' heap
refuse files '#include <stdio.h>
int say(void); int say(void) { return puts("x"); }' '`puts`: a console has no files' stdio
refuse globals 'int next(void); int next(void) { static int at; return at++; }' 'a variable that changes outside of the state' globals
refuse mistakes 'int x = ;' "bar.c:[0-9]*:[0-9]*: error: expected expression" ''
refuse two_modules 'OX_MODULE(foo);' 'oxcart_module' ''
CC=/no/such/compiler "$OXCART" pack game -o bad.rom >out 2>&1
grep -q 'there is no C compiler' out && [ "$(wc -l <out)" -eq 1 ]
judge code_without_a_compiler_says_one_line $? "$(head -n 1 out)"

# ---- while it plays ----

wait_for() { # pattern
    for _ in $(seq 200); do
        grep -q -- "$1" live.err && return 0
        sleep 0.05
    done
    return 1
}
later() { for _ in $(seq 200); do [ "$(wc -l <live.out)" -gt "$(($1))" ] && return 0; sleep 0.05; done; return 1; }

cp -r game live
"$OXCART" run live --headless --live --frames 1000000 --hash >live.out 2>live.err &
player=$!
later 100
sed 's/b->steps++;/b->steps += 1; b->steps = b->steps \& 0xFFFFFF;/' game/bar.c >new && mv new live/bar.c
wait_for 'its new C goes on where it was'
later "$(wc -l <live.out) + 60"
sed -n 's/^frame=[0-9]* //p' live.out | sed '$d' >now
"$OXCART" run game --headless --frames "$(wc -l <now)" --hash 2>err | sed -n 's/^frame=[0-9]* //p' >before
[ "$(grep -c 'goes on where' live.err)" -eq 1 ] && [ "$(wc -l <now)" -gt 100 ] && cmp -s now before && ! grep -q anew live.err
judge code_goes_on_where_it_was $? "$(cmp now before 2>&1) $(tail -n 1 live.err)"

sed -i 's/b->width = (b->width/*(volatile int *)(uintptr_t)(b->steps \& 0) = 1; &/' live/bar.c
wait_for 'bar.c:[0-9]* in `step` touches memory that is not there'
judge code_that_crashes_is_told_with_its_line $? "$(tail -n 1 live.err)"
count=$(wc -l <live.out)
cp game/bar.c live/bar.c
later "$count + 20"
judge code_next_version_of_a_crash_plays $? "$(tail -n 1 live.err)"
sed -i 's/b->steps++;/for (volatile int i = 1; i;) {}/' live/bar.c
wait_for 'in `step` does not end'
judge code_that_does_not_end_is_told $? "$(tail -n 1 live.err)"
sed 's/int32_t width, steps/int32_t width, more, steps/; s/OX_FIELD(bar, width, OX_I32, OX_SIM)/&, OX_FIELD(bar, more, OX_I32, OX_SIM)/' game/bar.c >live/bar.c
wait_for 'begins anew: its C has other data'
judge code_with_other_data_begins_anew $? "$(tail -n 1 live.err)"
kill -0 $player 2>/dev/null
judge code_command_lives_on $? "it ended: $(tail -n 1 live.err)"
kill $player 2>/dev/null
player=

# ---- on the screen ----

# A function is edited while its game plays in a window: how long until the other colour is seen. The best of three, since the machine does other things, too.
for tool in Xvfb python3; do
    command -v $tool >/dev/null || { echo "skip code_edit_is_on_screen_in_2_seconds no $tool here"; exit 0; }
done
mkdir screen
cp -r game seen
sed -i 's/b->steps % 48, b->width, 1,/0, 320, 240,/; s/0xFFFFFF/0x0000FF/' seen/bar.c
Xvfb -noreset -displayfd 3 -screen 0 640x480x24 -fbdir "$work/screen" 3>display >xvfb.log 2>&1 &
xvfb=$!
trap '[ -z "$player" ] || kill $player 2>/dev/null; kill $xvfb 2>/dev/null; rm -rf "$work"' EXIT
for _ in $(seq 100); do
    [ -s display ] && break
    sleep 0.1
done
env -u WAYLAND_DISPLAY -u SDL_VIDEODRIVER DISPLAY=":$(cat display)" "$OXCART" run seen --driver sdl --scale 1 --mute >seen.out 2>&1 &
player=$!
cat >edit.py <<'P'
import sys, time
def until(colour, seconds):
    """Seconds until a line of 100 pixels of the colour is on the screen; None: it never came."""
    begin, pixels = time.monotonic(), bytes((colour & 255, colour >> 8 & 255, colour >> 16, 0)) * 100
    while time.monotonic() - begin < seconds:
        screen = open("screen/Xvfb_screen0", "rb").read()[-640 * 480 * 4:]
        if any(screen[at:at + 400] == pixels for at in range(0, len(screen), 400)):
            return time.monotonic() - begin
        time.sleep(0.02)
    return None
colours, best = [0x0000FF, 0xFF0000, 0x00FF00, 0xFFFF00], None
if until(colours[0], 60) is None:
    sys.exit("the game is not on the screen")
for old, new in zip(colours, colours[1:]):
    time.sleep(0.5)
    text = open("seen/bar.c").read()
    open("seen/bar.c", "w").write(text.replace("0x%06X" % old, "0x%06X" % new))
    took = until(new, 20)
    if took is None:
        sys.exit("the edit never came on the screen")
    best = took if best is None or took < best else best
print("# an edit of a function in C is on the screen in %.2f s" % best)
if best > 2:
    sys.exit("it took %.2f s" % best)
P
python3 edit.py >edit.out 2>edit.err
status=$?
cat edit.out
if grep -qE 'without SDL2|SDL2 was not there' seen.out; then
    echo "skip code_edit_is_on_screen_in_2_seconds built without SDL2"
else
    judge code_edit_is_on_screen_in_2_seconds $status "$(tail -n 1 edit.err)"
fi
