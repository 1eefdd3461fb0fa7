/* Reads cart.txt: the statements outside of scenes, and the whole text. */
#include "tools/cart/cart.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/platform.h"
#include "raster/mesh.h"
#include "rom/rom.h"
#include "tools/base/known.h"
#include "tools/cart/cart_parser.h"
#include "tools/cart/pack_kind.h"
#include "tools/import/base/file.h"
#include "tools/import/base/text.h"
#include "tools/import/model/axes.h"
#include "tools/import/program/program.h"

const char *const cart_formats[] = {"pal8", "rgb565", "bgr555", "xrgb8888", NULL};
const char *const cart_shadings[] = {"unlit", "flat", "gouraud", "phong", NULL};
const char *const cart_mappings[] = {"span", "pixel", "affine", NULL};

/* ---- statements outside of scenes ---- */

static const char *const on_off[] = {"off", "on", NULL};

static bool take_text(cart_parser *p, const char *what, char text[CART_TEXT_MAX]) {
    const char *word = cart_word(p, what);
    if (word == NULL) return false;
    if (strlen(word) >= CART_TEXT_MAX) return cart_wrong(p, "a text has at most %d bytes", CART_TEXT_MAX - 1);
    for (const char *at = word; *at != 0; at++) {
        if ((unsigned char)*at < 32) return cart_wrong(p, "a control character in a text; take it out");
    }
    memcpy(text, word, strlen(word) + 1);
    return cart_end_of_line(p);
}

static bool read_title(cart_parser *p) { return take_text(p, "a text", p->c->title); }
static bool read_author(cart_parser *p) { return take_text(p, "a text", p->c->author); }

static bool read_version(cart_parser *p) {
    if (!take_text(p, "a number such as 1.0", p->c->version)) return false;
    double number;
    if (!cart_parse_number(p->c->version, &number) || number < 0 || number > 65535) {
        return cart_wrong(p, "version `%s` is not a number such as 1.0", p->c->version);
    }
    return true;
}

static bool read_size(cart_parser *p) {
    const char *word = cart_word(p, "a size such as 240x160");
    if (word == NULL) return false;
    if (!cart_parse_size(word, &p->c->width, &p->c->height)) {
        return cart_wrong(p, "size `%s`; write WIDTHxHEIGHT, each 8 to 1024, such as 240x160", word);
    }
    return cart_end_of_line(p);
}

static bool read_format(cart_parser *p) {
    const char *word = cart_word(p, "pal8, rgb565, bgr555 or xrgb8888");
    if (word == NULL) return false;
    p->c->format = cart_choice(word, cart_formats);
    if (p->c->format < 0) {
        return cart_wrong(p, "format `%s` is unknown; possible are pal8, rgb565, bgr555, xrgb8888", word);
    }
    return cart_end_of_line(p);
}

static bool take_bytes(cart_parser *p, uint32_t least, uint32_t *bytes) {
    const char *word = cart_word(p, "a size such as 192K");
    if (word == NULL) return false;
    if (!cart_parse_bytes(word, bytes) || *bytes < least || *bytes > 1u << 30) {
        return cart_wrong(p, "`%s %s`; write bytes, K or M such as 192K, %uK to 1024M", p->words[0], word,
                          least >> 10);
    }
    return cart_end_of_line(p);
}

static bool read_budget(cart_parser *p) { return take_bytes(p, 16u << 10, &p->c->budget); }
static bool read_frame(cart_parser *p) {
    p->c->frame_line = p->line;
    return take_bytes(p, 1u << 10, &p->c->frame);
}

static bool take_whole(cart_parser *p, uint32_t least, uint32_t most, uint32_t *value) {
    const char *word = cart_word(p, "a number");
    double number;
    if (word == NULL) return false;
    if (!cart_parse_number(word, &number) || number < least || number > most ||
        number != (double)(uint32_t)number) {
        return cart_wrong(p, "`%s %s`; a whole number from %u to %u is wanted", p->words[0], word, least,
                          most);
    }
    *value = (uint32_t)number;
    return cart_end_of_line(p);
}

static bool read_band(cart_parser *p) {
    if (!take_whole(p, 0, 255, &p->c->band)) return false;
    if (p->c->band != 0 && p->c->band < 8)
        return cart_wrong(p, "bands have at least 8 lines; 0 is as the port likes");
    return true;
}

static bool read_rate(cart_parser *p) { return take_whole(p, 1, 240, &p->c->rate); }

static bool read_start(cart_parser *p) {
    const char *word = cart_word(p, "the name of a scene");
    p->c->start_line = p->line;
    return word != NULL && cart_take_name(p, word, p->c->start) && cart_end_of_line(p);
}

static bool read_palette(cart_parser *p) {
    const char *word = cart_word(p, "a file");
    p->c->palette_line = p->line;
    return word != NULL && cart_take_path(p, word, p->c->palette) && cart_end_of_line(p);
}

static bool take_switch(cart_parser *p, bool *on) {
    const char *word = cart_word(p, "on or off");
    if (word == NULL) return false;
    int choice = cart_choice(word, on_off);
    if (choice < 0) return cart_wrong(p, "%s `%s`; write on or off", p->words[0], word);
    *on = choice == 1;
    return cart_end_of_line(p);
}

static bool read_dither(cart_parser *p) {
    p->c->dither_line = p->line;
    return take_switch(p, &p->c->dither);
}

static bool read_linear_light(cart_parser *p) { return take_switch(p, &p->c->linear); }

static bool read_compress(cart_parser *p) {
    static const char *const wishes[] = {"off", "on", "bios", NULL};
    const char *word = cart_word(p, "on, off or bios");
    if (word == NULL) return false;
    int choice = cart_choice(word, wishes);
    if (choice < 0) return cart_wrong(p, "compress `%s`; write on, off or bios", word);
    p->c->compress = (compress_wish)choice;
    return cart_end_of_line(p);
}

/* Adds an importer to the cart's text of importers, a line each. */
static bool read_importer(cart_parser *p) {
    char *lines = p->c->importers, ending[24], command[600], line[640];
    const char *word = cart_word(p, "an ending such as .ogg");
    if (word == NULL) return false;
    snprintf(ending, sizeof ending, "%s", word);
    word = cart_word(p, "a command such as \"ffmpeg -v error -i {in} -f wav {out}\"");
    if (word == NULL) return false;
    snprintf(command, sizeof command, "%s", word);
    const char *fault = import_program_fault(ending, command);
    if (fault != NULL) return cart_wrong(p, "importer %s: %s", ending, fault);
    snprintf(line, sizeof line, "%s ", ending);
    for (const char *at = lines; *at != 0; at = strchr(at, '\n') + 1) {
        if (strncmp(at, line, strlen(line)) == 0)
            return cart_wrong(p, "there is an importer of %s already; leave one out", ending);
    }
    snprintf(line, sizeof line, "%s %s\n", ending, command);
    if (strlen(lines) + strlen(line) >= sizeof p->c->importers)
        return cart_wrong(p, "too many importers; write them into your own settings (oxcart help programs)");
    strcat(lines, line);
    return cart_end_of_line(p);
}

static bool out_of_memory(cart_parser *p) { return cart_wrong(p, "out of memory"); }

/* The name that a statement gives; an earlier one of the same name is an error. */
bool cart_take_new_name(cart_parser *p, unsigned long earlier, const char *word, char name[CART_NAME_MAX]) {
    if (!cart_take_name(p, word, name)) return false;
    if (earlier == 0) return true;
    return cart_wrong(p, "%s `%s` is there already, in line %lu; give it another name", p->words[0], name,
                      earlier);
}

/* Memory classes in the order of ROM_CLASS_... */
static const char *const memory_classes[] = {"any", "main", "video", "fast", NULL};

static bool read_texture(cart_parser *p) {
    bool keyed = cart_flag(p, "keyed"), is_pyramid = cart_flag(p, "pyramid");
    const char *palette = cart_option(p, "palette");
    const char *name = cart_word(p, "a name");
    const char *file = name == NULL ? NULL : cart_word(p, "a file");
    if (file == NULL) return false;
    const cart_texture *earlier = cart_find_texture(p->c, name);
    unsigned long earlier_line = earlier == NULL ? 0 : earlier->line;
    cart_texture *texture = cart_add_texture(p->c);
    if (texture == NULL) return out_of_memory(p);
    texture->line = p->line;
    texture->keyed = keyed;
    texture->is_pyramid = is_pyramid;
    if (keyed && is_pyramid)
        return cart_wrong(p, "a pyramid has no transparent pixels; leave `keyed` or `pyramid` out");
    if (!cart_number_option(p, "quality", 10, 98, &texture->quality)) return false;
    if (texture->quality > 0 && !is_pyramid)
        return cart_wrong(p, "only a pyramid has a quality; write `pyramid` with it");
    return cart_take_new_name(p, earlier_line, name, texture->name) &&
           cart_take_path(p, file, texture->file) &&
           (palette == NULL || cart_take_path(p, palette, texture->palette)) &&
           cart_choice_option(p, "memory", memory_classes, &texture->memory) && cart_end_of_line(p);
}

/* Shapes share the space of the file: they are scaled with the mesh, and not moved otherwise. */
static bool read_shapes(cart_parser *p, cart_mesh *mesh) {
    static const char *const kinds[] = {"none", "targets", "frames", NULL};
    if (!cart_choice_option(p, "shapes", kinds, &mesh->shapes) ||
        !cart_number_option(p, "rate", 0.1, 240, &mesh->rate))
        return false;
    if (mesh->shapes == 0 || (mesh->axes[0] == 0 && mesh->unit == 1 && !mesh->normalise)) return true;
    return cart_wrong(p, "a mesh with shapes: leave axes, unit and normalise out");
}

static bool read_bones(cart_parser *p, cart_mesh *mesh) {
    static const char *const counts[] = {"all", "1", "2", "4", NULL},
                             *const binds[] = {"file", "near", "soft", NULL},
                             *const bends[] = {"straight", "round", NULL};
    if (!cart_choice_option(p, "bones", counts, &mesh->bones) ||
        !cart_choice_option(p, "bind", binds, &mesh->bind) ||
        !cart_choice_option(p, "bends", bends, &mesh->round))
        return false;
    return mesh->skeleton[0] != 0 || (mesh->bones == 0 && mesh->bind == 0 && mesh->round == 0) ||
           cart_wrong(p, "bones, bind and bends are about a mesh with skeleton=NAME");
}

static bool read_mesh(cart_parser *p) {
    static const char *const switches[] = {"on", "off", NULL};
    bool normalise = cart_flag(p, "normalise");
    const char *name = cart_word(p, "a name");
    const char *file = name == NULL ? NULL : cart_word(p, "a file");
    if (file == NULL) return false;
    const cart_mesh *earlier = cart_find_mesh(p->c, name);
    unsigned long earlier_line = earlier == NULL ? 0 : earlier->line;
    cart_mesh *mesh = cart_add_mesh(p->c);
    if (mesh == NULL) return out_of_memory(p);
    mesh->line = p->line;
    mesh->normalise = normalise;
    const char *axes = cart_option(p, "axes");
    import_convention convention;
    tool_error error;
    if (axes != NULL && !import_convention_read(axes, 1, &convention, &error))
        return cart_wrong(p, "axes=%s: %s", axes, error.text);
    snprintf(mesh->axes, sizeof mesh->axes, "%s", axes == NULL ? "" : axes);
    return cart_take_new_name(p, earlier_line, name, mesh->name) && cart_take_path(p, file, mesh->file) &&
           cart_name_option(p, "material", mesh->material) &&
           cart_name_option(p, "skeleton", mesh->skeleton) &&
           cart_number_option(p, "scale", 1e-6, 1e6, &mesh->scale) &&
           cart_number_option(p, "unit", 1e-6, 1e6, &mesh->unit) &&
           cart_number_option(p, "details", 0.001, 100, &mesh->details) &&
           cart_choice_option(p, "colours", switches, &mesh->plain) && read_shapes(p, mesh) &&
           read_bones(p, mesh) && cart_choice_option(p, "memory", memory_classes, &mesh->memory) &&
           cart_end_of_line(p);
}

static const cart_option_row texture_options[] = {
    {"keyed", NULL, "transparent pixels, or #FF00FF where a picture has no transparency, are not drawn"},
    {"palette", "FILE", "its colours are brought to those of this file first"},
    {"pyramid", NULL, "packed as wavelets, in colours of its own; what is drawn small is unpacked small"},
    {"quality", "10..98", "of a pyramid: as good as so many dB, mostly 30 to 45; without it it is exact"},
    {"memory", "any|main|video|fast", "the memory that it shall lie in"},
    {.key = NULL}};

static const cart_option_row mesh_options[] = {
    {"material", "NAME", "for all of it, in the place of the file's own materials"},
    {"scale", "S", "times as large"},
    {"normalise", NULL, "moved and scaled to a sphere of radius 1 about 0,0,0"},
    {"axes", "LUF", "where the file's x, y and z point: L or R, U or D, F or B"},
    {"unit", "METRES", "how long one of the file's units is"},
    {"details", "SIZE", "where its simpler forms begin, in halves of the picture's height (0.25)"},
    {"skeleton", "NAME", "it hangs on that skeleton's joints, and clips of it move it"},
    {"bones", "1|2|4", "of each vertex the heaviest so many joints are kept"},
    {"bind", "near|soft", "what hangs on no joint hangs on the nearest bone; soft: on two about each joint"},
    {"bends", "straight|round", "how limbs bend: round keeps their thickness, and costs more"},
    {"shapes", "targets|frames",
     "other places of its vertices: the file's morph targets, or its animations as frames"},
    {"rate", "R", "frames a second of shapes=frames (10)"},
    {"colours", "on|off", "whether colours of the model's corners are drawn (on)"},
    {"memory", "any|main|video|fast", "the memory that it shall lie in"},
    {.key = NULL}};

const cart_row cart_model_rows[] = {
    {.word = "texture",
     .often = CART_ONCE_A_NAME,
     .merge = CART_BY_NAME,
     .read = read_texture,
     .form = "NAME FILE",
     .about = "a picture for materials: PNG, BMP, TGA, GIF, JPEG, XPM and others",
     .options = texture_options},
    {.word = "mesh",
     .often = CART_ONCE_A_NAME,
     .merge = CART_BY_NAME,
     .read = read_mesh,
     .form = "NAME FILE",
     .about = "a model: OBJ, glTF, Collada, IQM, PLY, STL, VOX",
     .options = mesh_options,
     .notes = "Of a model, nodes (objects) called col_... are its collision, occ_... occluders, lod1_... to "
              "lod9_... simpler\n"
              "forms: the first is drawn below SIZE halves of the picture's height, each after it at half of "
              "that.\n"},
    {.word = NULL}};

const cart_row cart_game_rows[] = {
    {.word = "title",
     .merge = CART_BY_WORD,
     .read = read_title,
     .form = "\"Text\"",
     .about = "what the game is called"},
    {.word = "author",
     .merge = CART_BY_WORD,
     .read = read_author,
     .form = "\"Text\"",
     .about = "who made it"},
    {.word = "version", .merge = CART_BY_WORD, .read = read_version, .form = "1.0", .about = "of the game"},
    {.word = "size",
     .merge = CART_BY_WORD,
     .read = read_size,
     .form = "240x160",
     .about = "pixels of the picture, each side 8 to 1024"},
    {.word = "format",
     .merge = CART_BY_WORD,
     .read = read_format,
     .form = "pal8|rgb565|bgr555|xrgb8888",
     .about = "what a pixel is"},
    {.word = "rate", .merge = CART_BY_WORD, .read = read_rate, .form = "60", .about = "steps a second"},
    {.word = "start",
     .merge = CART_BY_WORD,
     .read = read_start,
     .form = "SCENE",
     .about = "the scene that the game begins with; the first one of the text without the line"},
    {.word = "budget",
     .merge = CART_BY_WORD,
     .read = read_budget,
     .form = "192K",
     .about = "all memory that the game has"},
    {.word = "frame",
     .merge = CART_BY_WORD,
     .read = read_frame,
     .form = "40K",
     .about = "of it for the display list; a quarter of the budget without the line"},
    {.word = "band",
     .merge = CART_BY_WORD,
     .read = read_band,
     .form = "16",
     .about = "lines that are drawn at a time; 0: as the machine likes"},
    {.word = "palette",
     .merge = CART_BY_WORD,
     .read = read_palette,
     .form = "FILE.png|FILE.txt",
     .about = "the colours of pal8; made from textures and materials without the line"},
    {.word = "dither",
     .merge = CART_BY_WORD,
     .read = read_dither,
     .form = "on|off",
     .about = "the picture has patterns in the place of colours that it has not"},
    {.word = "importer",
     .often = CART_ONCE_A_NAME,
     .merge = CART_BY_NAME,
     .read = read_importer,
     .form = ".ogg \"PROGRAM {in} {out}\"",
     .about =
         "the program that makes what is read out of such files of the cart, where its user trusts the cart: "
         "oxcart help programs"},
    {.word = "linear-light",
     .merge = CART_BY_WORD,
     .read = read_linear_light,
     .form = "on|off",
     .about = "light and blending reckon with amounts of light: oxcart help light"},
    {.word = "compress",
     .merge = CART_BY_WORD,
     .read = read_compress,
     .form = "on|off|bios",
     .about = "a smaller image; what is packed is unpacked into memory. bios: with the LZ of the Game Boy "
              "Advance's own system"},
    {.word = NULL}};

/* ---- the whole text ---- */

static bool unknown_statement(cart_parser *p) {
    const char *word = p->words[0];
    const cart_place here = p->scene != NULL ? CART_IN_SCENE : CART_OUTSIDE,
                     there = here == CART_IN_SCENE ? CART_OUTSIDE : CART_IN_SCENE;
    if (cart_row_find(there, word, NULL) != NULL) {
        return cart_wrong(p,
                          p->scene != NULL ? "`%s` inside of a scene; write `end` before it"
                                           : "`%s` outside of a scene; write `scene NAME` before it",
                          word);
    }
    const char *suggestion = cart_suggest_statement(here, word);
    if (suggestion == NULL) suggestion = cart_suggest_statement(there, word);
    if (suggestion != NULL) return cart_wrong(p, "`%s` is unknown; did you mean `%s`?", word, suggestion);
    return cart_wrong(p, "`%s` is unknown; oxcart help cart lists all statements", word);
}

static bool read_by_row(cart_parser *p, const cart_row *row) {
    p->options = row->options;
    p->further = NULL;
    return row->read(p);
}

bool cart_statement(cart_parser *p) {
    const cart_place place = p->scene != NULL ? CART_IN_SCENE : CART_OUTSIDE;
    const cart_row *row = cart_row_find(place, p->words[0], p->count > 1 ? p->words[1] : NULL);
    if (row == NULL && p->below_type && strcmp(p->words[0], "with") == 0) return cart_read_type_with(p);
    p->below_type = false;
    if (row == NULL) {
        const pack_kind *kind = p->scene == NULL ? pack_kind_find(p->words[0]) : NULL;
        return kind != NULL ? cart_read_asset(p, kind) : unknown_statement(p);
    }
    if (row->often != CART_ONCE) return read_by_row(p, row);
    const uint32_t number = cart_row_number(row);
    if (p->is_set[number]) return true;
    if (p->seen_in[number] == p->c->scene_count + 1 && row->place == CART_IN_SCENE)
        return cart_wrong(p, "`%s` is given twice in this scene; take one out", p->words[0]);
    if (p->seen_in[number] != 0 && row->place == CART_OUTSIDE)
        return cart_wrong(p, "`%s` is given twice; take one out", p->words[0]);
    p->seen_in[number] = p->c->scene_count + 1;
    return read_by_row(p, row);
}

static bool parse_lines(cart_parser *p, char *text, size_t size) {
    for (size_t at = 0; at < size;) {
        size_t end = at;
        while (end < size && text[end] != '\n') end++;
        text[end] = 0;
        p->line++;
        p->count = 0;
        const char *fault = import_text_line_fault(text + at, end - at);
        bool ok =
            strlen(text + at) == end - at || cart_wrong(p, "a zero byte; cart.txt must be a plain text");
        ok = ok && (fault == NULL || cart_wrong(p, "%s", fault));
        ok = ok && cart_split(p, text + at) && cart_target_line(p) && (p->count == 0 || cart_statement(p));
        if (!ok && !cart_go_on(p)) return false;
        at = end + 1;
    }
    p->text = NULL;
    if (p->scene == NULL) return true;
    cart_wrong(p, "scene `%s` is not closed; write `end` behind it", p->scene->name);
    p->scene = NULL;
    return cart_go_on(p);
}

/* A cart with `first-level` begins in the first scene that plays that level. */
static void start_with_level(cart *c) {
    for (uint32_t i = 0; i < c->scene_count && c->first_level[0] != 0; i++)
        for (uint32_t k = 0; k < c->scenes[i].level_count && c->start[0] == 0; k++)
            if (strcmp(c->scenes[i].levels[k].name, c->first_level) == 0)
                memcpy(c->start, c->scenes[i].name, sizeof c->start);
}

/* Checks what can only be checked when all statements were read. */
static bool check_whole(cart_parser *p) {
    cart *c = p->c;
    if (p->line == 0) p->line = 1; /* the line of errors in an empty text */
    if (c->add_ons.name[0] != 0 && c->scene_count > 0) {
        p->line = c->scenes[0].line;
        return cart_wrong(p, "an add-on has no scenes; its behaviours begin in those of the game");
    }
    if (c->add_ons.name[0] != 0) return true;
    if (c->scene_count == 0) return cart_wrong(p, "no scene; write `scene main`, a camera and `end`");
    for (uint32_t i = 0; i < c->scene_count; i++) {
        p->line = c->scenes[i].line;
        if (c->scenes[i].camera_count > 0) continue;
        cart_wrong(p, "scene `%s` has no camera; add `camera at=0,1,4 target=0,0,0`", c->scenes[i].name);
        if (!cart_go_on(p)) return true;
    }
    if (c->start[0] == 0) start_with_level(c);
    if (c->start[0] == 0) memcpy(c->start, c->scenes[0].name, sizeof c->start);
    p->line = c->start_line;
    if (cart_find_scene(c, c->start) == NULL)
        return cart_wrong(p, "there is no scene `%s`; name one that is there", c->start);
    if (c->frame == 0) c->frame = c->budget / 4;
    if (c->frame > c->budget / 4 * 3) {
        p->line = c->frame_line;
        return cart_wrong(
            p, "frame memory of %u bytes out of a budget of %u; at most three quarters are possible",
            c->frame, c->budget);
    }
    return true;
}

static bool cannot_set(cart_parser *p, const char *word) {
    char list[400] = "";
    const cart_row *row;
    const char *words[CART_ROWS_MOST] = {NULL};
    for (uint32_t i = 0, count = 0; (row = cart_row_at(i)) != NULL; i++) {
        if (!cart_row_can_be_set(row)) continue;
        const size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", used == 0 ? "" : ", ", row->word);
        words[count++] = row->word;
    }
    const char *suggestion = cart_suggest(word, words);
    return cart_wrong(p, "`%.60s` cannot be set%s%s; possible are %s", word,
                      suggestion == NULL ? "" : ", did you mean ", suggestion == NULL ? "" : suggestion,
                      list);
}

/* Reads a setting `KEY=VALUE` from outside as the statement `KEY VALUE`. */
static bool read_set(cart_parser *p, const char *word) {
    char copy[CART_TEXT_MAX + 32];
    char *value = strchr(word, '=') == NULL ? NULL : copy + (strchr(word, '=') - word);
    p->path = "--set";
    if (value == NULL || strlen(word) >= sizeof copy)
        return cart_wrong(p, "`%.60s`; write KEY=VALUE such as budget=128K", word);
    memcpy(copy, word, strlen(word) + 1);
    *value++ = 0;
    const cart_row *row = cart_row_find(CART_OUTSIDE, copy, NULL);
    const bool adds = row != NULL && strcmp(row->word, "search") == 0; /* behind the folders of cart.txt */
    if (row == NULL || !(adds || cart_row_can_be_set(row))) return cannot_set(p, copy);
    p->words[0] = copy;
    p->words[1] = value;
    p->count = 2;
    memset(p->taken, 0, sizeof p->taken);
    if (!read_by_row(p, row)) return false;
    if (!adds) p->is_set[cart_row_number(row)] = true;
    return true;
}

static bool read_sets(cart_parser *p, const char *const *set) {
    const char *path = p->path;
    for (; set != NULL && *set != NULL; set++) {
        if (!read_set(p, *set) && !cart_go_on(p)) return false;
    }
    p->path = path;
    return true;
}

bool cart_parse_with(const char *path, const char *text, size_t size, const cart_reading *how, cart *c,
                     tool_error *error) {
    cart_parser parser = {.c = c, .path = path, .error = error, .target = how->target, .all = how->all};
    const size_t mark = import_text_mark(text, size);
    cart_defaults(c);
    known_reset();
    snprintf(c->path, sizeof c->path, "%s", path);
    char *copy = malloc(size - mark + 1);
    if (copy == NULL) return import_error_memory(error, path);
    memcpy(copy, text + mark, size - mark + 1);
    bool go_on = read_sets(&parser, how->set) && cart_target_scan(&parser, copy, size - mark) &&
                 parse_lines(&parser, copy, size - mark) && (cart_gather(&parser) || cart_go_on(&parser));
    if (go_on && !parser.failed && !check_whole(&parser)) cart_go_on(&parser);
    free(copy);
    free(parser.own_keys);
    if (parser.failed && how->all == NULL) cart_free(c);
    return !parser.failed;
}

bool cart_parse(const char *path, const char *text, size_t size, cart *c, tool_error *error) {
    return cart_parse_with(path, text, size, &(cart_reading){.target = NULL}, c, error);
}

bool cart_load(const char *folder, cart *c, tool_error *error) {
    return cart_load_with(folder, &(cart_reading){.target = NULL}, c, error);
}

bool cart_load_with(const char *folder, const cart_reading *how, cart *c, tool_error *error) {
    char path[CART_PATH_MAX];
    uint8_t *text;
    size_t size;
    memset(c, 0, sizeof *c);
    if (snprintf(path, sizeof path, "%s/cart.txt", folder) >= (int)sizeof path) {
        import_error_file(error, folder, "the path is too long; use a shorter one");
        return report_error(how->all, error);
    }
    if (!import_file_read(path, &text, &size, error)) return report_error(how->all, error);
    bool ok = cart_parse_with(path, (const char *)text, size, how, c, error);
    free(text);
    return ok;
}
