/* Sheepfold in C: the game of ../sheepfold.goad, part by part in the same order. cart.txt says what there is to see,
 * this file what happens; a test holds that both have the same world in every step. */
#include "rom/carts/examples/sheepfold/in_c/sheepfold.h"

#include <string.h>

#include "kernel/oxcart/oxcart.h"

/* 1. The record of what the game remembers of its animals, in the order in which they came. Things that the world
 * keeps are not in it. */
enum { ANIMALS = 24 };
typedef enum animal_kind { DOG, SHEEP, WOLF, KINDS } animal_kind;
typedef enum wolf_state { PROWL, HUNT, FLEE } wolf_state;

typedef struct animal {
    ox_handle handle, prey;
    fx way;
    uint8_t kind, state;
} animal;

typedef struct meadow {
    ox_console *console;
    ox_world *world;
    rng32 *luck;
    animal animals[ANIMALS];
    uint32_t count;
    int32_t home;
    uint16_t types[KINDS]; /* numbers of the world's types */
    uint16_t safe;         /* the bit of a tag */
} meadow;
static meadow game;

/* 2. The record is a part of the state: saved, hashed, rewound. */
static void save_animals(const void *of, ox_writer *to) {
    const meadow *m = of;
    ox_write_u32(to, m->count);
    ox_write_i32(to, m->home);
    for (uint32_t i = 0; i < m->count; i++) {
        const animal *a = &m->animals[i];
        ox_write_u32(to, a->handle.bits);
        ox_write_u32(to, a->prey.bits);
        ox_write_i32(to, a->way);
        ox_write_u8(to, a->kind);
        ox_write_u8(to, a->state);
    }
}

static ox_status restore_animals(void *of, ox_reader *from) {
    meadow *m = of;
    const uint32_t count = ox_read_u32(from);
    if (count > ANIMALS) return OX_BAD_DATA;
    m->count = count;
    m->home = ox_read_i32(from);
    for (uint32_t i = 0; i < count; i++) {
        animal *a = &m->animals[i];
        a->handle.bits = ox_read_u32(from);
        a->prey.bits = ox_read_u32(from);
        a->way = ox_read_i32(from);
        a->kind = (uint8_t)ox_read_u8(from);
        a->state = (uint8_t)ox_read_u8(from);
    }
    return ox_reader_status(from);
}

/* 3. Objects are made by the cart's types, alike for scenes, levels, scripts and this file. A handle outlives its
 * object, and names nobody then. */
static void take_in(meadow *m, const ox_object *object) {
    uint8_t kind = 0;
    while (kind < KINDS && m->types[kind] != object->type) kind++;
    if (kind < KINDS && m->count < ANIMALS)
        m->animals[m->count++] = (animal){.handle = object->handle, .kind = kind};
}

static void forget_the_dead(meadow *m) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < m->count; i++)
        if (ox_world_get(m->world, m->animals[i].handle) != NULL) m->animals[kept++] = m->animals[i];
    m->count = kept;
}

static vec3 place_of(const meadow *m, const ox_object *object) { return *ox_place_of(m->world, object); }

static void go_ahead(const meadow *m, ox_object *object, fx metres) {
    const ang16 angle = ox_object_place_of(m->world, object)->angle;
    (void)ox_place_set(m->world, object,
                       v3_adds(place_of(m, object), v3_scales(ox_place_ahead(angle), metres)));
}

static void look_at(const meadow *m, ox_object *object, vec3 there) {
    ox_object_place_of(m->world, object)->angle = ox_place_heading(place_of(m, object), there);
}

static bool is_sheep(const meadow *m, const ox_object *object) {
    return object != NULL && object->type == m->types[SHEEP];
}

static bool is_carried(const meadow *m, const ox_object *object) {
    return ox_attached_to(m->world, object) != NULL;
}

static void move_dog(meadow *m, ox_object *dog) {
    fx right, up;
    ox_input_lead(ox_console_modules(m->console)->input, &right, &up);
    if (right == 0 && up == 0) return;
    const vec3 next =
        v3_adds(place_of(m, dog), (vec3){fx_muls(right, FX(0.08)), 0, fx_muls(fx_subs(0, up), FX(0.08))});
    look_at(m, dog, next);
    (void)ox_place_set(m->world, dog, next);
}

/* 4. Events: posted now, heard when the events of this step or of the next round are due. */
enum { EVENT_ENTER, EVENT_LEAVE, EVENT_PRESS, EVENT_BARK, EVENTS };
static const ox_id events[EVENTS] = {OX_NAME("enter"), OX_NAME("leave"), OX_NAME("press"), OX_NAME("bark")};

static void post(const meadow *m, uint16_t type, ox_handle receiver, int32_t value) {
    ox_event event;
    ox_event_begin(&event, type, OX_HANDLE_NONE, receiver);
    (void)ox_event_add_int(&event, 1, value);
    (void)ox_events_post(ox_console_events(m->console), &event, 0);
}

static void bark(const meadow *m, const ox_object *dog) {
    ox_handle near_by[ANIMALS];
    ox_query query = {.out = near_by, .capacity = ANIMALS};
    const uint32_t count = ox_query_radius(m->world, &query, place_of(m, dog), 4 * FX_ONE);
    for (uint32_t i = 0; i < count; i++) post(m, EVENT_BARK, near_by[i], 0);
}

/* 5. Queries and random numbers. */
static void move_sheep(meadow *m, ox_object *sheep) {
    if (is_carried(m, sheep) || (sheep->tags & m->safe) != 0) return;
    ox_query dogs = {.type = (uint16_t)(m->types[DOG] + 1u)};
    const ox_handle nearest = ox_query_nearest(m->world, &dogs, place_of(m, sheep), FX(2.5));
    const ox_object *dog = ox_world_get(m->world, nearest);
    if (dog != NULL) {
        ox_object_place_of(m->world, sheep)->angle = ox_place_heading(place_of(m, dog), place_of(m, sheep));
        go_ahead(m, sheep, FX(0.05));
        return;
    }
    if (rng_chance(m->luck, FX(0.02))) ox_object_place_of(m->world, sheep)->angle = rng_ang16(m->luck);
    if (rng_chance(m->luck, FX(0.25))) go_ahead(m, sheep, rng_fx(m->luck, 0, FX(0.04)));
}

/* 6. States, and attachment: a carried sheep goes where its wolf goes. */
static void prowl(meadow *m, animal *wolf, ox_object *object) {
    ox_level_path edge;
    ox_handle near_by[ANIMALS];
    ox_query sheep = {.out = near_by, .capacity = ANIMALS, .type = (uint16_t)(m->types[SHEEP] + 1u)};
    if (ox_levels_path(m->console, OX_NAME("edge"), &edge) != OX_OK) return;
    wolf->way = fx_adds(wolf->way, FX(0.05));
    (void)ox_place_set(m->world, object, ox_level_path_point(&edge, wolf->way));
    const uint32_t count = ox_query_radius(m->world, &sheep, place_of(m, object), 3 * FX_ONE);
    for (uint32_t i = 0; i < count && wolf->state == PROWL; i++) {
        const ox_object *one = ox_world_get(m->world, near_by[i]);
        if ((one->tags & m->safe) != 0 || is_carried(m, one)) continue;
        wolf->prey = near_by[i];
        wolf->state = HUNT;
    }
}

static void hunt(meadow *m, animal *wolf, ox_object *object) {
    ox_object *prey = ox_world_get(m->world, wolf->prey);
    if (prey == NULL || (prey->tags & m->safe) != 0 || is_carried(m, prey)) {
        wolf->prey = OX_HANDLE_NONE;
        wolf->state = FLEE;
        return;
    }
    look_at(m, object, place_of(m, prey));
    go_ahead(m, object, FX(0.07));
    if (v3_length(v3_subs(place_of(m, object), place_of(m, prey))) >= FX(0.5)) return;
    if (ox_attach(m->world, prey, object->handle) == OX_OK) wolf->state = FLEE;
}

static void flee(meadow *m, const animal *wolf, ox_object *object) {
    ox_locator wood;
    if (ox_levels_locator(m->console, OX_NAME("wood"), &wood) != OX_OK) return;
    look_at(m, object, wood.place.t);
    go_ahead(m, object, FX(0.06));
    if (v3_length(v3_subs(place_of(m, object), wood.place.t)) >= FX(0.2)) return;
    (void)ox_world_destroy(m->world, object->handle);
    (void)ox_world_destroy(m->world, wolf->prey); /* nobody, if it has none */
}

static void let_go(const meadow *m, animal *wolf) {
    ox_object *prey = ox_world_get(m->world, wolf->prey);
    if (prey != NULL) ox_detach(m->world, prey);
    wolf->prey = OX_HANDLE_NONE;
    wolf->state = FLEE;
}

/* 7. A system of the world enters its step where scripts tick, too. */
static void move_animals(void *of, ox_world *world, ox_phase phase, uint32_t bucket) {
    meadow *m = of;
    (void)phase;
    if (bucket != 0) return;
    for (uint32_t i = 0; i < m->count; i++) {
        animal *a = &m->animals[i];
        ox_object *object = ox_world_get(world, a->handle);
        if (object == NULL) continue;
        if (a->kind == DOG) move_dog(m, object);
        if (a->kind == SHEEP) move_sheep(m, object);
        if (a->kind != WOLF) continue;
        if (a->state == PROWL)
            prowl(m, a, object);
        else if (a->state == HUNT)
            hunt(m, a, object);
        else
            flee(m, a, object);
    }
    forget_the_dead(m);
}
static const ox_system animals = {
    .name = OX_NAME("animals"), .phases = 1u << OX_PHASE_EARLY, .run = move_animals};

/* 8. The rules: regions, tasks, types. */
static void count_home(meadow *m, ox_object *who, bool comes) {
    if (!is_sheep(m, who)) return;
    if (comes ? is_carried(m, who) : (who->tags & m->safe) == 0) return;
    if (comes)
        who->tags |= m->safe;
    else
        who->tags &= (uint16_t)~m->safe;
    m->home += comes ? 1 : -1;
}

static void hear_bark(meadow *m, ox_object *who) {
    for (uint32_t i = 0; i < m->count; i++)
        if (m->animals[i].handle.bits == who->handle.bits && m->animals[i].kind == WOLF)
            let_go(m, &m->animals[i]);
    if (!is_sheep(m, who) || is_carried(m, who)) return;
    ox_object_place *at = ox_object_place_of(m->world, who);
    at->angle = (ang16)(at->angle + 16384);
}

static void hold_market(meadow *m) {
    const box3 fold = {.lo = {FX_HALF, -FX_ONE, -FX_HALF}, .hi = {FX(5.5), 2 * FX_ONE, FX(4.5)}};
    ox_handle sheep[ANIMALS];
    ox_query query = {
        .out = sheep, .capacity = ANIMALS, .tags = m->safe, .type = (uint16_t)(m->types[SHEEP] + 1u)};
    m->home = 0;
    const uint32_t count = ox_query_box(m->world, &query, &fold);
    for (uint32_t i = 0; i < count; i++) (void)ox_world_destroy(m->world, sheep[i]);
}

static void bring_lamb(meadow *m) {
    const vec3 at = v3_adds(place_of(m, ox_world_find(m->world, OX_NAME("dog"))), (vec3){0, 0, FX_ONE});
    ox_object *lamb = ox_world_create(m->world, OX_NAME("sheep"), NULL);
    if (lamb == NULL) return; /* as many as there may be: a normal outcome */
    (void)ox_place_set(m->world, lamb, at);
    take_in(m, lamb);
}

static ox_answer hear_event(void *of, const ox_event *event) {
    meadow *m = of;
    const uint32_t value = (uint32_t)ox_event_int(event, 1, 0);
    if (event->type == EVENT_BARK) {
        ox_object *who = ox_world_get(m->world, event->receiver);
        if (who != NULL) hear_bark(m, who);
    } else if (event->type == EVENT_PRESS) {
        if (value == PLAT_A) bark(m, ox_world_find(m->world, OX_NAME("dog")));
        if (value == PLAT_B) bring_lamb(m);
        if (value == PLAT_X) hold_market(m);
    } else if (ox_event_int(event, 2, 0) == (int32_t)OX_NAME("fold")) {
        count_home(m, ox_world_get(m->world, (ox_handle){value}), event->type == EVENT_ENTER);
    }
    return OX_HANDLED;
}

/* A level's `later` spawn comes when it is asked for. */
static ox_task_state waves(ox_task *task, void *locals, void *of) {
    meadow *m = of;
    ox_handle wolf;
    (void)locals;
    OX_TASK_BEGIN(task);
    for (;;) {
        OX_TASK_WAIT(task, 180);
        if (ox_levels_summon(m->console, OX_NAME("wolf"), &wolf) == OX_OK)
            take_in(m, ox_world_get(m->world, wolf));
    }
    OX_TASK_END(task);
}
static const ox_task_kind tasks[] = {{.run = waves}};

/* 9. A step turns the buttons of the player into events. */
static void step_meadow(void *of, const ox_input *input) {
    const meadow *m = of;
    for (uint32_t button = PLAT_UP; button <= PLAT_SELECT; button <<= 1)
        if ((input->pressed & button) != 0) post(m, EVENT_PRESS, OX_HANDLE_NONE, (int32_t)button);
}

static void draw_meadow(void *of, rs_frame *frame, uf16 fraction) {
    const meadow *m = of;
    const ox_resources *resources = ox_console_modules(m->console)->resources;
    const char text[] = {(char)('0' + m->home / 10 % 10), (char)('0' + m->home % 10), 0};
    (void)fraction;
    (void)rs_frame_text(frame, 8, 8, "home", ox_resource_native(resources, 0xFFFFFF));
    (void)rs_frame_text(frame, 48, 8, m->home < 10 ? text + 1 : text,
                        ox_resource_native(resources, 0xFFFFFF));
}

/* 10. The plan of the console, and the start: scene and level are there already. */
static const ox_id streams[] = {OX_NAME("scripts")};
static const ox_runtime_plan plan = {.systems = 1,
                                     .attaches = true,
                                     .events = events,
                                     .event_count = EVENTS,
                                     .tasks = tasks,
                                     .task_count = 1,
                                     .random = streams,
                                     .random_count = 1};

/* What the inside view shows of the game on its page `game`: hold Select. */
static ox_entry entries[] = {{.page = "fold",
                              .label = "sheep at home",
                              .order = 1,
                              .at = &game.home,
                              .field = {.kind = OX_I32, .bytes = 4, .flags = OX_ENGINE}},
                             {.page = "fold",
                              .label = "animals",
                              .order = 2,
                              .at = &game.count,
                              .field = {.kind = OX_U32, .bytes = 4, .flags = OX_ENGINE}}};

static ox_status start_meadow(void *of, ox_console *console) {
    static const ox_id names[KINDS] = {OX_NAME("dog"), OX_NAME("sheep"), OX_NAME("wolf")};
    meadow *m = of;
    memset(m, 0, sizeof *m);
    m->console = console;
    m->world = ox_console_world(console);
    m->luck = ox_random_stream_of(ox_console_random(console), OX_NAME("scripts"));
    m->safe = ox_world_tag(m->world, OX_NAME("safe"));
    for (uint32_t i = 0; i < KINDS; i++) m->types[i] = (uint16_t)ox_world_type(m->world, names[i]);
    for (uint32_t slot = 0; slot < ox_pool_peak(&m->world->objects); slot++)
        take_in(m, ox_world_slot(m->world, slot));
    for (uint16_t type = 0; type < EVENTS; type++)
        if (ox_events_listen(ox_console_events(console), (ox_interest){.type = type}, hear_event, m).bits ==
            0)
            return OX_FULL;
    if (ox_tasks_spawn(ox_console_tasks(console), 0, 0, NULL) == NULL) return OX_FULL;
    ox_entries_show(console, entries, sizeof entries / sizeof entries[0]);
    const int system = ox_world_add_system(m->world, &animals, m);
    return system < 0 ? (ox_status)system : OX_OK;
}

static const ox_sim_part parts[] = {
    {.name = "animals", .context = &game, .save = save_animals, .restore = restore_animals}};

OX_CART(sheepfold, .start = start_meadow, .step = step_meadow, .draw = draw_meadow, .parts = parts,
        .part_count = 1, .state = &game, .modules = OX_RUNTIME, .runtime = &plan);
