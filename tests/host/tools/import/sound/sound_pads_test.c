#define _XOPEN_SOURCE 700 /* mkdtemp */
/* AUD-038, INP-016: sounds out of the speaker of a pad, at its own rate; without one they are heard by all. */
#include "kernel/audio/pad.h"
#include "tests/host/tools/import/sound/sounding_cart.h"

/* What the speakers of pads were given. */
typedef struct spoken {
    uint32_t samples[PLAT_DEVICES], peak[PLAT_DEVICES];
} spoken;

static void take_samples(void *of, int place, plat_endpoint endpoint, const void *bytes, uint32_t count) {
    spoken *s = of;
    const int16_t *at = bytes;
    if (endpoint != PLAT_SPEAKER) return;
    for (uint32_t i = 0; i < count / 2; i++) {
        const uint32_t magnitude = (uint32_t)(at[i] < 0 ? -at[i] : at[i]);
        if (magnitude > s->peak[place]) s->peak[place] = magnitude;
    }
    s->samples[place] += count / 2;
}

static const char cart_text[] =
    "budget 512K\nframe 16K\nsize 64x48\nformat pal8\naudio rate=16000 channels=2\nscript game game.goad\n"
    "capacity players 2\n%ssound hit hit.wav\nstart main\nscene main\n  camera at=0,0,5 target=0,0,0\n  "
    "behaviour Rules\nend\n";

/* Plays a cart in which B of a pad says `hit` at the second player's pad, for two seconds. */
static void play_pads(const char *capacity, const char *input, machine *m, spoken *s) {
    packed_folder f;
    writer image;
    char text[800], said[200] = "";
    ox_error error = {.text = ""};
    memset(m, 0, sizeof *m);
    memset(s, 0, sizeof *s);
    CHECK(folder_make(&f));
    folder_tone(&f, "hit.wav", 16000, 8000, 0.3, 1);
    snprintf(text, sizeof text, cart_text, capacity);
    folder_write(&f, "cart.txt", text);
    folder_write(
        &f, "game.goad",
        "behaviour Rules { on tick { if pressed_by(2, Button.B) { sound_pad('sound/hit', 2, 1.0) } } }\n");
    CHECK(folder_pack(&f, &image));
    const host_options options = {.driver = HOST_DRIVER_HEADLESS,
                                  .quiet = true,
                                  .memory = 1 << 20,
                                  .threads = 1,
                                  .input_text = input,
                                  .on_audio = hear,
                                  .on_audio_argument = &m->heard,
                                  .on_endpoint = take_samples,
                                  .on_endpoint_argument = s};
    m->port = host_open(&options, said, sizeof said);
    CHECK(m->port != NULL);
    ox_boot_options o = ox_boot_defaults(m->port, image.data, image.size);
    o.deterministic = true;
    o.log_subsystems = false;
    o.modules = ox_preset_full;
    m->console = ox_console_boot(&o, &error);
    if (m->console == NULL) TEST_INFO("%s", error.text);
    CHECK(m->console != NULL);
    for (int i = 0; m->console != NULL && i < 120; i++) CHECK(ox_console_frame(m->console));
    if (m->console != NULL) m->audio = ox_console_audio(m->console);
    if (m->console != NULL) CHECK_EQ(ox_console_close(m->console), 0);
    host_close(m->port);
    writer_free(&image);
    folder_remove(&f);
}

TEST(sound_of_pads_is_heard_there_alone) {
    machine m;
    spoken s;
    const char *both = "0 pad 1 plug\n0 pad 2 plug\n0 pad 2 has SPEAKER\n30 pad 2 hold B 2\n";
    play_pads("capacity pad-speakers 1\n", both, &m, &s);
    CHECK(s.peak[2] > 5000 && s.peak[1] == 0 && m.heard.peak == 0);
    CHECK_NEAR(s.samples[2], 4000, 300); /* half a second at the pad's own 8,000 a second */
    /* a pad without a speaker, and a cart without room for one: all hear it */
    play_pads("capacity pad-speakers 1\n", "0 pad 1 plug\n0 pad 2 plug\n30 pad 2 hold B 2\n", &m, &s);
    CHECK(s.samples[2] == 0 && m.heard.peak > 5000);
    play_pads("", both, &m, &s);
    CHECK(s.samples[2] == 0 && m.heard.peak > 5000);
}
