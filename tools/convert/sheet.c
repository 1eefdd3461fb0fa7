/* Sprite sheets: frames out of many pictures, packed into few pictures, and their animations. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/base/scan.h"
#include "tools/convert/converters.h"
#include "tools/encode/palette.h"
#include "tools/import/base/angle.h"
#include "tools/import/image/quantize.h"
#include "tools/import/image/sheet.h"
#include "tools/import/image/xpm.h"
#include "tools/record_writer.h"

const cart_option_row convert_sheet_options[] = {
    {"grid", "WxH", "pixels of a frame"},
    {"pivot", "X,Y", "the pixel of a frame that stands where the sprite is (its middle)"},
    {"extrude", "0..2", "pixels at edges that are repeated outside"},
    {"side", "8..1024", "pixels of a sheet at most (1024)"},
    {"borders", "on|off", "transparent borders stay (off)"},
    {"turning", "on|off", "frames may be packed turned (on)"},
    {"powers", "on|off", "sides are powers of two (off)"},
    {"colours", "2..256", "of its palette"},
    {"dither", "none|ordered|diffusion", "a pattern in the place of colours that it has not"},
    {"rate", "FRAMES", "a second (24)"},
    {"palette", "FILE", "its colours are brought to these"},
    {"frames", "FIRST,LAST", "of the picture"},
    {.key = NULL}};

enum { BOOKS_MOST = 256, ORDER_MOST = 65535 };
#define MIDDLE UINT32_MAX /* pivot in the middle: the text gives none */

/* An animation that the text describes. */
typedef struct book {
    char name[CART_NAME_MAX];
    uint32_t first, count; /* range in the list of frames' names */
    uint32_t rate;
    bool loops;
} book;

typedef struct sheet_job {
    const pack_source *source;
    import_sheet_options options;
    import_image *images;
    uint32_t image_count;
    char **files; /* file of each image */
    import_sheet_source *sources;
    uint32_t source_count;
    import_arena arena;
    book *books;
    uint32_t book_count;
    const char **members; /* names of the frames of all books */
    uint32_t member_count;
    uint32_t pivot_x, pivot_y, colours, rate;
    bool pivot_given;
    int dither; /* import_dither */
} sheet_job;

static bool no_memory(const sheet_job *job) {
    return import_error_memory(job->source->error, job->source->path);
}

/* ---- sources ---- */

static int32_t pivot_of(uint32_t given, uint32_t side) {
    return given == MIDDLE ? (int32_t)(side / 2u) : (int32_t)given;
}

static bool add_sources(sheet_job *job, const import_sheet_source *from, uint32_t count) {
    if (count > IMPORT_SHEET_FRAMES - job->source_count)
        return import_error_file(job->source->error, job->source->path,
                                 "more than %d frames; divide the sheet", IMPORT_SHEET_FRAMES);
    import_sheet_source *grown = realloc(job->sources, ((size_t)job->source_count + count) * sizeof *grown);
    if (grown == NULL) return no_memory(job);
    job->sources = grown;
    memcpy(grown + job->source_count, from, count * sizeof *grown);
    job->source_count += count;
    return true;
}

/* The picture of a file: read once, however many frames are cut out of it. */
static bool picture_of(sheet_job *job, const char *file, uint32_t *index) {
    for (*index = 0; *index < job->image_count; (*index)++) {
        if (strcmp(job->files[*index], file) == 0) return true;
    }
    uint8_t *data;
    size_t size;
    char *path;
    if (job->image_count == 4096)
        return import_error_file(job->source->error, job->source->path,
                                 "more than 4096 pictures in a sheet; divide it");
    if (!pack_companion_read(job->source, file, &path, &data, &size)) return false;
    char *name = import_arena_text(&job->arena, file, strlen(file));
    bool ok = (name != NULL || no_memory(job)) &&
              import_image_from_memory(path, data, size, &job->images[job->image_count], job->source->error);
    free(data);
    free(path);
    if (ok) job->files[job->image_count++] = name;
    return ok;
}

typedef struct frame_grid {
    uint32_t image, width, height, pivot_x, pivot_y;
} frame_grid;

static bool add_grid(sheet_job *job, const char *name, const frame_grid *grid) {
    import_sheet_source *made;
    uint32_t count;
    if (!import_sheet_grid(name, &job->images[grid->image], grid->width, grid->height, &job->arena, &made,
                           &count, job->source->error))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        made[i].pivot_x = pivot_of(grid->pivot_x, grid->width);
        made[i].pivot_y = pivot_of(grid->pivot_y, grid->height);
    }
    bool ok = add_sources(job, made, count);
    free(made);
    return ok;
}

/* ---- the text ---- */

/* Takes a word KEY=AxB or KEY=A,B of a line. */
static bool line_pair(const convert_lines *lines, const char *key, char between, uint32_t *a, uint32_t *b) {
    const char *word = convert_line_value(lines, key);
    uint32_t x, y;
    if (word == NULL) return true;
    if (!(between == ',' ? scan_text(word, "%u,%u", &x, &y) : scan_text(word, "%ux%u", &x, &y)) ||
        x > 99999 || y > 99999)
        return convert_line_wrong(lines, "`%s=%.40s` is not two whole numbers with `%c` between", key, word,
                                  between);
    *a = x;
    *b = y;
    return true;
}

static bool read_frame(convert_lines *lines, sheet_job *job) {
    uint32_t x = 0, y = 0, width = 0, height = 0, pivot_x = job->pivot_x, pivot_y = job->pivot_y, image;
    if (lines->count < 3)
        return convert_line_wrong(lines, "`frame NAME FILE [at=X,Y size=WxH] [pivot=X,Y]` is wanted");
    if (!line_pair(lines, "at", ',', &x, &y) || !line_pair(lines, "size", 'x', &width, &height) ||
        !line_pair(lines, "pivot", ',', &pivot_x, &pivot_y) || !picture_of(job, lines->words[2], &image))
        return false;
    const import_image *picture = &job->images[image];
    if (width == 0 && convert_line_value(lines, "at") != NULL)
        return convert_line_wrong(lines, "`at` without `size`; add size=WxH");
    if (width > 0 &&
        (height == 0 || x + width > (uint32_t)picture->width || y + height > (uint32_t)picture->height))
        return convert_line_wrong(lines, "%ux%u pixels at %u,%u do not lie in the picture of %dx%d", width,
                                  height, x, y, picture->width, picture->height);
    const import_sheet_source source = {
        import_arena_text(&job->arena, lines->words[1], strlen(lines->words[1])),
        picture,
        (int32_t)x,
        (int32_t)y,
        (int32_t)width,
        (int32_t)height,
        pivot_of(pivot_x, width != 0 ? width : (uint32_t)picture->width),
        pivot_of(pivot_y, width != 0 ? height : (uint32_t)picture->height)};
    return (source.name != NULL || no_memory(job)) && add_sources(job, &source, 1);
}

static bool read_grid(convert_lines *lines, sheet_job *job) {
    uint32_t width = 0, height = 0, pivot_x = job->pivot_x, pivot_y = job->pivot_y, image;
    if (lines->count < 3 || !line_pair(lines, "size", 'x', &width, &height) || width == 0 || height == 0)
        return convert_line_wrong(lines, "`grid NAME FILE size=WxH [pivot=X,Y]` is wanted");
    return line_pair(lines, "pivot", ',', &pivot_x, &pivot_y) && picture_of(job, lines->words[2], &image) &&
           add_grid(job, lines->words[1], &(frame_grid){image, width, height, pivot_x, pivot_y});
}

static bool read_book(convert_lines *lines, sheet_job *job) {
    int32_t rate = (int32_t)job->rate << 16;
    const char *word = convert_line_value(lines, "rate");
    if (lines->count < 3 || job->book_count == BOOKS_MOST || strlen(lines->words[1]) >= CART_NAME_MAX)
        return convert_line_wrong(
            lines, "`animation NAME FRAME FRAME ... [rate=24] [once]` is wanted, at most %d times",
            BOOKS_MOST);
    if (word != NULL && (!convert_line_fx(lines, word, &rate) || rate < 65536 || rate > 1000 << 16))
        return convert_line_wrong(lines, "rate=%.40s is no number of frames a second from 1 to 1000", word);
    book *b = &job->books[job->book_count++];
    memcpy(b->name, lines->words[1], strlen(lines->words[1]) + 1);
    b->first = job->member_count;
    b->rate = (uint32_t)(rate + 32768) >> 16;
    b->loops = true;
    for (int i = 2; i < lines->count; i++) {
        if (strcmp(lines->words[i], "once") == 0) b->loops = false;
        if (strcmp(lines->words[i], "once") == 0 || strchr(lines->words[i], '=') != NULL) continue;
        if (job->member_count == ORDER_MOST)
            return convert_line_wrong(lines, "more than %d frames in all animations", ORDER_MOST);
        const char *name = import_arena_text(&job->arena, lines->words[i], strlen(lines->words[i]));
        if (name == NULL) return no_memory(job);
        job->members[job->member_count++] = name;
        b->count++;
    }
    return b->count > 0 || convert_line_wrong(lines, "animation `%s` has no frames", b->name);
}

static bool read_text(sheet_job *job) {
    convert_lines *lines = calloc(1, sizeof *lines);
    if (lines == NULL) return no_memory(job);
    lines->source = job->source;
    bool ok = true;
    while (ok && convert_line_next(lines)) {
        const char *word = lines->words[0];
        ok = strcmp(word, "frame") == 0  ? read_frame(lines, job)
             : strcmp(word, "grid") == 0 ? read_grid(lines, job)
             : strcmp(word, "animation") == 0
                 ? read_book(lines, job)
                 : convert_line_wrong(lines, "`%.40s` is unknown here; possible are frame, grid, animation",
                                      word);
    }
    ok = ok && !lines->failed;
    free(lines);
    return ok;
}

/* ---- fewer colours ---- */

/* Brings all sheets to one palette and writes its colours back. */
static bool reduce(sheet_job *job, import_sheets *sheets) {
    const import_palette_options options = {
        .colours = (int)job->colours, .reserve_key = true, .keep_black_and_white = true};
    import_palette palette;
    double error = 0, pixels = 0;
    const import_image **list = calloc((size_t)sheets->sheet_count + 1, sizeof *list);
    if (list == NULL) return no_memory(job);
    for (uint32_t i = 0; i < sheets->sheet_count; i++) list[i] = &sheets->sheets[i];
    bool ok = import_palette_build(list, (int)sheets->sheet_count, &options, &palette, job->source->error);
    for (uint32_t i = 0; ok && i < sheets->sheet_count; i++) {
        import_image *image = &sheets->sheets[i];
        size_t count = (size_t)image->width * (size_t)image->height;
        uint8_t *indices = malloc(count + 1);
        ok = indices != NULL || no_memory(job);
        ok = ok && import_palette_apply(&palette, image, (import_dither)job->dither, 128, indices,
                                        job->source->error);
        if (ok) error += (double)import_palette_error(&palette, image, indices, 128) * (double)count;
        pixels += (double)count;
        for (size_t k = 0; ok && k < count; k++) {
            uint8_t *rgba = image->rgba + 4 * k;
            rgba[3] = indices[k] == 0 ? 0 : 255;
            memcpy(rgba, palette.rgb[indices[k]], 3);
        }
        free(indices);
    }
    free(list);
    if (!ok) return false;
    double mean = pixels > 0 ? error / 256 / pixels : 0;
    pack_companion_note(job->source, "sheet %s: %d colours, PSNR %.1f dB", job->source->asset->name,
                        palette.count, mean > 0 ? import_decibels(255.0 * 255.0 / mean) : 99);
    return true;
}

/* ---- the chunk ---- */

static uint32_t frame_of(const import_sheets *sheets, const char *name) {
    uint32_t i = 0;
    while (i < sheets->frame_count && strcmp(sheets->frames[i].name, name) != 0) i++;
    return i;
}

typedef struct books_out {
    rom_flip_book_record rows[BOOKS_MOST * 4];
    uint16_t order[ORDER_MOST];
    uint32_t count, order_count;
} books_out;

static int by_name(const void *a, const void *b) {
    const rom_flip_book_record *x = a, *y = b;
    return (x->name > y->name) - (x->name < y->name);
}

typedef struct book_heading {
    const char *name;
    uint32_t count, rate;
    bool loops;
} book_heading;

static bool begin_book(const sheet_job *job, books_out *to, book_heading h, bool *known) {
    rom_flip_book_record row = {rom_id(h.name),
                                to->order_count,
                                (uint16_t)h.count,
                                (uint16_t)h.rate,
                                h.loops ? ROM_FLIP_BOOK_LOOPS : 0,
                                {0}};
    *known = false;
    for (uint32_t i = 0; i < to->count; i++) *known = *known || to->rows[i].name == row.name;
    if (*known) return true;
    if (to->count == BOOKS_MOST * 4 || h.count > ORDER_MOST - to->order_count)
        return import_error_file(job->source->error, job->source->path,
                                 "too many animations; at most %d with %d frames are possible",
                                 BOOKS_MOST * 4, ORDER_MOST);
    to->rows[to->count++] = row;
    return true;
}

/* Collects animations. Those of the text come first. An animation made from names of frames counts where the text has
 * none of its name. */
static bool collect_books(const sheet_job *job, const import_sheets *sheets, books_out *to) {
    bool known;
    for (uint32_t i = 0; i < job->book_count; i++) {
        const book *b = &job->books[i];
        if (!begin_book(job, to, (book_heading){b->name, b->count, b->rate, b->loops}, &known)) return false;
        if (known)
            return import_error_file(job->source->error, job->source->path,
                                     "animation `%s` stands there twice; rename one", b->name);
        for (uint32_t k = 0; k < b->count; k++) {
            uint32_t frame = frame_of(sheets, job->members[b->first + k]);
            if (frame == sheets->frame_count)
                return import_error_file(job->source->error, job->source->path,
                                         "animation `%s`: there is no frame `%.60s`", b->name,
                                         job->members[b->first + k]);
            to->order[to->order_count++] = (uint16_t)frame;
        }
    }
    for (uint32_t i = 0; i < sheets->animation_count; i++) {
        const import_animation *from = &sheets->animations[i];
        if (!begin_book(job, to, (book_heading){from->name, from->count, job->rate, from->loops}, &known))
            return false;
        for (uint32_t k = 0; !known && k < from->count; k++)
            to->order[to->order_count++] = (uint16_t)sheets->order[from->first + k];
    }
    if (to->count > 0) qsort(to->rows, to->count, sizeof *to->rows, by_name);
    return true;
}

static void put_frames(const import_sheets *sheets, rom_sheet_record *r, writer *out) {
    r->count = sheets->frame_count;
    r->at = (uint32_t)out->size;
    for (uint32_t i = 0; i < sheets->frame_count; i++) {
        const import_frame *f = &sheets->frames[i];
        const rom_sheet_frame_record row = {f->x,       f->y,      f->width,  f->height,      f->pivot_x,
                                            f->pivot_y, f->trim_x, f->trim_y, rom_id(f->name)};
        record_add_sheet_frame(out, &row);
    }
    r->places_at = (uint32_t)out->size;
    for (uint32_t i = 0; i < sheets->frame_count; i++) {
        const import_frame *f = &sheets->frames[i];
        const rom_sheet_place_record row = {
            f->sheet, f->turned ? ROM_SHEET_PLACE_TURNED : 0, {0}, f->full_width, f->full_height};
        record_add_sheet_place(out, &row);
    }
}

/* Gives the pictures as textures NAME.0, NAME.1 ... and writes their ids. */
static bool put_images(const sheet_job *job, import_sheets *sheets, rom_sheet_record *r, writer *out) {
    r->image_count = sheets->sheet_count;
    r->images_at = (uint32_t)out->size;
    for (uint32_t i = 0; i < sheets->sheet_count; i++) {
        char word[16], name[CART_NAME_MAX];
        snprintf(word, sizeof word, "%u", (unsigned)i);
        if (!convert_compound_name(job->source, word, name)) return false;
        writer_u32(out, pack_chunk_id("texture", name));
        if (i == 0) r->image = pack_chunk_id("texture", name);
        import_image_find_alpha(&sheets->sheets[i]);
        if (!pack_companion_give_picture(job->source, name, &sheets->sheets[i], true)) return false;
    }
    return true;
}

static bool put_sheet(const sheet_job *job, import_sheets *sheets, writer *out) {
    rom_sheet_record r = {.image = 0};
    books_out *books = calloc(1, sizeof *books);
    if (books == NULL) return no_memory(job);
    bool ok = collect_books(job, sheets, books);
    if (ok) put_frames(sheets, &r, out);
    ok = ok && put_images(job, sheets, &r, out);
    if (ok) {
        r.animation_count = books->count;
        r.animations_at = books->count == 0 ? 0 : (uint32_t)out->size;
        for (uint32_t i = 0; i < books->count; i++) record_add_flip_book(out, &books->rows[i]);
        r.order_count = books->order_count;
        r.order_at = books->order_count == 0 ? 0 : (uint32_t)out->size;
        for (uint32_t i = 0; i < books->order_count; i++) writer_u16(out, books->order[i]);
        r.name = rom_id(job->source->asset->name);
        record_put_sheet(out, 0, &r);
        double saved = sheets->source_pixels == 0
                           ? 0
                           : 100.0 * (1 - (double)sheets->sheet_pixels / (double)sheets->source_pixels);
        double waste = sheets->sheet_pixels == 0
                           ? 0
                           : 100.0 * (1 - (double)sheets->trimmed_pixels / (double)sheets->sheet_pixels);
        pack_companion_note(
            job->source,
            "sheet %s: %u frames in %u pictures of %llu pixels, %.1f %% less than apart, %.1f %% "
            "of them empty",
            job->source->asset->name, (unsigned)sheets->frame_count, (unsigned)sheets->sheet_count,
            (unsigned long long)sheets->sheet_pixels, saved, waste);
    }
    free(books);
    return ok;
}

static void tell_alpha(const sheet_job *job) {
    uint64_t partial = 0;
    for (uint32_t i = 0; i < job->image_count; i++) {
        const import_image *image = &job->images[i];
        for (size_t k = 0; k < (size_t)image->width * (size_t)image->height; k++)
            partial += image->rgba[4 * k + 3] - 1u < 254u;
    }
    if (partial > 0)
        pack_companion_note(
            job->source,
            "sheet %s: %llu half transparent pixels become opaque from an alpha of 128 on, else transparent",
            job->source->asset->name, (unsigned long long)partial);
}

/* ---- the converter ---- */

static bool is_picture(const pack_source *s) {
    static const struct {
        const char *magic;
        size_t size;
    } magics[] = {{"\x89PNG", 4}, {"GIF8", 4},  {"\xFF\xD8\xFF", 3}, {"BM", 2},
                  {"II*\0", 4},   {"MM\0*", 4}, {"DDS ", 4}};
    for (size_t i = 0; i < sizeof magics / sizeof magics[0]; i++) {
        if (s->size >= magics[i].size && memcmp(s->data, magics[i].magic, magics[i].size) == 0) return true;
    }
    return import_xpm_is(s->data, s->size) || pack_option(s->asset, "grid") != NULL;
}

static bool read_options(sheet_job *job, uint32_t *width, uint32_t *height) {
    static const char *const dithers[] = {"none", "ordered", "diffusion", NULL};
    const pack_source *s = job->source;
    bool given, borders = false, turning = true, powers = false;
    uint32_t side = 1024, extrude = 0;
    job->rate = 24;
    job->pivot_x = job->pivot_y = MIDDLE;
    if (!convert_option_pair(s, (convert_pair){"grid", 'x', 4096}, width, height, &given) ||
        !convert_option_pair(s, (convert_pair){"pivot", ',', 4096}, &job->pivot_x, &job->pivot_y,
                             &job->pivot_given) ||
        !convert_option_whole(s, "extrude", 0, IMPORT_SHEET_EXTRUDE, &extrude) ||
        !convert_option_whole(s, "side", 8, 1024, &side) ||
        !convert_option_whole(s, "colours", 2, 256, &job->colours) ||
        !convert_option_whole(s, "rate", 1, 1000, &job->rate) ||
        !convert_option_choice(s, "dither", dithers, &job->dither) ||
        !convert_option_switch(s, "borders", &borders) || !convert_option_switch(s, "turning", &turning) ||
        !convert_option_switch(s, "powers", &powers))
        return false;
    if (given && (*width == 0 || *height == 0))
        return convert_option_wrong(s, "grid", "a frame has at least 1x1 pixels");
    job->options = (import_sheet_options){.largest_side = side,
                                          .extrude = extrude,
                                          .keep_borders = borders,
                                          .no_turning = !turning,
                                          .powers_of_two = powers};
    return true;
}

/* frames=FIRST,LAST: only these frames of a picture, from 0. */
static bool cut_frames(sheet_job *job) {
    const pack_source *s = job->source;
    uint32_t first = 0, last = 0;
    bool given;
    if (!convert_option_pair(s, (convert_pair){"frames", ',', 65535}, &first, &last, &given) || !given)
        return !given;
    if (!is_picture(s))
        return convert_option_wrong(s, "frames", "a list names its frames itself; take them out there");
    if (first > last || last >= job->source_count)
        return convert_option_wrong(s, "frames", "%u to %u; there are 0 to %u", (unsigned)first,
                                    (unsigned)last, (unsigned)job->source_count - 1);
    job->source_count = last - first + 1;
    memmove(job->sources, job->sources + first, job->source_count * sizeof *job->sources);
    return true;
}

static bool make_sheet(sheet_job *job, writer *out) {
    const pack_source *s = job->source;
    uint32_t width = 0, height = 0;
    import_sheets sheets;
    if (!read_options(job, &width, &height)) return false;
    if (is_picture(s)) {
        job->files[0] = "";
        if (!convert_picture(s, &job->images[0])) return false;
        job->image_count = 1;
        uint32_t all_x = width == 0 ? (uint32_t)job->images[0].width : width,
                 all_y = width == 0 ? (uint32_t)job->images[0].height : height;
        if (!add_grid(job, s->asset->name, &(frame_grid){0, all_x, all_y, job->pivot_x, job->pivot_y}))
            return false;
    } else if (!read_text(job)) {
        return false;
    }
    if (job->source_count == 0)
        return import_error_file(s->error, s->path,
                                 "a sheet without frames; write `frame NAME FILE` or give it grid=WxH");
    const char *palette = pack_option(s->asset, "palette");
    if (!cut_frames(job)) return false;
    for (uint32_t i = 0; palette != NULL && i < job->image_count; i++) {
        if (!palette_recolour(s->c->path, palette, &job->images[i], NULL, s->error)) return false;
    }
    tell_alpha(job);
    if (!import_sheet_pack(job->sources, job->source_count, &job->options, &sheets, s->error)) return false;
    bool ok = (job->colours == 0 || reduce(job, &sheets)) && put_sheet(job, &sheets, out);
    import_sheets_free(&sheets);
    return ok;
}

bool convert_sheet(const pack_source *s, writer *out) {
    sheet_job job = {.source = s};
    job.images = calloc(4096, sizeof *job.images);
    job.files = calloc(4096, sizeof *job.files);
    job.books = calloc(BOOKS_MOST, sizeof *job.books);
    job.members = calloc(ORDER_MOST, sizeof *job.members);
    bool ok = (job.images != NULL && job.files != NULL && job.books != NULL && job.members != NULL) ||
              no_memory(&job);
    ok = ok && make_sheet(&job, out);
    for (uint32_t i = 0; i < job.image_count; i++) import_image_free(&job.images[i]);
    free(job.images);
    free(job.files);
    free(job.books);
    free(job.members);
    free(job.sources);
    import_arena_free(&job.arena);
    return ok;
}
