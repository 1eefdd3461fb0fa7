/* Movies out of a GIF, or of a list of pictures, with the sound of a WAV file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/convert/converters.h"
#include "tools/encode/movie_encode.h"
#include "tools/generate/generate.h"
#include "tools/import/image/gif.h"

const cart_option_row convert_movie_options[] = {
    {"rate", "FRAMES", "a second (15)"},
    {"sound", "FILE.wav|.gen", "what is heard with it"},
    {"key", "FRAMES", "between pictures that stand alone (30)"},
    {"bytes", "N", "of a picture at most"},
    {"weight", "N", "squared steps of colour that a byte is worth (300)"},
    {"patches", "0..256", "pieces of pictures that it learns"},
    {"sound-format", "s8|s16|adpcm", "how its samples are stored"},
    {"sound-rate", "N", "frames of sound a second"},
    {.key = NULL}};

enum { PICTURES_MOST = 20000, GIF_FRAMES = 1024 };

/* The pictures of a movie: files that are read one at a time, or parts of a strip. */
typedef struct reel {
    const pack_source *source;
    char **files;       /* names of a list */
    import_image strip; /* frames of a GIF side by side */
    import_image shown;
    uint32_t count, room, width, height;
} reel;

static bool load_picture(const pack_source *s, const char *file, import_image *picture) {
    uint8_t *data;
    size_t size;
    char *path;
    if (!pack_companion_read(s, file, &path, &data, &size)) return false;
    bool ok = import_image_from_memory(path, data, size, picture, s->error);
    free(data);
    free(path);
    return ok;
}

static const import_image *next_picture(void *context, uint32_t frame, tool_error *error) {
    reel *r = context;
    import_image_free(&r->shown);
    if (r->files == NULL) {
        if (!import_image_allocate(r->source->path, (long)r->width, (long)r->height, false, &r->shown, error))
            return NULL;
        for (uint32_t y = 0; y < r->height; y++)
            memcpy(r->shown.rgba + (size_t)y * r->width * 4,
                   r->strip.rgba + ((size_t)y * (size_t)r->strip.width + (size_t)frame * r->width) * 4,
                   (size_t)r->width * 4);
        return &r->shown;
    }
    if (!load_picture(r->source, r->files[frame], &r->shown)) return NULL;
    if ((uint32_t)r->shown.width == r->width && (uint32_t)r->shown.height == r->height) return &r->shown;
    import_error_file(error, r->source->path, "%s has %dx%d pixels, the first picture %ux%u; make them alike",
                      r->files[frame], r->shown.width, r->shown.height, (unsigned)r->width,
                      (unsigned)r->height);
    return NULL;
}

/* Reads a list of pictures, a name a line; # begins a comment. */
static bool read_list(reel *r) {
    const pack_source *s = r->source;
    convert_lines *lines = calloc(1, sizeof *lines);
    bool ok = lines != NULL || import_error_memory(s->error, s->path);
    r->files = calloc(PICTURES_MOST, sizeof *r->files);
    if (ok && r->files == NULL) ok = import_error_memory(s->error, s->path);
    if (ok) lines->source = s;
    while (ok && convert_line_next(lines)) {
        if (lines->count != 1 || r->count == PICTURES_MOST)
            ok = convert_line_wrong(lines, "one picture a line is wanted, at most %d", (int)PICTURES_MOST);
        char *copy = ok ? malloc(strlen(lines->words[0]) + 1) : NULL;
        if (ok && copy == NULL) ok = import_error_memory(s->error, s->path);
        if (ok) r->files[r->count++] = strcpy(copy, lines->words[0]);
    }
    ok = ok && !lines->failed;
    free(lines);
    if (ok && r->count == 0) ok = import_error_file(s->error, s->path, "the list names no picture");
    if (!ok || !load_picture(s, r->files[0], &r->shown)) return false;
    r->width = (uint32_t)r->shown.width;
    r->height = (uint32_t)r->shown.height;
    return true;
}

/* Reads a GIF. The movie's rate is that of the GIF's mean delay. */
static bool read_gif(reel *r, double *rate) {
    const pack_source *s = r->source;
    uint16_t delays[GIF_FRAMES];
    uint32_t sum = 0;
    if (!import_gif_strip(s->path, s->data, s->size, &r->strip, delays, GIF_FRAMES, &r->count, s->error))
        return false;
    if (r->strip.note != NULL) pack_companion_note(s, "%s: %s", s->path, r->strip.note);
    for (uint32_t i = 0; i < r->count; i++) sum += delays[i];
    if (sum > 0) *rate = 100.0 * r->count / sum;
    r->width = (uint32_t)r->strip.width / r->count;
    r->height = (uint32_t)r->strip.height;
    return true;
}

static bool read_sound(const pack_source *s, import_sound *sound) {
    const char *file = pack_option(s->asset, "sound");
    uint32_t rate = 0;
    uint8_t *data;
    size_t size;
    char *path;
    import_sound made;
    if (!convert_option_whole(s, "sound-rate", 1000, 65535, &rate)) return false;
    if (file == NULL) return true;
    if (!pack_companion_read(s, file, &path, &data, &size)) return false;
    const char *ending = strrchr(path, '.');
    writer generated = {0};
    bool ok = true;
    if (ending != NULL && strcmp(ending, ".gen") == 0) {
        ok = generate_text(path, (const char *)data, GENERATE_SOUND, &generated, s->error);
        free(data);
        data = generated.data;
        size = generated.size;
    }
    ok = ok && import_wav_decode(path, data, size, sound, s->error);
    free(data);
    free(path);
    if (ok && (sound->channels > 2 || (rate == 0 && sound->rate > 65535)))
        ok = import_error_file(
            s->error, s->path,
            "the sound has %u channels and %u samples a second; at most 2 and 65535 are possible",
            (unsigned)sound->channels, (unsigned)sound->rate);
    if (ok && rate != 0 && rate != sound->rate) {
        ok = import_sound_resample(sound, rate, &made, s->error);
        import_sound_free(sound);
        if (ok) *sound = made;
    }
    return ok;
}

static bool read_options(const pack_source *s, movie_options *o) {
    static const char *const formats[] = {"s8", "s16", "adpcm", NULL};
    return convert_option_number(s, "rate", 0.1, 240, &o->rate) &&
           convert_option_whole(s, "key", 1, 65535, &o->key_interval) &&
           convert_option_whole(s, "bytes", 16, 1 << 20, &o->target) &&
           convert_option_whole(s, "weight", 1, 1000000, &o->weight) &&
           convert_option_whole(s, "patches", 0, 256, &o->patches) &&
           convert_option_choice(s, "sound-format", formats, &o->sound_format);
}

static void tell_movie(const pack_source *s, const movie_report *m, const import_sound *sound,
                       const movie_options *o) {
    pack_companion_note(
        s,
        "movie %s: %u frames, %u keys, %llu bytes of pictures (%.1f to 1, PSNR %.1f dB), at most "
        "%u a frame, %llu of sound",
        s->asset->name, (unsigned)m->frames, (unsigned)m->keys, (unsigned long long)m->video_bytes, m->ratio,
        m->psnr, (unsigned)m->largest, (unsigned long long)m->sound_bytes);
    if (m->over > 0)
        pack_companion_note(s, "movie %s: %u frames have more than %u bytes", s->asset->name,
                            (unsigned)m->over, (unsigned)o->target);
    if (sound->rate == 0) return;
    double pictures = m->frames / o->rate, length = (double)sound->frames / sound->rate;
    if (length - pictures > 1 / o->rate || pictures - length > 1 / o->rate)
        pack_companion_note(s, "movie %s: the sound has %.2f s, the pictures %.2f s", s->asset->name, length,
                            pictures);
}

bool convert_movie(const pack_source *s, writer *out) {
    reel r = {.source = s};
    movie_options o = {.id = rom_id(s->asset->name),
                       .rate = 15,
                       .key_interval = 30,
                       .patches = 64,
                       .search = 7,
                       .sound_format = 2};
    movie_report report;
    import_sound sound = {0};
    bool gif = s->size >= 4 && memcmp(s->data, "GIF8", 4) == 0;
    bool ok = (gif ? read_gif(&r, &o.rate) : read_list(&r)) && read_options(s, &o) && read_sound(s, &sound);
    if (ok && (r.width > 1024 || r.height > 1024))
        ok = import_error_file(s->error, s->path,
                               "the pictures have %ux%u pixels; at most 1024x1024 are possible",
                               (unsigned)r.width, (unsigned)r.height);
    const movie_source pictures = {next_picture, &r, r.count, r.width, r.height};
    ok = ok && movie_encode(s->path, &pictures, sound.rate == 0 ? NULL : &sound, &o, out, &report, s->error);
    if (ok) tell_movie(s, &report, &sound, &o);
    for (uint32_t i = 0; i < r.count && r.files != NULL; i++) free(r.files[i]);
    free(r.files);
    import_image_free(&r.strip);
    import_image_free(&r.shown);
    import_sound_free(&sound);
    return ok;
}
