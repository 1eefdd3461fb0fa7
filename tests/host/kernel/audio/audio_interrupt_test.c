/* AUD-003, AUD-014: the service in the interrupt of whoever asks for sounds, and how late a sound is heard. */
#define _XOPEN_SOURCE 700
#include <signal.h>
#include <sys/time.h>

#include "kernel/audio/sources.h"
#include "kernel/world/query.h"
#include "tests/host/tools/import/sound/sounding_cart.h"
#include "tests/unit/kernel/audio/sound_bench.h"

static volatile sig_atomic_t served;

static void serve(int number) {
    (void)number;
    (void)ox_audio_tick(&b.audio);
    served++;
}

/* A timer's signal serves in the middle of whatever the main loop does: nothing is lost, done twice or left behind, as the ring goes round and overflows. */
TEST(audio_requests_come_from_the_interrupted_loop) {
    const struct itimerval often = {{0, 150}, {0, 150}}, never = {{0, 0}, {0, 0}};
    struct sigaction action = {.sa_handler = serve, .sa_flags = SA_RESTART}, before;
    uint32_t asked = 0, stale = 0;
    begin(4, 8, 1);
    served = 0;
    CHECK_EQ(sigaction(SIGALRM, &action, &before), 0);
    CHECK_EQ(setitimer(ITIMER_REAL, &often, NULL), 0);
    for (uint32_t round = 0; round < 400000 && served < 2000; round++) {
        for (uint32_t i = 0; i <= round % 11; i++, asked++) {
            const ox_audio_handle h = start(i % 3 == 0 ? WAVE : ONCE, 1000 + i, 0, (uint8_t)(1 + i % 9));
            if (i % 2 == 1) ox_audio_stop(&b.audio, h, 0); /* of what has the highest priority none */
            if (h.bits == 0 && ox_audio_is_playing(&b.audio, h)) stale++;
        }
    }
    CHECK_EQ(setitimer(ITIMER_REAL, &never, NULL), 0);
    CHECK_EQ(sigaction(SIGALRM, &before, NULL), 0);
    CHECK(served >= 100 && stale == 0);
    ox_audio_stop_all(&b.audio);
    for (int i = 0; i < 8; i++) tick();
    const ox_audio_counts *c = &b.audio.counts;
    CHECK(c->dropped > 0); /* the ring overflows between interrupts */
    CHECK(c->played > 0);
    CHECK(c->played + c->merged + c->dropped <= asked);
    CHECK(b.audio.head == b.audio.tail && c->voices == 0); /* nothing waits, nothing hangs */
    for (uint32_t i = 0; i < b.audio.sound_count; i++) CHECK_EQ(b.audio.sounds[i].state, OX_SOUND_FREE);
    (void)start(ONCE, 20000, 0, 0);
    tick();
    CHECK_EQ(c->voices, 1);
}

static bool boot_steps(machine *m, packed_folder *f, writer *image, const char *text) {
    CHECK(folder_make(f));
    folder_tone(f, "step.wav", 8000, 500, 0.5, 1);
    folder_tone(f, "hum.wav", 8000, 4000, 1.7, 1);
    folder_write(f, "cart.txt", text);
    return folder_pack(f, image) && boot(m, image, 0, false);
}

/* Ten seconds without a gap; a step that is asked for is heard within 50 ms; a stall of 100 ms is a gap that is counted and made good. */
TEST(audio_steps_are_heard_at_once) {
    packed_folder f;
    writer image = {0};
    machine m;
    if (boot_steps(
            &m, &f, &image,
            "budget 256K\nframe 16K\nsound step step.wav bank=all\naudio rate=8000 channels=1\nstart main\n"
            "scene main\n  camera at=0,0,-3 target=0,0,0\nend\n")) {
        play_frames(&m, 600);
        CHECK(m.audio->counts.underruns == 0 && m.audio->counts.ticks >= 600);
        for (int try = 0; try < 20; try++) {
            const uint32_t played = m.heard.frames - plat_audio_queued(m.port);
            ox_audio_play(m.audio, rom_id("step"), OX_AUDIO_FULL);
            m.heard.peak = 0;
            for (int i = 0; i < 10 && m.heard.peak == 0; i++) play_frames(&m, 1);
            const uint32_t late = m.heard.frames - played; /* its begin lies before the end of this tick */
            CHECK(m.heard.peak > 0 && late * 1000 / 8000 <= 50);
            play_frames(&m, 20);
        }
        CHECK_EQ(m.audio->counts.underruns, 0);
        host_advance(m.port, 100000);
        play_frames(&m, 10);
        const uint32_t underruns = m.audio->counts.underruns;
        CHECK(underruns > 0);
        play_frames(&m, 120);
        CHECK_EQ(m.audio->counts.underruns, underruns);
    }
    leave(&m);
    writer_free(&image);
    folder_remove(&f);
}

static const ox_audio_sound *hum_of(const machine *m) {
    for (uint32_t i = 0; i < m->audio->sound_count; i++)
        if (m->audio->sounds[i].state >= OX_SOUND_SOUNDS && m->audio->sounds[i].id == rom_id("hum"))
            return &m->audio->sounds[i];
    test_fail(__FILE__, __LINE__, "no hum", 0, 1);
    return NULL;
}

/* A wall of some width between a hum and the ear: all of it, a part or nothing is heard dully; where the wall goes the hum is as before, and no step casts more
 * than it may. */
TEST(audio_walls_stand_between_ear_and_source) {
    static const struct {
        const char *size;
        double open; /* parts of the arc that are clear */
    } walls[] = {{"40,8,0.2", 0}, {"0.05,8,0.2", 0.8}, {"1,1,1", 1}};
    for (size_t i = 0; i < sizeof walls / sizeof walls[0]; i++) {
        packed_folder f;
        writer image = {0};
        machine m;
        char text[1200];
        snprintf(
            text, sizeof text,
            "budget 400K\nframe 16K\nsound hum hum.wav loop=0,4000\naudio rate=18157 channels=1\nstart main\n"
            "capacity sound-rays 2\n"
            "type wall\n with shape=box size=%s\n"
            "type hum\n with sound=source name=hum inner=30 outer=60\n"
            "scene main\n  camera at=0,0,0 target=0,0,-1\n  object hum at=0,0,-10\n"
            "  object hum at=1,0,-10\n  object hum at=-1,0,-10\n"
            "  object wall name=wall at=%s\nend\n",
            walls[i].size, walls[i].open >= 1 ? "8,0,-5" : "0,0,-5");
        if (boot_steps(&m, &f, &image, text)) {
            uint32_t most = 0;
            for (int step = 0; step < 60; step++) {
                play_frames(&m, 1);
                const ox_audio_sources *sources = ox_console_sound_sources(m.console);
                if (sources->cast > most) most = sources->cast;
            }
            CHECK_EQ(most, 2);
            const ox_audio_heard now = hum_of(&m)->heard;
            if (walls[i].open >= 1) CHECK(now.gain == 32768 && now.cutoff == 0);
            if (walls[i].open <= 0) CHECK(now.gain == 8231 && now.cutoff == 600);
            if (walls[i].open > 0 && walls[i].open < 1)
                CHECK(now.gain > 8300 && now.gain < 32000 && now.cutoff > 650 && now.cutoff < 14000);
            m.heard.energy = 0;
            play_frames(&m, 30);
            const double through = m.heard.energy;
            ox_object *wall = ox_world_called(&m.console->world, rom_id("wall"));
            CHECK(wall != NULL && ox_world_destroy(&m.console->world, wall->handle) == OX_OK);
            play_frames(
                &m,
                8 + 8 +
                    2); /* all points of three sources are looked at in eight steps, and it comes back in as many */
            CHECK(hum_of(&m)->heard.gain == 32768 && hum_of(&m)->heard.cutoff == 0);
            m.heard.energy = 0;
            play_frames(&m, 30);
            CHECK(walls[i].open <= 0 ? m.heard.energy > 30 * through : m.heard.energy * 1.1 > through);
        }
        leave(&m);
        writer_free(&image);
        folder_remove(&f);
    }
}
