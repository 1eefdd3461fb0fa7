/* What scripts may call. Natives check every handle; numbers saturate. */
#include "kernel/behaviour/internal.h"
#include "kernel/type/name.h"
#include "kernel/world/query.h"

/* ---- arguments ---- */

static ox_behaviours *of_call(const ox_script_call *call) { return ((script_unit *)call->context)->of; }
static ox_scene *scene_of(const ox_script_call *call) { return of_call(call)->host->scene; }
static ox_world *world_of(const ox_script_call *call) { return of_call(call)->world; }

/* The living object that an argument names. For NULL the native must refuse the argument. */
static ox_object *object_at(const ox_script_call *call, uint32_t argument) {
    return script_object(of_call(call), (uint32_t)call->arguments[argument]);
}

/* ---- objects ---- */

ox_object *ox_console_called(const ox_console *console, ox_id name, uint32_t *count) {
    const ox_world *world = ox_console_modules(console)->world;
    *count = 0;
    for (uint32_t type = 0; type < world->type_count; type++)
        for (const ox_object *o = ox_world_first(world, type); o != NULL; o = ox_world_next(world, o))
            *count += ox_object_is(world, o, name);
    return *count == 0 ? NULL : ox_world_called(world, name);
}

static ox_script_answer native_find(ox_script_call *call) {
    const ox_object *object = ox_world_called(world_of(call), (ox_id)call->arguments[0]);
    call->results[0] = object == NULL ? 0 : (int32_t)object->handle.bits;
    return OX_SCRIPT_DONE;
}

/* The objects that a query of a script looks for: those that go by a name and that nobody has removed. */
typedef struct script_wish {
    const ox_behaviours *s;
    ox_id name;
} script_wish;

static bool is_wished(void *context, const ox_world *world, const ox_object *object) {
    const script_wish *wish = context;
    (void)world;
    return (object->flags & OX_OBJECT_LEAVING) == 0 && ox_object_is(wish->s->world, object, wish->name);
}

static ox_script_answer native_nearest(ox_script_call *call) {
    script_wish wish = {of_call(call), (ox_id)call->arguments[0]};
    ox_query query = {.test = is_wished, .context = &wish};
    call->results[0] =
        (int32_t)ox_query_nearest(world_of(call), &query, ox_module_vector_at(call, 1), call->arguments[4])
            .bits;
    return OX_SCRIPT_DONE;
}

/* Queries write their results straight into lists of scripts: a handle is a cell. */
FX_STATIC_ASSERT(sizeof(ox_handle) == sizeof(int32_t), "handles are cells");

static ox_query query_into(int32_t *cells, uint32_t count, script_wish *wish) {
    return (ox_query){
        .out = (ox_handle *)(void *)cells, .capacity = count, .test = is_wished, .context = wish};
}

/* What a look at the objects of the world costs, in instructions. */
static void charge_look(const ox_script_call *call) {
    call->machine->left -= (int32_t)(ox_pool_peak(&world_of(call)->objects) / 4u);
}

/* ---- one object after the other ---- */

typedef uint32_t query_function(const ox_script_call *call, ox_query *query);

/* The next object of a loop over a query. The loop's list holds the index of the next object, then handles: as many
 * as there was room for, so a full list may not be all. */
static ox_script_answer give_each(ox_script_call *call, query_function *ask) {
    enum { NEXT = 1, FIRST, MOST = OX_SCRIPT_EACH - 1 };
    ox_script_container noted;
    script_wish wish = {of_call(call), (ox_id)call->arguments[1]};
    if (!ox_script_container_of(call, call->arguments[0], &noted) || noted.map || noted.entry != 1 ||
        noted.capacity != OX_SCRIPT_EACH)
        return ox_script_refuse(call, 0);
    for (;;) {
        uint32_t next = noted.count == 0 ? 0 : (uint32_t)noted.cells[NEXT];
        for (; noted.count > 0 && next < noted.count - 1u; next++) {
            const ox_object *object = script_object(wish.s, (uint32_t)noted.cells[FIRST + next]);
            /* the object went meanwhile */
            if (object == NULL || (object->flags & OX_OBJECT_LEAVING) != 0) continue;
            noted.cells[NEXT] = (int32_t)next + 1;
            call->results[0] = (int32_t)object->handle.bits;
            return OX_SCRIPT_DONE;
        }
        if (noted.count > 0 && noted.count < OX_SCRIPT_EACH) return OX_SCRIPT_DONE;
        ox_query query = query_into(noted.cells + FIRST, MOST, &wish);
        if (noted.count > 0) query.from = ((uint32_t)noted.cells[FIRST + MOST - 1] & 0xFFFFu) + 1u;
        ox_script_container_set_count(&noted, ask(call, &query) + 1u);
        noted.cells[NEXT] = 0;
        charge_look(call);
    }
}

static uint32_t ask_every(const ox_script_call *call, ox_query *query) {
    return ox_query_all(world_of(call), query);
}
static ox_script_answer native_every(ox_script_call *call) { return give_each(call, ask_every); }

static uint32_t ask_around(const ox_script_call *call, ox_query *query) {
    return ox_query_radius(world_of(call), query, ox_module_vector_at(call, 2), call->arguments[5]);
}
static ox_script_answer native_around(ox_script_call *call) { return give_each(call, ask_around); }

static uint32_t ask_within(const ox_script_call *call, ox_query *query) {
    const vec3 a = ox_module_vector_at(call, 2), b = ox_module_vector_at(call, 5);
    const box3 box = {v3_min(a, b), v3_max(a, b)};
    return ox_query_box(world_of(call), query, &box);
}
static ox_script_answer native_within(ox_script_call *call) { return give_each(call, ask_within); }

/* The nearest objects, in a list of the script's own. */
static ox_script_answer native_gather(ox_script_call *call) {
    ox_script_container list;
    script_wish wish = {of_call(call), (ox_id)call->arguments[1]};
    if (!ox_script_container_of(call, call->arguments[0], &list) || list.map || list.entry != 1)
        return ox_script_refuse(call, 0);
    ox_query query = query_into(list.cells + 1, list.capacity, &wish);
    ox_script_container_set_count(
        &list, ox_query_near(world_of(call), &query, ox_module_vector_at(call, 2), call->arguments[5]));
    charge_look(call);
    call->results[0] = (int32_t)list.count;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_spawn(ox_script_call *call) {
    const ox_object *like = object_at(call, 0);
    if (like == NULL) return ox_script_refuse(call, 0);
    call->results[0] = (int32_t)script_spawn(of_call(call), like, ox_module_vector_at(call, 1));
    return OX_SCRIPT_MADE;
}

static ox_script_answer native_create(ox_script_call *call) {
    ox_behaviours *s = of_call(call);
    const int type = ox_world_find_type(s->world, (ox_id)call->arguments[0]);
    if (type < 0) return ox_script_refuse(call, 0);
    call->results[0] = (int32_t)script_create(s, (uint32_t)type, ox_module_vector_at(call, 1));
    return OX_SCRIPT_MADE;
}

static ox_script_answer native_remove(ox_script_call *call) {
    ox_object *object = object_at(call, 0);
    if (object == NULL) return ox_script_refuse(call, 0);
    script_remove(of_call(call), object);
    return OX_SCRIPT_DONE;
}

/* The bit of the tag that an argument names. For 0 (the cart has no such tag) the native must refuse the argument. */
static uint16_t tag_at(const ox_script_call *call, uint32_t argument) {
    return ox_world_tag(world_of(call), (ox_id)call->arguments[argument]);
}

static ox_script_answer native_tag(ox_script_call *call) {
    ox_object *object = object_at(call, 0);
    if (object == NULL) return ox_script_refuse(call, 0);
    if (tag_at(call, 1) == 0) return ox_script_refuse(call, 1);
    object->tags |= tag_at(call, 1);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_untag(ox_script_call *call) {
    ox_object *object = object_at(call, 0);
    if (object == NULL) return ox_script_refuse(call, 0);
    if (tag_at(call, 1) == 0) return ox_script_refuse(call, 1);
    object->tags &= (uint16_t)~tag_at(call, 1);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_tagged(ox_script_call *call) {
    const ox_object *object = object_at(call, 0);
    if (tag_at(call, 1) == 0) return ox_script_refuse(call, 1);
    call->results[0] = object != NULL && (object->tags & tag_at(call, 1)) != 0;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_show(ox_script_call *call) {
    ox_object *object = object_at(call, 0);
    if (object == NULL) return ox_script_refuse(call, 0);
    ox_object_flag(world_of(call), object, OX_OBJECT_VISIBLE, call->arguments[1] != 0);
    return OX_SCRIPT_DONE;
}

static bool is_visible(const ox_object *object) {
    return object != NULL && (object->flags & OX_OBJECT_VISIBLE) != 0;
}

static ox_script_answer native_visible(ox_script_call *call) {
    call->results[0] = is_visible(object_at(call, 0));
    return OX_SCRIPT_DONE;
}

/* ---- parents ---- */

static ox_script_answer native_attach(ox_script_call *call) {
    ox_object *child = object_at(call, 0);
    if (child == NULL || ox_object_place_of(world_of(call), child) == NULL) return ox_script_refuse(call, 0);
    return ox_attach(world_of(call), child, (ox_handle){(uint32_t)call->arguments[1]}) == OX_OK
               ? OX_SCRIPT_DONE
               : ox_script_refuse(call, 1);
}

static ox_script_answer native_detach(ox_script_call *call) {
    ox_object *child = object_at(call, 0);
    if (child == NULL) return ox_script_refuse(call, 0);
    ox_detach(world_of(call), child);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_parent(ox_script_call *call) {
    const ox_object *child = object_at(call, 0),
                    *parent = child == NULL ? NULL : ox_attached_to(world_of(call), child);
    call->results[0] = parent == NULL ? 0 : (int32_t)parent->handle.bits;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_offset(ox_script_call *call) {
    const ox_object *child = object_at(call, 0);
    const ox_attachment *attachment = child == NULL ? NULL : ox_attachment_of(world_of(call), child);
    if (attachment == NULL) return ox_script_refuse(call, 0);
    ox_module_give_vector(call, attachment->offset);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_touches(ox_script_call *call) {
    const ox_object *a = object_at(call, 0), *b = object_at(call, 1);
    sphere3 sa, sb;
    if (a != NULL && b != NULL && ox_scene_sphere(scene_of(call), a, &sa) &&
        ox_scene_sphere(scene_of(call), b, &sb))
        call->results[0] = v3_length(v3_subs(sa.centre, sb.centre)) <= fx_adds(sa.radius, sb.radius);
    return OX_SCRIPT_DONE;
}

/* ---- places and directions ---- */

static ox_script_answer native_distance(ox_script_call *call) {
    call->results[0] = v3_length(v3_subs(ox_module_vector_at(call, 0), ox_module_vector_at(call, 3)));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_unit(ox_script_call *call) {
    ox_module_give_vector(call, v3_normalize_or(ox_module_vector_at(call, 0), V3_ZERO, NULL));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_ahead(ox_script_call *call) {
    ox_module_give_vector(call, ox_place_ahead((ang16)call->arguments[0]));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_heading(ox_script_call *call) {
    call->results[0] = ox_place_heading(ox_module_vector_at(call, 0), ox_module_vector_at(call, 3));
    return OX_SCRIPT_DONE;
}

/* ---- clips ---- */

static ox_script_answer native_blend(ox_script_call *call) {
    const ox_object *object = object_at(call, 0);
    uf16 weight = (uf16)fx_clamp(call->arguments[1], 0, FX_ONE);
    if (object == NULL || !ox_scene_clip_weight(scene_of(call), object, weight))
        return ox_script_refuse(call, 0);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_pace(ox_script_call *call) {
    const ox_object *object = object_at(call, 0);
    fx rate = fx_clamp(call->arguments[1], -100 * FX_ONE, 100 * FX_ONE);
    if (object == NULL || !ox_scene_clip_rate(scene_of(call), object, rate)) return ox_script_refuse(call, 0);
    return OX_SCRIPT_DONE;
}

/* ---- buttons ---- */

static const ox_input *input_of(const ox_script_call *call) { return of_call(call)->host->input; }

static ox_script_answer native_held(ox_script_call *call) {
    call->results[0] = (input_of(call)->held & (uint32_t)call->arguments[0]) != 0;
    return OX_SCRIPT_DONE;
}
static ox_script_answer native_pressed(ox_script_call *call) {
    call->results[0] = (input_of(call)->pressed & (uint32_t)call->arguments[0]) != 0;
    return OX_SCRIPT_DONE;
}
static ox_script_answer native_released(ox_script_call *call) {
    call->results[0] = (input_of(call)->released & (uint32_t)call->arguments[0]) != 0;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_stick(ox_script_call *call) {
    ox_input_lead(input_of(call), &call->results[0], &call->results[1]);
    return OX_SCRIPT_DONE;
}

/* ---- chance, time ---- */

static rng32 *draws(const ox_script_call *call) { return &of_call(call)->random.streams[0].generator; }

static ox_script_answer native_random(ox_script_call *call) {
    if (call->arguments[0] <= 0) return ox_script_refuse(call, 0);
    call->results[0] = (int32_t)rng_below(draws(call), (uint32_t)call->arguments[0]);
    return OX_SCRIPT_DONE;
}
static ox_script_answer native_random_between(ox_script_call *call) {
    call->results[0] = rng_fx(draws(call), call->arguments[0], call->arguments[1]);
    return OX_SCRIPT_DONE;
}
static ox_script_answer native_chance(ox_script_call *call) {
    call->results[0] = (fx)rng_uf16(draws(call)) < call->arguments[0];
    return OX_SCRIPT_DONE;
}
static ox_script_answer native_random_angle(ox_script_call *call) {
    call->results[0] = rng_ang16(draws(call));
    return OX_SCRIPT_DONE;
}
static ox_script_answer native_now(ox_script_call *call) {
    call->results[0] = (int32_t)of_call(call)->tick;
    return OX_SCRIPT_DONE;
}

/* ---- camera, scene ---- */

static ox_script_answer native_look(ox_script_call *call) {
    ox_scene *scene = scene_of(call);
    if (scene->camera >= scene->camera_count) return OX_SCRIPT_DONE;
    scene->cameras[scene->camera].position = ox_module_vector_at(call, 0);
    scene->cameras[scene->camera].target = ox_module_vector_at(call, 3);
    return OX_SCRIPT_DONE;
}

/* Names of scenes are those of cart.txt: the id of `scene/` and that name. */
static ox_script_answer native_scene(ox_script_call *call) {
    ox_console *c = of_call(call)->host->console;
    uint32_t count = rom_word(of_call(call)->chunk + ROM_SCRIPTS_SCENE_COUNT);
    const uint8_t *row = of_call(call)->chunk + rom_word(of_call(call)->chunk + ROM_SCRIPTS_SCENES_AT);
    for (uint32_t i = 0; i < count; i++, row += ROM_SCRIPT_SCENE_SIZE) {
        if (rom_word(row + ROM_SCRIPT_SCENE_NAME) != (uint32_t)call->arguments[0]) continue;
        ox_console_ask_level(c, rom_word(row + ROM_SCRIPT_SCENE_SCENE));
        return OX_SCRIPT_DONE;
    }
    return ox_script_refuse(call, 0);
}

/* ---- shown ---- */

static const char *words_at(const ox_script_call *call) {
    return ox_script_words(call->machine, call->arguments[0]);
}

static bool is_made(int32_t words) { return (uint32_t)words >= (0xFFFF0000u | OX_SCRIPT_WORDS_FROM); }

static void print_line(const ox_script_call *call, script_print line) {
    line.colour = (uint32_t)call->arguments[3] & 0xFFFFFFu;
    line.x = (int16_t)int_clamp(call->arguments[1], -4096, 4096);
    line.y = (int16_t)int_clamp(call->arguments[2], -4096, 4096);
    script_print_words(of_call(call), &line);
}

static uint8_t number_of_unit(const ox_script_call *call) {
    return (uint8_t)((const script_unit *)call->context - of_call(call)->units);
}

static ox_script_answer native_print(ox_script_call *call) {
    const char *words = words_at(call);
    if (words != NULL)
        print_line(call, (script_print){.words = words,
                                        .value = call->arguments[0],
                                        .is_made = is_made(call->arguments[0]),
                                        .unit = number_of_unit(call)});
    else if (call->arguments[0] != 0)
        print_line(call, (script_print){.value = call->arguments[0], .is_text = true});
    return OX_SCRIPT_DONE;
}
static ox_script_answer native_print_number(ox_script_call *call) {
    print_line(call, (script_print){.value = call->arguments[0]});
    return OX_SCRIPT_DONE;
}
static ox_script_answer native_print_text(ox_script_call *call) {
    if (call->arguments[0] != 0)
        print_line(call, (script_print){.value = call->arguments[0], .is_text = true});
    return OX_SCRIPT_DONE;
}
static ox_script_answer native_fill(ox_script_call *call) {
    script_fill_place(of_call(call), &(script_fill){(uint32_t)call->arguments[0], call->arguments[1], false});
    return OX_SCRIPT_DONE;
}
static ox_script_answer native_fill_text(ox_script_call *call) {
    script_fill_place(of_call(call), &(script_fill){(uint32_t)call->arguments[0], call->arguments[1], true});
    return OX_SCRIPT_DONE;
}
/* A line of a script, by its first word. */
static inline void log_words(ox_log *log, const char *words) {
#if OX_PROFILED
    const char *before = log->channel;
    ox_log_enter(log, "script");
    ox_log_write(log, ox_log_enter_line(log, words), "%s", words);
    ox_log_enter(log, before);
#else
    ox_log_write(log, PLAT_LOG_INFO, "%s", words);
#endif
}

static ox_script_answer native_log(ox_script_call *call) {
    const char *words = words_at(call);
    if (words == NULL && call->arguments[0] != 0) {
        char line[OX_LOG_LINE];
        ox_text out = ox_text_begin(line, sizeof line);
        script_write_text(of_call(call), (ox_id)call->arguments[0], &out);
        log_words(of_call(call)->host->log, line);
    }
    if (words != NULL) log_words(of_call(call)->host->log, words);
    return OX_SCRIPT_DONE;
}
static ox_script_answer native_log_number(ox_script_call *call) {
    ox_log_write(of_call(call)->host->log, PLAT_LOG_INFO, "%d", (int)call->arguments[0]);
    return OX_SCRIPT_DONE;
}
/* Logs once that a sound was asked for: a cart without any sound is silent, with no placeholder to be heard. */
static void tell_mute(ox_behaviours *s, uint32_t sound) {
    rom_chunk audio;
    if (s->mute || rom_find(s->host->image, rom_id("audio"), ROM_TAG_AUDIO, &audio)) return;
    ox_log_write(s->host->log, PLAT_LOG_WARNING,
                 "the cart has no sound, a script plays #%08x; add `sound NAME FILE.wav` to cart.txt",
                 (unsigned)sound);
    s->mute = true;
}

static ox_script_answer native_sound(ox_script_call *call) {
    tell_mute(of_call(call), (uint32_t)call->arguments[0]);
    ox_sound_service sound = ox_engine_sound(of_call(call)->host->engine);
    (void)sound.operations->play(sound.state, (uint32_t)call->arguments[0],
                                 fx_clamp(call->arguments[1], 0, FX_ONE));
    return OX_SCRIPT_DONE;
}

/* ---- the table ---- */

#if !ROM_SMALL_PLAYER
static ox_script_answer native_act(ox_script_call *call) { return script_act(call); }
#endif

const ox_script_native ox_behaviour_native_rows[OX_BEHAVIOUR_NATIVES] = {
#if !ROM_SMALL_PLAYER
    OX_SCRIPT_NATIVE(act, SIM, GUEST, 16, "b(n)", "act(what: name) -> bool",
                     "in add-ons: asks the game for something, which hears `on Act(what)`; true once for "
                     "each press of the "
                     "player; only what `add-ons acts=` in the game's cart.txt names"),
#endif
    OX_SCRIPT_NATIVE(find, QUERY, ALL, 8, "o(n)", "find(name: name) -> obj",
                     "the first object of that name, null when there is none"),
    OX_SCRIPT_NATIVE(nearest, QUERY, ALL, 32, "o(n3f)", "nearest(name: name, at: vec3, radius: fx) -> obj",
                     "the nearest object of that name within a distance, or null"),
    OX_SCRIPT_NATIVE(every, QUERY, ALL, 4, "o(cn)", "every(name: name) -> each obj",
                     "all objects of that name: for coin in every('coin') { remove(coin) }"),
    OX_SCRIPT_NATIVE(around, QUERY, ALL, 4, "o(cn3f)", "around(name: name, at: vec3, radius: fx) -> each obj",
                     "those within a distance: for bat in around('bat', self.pos, 4.0) { show(bat, false) }"),
    OX_SCRIPT_NATIVE(within, QUERY, ALL, 4, "o(cn33)",
                     "within(name: name, corner: vec3, opposite: vec3) -> each obj",
                     "those in a box between two corners"),
    OX_SCRIPT_NATIVE(gather, QUERY, ALL, 16, "i(cn3f)",
                     "gather(into: list[obj], name: name, at: vec3, radius: fx) -> int",
                     "fills a list with the nearest ones, the nearest first, and says how many"),
    OX_SCRIPT_NATIVE(spawn, SIM, ALL, 32, "o(o3)", "spawn(like: obj, at: vec3) -> obj",
                     "a copy of an object with its behaviour, null when there is no room"),
    OX_SCRIPT_NATIVE(
        create, SIM, ALL, 32, "o(n3)", "create(kind: name, at: vec3) -> obj",
        "an object of one of the cart's types, null when there is no room: create('coin', self.pos)"),
    OX_SCRIPT_NATIVE(remove, SIM, ALL, 4, "v(o)", "remove(who: obj)",
                     "takes an object away when the handler or the tasks of this step are done"),
    OX_SCRIPT_NATIVE(tag, SIM, ALL, 4, "v(on)", "tag(who: obj, name: tag)",
                     "gives an object a tag of the cart, by which it goes then, too: tag(self, 'enemy')"),
    OX_SCRIPT_NATIVE(untag, SIM, ALL, 4, "v(on)", "untag(who: obj, name: tag)", "takes it away again"),
    OX_SCRIPT_NATIVE(tagged, QUERY, ALL, 4, "b(on)", "tagged(who: obj, name: tag) -> bool",
                     "whether it has that tag"),
    OX_SCRIPT_NATIVE(show, SIM, ALL, 4, "v(ob)", "show(who: obj, shown: bool)",
                     "draws an object or not; hidden ones are still there"),
    OX_SCRIPT_NATIVE(visible, QUERY, ALL, 4, "b(o)", "visible(who: obj) -> bool", "whether it is drawn"),
    OX_SCRIPT_NATIVE(attach, SIM, ALL, 32, "v(oo)", "attach(child: obj, parent: obj)",
                     "the parent carries the child from now on, at most eight above one another"),
    OX_SCRIPT_NATIVE(detach, SIM, ALL, 4, "v(o)", "detach(child: obj)",
                     "nobody carries it any more: it stays where it is"),
    OX_SCRIPT_NATIVE(parent, QUERY, ALL, 4, "o(o)", "parent(child: obj) -> obj",
                     "who carries an object, or null"),
    OX_SCRIPT_NATIVE(offset, QUERY, ALL, 4, "3(o)", "offset(child: obj) -> vec3",
                     "where a carried object stood on its parent when it was put there last"),
    OX_SCRIPT_NATIVE(touches, QUERY, ALL, 16, "b(oo)", "touches(a: obj, b: obj) -> bool",
                     "whether the spheres about two objects meet and both are drawn"),
    OX_SCRIPT_NATIVE(distance, PURE, ALL, 8, "f(33)", "distance(a: vec3, b: vec3) -> fx",
                     "metres between two places"),
    OX_SCRIPT_NATIVE(unit, PURE, ALL, 8, "3(3)", "unit(v: vec3) -> vec3",
                     "the same direction with length 1, zero stays"),
    OX_SCRIPT_NATIVE(ahead, PURE, ALL, 4, "3(a)", "ahead(angle: angle) -> vec3",
                     "where somebody looks who has turned by that angle"),
    OX_SCRIPT_NATIVE(heading, PURE, ALL, 8, "a(33)", "heading(here: vec3, there: vec3) -> angle",
                     "the angle to look from one place to another"),
    OX_SCRIPT_NATIVE(blend, SIM, ALL, 4, "v(of)", "blend(who: obj, second: fx)",
                     "how much of its second clip an object shows, 0.0 to 1.0"),
    OX_SCRIPT_NATIVE(pace, SIM, ALL, 4, "v(of)", "pace(who: obj, rate: fx)",
                     "how fast its clip goes on, 1.0 as it was made, 0.0 holds"),
    OX_SCRIPT_NATIVE(held, QUERY, ALL, 4, "b(i)", "held(button: Button) -> bool", "whether a button is down"),
    OX_SCRIPT_NATIVE(pressed, QUERY, ALL, 4, "b(i)", "pressed(button: Button) -> bool",
                     "whether it went down in this step"),
    OX_SCRIPT_NATIVE(released, QUERY, ALL, 4, "b(i)", "released(button: Button) -> bool",
                     "whether it went up in this step"),
    OX_SCRIPT_NATIVE(stick, QUERY, ALL, 4, "2()", "stick() -> vec2",
                     "right and up, each -1.0 to 1.0; the directions count as a stick too"),
    OX_SCRIPT_NATIVE(random, SIM, ALL, 4, "i(i)", "random(n: int) -> int", "0 to n - 1"),
    OX_SCRIPT_NATIVE(random_between, SIM, ALL, 4, "f(ff)", "random_between(low: fx, high: fx) -> fx",
                     "from low to below high"),
    OX_SCRIPT_NATIVE(chance, SIM, ALL, 4, "b(f)", "chance(of: fx) -> bool",
                     "true so often: 0.25 is one in four"),
    OX_SCRIPT_NATIVE(random_angle, SIM, ALL, 4, "a()", "random_angle() -> angle", "any direction"),
    OX_SCRIPT_NATIVE(now, QUERY, ALL, 4, "i()", "now() -> int",
                     "steps since the start, `rate` of them a second"),
    OX_SCRIPT_NATIVE(look, SIM, ALL, 4, "v(33)", "look(at: vec3, target: vec3)",
                     "puts the camera to a place and points it at another"),
    OX_SCRIPT_NATIVE(scene, SIM, CART, 4, "v(n)", "scene(name: name)",
                     "to another scene of the cart at the end of this step: scene('main')"),
    OX_SCRIPT_NATIVE(print, SHOW, ALL, 4, "v(tiii)",
                     "print(words: words, x: int, y: int, colour: int = #FFFFFF)",
                     "words over the picture in this step: print(\"score {score}\", 8, 8); 16 lines, else "
                     "`capacity script-prints`"),
    OX_SCRIPT_NATIVE(print_number, SHOW, ALL, 4, "v(iiii)",
                     "print_number(value: int, x: int, y: int, colour: int = #FFFFFF)",
                     "the same of a number"),
    OX_SCRIPT_NATIVE(print_text, SHOW, ALL, 4, "v(tiii)",
                     "print_text(words: text, x: int, y: int, colour: int = #FFFFFF)",
                     "a text of the cart in the player's language: print_text(@greeting, 8, 8, #FFFFFF)"),
    OX_SCRIPT_NATIVE(fill, SHOW, ALL, 4, "v(ni)", "fill(place: name, value: int)",
                     "the number that stands for {coins} in texts that are printed behind it in this step: "
                     "fill('coins', 3)"),
    OX_SCRIPT_NATIVE(fill_text, SHOW, ALL, 4, "v(nt)", "fill_text(place: name, words: text)",
                     "the same with a text"),
    OX_SCRIPT_NATIVE(log, SHOW, ALL, 4, "v(t)", "log(words: words)",
                     "a line in the log; a first word with a colon is its channel, \"ai: lost\", or its "
                     "level: error, warning, detail"),
    OX_SCRIPT_NATIVE(log_number, SHOW, ALL, 4, "v(i)", "log_number(value: int)", "a number in the log"),
    OX_SCRIPT_NATIVE(sound, SHOW, ALL, 4, "v(nf)", "sound(name: name, volume: fx)",
                     "plays a cue or sound, volume 0.0 to 1.0"),
};

/* Rows of fields. pos and angle, which every script uses much, have a shorter way (host.c). */
const ox_script_field ox_behaviour_field_rows[OX_BEHAVIOUR_FIELDS] = {
    OX_SCRIPT_FIELD(size, place, size, &ox_object_place_type, true, "fx", "a factor, 1.0 as the mesh is"),
    OX_SCRIPT_FIELD(pitch, place, pitch, &ox_object_place_type, true, "angle", "its turn about its own x"),
    OX_SCRIPT_FIELD(roll, place, roll, &ox_object_place_type, true, "angle", "its turn about its own z"),
    OX_SCRIPT_FIELD(spin, drift, spin, &ox_motion_type, true, "angle",
                    "how far it turns in a step, where cart.txt gave it a motion"),
    OX_SCRIPT_FIELD(orbit, drift, orbit_radius, &ox_motion_type, true, "fx",
                    "metres from its place to where it circles"),
    OX_SCRIPT_FIELD(orbit_speed, drift, orbit_speed, &ox_motion_type, true, "angle",
                    "how far it circles in a step"),
    OX_SCRIPT_FIELD(bob, drift, bob_height, &ox_motion_type, true, "fx", "metres that it goes up and down"),
    OX_SCRIPT_FIELD(bob_speed, drift, bob_speed, &ox_motion_type, true, "angle",
                    "how fast it goes up and down, a full turn both ways")};
