/* Tweens in the scenes of a console, and what scripts call of them. */
#include "kernel/tween/module.h"

#include "kernel/type/name.h"

#define NAME OX_NAME("tween")

enum { TWEEN = 56 };

OX_CAPACITY_HOLDS(TWEEN - sizeof(ox_component_head), ox_tween);

const ox_capacity ox_tween_capacities[OX_TWEEN_CAPACITIES] = {
    [OX_CAPACITY_TWEENS] = {"tweens", 32, 4096, TWEEN}};

typedef struct tween_state {
    const ox_module_host *host;
    ox_tweens tweens;
    bool is_full; /* a tween found no room, and the log says so */
} tween_state;

/* Stands for the state while the scene is built anew: its objects may come back with tweens. */
static const tween_state scene_before;

/* ---- words of cart.txt ---- */

static const char *const ways[] = {"forth", "back", NULL};
static const ox_module_option options[] = {
    {"to", NULL, OX_OPTION_MEMBER, OX_TWEEN_CELL_TO, true},
    {"from", NULL, OX_OPTION_MEMBER, OX_TWEEN_CELL_FROM, false},
    {"time", NULL, OX_OPTION_SECONDS, OX_TWEEN_CELL_STEPS, true},
    {"delay", NULL, OX_OPTION_SECONDS, OX_TWEEN_CELL_DELAY, false},
    {"times", NULL, OX_OPTION_COUNT, OX_TWEEN_CELL_TIMES, false},
    {"curve", ox_tween_curves, OX_OPTION_CHOICE, OX_TWEEN_CELL_CURVE, false},
    {"way", ways, OX_OPTION_CHOICE, OX_TWEEN_CELL_WAY, false},
    {NULL, NULL, 0, 0, false}};
static const ox_module_word words[] = {
    {"tween", NULL, options,
     "with tween=FIELD to=VALUE time=SECONDS [from=VALUE] [delay=SECONDS] [times=N, 0 without end] "
     "[way=back]\n"
     "        [curve=sine|quadratic|cubic|quartic|exponential|back|elastic|bounce with _in, _out or _in_out; "
     "smoothstep, smootherstep]",
     "a field of the object above goes to a value: pos, angle, size, pitch, roll, spin, orbit, bob ..."},
    {NULL, NULL, NULL, NULL, NULL}};

/* ---- members ---- */

static bool find_member(const ox_module_host *host, ox_id name, ox_module_member *member) {
    const ox_module *module;
    for (uint32_t i = 0; (module = ox_module_at(host, i)) != NULL; i++)
        if (ox_module_find_member(module, name, member)) return true;
    return false;
}

static void tell_end(void *of, ox_world *world, ox_object *object, const ox_tween *tween) {
    const tween_state *s = of;
    const ox_event_service events = ox_engine_events(s->host->engine);
    const ox_module *module;
    ox_id name = 0;
    (void)world;
    for (uint32_t i = 0; name == 0 && (module = ox_module_at(s->host, i)) != NULL; i++)
        name = ox_module_name_member(module, tween->component, tween->field);
    const int32_t arguments[2] = {(int32_t)object->handle.bits, (int32_t)(name == 0 ? tween->field : name)};
    events.operations->post(events.state, OX_NAME("tweened"), arguments, 2);
}

/* ---- lives ---- */

static bool is_wanted(const ox_module_host *host, const void *state) {
    return state != NULL || ox_module_is_declared(host, &ox_tween_capacities[OX_CAPACITY_TWEENS]) ||
           ox_module_is_used(host->image, NAME) || ox_scene_gives(host->scene, NAME);
}

static void need_world(const ox_module_host *host, void *state, ox_world_needs *needs) {
    if (!is_wanted(host, state)) return;
    needs->components++;
    needs->systems++;
}

static ox_status join_world(const ox_module_host *host, void *state, ox_world *world) {
    if (!is_wanted(host, state)) return OX_OK;
    const ox_component_type type =
        ox_tween_component((uint16_t)ox_module_capacity(host, &ox_tween_capacities[OX_CAPACITY_TWEENS]));
    const int number = ox_module_join(host, world, &type);
    return number < 0 ? (ox_status)number : OX_OK;
}

static void run_phase(void *of, ox_world *world, ox_phase phase, uint32_t bucket) {
    tween_state *s = of;
    (void)phase;
    if (bucket != 0 || s->host->scene->paused) return;
    ox_tweens_step(&s->tweens);
    if (s->is_full || world->components[s->tweens.type].refused == 0) return;
    s->is_full = true;
    ox_log_write(s->host->log, PLAT_LOG_WARNING, "more than %u tweens at once: raise `capacity tweens`",
                 (unsigned)world->components[s->tweens.type].type->capacity);
}

static const ox_system tweens_system = {
    .name = OX_NAME("tweens"), .phases = 1u << OX_PHASE_POSES, .run = run_phase};

static ox_status begin_scene(const ox_module_host *host, void **state) {
    const int type = ox_world_component(host->world, NAME);
    *state = NULL;
    if (type < 0) return OX_OK;
    tween_state *s = OX_PUSH(host->resident, tween_state, 1);
    if (s == NULL) return OX_OUT_OF_MEMORY;
    *s = (tween_state){.host = host,
                       .tweens = {.world = host->world, .type = (uint32_t)type, .ended = tell_end}};
    s->tweens.context = s;
    const int system = ox_world_add_system(host->world, &tweens_system, s);
    if (system < 0) return (ox_status)system;
    *state = s;
    return OX_OK;
}

static void end_scene(const ox_module_host *host, void **state, ox_module_end how) {
    (void)host;
    *state = how == OX_END_TO_GO_ON ? (void *)(uintptr_t)&scene_before : NULL;
}

/* ---- natives ---- */

static ox_world *world_of(const ox_script_call *call) { return ox_module_of_call(call)->world; }

/* Object and member of a call: false, and *answer, where the call names none. */
static bool find_field(ox_script_call *call, ox_object **object, ox_module_member *member,
                       ox_script_answer *answer) {
    *object = ox_module_object_at(call, 0);
    *answer = ox_script_refuse(call, *object == NULL ? 0 : 1);
    return *object != NULL && find_member(ox_module_of_call(call), (ox_id)call->arguments[1], member);
}

/* Starts a tween. The values stand behind the name of the field, then steps and curve. */
static ox_script_answer start_tween(ox_script_call *call, uint32_t values, bool is_kind(uint32_t kind)) {
    ox_object *object;
    ox_module_member member;
    ox_script_answer answer;
    ox_world *world = world_of(call);
    if (!find_field(call, &object, &member, &answer)) return answer;
    const int type = ox_world_component(world, member.component);
    if (ox_world_component(world, NAME) < 0) {
        ox_log_write(ox_module_of_call(call)->log, PLAT_LOG_WARNING,
                     "the first tween of a cart that had none: begin it anew, or write `capacity tweens N`");
        return answer;
    }
    if (type < 0 || !member.is_writable || !ox_component_has(world, object, (uint32_t)type)) return answer;
    if (!is_kind(member.field->kind) || values > member.values) return ox_script_refuse(call, 2);
    const int32_t steps = call->arguments[2 + values];
    if (steps <= 0 || steps > 65535) return ox_script_refuse(call, 3);
    ox_tween tween = {.component = member.component,
                      .field = member.field->name,
                      .steps = (uint16_t)steps,
                      .times = 1,
                      .curve = (uint8_t)ox_tween_curve((ox_id)call->arguments[3 + values]),
                      .values = (uint8_t)values};
    if (tween.curve == EASE_COUNT) return ox_script_refuse(call, 4);
    for (uint32_t i = 0; i < values; i++)
        tween.to[i] =
            member.field->kind == OX_I16 ? (int16_t)(uint16_t)call->arguments[2 + i] : call->arguments[2 + i];
    call->results[0] = ox_tween_start(world, object, &tween) == OX_OK;
    return OX_SCRIPT_DONE;
}

static bool is_fraction(uint32_t kind) { return kind == OX_FX; }
static bool is_angle(uint32_t kind) { return kind == OX_ANGLE || kind == OX_I16; }
static bool is_whole(uint32_t kind) { return kind != OX_FX && kind != OX_ANGLE && kind != OX_I16; }

static ox_script_answer native_tween(ox_script_call *call) { return start_tween(call, 1, is_fraction); }
static ox_script_answer native_tween_place(ox_script_call *call) { return start_tween(call, 3, is_fraction); }
static ox_script_answer native_tween_angle(ox_script_call *call) { return start_tween(call, 1, is_angle); }
static ox_script_answer native_tween_int(ox_script_call *call) { return start_tween(call, 1, is_whole); }

/* The tween that a call is about, NULL for none; false, and *answer, for arguments that are wrong. */
static bool find_tween(ox_script_call *call, ox_tween **tween, ox_module_member *member,
                       ox_script_answer *answer) {
    ox_object *object;
    if (!find_field(call, &object, member, answer)) return false;
    *tween = ox_tween_find(world_of(call), object, member->component, member->field->name);
    *answer = OX_SCRIPT_DONE;
    return true;
}

static ox_script_answer native_tween_delay(ox_script_call *call) {
    ox_tween *tween;
    ox_module_member member;
    ox_script_answer answer;
    if (call->arguments[2] < 0 || call->arguments[2] > 65535) return ox_script_refuse(call, 2);
    if (find_tween(call, &tween, &member, &answer) && tween != NULL)
        tween->delay = (uint16_t)call->arguments[2];
    return answer;
}

static ox_script_answer native_tween_repeat(ox_script_call *call) {
    ox_tween *tween;
    ox_module_member member;
    ox_script_answer answer;
    if (call->arguments[2] < 0 || call->arguments[2] > 65535) return ox_script_refuse(call, 2);
    if (!find_tween(call, &tween, &member, &answer) || tween == NULL) return answer;
    tween->times = (uint16_t)call->arguments[2];
    tween->flags &= (uint8_t)~OX_TWEEN_BACK;
    if (call->arguments[3] != 0) tween->flags |= OX_TWEEN_BACK;
    return answer;
}

static ox_script_answer native_tween_stop(ox_script_call *call) {
    ox_tween *tween;
    ox_module_member member;
    ox_script_answer answer;
    if (find_tween(call, &tween, &member, &answer) && tween != NULL)
        (void)ox_tween_stop(world_of(call), ox_module_object_at(call, 0), member.component,
                            member.field->name);
    return answer;
}

static ox_script_answer native_tweening(ox_script_call *call) {
    ox_tween *tween;
    ox_module_member member;
    ox_script_answer answer;
    if (find_tween(call, &tween, &member, &answer)) call->results[0] = tween != NULL;
    return answer;
}

/* ---- the tables ---- */

const ox_script_native ox_tween_native_rows[OX_TWEEN_NATIVES] = {
    OX_SCRIPT_NATIVE(tween, SIM, ALL, 32, "b(onfin)",
                     "tween(who: obj, field: name, goal: fx, steps: int, curve: name) -> bool",
                     "a field goes to a value from where it is: tween(self, 'size', 2.0, 30t, 'back_out'); "
                     "false when there is no room"),
    OX_SCRIPT_NATIVE(
        tween_place, SIM, ALL, 32, "b(on3in)",
        "tween_place(who: obj, field: name, goal: vec3, steps: int, curve: name) -> bool",
        "the same of a field with three values: tween_place(self, 'pos', goal, 1s, 'sine_in_out')"),
    OX_SCRIPT_NATIVE(
        tween_angle, SIM, ALL, 32, "b(onain)",
        "tween_angle(who: obj, field: name, goal: angle, steps: int, curve: name) -> bool",
        "the same of an angle, the short way round: tween_angle(self, 'angle', 90deg, 1s, 'linear')"),
    OX_SCRIPT_NATIVE(tween_int, SIM, ALL, 32, "b(oniin)",
                     "tween_int(who: obj, field: name, goal: int, steps: int, curve: name) -> bool",
                     "the same of a whole number"),
    OX_SCRIPT_NATIVE(tween_delay, SIM, ALL, 16, "v(oni)", "tween_delay(who: obj, field: name, steps: int)",
                     "the tween of a field waits so long before it goes on"),
    OX_SCRIPT_NATIVE(tween_repeat, SIM, ALL, 16, "v(onib)",
                     "tween_repeat(who: obj, field: name, times: int, back: bool)",
                     "the tween of a field is played so often, 0 without end; with `back` every second time "
                     "leads back"),
    OX_SCRIPT_NATIVE(tween_stop, SIM, ALL, 16, "v(on)", "tween_stop(who: obj, field: name)",
                     "ends the tween of a field where it is"),
    OX_SCRIPT_NATIVE(tweening, QUERY, ALL, 16, "b(on)", "tweening(who: obj, field: name) -> bool",
                     "whether a tween of a field is on its way"),
};

static const ox_module_event events[] = {
    {"Tweened(who: obj, field: name)", "a tween is done: on Tweened(who, field) when who == self"}};

const ox_module ox_tween_module = {.id = NAME,
                                   .name = "tween",
                                   .capacities = ox_tween_capacities,
                                   .capacity_count = OX_TWEEN_CAPACITIES,
                                   .natives = ox_tween_native_rows,
                                   .native_count = OX_TWEEN_NATIVES,
                                   .events = events,
                                   .event_count = 1,
                                   .words = words,
                                   .begin = begin_scene,
                                   .end = end_scene,
                                   .world_needs = need_world,
                                   .join = join_world};
