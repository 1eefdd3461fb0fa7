/* The statements inside of a scene: camera, light, object and the scene's own settings. */
#include <stdio.h>
#include <string.h>

#include "kernel/world/attachment.h"
#include "rom/rom.h"
#include "tools/base/known.h"
#include "tools/cart/cart_parser.h"

static bool out_of_memory(cart_parser *p) { return cart_wrong(p, "out of memory"); }

/* orbit=RADIUS,TURNS_PER_SECOND,PHASE and bob=HEIGHT,PER_SECOND,PHASE: speeds must fit 16 bits of a turn per
 * step. */
static bool take_motion(cart_parser *p, cart_motion *motion) {
    if (!cart_vector_option(p, "orbit", false, motion->orbit) ||
        !cart_vector_option(p, "bob", false, motion->bob)) {
        return false;
    }
    if (motion->orbit[0] < 0) return cart_wrong(p, "an orbit's radius is below 0; write a positive one");
    double fastest = p->c->rate * 0.4999;
    if (motion->orbit[1] > fastest || motion->orbit[1] < -fastest || motion->bob[1] > fastest ||
        motion->bob[1] < -fastest) {
        return cart_wrong(p, "a motion faster than half a turn a step; %g turns per second are possible",
                          fastest);
    }
    return true;
}

static bool read_background(cart_parser *p) {
    const char *word = cart_word(p, "a colour such as #203040");
    if (word == NULL) return false;
    if (!cart_parse_colour(word, &p->scene->background)) {
        return cart_wrong(p, "background `%s`; write #RRGGBB with hexadecimal digits", word);
    }
    return cart_end_of_line(p);
}

static bool read_ambient(cart_parser *p) {
    const char *word = cart_word(p, "a number from 0 to 1");
    if (word == NULL) return false;
    if (!cart_parse_number(word, &p->scene->ambient) || p->scene->ambient < 0 || p->scene->ambient > 1) {
        return cart_wrong(p, "ambient `%s`; write a number from 0 (dark) to 1 (full light)", word);
    }
    return cart_end_of_line(p);
}

static bool read_hud(cart_parser *p) {
    static const char *const choices[] = {"off", "on", NULL};
    const char *word = cart_word(p, "on or off");
    if (word == NULL) return false;
    int choice = cart_choice(word, choices);
    if (choice < 0) return cart_wrong(p, "hud `%s`; write on or off", word);
    p->scene->hud = choice == 1;
    return cart_end_of_line(p);
}

static bool read_turntable(cart_parser *p) {
    const char *word = cart_word(p, "a number of frames");
    double frames;
    if (word == NULL) return false;
    if (!cart_parse_number(word, &frames) || frames < 1 || frames > 1e6 ||
        frames != (double)(uint32_t)frames) {
        return cart_wrong(p, "turntable `%s`; write how many frames a turn takes, such as 240", word);
    }
    p->scene->turntable = (uint32_t)frames;
    return cart_end_of_line(p);
}

static bool read_log_cycles(cart_parser *p) {
    p->scene->log_cycles = true;
    return cart_end_of_line(p);
}

static bool read_camera(cart_parser *p) {
    cart_camera *camera = cart_add_camera(p->scene);
    if (camera == NULL) return out_of_memory(p);
    camera->line = p->line;
    if (cart_flag(p, "flat")) return cart_take_flat_camera(p, camera) && cart_end_of_line(p);
    if (!cart_vector_option(p, "at", true, camera->at) ||
        !cart_vector_option(p, "target", true, camera->target) ||
        !cart_number_option(p, "fov", 1, 179, &camera->field) ||
        !cart_number_option(p, "near", 0.001, 30000, &camera->near_plane) ||
        !cart_number_option(p, "far", 0.002, 32000, &camera->far_plane) ||
        !cart_number_option(p, "separation", 0.0001, 1000, &camera->separation) ||
        !take_motion(p, &camera->motion)) {
        return false;
    }
    if (camera->far_plane <= camera->near_plane || camera->far_plane > camera->near_plane * 32000) {
        return cart_wrong(p, "far=%g near=%g: far must be above near, and at most 32000 times it",
                          camera->far_plane, camera->near_plane);
    }
    if (memcmp(camera->at, camera->target, sizeof camera->at) == 0 && camera->motion.orbit[0] == 0) {
        return cart_wrong(p, "the camera stands where it looks at; move `at` or `target`");
    }
    return cart_end_of_line(p);
}

static bool read_light(cart_parser *p) {
    static const char *const kinds[] = {"sun", "point", NULL};
    const char *word = cart_word(p, "its kind, sun or point");
    if (word == NULL) return false;
    cart_light *light = cart_add_light(p->scene);
    if (light == NULL) return out_of_memory(p);
    light->line = p->line;
    light->kind = cart_choice(word, kinds);
    if (light->kind < 0) return cart_wrong(p, "light `%s` is unknown; possible are sun and point", word);
    if (!cart_number_option(p, "intensity", 0, 1, &light->intensity)) return false;
    if (light->kind == 0) {
        if (!cart_vector_option(p, "direction", true, light->vector)) return false;
        double largest = 0;
        for (int i = 0; i < 3; i++) {
            double size = light->vector[i] < 0 ? -light->vector[i] : light->vector[i];
            if (size > largest) largest = size;
        }
        if (largest < 0.001)
            return cart_wrong(p, "a light that shines nowhere; write direction=-1,-2,-1 or so");
        return cart_end_of_line(p);
    }
    if (!cart_vector_option(p, "at", true, light->vector)) return false;
    if (!cart_number_option(p, "range", 0.001, 30000, &light->range)) return false;
    if (light->range == 0) return cart_wrong(p, "a point light without range=R; add it");
    return take_motion(p, &light->motion) && cart_end_of_line(p);
}

/* The bit of a tag, which is new to the cart when it is said first. */
static bool take_tag(cart_parser *p, const char *name, uint32_t *tags) {
    cart *c = p->c;
    for (uint32_t i = 0; i < c->tag_count; i++) {
        if (rom_id(c->tags[i]) != rom_id(name)) continue;
        *tags |= 1u << i;
        return true;
    }
    if (c->tag_count == CART_TAGS)
        return cart_wrong(p, "the tag `%.40s` is one too many: a cart has at most %d", name, CART_TAGS);
    *tags |= 1u << c->tag_count;
    return cart_take_name(p, name, c->tags[c->tag_count++]);
}

/* NAME,NAME,... */
static bool take_tags(cart_parser *p, const char *list, uint32_t *tags) {
    while (*list != 0) {
        char name[CART_NAME_MAX + 1];
        size_t length = strcspn(list, ",");
        snprintf(name, sizeof name, "%.*s", (int)length, list);
        if (!take_tag(p, name, tags)) return false;
        list += length;
        if (*list == ',' && *++list == 0) return cart_wrong(p, "a comma without a tag behind it");
    }
    return true;
}

/* tags NAME,NAME: declares tags that no object need have at first. */
static bool read_tags(cart_parser *p) {
    const char *list = cart_word(p, "names of tags with commas between");
    uint32_t tags = 0;
    return list != NULL && take_tags(p, list, &tags) && cart_end_of_line(p);
}

/* Whether a name is an identifier of scripts. */
static bool is_identifier(const char *name, size_t length) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    return length > 0 && length < CART_NAME_MAX && strspn(name, letters) >= length &&
           (*name < '0' || *name > '9');
}

/* Takes all other words with values as props of the object's behaviour, which are checked when its script is
 * compiled. */
static bool take_props(cart_parser *p) {
    for (int i = 1; i < p->count; i++) {
        char key[CART_NAME_MAX];
        const char *word = p->words[i];
        const size_t length = strcspn(word, "=");
        if (p->taken[i] || word[length] == 0 || !is_identifier(word, length)) continue;
        snprintf(key, sizeof key, "%.*s", (int)length, word);
        if (cart_option_find(cart_object_options, key) != NULL) continue;
        cart_prop *prop = cart_add_prop(p->scene);
        if (prop == NULL) return out_of_memory(p);
        const char *value = cart_option(p, key);
        for (uint32_t k = 0; k + 1 < p->scene->prop_count; k++)
            if (p->scene->props[k].object == p->scene->object_count - 1 &&
                strcmp(p->scene->props[k].name, key) == 0)
                return cart_wrong(p, "`%s` is given twice; take one out", key);
        prop->line = p->line;
        prop->object = p->scene->object_count - 1;
        memcpy(prop->name, key, length + 1);
        if (strlen(value) >= CART_NAME_MAX)
            return cart_wrong(p, "`%s=` of more than %d characters", key, CART_NAME_MAX - 1);
        memcpy(prop->value, value, strlen(value) + 1);
    }
    return true;
}

/* Takes the options that objects of scenes and types share. */
static bool take_object(cart_parser *p, cart_object *object) {
    if (cart_flag(p, "fixed-shading")) object->fixed_shading = true;
    if (cart_flag(p, "hidden")) object->hidden = true;
    const char *tags = cart_option(p, "tags");
    if (tags != NULL && !take_tags(p, tags, &object->tags)) return false;
    if (!cart_take_sprite(p, &object->sprite)) return false;
    if (!cart_number_option(p, "scale", 0.0001, 10000, &object->scale) ||
        !cart_number_option(p, "yaw", -36000, 36000, &object->turn[0]) ||
        !cart_number_option(p, "pitch", -36000, 36000, &object->turn[1]) ||
        !cart_number_option(p, "roll", -36000, 36000, &object->turn[2]) ||
        !cart_vector_option(p, "spin", false, object->spin) ||
        !cart_choice_option(p, "shading", cart_shadings, &object->shading) ||
        !cart_name_option(p, "behaviour", object->behaviour) || !cart_name_option(p, "clip", object->clip) ||
        !cart_name_option(p, "blend", object->blend) ||
        !cart_number_option(p, "rate", -100, 100, &object->clip_rate) ||
        !cart_number_option(p, "start", 0, 32767, &object->clip_start) ||
        !cart_number_option(p, "weight", 0, 1, &object->clip_weight) || !take_motion(p, &object->motion)) {
        return false;
    }
    if (object->clip[0] == 0 && object->blend[0] != 0)
        return cart_wrong(p, "blend=%s without clip=NAME; add it", object->blend);
    double fastest = p->c->rate * 179.9;
    for (int i = 0; i < 3; i++) {
        if (object->spin[i] > fastest || object->spin[i] < -fastest) {
            return cart_wrong(p, "a spin faster than half a turn a step; %g degrees per second are possible",
                              fastest);
        }
    }
    return (object->behaviour[0] == 0 || take_props(p)) && cart_end_of_line(p);
}

/* Begins an object as a copy of its type. */
static void begin_as_type(cart_object *object, const cart_object *type) {
    *object = *type;
    memcpy(object->type, type->name, sizeof object->type);
    object->name[0] = 0;
}

/* Copies a type's overrides of materials to an object of the type. */
static bool copy_overrides(cart_parser *p, const cart_object *type) {
    const cart_scene *types = &p->c->types;
    for (uint32_t i = 0; i < types->override_count; i++) {
        if (&types->objects[types->overrides[i].object] != type) continue;
        cart_override *override = cart_add_override(p->scene);
        if (override == NULL) return out_of_memory(p);
        *override = types->overrides[i];
        override->object = p->scene->object_count - 1;
    }
    return true;
}

/* Copies the props of a base type to the type that is made from it, unless that type has another behaviour. */
static bool copy_props(cart_parser *p, uint32_t from) {
    cart_scene *types = &p->c->types;
    const uint32_t count = types->prop_count, own = types->object_count - 1;
    uint32_t first = count; /* the first prop of the new type's own line */
    while (first > 0 && types->props[first - 1].object == own) first--;
    if (strcmp(types->objects[own].behaviour, types->objects[from].behaviour) != 0) return true;
    for (uint32_t i = 0; i < first; i++) {
        bool again = types->props[i].object != from;
        for (uint32_t k = first; k < count; k++)
            again = again || rom_id(types->props[i].name) == rom_id(types->props[k].name);
        if (again) continue;
        cart_prop *prop = cart_add_prop(types);
        if (prop == NULL) return out_of_memory(p);
        *prop = types->props[i];
        prop->object = own;
    }
    return true;
}

/* Copies the `with` lines of a base type to the type that is made from it. */
static bool copy_sayings(cart_parser *p, uint32_t from) {
    cart_scene *types = &p->c->types;
    for (uint32_t i = 0, count = types->saying_count; i < count; i++) {
        if (types->sayings[i].object != from) continue;
        cart_saying *saying = cart_add_saying(types);
        if (saying == NULL) return out_of_memory(p);
        *saying = types->sayings[i];
        saying->object = types->object_count - 1;
        saying->inherited = true;
    }
    return true;
}

/* parent=NAME: the nearest object above with that name; the object's place is relative to its parent. */
static bool take_parent(cart_parser *p, cart_object *object) {
    const char *name = cart_option(p, "parent");
    if (name == NULL) return true;
    for (uint32_t i = p->scene->object_count - 1; i > 0 && object->parent == 0; i--) {
        const cart_object *above = &p->scene->objects[i - 1];
        const uint32_t id = rom_id(name);
        if (rom_id(above->name) == id || rom_id(above->type) == id || rom_id(above->mesh) == id)
            object->parent = i;
    }
    if (object->parent == 0)
        return cart_wrong(p, "there is no object `%.60s` above in this scene to be the parent", name);
    uint32_t depth = 0;
    for (const cart_object *at = object; at->parent != 0; at = &p->scene->objects[at->parent - 1]) depth++;
    return depth <= OX_ATTACHED_DEEP ||
           cart_wrong(p, "more than %d objects carry one another", OX_ATTACHED_DEEP);
}

/* object MESH ..., or object TYPE ... */
static bool read_object(cart_parser *p) {
    const char *what = cart_word(p, "the name of a mesh or type");
    if (what == NULL) return false;
    const cart_object *type = cart_find_type(p->c, what);
    cart_object *object = cart_add_object(p->scene);
    if (object == NULL) return out_of_memory(p);
    if (type != NULL) begin_as_type(object, type);
    object->line = p->line;
    if (type == NULL && !cart_take_name(p, what, object->mesh)) return false;
    if (type != NULL && (!copy_overrides(p, type) || !cart_name_option(p, "mesh", object->mesh)))
        return false;
    return cart_name_option(p, "name", object->name) && cart_vector_option(p, "at", false, object->at) &&
           take_parent(p, object) && take_object(p, object);
}

/* False, with an error, when an object of an earlier scene uses the name of the new type as a mesh's. */
static bool check_is_first(cart_parser *p, const char *name) {
    for (uint32_t s = 0; s < p->c->scene_count; s++) {
        for (uint32_t i = 0; i < p->c->scenes[s].object_count; i++) {
            const cart_object *object = &p->c->scenes[s].objects[i];
            if (object->type[0] == 0 && strcmp(object->mesh, name) == 0)
                return cart_wrong(p, "`object %s` in line %lu stands above the type; move the type up", name,
                                  object->line);
        }
    }
    return true;
}

/* type NAME [TYPE] [mesh=MESH] ...: the values with which objects of the type begin. */
static bool read_type(cart_parser *p) {
    const char *name = cart_word(p, "a name");
    if (name == NULL || !check_is_first(p, name)) return false;
    const cart_object *earlier = cart_find_type(p->c, name);
    if (earlier != NULL)
        return cart_wrong(p, "the type `%s` is there already, in line %lu", name, earlier->line);
    if (p->c->types.object_count == 0) {
        memcpy(p->c->types.name, "types", sizeof "types");
        p->c->types.line = p->line;
        if (cart_add_camera(&p->c->types) == NULL) return out_of_memory(p);
    }
    uint32_t from = UINT32_MAX;
    if (p->count > 2 && strchr(p->words[2], '=') == NULL &&
        cart_option_find(cart_object_options, p->words[2]) == NULL) {
        const char *base = cart_word(p, "a type");
        const cart_object *type = base == NULL ? NULL : cart_find_type(p->c, base);
        if (base == NULL) return false;
        if (type == NULL)
            return cart_wrong(p, "there is no type `%s` above; a mesh is given as mesh=%s", base, base);
        from = (uint32_t)(type - p->c->types.objects);
    }
    cart_object *object = cart_add_object(&p->c->types);
    if (object == NULL) return out_of_memory(p);
    if (from != UINT32_MAX) begin_as_type(object, &p->c->types.objects[from]);
    object->type[0] = 0;
    object->line = p->line;
    p->scene = &p->c->types;
    p->below_type = true;
    bool ok = (from == UINT32_MAX || copy_overrides(p, &p->c->types.objects[from])) &&
              cart_take_name(p, name, object->name) && cart_name_option(p, "mesh", object->mesh) &&
              take_object(p, object) &&
              (from == UINT32_MAX || (copy_props(p, from) && copy_sayings(p, from)));
    p->scene = NULL;
    return ok;
}

/* [at=X,Y,Z] [seed=N] of an emitter; `name` is the name of the particles. */
static bool take_emitter(cart_parser *p, const char *name, uint32_t object) {
    cart_emitter *emitter = cart_add_emitter(p->scene);
    if (emitter == NULL) return out_of_memory(p);
    emitter->line = p->line;
    emitter->object = object;
    if (!cart_take_name(p, name, emitter->particles) || !cart_vector_option(p, "at", false, emitter->at) ||
        !cart_number_option(p, "seed", 0, 4294967295.0, &emitter->seed))
        return false;
    if (emitter->seed == (double)(uint32_t)emitter->seed) return true;
    return cart_wrong(p, "seed=%g is no whole number; write one", emitter->seed);
}

/* emitter PARTICLES: an emitter that stands still. */
static bool read_emitter(cart_parser *p) {
    const char *name = cart_word(p, "the name of particles");
    return name != NULL && take_emitter(p, name, 0) && cart_end_of_line(p);
}

/* level NAME: a level whose objects are there from the start, or come and go with the camera. */
static bool read_level(cart_parser *p) {
    const char *name = cart_word(p, "the name of a level");
    if (name == NULL) return false;
    cart_scene_level *level = cart_add_level(p->scene);
    if (level == NULL) return out_of_memory(p);
    level->line = p->line;
    if (!cart_take_name(p, name, level->name) ||
        !cart_number_option(p, "near", 0.01, 30000, &level->near_by) ||
        !cart_number_option(p, "far", 0.01, 30000, &level->far_off) || !cart_name_option(p, "by", level->by))
        return false;
    level->later = cart_flag(p, "later");
    if (level->by[0] != 0 && level->near_by == 0)
        return cart_wrong(p, "by=%s without near=M; a level without it is there wherever that is", level->by);
    for (uint32_t i = 0; i + 1 < p->scene->level_count; i++) {
        if (strcmp(p->scene->levels[i].name, level->name) == 0)
            return cart_wrong(p, "the level `%s` is in this scene already, in line %lu", name,
                              p->scene->levels[i].line);
    }
    if (level->near_by == 0 && level->far_off != 0)
        return cart_wrong(p, "far=%g without near=M; a level without them is always there", level->far_off);
    if (level->near_by != 0 && level->far_off == 0) level->far_off = level->near_by * 1.5;
    if (level->far_off > 30000) level->far_off = 30000;
    if (level->far_off < level->near_by)
        return cart_wrong(p, "far=%g near=%g: a level leaves farther away than it comes", level->far_off,
                          level->near_by);
    return cart_end_of_line(p);
}

enum { WORDS = 32 };

/* The module's word that stands in the line; NULL when there is none, and then `words` lists all words of modules. */
static const ox_module_word *find_saying(cart_parser *p, const char **member, cart_option_row words[WORDS]) {
    uint32_t count = 0;
    for (const ox_module *const *m = known_modules(); *m != NULL; m++)
        for (const ox_module_word *word = (*m)->words; word != NULL && word->word != NULL; word++) {
            *member = cart_option(p, word->word);
            if (*member != NULL) return word;
            if (count + 1 < WORDS) words[count++] = (cart_option_row){.key = word->word, .value = "MEMBER"};
        }
    words[count] = (cart_option_row){.key = NULL};
    return NULL;
}

/* The record for a `with` line about a member of the object above: a new record, or the one inherited from its type. */
static cart_saying *take_saying(cart_parser *p, const ox_module_word *word, const char *member) {
    cart_scene *scene = p->scene;
    const uint32_t object = scene->object_count - 1;
    for (uint32_t i = 0; i < scene->saying_count; i++) {
        cart_saying *saying = &scene->sayings[i];
        if (saying->object != object || saying->word != word || rom_id(saying->member) != rom_id(member))
            continue;
        if (saying->inherited) return saying;
        (void)cart_wrong(p, "`%s=%s` is given twice, in line %lu too; take one out", word->word, member,
                         saying->line);
        return NULL;
    }
    cart_saying *saying = cart_add_saying(scene);
    if (saying == NULL) (void)out_of_memory(p);
    return saying;
}

/* with WORD=MEMBER OPTION=VALUE ... where a module defines word and options; the packer checks the values. */
static bool read_saying(cart_parser *p, const ox_module_word *word, const char *member) {
    cart_option_row known[OX_WORD_OPTIONS + 1];
    cart_saying *saying = take_saying(p, word, member);
    if (saying == NULL) return false;
    memset(saying, 0, sizeof *saying);
    saying->line = p->line;
    saying->object = p->scene->object_count - 1;
    saying->word = word;
    if (!cart_take_name(p, member, saying->member)) return false;
    uint32_t count = 0;
    for (const ox_module_option *option = word->options; option->name != NULL; option++) {
        const char *value = cart_option(p, option->name);
        if (count == OX_WORD_OPTIONS)
            return cart_wrong(p, "the module's word `%s` has more than %d options", word->word,
                              OX_WORD_OPTIONS);
        if (value == NULL && option->is_needed)
            return cart_wrong(p, "`with %s=%s` without %s=; add it", word->word, member, option->name);
        if (value != NULL && strlen(value) >= CART_NAME_MAX)
            return cart_wrong(p, "`%s=` of more than %d characters", option->name, CART_NAME_MAX - 1);
        if (value != NULL) memcpy(saying->values[count], value, strlen(value) + 1);
        known[count++] = (cart_option_row){.key = option->name, .value = "VALUE"};
    }
    known[count] = (cart_option_row){.key = NULL};
    p->options = known;
    const bool ends = cart_end_of_line(p);
    p->options = NULL;
    return ends;
}

static bool read_plain_with(cart_parser *p) {
    const char *particles = cart_option(p, "particles");
    if (particles != NULL) return take_emitter(p, particles, p->scene->object_count) && cart_end_of_line(p);
    if (p->c->code_failed && cart_option(p, "material") == NULL)
        return true; /* perhaps a word of the C that did not compile */
    cart_override *override = cart_add_override(p->scene);
    if (override == NULL) return out_of_memory(p);
    override->line = p->line;
    override->object = p->scene->object_count - 1;
    if (!cart_name_option(p, "material", override->to) || !cart_name_option(p, "instead", override->from))
        return false;
    if (override->to[0] == 0) return cart_wrong(p, "`with` without material=NAME or particles=NAME; add one");
    return cart_end_of_line(p);
}

/* with material=NEW [instead=OLD], with particles=NAME [at=X,Y,Z] [seed=N], or a module's word: about the object
 * above. */
static bool read_with(cart_parser *p) {
    cart_option_row words[WORDS];
    const char *member;
    if (p->scene->object_count == 0)
        return cart_wrong(p, "`with` stands below the object that it is about; move it there");
    const ox_module_word *word = find_saying(p, &member, words);
    if (word != NULL) return read_saying(p, word, member);
    p->further = words;
    const bool ok = read_plain_with(p);
    p->further = NULL;
    return ok;
}

static const cart_option_row with_options[] = {
    {"material", "NAME", "it has this material in the place of its mesh's"},
    {"instead", "NAME", "of that one alone; of all without it"},
    {"particles", "NAME", "they follow it"},
    {"at", "X,Y,Z", "where in it they begin"},
    {"seed", "N", "other chances than its neighbour's"},
    {.key = NULL}};

bool cart_read_type_with(cart_parser *p) {
    p->scene = &p->c->types;
    p->options = with_options;
    bool ok = read_with(p);
    p->scene = NULL;
    return ok;
}

static bool read_end(cart_parser *p) {
    p->scene = NULL;
    return cart_end_of_line(p);
}

/* Adds the level that statements inside of the scene make, and which the scene plays from its start on. */
static bool add_own_level(cart_parser *p) {
    cart_asset *asset = cart_add_asset(p->c);
    cart_scene_level *level = asset == NULL ? NULL : cart_add_level(p->scene);
    if (level == NULL) return out_of_memory(p);
    const char *slash = strrchr(p->path, '/');
    asset->line = level->line = p->line;
    asset->of_scene = true;
    memcpy(asset->kind, "level", sizeof "level");
    memcpy(asset->name, p->scene->name, sizeof asset->name);
    memcpy(level->name, p->scene->name, sizeof level->name);
    return cart_take_path(p, slash == NULL ? p->path : slash + 1, asset->file);
}

/* A statement of levels inside of a scene. Its line is read later with the other levels (tools/convert/level.c). */
bool cart_read_level_statement(cart_parser *p) {
    for (uint32_t i = 0; i < p->c->asset_count; i++) {
        const cart_asset *asset = &p->c->assets[i];
        if (strcmp(asset->kind, "level") != 0 || rom_id(asset->name) != rom_id(p->scene->name)) continue;
        return asset->of_scene || cart_wrong(p,
                                             "`%s` in the scene `%s`: the cart has a level of that name, in "
                                             "line %lu; name one of both otherwise",
                                             p->words[0], p->scene->name, asset->line);
    }
    return add_own_level(p);
}

static bool read_scene(cart_parser *p) {
    const char *name = cart_word(p, "a name");
    if (name == NULL) return false;
    const cart_scene *earlier = cart_find_scene(p->c, name);
    unsigned long earlier_line = earlier == NULL ? 0 : earlier->line;
    cart_scene *scene = cart_add_scene(p->c);
    if (scene == NULL) return out_of_memory(p);
    scene->line = p->line;
    p->scene = scene;
    if (strcmp(name, "types") == 0)
        return cart_wrong(p, "`types` is the scene that `type` lines make; take another name");
    return cart_take_new_name(p, earlier_line, name, scene->name) && cart_end_of_line(p);
}

/* ---- the rows ---- */

#define MOTION_OPTIONS                                                                                       \
    {"orbit", "RADIUS,TURNS,PHASE", "goes round on a circle: turns a second, phase in degrees"}, {           \
        "bob", "HEIGHT,TIMES,PHASE", "goes up and down: times a second, phase in degrees"                    \
    }

/* Options that objects and types share. Their props depend on their behaviour. */
#define OBJECT_OPTIONS                                                                                       \
    {"behaviour", "NAME",                                                                                    \
     "what a script of the cart does for it; the props of that behaviour are further options, PROP=VALUE: "  \
     "a "                                                                                                    \
     "number, true or false, degrees, a name, that of an object, X,Y or X,Y,Z"},                             \
        {"scale", "S", "times as large"}, {"yaw", "DEGREES", "turned to the left"},                          \
        {"pitch", "DEGREES", "turned up"}, {"roll", "DEGREES", "turned over"},                               \
        {"sprite", "SHEET/ANIMATION",                                                                        \
         "what is drawn of it in a flat picture; SHEET/FRAME, by name or number: that frame"},               \
        {"layer", "NAME", "that its sprite is drawn in (main)"},                                             \
        {"order", "N", "of its sprite in the layer: higher ones cover lower ones (0)"},                      \
        {"flip", "x|y|xy", "its sprite is mirrored"}, {"alpha", "0..1", "how solid its sprite is (1)"},      \
        {"tint", "#RRGGBB", "that the colours of its sprite are multiplied with"},                           \
        {"stretch", "X,Y", "width and height of its sprite, times its scale (1,1)"},                         \
        {"mode", "opaque|alpha|half|add|subtract|multiply", "how its sprite meets the picture"},             \
        {"tags", "NAME,NAME",                                                                                \
         "beside those of its type: scripts find it by each. A cart has at most 16 tags"},                   \
        {"hidden", NULL, "not drawn until a script shows it"},                                               \
        {"spin", "YAW,PITCH,ROLL", "degrees a second"}, MOTION_OPTIONS,                                      \
        {"shading", "flat|gouraud|phong|unlit", "in the place of its materials' own"},                       \
        {"fixed-shading", NULL, "the viewer's shading leaves it alone"}, {"clip", "NAME", "moves by it"},    \
        {"rate", "R", "of the clip: 1 as it is made, below 0 backwards"}, {"start", "FRAME", "of the clip"}, \
        {"blend", "NAME", "a second clip"}, {                                                                \
        "weight", "0..1", "of the second clip (0.5)"                                                         \
    }

static const cart_option_row type_options[] = {
    {"mesh", "NAME", "what is drawn"}, OBJECT_OPTIONS, {.key = NULL}};

const cart_option_row cart_object_options[] = {
    {"at", "X,Y,Z", "where it stands (0,0,0)"},
    {"name", "NAME", "what scripts find it by"},
    {"parent", "NAME",
     "the nearest object above that goes by it carries this one, and at= and yaw= are as seen from there; at "
     "most eight above one another"},
    OBJECT_OPTIONS,
    {"mesh", "NAME", "of a type: what is drawn in the place of the type's mesh"},
    {.key = NULL}};

static const cart_option_row camera_options[] = {
    {"at", "X,Y,Z", "where it stands"},
    {"target", "X,Y,Z", "what it looks at"},
    {"fov", "DEGREES", "what it sees from bottom to top (45)"},
    {"near", "METRES", "what is nearer is not drawn (0.1)"},
    {"far", "METRES", "what is farther away is not drawn (100)"},
    MOTION_OPTIONS,
    {"separation", "METRES", "the least between two surfaces: warns where depth cannot tell them apart"},
    {.key = NULL}};

static const cart_option_row flat_options[] = {
    {"pixels", "N", "to the metre (16)"},
    {"zoom", "FACTOR", "times as large (1)"},
    {"follow", "NAME", "an object or type that it follows"},
    {"dead-zone", "WIDTH,HEIGHT", "metres in which that moves without being followed (0,0)"},
    {"smooth", "SECONDS", "in which it makes up for two thirds of the way (0: at once)"},
    {"bounds", "map|X0,Y0,X1,Y1", "it shows nothing outside of the map, or of these corners"},
    {"depth", "METRES", "before and behind the plane, in which meshes are seen (100)"},
    {.key = NULL}};

static const cart_option_row sun_options[] = {{"direction", "X,Y,Z", "where its light goes"},
                                              {"intensity", "0..1", "how bright it is (1)"},
                                              {.key = NULL}};

static const cart_option_row point_options[] = {{"at", "X,Y,Z", "where it is"},
                                                {"range", "METRES", "how far it shines"},
                                                {"intensity", "0..1", "how bright it is (1)"},
                                                MOTION_OPTIONS,
                                                {.key = NULL}};

static const cart_option_row emitter_options[] = {{"at", "X,Y,Z", "where they begin (0,0,0)"},
                                                  {"seed", "N", "other chances than its neighbour's"},
                                                  {.key = NULL}};

static const cart_option_row level_options[] = {
    {"near", "METRES", "from the camera, where it comes; always there without it"},
    {"far", "METRES", "from the camera, where it goes again (one and a half times near)"},
    {"by", "OBJECT", "that object counts in the place of the camera"},
    {"later", NULL, "it comes when a script says so"},
    {.key = NULL}};

const cart_row cart_type_rows[] = {
    {.word = "type",
     .often = CART_ONCE_A_NAME,
     .merge = CART_BY_NAME,
     .read = read_type,
     .form = "NAME [TYPE]",
     .about = "what objects of it begin with; a type may be made from one above it. `with` below it is about "
              "the type",
     .options = type_options,
     .brief = 3,
     .notes = "example: oxcart new mygame --template script; its cart.txt has types and objects\n"},
    {.word = "tags",
     .often = CART_MANY,
     .merge = CART_BY_NAME,
     .read = read_tags,
     .form = "NAME,NAME,...",
     .about = "tags that scripts give; those of objects (tags=) need not be said here. 16 in all"},
    {.word = NULL}};

const cart_row cart_scene_rows[] = {
    {.word = "scene",
     .often = CART_ONCE_A_NAME,
     .merge = CART_BY_NAME,
     .read = read_scene,
     .form = "NAME",
     .about = "what plays at a time; `end` closes it"},
    {.word = "background",
     .place = CART_IN_SCENE,
     .merge = CART_BY_WORD,
     .read = read_background,
     .form = "#RRGGBB",
     .about = "what is seen where nothing stands"},
    {.word = "ambient",
     .place = CART_IN_SCENE,
     .merge = CART_BY_WORD,
     .read = read_ambient,
     .form = "0.25",
     .about = "light from everywhere, 0 to 1"},
    {.word = "hud",
     .place = CART_IN_SCENE,
     .merge = CART_BY_WORD,
     .read = read_hud,
     .form = "on|off",
     .about = "figures over the picture"},
    {.word = "turntable",
     .place = CART_IN_SCENE,
     .merge = CART_BY_WORD,
     .read = read_turntable,
     .form = "FRAMES",
     .about = "the camera goes round in so many"},
    {.word = "log-cycles",
     .place = CART_IN_SCENE,
     .merge = CART_BY_WORD,
     .read = read_log_cycles,
     .form = "",
     .about = "the log says what each picture costs"},
    {.word = "camera",
     .variant = "flat",
     .place = CART_IN_SCENE,
     .often = CART_ONCE_A_NAME,
     .merge = CART_BY_TEXT,
     .read = read_camera,
     .form = "flat at=X,Y",
     .about =
         "the scene is a flat picture of the plane z = 0, with that place in its middle; meshes, too, are "
         "drawn so",
     .options = flat_options},
    {.word = "camera",
     .variant = "NAME",
     .place = CART_IN_SCENE,
     .often = CART_MANY,
     .merge = CART_BY_TEXT,
     .read = cart_read_rig_camera,
     .form = "NAME follow",
     .about = "a camera that moves; kinds are follow, chase, seat, orbit, first, fly, fixed, rail, ride, "
              "strategy, top or "
              "group. `with rig=`, `with lens=`, `with boom=` and `with view=` below it say more",
     .options = cart_rig_options,
     .brief = 6},
    {.word = "camera",
     .place = CART_IN_SCENE,
     .often = CART_MANY,
     .merge = CART_BY_TEXT,
     .read = read_camera,
     .form = "at=X,Y,Z target=X,Y,Z",
     .about = "the first one is seen through; a scene has at least one",
     .options = camera_options},
    {.word = "light",
     .variant = "sun",
     .place = CART_IN_SCENE,
     .often = CART_MANY,
     .merge = CART_BY_NAME_AND_TEXT,
     .read = read_light,
     .form = "sun direction=X,Y,Z",
     .about = "light from far away, the same everywhere",
     .options = sun_options},
    {.word = "light",
     .variant = "point",
     .place = CART_IN_SCENE,
     .often = CART_MANY,
     .merge = CART_BY_NAME_AND_TEXT,
     .read = read_light,
     .form = "point at=X,Y,Z range=METRES",
     .about = "light about a place",
     .options = point_options},
    {.word = "object",
     .place = CART_IN_SCENE,
     .often = CART_MANY,
     .merge = CART_BY_NAME_AND_TEXT,
     .read = read_object,
     .form = "MESH|TYPE",
     .about = "what stands in the scene; of a type it says what is other than there",
     .options = cart_object_options,
     .brief = 8,
     .notes = "example: oxcart new mygame --template script; its cart.txt has types and objects\n"},
    {.word = "with",
     .place = CART_IN_SCENE,
     .often = CART_MANY,
     .merge = CART_BY_NAME_AND_TEXT,
     .read = read_with,
     .form = "",
     .about = "of the object above",
     .options = with_options},
    {.word = "emitter",
     .place = CART_IN_SCENE,
     .often = CART_MANY,
     .merge = CART_BY_NAME_AND_TEXT,
     .read = read_emitter,
     .form = "PARTICLES",
     .about = "particles that stand still (tools/PARTICLES.md)",
     .options = emitter_options},
    {.word = "level",
     .place = CART_IN_SCENE,
     .often = CART_ONCE_A_NAME,
     .merge = CART_BY_NAME,
     .read = read_level,
     .form = "NAME",
     .about = "its objects, volumes and geometry are in the scene (oxcart help level)",
     .options = level_options},
    {.word = "end",
     .place = CART_IN_SCENE,
     .merge = CART_BY_WORD,
     .read = read_end,
     .form = "",
     .about = "closes the scene"},
    {.word = NULL}};
