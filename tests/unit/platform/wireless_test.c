/* INP-004: packets of wireless pads: what is lost, late or doubled, taps, silence, answers. */
#include "platform/wireless.h"
#include "tests/test.h"

enum { POLLS = 3000, FLYING = 8, HISTORY = 8 };

/* A medium on which packets take two to five polls, and twenty of a hundred never come. */
typedef struct medium {
    struct {
        uint32_t due;
        bool flies;
        uint8_t bytes[PLAT_WIRELESS_BYTES];
    } packets[FLYING];
    uint32_t noise, lost;
} medium;

static uint32_t noise_of(medium *m) {
    m->noise = m->noise * 1664525u + 1013904223u;
    return m->noise >> 16;
}

static void send_to(medium *m, uint32_t now, const uint8_t *bytes) {
    if (noise_of(m) % 100 < 20) {
        m->lost++;
        return;
    }
    for (int i = 0; i < FLYING; i++) {
        if (m->packets[i].flies) continue;
        m->packets[i].flies = true;
        m->packets[i].due = now + 2 + noise_of(m) % 4;
        memcpy(m->packets[i].bytes, bytes, PLAT_WIRELESS_BYTES);
        return;
    }
}

static void deliver(medium *m, uint32_t now, plat_wireless *w) {
    for (int i = 0; i < FLYING; i++) {
        if (!m->packets[i].flies || m->packets[i].due != now) continue;
        m->packets[i].flies = false;
        (void)plat_wireless_take(w, m->packets[i].bytes, PLAT_WIRELESS_BYTES);
    }
}

/* The words that a console hears are the words that the pad's buttons had, each once and in their order; those that are missing were longer ago than a packet
 * tells. What the pad rests in is what the console has. */
TEST(wireless_state_converges_and_no_edge_is_made_up) {
    static medium m;
    static uint16_t said[POLLS];
    plat_wireless w;
    plat_wireless_pad pad = {.number = 65000}; /* numbers wrap on the way */
    plat_input own = {.buttons = 0}, in = {.buttons = 0};
    plat_device device;
    uint32_t count = 0, at = 0, heard = 0, wrong = 0, apart = 0, oldest = 0;
    uint16_t last = 0;
    memset(&m, 0, sizeof m);
    plat_wireless_begin(&w, 0);
    for (uint32_t now = 0; now < POLLS; now++) {
        uint8_t packet[PLAT_WIRELESS_BYTES];
        if (now > 20 && now < POLLS - 40 && noise_of(&m) % 8 == 0) {
            own.buttons = noise_of(&m) & 0xFFFu;
            if (own.buttons != (count == 0 ? 0u : said[count - 1])) said[count++] = (uint16_t)own.buttons;
            own.stick_x = (int16_t)(noise_of(&m) % 65535 - 32767);
        }
        plat_wireless_say(&pad, &own, 200, PLAT_HAS_STICK, packet);
        send_to(&m, now, packet);
        deliver(&m, now, &w);
        if (!plat_wireless_poll(&w, &device, &in)) continue;
        if (w.age > oldest) oldest = w.age;
        for (uint32_t i = 0; i < in.change_count; i++) {
            if (in.changes[i] == last) wrong++;
            last = in.changes[i];
            while (at < count && said[at] != last) at++; /* a word that was jumped over */
            if (at == count) wrong++;
            at++;
            heard++;
        }
        if (in.buttons != last) wrong++;
        if (now > POLLS - 20 && (in.buttons != own.buttons || in.stick_x != own.stick_x)) apart++;
    }
    CHECK_EQ(wrong, 0);
    CHECK_EQ(apart, 0);
    CHECK(m.lost > POLLS / 6 && w.late > 100 && w.bad == 0 && oldest >= 3);
    CHECK(count > 200 && heard == count); /* four words a packet are enough for such losses */
}

/* Silence is told once; a packet brings the pad back. */
TEST(wireless_silence_is_one_loss) {
    plat_wireless w;
    plat_wireless_pad pad = {.number = 0};
    plat_input own = {.buttons = 5}, in;
    plat_device device;
    uint8_t packet[PLAT_WIRELESS_BYTES];
    uint32_t losses = 0, polls = 0;
    bool was = true;
    plat_wireless_begin(&w, 0);
    CHECK(!plat_wireless_poll(&w, &device, &in));
    plat_wireless_say(&pad, &own, 25, PLAT_HAS_STICK | PLAT_HAS_SLOT, packet);
    CHECK(plat_wireless_take(&w, packet, sizeof packet) && !plat_wireless_take(&w, packet, sizeof packet));
    CHECK(plat_wireless_poll(&w, &device, &in) && in.buttons == 5 && in.change_count == 0);
    CHECK(device.kind == PLAT_DEVICE_PAD && device.battery == 25 && device.abilities == PLAT_HAS_STICK);
    for (int i = 0; i < 200; i++) {
        const bool is = plat_wireless_poll(&w, &device, &in);
        losses += was && !is;
        polls += is;
        was = is;
    }
    CHECK(losses == 1 && polls == PLAT_WIRELESS_PATIENCE - 1);
    own.buttons = 0;
    pad = (plat_wireless_pad){.number = 3}; /* it was switched off meanwhile */
    plat_wireless_say(&pad, &own, 25, 0, packet);
    CHECK(plat_wireless_take(&w, packet, sizeof packet) && plat_wireless_poll(&w, &device, &in) &&
          in.buttons == 0);
}

/* Damaged packets change nothing, whichever bit it is. */
TEST(wireless_damaged_packets_are_refused) {
    plat_wireless w;
    plat_wireless_pad pad = {.number = 0};
    plat_input own = {.buttons = 3};
    uint8_t packet[PLAT_WIRELESS_BYTES];
    plat_wireless_begin(&w, 0);
    plat_wireless_say(&pad, &own, 25, 0, packet);
    for (uint32_t bit = 0; bit < sizeof packet * 8; bit++) {
        packet[bit / 8] ^= (uint8_t)(1u << bit % 8);
        CHECK(!plat_wireless_take(&w, packet, sizeof packet));
        packet[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    CHECK(!plat_wireless_take(&w, packet, sizeof packet - 1) && w.bad == sizeof packet * 8 + 1);
    CHECK(plat_wireless_take(&w, packet, sizeof packet));
}

/* What a pad is to do is asked again until it says that it has it; the newest counts. */
TEST(wireless_answers_come_in_the_end) {
    plat_wireless w;
    plat_wireless_pad pad = {.number = 0};
    plat_wireless_felt felt = {.lights = 0};
    plat_input own = {.buttons = 0};
    uint8_t packet[PLAT_WIRELESS_BYTES], answer[PLAT_WIRELESS_ANSWER];
    plat_wireless_begin(&w, 0);
    CHECK(!plat_wireless_answer(&w, answer));
    plat_wireless_say(&pad, &own, 25, PLAT_HAS_MOTORS, packet);
    CHECK(plat_wireless_take(&w, packet, sizeof packet));
    plat_wireless_shake(&w, 0, 90000, 500);
    plat_wireless_shake(&w, 1, 7, 70000);
    plat_wireless_light(&w, 5);
    for (int i = 0; i < 4; i++) CHECK(plat_wireless_answer(&w, answer)); /* the first three are lost */
    answer[5] ^= 1;
    CHECK(!plat_wireless_hear(&pad, answer, sizeof answer, &felt));
    answer[5] ^= 1;
    CHECK(plat_wireless_hear(&pad, answer, sizeof answer, &felt) &&
          !plat_wireless_hear(&pad, answer, sizeof answer, &felt));
    CHECK(felt.strength[0] == 65535 && felt.milliseconds[0] == 500 && felt.strength[1] == 7 &&
          felt.milliseconds[1] == 65535 && felt.lights == 5);
    plat_wireless_say(&pad, &own, 25, PLAT_HAS_MOTORS, packet);
    CHECK(plat_wireless_take(&w, packet, sizeof packet) && !plat_wireless_answer(&w, answer));
}
