/* The statements of levels, one row each: statements that scenes of cart.txt may have too, and statements of a
 * level's text alone. */
#include "tools/cart/cart_parser.h"
#include "tools/convert/level.h"

static const cart_option_row instance_options[] = {
    {"at", "X,Y,Z", "where it is"},
    {"yaw", "DEG", "degrees that it is turned by (0)"},
    {"scale", "S", "how large (1)"},
    {"tint", "#RRGGBB", "its colour is multiplied by this one (#FFFFFF)"},
    {"material", "NAME", "instead of its own"},
    {"no-shadow", NULL, "it throws none"},
    {"near-only", NULL, "it is left out where it is far away"},
    {.key = NULL}};
static const cart_option_row spawn_options[] = {
    {"at", "X,Y,Z", "where it is; as seen from the parent, when there is one"},
    {"name", "N", "no other object of the level has it"},
    {"yaw", "DEG", "degrees that it is turned by (0)"},
    {"scale", "S", "how large (1)"},
    {"layer", "NAME", "of a layer above"},
    {"parent", "NAME", "a spawn above, which carries it"},
    {"later", NULL, "it comes when a script or a wave asks for it"},
    {.key = NULL}};
static const cart_option_row locator_options[] = {{"at", "X,Y,Z", "where it is"},
                                                  {"yaw", "DEG", "where it looks (0)"},
                                                  {"radius", "R", "how far it reaches (0)"},
                                                  {.key = NULL}};
static const cart_option_row volume_options[] = {{"at", "X,Y,Z", "its middle"},
                                                 {"half", "X,Y,Z", "from the middle of a box to its sides"},
                                                 {"radius", "R", "of a sphere"},
                                                 {"yaw", "DEG", "degrees that a box is turned by (0)"},
                                                 {.key = NULL}};
static const cart_option_row light_options[] = {
    {"vector", "X,Y,Z", "where a sun's light goes; where the light of a point is"},
    {"range", "R", "metres that a point's light reaches"},
    {"intensity", "0..1", "how bright (1)"},
    {"colour", "#RRGGBB", "of the light (#FFFFFF)"},
    {"layer", "NAME", "of a layer above"},
    {.key = NULL}};
static const cart_option_row path_options[] = {{"closed", NULL, "it comes back to its first point"},
                                               {.key = NULL}};
static const cart_option_row edge_options[] = {{"from", "X,Y,Z", "one end"},
                                               {"to", "X,Y,Z", "the other end"},
                                               {"facing", "X,Y,Z", "away from it, a direction of length 1"},
                                               {"low", NULL, "one has to crouch"},
                                               {"left", NULL, "one can go around its left end"},
                                               {"right", NULL, "one can go around its right end"},
                                               {.key = NULL}};
static const cart_option_row solid_options[] = {{"at", "X,Y,Z", "the middle of a box or of a sphere"},
                                                {"half", "X,Y,Z", "from the middle of a box to its sides"},
                                                {"yaw", "DEG", "degrees that a box is turned by (0)"},
                                                {"radius", "R", "of a sphere or of a capsule"},
                                                {"from", "X,Y,Z", "one end of a capsule"},
                                                {"to", "X,Y,Z", "the other end of a capsule"},
                                                {"normal", "X,Y,Z", "of a wall: away from it"},
                                                {"distance", "D", "of a wall from 0,0,0, along its normal"},
                                                {"material", "NAME", "what it is made of (default)"},
                                                {.key = NULL}};
static const cart_option_row walk_options[] = {{"from", "X,Y,Z", "one end"},
                                               {"to", "X,Y,Z", "the other end"},
                                               {"width", "W", "how wide the way is (0)"},
                                               {.key = NULL}};
static const cart_option_row element_options[] = {
    {"at", "X,Y,Z", "where it is"},
    {"health", "H", "how much it bears"},
    {"instance", "N", "what it looks like while it is whole: an instance above, which count from 0"},
    {.key = NULL}};
static const cart_option_row version_options[] = {{"threshold", "H", "it looks so at this health and below"},
                                                  {"mesh", "NAME", "what is drawn"},
                                                  {"collision", "NAME", "what it collides as"},
                                                  {"material", "NAME", "instead of the mesh's own"},
                                                  {"mass", "M", "kilograms"},
                                                  {"sound", "NAME", "what is heard when it breaks so far"},
                                                  {"effect", "NAME", "what is seen when it breaks so far"},
                                                  {.key = NULL}};
static const cart_option_row waves_options[] = {
    {"now", NULL, "they begin with the level; else a script begins them"},
    {"", NULL, "of a timer"},
    {"every", "STEPS", "from one object to the next; a second has 60 steps"},
    {"sooner", "STEPS", "so much shorter each time (0)"},
    {"least", "STEPS", "not shorter than this (1)"},
    {"boss", "SPAWN", "who comes once, too"},
    {"boss-after", "N", "objects before the boss"},
    {"ends", NULL, "nobody comes behind the boss"},
    {"low", "X,Y,Z", "the corner from which places are drawn"},
    {"high", "X,Y,Z", "the corner to which places are drawn"},
    {.key = NULL}};
static const cart_option_row come_options[] = {{"at", "X,Y,Z", "another place than that of the spawn"},
                                               {.key = NULL}};

/* LEVEL_ROW: a statement of scenes and levels. TEXT_ROW: a statement of a level's text alone. */
#define LEVEL_ROW(name, reader, key, shape, sentence)                                                        \
    .word = name, .place = CART_IN_SCENE, .often = CART_MANY, .merge = key,                                  \
    .read = cart_read_level_statement, .read_level = reader, .form = shape, .about = sentence
#define TEXT_ROW(name, reader, how_often, key, shape, sentence)                                              \
    .word = name, .place = CART_IN_LEVEL, .often = how_often, .merge = key, .read_level = reader,            \
    .form = shape, .about = sentence

const cart_row cart_scene_level_rows[] = {
    {TEXT_ROW("level", level_read_version, CART_ONCE, CART_BY_WORD, "1",
              "the version of this form; stands first")},
    {LEVEL_ROW("bounds", level_read_bounds, CART_BY_WORD, "LOW HIGH",
               "corners X,Y,Z of the box that it lies in")},
    {TEXT_ROW("tag", level_read_tag, CART_MANY, CART_BY_NAME, "NAME", "what games find the level by")},
    {TEXT_ROW("neighbour", level_read_neighbour, CART_MANY, CART_BY_NAME, "LEVEL",
              "a level that one comes to from here")},
    {.word = "layer",
     .place = CART_IN_SCENE,
     .often = CART_MANY,
     .merge = CART_BY_NAME,
     .read = cart_read_layer,
     .read_level = level_read_layer,
     .form = "NAME",
     .about = "a name for what comes and goes together; below `camera flat` a layer of the picture, back to "
              "front",
     .options = cart_layer_options,
     .brief = 2},
    {LEVEL_ROW("prepared", level_read_flag, CART_BY_WORD, "", "all objects are made when the scene begins")},
    {TEXT_ROW("streamed", level_read_flag, CART_ONCE, CART_BY_WORD, "",
              "its package lies in blocks, and comes as the game goes")},
    {LEVEL_ROW("cell", level_read_cell, CART_BY_WORD, "SIZE",
               "of the cells that instances are sorted into (16)")},
    {LEVEL_ROW(
         "instance", level_read_instance, CART_BY_NAME_AND_TEXT, "MESH at=X,Y,Z",
         "a mesh that is seen alone; one mesh a cell instead, in carts with `keep`, where it is shorter "
         "and looks the same"),
     .options = instance_options},
    {LEVEL_ROW("spawn", level_read_spawn, CART_BY_NAME_AND_TEXT, "TYPE at=X,Y,Z",
               "an object of a type, `later` for one that scripts summon"),
     .options = spawn_options},
    {LEVEL_ROW("set", level_read_set, CART_BY_NAME_AND_TEXT, "KEY VALUE ...",
               "a prop or field of the spawn above: 3, 1.5, @name, yes, #RRGGBB, X,Y,Z"),
     .below = "spawn"},
    {LEVEL_ROW("locator", level_read_locator, CART_BY_NAME, "NAME KIND at=X,Y,Z", "a place by name"),
     .options = locator_options},
    {LEVEL_ROW("volume", level_read_volume, CART_BY_NAME, "NAME KIND box|sphere at=X,Y,Z",
               "space that tells who enters and who leaves it"),
     .options = volume_options},
    {TEXT_ROW("light", level_read_light, CART_MANY, CART_BY_NAME, "NAME sun|point|motif vector=X,Y,Z",
              "light that comes with the level"),
     .options = light_options},
    {LEVEL_ROW("path", level_read_path, CART_BY_NAME,
               "NAME straight|cardinal|bezier|b-spline X,Y,Z X,Y,Z ...", "a way by name"),
     .options = path_options},
    {LEVEL_ROW("ledge", level_read_ledge, CART_BY_TEXT, "from=X,Y,Z to=X,Y,Z facing=X,Y,Z",
               "an edge to hang from"),
     .options = edge_options},
    {LEVEL_ROW("cover", level_read_cover, CART_BY_TEXT, "from=X,Y,Z to=X,Y,Z facing=X,Y,Z",
               "a place to hide behind"),
     .options = edge_options},
    {LEVEL_ROW(
         "solid", level_read_solid, CART_BY_NAME_AND_TEXT, "box|sphere|capsule|wall",
         "what stops bodies: a box has at= and half=, a sphere at= and radius=, a capsule from=, to= and "
         "radius=, a wall normal= and distance="),
     .options = solid_options},
    {LEVEL_ROW("walk", level_read_walk, CART_BY_TEXT, "from=X,Y,Z to=X,Y,Z",
               "a line that one may walk along"),
     .options = walk_options},
    {LEVEL_ROW("element", level_read_element, CART_BY_NAME, "NAME at=X,Y,Z health=H",
               "something that breaks; below it its versions, from whole to broken"),
     .options = element_options},
    {LEVEL_ROW("version", level_read_element_version, CART_BY_TEXT, "threshold=H",
               "a look of the element above"),
     .options = version_options, .below = "element"},
    {LEVEL_ROW("waves", level_read_waves, CART_BY_NAME, "NAME [timer SPAWN] ...",
               "objects that come by the clock: below it by rising steps, or from a timer at places between "
               "low and high; SPAWN is the name of a `later` spawn"),
     .options = waves_options},
    {LEVEL_ROW("wave", level_read_wave, CART_BY_TEXT, "STEP", "the next wave of the waves above begins")},
    {LEVEL_ROW("come", level_read_come, CART_BY_TEXT, "STEP SPAWN",
               "an object of a spawn that is `later` comes in that wave"),
     .options = come_options},
    {LEVEL_ROW("refer", level_read_refer, CART_BY_NAME_AND_TEXT, "KIND NAME",
               "a chunk that is mentioned without being loaded")},
    {.word = NULL}};
