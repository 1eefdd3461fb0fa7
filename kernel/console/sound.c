/* Sound as a part of the console. */
#include "kernel/console/sound.h"

#include <string.h>

#include "kernel/console/internal.h"
#include "rom/chunks.h"

enum { SCENE_SOUNDS = 16, USUAL_RATE = 18157, SLOWEST = 30 };

typedef struct ox_console_sound {
    ox_audio audio;
    plat_audio form;      /* rate 0: no speaker */
    const uint8_t *chunk; /* AUDI */
    ox_held held;
    uint32_t ticks;  /* of sound in a step */
    uint32_t loaded; /* groups */
    uint32_t scene;
    struct {
        uint32_t sound;
        ox_audio_handle handle;
    } loops[SCENE_SOUNDS]; /* that the scene has begun */
    bool begun;            /* the scene's sounds were asked for */
} ox_console_sound;

static ox_console_sound *sound_of(const ox_console *c) { return c->sound; }

/* ---- groups ---- */

static uint32_t group_at(const ox_console_sound *s, uint32_t index) {
    return rom_word(s->chunk + rom_word(s->chunk + ROM_AUDIO_GROUPS_AT) + (size_t)index * 4);
}

static void leave(ox_console *c) {
    ox_console_sound *s = sound_of(c);
    while (s->loaded > 0) {
        uint32_t id = group_at(s, --s->loaded);
        if (ox_audio_unload(&s->audio, id, ROM_TAG_BANK) == OX_NOT_FOUND &&
            ox_audio_unload(&s->audio, id, ROM_TAG_CUES) == OX_NOT_FOUND)
            (void)ox_audio_unload(&s->audio, id, ROM_TAG_SOUND);
    }
    ox_manager_let_go(&c->stock.manager, s->held.handle);
    memset(&s->held, 0, sizeof s->held);
    s->chunk = NULL;
    s->begun = false;
}

/* A group that cannot be had is told, and its names will be missing. */
static void enter(ox_console *c) {
    static const uint32_t types[] = {ROM_TAG_BANK, ROM_TAG_CUES, ROM_TAG_SOUND};
    ox_console_sound *s = sound_of(c);
    if (ox_manager_hold(&c->stock.manager, rom_id("audio"), ROM_TAG_AUDIO, &s->held) != OX_OK) return;
    s->chunk = s->held.data;
    for (uint32_t count = rom_word(s->chunk + ROM_AUDIO_GROUP_COUNT); s->loaded < count; s->loaded++) {
        ox_status status = OX_NOT_FOUND;
        for (uint32_t i = 0; i < 3 && status == OX_NOT_FOUND; i++)
            status = ox_audio_load(&s->audio, group_at(s, s->loaded), types[i]);
        if (status != OX_OK)
            ox_log_write(&c->log, PLAT_LOG_WARNING, "sounds %08x: %s", (unsigned)group_at(s, s->loaded),
                         ox_status_name(status));
    }
}

/* ---- start and stop ---- */

static void serve(void *context) { ox_audio_service(context); }

/* The cart's wishes, as far as the machine goes along. */
static void open_speaker(ox_console *c, ox_console_sound *s, const uint8_t *chunk, ox_audio_setup *setup) {
    const plat_audio wanted = {.rate = rom_half(chunk + ROM_AUDIO_RATE),
                               .channels = chunk[ROM_AUDIO_CHANNELS]};
    if (!plat_audio_open(c->platform, &wanted, &s->form, serve, &s->audio))
        memset(&s->form, 0, sizeof s->form);
    uint32_t rate = c->loop.rate == 0 ? 60 : c->loop.rate;
    s->ticks = (SLOWEST + rate - 1) / rate;
    setup->platform = s->form.rate != 0 ? c->platform : NULL;
    setup->out = (ox_audio_output){.rate = s->form.rate != 0  ? s->form.rate
                                           : wanted.rate != 0 ? wanted.rate
                                                              : USUAL_RATE,
                                   .hz = (uint16_t)(rate * s->ticks),
                                   .block = s->form.block,
                                   .channels = s->form.rate != 0      ? s->form.channels
                                               : wanted.channels != 0 ? wanted.channels
                                                                      : 1,
                                   .bits = s->form.rate != 0 ? s->form.bits : 16,
                                   .linear = (chunk[ROM_AUDIO_FLAGS] & ROM_AUDIO_LINEAR) != 0,
                                   .feedback = (chunk[ROM_AUDIO_FLAGS] & ROM_AUDIO_FEEDBACK) != 0};
}

static uint16_t power_above(uint32_t count) {
    uint32_t power = 1;
    while (power < count && power < 1024) power *= 2;
    return (uint16_t)power;
}

static void stop(ox_console *c) {
    ox_console_sound *s = sound_of(c);
    if (s == NULL) return;
    if (s->form.rate != 0) plat_audio_close(c->platform);
    leave(c);
    ox_audio_end(&s->audio);
    if (ox_failed(ox_engine_serve(&c->engine, OX_SERVICE_SOUND, ox_service_null(OX_SERVICE_SOUND))))
        c->quits = true;
    c->sound = NULL;
}

static ox_status start(ox_console *c) {
    ox_held held;
    if (ox_manager_hold(&c->stock.manager, rom_id("audio"), ROM_TAG_AUDIO, &held) != OX_OK) return OX_OK;
    const uint8_t *chunk = held.data;
    ox_console_sound *s = ox_arena_push_zero(c->resident, OX_ARENA_LOW, sizeof *s, 8);
    ox_audio_setup setup = {.voices = (uint16_t)(chunk[ROM_AUDIO_VOICES] != 0
                                                     ? chunk[ROM_AUDIO_VOICES]
                                                     : ox_console_capacity_of(c, OX_CAPACITY_VOICES)),
                            .requests = power_above(ox_console_capacity_of(c, OX_CAPACITY_SOUND_REQUESTS)),
                            .clips = (uint16_t)ox_console_capacity_of(c, OX_CAPACITY_SOUNDS),
                            .ahead = chunk[ROM_AUDIO_AHEAD] > 8 ? 8 : chunk[ROM_AUDIO_AHEAD],
                            .development = c->options.development_sounds,
                            .seed = c->image.content_crc,
                            .manager = &c->stock.manager,
                            .log = &c->log};
    ox_status status = s == NULL ? OX_OUT_OF_MEMORY : OX_OK;
    if (s != NULL) {
        open_speaker(c, s, chunk, &setup);
        status = ox_audio_init(&s->audio, &setup, c->resident);
        if (status != OX_OK && s->form.rate != 0) plat_audio_close(c->platform);
    }
    ox_manager_let_go(&c->stock.manager, held.handle);
    if (status != OX_OK)
        return ox_console_refuse(c, status, 0,
                                 "sound: %u voices, %u requests and %u clips at %u a second: %s",
                                 (unsigned)setup.voices, (unsigned)setup.requests, (unsigned)setup.clips,
                                 (unsigned)setup.out.rate, ox_status_name(status));
    c->sound = s;
    enter(c);
    return ox_engine_serve(&c->engine, OX_SERVICE_SOUND, (ox_service){&ox_audio_operations.head, &s->audio});
}

/* ---- scenes ---- */

static const uint8_t *row_at(const ox_console_sound *s, uint32_t index) {
    return s->chunk + rom_word(s->chunk + ROM_AUDIO_SOUNDS_AT) + (size_t)index * ROM_SCENE_SOUND_SIZE;
}

static void play_row(ox_console_sound *s, const uint8_t *row) {
    bool loops = (row[ROM_SCENE_SOUND_FLAGS] & ROM_SCENE_SOUND_LOOPS) != 0;
    uint8_t bus = row[ROM_SCENE_SOUND_BUS];
    ox_audio_ask ask = {.id = rom_word(row + ROM_SCENE_SOUND_SOUND),
                        .volume = rom_half(row + ROM_SCENE_SOUND_VOLUME),
                        .pan = rom_i16(row + ROM_SCENE_SOUND_PAN) * 2,
                        .bus = bus,
                        .priority = bus == OX_BUS_MUSIC ? OX_AUDIO_PRIORITY_MUSIC : 0,
                        .loops = loops};
    for (uint32_t i = 0; loops && i < SCENE_SOUNDS; i++) {
        if (s->loops[i].sound == ask.id && ox_audio_is_playing(&s->audio, s->loops[i].handle))
            return; /* goes on */
    }
    ox_audio_handle handle = ox_audio_start(&s->audio, &ask);
    for (uint32_t i = 0; loops && i < SCENE_SOUNDS; i++) {
        if (ox_audio_is_playing(&s->audio, s->loops[i].handle)) continue;
        s->loops[i].sound = ask.id;
        s->loops[i].handle = handle;
        break;
    }
}

/* What goes on from the scene before is what the new one has as well. */
static void end_loops(ox_console_sound *s, uint32_t scene, uint32_t count) {
    for (uint32_t i = 0; i < SCENE_SOUNDS; i++) {
        bool stays = false;
        for (uint32_t k = 0; k < count; k++) {
            const uint8_t *row = row_at(s, k);
            stays = stays || (rom_word(row + ROM_SCENE_SOUND_SCENE) == scene &&
                              rom_word(row + ROM_SCENE_SOUND_SOUND) == s->loops[i].sound &&
                              rom_half(row + ROM_SCENE_SOUND_BUTTONS) == 0);
        }
        if (stays) continue;
        ox_audio_stop(&s->audio, s->loops[i].handle, 15);
        s->loops[i].handle.bits = 0;
    }
}

static void scene(ox_console *c) {
    ox_console_sound *s = sound_of(c);
    s->begun = false;
}

static void step(ox_console *c) {
    ox_console_sound *s = sound_of(c);
    uint32_t count = s->chunk == NULL ? 0 : rom_word(s->chunk + ROM_AUDIO_SOUND_COUNT);
    if (!s->begun) end_loops(s, c->options.scene, count);
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *row = row_at(s, i);
        uint32_t buttons = rom_half(row + ROM_SCENE_SOUND_BUTTONS);
        if (rom_word(row + ROM_SCENE_SOUND_SCENE) != c->options.scene) continue;
        if (buttons == 0 ? !s->begun : (c->input.pressed & buttons) != 0) play_row(s, row);
    }
    s->begun = true;
    if (!c->options.deterministic) return;
    for (uint32_t i = 0; i < s->ticks; i++) (void)ox_audio_tick(&s->audio);
}

static void frame(ox_console *c) {
    ox_console_sound *s = sound_of(c);
    if (c->options.deterministic || s->form.calls) return;
    if (s->form.rate != 0) {
        ox_audio_service(&s->audio);
        return;
    }
    (void)ox_audio_tick(&s->audio); /* unheard: so that sounds end */
}

static void away(ox_console *c, bool is_away) {
    if (sound_of(c)->form.rate != 0) plat_audio_pause(c->platform, is_away);
}

const struct ox_sound_parts ox_sound_parts = {start, stop, scene, step, frame, away, leave, enter};

ox_audio *ox_console_audio(ox_console *console) {
    return console->sound == NULL ? NULL : &sound_of(console)->audio;
}

plat_audio ox_console_speaker(const ox_console *console) {
    return console->sound == NULL ? (plat_audio){.rate = 0} : sound_of(console)->form;
}
