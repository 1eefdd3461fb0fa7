/* Banks, cues and single sounds: loaded, found by name, chosen from. */
#include <string.h>

#include "kernel/audio/chain.h"
#include "kernel/audio/internal.h"
#include "kernel/debug/log.h"
#include "kernel/memory/life.h"

/* ---- clips ---- */

/* Where an id stands, or would stand, in the order of the clips. */
static uint32_t place_of(const ox_audio *a, uint32_t id) {
    uint32_t low = 0, high = a->clip_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (a->clips[a->order[middle]].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static ox_audio_loaded *clip_of(const ox_audio *a, uint32_t id) {
    uint32_t at = place_of(a, id);
    return at < a->clip_count && a->clips[a->order[at]].id == id ? &a->clips[a->order[at]] : NULL;
}

/* Counts one more use of the sound with an id and loads its clip at the first. A clip that cannot be loaded is told in
 * the log and stands in the table without data. */
static ox_status take_clip(ox_audio *a, uint32_t id, ox_status *why) {
    ox_audio_loaded *c = clip_of(a, id);
    *why = OX_OK;
    if (id == 0) return OX_OK;
    if (c != NULL) {
        c->uses++;
        return OX_OK;
    }
    uint32_t slot = 0;
    while (slot < a->setup.clips && a->clips[slot].uses > 0) slot++;
    if (slot == a->setup.clips) return OX_FULL;
    c = &a->clips[slot];
    memset(c, 0, sizeof *c);
    *why = ox_manager_hold(a->setup.manager, id, ROM_TAG_SOUND, &c->held);
    if (*why == OX_OK) *why = ox_audio_clip_open(&c->clip, c->held.data, c->held.size);
    if (*why != OX_OK)
        ox_log_write(a->setup.log, PLAT_LOG_WARNING, "sound #%08x: %s", (unsigned)id, ox_status_name(*why));
    c->id = id;
    c->uses = 1;
    uint32_t at = place_of(a, id);
    memmove(a->order + at + 1, a->order + at, (a->clip_count - at) * sizeof *a->order);
    a->order[at] = (uint16_t)slot;
    a->clip_count++;
    return OX_OK;
}

static void give_clip(ox_audio *a, uint32_t id) {
    ox_audio_loaded *c = clip_of(a, id);
    if (c == NULL || --c->uses > 0) return;
    for (uint32_t i = 0; i < a->sound_count; i++) {
        ox_audio_sound *s = &a->sounds[i];
        if (s->state >= OX_SOUND_SOUNDS && s->clip == &c->clip) ox_audio_end_sound(a, s, false);
    }
    for (uint32_t i = 0; i < a->mixer.count; i++) { /* voices on their way to silence */
        if (a->voices[i].clip == &c->clip) memset(&a->voices[i], 0, sizeof a->voices[i]);
        if (a->voices[i].next == &c->clip) a->voices[i].next = NULL;
    }
    uint32_t at = place_of(a, id);
    a->clip_count--;
    memmove(a->order + at, a->order + at + 1, (a->clip_count - at) * sizeof *a->order);
    ox_manager_let_go(a->setup.manager, c->held.handle);
    memset(c, 0, sizeof *c);
}

const ox_audio_clip *ox_audio_clip_of(const ox_audio *a, uint32_t sound) {
    const ox_audio_loaded *c = clip_of(a, sound);
    return c == NULL || c->clip.data == NULL ? NULL : &c->clip;
}

/* ---- groups ---- */

/* Number of sounds that a group names, and the id of each. */
static uint32_t names_of(const ox_audio_group *g) {
    const uint8_t *d = g->held.data;
    if (g->type == ROM_TAG_SONG)
        return rom_has(d, ROM_SONG_SAMPLES_AT) ? rom_word(d + ROM_SONG_SAMPLE_COUNT) : 0;
    return g->type == ROM_TAG_BANK ? rom_word(d + ROM_BANK_COUNT) : rom_word(d + ROM_CUES_SOURCE_COUNT);
}

static uint32_t name_at(const ox_audio_group *g, uint32_t index) {
    const uint8_t *d = g->held.data;
    if (g->type == ROM_TAG_BANK)
        return rom_word(d + rom_word(d + ROM_BANK_AT) + (size_t)index * ROM_BANK_ENTRY_SIZE +
                        ROM_BANK_ENTRY_SOUND);
    if (g->type == ROM_TAG_SONG) /* id 0: a sample that is silent */
        return rom_word(d + rom_word(d + ROM_SONG_SAMPLES_AT) + (size_t)index * ROM_SONG_SAMPLE_SIZE +
                        ROM_SONG_SAMPLE_SOUND);
    return rom_word(d + rom_word(d + ROM_CUES_SOURCES_AT) + (size_t)index * ROM_CUE_SOURCE_SIZE +
                    ROM_CUE_SOURCE_SOUND);
}

static ox_audio_group *group_of(ox_audio *a, uint32_t id, uint32_t type) {
    for (uint32_t i = 0; i < OX_AUDIO_GROUPS; i++) {
        if (a->groups[i].uses > 0 && a->groups[i].id == id && a->groups[i].type == type) return &a->groups[i];
    }
    return NULL;
}

static void set_bus(ox_audio *a, const uint8_t *row) {
    uint32_t bus = row[ROM_AUDIO_BUS_BUS], other = row[ROM_AUDIO_BUS_DUCK_FOR];
    ox_audio_bus_volume(a, bus, rom_half(row + ROM_AUDIO_BUS_VOLUME));
    ox_audio_bus_duck(a, bus, other == 0 ? (uint32_t)OX_BUSES : other - 1,
                      rom_half(row + ROM_AUDIO_BUS_DUCK_GAIN), rom_half(row + ROM_AUDIO_BUS_ATTACK),
                      rom_half(row + ROM_AUDIO_BUS_RELEASE));
    const ox_compressor_setting compressor = {.threshold =
                                                  (int16_t)rom_half(row + ROM_AUDIO_BUS_THRESHOLD) * 256,
                                              .ratio = (fx)rom_half(row + ROM_AUDIO_BUS_RATIO) * 256,
                                              .make_up = (int16_t)rom_half(row + ROM_AUDIO_BUS_MAKE_UP) * 256,
                                              .attack = rom_half(row + ROM_AUDIO_BUS_COMPRESS_ATTACK),
                                              .release = rom_half(row + ROM_AUDIO_BUS_COMPRESS_RELEASE)};
    const bool is_none = compressor.ratio == FX_ONE && compressor.make_up == 0;
    ox_audio_compress_bus(a, bus, is_none ? NULL : &compressor);
}

static ox_status apply_cues(ox_audio *a, const uint8_t *d) {
    uint32_t switches = rom_word(d + ROM_CUES_SWITCH_COUNT), buses = rom_word(d + ROM_CUES_BUS_COUNT);
    const uint8_t *row = d + rom_word(d + ROM_CUES_SWITCHES_AT);
    for (uint32_t i = 0; i < switches; i++, row += ROM_SOUND_SWITCH_SIZE) {
        uint32_t name = rom_word(row + ROM_SOUND_SWITCH_NAME), at = 0;
        while (at < a->switch_count && a->switches[at].name != name) at++;
        if (at == OX_AUDIO_SWITCHES) return OX_FULL;
        if (at == a->switch_count) a->switch_count++;
        a->switches[at].name = name;
        a->switches[at].value = rom_word(row + ROM_SOUND_SWITCH_START);
    }
    for (uint32_t i = 0; i < buses; i++)
        set_bus(a, d + rom_word(d + ROM_CUES_BUSES_AT) + (size_t)i * ROM_AUDIO_BUS_SIZE);
    return OX_OK;
}

static ox_status load_group(ox_audio *a, uint32_t id, uint32_t type) {
    ox_audio_group *g = group_of(a, id, type);
    if (g != NULL) {
        g->uses++;
        return OX_OK;
    }
    for (uint32_t i = 0; i < OX_AUDIO_GROUPS && g == NULL; i++) {
        if (a->groups[i].uses == 0) g = &a->groups[i];
    }
    if (g == NULL) return OX_FULL;
    memset(g, 0, sizeof *g);
    ox_status status = ox_manager_hold(a->setup.manager, id, type, &g->held), why;
    if (status != OX_OK) return status;
    g->id = id;
    g->type = type;
    uint32_t count = names_of(g), taken = 0;
    while (taken < count && status == OX_OK) {
        status = take_clip(a, name_at(g, taken), &why);
        if (status == OX_OK) taken++;
    }
    if (status == OX_OK && type == ROM_TAG_CUES) status = apply_cues(a, g->held.data);
    if (status == OX_OK) {
        g->uses = 1;
        g->stamp = ++a->stamp;
        return OX_OK;
    }
    while (taken > 0) give_clip(a, name_at(g, --taken));
    ox_manager_let_go(a->setup.manager, g->held.handle);
    memset(g, 0, sizeof *g);
    return status;
}

ox_status ox_audio_load(ox_audio *audio, uint32_t id, uint32_t type) {
    OX_CREATED(audio->sounds);
    ox_status status = OX_BAD_ARGUMENT, why = OX_OK;
    audio->held = true;
    if (type == ROM_TAG_BANK || type == ROM_TAG_CUES || type == ROM_TAG_SONG)
        status = load_group(audio, id, type);
    if (type == ROM_TAG_SOUND) {
        status = take_clip(audio, id, &why);
        if (status == OX_OK && why != OX_OK) give_clip(audio, id);
        if (status == OX_OK) status = why;
    }
    audio->held = false;
    return status;
}

ox_status ox_audio_unload(ox_audio *audio, uint32_t id, uint32_t type) {
    ox_audio_group *g = group_of(audio, id, type);
    if (type == ROM_TAG_SOUND ? clip_of(audio, id) == NULL : g == NULL) return OX_NOT_FOUND;
    audio->held = true;
    if (g == NULL) {
        give_clip(audio, id);
    } else if (--g->uses == 0) {
        if (type == ROM_TAG_SONG) ox_audio_end_song(audio, id);
        for (uint32_t i = names_of(g); i > 0; i--) give_clip(audio, name_at(g, i - 1));
        ox_manager_let_go(audio->setup.manager, g->held.handle);
        memset(g, 0, sizeof *g);
    }
    audio->held = false;
    return OX_OK;
}

ox_status ox_audio_song_data(const ox_audio *audio, uint32_t song, ox_song_data *data) {
    for (uint32_t i = 0; i < OX_AUDIO_GROUPS; i++) {
        const ox_audio_group *g = &audio->groups[i];
        if (g->uses > 0 && g->id == song && g->type == ROM_TAG_SONG)
            return ox_song_data_open(data, g->held.data, g->held.size);
    }
    return OX_NOT_FOUND;
}

/* ---- names ---- */

/* The row whose first word is `id` among `count` rows that rise by it. */
static const uint8_t *row_of(const uint8_t *rows, uint32_t count, uint32_t bytes, uint32_t id) {
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = (low + high) / 2, here = rom_word(rows + (size_t)middle * bytes);
        if (here == id) return rows + (size_t)middle * bytes;
        if (here < id)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

/* The group loaded last that has the name, and its row there. */
static const ox_audio_group *search(const ox_audio *a, uint32_t id, uint32_t type, const uint8_t **row) {
    const ox_audio_group *best = NULL;
    for (uint32_t i = 0; i < OX_AUDIO_GROUPS; i++) {
        const ox_audio_group *g = &a->groups[i];
        if (g->uses == 0 || g->type != type || (best != NULL && g->stamp < best->stamp)) continue;
        const uint8_t *d = g->held.data;
        const uint8_t *found =
            type == ROM_TAG_BANK
                ? row_of(d + rom_word(d + ROM_BANK_AT), rom_word(d + ROM_BANK_COUNT), ROM_BANK_ENTRY_SIZE, id)
                : row_of(d + rom_word(d + ROM_CUES_CUES_AT), rom_word(d + ROM_CUES_CUE_COUNT), ROM_CUE_SIZE,
                         id);
        if (found == NULL) continue;
        best = g;
        *row = found;
    }
    return best;
}

const uint8_t *ox_audio_cue(const ox_audio *a, uint32_t id) {
    const uint8_t *row = NULL;
    return search(a, id, ROM_TAG_CUES, &row) == NULL ? NULL : row;
}

bool ox_audio_reach_of(const ox_audio *audio, uint32_t id, ox_audio_reach *reach) {
    const uint8_t *cue = NULL;
    const ox_audio_group *g = search(audio, id, ROM_TAG_CUES, &cue);
    if (g == NULL || rom_i32(cue + ROM_CUE_OUTER) == 0) return false;
    *reach = (ox_audio_reach){.inner = rom_i32(cue + ROM_CUE_INNER),
                              .outer = rom_i32(cue + ROM_CUE_OUTER),
                              .curve = cue[ROM_CUE_CURVE]};
    const uint8_t *d = g->held.data;
    const uint32_t points = rom_half(cue + ROM_CUE_POINTS);
    if (points < rom_word(d + ROM_CUES_CURVE_COUNT))
        reach->points = d + rom_word(d + ROM_CUES_CURVES_AT) + (size_t)points * ROM_FALLOFF_CURVE_SIZE;
    return true;
}

bool ox_audio_environment_of(const ox_audio *audio, uint32_t id, ox_audio_environment *environment) {
    for (uint32_t i = 0; i < OX_AUDIO_GROUPS; i++) {
        const ox_audio_group *g = &audio->groups[i];
        if (g->uses == 0 || g->type != ROM_TAG_CUES) continue;
        const uint8_t *d = g->held.data,
                      *row = row_of(d + rom_word(d + ROM_CUES_ENVIRONMENTS_AT),
                                    rom_word(d + ROM_CUES_ENVIRONMENT_COUNT), ROM_ENVIRONMENT_SIZE, id);
        if (row == NULL) continue;
        *environment =
            (ox_audio_environment){.low_pass = rom_half(row + ROM_ENVIRONMENT_LOW_PASS),
                                   .echo_delay = rom_half(row + ROM_ENVIRONMENT_ECHO_DELAY),
                                   .echo_wet = rom_half(row + ROM_ENVIRONMENT_ECHO_WET),
                                   .echo_feedback = rom_half(row + ROM_ENVIRONMENT_ECHO_FEEDBACK),
                                   .echo_damping = rom_half(row + ROM_ENVIRONMENT_ECHO_DAMPING),
                                   .reverb_time = rom_half(row + ROM_ENVIRONMENT_REVERB_TIME),
                                   .reverb_wet = rom_half(row + ROM_ENVIRONMENT_REVERB_WET),
                                   .reverb_damping = rom_half(row + ROM_ENVIRONMENT_REVERB_DAMPING)};
        return true;
    }
    return false;
}

static ox_audio_recent *recent_choice(ox_audio *a, uint32_t cue) {
    for (uint32_t i = 0; i < OX_AUDIO_RECENT; i++) {
        if (a->recent[i].any && a->recent[i].cue == cue) return &a->recent[i];
    }
    return NULL;
}

/* Draws one of a list's sources by their weights; from lists of three and more never the source drawn last. */
static const uint8_t *draw_source(ox_audio *a, uint32_t cue, const uint8_t *sources, uint32_t first,
                                  uint32_t count) {
    ox_audio_recent *before = recent_choice(a, cue);
    uint32_t barred =
        count >= 3 && before != NULL && before->source >= first && before->source < first + count
            ? before->source - first
            : count;
    uint32_t all = 0, chosen = 0;
    for (uint32_t i = 0; i < count; i++)
        all += i == barred
                   ? 0u
                   : rom_half(sources + (size_t)(first + i) * ROM_CUE_SOURCE_SIZE + ROM_CUE_SOURCE_WEIGHT);
    uint32_t drawn = rng_below(&a->chance, all == 0 ? 1 : all);
    for (uint32_t i = 0; i < count; i++) {
        if (i == barred) continue;
        uint32_t weight =
            rom_half(sources + (size_t)(first + i) * ROM_CUE_SOURCE_SIZE + ROM_CUE_SOURCE_WEIGHT);
        chosen = i;
        if (drawn < weight) break;
        drawn -= weight;
    }
    if (before != NULL) before->source = (uint16_t)(first + chosen);
    return sources + (size_t)(first + chosen) * ROM_CUE_SOURCE_SIZE;
}

/* The list for the switch's value now, else the list for any value, else NULL. */
static const uint8_t *list_of(const ox_audio *a, const uint8_t *d, const uint8_t *cue) {
    uint32_t name = rom_word(cue + ROM_CUE_CHOSEN_BY), value = name == 0 ? 0 : ox_audio_switch_value(a, name);
    const uint8_t *list =
        d + rom_word(d + ROM_CUES_LISTS_AT) + (size_t)rom_word(cue + ROM_CUE_FIRST_LIST) * ROM_CUE_LIST_SIZE;
    for (uint32_t i = rom_word(cue + ROM_CUE_LISTS); i > 0; i--, list += ROM_CUE_LIST_SIZE) {
        uint32_t own = rom_word(list + ROM_CUE_LIST_VALUE);
        if (own == value || own == 0) return list;
    }
    return NULL;
}

static void choose_source(ox_audio *a, const uint8_t *d, const uint8_t *cue, ox_audio_choice *choice) {
    const uint8_t *list = list_of(a, d, cue);
    uint32_t less = rom_half(cue + ROM_CUE_VOLUME_LESS), pitch = rom_half(cue + ROM_CUE_PITCH_MORE);
    choice->cue = cue;
    if (list == NULL || rom_word(list + ROM_CUE_LIST_COUNT) == 0) {
        ox_audio_tell_missing(a, rom_word(cue + ROM_CUE_NAME), true);
        return;
    }
    const uint8_t *source =
        draw_source(a, rom_word(cue + ROM_CUE_NAME), d + rom_word(d + ROM_CUES_SOURCES_AT),
                    rom_word(list + ROM_CUE_LIST_FIRST), rom_word(list + ROM_CUE_LIST_COUNT));
    const ox_audio_loaded *loaded = clip_of(a, rom_word(source + ROM_CUE_SOURCE_SOUND));
    choice->clip = loaded == NULL || loaded->clip.data == NULL ? NULL : &loaded->clip;
    choice->volume = rom_half(cue + ROM_CUE_VOLUME);
    if (less > 0)
        choice->volume -= rng_below(&a->chance, (less < choice->volume ? less : choice->volume) + 1);
    if (pitch > 0) choice->ratio = ox_audio_pitch(rng_between(&a->chance, -(int32_t)pitch, (int32_t)pitch));
}

bool ox_audio_find(ox_audio *a, uint32_t id, ox_audio_choice *choice) {
    const uint8_t *row = NULL;
    const ox_audio_group *g = search(a, id, ROM_TAG_CUES, &row);
    if (g != NULL) {
        choose_source(a, g->held.data, row, choice);
        return choice->clip != NULL || list_of(a, g->held.data, row) == NULL;
    }
    uint32_t sound = id;
    if (search(a, id, ROM_TAG_BANK, &row) != NULL) {
        uint32_t volume = rom_half(row + ROM_BANK_ENTRY_VOLUME);
        sound = rom_word(row + ROM_BANK_ENTRY_SOUND);
        choice->volume = volume == 65535 ? OX_AUDIO_FULL : volume / 2;
        choice->pan = rom_i16(row + ROM_BANK_ENTRY_PAN) * 2;
        choice->ratio = rom_word(row + ROM_BANK_ENTRY_PITCH);
        if (choice->pan == 65534) choice->pan = FX_ONE;
    }
    const ox_audio_loaded *loaded = clip_of(a, sound);
    choice->clip = loaded == NULL || loaded->clip.data == NULL ? NULL : &loaded->clip;
    return choice->clip != NULL;
}

bool ox_audio_goes_round(const ox_audio *audio, uint32_t id) {
    const uint8_t *row = NULL;
    const ox_audio_group *g = search(audio, id, ROM_TAG_CUES, &row);
    uint32_t sound = id;
    if (g != NULL) {
        const uint8_t *d = g->held.data,
                      *list = d + rom_word(d + ROM_CUES_LISTS_AT) +
                              (size_t)rom_word(row + ROM_CUE_FIRST_LIST) * ROM_CUE_LIST_SIZE;
        if (rom_word(list + ROM_CUE_LIST_COUNT) == 0) return false;
        sound = rom_word(d + rom_word(d + ROM_CUES_SOURCES_AT) +
                         (size_t)rom_word(list + ROM_CUE_LIST_FIRST) * ROM_CUE_SOURCE_SIZE +
                         ROM_CUE_SOURCE_SOUND);
    } else if (search(audio, id, ROM_TAG_BANK, &row) != NULL) {
        sound = rom_word(row + ROM_BANK_ENTRY_SOUND);
    }
    const ox_audio_clip *clip = ox_audio_clip_of(audio, sound);
    return clip != NULL && ox_audio_clip_loops(clip);
}

void ox_audio_tell_missing(ox_audio *a, uint32_t id, bool is_cue) {
    for (uint32_t i = 0; i < OX_AUDIO_TOLD && i < a->told_count; i++) {
        if (a->told[i] == id) return;
    }
    a->told[a->told_count++ % OX_AUDIO_TOLD] = id;
    ox_log_write(a->setup.log, PLAT_LOG_WARNING,
                 is_cue ? "cue #%08x has no sound for its switch%s" : "no sound #%08x is loaded%s",
                 (unsigned)id, is_cue || !a->setup.development ? "" : ": a beep stands in");
}

/* ---- switches ---- */

ox_status ox_audio_switch(ox_audio *audio, uint32_t name, uint32_t value) {
    for (uint32_t i = 0; i < audio->switch_count; i++) {
        if (audio->switches[i].name != name) continue;
        audio->switches[i].value = value;
        return OX_OK;
    }
    return OX_NOT_FOUND;
}

uint32_t ox_audio_switch_value(const ox_audio *audio, uint32_t name) {
    for (uint32_t i = 0; i < audio->switch_count; i++) {
        if (audio->switches[i].name == name) return audio->switches[i].value;
    }
    return 0;
}
