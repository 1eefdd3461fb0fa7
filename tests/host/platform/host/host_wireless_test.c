/* INP-004: wireless pads of the desktop: packets of another program are a pad, its silence is a loss, and it shakes. */
#include "platform/host/host.h"
#include "platform/host/host_network.h"
#include "platform/host/host_wireless.h"
#include "tests/test.h"

/* A port that hears wireless pads at a free UDP port near `first`; NULL: there is none. */
static plat *open_near(int first, int *number) {
    for (*number = first; *number < first + 50; ++*number) {
        char said[200] = "";
        const host_options options = {.driver = HOST_DRIVER_HEADLESS,
                                      .quiet = true,
                                      .memory = 1 << 20,
                                      .threads = 1,
                                      .wireless = *number};
        plat *p = host_open(&options, said, sizeof said);
        if (p != NULL) return p;
        TEST_INFO("%s", said);
    }
    return NULL;
}

/* Polls until the pad is there as `wanted`, a few times where datagrams take their time; gives its place, 0: it never was. */
static int poll_until(plat *p, bool wanted, plat_device *device, plat_input *in) {
    plat_input all;
    for (int i = 0; i < 2000; i++) {
        plat_poll(p, &all);
        for (int place = 1; place < PLAT_DEVICES; place++)
            if (plat_device_at(p, place, device, in)) {
                if (wanted) return place;
                break;
            } else if (!wanted && place == PLAT_DEVICES - 1) {
                return 1;
            }
    }
    return 0;
}

TEST(host_wireless_pads_come_by_udp) {
    char said[200] = "";
    int number;
    plat *p = open_near(41000, &number);
    host_network *net = host_network_open(&(host_network_options){.family = OX_ADDRESS_IPV4, .local = true},
                                          said, sizeof said);
    CHECK(p != NULL && net != NULL);
    if (p == NULL || net == NULL) return;
    ox_transport way = host_network_transport(net);
    ox_address to = ox_address_of(OX_ADDRESS_IPV4, (uint16_t)number), from;
    to.bytes[0] = 127, to.bytes[3] = 1;
    plat_wireless_pad pad = {.number = 0};
    plat_input own = {.buttons = PLAT_A, .stick_x = -1234}, in;
    plat_device device;
    uint8_t packet[PLAT_WIRELESS_BYTES], answer[64];
    CHECK(ox_transport_send(&way, &to, "noise", 5) == OX_OK);
    plat_wireless_say(&pad, &own, 120, PLAT_HAS_STICK | PLAT_HAS_MOTORS, packet);
    CHECK(ox_transport_send(&way, &to, packet, sizeof packet) == OX_OK);
    const int place = poll_until(p, true, &device, &in);
    CHECK(place == PLAT_DEVICES - 1 && in.buttons == PLAT_A && in.stick_x == -1234 && device.battery == 120);
    CHECK(plat_rumble(p, place - 1, 0, 30000, 250));
    plat_wireless_felt felt = {.lights = 0};
    bool felt_it = false;
    for (int i = 0; i < 2000 && !felt_it; i++) {
        if (i % 20 == 0) {
            plat_wireless_say(&pad, &own, 120, PLAT_HAS_STICK | PLAT_HAS_MOTORS, packet);
            (void)!ox_transport_send(&way, &to, packet, sizeof packet);
        }
        plat_input all;
        plat_poll(p, &all);
        const uint32_t count = ox_transport_receive(&way, answer, sizeof answer, &from);
        felt_it = count != 0 && plat_wireless_hear(&pad, answer, count, &felt) && felt.strength[0] != 0;
    }
    CHECK(felt_it && felt.strength[0] == 30000 && felt.milliseconds[0] == 250);
    CHECK_EQ(poll_until(p, false, &device, &in), 1); /* no more packets: it goes */
    host_network_close(net);
    host_close(p);
}
