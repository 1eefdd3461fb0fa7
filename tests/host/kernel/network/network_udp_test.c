/* Two processes of this machine play in lockstep over UDP, IPv4 and IPv6, secured. Ports that cannot be
 * opened and peers that cannot be reached are told. */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "fixedmath/random.h"
#include "kernel/bytes/fnv.h"
#include "kernel/network/secure.h"
#include "platform/host/host_network.h"
#include "rom/rom.h"
#include "tests/test.h"

enum { TURNS = 10000, AHEAD = 8, PATIENT = 20000, SHORT_OF_IT = 700, PROTOCOL = 0x1234 };

static uint32_t milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint32_t)((uint64_t)now.tv_sec * 1000u + (uint64_t)now.tv_nsec / 1000000u);
}

typedef struct rules {
    ox_address_family family;
    uint32_t stop_at;  /* the turn at which the other process ends without a word */
    uint32_t patience; /* milliseconds */
} rules;

/* Plays one side. Each turn's command goes out with the earlier commands that the other side may lack, and a
 * turn runs when both commands are there. Gives the hash of the game, 0 when the other side fell silent. */
static uint32_t play(host_network *net, uint32_t me, uint16_t other_port, const rules *r) {
    static uint8_t room[OX_TRANSPORT_PAYLOAD];
    static uint32_t commands[2][TURNS + AHEAD + 1];
    uint32_t known[2] = {AHEAD, AHEAD}, told = AHEAD, turn = 0, hash = OX_FNV_START, heard = milliseconds();
    const uint8_t entropy[OX_SECURE_RANDOM] = {(uint8_t)(9 + me), (uint8_t)heard};
    ox_transport udp = host_network_transport(net);
    ox_address peer = ox_address_of(r->family, other_port), from;
    ox_secure secure;
    rng32 random = rng32_seed(me, 0);
    if (r->family == OX_ADDRESS_IPV4) peer.bytes[0] = 127, peer.bytes[3] = 1;
    if (r->family == OX_ADDRESS_IPV6) peer.bytes[15] = 1;
    if (ox_secure_begin(&secure,
                        &(ox_secure_config){.below = &udp,
                                            .buffer = room,
                                            .protocol = PROTOCOL,
                                            .random = entropy,
                                            .peer = peer,
                                            .role = me == 0 ? OX_SECURE_SERVER : OX_SECURE_CLIENT}) != OX_OK)
        return 0;
    ox_transport link = ox_secure_transport(&secure);
    while (turn < TURNS || told < TURNS + AHEAD) {
        uint8_t bytes[OX_TRANSPORT_PAYLOAD];
        uint32_t now = milliseconds(), before = turn;
        if (now - heard > (turn >= TURNS ? 300u : r->patience)) return turn >= TURNS ? hash : 0;
        ox_transport_tick(&link, now);
        for (uint32_t size; (size = ox_transport_receive(&link, bytes, sizeof bytes, &from)) > 0;) {
            ox_packet p;
            ox_message m = {0};
            if (ox_packet_read(&p, bytes, size, PROTOCOL, &link) != OX_PACKET_GOOD ||
                !ox_packet_next(&p, &m) || m.length < 8)
                continue;
            uint32_t mine = rom_u32(m.bytes), first = rom_u32(m.bytes + 4);
            heard = now;
            if (mine > told) told = mine;
            for (uint32_t i = 0; i < (m.length - 8) / 4; i++)
                if (first + i == known[1 - me] && first + i < TURNS + AHEAD)
                    commands[1 - me][known[1 - me]++] = rom_u32(m.bytes + 8 + 4 * i);
        }
        while (turn < known[0] && turn < known[1] && turn < TURNS) {
            hash = ox_fnv_u32(ox_fnv_u32(hash, commands[0][turn]), commands[1][turn]);
            turn++;
        }
        if (me == 1 && turn >= r->stop_at) return hash;
        while (known[me] < turn + AHEAD && known[me] < TURNS + AHEAD)
            commands[me][known[me]++] = rng32_next(&random);
        if (known[me] < TURNS + AHEAD && turn == TURNS) known[me] = TURNS + AHEAD;
        if (ox_secure_connected(&secure)) {
            uint8_t text[8 + 4 * 64];
            uint32_t count = known[me] - told < 64 ? known[me] - told : 64;
            for (uint32_t i = 0; i < 4; i++)
                text[i] = (uint8_t)(known[1 - me] >> 8 * i), text[4 + i] = (uint8_t)(told >> 8 * i);
            for (uint32_t k = 0; k < 4 * count; k++)
                text[8 + k] = (uint8_t)(commands[me][told + k / 4] >> 8 * (k % 4));
            ox_packet_writer w;
            ox_packet_begin(&w, bytes, sizeof bytes,
                            &(ox_packet){.protocol = PROTOCOL, .kind = OX_PACKET_DATA});
            if (ox_packet_add(&w, &(ox_message){.type = 1, .bytes = text, .length = 8 + 4 * count}) != OX_OK)
                return 0;
            if (ox_failed(ox_transport_send(&link, &peer, bytes, ox_packet_end(&w, &link))))
                continue; /* a lost command is said again */
        }
        if (turn == before) nanosleep(&(struct timespec){.tv_nsec = 20000}, NULL);
    }
    return hash;
}

/* Plays both sides in processes of their own; gives the hashes of both. */
static bool match(const rules *r, uint32_t *ours, uint32_t *theirs) {
    char error[200];
    host_network *nets[2];
    uint16_t ports[2];
    int ends[2];
    for (int i = 0; i < 2; i++) {
        nets[i] = host_network_open(&(host_network_options){.family = r->family, .local = true}, error,
                                    sizeof error);
        if (nets[i] == NULL) {
            TEST_INFO("%s", error);
            if (i == 1) host_network_close(nets[0]);
            return false;
        }
        ports[i] = host_network_bound(nets[i]);
    }
    if (pipe(ends) != 0) return false;
    pid_t child = fork();
    if (child == 0) {
        uint32_t hash = play(nets[1], 1, ports[0], r);
        _exit(write(ends[1], &hash, sizeof hash) == (ssize_t)sizeof hash ? 0 : 1);
    }
    host_network_close(nets[1]); /* the other process has its own handle of the port */
    *ours = play(nets[0], 0, ports[1], r);
    *theirs = 0;
    bool good = child > 0 && read(ends[0], theirs, sizeof *theirs) == (ssize_t)sizeof *theirs &&
                waitpid(child, NULL, 0) == child;
    host_network_close(nets[0]);
    close(ends[0]);
    close(ends[1]);
    return good;
}

static void ten_thousand_turns(ox_address_family family) {
    uint32_t ours, theirs;
    if (!match(&(rules){family, UINT32_MAX, PATIENT}, &ours, &theirs)) {
        test_skip("no such network on this machine");
        return;
    }
    CHECK(ours != 0);
    CHECK_EQ(ours, theirs);
}

TEST(network_udp_lockstep_over_ipv4) { ten_thousand_turns(OX_ADDRESS_IPV4); }
TEST(network_udp_lockstep_over_ipv6) { ten_thousand_turns(OX_ADDRESS_IPV6); }

TEST(network_udp_silence_is_noticed) {
    uint32_t ours, theirs, before = milliseconds();
    if (!match(&(rules){OX_ADDRESS_IPV4, 100, SHORT_OF_IT}, &ours, &theirs)) {
        test_skip("no such network on this machine");
        return;
    }
    CHECK_EQ(ours, 0);
    CHECK(theirs != 0);
    CHECK(milliseconds() - before < SHORT_OF_IT + 10000);
}

TEST(network_udp_ports_and_refusals) {
    char error[200] = "";
    host_network_options options = {.family = OX_ADDRESS_IPV4, .local = true};
    host_network *one = host_network_open(&options, error, sizeof error);
    if (one == NULL) {
        test_skip(error);
        return;
    }
    options.port = host_network_bound(one);
    CHECK(options.port >= HOST_NETWORK_WELL_KNOWN);
    CHECK(host_network_open(&options, error, sizeof error) == NULL &&
          strstr(error, "is in use; try ") != NULL);
    options.others = 20;
    host_network *two = host_network_open(&options, error, sizeof error);
    CHECK(two != NULL && host_network_bound(two) > options.port &&
          host_network_bound(two) <= options.port + 20);
    options.port = 80;
    CHECK(host_network_open(&options, error, sizeof error) == NULL && strstr(error, "well-known") != NULL);
    options.family = OX_ADDRESS_SERIAL;
    CHECK(host_network_open(&options, error, sizeof error) == NULL && error[0] != 0);
    CHECK_EQ(host_network_port(0xFFFFFFFFu), 40000 + 0xFFFFFFFFu % 10000);
    ox_transport udp = host_network_transport(one);
    ox_address to = ox_address_of(OX_ADDRESS_IPV6, 5000), from;
    static uint8_t bytes[OX_TRANSPORT_PAYLOAD + 1];
    CHECK_EQ(ox_transport_send(&udp, &to, bytes, 10), OX_NOT_FOUND);
    CHECK_EQ(ox_transport_send(&udp, &to, bytes, sizeof bytes), OX_BAD_ARGUMENT);
    to = ox_address_of(OX_ADDRESS_IPV4, 5000);
    memset(to.bytes, 255, 4);
    /* broadcast, which the port was not allowed to send */
    CHECK(ox_failed(ox_transport_send(&udp, &to, bytes, 10)));
    CHECK(!udp.properties.trusted && !udp.properties.secured && udp.refused == 3);
    CHECK_EQ(ox_transport_receive(&udp, bytes, sizeof bytes, &from), 0); /* receiving does not wait */
    if (two != NULL) {
        to = ox_address_of(OX_ADDRESS_IPV4, host_network_bound(two));
        to.bytes[0] = 127, to.bytes[3] = 1;
        ox_transport other = host_network_transport(two);
        CHECK_EQ(ox_transport_send(&udp, &to, "long", 4), OX_OK);
        CHECK_EQ(ox_transport_send(&udp, &to, "ox", 2), OX_OK);
        uint32_t size = 0;
        for (int i = 0; i < 200 && size == 0; i++) {
            nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
            /* the first packet does not fit, and is lost */
            size = ox_transport_receive(&other, bytes, 3, &from);
        }
        CHECK(size == 2 && memcmp(bytes, "ox", 2) == 0 && from.port == host_network_bound(one) &&
              from.family == OX_ADDRESS_IPV4);
        CHECK(host_network_find("127.0.0.1", OX_ADDRESS_IPV4, to.port, &from, error, sizeof error) &&
              ox_address_equal(&from, &to));
        CHECK(!host_network_find("no such name", OX_ADDRESS_IPV4, 1, &from, error, sizeof error) &&
              strstr(error, "cannot be found") != NULL);
    }
    host_network_close(one);
    host_network_close(two);
    host_network_close(NULL);
}
