/* Hands, explosions and what breaks, as a module of the console. */
#include "kernel/handling/module.h"

#include "kernel/console/console.h"
#include "kernel/engine/limit.h"
#include "kernel/event/events.h"
#include "kernel/type/name.h"

#define NAME OX_NAME("handling")
#define BREAKS OX_NAME("breaks")

enum { MOST = 1024, BREAKS_BYTES = 40, PIECE_BYTES = 96 };

OX_CAPACITY_HOLDS(BREAKS_BYTES - sizeof(ox_component_head), ox_breaks);
OX_CAPACITY_HOLDS(PIECE_BYTES, ox_object);
OX_LIMIT(MOST, ox_component_type, capacity, "numbers of what breaks are 16 bits");

const ox_capacity ox_handling_capacities[OX_HANDLING_CAPACITIES] = {
    [OX_CAPACITY_BREAKS] = {"breaks", 16, MOST, BREAKS_BYTES},
    [OX_CAPACITY_PIECES] = {"pieces", 16, MOST, PIECE_BYTES}};

/* ---- words of cart.txt ---- */

enum { CELL_AT = OX_GIVEN_FIRST, CELL_INTO, CELL_MOST, CELL_GRID /* three */ };

static const char *const ways[] = {"blow", NULL};
static const ox_module_option options[] = {{"at", NULL, OX_OPTION_NUMBER, CELL_AT, true},
                                           {"into", NULL, OX_OPTION_NAME, CELL_INTO, true},
                                           {"grid", NULL, OX_OPTION_VECTOR, CELL_GRID, false},
                                           {"most", NULL, OX_OPTION_COUNT, CELL_MOST, false},
                                           {NULL, NULL, 0, 0, false}};
static const ox_module_word words[] = {
    {"breaks", ways, options, "with breaks=blow at=NEWTON-SECONDS into=TYPE [grid=X,Y,Z] [most=N]",
     "the object above breaks at such a blow into objects of a type, as many as the grid says, no more than "
     "`most` at once; 1,1,1: into another version of it"},
    {NULL, NULL, NULL, NULL, NULL}};

static void give_breaks(ox_world *world, ox_object *object, const ox_given *given) {
    const int type = ox_world_component(world, BREAKS);
    ox_breaks *b = type < 0 ? NULL : ox_component_get(world, object, (uint32_t)type);
    if (b == NULL && type >= 0) b = ox_component_add(world, object, (uint32_t)type);
    if (b == NULL) return;
    b->blow = fx_clamp(given->cells[CELL_AT], 1, 32767 * FX_ONE);
    b->into = (ox_id)given->cells[CELL_INTO];
    for (uint32_t i = 0; i < 3; i++)
        if (ox_given_says(given, CELL_GRID + i))
            b->grid[i] = fx_clamp(given->cells[CELL_GRID + i], FX_ONE, 16 * FX_ONE);
    if (ox_given_says(given, CELL_MOST))
        b->most = (uint16_t)(given->cells[CELL_MOST] > MOST ? MOST : given->cells[CELL_MOST]);
}

/* ---- steps ---- */

static void run_phase(void *context, ox_world *world, ox_phase phase, uint32_t bucket) {
    (void)world, (void)bucket;
    if (phase == OX_PHASE_BODIES)
        ox_blasts_step(context);
    else
        ox_breaks_step(context);
}

/* Behind physics in the list, so the contacts of a step are solved. */
static const ox_system handling_system = {
    .name = NAME, .phases = 1u << OX_PHASE_BODIES | 1u << OX_PHASE_STEP, .run = run_phase};

/* ---- the state ---- */

static void save_state(const void *of, ox_writer *to) {
    const ox_handling *h = of;
    for (uint32_t i = 0; i < OX_BLASTS; i++) {
        const ox_blast *b = &h->blasts[i];
        ox_write_u16(to, b->steps);
        if (b->steps == 0) continue;
        ox_write_u16(to, b->age);
        ox_write_u16(to, b->by_square);
        const int32_t numbers[] = {b->at.x, b->at.y, b->at.z, b->radius, b->strength, (int32_t)b->but.bits};
        for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) ox_write_i32(to, numbers[k]);
        for (uint32_t k = 0; k < h->words; k++) ox_write_u32(to, h->reached[(size_t)i * h->words + k]);
    }
}

static void read_blast(ox_handling *h, uint32_t number, ox_reader *from) {
    ox_blast *b = &h->blasts[number];
    *b = (ox_blast){.steps = (uint16_t)ox_read_u16(from)};
    if (b->steps == 0) return;
    b->age = (uint16_t)ox_read_u16(from);
    b->by_square = ox_read_u16(from) != 0;
    b->at.x = ox_read_i32(from);
    b->at.y = ox_read_i32(from);
    b->at.z = ox_read_i32(from);
    b->radius = ox_read_i32(from);
    b->strength = ox_read_i32(from);
    b->but.bits = ox_read_u32(from);
    for (uint32_t k = 0; k < h->words; k++) h->reached[(size_t)number * h->words + k] = ox_read_u32(from);
    if (b->age >= b->steps || b->steps > OX_BLAST_STEPS || b->radius <= 0) from->bad = true;
}

static ox_status restore_state(void *of, ox_reader *from) {
    ox_handling *h = of;
    for (uint32_t i = 0; i < OX_BLASTS && !from->bad; i++) read_blast(h, i, from);
    if (!from->bad) return OX_OK;
    for (uint32_t i = 0; i < OX_BLASTS; i++) h->blasts[i].steps = 0;
    return OX_BAD_DATA;
}

static uint32_t list_state(const ox_module_host *host, void *state, ox_sim_part *parts) {
    (void)host;
    parts[0] =
        (ox_sim_part){.name = "handling", .context = state, .save = save_state, .restore = restore_state};
    return 1;
}

/* ---- the module ---- */

static bool is_wanted(const ox_module_host *host) {
    return ox_module_is_used(host->image, NAME) ||
           ox_module_is_declared(host, &ox_handling_capacities[OX_CAPACITY_BREAKS]) ||
           ox_module_is_declared(host, &ox_handling_capacities[OX_CAPACITY_PIECES]);
}

static void need_world(const ox_module_host *host, void *state, ox_world_needs *needs) {
    const uint32_t pieces = ox_module_capacity(host, &ox_handling_capacities[OX_CAPACITY_PIECES]);
    (void)state;
    if (!is_wanted(host)) return;
    needs->components++;
    needs->systems++;
    needs->objects += pieces;
    needs->placed += pieces;
}

static ox_status join_world(const ox_module_host *host, void *state, ox_world *world) {
    static const ox_component_ops ops = {.give = give_breaks};
    (void)state;
    if (!is_wanted(host)) return OX_OK;
    const int number =
        ox_module_join(host, world,
                       &(ox_component_type){.name = BREAKS,
                                            .capacity = (uint16_t)ox_module_capacity(
                                                host, &ox_handling_capacities[OX_CAPACITY_BREAKS]),
                                            .record = &ox_breaks_type,
                                            .ops = &ops});
    return number < 0 ? (ox_status)number : OX_OK;
}

static ox_status begin_scene(const ox_module_host *host, void **state) {
    ox_physics *physics = ox_module_state(host, OX_NAME("physics"));
    *state = NULL;
    if (!is_wanted(host) || physics == NULL) return OX_OK;
    ox_handling *h = OX_PUSH(host->resident, ox_handling, 1);
    const uint32_t words_of = (host->world->config.objects + 31u) / 32u;
    uint32_t *reached = OX_PUSH(host->resident, uint32_t, (size_t)words_of * OX_BLASTS);
    if (h == NULL || reached == NULL)
        return ox_module_refuse(host, OX_OUT_OF_MEMORY, 0, "no room for explosions; raise `budget`");
    *h = (ox_handling){.host = host,
                       .world = host->world,
                       .physics = physics,
                       .type = ox_world_component(host->world, BREAKS),
                       .reached = reached,
                       .words = words_of};
    const int system = ox_world_add_system(host->world, &handling_system, h);
    if (system < 0) return (ox_status)system;
    *state = h;
    return OX_OK;
}

ox_handling *ox_console_handling(const ox_console *console) {
    return ox_module_state(ox_console_modules(console), NAME);
}

static const ox_module_event events[] = {
    {"Blast(at: vec3, strength: fx)",
     "told to an object with a body: an explosion reached it, with so many newton seconds"},
    {"Broke(what: name, at: vec3, pieces: int)", "something of that type broke, into so many pieces"}};

static const uint32_t needs[] = {OX_NAME("collision"), OX_NAME("physics"), 0};

const ox_module ox_handling_module = {.id = NAME,
                                      .name = "handling",
                                      .needs = needs,
                                      .capacities = ox_handling_capacities,
                                      .capacity_count = OX_HANDLING_CAPACITIES,
                                      .natives = ox_handling_native_rows,
                                      .native_count = OX_HANDLING_NATIVES,
                                      .events = events,
                                      .event_count = sizeof events / sizeof *events,
                                      .words = words,
                                      .begin = begin_scene,
                                      .world_needs = need_world,
                                      .join = join_world,
                                      .list = list_state};
