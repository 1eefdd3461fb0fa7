/* A game in C on the console: the parts it declares - world, events, commands, timers, random numbers, rewind -
 * are there when it starts, and run in the one order of the kernel. Here two frogs cross a road. */
#include "kernel/debug/break.h"
#include "kernel/runtime/module.h"
#include "kernel/saving/module.h"
#include "rom/carts/examples/example.h"

/* 1. The component: a frog is a place and a number of leaps. A table of fields says so once; hash, saves,
 * recordings and reports go by the table. */
typedef struct frog {
    int32_t lane, leaps;
} frog;
static const ox_field frog_fields[] = {OX_FIELD(frog, lane, OX_I32, OX_SIM),
                                       OX_FIELD(frog, leaps, OX_I32, OX_SIM)};
static const ox_type frog_record = OX_TYPE(frog, frog_fields, 1);
static const frog begins = {0, 0};
static const ox_object_type frog_type = {
    .name = OX_NAME("frog"), .capacity = 4, .record = &frog_record, .start = &begins};
static const ox_object_type *const types[] = {&frog_type};

enum { EVENT_ACROSS, COMMAND_LEAP = 0, FROG = 0, LANES = 4 };

typedef struct crossing {
    ox_console *console;
    ox_log *out;
    ox_handle frogs[2];
    uint32_t across;
} crossing;

/* 2. The function of a command gets the object that the command is for, its record, and the game. */
static ox_answer leap(void *who, const ox_command *command) {
    const ox_actor *actor = who;
    crossing *c = actor->state;
    frog *f = actor->data;
    f->leaps++;
    f->lane += command->arguments.shorts[0];
    if (f->lane < LANES) return OX_HANDLED;
    f->lane = 0;
    ox_event across;
    ox_event_begin(&across, EVENT_ACROSS, actor->object->handle, OX_HANDLE_NONE);
    (void)ox_events_post(ox_console_events(c->console), &across, 0);
    return OX_HANDLED;
}
static ox_command_function *const commands[] = {[COMMAND_LEAP] = leap};

/* 3. A listener hears of events. Whoever looks into the game (F1 in `oxcart run`) finds it at rest behind the step in which a frog comes across for the fifth time. */
static ox_answer count(void *of, const ox_event *event) {
    crossing *c = of;
    (void)event;
    c->across++;
    OX_BREAK_ON_HIT(ox_inspect_breaks(c->console), 5);
    return OX_HANDLED;
}

/* 4. Traffic comes by timer: every seventh step the frogs are held up by one lane. */
static void traffic(void *of, const ox_timer *timer) {
    crossing *c = of;
    ox_world *world = ox_console_world(c->console);
    (void)timer;
    for (ox_object *o = ox_world_first(world, FROG); o != NULL; o = ox_world_next(world, o)) {
        frog *f = ox_object_data(world, o);
        if (f->lane > 0) f->lane--;
    }
}
static ox_timer_call *const calls[] = {traffic};

/* 5. The plan: everything that it names is made out of the cart's budget, as many of each as cart.txt says. */
static const ox_id events[] = {OX_NAME("across")};
static const ox_id streams[] = {OX_NAME("frogs")};
static const ox_runtime_plan plan = {.objects = types,
                                     .object_count = 1,
                                     .events = events,
                                     .event_count = 1,
                                     .commands = commands,
                                     .command_count = 1,
                                     .timers = calls,
                                     .timer_count = 1,
                                     .random = streams,
                                     .random_count = 1,
                                     .seed = 5,
                                     .rewind = 120};

/* 6. The start: everything that the plan names is there. */
static ox_status start_crossing(void *of, ox_console *console) {
    crossing *c = of;
    c->console = console;
    for (int i = 0; i < 2; i++)
        if (ox_world_create(ox_console_world(console), OX_NAME("frog"), &c->frogs[i]) == NULL)
            return OX_OUT_OF_MEMORY;
    ox_interest interest = {.type = EVENT_ACROSS};
    if (ox_events_listen(ox_console_events(console), interest, count, c).bits == 0) return OX_FULL;
    ox_timer cars = {.name = OX_NAME("cars"), .period = 7};
    return ox_timers_add(ox_console_timers(console), cars, 7);
}

/* 7. A step turns input into commands; these frogs leap by themselves, now and then two lanes at once. */
static void step_frogs(void *of, const ox_input *input) {
    crossing *c = of;
    rng32 *luck = ox_random_stream_of(ox_console_random(c->console), OX_NAME("frogs"));
    (void)input;
    for (int i = 0; i < 2; i++) {
        ox_command command = {.type = COMMAND_LEAP, .actor = c->frogs[i]};
        command.arguments.shorts[0] = (int16_t)(1 + (rng_below(luck, 5) == 0));
        if (rng_below(luck, 3) == 0) (void)!ox_commands_push(ox_console_commands(c->console), &command);
    }
}

static void tell_crossing(const crossing *c, ox_log *out) {
    ox_world *world = ox_console_world(c->console);
    const frog *one = ox_object_data(world, ox_world_get(world, c->frogs[0]));
    const frog *two = ox_object_data(world, ox_world_get(world, c->frogs[1]));
    SAY("step %u: lanes %d and %d, %d leaps, state %08x", (unsigned)ox_console_tick(c->console),
        (int)one->lane, (int)two->lane, (int)(one->leaps + two->leaps),
        (unsigned)ox_console_state_hash(c->console));
}

void example(plat *platform, ox_log *out) {
    static _Alignas(16) uint8_t image[32768];
    static const example_capacity rows[] = {{"objects", 8},  {"object-types", 2}, {"events", 8},
                                            {"timers", 4},   {"commands", 8},     {"snapshot-blocks", 4},
                                            {"observers", 4}};
    static crossing c;
    const ox_cart cart = {.name = "crossing",
                          .start = start_crossing,
                          .step = step_frogs,
                          .state = &c,
                          .modules = OX_RUNTIME,
                          .runtime = &plan};
    c = (crossing){.out = out};

    /* 8. A cart has its image from `oxcart pack`, with the rows of its cart.txt; this example puts one together. */
    uint32_t size = example_image(image, sizeof image, 96 * 1024, rows, sizeof rows / sizeof rows[0]);
    ox_boot_options options = ox_boot_defaults(platform, image, size);
    ox_error error;
    options.deterministic = true;
    options.log_subsystems = false;
    options.cart = &cart;
    ox_console *console = ox_console_boot(&options, &error);
    if (console == NULL) {
        SAY("%s", error.text);
        return;
    }
    for (int i = 0; i < 60; i++) (void)ox_console_frame(console);
    tell_crossing(&c, out);
    for (int i = 0; i < 60; i++) (void)ox_console_frame(console);
    tell_crossing(&c, out);
    SAY("%u times across", (unsigned)c.across);

    /* 9. Going back by a second gives the same moment again, to the bit; going forward, what had happened. */
    if (ox_console_rewind(console, 60) != OX_OK) return;
    tell_crossing(&c, out);
    if (ox_console_forward(console, 60) != OX_OK) return;
    tell_crossing(&c, out);
    (void)ox_console_close(console);
}
