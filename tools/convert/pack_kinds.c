/* The table of asset kinds, and the small converters: tables of numbers, texts, plain bytes. */
#include "tools/convert/pack_kinds.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "raster/function_table.h"
#include "rom/rom.h"
#include "tools/convert/converters.h"
#include "tools/convert/data_table.h"
#include "tools/convert/pack_companion.h"
#include "tools/import/base/text.h"
#include "tools/import/text/csv.h"
#include "tools/import/text/numeric.h"
#include "tools/record_writer.h"

static const cart_option_row table_options[] = {{"kind", "u8|i16|u16|i32|fx", "what a number is (fx)"},
                                                {"low", "N", "what the first column stands for (0)"},
                                                {"high", "N", "what the last column stands for (1)"},
                                                {"low-y", "N", "what the first row stands for (0)"},
                                                {"high-y", "N", "what the last row stands for (1)"},
                                                {"note", "TEXT", "what it is, for people"},
                                                {.key = NULL}};
static const cart_option_row regions_options[] = {
    {"width", "N", "tiles of a region"},
    {"height", "N", "tiles of a region"},
    {"tile", "WxH", "pixels of a tile (8x8)"},
    {"layout", "square|diamond|staggered", "how tiles lie"},
    {"fill", "N", "the tile beyond the map's edges (0)"},
    {"bytes", "1|2", "of a tile"},
    {"compress", "on|off", "each region by itself"},
    {"rules", "FILE", "which tiles go with which, as of attributes"},
    {.key = NULL}};

const pack_kind pack_kinds[] = {
    {"table", ROM_TAG_TABLE, ROM_TABLE_SIZE, convert_table, table_options, "NAME FILE.csv",
     "numbers in rows and columns, or a function that is tabled"},
    {"data", ROM_TAG_DATA, ROM_DATA_SIZE, convert_data, convert_data_options, "NAME FILE.csv",
     "rows that scripts and C read by column: the first row has key, then NAME:i32|fx|id|text|colour|switch"},
    {"text", ROM_TAG_TEXT, ROM_TEXT_SIZE, convert_text, convert_text_options, "NAME TABLE.csv|.xml|.json",
     "what is said, a language each column"},
    {"font", ROM_TAG_FONT, ROM_FONT_SIZE, convert_font, convert_font_options, "NAME FILE.bdf|.fnt|PICTURE",
     "glyphs for text"},
    {"regions", ROM_TAG_REGION_MAP, ROM_REGION_MAP_SIZE, convert_regions, regions_options,
     "NAME FILE.csv width=N height=N", "a large map of tiles in regions that come and go"},
    {"level", ROM_TAG_LEVEL, ROM_LEVEL_SIZE, convert_level, NULL, "NAME FILE",
     "places, volumes, spawns, paths ... of a scene (oxcart help level)"},
    {"attributes", ROM_TAG_TABLE, ROM_TABLE_SIZE, convert_attributes, NULL, "NAME FILE",
     "what each tile is, as flags with names"},
    {"topology", ROM_TAG_TOPOLOGY, ROM_TOPOLOGY_SIZE, convert_topology, NULL, "NAME FILE",
     "which levels lie beside which"},
    {"block-texture", ROM_TAG_BLOCK_TEXTURE, ROM_BLOCK_TEXTURE_SIZE, convert_blocks, convert_blocks_options,
     "NAME PICTURE", "a picture in blocks of 4x4 pixels, half a byte a pixel"},
    {"haar", ROM_TAG_HAAR, ROM_HAAR_SIZE, convert_haar, convert_haar_options, "NAME PICTURE",
     "a picture as wavelets"},
    {"skeleton", ROM_TAG_SKELETON, ROM_SKELETON_SIZE, convert_skeleton, convert_skeleton_options,
     "NAME FILE.glb|.dae|.iqm|.oxs", "joints that meshes hang on (skeleton=)"},
    {"clip", ROM_TAG_CLIP, ROM_CLIP_SIZE, convert_clip, convert_clip_options,
     "NAME FILE.glb|.dae|.iqm|.oxs|.clip",
     "a motion of a skeleton; objects move by it (clip=). .clip: tracks of any values (tools/CLIPS.md)"},
    {"bundle", ROM_TAG_BUNDLE, ROM_BUNDLE_SIZE, convert_bundle, convert_bundle_options, "NAME LIST",
     "clips under names, a line each: NAME CLIP core|level|fetched [speed=] [fade-in=] [fade-out=]"},
    {"motion", ROM_TAG_MOTION_MACHINE, ROM_MOTION_MACHINE_SIZE, convert_motion_machine, NULL,
     "NAME FILE.motion", "what a character does: states, blends, ways, marks (tools/MOTION.md)"},
    {"pixels", ROM_TAG_PIXELS, ROM_PIXELS_SIZE, convert_pixels, convert_pixels_options, "NAME PICTURE",
     "a picture as a game in C draws or reads it"},
    {"sheet", ROM_TAG_SHEET, ROM_SHEET_SIZE, convert_sheet, convert_sheet_options, "NAME PICTURE|LIST",
     "frames of sprites, packed close"},
    {"tilemap", ROM_TAG_TILE_MAP, ROM_TILE_MAP_SIZE, convert_tilemap, convert_tilemap_options,
     "NAME MAP.tmx|.tmj|.csv|PICTURE",
     "layers of tiles. .csv: line 1 a comment, line 2 COLUMNS,ROWS, then the rows: tiles from 0, -1 is "
     "empty"},
    {"tileset", ROM_TAG_TILE_SET, ROM_TILE_SET_SIZE, convert_tileset, convert_tileset_options,
     "NAME PICTURE tile=WxH", "tiles of one size"},
    {"grade", ROM_TAG_GRADE, ROM_GRADE_SIZE, convert_grade, NULL, "NAME PICTURE|FILE.csv",
     "what becomes of colours (`with effect=grade`): a cube of colours, 1024x32 or 512x512, or three rows of "
     "four numbers"},
    {"strokes", ROM_TAG_STROKES, ROM_STROKES_SIZE, convert_strokes, NULL, "NAME FILE.strokes",
     "what players draw, told apart by samples: on Stroke(kind, x, y, size). Lines `stroke KIND`, and below "
     "it samples, points X,Y@STEP each "
     "(oxcart strokes draws them)"},
    {"bindings", ROM_TAG_BINDINGS, ROM_BINDINGS_SIZE, convert_bindings, NULL, "NAME FILE.ini",
     "which controls give commands, in the context of actions of that name, or, called `all`, in all. Lines "
     "`CONTROL = Command | "
     "onrelease Command`: a "
     "button, `key SPACE`, `action jump`; a command is an event that scripts hear: on Command(player)"},
    {"rumble", ROM_TAG_RUMBLE, ROM_RUMBLE_SIZE, convert_rumble, NULL, "NAME FILE.rumble",
     "how a pad shakes: lines `strong|light|both STRENGTH SECONDS`, `rest SECONDS`, `priority N`, and `on "
     "EVENT`, "
     "which begins it"},
    {"screen", ROM_TAG_SCREEN, ROM_SCREEN_SIZE, convert_screen, NULL, "NAME FILE.screen",
     "what is on the glass: labels, buttons, lists, bars (tools/SCREENS.md)"},
    {"sound", ROM_TAG_SOUND, ROM_SOUND_SIZE, convert_sound, convert_sound_options,
     "NAME FILE.wav|.voice|.gen",
     "what is heard. .voice: how it sounds, in lines of text (tools/CART.md); .gen: what `oxcart gen` makes "
     "a sound of: tone "
     "from=880 jump=5"},
    {"bank", ROM_TAG_BANK, ROM_BANK_SIZE, convert_bank, NULL, "NAME LIST",
     "sounds under names, a line each: NAME SOUND [volume=] [pan=] [pitch=]"},
    {"cues", ROM_TAG_CUES, ROM_CUES_SIZE, convert_cues, NULL, "NAME FILE.json",
     "sounds by what they are for, by chance and by switches (tools/CUES.md)"},
    {"movie", ROM_TAG_MOVIE, ROM_MOVIE_SIZE, convert_movie, convert_movie_options, "NAME FILE.gif|LIST",
     "moving pictures"},
    {"song", ROM_TAG_SONG, ROM_SONG_SIZE, convert_song, convert_song_options, "NAME FILE.xm|.mod|.s3m|.song",
     "music as notes"},
    {"script", ROM_TAG_CODE, ROM_CODE_SIZE, convert_script, convert_script_options, "NAME FILE.goad",
     "what things do, in Goad (tools/GOAD.md)"},
    {"particles", ROM_TAG_PARTICLES, ROM_PARTICLES_SIZE, convert_particles, NULL, "NAME FILE",
     "for emitters of scenes (tools/PARTICLES.md)"},
    {"sectioned", ROM_TAG_RAW, ROM_RAW_SIZE, convert_sectioned, NULL, "NAME LIST",
     "a resource of several parts, each for its own memory: main|video|temporary|debug FILE [align=BYTES] "
     "[pack]"},
    {"cart", ROM_TAG_CART, ROM_CART_SIZE, convert_cart, NULL, "NAME FOLDER/cart.txt|IMAGE.rom",
     "a whole game that this one begins: this cart is a list of carts (on Chosen(what) { cart_play(what) }); "
     "START and SELECT lead back"},
    {"raw", ROM_TAG_RAW, ROM_RAW_SIZE, convert_raw, NULL, "NAME FILE", "bytes as they are"},
    {.word = NULL},
};

/* ---- lines and words ---- */

bool convert_line_wrong(const convert_lines *lines, const char *format, ...) {
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    import_error_line(lines->source->error, lines->source->path, lines->line, "%s", text);
    if (lines->count == 0 || lines->looked >= (lines->own > 0 ? lines->own : lines->count)) return false;
    return import_error_column(lines->source->error,
                               (unsigned long)(lines->words[lines->looked] - lines->room) + 1);
}

void convert_line_look(const convert_lines *lines, const char *word) {
    for (int i = 0; lines->look != NULL && i < lines->count; i++) {
        uintptr_t from = (uintptr_t)lines->words[i], at = (uintptr_t)word;
        if (at >= from && at <= from + strlen(lines->words[i])) *lines->look = i;
    }
}

bool convert_line_go_on(convert_lines *lines) {
    const pack_source *s = lines->source;
    lines->failed = true;
    if (s->companions == NULL || ++lines->mistakes >= REPORT_ERRORS_MOST) return false;
    pack_companion_wrong(s);
    return true;
}

/* A # that begins a word begins a comment, unless six hexadecimal digits make a colour of it. */
static bool is_comment(const char *at) {
    size_t digits = at[0] == '#' ? strspn(at + 1, "0123456789abcdefABCDEF") : 0;
    return at[0] == '#' && (digits != 6 || (at[7] != 0 && at[7] != ' ' && at[7] != '\t'));
}

/* Cuts the line in `room` into words. */
static bool cut_line(convert_lines *lines) {
    char *from = lines->room;
    lines->count = 0;
    for (;;) {
        while (*from == ' ' || *from == '\t') from++;
        if (*from == 0 || is_comment(from)) return true;
        if (lines->count == 32)
            return convert_line_wrong(lines, "more than 32 words on a line; take some out");
        char *to = from;
        bool quoted = false;
        lines->words[lines->count++] = to;
        for (; *from != 0 && (quoted || (*from != ' ' && *from != '\t')); from++) {
            if (*from == '"') {
                quoted = !quoted;
            } else {
                *to++ = *from;
            }
        }
        if (quoted) return convert_line_wrong(lines, "a quotation mark that is not closed; add another \"");
        if (*from != 0) from++;
        *to = 0;
    }
}

bool convert_line_next(convert_lines *lines) {
    const pack_source *s = lines->source;
    if (lines->at == 0) lines->at = import_text_mark((const char *)s->data, s->size);
    while (lines->at < s->size) {
        const uint8_t *start = s->data + lines->at, *stop = memchr(start, '\n', s->size - lines->at);
        size_t length = stop == NULL ? s->size - lines->at : (size_t)(stop - start);
        lines->at += length + (stop != NULL);
        lines->line++;
        lines->count = lines->looked = lines->own = 0;
        lines->look = &lines->looked;
        lines->ask = &lines->asked;
        lines->asked.words = 0;
        lines->asked.count = 0;
        while (length > 0 && start[length - 1] == '\r') length--;
        if (length >= sizeof lines->room || memchr(start, 0, length) != NULL) {
            lines->failed = true;
            return convert_line_wrong(
                lines, "a line of %u bytes, or one with a zero byte; at most 1023 are possible",
                (unsigned)length);
        }
        const char *fault = import_text_line_fault((const char *)start, length);
        if (fault != NULL) {
            lines->failed = true;
            return convert_line_wrong(lines, "%s", fault);
        }
        memcpy(lines->room, start, length);
        lines->room[length] = 0;
        if (!cut_line(lines)) {
            lines->failed = true;
            return false;
        }
        if (lines->count > 0) return true;
    }
    return false;
}

bool convert_line_fx(const convert_lines *lines, const char *word, int32_t *value) {
    double number;
    convert_line_look(lines, word);
    if (!cart_parse_number(word, &number))
        return convert_line_wrong(lines, "`%s` is not a number; write something like 1.5", word);
    double scaled = writer_round(number * 65536);
    if (scaled < -2147483648.0 || scaled > 2147483647.0)
        return convert_line_wrong(lines, "`%s` is out of range; -32768 to 32767 are possible", word);
    *value = (int32_t)scaled;
    return true;
}

bool convert_line_vector(const convert_lines *lines, const char *word, int32_t value[3]) {
    char copy[160];
    char *at = copy;
    convert_line_look(lines, word);
    snprintf(copy, sizeof copy, "%s", word);
    for (int i = 0; i < 3; i++) {
        char *comma = strchr(at, ',');
        if ((comma == NULL) != (i == 2))
            return convert_line_wrong(lines, "`%s` is not three numbers; write X,Y,Z without blanks", word);
        if (comma != NULL) *comma = 0;
        if (!convert_line_fx(lines, at, &value[i])) return false;
        if (comma != NULL) at = comma + 1;
    }
    return true;
}

static void note_asked(convert_line_asked *ask, const char *key) {
    if (ask != NULL && ask->count < (int)(sizeof ask->keys / sizeof ask->keys[0]) - 1)
        ask->keys[ask->count++] = key;
}

bool convert_line_flag(const convert_lines *lines, const char *word) {
    bool there = false;
    note_asked(lines->ask, word);
    for (int i = 1; i < lines->count; i++) {
        if (strcmp(lines->words[i], word) != 0) continue;
        if (lines->ask != NULL) lines->ask->words |= 1u << i;
        there = true;
    }
    return there;
}

const char *convert_line_value(const convert_lines *lines, const char *key) {
    size_t length = strlen(key);
    convert_line_asked *ask = lines->ask;
    note_asked(ask, key);
    for (int i = 0; i < lines->count; i++) {
        if (strncmp(lines->words[i], key, length) != 0 || lines->words[i][length] != '=') continue;
        if (ask != NULL) ask->words |= 1u << i;
        convert_line_look(lines, lines->words[i]);
        return lines->words[i] + length + 1;
    }
    if (lines->look != NULL) *lines->look = 0;
    return NULL;
}

bool convert_line_all_asked(const convert_lines *lines, int first) {
    for (int i = first; i < lines->count; i++) {
        const size_t length = strcspn(lines->words[i], "=");
        char key[40];
        const bool option = lines->words[i][length] != 0;
        if ((lines->asked.words >> i & 1u) != 0) continue;
        snprintf(key, sizeof key, "%.*s", (int)(length < sizeof key ? length : sizeof key - 1),
                 lines->words[i]);
        const char *known[sizeof lines->asked.keys / sizeof lines->asked.keys[0]] = {NULL};
        memcpy(known, lines->asked.keys, (size_t)lines->asked.count * sizeof known[0]);
        convert_line_look(lines, lines->words[i]);
        if (cart_choice(key, known) >= 0 && option)
            return convert_line_wrong(lines, "`%s` stands there twice", key);
        if (cart_choice(key, known) >= 0)
            return convert_line_wrong(lines, "`%s` without a value; write %s=", key, key);
        const char *meant = cart_suggest(key, known);
        return convert_line_wrong(
            lines, "`%s` has no %s `%s`%s%s", lines->words[0], option ? "option" : "word", key,
            meant == NULL ? "; take it away" : ", did you mean ", meant == NULL ? "" : meant);
    }
    return true;
}

/* ---- tables of numbers ---- */

static const char *const table_kinds[] = {"u8", "i16", "u16", "i32", "fx", NULL};

/* Writes a field of the table as a number of the table's kind. */
static bool put_number(const pack_source *s, unsigned long line, const char *text, uint32_t kind,
                       writer *out) {
    static const double least[] = {0, -32768, 0, -2147483648.0, -32768},
                        most[] = {255, 32767, 65535, 2147483647.0, 32767.99999};
    double number;
    while (*text == ' ') text++;
    if (!cart_parse_number(text, &number) || number < least[kind] || number > most[kind] ||
        (kind != ROM_TABLE_FX && number != floor(number)))
        return import_error_line(s->error, s->path, line, "`%.40s` is no %s from %g to %g", text,
                                 table_kinds[kind], least[kind], most[kind]);
    if (kind == ROM_TABLE_FX) number = writer_round(number * 65536);
    int64_t whole = (int64_t)number;
    if (kind == ROM_TABLE_U8) writer_u8(out, (uint32_t)whole);
    if (kind == ROM_TABLE_I16 || kind == ROM_TABLE_U16) writer_u16(out, (uint32_t)whole & 0xFFFFu);
    if (kind >= ROM_TABLE_I32) writer_u32(out, (uint32_t)(int32_t)whole);
    return true;
}

/* Takes an option as fx. */
static bool take_fx(const pack_source *s, const char *key, double absent, int32_t *value) {
    const char *word = pack_option(s->asset, key);
    double number = absent;
    if (word != NULL && (!cart_parse_number(word, &number) || number < -32768 || number > 32767))
        return import_error_line(s->error, s->c->path, s->asset->line,
                                 "`%s=%s` is not a number from -32768 to 32767", key, word);
    *value = (int32_t)writer_round(number * 65536);
    return true;
}

/* The table of a specular power, `power,16` in place of the numbers: 256 u16 over the part of 0..1 where the
 * power is not 0. */
static bool put_power(const pack_source *s, const import_csv_row *row, rom_table_record *r, writer *out) {
    rs_function_table table;
    uint16_t entries[256];
    double exponent;
    if (!cart_parse_number(row->fields[1], &exponent) || exponent < 2 || exponent > 128 ||
        !rs_function_power(&table, entries, (int)exponent) || exponent != (int)exponent)
        return import_error_line(s->error, s->path, row->line,
                                 "the power `%.40s` is not possible; write 2, 4, 8, 16, 32, 64 or 128",
                                 row->fields[1]);
    r->kind = ROM_TABLE_U16;
    r->width = 256;
    r->height = 1;
    r->low = table.from;
    r->high = 65536;
    for (int i = 0; i < 256; i++) writer_u16(out, entries[i]);
    return true;
}

bool convert_table(const pack_source *s, writer *out) {
    if (import_numeric_is((const char *)s->data, s->size)) return convert_numeric(s, out);
    import_csv table;
    const char *word = pack_option(s->asset, "kind"), *note = pack_option(s->asset, "note");
    int kind = word == NULL ? (int)ROM_TABLE_FX : cart_choice(word, table_kinds);
    rom_table_record r = {.dimensions = 1};
    if (kind < 0)
        return import_error_line(s->error, s->c->path, s->asset->line,
                                 "kind `%s` is unknown; possible are u8, i16, u16, i32, fx", word);
    if (!import_csv_parse(s->path, (const char *)s->data, s->size, ',', true, &table, s->error)) return false;
    bool ok = true;
    r.kind = (uint8_t)kind;
    r.width = table.row_count == 0 ? 0 : table.rows[0].count;
    r.height = table.row_count;
    if (r.width == 0)
        ok = import_error_line(s->error, s->path, 1,
                               "the table has no numbers; write them with commas between");
    bool power = r.width == 2 && r.height == 1 && strcmp(table.rows[0].fields[0], "power") == 0;
    if (r.width == 1) { /* a column is a table of one dimension too */
        r.width = r.height;
        r.height = 1;
    }
    if (r.height > 1) r.dimensions = 2;
    ok = ok && take_fx(s, "low", 0, &r.low) && take_fx(s, "high", r.width > 1 ? 1 : 0, &r.high) &&
         take_fx(s, "low-y", 0, &r.low_y) && take_fx(s, "high-y", r.height > 1 ? 1 : 0, &r.high_y);
    if (ok && !power && r.width > 1 && r.low >= r.high)
        ok = import_error_line(s->error, s->c->path, s->asset->line,
                               "table `%s`: low is not below high; write low=0 high=1 or so", s->asset->name);
    if (ok && !power && r.height > 1 && r.low_y >= r.high_y)
        ok = import_error_line(s->error, s->c->path, s->asset->line,
                               "table `%s`: low-y is not below high-y; write low-y=0 high-y=1 or so",
                               s->asset->name);
    r.values_at = (uint32_t)out->size;
    if (ok && power) ok = put_power(s, &table.rows[0], &r, out);
    for (uint32_t y = 0; ok && !power && y < table.row_count; y++) {
        for (uint32_t x = 0; ok && x < table.rows[y].count; x++)
            ok = put_number(s, table.rows[y].line, table.rows[y].fields[x], r.kind, out);
    }
    r.value_bytes = (uint32_t)out->size - r.values_at;
    if (ok) r.checksum = rom_crc32(0, out->data + r.values_at, r.value_bytes);
    if (ok && note != NULL) {
        r.note = (rom_text_place){(uint32_t)out->size, (uint32_t)strlen(note)};
        writer_bytes(out, note, strlen(note));
    }
    record_put_table(out, 0, &r);
    import_csv_free(&table);
    return ok;
}

/* ---- plain bytes ---- */

bool convert_raw(const pack_source *s, writer *out) {
    const rom_raw_record r = {.data_bytes = (uint32_t)s->size,
                              .data_at = s->size == 0 ? 0u : (uint32_t)out->size};
    record_put_raw(out, 0, &r);
    writer_bytes(out, s->data, s->size);
    return true;
}
