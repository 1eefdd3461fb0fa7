/* camera NAME KIND: an object without a picture, with what the module of cameras is told by `with camera=`, `with rig=`, `with lens=` and `with boom=`. */
#include <string.h>

#include "kernel/preset/presets.h"
#include "tools/cart/cart_parser.h"

const cart_option_row cart_rig_options[] = {
    {"of", "NAME", "the object, type or tag that it is about; the object of its own name without it"},
    {"at", "X,Y,Z", "where it stands, of fixed ones and those that fly (0,0,0)"},
    {"distance", "METRES", "from what it is about (5)"},
    {"height", "METRES", "above it (1.5)"},
    {"side", "METRES", "to the right"},
    {"lift", "METRES", "it looks so much above the place of what it is about"},
    {"yaw", "DEGREES", "turned to the left, from behind what it is about"},
    {"pitch", "DEGREES", "turned up"},
    {"smooth", "SECONDS", "in which it makes up for two thirds of the way (0.25)"},
    {"stiff", "K", "it hangs on a spring, in 1/s^2; 16 is soft, 400 hard"},
    {"speed", "M", "of rides, flights and pans, in a second (5)"},
    {"path", "NAME", "of rails and rides: a path of the scene's levels"},
    {"fov", "DEGREES", "what it sees from bottom to top (45)"},
    {"near", "METRES", "what is nearer is not drawn (0.1)"},
    {"far", "METRES", "what is farther away is not drawn (100)"},
    {"collide", NULL,
     "it stays before walls; `with boom=sphere` below it, in the place of this, has the numbers"},
    {"part", "0..3",
     "it is seen in a part of the picture of its own, left= top= wide= tall= of it in 0..1; higher numbers "
     "lie over lower ones"},
    {"fixed", "1", "it does not turn with what it follows"},
    {.key = NULL}};

static bool out_of_memory(cart_parser *p) { return cart_wrong(p, "out of memory"); }

static const ox_module_word *word_called(const char *name) {
    for (const ox_module *const *m = ox_preset_full; *m != NULL; m++)
        for (const ox_module_word *word = (*m)->words; word != NULL && word->word != NULL; word++)
            if (strcmp(word->word, name) == 0) return word;
    return NULL;
}

/* The options of a word that stand in the line, as a line below the object of its own. `member` NULL: there is such a line only where one of them stands, for the word's first choice. */
static bool take_line(cart_parser *p, const char *name, const char *member, const char *called) {
    const ox_module_word *word = word_called(name);
    cart_saying line = {.line = p->line, .object = p->scene->object_count - 1, .word = word};
    bool says = member != NULL;
    uint32_t count = 0;
    if (word == NULL) return cart_wrong(p, "there are no cameras of that kind");
    for (const ox_module_option *option = word->options; option->name != NULL; option++, count++) {
        const char *value = strcmp(option->name, "called") == 0 ? called : cart_option(p, option->name);
        if (value == NULL) continue;
        says = true;
        if (strlen(value) >= CART_NAME_MAX)
            return cart_wrong(p, "`%s=` of more than %d characters", option->name, CART_NAME_MAX - 1);
        memcpy(line.values[count], value, strlen(value) + 1);
    }
    if (!says) return true;
    if (!cart_take_name(p, member != NULL ? member : word->choices[0], line.member)) return false;
    cart_saying *saying = cart_add_saying(p->scene);
    if (saying == NULL) return out_of_memory(p);
    *saying = line;
    return true;
}

/* A plain camera stands in for players without the module, and for who asks where the scene's camera is. */
static bool add_stand_in(cart_parser *p, const double at[3]) {
    cart_camera *camera = cart_add_camera(p->scene);
    if (camera == NULL) return out_of_memory(p);
    camera->line = p->line;
    for (int i = 0; i < 3; i++) camera->at[i] = camera->target[i] = at[i];
    camera->at[1] += 2;
    camera->at[2] += 6;
    return true;
}

bool cart_read_rig_camera(cart_parser *p) {
    const char *name = cart_word(p, "a name"),
               *kind = name == NULL ? NULL : cart_word(p, "its kind, such as follow");
    const ox_module_word *word = word_called("camera");
    if (kind == NULL || word == NULL) return false;
    if (cart_choice(kind, word->choices) < 0)
        return cart_wrong(p, "a camera of the kind `%.40s`; see oxcart help camera", kind);
    cart_object *object = cart_add_object(p->scene);
    if (object == NULL) return out_of_memory(p);
    object->line = p->line;
    const char *part = cart_option(p, "part");
    if (!cart_vector_option(p, "at", false, object->at)) return false;
    if (p->scene->camera_count == 0 && !add_stand_in(p, object->at)) return false;
    return take_line(p, "camera", kind, name) && take_line(p, "rig", NULL, NULL) &&
           take_line(p, "lens", NULL, NULL) &&
           take_line(p, "boom", cart_flag(p, "collide") ? "sphere" : NULL, NULL) &&
           (part == NULL || take_line(p, "view", part, NULL)) && cart_end_of_line(p);
}
