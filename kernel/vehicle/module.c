/* Vehicles: words of cart.txt, natives, pictures of wheels. */
#include "kernel/vehicle/module.h"

#include "kernel/console/console.h"
#include "kernel/engine/limit.h"
#include "kernel/type/name.h"

#define NAME OX_NAME("vehicle")
#define AXLE OX_NAME("axle")

enum { MOST = 256, VEHICLE_BYTES = 88, AXLE_BYTES = 128 };
OX_CAPACITY_HOLDS(VEHICLE_BYTES - sizeof(ox_component_head), ox_vehicle);
OX_CAPACITY_HOLDS(AXLE_BYTES - sizeof(ox_component_head), ox_axle);
OX_LIMIT(MOST, ox_component_type, capacity, "numbers of components are 16 bits");

const ox_capacity ox_vehicle_capacities[OX_VEHICLE_CAPACITIES] = {
    [OX_CAPACITY_VEHICLES] = {"vehicles", 8, MOST, VEHICLE_BYTES},
    [OX_CAPACITY_AXLES] = {"axles", 16, 2 * MOST, AXLE_BYTES}};

#define VEHICLE_FIELD(name, field, writable, type, about)                                                    \
    OX_SCRIPT_FIELD(name, vehicle, field, &ox_vehicle_type, writable, type, about)
static const ox_script_field field_rows[OX_VEHICLE_FIELDS] = {
    VEHICLE_FIELD(top_speed, top, true, "fx", "of a vehicle, in metres a second"),
    VEHICLE_FIELD(wheel_speed, wheel_speed, false, "fx",
                  "how fast the tyres of its driven wheels go, in metres a second"),
    VEHICLE_FIELD(slip, slip, false, "fx",
                  "how fast the worst tyre of a vehicle slides over the ground, in metres a second"),
    VEHICLE_FIELD(wheels_down, wheels_down, false, "int", "how many wheels of a vehicle stand on something")};

/* ---- words of cart.txt ---- */

enum {
    CELL_PULL = OX_GIVEN_FIRST,
    CELL_TOP,
    CELL_REVERSE,
    CELL_BRAKES,
    CELL_COAST,
    CELL_TURN,
    CELL_STEADY,
    CELL_DOWN,
    CELL_LOCK,
    CELL_TIP
};
static const char *const vehicles[] = {"car", NULL};
static const ox_module_option vehicle_options[] = {{"pull", NULL, OX_OPTION_NUMBER, CELL_PULL, false},
                                                   {"top", NULL, OX_OPTION_NUMBER, CELL_TOP, false},
                                                   {"reverse", NULL, OX_OPTION_NUMBER, CELL_REVERSE, false},
                                                   {"brakes", NULL, OX_OPTION_NUMBER, CELL_BRAKES, false},
                                                   {"coast", NULL, OX_OPTION_NUMBER, CELL_COAST, false},
                                                   {"turn", NULL, OX_OPTION_NUMBER, CELL_TURN, false},
                                                   {"steady", NULL, OX_OPTION_NUMBER, CELL_STEADY, false},
                                                   {"down", NULL, OX_OPTION_NUMBER, CELL_DOWN, false},
                                                   {"lock", NULL, OX_OPTION_NUMBER, CELL_LOCK, false},
                                                   {"tip", NULL, OX_OPTION_NUMBER, CELL_TIP, false},
                                                   {NULL, NULL, 0, 0, false}};

enum {
    CELL_RADIUS = OX_GIVEN_FIRST,
    CELL_TRAVEL,
    CELL_SPRING,
    CELL_DAMPING,
    CELL_STEER,
    CELL_DRIVE,
    CELL_ROLL,
    CELL_GRIP,
    CELL_MESH,
    CELL_AT /* three */
};
static const char *const axles[] = {"front", "middle", "rear", "last", NULL};
static const char *const meshes[] = {"mesh", NULL};
static const ox_module_option axle_options[] = {{"at", NULL, OX_OPTION_VECTOR, CELL_AT, true},
                                                {"radius", NULL, OX_OPTION_NUMBER, CELL_RADIUS, false},
                                                {"travel", NULL, OX_OPTION_NUMBER, CELL_TRAVEL, false},
                                                {"spring", NULL, OX_OPTION_NUMBER, CELL_SPRING, false},
                                                {"damping", NULL, OX_OPTION_NUMBER, CELL_DAMPING, false},
                                                {"steer", NULL, OX_OPTION_NUMBER, CELL_STEER, false},
                                                {"drive", NULL, OX_OPTION_NUMBER, CELL_DRIVE, false},
                                                {"roll", NULL, OX_OPTION_NUMBER, CELL_ROLL, false},
                                                {"grip", NULL, OX_OPTION_NUMBER, CELL_GRIP, false},
                                                {"mesh", meshes, OX_OPTION_NAME, CELL_MESH, false},
                                                {NULL, NULL, 0, 0, false}};

static const ox_module_word words[] = {
    {"vehicle", vehicles, vehicle_options,
     "with vehicle=car [pull=M/S2] [top=M/S] [reverse=M/S] [brakes=M/S2] [coast=M/S2]\n"
     "        [turn=PER_SECOND] [steady=0..16] [down=0..16] [lock=0..1] [tip=0..1]",
     "the free body above is a car on the wheels of `with axle=`, which drive(self, throttle, steering, "
     "brake) drives"},
    {"axle", axles, axle_options,
     "with axle=front|middle|rear|last at=X,Y,Z [radius=M] [travel=M] [spring=HERTZ] [damping=0..4]\n"
     "        [steer=DEGREES] [drive=SHARE] [roll=0..4] [grip=0..16] [mesh=MESH]",
     "two wheels of the vehicle above, at both sides of it; one where X is 0"},
    {NULL, NULL, NULL, NULL, NULL}};

static void give_vehicle(ox_world *world, ox_object *object, const ox_given *given) {
    const int type = ox_world_component(world, NAME);
    ox_vehicle *v = type < 0 ? NULL : ox_component_get(world, object, (uint32_t)type);
    if (v == NULL && type >= 0) v = ox_component_add(world, object, (uint32_t)type);
    if (v == NULL) return;
    ox_given_number(given, CELL_PULL, 0, 100 * FX_ONE, &v->pull);
    ox_given_number(given, CELL_TOP, FX_ONE, 300 * FX_ONE, &v->top);
    ox_given_number(given, CELL_REVERSE, 0, 300 * FX_ONE, &v->reverse);
    ox_given_number(given, CELL_BRAKES, 0, 100 * FX_ONE, &v->brakes);
    ox_given_number(given, CELL_COAST, 0, 100 * FX_ONE, &v->coast);
    ox_given_number(given, CELL_TURN, FX_ONE / 16, 100 * FX_ONE, &v->turn);
    ox_given_number(given, CELL_STEADY, 0, 16 * FX_ONE, &v->steady);
    ox_given_number(given, CELL_DOWN, 0, 16 * FX_ONE, &v->down);
    ox_given_number(given, CELL_LOCK, 0, FX_ONE, &v->lock);
    ox_given_number(given, CELL_TIP, 0, FX_ONE, &v->tip);
}

/* The axle of that name, which an object may have from its type. */
static ox_axle *find_axle(const ox_world *world, const ox_object *object, uint32_t type, ox_id which) {
    ox_component c;
    for (bool more = ox_component_first(world, object, &c); more; more = ox_component_next(world, object, &c))
        if (c.type == type && ((ox_axle *)c.data)->which == which) return c.data;
    return NULL;
}

static void give_axle(ox_world *world, ox_object *object, const ox_given *given) {
    const int type = ox_world_component(world, AXLE);
    const ox_id which = (ox_id)given->cells[OX_GIVEN_FIELD];
    ox_axle *a = type < 0 ? NULL : find_axle(world, object, (uint32_t)type, which);
    if (a == NULL && type >= 0) {
        a = ox_component_add(world, object, (uint32_t)type);
        if (a == NULL) return;
        a->which = which;
        if (which == OX_NAME("front")) a->steer = 30 * FX_ONE;
        if (which == OX_NAME("rear")) a->drive = FX_ONE;
    }
    if (a == NULL) return;
    for (uint32_t i = 0; i < 3; i++)
        ox_given_number(given, CELL_AT + i, -64 * FX_ONE, 64 * FX_ONE, &a->at[i]);
    ox_given_number(given, CELL_RADIUS, FX(0.02), 16 * FX_ONE, &a->radius);
    ox_given_number(given, CELL_TRAVEL, FX(0.01), 16 * FX_ONE, &a->travel);
    ox_given_number(given, CELL_SPRING, FX(0.2), 15 * FX_ONE, &a->spring);
    ox_given_number(given, CELL_DAMPING, 0, 4 * FX_ONE, &a->damping);
    ox_given_number(given, CELL_STEER, -80 * FX_ONE, 80 * FX_ONE, &a->steer);
    ox_given_number(given, CELL_DRIVE, 0, 16 * FX_ONE, &a->drive);
    ox_given_number(given, CELL_ROLL, 0, 4 * FX_ONE, &a->roll);
    ox_given_number(given, CELL_GRIP, 0, 16 * FX_ONE, &a->grip);
    if (ox_given_says(given, CELL_MESH)) a->mesh = (ox_id)given->cells[CELL_MESH];
}

/* ---- natives ---- */

static ox_script_answer native_drive(ox_script_call *call) {
    const ox_module_host *host = ox_module_of_call(call);
    const ox_vehicles *v = ox_module_state(host, NAME);
    const ox_object *object = ox_world_get(host->world, (ox_handle){(uint32_t)call->arguments[0]});
    ox_vehicle *vehicle = v == NULL || object == NULL ? NULL : ox_vehicle_of(v, object);
    if (object == NULL) return ox_script_refuse(call, 0);
    if (vehicle == NULL) return ox_script_refuse_because(call, "is given an object that is no vehicle");
    ox_vehicle_drive(vehicle, call->arguments[1], call->arguments[2], call->arguments[3]);
    return OX_SCRIPT_DONE;
}

const ox_script_native ox_vehicle_native_rows[OX_VEHICLE_NATIVES] = {
    OX_SCRIPT_NATIVE(
        drive, SIM, ALL, 8, "v(offf)", "drive(who: obj, throttle: fx, steering: fx, brake: fx)",
        "what the driver of a vehicle does in this step: throttle -1.0 (brakes, then backwards) .. "
        "1.0, steering -1.0 (left) .. 1.0, brake 0.0 .. 1.0"),
};

/* ---- pictures ---- */

static void draw_wheels(const ox_module_host *host, void *state, ox_module_pass pass, rs_frame *frame,
                        uf16 fraction) {
    const ox_vehicles *v = state;
    ox_object *object;
    void *data;
    (void)fraction;
    if (pass != OX_PASS_SOLID) return;
    for (uint32_t at = 0; (at = ox_component_each(v->world, v->axle_type, at, &object, &data)) != 0;) {
        const ox_axle *axle = data;
        if (axle->mesh == OX_ID_NONE || (object->flags & OX_OBJECT_VISIBLE) == 0) continue;
        const ox_mesh *mesh = ox_resource_mesh(host->resources, axle->mesh);
        if (mesh == NULL) continue;
        const mat34 car = ox_scene_drawn(host->scene, object);
        const uint32_t wheels = ox_axle_wheels(axle);
        for (uint32_t i = 0; i < wheels; i++) {
            const mat34 own = ox_axle_wheel(axle, i), place = m34_mul(&car, &own);
            (void)rs_frame_mesh(frame, &mesh->mesh, &place, mesh->materials);
        }
    }
}

/* Holds the mesh of an axle. */
static ox_status hold_mesh(const ox_module_host *host, void *context, ox_id mesh) {
    (void)context;
    (void)ox_resource_mesh(host->resources, mesh);
    return OX_OK;
}

/* ---- lives ---- */

static void run_phase(void *context, ox_world *world, ox_phase phase, uint32_t bucket) {
    (void)world, (void)bucket;
    if (phase == OX_PHASE_FORCES)
        ox_vehicles_step(context);
    else
        ox_vehicles_end(context);
}

static const ox_system vehicle_system = {
    .name = NAME, .phases = 1u << OX_PHASE_FORCES | 1u << OX_PHASE_WRITE_BACK, .run = run_phase};

static bool tell_full(const ox_module_host *host, void *state) {
    ox_vehicles *v = state;
    const ox_component_store *cars = &v->world->components[v->type],
                             *rows = &v->world->components[v->axle_type];
    if (v->is_told || (cars->refused == 0 && rows->refused == 0)) return true;
    v->is_told = true;
    ox_log_write(host->log, PLAT_LOG_WARNING, "more than %u %s at once: raise `capacity %s`",
                 (unsigned)(cars->refused > 0 ? cars : rows)->type->capacity,
                 cars->refused > 0 ? "vehicles" : "axles", cars->refused > 0 ? "vehicles" : "axles");
    return true;
}

static const ox_component_ops vehicle_ops = {.give = give_vehicle}, axle_ops = {.give = give_axle};
static const ox_module_wanted wanted[] = {
    {{.name = NAME, .record = &ox_vehicle_type, .ops = &vehicle_ops}, OX_CAPACITY_VEHICLES},
    {{.name = AXLE, .record = &ox_axle_type, .ops = &axle_ops}, OX_CAPACITY_AXLES}};

static ox_status begin_scene(const ox_module_host *host, void **state) {
    const int type = ox_world_component(host->world, NAME);
    *state = NULL;
    if (type < 0) return OX_OK;
    ox_physics *physics = ox_module_state(host, OX_NAME("physics"));
    if (physics == NULL) return OX_OK; /* nothing has a body */
    ox_vehicles *v = OX_PUSH(host->resident, ox_vehicles, 1);
    if (v == NULL) return ox_module_refuse(host, OX_OUT_OF_MEMORY, 0, "no room for vehicles; raise `budget`");
    *v = (ox_vehicles){.host = host,
                       .world = host->world,
                       .collisions = physics->collisions,
                       .physics = physics,
                       .type = (uint32_t)type,
                       .axle_type = (uint32_t)ox_world_component(host->world, AXLE)};
    const int system = ox_world_add_system(host->world, &vehicle_system, v);
    if (system < 0) return (ox_status)system;
    const ox_module_named named = {v->axle_type, CELL_MESH, offsetof(ox_axle, mesh)};
    (void)ox_module_each_named(host, &named, hold_mesh, NULL);
    *state = v;
    return OX_OK;
}

ox_vehicles *ox_console_vehicles(const ox_console *console) {
    return ox_module_state(ox_console_modules(console), NAME);
}

static const uint32_t needs[] = {OX_NAME("collision"), OX_NAME("physics"), 0};

const ox_module ox_vehicle_module = {.id = NAME,
                                     .name = "vehicle",
                                     .needs = needs,
                                     .capacities = ox_vehicle_capacities,
                                     .capacity_count = OX_VEHICLE_CAPACITIES,
                                     .natives = ox_vehicle_native_rows,
                                     .native_count = OX_VEHICLE_NATIVES,
                                     .fields = field_rows,
                                     .field_count = OX_VEHICLE_FIELDS,
                                     .words = words,
                                     .begin = begin_scene,
                                     .stepped = tell_full,
                                     .wanted = wanted,
                                     .wanted_count = 2,
                                     .wanted_systems = 1,
                                     .draw = draw_wheels};
