#!/bin/sh
# The protection of packets in released programs: it is there and the same in every build that is not for looking for mistakes, nothing names
# it, and none of its numbers stands anywhere. Programs without a network have nothing of it.
. tests/judge.sh
B=${B:-build}
MAKE=${MAKE:-make}
CC=${CC:-cc}
work=$B/network_release
rm -rf "$work"
mkdir -p "$work"

flags="-std=c11 -I. -I$B/gen -w"
dev=$B/examples/network
program=$dev.release
if ! "$MAKE" -s B="$B" "$dev" "$program" core-host >"$work/log" 2>&1; then
    echo "FAIL network_release the program does not build: $(grep -m 1 -iE 'error|undefined' "$work/log")"
    exit 1
fi
for tool in nm objcopy python3; do command -v $tool >/dev/null || { echo "skip network_release no $tool"; exit 0; }; done

# ---- one protection for all ----

# The only difference that the code knows is OX_DEBUG: development, beta and release programs have the same bytes.
reason=
grep -nE '^ *# *(if|ifdef|ifndef|elif)' kernel/network/*.[ch] | grep -vE 'OXCART_KERNEL_NETWORK_[A-Z_]*_H$|defined\(__GNUC__\)' >"$work/found" &&
    reason="a switch: $(head -n 1 "$work/found")"
for file in secure packet; do
    for variant in development beta release debug; do
        more=
        [ $variant = development ] && more=-g
        [ $variant = beta ] && more='-g -DBETA=1 -DDEBUG=0'
        [ $variant = release ] && more='-DNDEBUG -DRELEASE=1'
        [ $variant = debug ] && more=-DOX_DEBUG=1
        # shellcheck disable=SC2086
        $CC $flags -O2 $more -c kernel/network/$file.c -o "$work/$file.$variant.o" 2>"$work/err" || reason="$file.c as $variant: $(head -n 1 "$work/err")"
        objcopy -O binary -j .text "$work/$file.$variant.o" "$work/$file.$variant"
    done
    for variant in development beta; do
        cmp -s "$work/$file.$variant" "$work/$file.release" || reason="$file.c is another one in $variant programs"
    done
    cmp -s "$work/$file.debug" "$work/$file.release" && reason="$file.c: debug programs are no different, so this test sees nothing"
done
judge_reason network_release_protection_is_the_same_in_betas "$reason"

# What is not protected carries nothing, and packets are not readable; only with assertions they may be.
cat >"$work/open.c" <<'END'
#include <stdio.h>
#include "kernel/network/secure.h"
static ox_status take(void *s, const ox_address *to, const uint8_t *b, uint32_t n) { (void)s, (void)to, (void)b, (void)n; return OX_OK; }
static uint32_t give(void *s, uint8_t *b, uint32_t n, ox_address *from) { (void)s, (void)b, (void)n, (void)from; return 0; }
int main(void) {
    static const ox_transport_table table = {take, give, NULL, NULL, NULL};
    ox_transport udp = {.table = &table, .properties = {.payload = 1200, .lossy = true, .open = true}};
    static uint8_t room[1200], random[16] = {1};
    ox_secure s;
    ox_packet_writer w;
    ox_packet p;
    ox_packet_begin(&w, room, sizeof room, &(ox_packet){.kind = OX_PACKET_DATA});
    uint32_t open = ox_packet_end(&w, &udp);
    ox_packet_verdict verdict = ox_packet_read(&p, room, 8, 0, &udp);
    ox_secure_config c = {.below = &udp, .buffer = room, .random = random, .role = OX_SECURE_SERVER, .readable = true};
    ox_status readable = ox_secure_begin(&s, &c);
    c.readable = false;
    ox_status safe = ox_secure_begin(&s, &c);
    udp = ox_secure_transport(&s);
    ox_packet_begin(&w, room, sizeof room, &(ox_packet){.kind = OX_PACKET_DATA});
    printf("open %u %s, readable %s, secured %u %s\n", (unsigned)open, ox_packet_verdict_name(verdict), ox_status_name(readable),
           (unsigned)ox_packet_end(&w, &udp), ox_status_name(safe));
    return 0;
}
END
reason=
# What these two programs need besides is as it was built.
objects=$(grep -v -e '/raster/' -e '/assert\.o$' -e '/network/secure\.o$' -e '/network/packet\.o$' "$B/core_host.list")
for debug in 0 1; do
    # shellcheck disable=SC2086
    $CC $flags -O1 -DOX_DEBUG=$debug -Wl,--gc-sections "$work/open.c" kernel/network/secure.c kernel/network/packet.c fixedmath/numbers/assert.c $objects -o "$work/open.$debug" 2>"$work/err" || reason="it does not build: $(grep -m 1 -iE 'error|undefined' "$work/err")"
    "$work/open.$debug" >"$work/open.$debug.txt" 2>&1
done
[ "$(cat "$work/open.0.txt")" = 'open 0 not protected, readable unsupported, secured 4 ok' ] || reason="released: $(cat "$work/open.0.txt")"
grep -q 'readable ok' "$work/open.0.txt" && reason="a released program makes readable packets"
grep -q '^open 8 .*readable ok' "$work/open.1.txt" || reason="with assertions: $(cat "$work/open.1.txt")"
judge_reason network_release_open_networks_carry_nothing "$reason"

# ---- nothing names it ----

reason=
nm "$B"/obj/kernel/network/*.o | awk 'NF == 3 && $2 ~ /[Tt]/ { print $3 }' | grep _ | sort -u >"$work/names"
[ "$(wc -l <"$work/names")" -gt 40 ] || reason="no names to look for"
grep -E 'protect|seal$|unseal$|tag|whiten|hmac|junk|derive' "$work/names" | grep -vx 'ox_secure_seal\|ox_secure_unseal' >"$work/found" &&
    reason="protection in a function of its own: $(head -n 1 "$work/found")"
[ "$(nm "$program" 2>/dev/null | wc -l)" -eq 0 ] || reason="symbols: $(nm "$program" | head -n 1)"
nm "$dev" | grep -q ' ox_secure_begin$' || reason="the program with symbols has no network either"
tr -c ' -~' '\n' <"$program" >"$work/strings"
grep -nFf "$work/names" "$work/strings" >"$work/found" && reason="it names $(head -n 1 "$work/found")"
grep -niE 'hmac|md5|whiten|junk|replay|nonce|secure|kernel/network' "$work/strings" >"$work/found" && reason="it says $(head -n 1 "$work/found")"
tr -c ' -~' '\n' <"$dev" | grep -q ox_secure_begin || reason="the scan finds nothing in the program with symbols"
judge_reason network_release_nothing_names_the_protection "$reason"

# ---- none of its numbers ----

cat >"$work/numbers.c" <<'END'
#include <stdio.h>
#include "kernel/network/packet.h"
#include "kernel/network/protect_internal.h"
/* The constants, then key and start values of the example's first packets, as its connection works them out. */
int main(void) {
    protect_step step = protect_constants();
    uint8_t text[16] = {0}, given[48];
    put_u32(text, step.a);
    put_u32(text + 4, step.b);
    put_u16(text + 8, ox_packet_protocol(1, 0x12345678, 1));
    printf("%08x\n%08x\n", (unsigned)step.a, (unsigned)step.b);
    protect_key key = protect_key_of(text);
    protect_derive(&key, 0, text, given, 3);
    for (int i = 0; i < 48; i += 4) printf("%08x\n", (unsigned)rom_u32(given + i));
    return 0;
}
END
cat >"$work/scan.py" <<'END'
import sys
numbers = [int(line, 16) for line in open(sys.argv[1])]
for path in sys.argv[2:]:
    data = open(path, "rb").read()
    for i, number in enumerate(numbers):
        for order in ("little", "big"):
            at = data.find(number.to_bytes(4, order))
            if at >= 0:
                print("%s: number %d (%08x, %s-endian) at %d" % (path, i, number, order, at))
END
reason=
# shellcheck disable=SC2086
$CC $flags -O1 -Wl,--gc-sections "$work/numbers.c" kernel/network/packet.c $objects -o "$work/numbers" 2>"$work/err" && "$work/numbers" >"$work/numbers.txt" || reason="the numbers: $(grep -m 1 -iE 'error|undefined' "$work/err")"
[ "$(sed -n 1,2p "$work/numbers.txt" | tr '\n' ' ')" = '9e3779b9 0019660d ' ] && [ "$(wc -l <"$work/numbers.txt")" -eq 14 ] || reason="other numbers: $(head -n 2 "$work/numbers.txt" | tr '\n' ' ')"
# A whole released program with a secured connection in it. The example's has the link simulator besides, whose random numbers (fixedmath)
# have the two constants of their own generators in common with it.
cat >"$work/game.c" <<'END'
#include <stdio.h>
#include "kernel/network/loopback.h"
#include "kernel/network/secure.h"
int main(void) {
    static uint32_t memory[OX_LOOPBACK_WORDS(2, 4, 200)];
    static uint8_t rooms[2][200], bytes[200];
    ox_loopback net;
    ox_transport wire[2], safe[2];
    ox_secure ends[2];
    ox_address from, to = ox_address_of(OX_ADDRESS_LOOPBACK, 1);
    uint8_t random[OX_SECURE_RANDOM] = {1};
    const uint16_t protocol = ox_packet_protocol(1, 0x12345678, 1);
    if (ox_loopback_init(&net, memory, sizeof memory, &(ox_loopback_config){2, 4, 200, 0}) != OX_OK) return 1;
    for (uint32_t i = 0; i < 2; i++) {
        wire[i] = ox_loopback_endpoint(&net, i);
        if (ox_secure_begin(&ends[i], &(ox_secure_config){.below = &wire[i], .buffer = rooms[i], .peer = ox_address_of(OX_ADDRESS_LOOPBACK, (uint16_t)(1 - i)),
                                                          .protocol = protocol, .role = (ox_secure_role)i, .random = random}) != OX_OK) return 2;
        safe[i] = ox_secure_transport(&ends[i]);
    }
    for (uint32_t i = 0; i < 4; i++) {
        ox_transport_tick(&safe[i % 2], i);
        if (ox_transport_receive(&safe[i % 2], bytes, sizeof bytes, &from) > 0) return 3;
    }
    ox_packet_writer w;
    ox_packet_begin(&w, bytes, sizeof bytes, &(ox_packet){.protocol = protocol, .kind = OX_PACKET_DATA});
    if (ox_packet_add(&w, &(ox_message){.type = 1, .bytes = (const uint8_t *)"good day", .length = 8}) != OX_OK) return 4;
    if (ox_transport_send(&safe[0], &to, bytes, ox_packet_end(&w, &safe[0])) != OX_OK) return 5;
    ox_packet p;
    ox_message m = {0};
    uint32_t size = ox_transport_receive(&safe[1], bytes, sizeof bytes, &from);
    if (ox_packet_read(&p, bytes, size, protocol, &safe[1]) != OX_PACKET_GOOD || !ox_packet_next(&p, &m)) return 6;
    printf("%.*s\n", (int)m.length, (const char *)m.bytes);
    return 0;
}
END
# shellcheck disable=SC2086
$CC $flags -O2 -s -Wl,--gc-sections "$work/game.c" kernel/network/secure.c kernel/network/packet.c $objects -o "$work/game" 2>"$work/err" || reason="the game does not build: $(grep -m 1 -iE 'error|undefined' "$work/err")"
[ "$("$work/game")" = 'good day' ] || reason="the game does not play"
python3 "$work/scan.py" "$work/numbers.txt" "$B"/obj/kernel/network/*.o "$work/game" >"$work/found" 2>&1
[ -s "$work/found" ] && reason="$(head -n 1 "$work/found")"
sed 1,2d "$work/numbers.txt" >"$work/others.txt"
python3 "$work/scan.py" "$work/others.txt" "$program" >"$work/found" 2>&1
[ -s "$work/found" ] && reason="$(head -n 1 "$work/found")"
for compiler in 'clang -O0' 'clang -O3' 'gcc -O3' 'arm-none-eabi-gcc -Os -Iplatform/gba/libc' 'powerpc-linux-gnu-gcc -O2'; do
    command -v ${compiler%% *} >/dev/null || continue
    # shellcheck disable=SC2086
    $compiler $flags -c kernel/network/secure.c -o "$work/secure.-${compiler%% *}.o" 2>"$work/err" || reason="$compiler: $(head -n 1 "$work/err")"
    python3 "$work/scan.py" "$work/numbers.txt" "$work/secure.-${compiler%% *}.o" >"$work/found" 2>&1
    [ -s "$work/found" ] && reason="$compiler: $(head -n 1 "$work/found")"
done
printf 'unsigned step(unsigned x) { return (x + 0x9E3779B9u) * 1664525u; }\n' >"$work/told.c"
$CC -O2 -c "$work/told.c" -o "$work/told.o"
python3 "$work/scan.py" "$work/numbers.txt" "$work/told.o" | grep -q 'number 1 ' || reason="the scan finds no number where one stands"
judge_reason network_release_holds_none_of_its_numbers "$reason"

# ---- it plays, and others have nothing of it ----

reason=
"$program" >"$work/said" 2>&1 || reason="it ends badly: $(tail -n 1 "$work/said")"
cmp -s "$work/said" rom/carts/examples/network/network.txt || reason="it says something else: $(diff "$work/said" rom/carts/examples/network/network.txt | sed -n 2p)"
judge_reason network_release_program_plays "$reason"

reason=
players=0
words='a connect of another protocol'
grep -q "$words" "$program" || reason="the text to look for is not in the network's program"
for player in "$B/host/player" "$B/gba/base.elf" "$B/gba/plain.elf" "$B/lm3s6965/base.elf"; do
    [ -f "$player" ] || continue
    players=$((players + 1))
    grep -q "$words" "$player" && reason="$player holds the network's code"
    case $player in *.elf) nm "$player" | grep -E ' ox_(secure|packet|wire|transport|loopback|conditions|address)_' >"$work/found" && reason="$player: $(head -n 1 "$work/found")" ;; esac
done
if [ $players -eq 0 ] && [ -z "$reason" ]; then
    echo "skip network_release_players_without_a_network_have_none no player is built"
else
    judge_reason network_release_players_without_a_network_have_none "$reason"
    echo "# $players players"
fi
