/* Code for modules of all kinds: telling them apart, loading, freeing. */
#include "tools/import/sound/song.h"

#include <stdlib.h>
#include <string.h>

#include "tools/import/base/file.h"

char import_song_effect_letter(uint32_t effect) {
    return effect < 10 ? (char)('0' + effect) : effect < 36 ? (char)('A' + effect - 10) : '?';
}

void import_song_judge(import_song *song, const import_note *note) {
    /* FastTracker: 0..9 A..H K L P R T X; ProTracker: 0..9 A..F */
    static const uint64_t fast = 0xFFFFu | 1u << 16 | 1u << 17 | 1u << 20 | 1u << 21 | 1u << 25 | 1u << 27 |
                                 1u << 29 | (uint64_t)1 << 33;
    uint64_t known = song->kind == IMPORT_SONG_PROTRACKER ? 0xFFFFu : fast;
    if (note->effect < 36 && (known >> note->effect & 1u) != 0) return;
    song->unknown |= (uint64_t)1 << (note->effect < 36 ? note->effect : 63);
    song->unknown_count++;
}

const char *import_song_text(import_song *song, const uint8_t *from, size_t room) {
    char *text = import_arena_text(&song->arena, (const char *)from, room);
    if (text == NULL) return NULL;
    size_t length = strlen(text);
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)text[i] < 32 || (unsigned char)text[i] > 126) text[i] = ' ';
    }
    while (length > 0 && text[length - 1] == ' ') text[--length] = 0;
    return text;
}

bool import_song_add_label(import_song *song, const char *name, size_t length, uint32_t place) {
    if (length == 0 || length >= IMPORT_SONG_LABEL || song->label_count == IMPORT_SONG_LABELS) return false;
    for (uint32_t i = 0; i < song->label_count; i++)
        if (strncmp(song->labels[i].name, name, length) == 0 && song->labels[i].name[length] == 0)
            return false;
    import_song_label *label = &song->labels[song->label_count++];
    memcpy(label->name, name, length);
    label->name[length] = 0;
    label->place = (uint16_t)place;
    return true;
}

void import_song_free(import_song *song) {
    import_arena_free(&song->arena);
    memset(song, 0, sizeof *song);
}

static bool is_xm(const uint8_t *data, size_t size) {
    return size >= 17 && memcmp(data, "Extended Module: ", 17) == 0;
}

/* Every format that is read, told apart in this order; the reader of MOD, which has no signature, judges all
 * other files. */
static const struct {
    const char *name;
    bool (*is)(const uint8_t *data, size_t size);
    bool (*decode)(const char *name, const uint8_t *data, size_t size, import_song *song, tool_error *error);
} formats[] = {{"XM", is_xm, import_xm_decode},
               {"S3M", import_s3m_is, import_s3m_decode},
               {"MOD", NULL, import_mod_decode}};

enum { FORMATS = sizeof formats / sizeof formats[0] };

const char *import_song_format(size_t index) { return index < FORMATS ? formats[index].name : NULL; }

bool import_song_decode(const char *name, const uint8_t *data, size_t size, import_song *song,
                        tool_error *error) {
    memset(song, 0, sizeof *song);
    size_t i = 0;
    while (i + 1 < FORMATS && !formats[i].is(data, size)) i++;
    bool ok = formats[i].decode(name, data, size, song, error);
    if (!ok) import_song_free(song);
    return ok;
}

bool import_song_load(const char *path, import_song *song, tool_error *error) {
    uint8_t *data;
    size_t size;
    memset(song, 0, sizeof *song);
    if (!import_file_read(path, &data, &size, error)) return false;
    bool ok = import_song_decode(path, data, size, song, error);
    free(data);
    return ok;
}
