/* oxcart view CART NAME: shows one asset of a cart or an image. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/command/command.h"
#include "tools/image/chunk.h"
#include "tools/import/base/file.h"
#include "tools/import/image/png_write.h"
#include "tools/play/play.h"
#include "tools/report/arguments.h"
#include "tools/view/preview.h"
#include "tools/view/preview_mixer.h"
#include "tools/view/viewer.h"

enum { VIEWER_MEMORY = 160 << 20 };

static bool write_picture(const char *path, const import_image *p, tool_error *error) {
    const import_png_picture picture = {
        .width = p->width, .height = p->height, .format = IMPORT_PNG_RGBA, .pixels = p->rgba};
    return import_png_write(path, &picture, error);
}

/* Finds the entry that a word means; the first entry where there are several. */
static bool find_entry(const rom_image *image, const char *path, const char *word, rom_chunk *chunk,
                       tool_error *error) {
    for (uint32_t i = 0; rom_entry(image, i, chunk); i++)
        if (chunk->codec != ROM_CODEC_DELETED && chunk_is_meant(chunk, word)) return true;
    return import_error_file(error, path,
                             "no chunk `%.80s`; a name, an id or a type is wanted, see oxcart ls", word);
}

/* An image, read from a file or packed from a folder. */
typedef struct source {
    writer packed;
    uint8_t *data;
    rom_image image;
} source;

/* Packs the asset alone, with the assets that it needs, from a cart that has mistakes elsewhere. */
static bool pack_alone(const char *path, const view_asset *wishes, source *s) {
    const char *only[] = {wishes->word, wishes->clip, wishes->clip == NULL ? NULL : wishes->blend, NULL};
    const pack_options options = {.names = true, .only = only, .own_palette = true};
    tool_error error;
    cart c;
    if (!cart_load(path, &c, &error)) return false;
    bool ok = pack_looks(&c, wishes->word, &options, &s->packed, &error);
    cart_free(&c);
    return ok;
}

static bool open_source(const char *path, const view_asset *wishes, source *s, tool_error *error) {
    pack_report report;
    rom_error fault;
    size_t size;
    memset(s, 0, sizeof *s);
    if (!command_is_folder(path)) return command_load_rom(path, &s->data, &size, &s->image, error);
    pack_options options = command_pack_options(true);
    tool_report *told = options.said;
    options.said = NULL;
    bool ok = pack_folder(path, &options, &s->packed, &report, error) || pack_alone(path, wishes, s);
    options.said = told;
    if (!ok && !pack_folder(path, &options, &s->packed, &report, error)) return false; /* fills the error */
    return rom_open(s->packed.data, s->packed.size, &s->image, &fault) == ROM_OK ||
           import_error_file(error, path, "%s", fault.text);
}

static void close_source(source *s) {
    writer_free(&s->packed);
    free(s->data);
}

static bool find_clip(const source *s, const char *path, const char *word, uint32_t *id, tool_error *error) {
    rom_chunk chunk;
    if (word == NULL) return true;
    if (!find_entry(&s->image, path, word, &chunk, error)) return false;
    if (chunk.type != ROM_TAG_CLIP)
        return import_error_file(error, path, "`%.80s` is no clip; only clips move and are blended", word);
    *id = chunk.id;
    return true;
}

/* Whether a mesh's skin and a clip belong to the same skeleton; false after a sentence. */
static bool same_skeleton(const source *s, const char *path, const rom_chunk *mesh, const view_asset *wishes,
                          uint32_t clip, tool_error *error) {
    rom_chunk found[2];
    uint8_t *owned[2] = {NULL, NULL};
    bool there = rom_find(&s->image, mesh->id, ROM_TAG_SKIN, &found[0]) &&
                 rom_find(&s->image, clip, ROM_TAG_CLIP, &found[1]);
    bool read = there && chunk_unpack(&found[0], &owned[0], NULL) == ROM_OK &&
                chunk_unpack(&found[1], &owned[1], NULL) == ROM_OK;
    bool same = read && rom_u32(found[0].data + ROM_SKIN_SKELETON_HASH) ==
                            rom_u32(found[1].data + ROM_CLIP_SKELETON_HASH);
    free(owned[0]);
    free(owned[1]);
    if (same) return true;
    if (!there)
        return import_error_file(error, path, "`%.80s` hangs on no skeleton; write skeleton=NAME at the mesh",
                                 wishes->word);
    return import_error_file(error, path, "`%.80s` and `%.80s` belong to different skeletons", wishes->word,
                             wishes->clip);
}

/* Finds the asset, and the clips that move it. */
static bool find_all(const source *s, const char *path, const view_asset *wishes, rom_chunk *chunk,
                     preview_look *look, tool_error *error) {
    if (!find_entry(&s->image, path, wishes->word, chunk, error)) return false;
    if (wishes->clip != NULL && chunk->type != ROM_TAG_MESH)
        return import_error_file(error, path, "`%.80s` is no mesh; only meshes are moved by a clip",
                                 wishes->word);
    if (!find_clip(s, path, wishes->clip, &look->clip, error) ||
        !find_clip(s, path, wishes->blend, &look->blend, error))
        return false;
    return look->clip == 0 || same_skeleton(s, path, chunk, wishes, look->clip, error);
}

/* Writes the sound as the mixer plays it to a file, and prints facts about it. */
static bool write_mix(const rom_image *image, const char *path, const rom_chunk *chunk,
                      const view_asset *wishes, import_sound *mixed, tool_error *error) {
    preview_mix mix = {.target = wishes->target};
    writer out = {0};
    if (!preview_can_be_heard(chunk->type))
        return import_error_file(error, path, "--wav is for sounds, banks, cues and songs");
    if (!preview_mixer_play(image, path, chunk, &mix, mixed, error)) return false;
    import_wav_write(mixed, &out);
    bool ok = !out.failed && import_file_write(wishes->wav, out.data, out.size, error);
    if (ok)
        printf(
            "%s: %u sounds, %.3f s at %u a second, %u channels, peak %.3f, %u samples clipped, %u missing\n",
            wishes->wav, (unsigned)mix.sounds, (double)mixed->frames / mixed->rate, (unsigned)mixed->rate,
            (unsigned)mixed->channels, mix.peak / 32768.0, (unsigned)mix.clipped, (unsigned)mix.missing);
    writer_free(&out);
    if (!ok) import_sound_free(mixed);
    return ok;
}

bool command_view_asset(const char *path, const view_asset *wishes, tool_error *error) {
    source s;
    rom_chunk chunk;
    import_image picture;
    uint32_t sum;
    preview_look look = wishes->look;
    import_sound mixed;
    bool drawn = wishes->hash || wishes->output != NULL;
    bool ok = open_source(path, wishes, &s, error) && find_all(&s, path, wishes, &chunk, &look, error);
    if (ok && wishes->wav != NULL) {
        ok = write_mix(&s.image, path, &chunk, wishes, &mixed, error);
        look.mixed = ok ? &mixed : NULL;
    }
    ok = ok && (!drawn || preview_chunk(&s.image, path, &chunk, &look, &picture, &sum, error));
    if (look.mixed != NULL) import_sound_free(&mixed);
    if (ok && drawn) {
        if (wishes->hash) printf("frame=%u hash=%08x\n", (unsigned)look.frame, (unsigned)sum);
        if (wishes->output != NULL) ok = write_picture(wishes->output, &picture, error);
        import_image_free(&picture);
    }
    close_source(&s);
    return ok;
}

/* ---- by hand ---- */

/* Whether a chunk is an asset that can be looked at; the image's own chunks are not. */
static bool is_asset(const rom_chunk *chunk) {
    return chunk->codec != ROM_CODEC_DELETED && chunk->variant == 0 && chunk->type != ROM_TAG_INFO &&
           chunk->type != ROM_TAG_BUDGET && chunk->type != ROM_TAG_NAMES &&
           chunk->type != ROM_TAG_DEPENDENCIES && chunk->type != ROM_TAG_REFERENCES;
}

/* The entry `by` assets further on; the list wraps around. */
static uint32_t go_on(const rom_image *image, uint32_t at, int by) {
    rom_chunk chunk;
    do at = by > 0 ? (at + 1) % image->count : (at + image->count - 1) % image->count;
    while (rom_entry(image, at, &chunk) && !is_asset(&chunk));
    return at;
}

/* Shows one asset until the user goes to another asset or quits. */
static play_end show_one(player *p, viewer *v, uint32_t entry, int format) {
    rom_chunk chunk;
    rom_error fault;
    uint8_t *owned = NULL;
    writer stage = {0};
    uint32_t scene;
    play_end end = PLAY_REFUSED;
    if (!rom_entry(v->image, entry, &chunk)) return PLAY_REFUSED;
    rom_status status = chunk_unpack(&chunk, &owned, &fault);
    if (status != ROM_OK && status != ROM_UNKNOWN_TYPE) {
        import_error_file(&v->error, v->file, "chunk %08x: %s", chunk.id, fault.text);
        command_failed(&v->error);
    } else if (!preview_stage(v->image, v->file, &chunk, &v->look, &stage, &scene, &v->error)) {
        command_failed(&v->error);
    } else {
        ox_cart game = viewer_cart(v);
        viewer_show(v, &chunk, status);
        play_next(p, viewer_format(v, format), scene, &game);
        end = play_image(p, v->file, stage.data, stage.size, NULL, NULL);
        if (v->failed) command_failed(&v->error);
        if (v->failed) end = PLAY_REFUSED;
        viewer_end(v);
    }
    writer_free(&stage);
    free(owned);
    return end;
}

int command_view_by_hand(const char *path, const view_asset *wishes, play_settings *settings) {
    source s;
    rom_chunk chunk, other;
    tool_error error;
    uint32_t entry = 0;
    viewer v = {.look = wishes->look, .file = path, .rate = wishes->rate, .buttons = true};
    if (!open_source(path, wishes, &s, &error) || !find_all(&s, path, wishes, &chunk, &v.look, &error)) {
        close_source(&s);
        return command_failed(&error);
    }
    while (rom_entry(&s.image, entry, &other) &&
           (other.id != chunk.id || other.type != chunk.type || other.variant != chunk.variant))
        entry++;
    v.image = &s.image;
    v.keys = settings->driver != HOST_DRIVER_HEADLESS && !settings->hash;
    settings->title = path;
    settings->size[0] = v.look.width;
    settings->size[1] = v.look.height;
    if (settings->memory < VIEWER_MEMORY) settings->memory = VIEWER_MEMORY;
    player *p = play_open(settings);
    play_end end = p == NULL ? PLAY_REFUSED : show_one(p, &v, entry, settings->format);
    while (p != NULL && end == PLAY_DONE && (v.move != 0 || v.again)) {
        if (!v.again) {
            entry = go_on(&s.image, entry, v.move);
            v.look.frame = v.look.book = v.look.clip = v.look.blend = v.look.detail = 0;
        }
        end = show_one(p, &v, entry, settings->format);
    }
    close_source(&s);
    return p == NULL ? EXIT_BAD : play_close(p, end);
}
