/* A cartridge that counts the cycles of protecting packets of 64 bytes on a Game Boy Advance, code and data in the
 * cartridge and in external memory as in a game, and checks that the packets come back as they were.
 * tests/scripts/ports/gba_network.sh runs it. */
#include <string.h>

#include "kernel/debug/format.h"
#include "kernel/network/loopback.h"
#include "kernel/network/secure.h"
#include "platform/gba/gba.h"

enum { PAYLOAD = 64, SIZE = OX_PACKET_HEAD + PAYLOAD, ROOM = 200, ROUNDS = 16 };

static plat port;
static ox_loopback net;
static ox_transport below[2];
static ox_secure ends[2];
static uint32_t memory[OX_LOOPBACK_WORDS(2, 2, ROOM)];
static uint8_t rooms[2][ROOM];

static void say(const char *what, uint32_t value) {
    char line[64];
    ox_text text = ox_text_begin(line, sizeof line);
    ox_text_add(&text, "%s %u", what, (unsigned)value);
    plat_log(&port, PLAT_LOG_INFO, line);
}

static bool meet(void) {
    const ox_loopback_config config = {2, 2, ROOM, 0};
    uint8_t wire[ROOM];
    if (ox_loopback_init(&net, memory, sizeof memory, &config) != OX_OK) return false;
    for (uint32_t i = 0; i < 2; i++) {
        const uint8_t entropy[OX_SECURE_RANDOM] = {(uint8_t)(i + 1)};
        below[i] = ox_loopback_endpoint(&net, i);
        if (ox_secure_begin(&ends[i],
                            &(ox_secure_config){.below = &below[i],
                                                .buffer = rooms[i],
                                                .role = (ox_secure_role)i,
                                                .protocol = 7,
                                                .peer = ox_address_of(OX_ADDRESS_LOOPBACK, (uint16_t)(1 - i)),
                                                .random = entropy}) != OX_OK)
            return false;
    }
    uint32_t before = plat_cycles(&port), size = ox_secure_greeting(&ends[0], wire, sizeof wire);
    (void)ox_secure_unseal(&ends[1], wire, size);
    size = ox_secure_greeting(&ends[1], wire, sizeof wire);
    (void)ox_secure_unseal(&ends[0], wire, size);
    say("agree", plat_cycles(&port) - before);
    return ox_secure_connected(&ends[0]) && ox_secure_connected(&ends[1]);
}

int main(void) {
    static uint8_t packet[SIZE] = {7, 0, OX_PACKET_DATA, 1}, wire[ROOM];
    uint32_t sealing = 0, unsealing = 0, right = 0;
    gba_open(&port, false);
    bool good = meet();
    for (uint32_t i = 0; i < ROUNDS && good; i++) {
        for (uint32_t k = OX_PACKET_HEAD; k < SIZE; k++) packet[k] = (uint8_t)(i * 7 + k);
        uint32_t before = plat_cycles(&port),
                 size = ox_secure_seal(&ends[0], packet, SIZE, wire, sizeof wire);
        uint32_t between = plat_cycles(&port);
        uint32_t got = ox_secure_unseal(&ends[1], wire, size);
        unsealing += plat_cycles(&port) - between;
        sealing += between - before;
        right += got == SIZE && memcmp(wire, packet, SIZE) == 0;
    }
    say("seal", sealing / ROUNDS);
    say("unseal", unsealing / ROUNDS);
    say("right", right);
    plat_log(&port, PLAT_LOG_INFO, "quit");
    for (;;) gba_wait_blank();
}
