/* Chunks made of all sounds of a cart together: banks that sounds name, and the chunk `audio`; and checks of names. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/pack/pack_job.h"
#include "tools/record_writer.h"

static bool is_kind(const cart_asset *asset, const char *kind) { return strcmp(asset->kind, kind) == 0; }

static bool is_there(const pack_job *job, uint32_t id, uint32_t tag) {
    for (uint32_t i = 0; i < job->chunks.count; i++) {
        if (job->chunks.chunks[i].type == tag && job->chunks.chunks[i].id == id) return true;
    }
    return false;
}

/* ---- banks by membership ---- */

/* The meaning of a name in a scene: a cue, a name in a bank, a sound or a song. 0: none. */
static uint32_t meaning(const pack_job *job, const char *name) {
    uint32_t id = rom_id(name), sound = pack_chunk_id("sound", name), song = pack_chunk_id("song", name);
    for (uint32_t i = 0; i < job->chunks.count; i++) {
        const assemble_chunk *chunk = &job->chunks.chunks[i];
        const uint8_t *d = chunk->bytes.data;
        bool cues = chunk->type == ROM_TAG_CUES;
        if (!cues && chunk->type != ROM_TAG_BANK) continue;
        const uint8_t *row = d + rom_u32(d + (cues ? ROM_CUES_CUES_AT : ROM_BANK_AT));
        uint32_t count = rom_u32(d + (cues ? ROM_CUES_CUE_COUNT : ROM_BANK_COUNT)),
                 size = cues ? ROM_CUE_SIZE : ROM_BANK_ENTRY_SIZE;
        for (uint32_t k = 0; k < count; k++, row += size) {
            if (rom_u32(row) == id) return id;
        }
    }
    return is_there(job, sound, ROM_TAG_SOUND) ? sound : is_there(job, song, ROM_TAG_SONG) ? song : 0;
}

static int by_name(const void *a, const void *b) {
    const rom_bank_entry_record *x = a, *y = b;
    return (x->name > y->name) - (x->name < y->name);
}

/* Whether an asset is the first to name its bank, and so makes it. */
static bool leads(const cart *c, uint32_t index, const char *bank) {
    for (uint32_t i = 0; i < index; i++) {
        const char *other = is_kind(&c->assets[i], "sound") ? pack_option(&c->assets[i], "bank") : NULL;
        if (other != NULL && rom_id(other) == rom_id(bank)) return false;
    }
    return true;
}

/* The name of the bank for sounds that scripts and objects could not name otherwise. */
static const char rest[] = "scripts";

/* Whether scripts, or sources of sound among the objects, name sounds. */
static bool has_names(const pack_job *job) {
    const cart_scene *scene;
    for (uint32_t i = 0; (scene = cart_scene_at(job->c, i)) != NULL; i++)
        for (uint32_t k = 0; k < scene->saying_count; k++)
            if (strcmp(scene->sayings[k].word->word, "sound") == 0) return true;
    for (uint32_t i = 0; i < job->chunks.count; i++) {
        if (job->chunks.chunks[i].type == ROM_TAG_CODE) return true;
    }
    return false;
}

/* Whether a sound is an instrument of a song, which scripts would not name. */
static bool is_instrument(const pack_job *job, uint32_t sound) {
    for (uint32_t i = 0; i < job->chunks.count; i++) {
        const assemble_chunk *chunk = &job->chunks.chunks[i];
        const uint8_t *d = chunk->bytes.data;
        if (chunk->type != ROM_TAG_SONG || chunk->bytes.size < ROM_SONG_SIZE) continue;
        const uint8_t *sample = d + rom_u32(d + ROM_SONG_SAMPLES_AT);
        for (uint32_t k = 0; k < rom_u32(d + ROM_SONG_SAMPLE_COUNT); k++, sample += ROM_SONG_SAMPLE_SIZE) {
            if (rom_u32(sample + ROM_SONG_SAMPLE_SOUND) == sound) return true;
        }
    }
    return false;
}

static bool is_member(const pack_job *job, const cart_asset *a, const char *bank) {
    const char *own = is_kind(a, "sound") ? pack_option(a, "bank") : NULL;
    uint32_t sound = pack_chunk_id("sound", a->name);
    if (!is_kind(a, "sound") || !pack_is_wanted(job, "sound", a->name)) return false;
    if (bank != rest) return own != NULL && rom_id(own) == rom_id(bank);
    return own == NULL && meaning(job, a->name) == sound && !is_instrument(job, sound);
}

static bool write_bank(pack_job *job, const cart_asset *first, const char *bank) {
    const cart *c = job->c;
    char full[CART_NAME_MAX + 16];
    rom_bank_record r = {.count = 0};
    rom_bank_entry_record *entries = calloc(c->asset_count, sizeof *entries);
    uint64_t bytes = 0;
    uint32_t peak = 0;
    if (entries == NULL) return pack_no_memory(job);
    for (uint32_t i = 0; i < c->asset_count; i++) {
        const cart_asset *a = &c->assets[i];
        if (!is_member(job, a, bank)) continue;
        rom_bank_entry_record entry = {.name = rom_id(a->name),
                                       .sound = pack_chunk_id("sound", a->name),
                                       .volume = 65535,
                                       .pitch = 65536};
        bool twice = false; /* variants of one sound are one entry */
        for (uint32_t k = 0; k < r.count; k++) twice = twice || entries[k].name == entry.name;
        if (!twice) entries[r.count++] = entry;
    }
    for (uint32_t i = 0; i < job->chunks.count; i++) {
        const assemble_chunk *chunk = &job->chunks.chunks[i];
        for (uint32_t k = 0; k < r.count && chunk->type == ROM_TAG_SOUND; k++) {
            if (entries[k].sound != chunk->id) continue;
            uint32_t own = rom_u16(chunk->bytes.data + ROM_SOUND_PEAK);
            bytes += chunk->bytes.size;
            if (own > peak) peak = own;
        }
    }
    snprintf(full, sizeof full, "bank/%s", bank);
    writer *out = r.count == 0 ? NULL : assemble_add(&job->chunks, full, ROM_TAG_BANK, ROM_BANK_SIZE);
    if (out != NULL) {
        qsort(entries, r.count, sizeof *entries, by_name);
        r.at = (uint32_t)out->size;
        for (uint32_t i = 0; i < r.count; i++) record_add_bank_entry(out, &entries[i]);
        record_put_bank(out, 0, &r);
        assemble_source(&job->chunks, first->file, first->line);
        report_note(job->options->said, NULL, 0, "bank %s: %u sounds, %llu bytes, peak %.3f", bank,
                    (unsigned)r.count, (unsigned long long)bytes, peak / 32768.0);
    }
    bool ok = out != NULL || r.count == 0;
    free(entries);
    return ok || pack_no_memory(job);
}

static bool write_banks(pack_job *job) {
    const cart *c = job->c;
    for (uint32_t i = 0; i < c->asset_count; i++) {
        const char *bank = is_kind(&c->assets[i], "sound") ? pack_option(&c->assets[i], "bank") : NULL;
        if (bank == NULL || !leads(c, i, bank) || !pack_is_wanted(job, "bank", bank)) continue;
        if (strlen(bank) >= CART_NAME_MAX)
            return pack_wrong(job, c->assets[i].line,
                              "bank `%.40s...` is a long name; 63 letters are possible", bank);
        if (is_there(job, pack_chunk_id("bank", bank), ROM_TAG_BANK))
            return pack_wrong(job, c->assets[i].line, "bank `%s` has a list of its own; put the sound there",
                              bank);
        if (!write_bank(job, &c->assets[i], bank)) return false;
    }
    if (!has_names(job)) return true;
    for (uint32_t i = 0; i < c->asset_count; i++) {
        if (!is_member(job, &c->assets[i], rest)) continue;
        if (is_there(job, pack_chunk_id("bank", rest), ROM_TAG_BANK))
            return pack_wrong(job, c->assets[i].line,
                              "the bank `%s` is made of sounds like this one, for scripts: put it into "
                              "yours, or name yours otherwise",
                              rest);
        return write_bank(job, &c->assets[i], rest);
    }
    return true;
}

/* ---- the chunk `audio` ---- */

static int compare_ids(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static bool is_group(const assemble_chunk *chunk) {
    return chunk->type == ROM_TAG_BANK || chunk->type == ROM_TAG_CUES || chunk->type == ROM_TAG_SONG;
}

static bool has_groups(const pack_job *job) {
    for (uint32_t i = 0; i < job->chunks.count; i++) {
        if (is_group(&job->chunks.chunks[i])) return true;
    }
    return false;
}

/* Lists the sounds that are loaded from the start: banks and cues of the cart, and single sounds that scenes name. */
static uint32_t *list_groups(pack_job *job, const uint32_t *meanings, uint32_t *count) {
    uint32_t *groups = calloc((size_t)job->chunks.count + job->c->sound_count + 1, sizeof *groups), kept = 0;
    if (groups == NULL) return NULL;
    *count = 0;
    for (uint32_t i = 0; i < job->chunks.count; i++) {
        const assemble_chunk *chunk = &job->chunks.chunks[i];
        if (is_group(chunk)) groups[(*count)++] = chunk->id;
    }
    for (uint32_t i = 0; i < job->c->sound_count; i++) {
        if (is_there(job, meanings[i], ROM_TAG_SOUND)) groups[(*count)++] = meanings[i];
    }
    qsort(groups, *count, sizeof *groups, compare_ids);
    for (uint32_t i = 0; i < *count; i++) {
        if (kept == 0 || groups[kept - 1] != groups[i]) groups[kept++] = groups[i];
    }
    *count = kept;
    return groups;
}

static int by_song_name(const void *a, const void *b) {
    const rom_audio_song_record *x = a, *y = b;
    return (x->name > y->name) - (x->name < y->name);
}

/* Writes every song of the cart by its name. */
static bool put_songs(pack_job *job, rom_audio_record *r, writer *out) {
    const cart *c = job->c;
    rom_audio_song_record *songs = calloc((size_t)c->asset_count + 1, sizeof *songs);
    if (songs == NULL) return pack_no_memory(job);
    for (uint32_t i = 0; i < c->asset_count; i++) {
        const uint32_t song = pack_chunk_id("song", c->assets[i].name);
        if (!is_kind(&c->assets[i], "song") || !is_there(job, song, ROM_TAG_SONG)) continue;
        bool twice = false; /* variants of one song are one entry */
        for (uint32_t k = 0; k < r->song_count; k++) twice = twice || songs[k].song == song;
        if (!twice)
            songs[r->song_count++] = (rom_audio_song_record){.name = rom_id(c->assets[i].name), .song = song};
    }
    qsort(songs, r->song_count, sizeof *songs, by_song_name);
    r->songs_at = r->song_count == 0 ? 0 : (uint32_t)out->size;
    for (uint32_t i = 0; i < r->song_count; i++) record_add_audio_song(out, &songs[i]);
    free(songs);
    return true;
}

static bool put_audio(pack_job *job, const uint32_t *meanings, const uint32_t *groups, uint32_t group_count) {
    const cart *c = job->c;
    rom_audio_record r = {.rate = (uint16_t)c->audio.rate,
                          .channels = (uint8_t)c->audio.channels,
                          .flags = (uint8_t)((c->audio.linear ? ROM_AUDIO_LINEAR : 0) |
                                             (c->audio.feedback ? ROM_AUDIO_FEEDBACK : 0)),
                          .voices = (uint8_t)c->audio.voices,
                          .ahead = (uint8_t)c->audio.ahead,
                          .group_count = group_count};
    writer *out = assemble_add(&job->chunks, "audio", ROM_TAG_AUDIO, ROM_AUDIO_SIZE);
    if (out == NULL) return pack_no_memory(job);
    r.groups_at = group_count == 0 ? 0 : (uint32_t)out->size;
    for (uint32_t i = 0; i < group_count; i++) writer_u32(out, groups[i]);
    for (uint32_t i = 0; i < c->sound_count; i++) {
        const cart_sound *s = &c->sounds[i];
        double pan = writer_round(s->pan * 32768);
        const rom_scene_sound_record row = {.scene = pack_chunk_id("scene", s->scene),
                                            .sound = meanings[i],
                                            .volume = (uint16_t)writer_round(s->volume * 32768),
                                            .pan = (int16_t)(pan > 32767 ? 32767 : pan),
                                            .bus = (uint8_t)s->bus,
                                            .flags = s->loops ? ROM_SCENE_SOUND_LOOPS : 0,
                                            .buttons = (uint16_t)s->buttons};
        if (!pack_is_wanted(job, "scene", s->scene)) continue;
        if (r.sound_count++ == 0) r.sounds_at = (uint32_t)out->size;
        record_add_scene_sound(out, &row);
    }
    bool ok = put_songs(job, &r, out);
    record_put_audio(out, 0, &r);
    return ok;
}

/* The name that a source of sound gives; NULL: the statement is about something else. */
static const char *named_source(const cart_saying *saying) {
    const ox_module_option *options = saying->word->options;
    if (strcmp(saying->word->word, "sound") != 0 || strcmp(saying->member, "source") != 0) return NULL;
    for (uint32_t i = 0; options[i].name != NULL; i++)
        if (strcmp(options[i].name, "name") == 0 && saying->values[i][0] != 0) return saying->values[i];
    return NULL;
}

/* Warns of sources of sound whose names the cart does not have. */
static void check_sources(pack_job *job) {
    const cart_scene *scene;
    for (uint32_t i = 0; (scene = cart_scene_at(job->c, i)) != NULL; i++)
        for (uint32_t k = 0; k < scene->saying_count; k++) {
            const char *name = named_source(&scene->sayings[k]);
            if (name == NULL || meaning(job, name) != 0 || !pack_is_wanted(job, "scene", scene->name))
                continue;
            pack_warn(job, scene->sayings[k].line,
                      "`name=%s` is no cue, bank entry or sound of this cart: a beep stands in", name);
        }
}

/* Whether a movie of the cart has sound. */
static bool has_movie_sound(const pack_job *job) {
    for (uint32_t i = 0; i < job->c->asset_count; i++) {
        const cart_asset *a = &job->c->assets[i];
        if (is_kind(a, "movie") && pack_option(a, "sound") != NULL && pack_is_wanted(job, "movie", a->name))
            return true;
    }
    return false;
}

bool pack_audio(pack_job *job) {
    const cart *c = job->c;
    if (!write_banks(job)) return false;
    check_sources(job);
    if (!c->audio.asked && !(has_names(job) && has_groups(job)) && !has_movie_sound(job)) return true;
    uint32_t count = 0, *groups = NULL, *meanings = calloc((size_t)c->sound_count + 1, sizeof *meanings);
    bool ok = meanings != NULL;
    for (uint32_t i = 0; ok && i < c->sound_count; i++) {
        meanings[i] = meaning(job, c->sounds[i].name);
        if (meanings[i] == 0 && pack_is_wanted(job, "scene", c->sounds[i].scene))
            pack_warn(job, c->sounds[i].line,
                      "scene `%s` plays `%s`, which is no cue, bank entry, sound or song of this cart: a "
                      "beep stands in",
                      c->sounds[i].scene, c->sounds[i].name);
        if (meanings[i] == 0) meanings[i] = rom_id(c->sounds[i].name);
    }
    if (ok) groups = list_groups(job, meanings, &count);
    ok = groups != NULL && put_audio(job, meanings, groups, count);
    if (meanings == NULL || groups == NULL) (void)pack_no_memory(job);
    free(meanings);
    free(groups);
    return ok;
}
