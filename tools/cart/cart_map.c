/* The statement `map` of scenes: maps of tiles. */
#include <stdio.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/cart/cart_parser.h"

/* KEY=NAME,NAME: at most `most` names. */
static bool take_names(cart_parser *p, const char *key, char names[][CART_NAME_MAX], uint32_t most,
                       uint32_t *count) {
    const char *list = cart_option(p, key);
    while (list != NULL && *list != 0) {
        char name[CART_NAME_MAX + 1];
        const size_t length = strcspn(list, ",");
        snprintf(name, sizeof name, "%.*s", (int)length, list);
        if (*count == most) return cart_wrong(p, "%s= names more than %u", key, (unsigned)most);
        if (!cart_take_name(p, name, names[(*count)++])) return false;
        list += length;
        if (*list == ',' && *++list == 0) return cart_wrong(p, "a comma without a name behind it");
    }
    return true;
}

/* at=X,Y */
static bool take_place(cart_parser *p, double at[2]) {
    const char *word = cart_option(p, "at");
    char first[64];
    if (word == NULL) return true;
    const size_t length = strcspn(word, ",");
    snprintf(first, sizeof first, "%.*s", (int)(length < sizeof first ? length : 0), word);
    if (word[length] == ',' && cart_parse_number(first, &at[0]) &&
        cart_parse_number(word + length + 1, &at[1]) && at[0] >= -CART_WORLD && at[0] <= CART_WORLD &&
        at[1] >= -CART_WORLD && at[1] <= CART_WORLD)
        return true;
    return cart_wrong(p, "`at=%.40s`: write X,Y in metres, each from -%d to %d", word, CART_WORLD,
                      CART_WORLD);
}

/* outside=nothing, outside=edge, or the number of a tile. */
static bool take_outside(cart_parser *p, cart_scene_map *map) {
    static const char *const words[] = {"nothing", "edge", NULL};
    const char *word = cart_option(p, "outside");
    double tile;
    if (word == NULL) return true;
    map->outside = cart_choice(word, words);
    if (map->outside >= 0) return true;
    map->outside = ROM_SCENE_MAP_FILL;
    if (!cart_parse_number(word, &tile) || tile < 0 || tile > 65534 || tile != (double)(uint32_t)tile)
        return cart_wrong(p, "`outside=%.40s`: write nothing, edge, or the number of a tile", word);
    map->outer = (uint32_t)tile;
    return true;
}

static bool take_wrap(cart_parser *p, cart_scene_map *map) {
    static const char *const words[] = {"none", "x", "y", "both", NULL};
    return cart_choice_option(p, "wrap", words, &map->wrap);
}

static bool take_ground(cart_parser *p, cart_scene_map *map) {
    if (!take_names(p, "ground", map->grounds, CART_MAP_GROUNDS, &map->ground_count)) return false;
    map->no_ground = map->ground_count == 1 && strcmp(map->grounds[0], "none") == 0;
    if (map->no_ground) map->ground_count = 0;
    return true;
}

/* map NAME [at=X,Y] [layer=NAME] ... */
static bool read_map(cart_parser *p) {
    const char *name = cart_word(p, "the name of a tilemap or of regions");
    if (name == NULL) return false;
    cart_scene_map *map = cart_add_map(p->scene);
    if (map == NULL) return cart_wrong(p, "out of memory");
    map->line = p->line;
    if (!cart_take_name(p, name, map->name) || !take_place(p, map->at) ||
        !cart_name_option(p, "layer", map->layer) || !take_wrap(p, map) || !take_outside(p, map) ||
        !take_names(p, "tiles", map->sets, CART_MAP_SETS, &map->set_count) || !take_ground(p, map) ||
        !take_names(p, "standing", map->standing, CART_MAP_STANDING, &map->standing_count))
        return false;
    for (uint32_t i = 0; i + 1 < p->scene->map_count; i++)
        if (rom_id(p->scene->maps[i].name) == rom_id(name))
            return cart_wrong(p, "the map `%s` is in this scene already, in line %lu", name,
                              p->scene->maps[i].line);
    return cart_end_of_line(p);
}

static const cart_option_row map_options[] = {
    {"at", "X,Y", "where its left upper corner lies, in metres (0,0); rows go down from there"},
    {"layer", "NAME", "of the scene, for layers of the map that it has none for by name (main)"},
    {"wrap", "x|y|both", "it repeats without end"},
    {"outside", "nothing|edge|TILE", "what lies beyond its edges (nothing)"},
    {"tiles", "SET,SET", "tilesets in the place of its own; the others are there for map_tiles"},
    {"ground", "NAME,NAME|none", "layers of the map that are solid where their tiles are (all)"},
    {"standing", "NAME,NAME",
     "layers of the map whose tiles stand among the sprites, each covered by what stands lower, in layers of "
     "the scene "
     "with `sort=y`"},
    {.key = NULL}};

const cart_row cart_scene_map_rows[] = {
    {.word = "map",
     .place = CART_IN_SCENE,
     .often = CART_ONCE_A_NAME,
     .merge = CART_BY_NAME,
     .read = read_map,
     .form = "TILEMAP",
     .about = "a map of tiles: its layers are drawn in the scene's layers of their names, and its objects "
              "become objects of "
              "the types that they name",
     .options = map_options,
     .notes = "An object of the map whose class is a type of the cart is one of that type, with its "
              "properties as `set`.\n"
              "Others: a point is a locator, a rectangle or ellipse a volume, a line or polygon a path.\n"},
    {.word = NULL}};
