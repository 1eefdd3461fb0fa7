/* Flat pictures: the options of a flat camera, layers, and sprites of objects. */
#include <stdio.h>
#include <string.h>

#include "tools/cart/cart_parser.h"

/* Whether the line has the option; the word stays untaken. */
static bool has_option(const cart_parser *p, const char *key) {
    const size_t length = strlen(key);
    for (int i = 1; i < p->count; i++)
        if (strncmp(p->words[i], key, length) == 0 && p->words[i][length] == '=') return true;
    return false;
}

/* KEY=A,B,...: `count` numbers. */
static bool take_numbers(cart_parser *p, const char *key, int count, double most, double *values) {
    const char *word = cart_option(p, key);
    char copy[128];
    if (word == NULL) return true;
    snprintf(copy, sizeof copy, "%s", word);
    char *at = copy;
    for (int i = 0; i < count; i++) {
        char *comma = strchr(at, ',');
        if ((comma == NULL) != (i + 1 == count)) break;
        if (comma != NULL) *comma = 0;
        if (!cart_parse_number(at, &values[i]) || values[i] < -most || values[i] > most) break;
        if (i + 1 == count) return true;
        at = comma + 1;
    }
    return cart_wrong(p,
                      "`%s=%s` is not %s numbers from -%g to %g; write them with commas and without blanks",
                      key, word, count == 2 ? "two" : "four", most, most);
}

/* ---- the camera ---- */

static bool take_bounds(cart_parser *p, cart_view *view) {
    if (!has_option(p, "bounds")) return true;
    for (int i = 1; i < p->count; i++) view->by_map = view->by_map || strcmp(p->words[i], "bounds=map") == 0;
    if (view->by_map) return cart_option(p, "bounds") != NULL;
    view->bounded = true;
    if (!take_numbers(p, "bounds", 4, CART_WORLD, view->bounds)) return false;
    return (view->bounds[0] < view->bounds[2] && view->bounds[1] < view->bounds[3]) ||
           cart_wrong(p, "bounds=: the second corner is to the right and above of the first");
}

/* camera flat at=X,Y ...: a plain camera before the plane stands in for players without flat pictures. */
bool cart_take_flat_camera(cart_parser *p, cart_camera *camera) {
    cart_view *view = &p->scene->view;
    if (view->line != 0)
        return cart_wrong(p, "the scene has a flat camera in line %lu; take one out", view->line);
    *view = (cart_view){.line = p->line, .zoom = 1, .depth = 100, .pixels = 16};
    if (!has_option(p, "at")) return cart_wrong(p, "`camera flat` without at=X,Y; add it");
    if (!take_numbers(p, "at", 2, CART_WORLD, view->at) ||
        !take_numbers(p, "dead-zone", 2, CART_WORLD, view->dead_zone) ||
        !cart_number_option(p, "zoom", 1.0 / 256, 256, &view->zoom) ||
        !cart_number_option(p, "pixels", 0.01, 4096, &view->pixels) ||
        !cart_number_option(p, "smooth", 0, 60, &view->smooth) ||
        !cart_number_option(p, "depth", 0.01, CART_WORLD, &view->depth) ||
        !cart_name_option(p, "follow", view->follow) || !take_bounds(p, view))
        return false;
    for (int i = 0; i < 2; i++) camera->at[i] = camera->target[i] = view->at[i];
    camera->at[2] = 10;
    return true;
}

/* ---- layers ---- */

/* Reads a rate: N/M, or a decimal number with at most four digits behind its point. */
static bool read_rate(const char *word, uint32_t rate[2]) {
    unsigned above, below;
    char more;
    double value;
    if (sscanf(word, "%u/%u%c", &above, &below, &more) == 2) {
        rate[0] = above;
        rate[1] = below;
        return above <= 65535 && below >= 1 && below <= 65535 && strchr(word, '-') == NULL;
    }
    if (!cart_parse_number(word, &value) || value < 0 || value > 1000) return false;
    for (below = 1; below < 10000 && value * below != (double)(uint32_t)(value * below + 0.5); below *= 10)
        if (value * below - (double)(uint32_t)(value * below + 0.5) < 1e-9 &&
            value * below - (double)(uint32_t)(value * below + 0.5) > -1e-9)
            break;
    rate[0] = (uint32_t)(value * below + 0.5);
    rate[1] = below;
    return rate[0] <= 65535;
}

/* scroll=RATE or scroll=X,Y */
static bool take_rates(cart_parser *p, cart_picture_layer *layer) {
    const char *word = cart_option(p, "scroll");
    char first[64];
    if (word == NULL) return true;
    const char *comma = strchr(word, ',');
    snprintf(first, sizeof first, "%.*s", comma == NULL ? 63 : (int)(comma - word), word);
    if (read_rate(first, layer->rate[0]) && read_rate(comma == NULL ? first : comma + 1, layer->rate[1]))
        return true;
    return cart_wrong(
        p, "scroll=%s; write how fast the layer goes with the view, N/M or a decimal number, or X,Y", word);
}

static bool take_window(cart_parser *p, cart_picture_layer *layer) {
    double *w = layer->window;
    if (!take_numbers(p, "window", 4, 8192, w)) return false;
    return !has_option(p, "window") || (w[2] >= 1 && w[3] >= 1) ||
           cart_wrong(p, "window= is X,Y,WIDTH,HEIGHT in pixels, at least one wide and high");
}

/* layer NAME: a layer of the picture below a flat camera, else a layer of the scene's own level. */
bool cart_read_layer(cart_parser *p) {
    static const char *const sorts[] = {"y", NULL};
    int sort = -1;
    if (p->scene->view.line == 0 && !has_option(p, "scroll") && !has_option(p, "window") &&
        !has_option(p, "sort"))
        return cart_read_level_statement(p);
    if (p->scene->view.line == 0)
        return cart_wrong(
            p, "a layer of a picture stands below the camera; write `camera flat at=X,Y` above it");
    const bool hidden = cart_flag(p, "hidden");
    const char *name = cart_word(p, "a name");
    if (name == NULL) return false;
    for (uint32_t i = 0; i < p->scene->layer_count; i++)
        if (strcmp(p->scene->layers[i].name, name) == 0)
            return cart_wrong(p, "the layer `%s` is there already, in line %lu", name,
                              p->scene->layers[i].line);
    if (p->scene->layer_count == CART_PICTURE_LAYERS)
        return cart_wrong(p, "more than %d layers in a picture", CART_PICTURE_LAYERS);
    cart_picture_layer *layer = cart_add_picture_layer(p->scene);
    if (layer == NULL) return cart_wrong(p, "out of memory");
    layer->line = p->line;
    layer->hidden = hidden;
    if (!cart_take_name(p, name, layer->name) || !take_rates(p, layer) ||
        !take_numbers(p, "at", 2, CART_WORLD, layer->offset) || !take_window(p, layer) ||
        !cart_choice_option(p, "sort", sorts, &sort))
        return false;
    layer->sorted = sort == 0;
    return cart_end_of_line(p);
}

/* ---- sprites ---- */

/* Takes the picture of a sprite: SHEET/ANIMATION or SHEET/NUMBER. */
static bool take_picture(cart_parser *p, cart_sprite *sprite) {
    const char *word = cart_option(p, "sprite");
    char sheet[CART_NAME_MAX];
    if (word == NULL) return true;
    const char *slash = strchr(word, '/');
    const size_t length = slash == NULL ? strlen(word) : (size_t)(slash - word);
    if (length == 0 || length >= sizeof sheet || (slash != NULL && slash[1] == 0))
        return cart_wrong(p, "sprite=%.60s; write SHEET/ANIMATION or SHEET/NUMBER, such as hero/walk", word);
    snprintf(sheet, sizeof sheet, "%.*s", (int)length, word);
    sprite->line = p->line;
    memset(sprite->frame, 0, sizeof sprite->frame);
    return cart_take_name(p, sheet, sprite->sheet) &&
           (slash == NULL || cart_take_name(p, slash + 1, sprite->frame));
}

bool cart_take_sprite(cart_parser *p, cart_sprite *sprite) {
    static const char *const flips[] = {"x", "y", "xy", "none", NULL};
    static const char *const modes[] = {"opaque", "alpha", "half", "add", "subtract", "multiply", NULL};
    static const char *const keys[] = {"layer", "order", "flip", "alpha", "tint", "stretch", "mode"};
    int flip = -1;
    if (!take_picture(p, sprite)) return false;
    for (size_t i = 0; i < sizeof keys / sizeof *keys && sprite->sheet[0] == 0; i++) {
        if (has_option(p, keys[i]))
            return cart_wrong(p, "%s= is about a sprite; write sprite=SHEET/ANIMATION too", keys[i]);
    }
    const char *tint = cart_option(p, "tint");
    if (tint != NULL && !cart_parse_colour(tint, &sprite->tint))
        return cart_wrong(p, "tint `%s`; write #RRGGBB with hexadecimal digits", tint);
    if (!cart_name_option(p, "layer", sprite->layer) ||
        !cart_number_option(p, "order", -32768, 32767, &sprite->order) ||
        !cart_number_option(p, "alpha", 0, 1, &sprite->alpha) ||
        !cart_choice_option(p, "flip", flips, &flip) ||
        !cart_choice_option(p, "mode", modes, &sprite->mode) ||
        !take_numbers(p, "stretch", 2, 256, sprite->stretch))
        return false;
    if (sprite->order != (double)(int32_t)sprite->order)
        return cart_wrong(p, "order=%g; write a whole number", sprite->order);
    if (sprite->stretch[0] < 0.01 || sprite->stretch[1] < 0.01)
        return cart_wrong(p, "stretch= is 0.01 and more; flip= mirrors");
    if (flip >= 0) sprite->flip_x = flip == 0 || flip == 2;
    if (flip >= 0) sprite->flip_y = flip == 1 || flip == 2;
    return true;
}

/* ---- the rows ---- */

const cart_option_row cart_layer_options[] = {
    {"hidden", NULL, "nothing of it is seen at first"},
    {"inactive", NULL, "nothing of it acts at first; of a level"},
    {"", NULL, "of a flat picture"},
    {"scroll", "N/M|X,Y", "how fast it goes with the view: 1/5 is far away, 0 stays on the glass (1)"},
    {"sort", "y", "what stands lower covers what stands higher, where orders are equal"},
    {"window", "X,Y,W,H", "pixels of the picture that it draws within"},
    {"at", "X,Y", "metres that all of it stands to the right and above (0,0)"},
    {.key = NULL}};
