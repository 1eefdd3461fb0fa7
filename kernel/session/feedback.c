/* What pads give back: patterns that shake them, the force of wheels, lights. */
#include "fixedmath/scalar.h"
#include "kernel/debug/log.h"
#include "kernel/input_map/module.h"
#include "kernel/loop/rate.h"
#include "kernel/session/internal.h"
#include "rom/chunks.h"

enum { PATTERN_MOTORS = 2, FORCE_FULL = 32767, TOLD = 128, LIGHTS = 4, NUMBERS_MOST = 1 << 24, HEARD = 64 };

static uint32_t players_of(const ox_session *s) { return s->count == 0 ? 1 : s->count; }

bool ox_session_take_feedback(ox_session *s) {
    s->feedback = OX_PUSH(s->host->resident, ox_session_feedback, players_of(s));
    for (uint32_t i = 0; s->feedback != NULL && i < players_of(s); i++)
        s->feedback[i] = (ox_session_feedback){.lights = OX_SESSION_OWN_LIGHT};
    return s->feedback != NULL;
}

/* ---- patterns ---- */

void ox_session_find_patterns(ox_session *s) {
    rom_chunk chunk;
    const rom_image *image = s->host->image;
    for (uint32_t i = rom_next(image, ROM_TAG_RUMBLE, 0); i < image->count;
         i = rom_next(image, ROM_TAG_RUMBLE, i + 1)) {
        if (!rom_entry(image, i, &chunk)) return;
        const uint8_t *data = ox_resource_data(s->host->resources, chunk.id, ROM_TAG_RUMBLE, "rumble");
        if (data == NULL || rom_word(data + ROM_RUMBLE_ON) == 0) continue;
        if (s->patterns == NULL)
            s->patterns = (ox_session_patterns *)ox_arena_push_zero(
                s->host->resident, OX_ARENA_LOW, sizeof *s->patterns, _Alignof(ox_session_patterns));
        if (s->patterns == NULL || s->patterns->count == OX_SESSION_PATTERNS) {
            ox_log_write(s->host->log, PLAT_LOG_WARNING,
                         "no room for pattern #%08x, which event #%08x begins", (unsigned)chunk.id,
                         (unsigned)rom_word(data + ROM_RUMBLE_ON));
            continue;
        }
        s->patterns->list[s->patterns->count].event = rom_word(data + ROM_RUMBLE_ON);
        s->patterns->list[s->patterns->count++].chunk = chunk.id;
    }
}

void ox_session_drop_patterns(ox_session *s) {
    for (uint32_t i = 0; i < players_of(s); i++) s->feedback[i].pattern = NULL;
    if (s->patterns != NULL) s->patterns->count = 0;
}

/* The player that an event is about: the number behind the key of its last argument, where it is one; else the first. */
static uint32_t player_of_event(const ox_session *s, const ox_event *event) {
    const uint32_t last = event->count == 0 ? 0 : event->arguments[event->count < 2 ? 0 : 1].value;
    return last >= 1 && last <= players_of(s) && event->count > 0 ? last - 1 : 0;
}

static ox_answer hear_event(void *context, const ox_event *event) {
    ox_session *s = context;
    const ox_id name = s->patterns->bus->types[event->type].name;
    for (uint32_t i = 0; i < s->patterns->count; i++)
        if (s->patterns->list[i].event == name)
            (void)ox_console_rumble_pattern(s->host->console, player_of_event(s, event),
                                            s->patterns->list[i].chunk, FX_ONE);
    return OX_PASSED;
}

/* Events that nobody knows are dropped, so the bus has to know those that begin patterns. */
void ox_session_listen(ox_session *s) {
    ox_session_patterns *p = s->patterns;
    if (p == NULL || p->bus != NULL) return;
    const ox_event_service service = ox_engine_events(s->host->engine);
    p->bus = service.operations->bus(service.state);
    if (p->bus == NULL) return;
    bool hears = true;
    for (uint32_t i = 0; i < p->count; i++) {
        uint16_t type;
        if (ox_events_type(p->bus, p->list[i].event) == OX_EVENT_ANY)
            hears = ox_events_add_type(p->bus, p->list[i].event, NULL, &type) == OX_OK && hears;
    }
    p->listening = ox_events_listen(p->bus, (ox_interest){.type = OX_EVENT_ANY}, hear_event, s);
    if (!hears || p->listening.bits == 0)
        ox_log_write(s->host->log, PLAT_LOG_WARNING,
                     "patterns of rumble do not hear all events: raise `capacity script-events`");
}

void ox_session_unlisten(ox_session *s) {
    if (s->patterns == NULL || s->patterns->bus == NULL) return;
    (void)ox_events_unlisten(s->patterns->bus, s->patterns->listening);
    s->patterns->bus = NULL;
}

static const uint8_t *part_of(const ox_session_feedback *f) {
    return f->pattern + rom_word(f->pattern + ROM_RUMBLE_AT) + (size_t)f->part * ROM_RUMBLE_PART_SIZE;
}

/* Begins the part that the pattern is at. */
static void begin_part(ox_session *s, uint32_t player) {
    ox_session_feedback *f = &s->feedback[player];
    const uint8_t *part = part_of(f);
    const fx strength = (fx)((int64_t)f->strength * part[ROM_RUMBLE_PART_STRENGTH] / 255);
    f->left = (uint16_t)rom_half(part + ROM_RUMBLE_PART_STEPS);
    for (uint32_t motor = 0; motor < PATTERN_MOTORS; motor++)
        if ((part[ROM_RUMBLE_PART_MOTORS] >> motor & 1u) != 0)
            (void)ox_console_rumble(s->host->console, player, motor, strength, f->left);
}

ox_status ox_console_rumble(ox_console *console, uint32_t player, uint32_t motor, fx strength,
                            uint32_t steps) {
    ox_session *s = ox_session_of(console);
    if (s == NULL) return OX_UNSUPPORTED;
    return player < players_of(s) ? ox_outputs_shake(&s->outputs, player, motor, strength, steps)
                                  : OX_BAD_ARGUMENT;
}

ox_status ox_console_rumble_pattern(ox_console *console, uint32_t player, ox_id pattern, fx strength) {
    ox_session *s = ox_session_of(console);
    if (s == NULL) return OX_UNSUPPORTED;
    if (player >= players_of(s)) return OX_BAD_ARGUMENT;
    const uint8_t *chunk = ox_resource_data(s->host->resources, pattern, ROM_TAG_RUMBLE, "rumble");
    if (chunk == NULL || rom_half(chunk + ROM_RUMBLE_COUNT) == 0) return OX_NOT_FOUND;
    ox_session_feedback *f = &s->feedback[player];
    if (f->pattern != NULL && f->pattern[ROM_RUMBLE_PRIORITY] > chunk[ROM_RUMBLE_PRIORITY]) return OX_FULL;
    f->pattern = chunk;
    f->part = 0;
    f->strength = fx_clamp(strength, 0, FX_ONE);
    begin_part(s, player);
    return OX_OK;
}

void ox_console_rumble_stop(ox_console *console, uint32_t player) {
    ox_session *s = ox_session_of(console);
    if (s == NULL || player >= players_of(s)) return;
    s->feedback[player].pattern = NULL;
    for (uint32_t motor = 0; motor < OX_OUTPUT_MOTORS; motor++) s->outputs.motors[player][motor].left = 1;
}

/* Whether all of a player's actions rest, as in a film: then nothing shakes. */
static bool is_masked(const ox_session *s, uint32_t player) {
    const ox_input_map *map = ox_console_input_map(s->host->console);
    for (uint32_t i = 0; map != NULL && player < map->player_count && i < OX_INPUT_MAP_MASKS; i++)
        if (map->players[player].masks[i].count > 0 && map->players[player].masks[i].group == 0) return true;
    return false;
}

static void step_pattern(ox_session *s, uint32_t player) {
    ox_session_feedback *f = &s->feedback[player];
    const bool shakes = s->outputs.motors[player][0].left > 0 || s->outputs.motors[player][1].left > 0;
    if ((f->pattern != NULL || shakes) && is_masked(s, player))
        ox_console_rumble_stop(s->host->console, player);
    if (f->pattern == NULL || --f->left > 0) return;
    if (++f->part < rom_half(f->pattern + ROM_RUMBLE_COUNT))
        begin_part(s, player);
    else
        f->pattern = NULL;
}

/* ---- wheels and lights ---- */

ox_status ox_console_wheel(ox_console *console, uint32_t player, const ox_wheel *wheel) {
    ox_session *s = ox_session_of(console);
    if (s == NULL) return OX_UNSUPPORTED;
    if (player >= players_of(s)) return OX_BAD_ARGUMENT;
    s->feedback[player].wheel = *wheel;
    return OX_OK;
}

ox_status ox_console_pad_lights(ox_console *console, uint32_t player, uint32_t lights) {
    ox_session *s = ox_session_of(console);
    if (s == NULL) return OX_UNSUPPORTED;
    if (player >= players_of(s)) return OX_BAD_ARGUMENT;
    s->feedback[player].lights =
        lights == OX_SESSION_OWN_LIGHT ? OX_SESSION_OWN_LIGHT : (uint8_t)(lights & ((1u << LIGHTS) - 1u));
    return OX_OK;
}

int ox_console_pad(const ox_console *console, uint32_t player) {
    const ox_session *s = ox_session_of(console);
    return s == NULL || player >= players_of(s) || s->pads[player] == OX_INPUT_NOBODY ? 0
                                                                                      : s->pads[player] + 1;
}

void ox_session_feedback_step(ox_session *s) {
    for (uint32_t i = 0; i < players_of(s); i++) step_pattern(s, i);
}

static void tell_lights(ox_session *s, uint32_t player, int place) {
    ox_session_feedback *f = &s->feedback[player];
    const uint8_t lights = f->lights == OX_SESSION_OWN_LIGHT ? (uint8_t)(1u << player) : f->lights;
    if (f->told == (lights | TOLD)) return;
    f->told = lights | TOLD;
    (void)!plat_device_write(s->host->platform, place, PLAT_LIGHTS, 0, &lights, 1);
}

/* Once a frame: by how much the wheel turns where it is now. While the game stands still it rests. */
static void tell_force(ox_session *s, uint32_t player, int place) {
    ox_session_feedback *f = &s->feedback[player];
    const fx at = s->host->sources->players[player].input.stick_x,
             speed = fx_muls(fx_subs(at, f->axis), fx_from_int((int32_t)ox_loop_rate(s->host->loop)));
    const fx force = s->outputs.paused ? 0 : ox_wheel_force(&f->wheel, at, speed);
    const int16_t now = (int16_t)((int64_t)force * FORCE_FULL / FX_ONE);
    f->axis = at;
    if (now == f->force) return;
    f->force = now;
    (void)!plat_device_write(s->host->platform, place, PLAT_FORCE, 0, &now, sizeof now);
}

/* Lets a pad that was a player's rest, and what the player's motors were to do. */
static void still_motors(ox_session *s, uint32_t player, int place) {
    for (int motor = 0; motor < OX_OUTPUT_MOTORS; motor++) {
        s->outputs.motors[player][motor] = (ox_motor){.strength = 0};
        if (place != 0) (void)!plat_rumble(s->host->platform, place - 1, motor, 0, 0);
    }
}

void ox_session_feedback_tell(ox_session *s) {
    for (uint32_t i = 0; i < players_of(s); i++) {
        ox_session_feedback *f = &s->feedback[i];
        const int place = ox_console_pad(s->host->console, i);
        if (place != f->place) {
            f->told = 0;
            f->force = 0;
            f->pattern = NULL; /* what shook is gone, or was never told to this one */
            still_motors(s, i, f->place);
            f->place = (uint8_t)place;
        }
        if (place == 0 || i >= s->host->sources->count) continue;
        tell_lights(s, i, place);
        tell_force(s, i, place);
    }
}

/* ---- memory and microphone ---- */

bool ox_console_pad_keep(ox_console *console, uint32_t player, uint32_t number, int32_t value) {
    const int place = ox_console_pad(console, player);
    const uint32_t bits = (uint32_t)value;
    const uint8_t bytes[4] = {(uint8_t)bits, (uint8_t)(bits >> 8), (uint8_t)(bits >> 16),
                              (uint8_t)(bits >> 24)};
    return place != 0 && number < NUMBERS_MOST &&
           plat_device_write(ox_session_of(console)->host->platform, place, PLAT_SLOT, number * 4u, bytes, 4);
}

int32_t ox_console_pad_kept(const ox_console *console, uint32_t player, uint32_t number) {
    const int place = ox_console_pad(console, player);
    uint8_t bytes[4];
    if (place == 0 || number >= NUMBERS_MOST ||
        plat_device_read(ox_session_of(console)->host->platform, place, PLAT_SLOT, number * 4u, bytes, 4) !=
            4)
        return 0;
    return (int32_t)rom_word(bytes);
}

fx ox_console_pad_heard(const ox_console *console, uint32_t player) {
    const int place = ox_console_pad(console, player);
    int16_t samples[HEARD];
    int32_t loudest = 0;
    if (place == 0) return 0;
    const uint32_t count = plat_device_read(ox_session_of(console)->host->platform, place, PLAT_MICROPHONE, 0,
                                            samples, sizeof samples) /
                           2;
    for (uint32_t i = 0; i < count && i < HEARD; i++)
        loudest = int_max(loudest, samples[i] < 0 ? -(samples[i] + 1) : samples[i]);
    return loudest * FX_ONE / 32767;
}
