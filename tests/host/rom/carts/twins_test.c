/* Examples in Goad and in C are the same game: both are packed and played with the same buttons, and after every
 * step everything that both have is equal. One hash for each of the two is compared, over
 *
 *     objects            by slot: handle, name, type, flags, tags, area, bucket, clock
 *     components         of each object, that both worlds know, with all their fields: place, model,
 *                        attachment, element, tween ...
 *     systems            that both worlds have: objects inside of volumes, carried objects
 *     parts of the state that both consoles list (kernel/replay/state.h): player, input, levels, game,
 *                        content ...
 *     random numbers     the position of the stream of scripts
 *
 * Values that Goad keeps in variables and C in its own records are compared by their effects: in the world, or in
 * counters, which are in the part "game". Where the hashes differ, the first difference is told. */
#define _XOPEN_SOURCE 700
#include "kernel/behaviour/module.h"
#include "kernel/game/counter.h"
#include "kernel/game/module.h"
#include "kernel/time/random.h"
#include "rom/carts/examples/pairs/in_c/pairs.h"
#include "rom/carts/examples/sheepfold/in_c/sheepfold.h"
#include "tests/host/rom/carts/carts.h"
#include "tests/host/rom/carts/played_cart.h"

enum { STEPS = 3000, PAIR_STEPS = 700, PAIR_SEEDS = 2, PICTURES = 23 };

/* One of the twins: the cart in Goad, without a `cart`, or in C. */
typedef struct twin {
    const ox_cart *cart;
    char storage[64];
    writer image;
    plat *port;
    ox_console *console;
} twin;

static bool pack_twin(twin *t, const char *folder, const ox_cart *in_c) {
    static const pack_options options = {.names = true};
    pack_report report;
    tool_error error = {.text = ""};
    cart c;
    memset(t, 0, sizeof *t);
    t->cart = in_c;
    snprintf(t->storage, sizeof t->storage, "/tmp/oxcart_twins_XXXXXX");
    const int file = mkstemp(t->storage);
    bool ok = file >= 0 && close(file) == 0 && cart_load(folder, &c, &error);
    if (ok) {
        ok = pack_cart(&c, &options, &t->image, &report, &error);
        cart_free(&c);
    }
    CHECK(ok);
    if (!ok) TEST_INFO("%s: %s", folder, error.text);
    return ok;
}

static void free_twin(twin *t) {
    remove(t->storage);
    writer_free(&t->image);
}

/* Begins a twin in a scene by its id, 0 for the first scene. Kept numbers of its last end are there when it
 * begins again. */
static bool begin_twin(twin *t, uint32_t scene) {
    char said[200] = "";
    ox_error refusal = {0};
    const host_options options = {
        .quiet = true, .memory = 1 << 20, .threads = 1, .frame_limit = 1000000, .storage = t->storage};
    t->port = test_port_open(&options, said, sizeof said);
    ox_boot_options boot = quiet_options(t->port, &t->image);
    boot.modules = ox_preset_full;
    boot.cart = t->cart;
    boot.scene = scene;
    t->console = ox_console_boot(&boot, &refusal);
    CHECK(t->console != NULL);
    if (t->console == NULL) TEST_INFO("%s", refusal.text);
    return t->console != NULL;
}

static void end_twin(twin *t) {
    if (t->console != NULL) CHECK_EQ(ox_console_close(t->console), 0);
    if (t->port != NULL) host_close(t->port);
    t->console = NULL;
    t->port = NULL;
}

/* ---- data of both worlds ---- */

static bool is_alive(const ox_world *world, uint32_t slot) {
    return slot < ox_pool_peak(&world->objects) && world->objects.generations[slot] != 0 &&
           (ox_world_slot(world, slot)->flags & OX_OBJECT_DEAD) == 0;
}

static uint32_t type_of(const ox_world *world, const ox_object *object) {
    return world->types[object->type].type->name;
}

/* A component of an object, by the name that both worlds know. */
static void write_component(const ox_world *world, const ox_object *object, ox_id name, ox_writer *to) {
    const uint32_t number = (uint32_t)ox_world_component(world, name);
    void *record = ox_component_get(world, object, number);
    const ox_sim_item item = {.type = world->components[number].type->record, .record = record};
    ox_write_u32(to, name);
    ox_write_bool(to, record != NULL);
    if (record != NULL) ox_sim_item_write(&item, to);
}

static void write_object(const ox_world *world, uint32_t slot, ox_writer *to) {
    const bool alive = is_alive(world, slot);
    const ox_object *object = alive ? ox_world_slot(world, slot) : NULL;
    ox_write_bool(to, alive);
    if (!alive) return;
    const uint32_t words[] = {
        object->handle.bits, object->name,  type_of(world, object), object->flags & OX_OBJECT_SIMULATED,
        object->tags,        object->chunk, object->wanted,         object->clock};
    ox_write_words(to, words, sizeof words / sizeof words[0]);
}

static uint32_t hash_object(const twin *t, const twin *other, uint32_t slot) {
    const ox_world *world = &t->console->world;
    ox_writer to = ox_writer_hash();
    write_object(world, slot, &to);
    /* Components are taken in the order of the world in Goad, whichever twin asks. */
    const ox_world *goad = t->cart == NULL ? world : &other->console->world,
                   *c = t->cart == NULL ? &other->console->world : world;
    for (uint32_t i = 0; is_alive(world, slot) && i < goad->component_count; i++) {
        const ox_component_type *type = goad->components[i].type;
        if (type->record != NULL && ox_world_component(c, type->name) >= 0)
            write_component(world, ox_world_slot(world, slot), type->name, &to);
    }
    return to.hash;
}

/* The hash of a system that both worlds have; 0 for others. */
static uint32_t hash_system(const ox_world *world, const ox_world *other, ox_id name) {
    bool shared = false;
    uint32_t hash = 0;
    for (uint32_t i = 0; i < other->system_count; i++) shared = shared || other->systems[i]->name == name;
    for (uint32_t i = 0; shared && i < world->system_count; i++)
        if (world->systems[i]->name == name && world->systems[i]->hash != NULL)
            hash = world->systems[i]->hash(world->contexts[i], OX_FNV_START);
    return hash;
}

/* The hash of a part of the state that both consoles list; 0 for others. The world is hashed object by
 * object. */
static uint32_t hash_part(const twin *t, const twin *other, const char *name) {
    ox_sim_part own[OX_STATE_PARTS], others[OX_STATE_PARTS];
    const uint32_t count = ox_console_list_state(t->console, own),
                   other_count = ox_console_list_state(other->console, others);
    bool shared = false;
    for (uint32_t i = 0; i < other_count; i++) shared = shared || strcmp(others[i].name, name) == 0;
    for (uint32_t i = 0; shared && strcmp(name, "world") != 0 && i < count; i++)
        if (strcmp(own[i].name, name) == 0) return ox_sim_hash(&(ox_sim){&own[i], 1}, OX_FNV_START);
    return 0;
}

static uint32_t hash_luck(const twin *t) {
    ox_random *random = t->console->host.random;
    return random == NULL ? 0 : ox_random_stream_of(random, OX_NAME("scripts"))->x;
}

/* The hash of everything that both twins have. */
static uint32_t hash_of(const twin *t, const twin *other) {
    const twin *goad = t->cart == NULL ? t : other;
    ox_sim_part parts[OX_STATE_PARTS];
    ox_writer to = ox_writer_hash();
    for (uint32_t slot = 0; slot < ox_pool_peak(&t->console->world.objects); slot++)
        ox_write_u32(&to, hash_object(t, other, slot));
    for (uint32_t i = 0; i < goad->console->world.system_count; i++)
        ox_write_u32(&to, hash_system(&t->console->world, &other->console->world,
                                      goad->console->world.systems[i]->name));
    const uint32_t count = ox_console_list_state(goad->console, parts);
    for (uint32_t i = 0; i < count; i++) ox_write_u32(&to, hash_part(t, other, parts[i].name));
    ox_write_u32(&to, hash_luck(t));
    return to.hash;
}

/* ---- differences ---- */

static void tell_object(const ox_world *world, uint32_t slot) {
    const ox_object *o = is_alive(world, slot) ? ox_world_slot(world, slot) : NULL;
    const vec3 *at = o == NULL ? NULL : ox_place_of(world, o);
    if (o != NULL)
        TEST_INFO("handle %08x name %08x type %08x flags %04x tags %04x chunk %u at %d,%d,%d",
                  (unsigned)o->handle.bits, (unsigned)o->name, (unsigned)type_of(world, o),
                  (unsigned)o->flags, (unsigned)o->tags, (unsigned)o->chunk, at == NULL ? 0 : (int)at->x,
                  at == NULL ? 0 : (int)at->y, at == NULL ? 0 : (int)at->z);
}

static void tell_counters(const twin *t) {
    const ox_counters *counters = ox_game_counters(t->console);
    for (uint32_t i = 0; counters != NULL && i < counters->count; i++)
        TEST_INFO("%s: counter %08x is %d", t->cart == NULL ? "Goad" : "C", (unsigned)counters->items[i].name,
                  (int)counters->items[i].value);
}

static void tell_difference(const twin *goad, const twin *c, uint32_t step) {
    const ox_world *a = &goad->console->world, *b = &c->console->world;
    ox_sim_part parts[OX_STATE_PARTS];
    uint32_t slot = 0, slots = ox_pool_peak(&a->objects);
    if (slots < ox_pool_peak(&b->objects)) slots = ox_pool_peak(&b->objects);
    while (slot < slots && hash_object(goad, c, slot) == hash_object(c, goad, slot)) slot++;
    if (slot < slots) TEST_INFO("step %u, object %u", (unsigned)step, (unsigned)slot);
    if (slot < slots) tell_object(a, slot);
    if (slot < slots) tell_object(b, slot);
    for (uint32_t i = 0; i < a->system_count; i++)
        if (hash_system(a, b, a->systems[i]->name) != hash_system(b, a, a->systems[i]->name))
            TEST_INFO("step %u, system %08x", (unsigned)step, (unsigned)a->systems[i]->name);
    const uint32_t count = ox_console_list_state(goad->console, parts);
    for (uint32_t i = 0; i < count; i++)
        if (hash_part(goad, c, parts[i].name) != hash_part(c, goad, parts[i].name))
            TEST_INFO("step %u, part %s", (unsigned)step, parts[i].name);
    if (hash_luck(goad) != hash_luck(c)) TEST_INFO("step %u, random numbers", (unsigned)step);
    tell_counters(goad);
    tell_counters(c);
}

static bool are_equal(const twin *goad, const twin *c, uint32_t step) {
    const bool equal = hash_of(goad, c) == hash_of(c, goad);
    CHECK(equal);
    if (!equal) tell_difference(goad, c, step);
    return equal;
}

static bool step_twins(twin *goad, twin *c, const plat_input *input, uint32_t step) {
    twin *both[] = {goad, c};
    for (int k = 0; k < 2; k++) {
        ox_input_feed(both[k]->console->host.input, input);
        CHECK(ox_console_update(both[k]->console));
    }
    return are_equal(goad, c, step);
}

/* ---- the sheepfold ---- */

/* Events of the game, summed up over steps: a game in which nothing happens proves nothing. */
typedef struct happened {
    uint32_t made, most, wolves, carried, safe;
} happened;

static void look_around(const ox_world *world, happened *h) {
    const int wolf = ox_world_find_type(world, OX_NAME("wolf"));
    const uint16_t safe = ox_world_tag(world, OX_NAME("safe"));
    uint32_t safe_now = 0;
    h->most = world->alive > h->most ? world->alive : h->most;
    h->made = world->made;
    for (uint32_t slot = 0; slot < ox_pool_peak(&world->objects); slot++) {
        if (!is_alive(world, slot)) continue;
        const ox_object *object = ox_world_slot(world, slot), *by = ox_attached_to(world, object);
        h->carried += by != NULL && by->type == (uint32_t)wolf;
        h->wolves += object->type == (uint32_t)wolf;
        safe_now += (object->tags & safe) != 0;
    }
    h->safe += safe_now;
}

TEST(twins_in_goad_and_in_c_have_the_same_world) {
    static plat_input input[STEPS];
    happened all = {0};
    twin goad, c;
    const bool goad_packed = pack_twin(&goad, "rom/carts/examples/sheepfold", NULL),
               packed = pack_twin(&c, "rom/carts/examples/sheepfold/in_c", &sheepfold_cart) && goad_packed;
    for (uint32_t seed = 1; packed && seed <= 3; seed++) {
        happened h = {0};
        const bool goad_plays = begin_twin(&goad, 0), c_plays = begin_twin(&c, 0);
        make_up_input(input, STEPS, seed);
        bool equal = goad_plays && c_plays && are_equal(&goad, &c, 0);
        for (uint32_t i = 0; i < STEPS && equal; i++) {
            equal = step_twins(&goad, &c, &input[i], i + 1);
            look_around(&goad.console->world, &h);
        }
        if (goad_plays) CHECK_EQ(ox_console_script(goad.console, rom_id("script/game"))->traps, 0);
        all.made += h.made - h.most; /* objects made in slots that were used before */
        all.wolves += h.wolves;
        all.carried += h.carried;
        all.safe += h.safe;
        end_twin(&goad);
        end_twin(&c);
    }
    TEST_INFO("%u objects in used slots; steps of wolves %u, of carried sheep %u, of safe ones %u",
              (unsigned)all.made, (unsigned)all.wolves, (unsigned)all.carried, (unsigned)all.safe);
    CHECK(all.made > 10 && all.wolves > 500 && all.carried > 100 && all.safe > 200);
    free_twin(&goad);
    free_twin(&c);
}

/* ---- the pairs ---- */

/* A scene, and counters that prove that something happens in it: the greatest value of each has to reach a
 * minimum. */
enum { PROOFS = 5 };
typedef struct pair_proof {
    const char *scene;
    struct {
        const char *counter;
        int32_t least;
    } proofs[PROOFS];
} pair_proof;

static const pair_proof pair_proofs[] = {
    {"spawn", {{"copies", 3}, {"guests", 3}, {"gone", 3}}},
    {"queries", {{"put_out", 5}, {"lit", 2}}},
    {"volumes", {{"came", 3}, {"went", 3}, {"inside", 20}, {"gate", 1}}},
    {"paths", {{"metres", 20}, {"east", 2}, {"west", 2}}},
    {"layers", {{"changed", 5}, {"haunted", 200}, {"seen", 100}}},
    {"spawners", {{"made", 5}, {"alive", 2}}},
    {"waves", {{"waves", 9}, {"over", 3}, {"through", 5}, {"left", 20}}},
    {"elements", {{"steps", 2}, {"version", 2}}},
    {"areas", {{"went", 5}, {"in_wood", 50}}},
    {"events", {{"heard", 50}, {"last", 4}}},
    {"tasks", {{"blinks", 30}, {"arrived", 1}, {"burnt", 5}}},
    {"states", {{"rests", 3}, {"startled", 3}}},
    {"tweens", {{"moving", 100}, {"pos", 2}, {"size", 5}}},
    {"counters", {{"rung", 3}, {"most", 2}}},
    {"objectives", {{"begun", 4}, {"done", 3}, {"failed", 1}, {"open", 1}}},
    {"trophies", {{"won", 3}, {"gold", 10}}},
    {"flow", {{"flow", 3}, {"flow_there", 2}, {"pause", 3}}},
    {"attract", {{"titles", 3}, {"rounds", 2}, {"pressed", 2}}},
    {"kept", {{"rounds", 5}, {"score", 2}}},
    {"saves", {{"stones", 3}, {"steps", 50}}},
    {"data", {{"damage", 16}, {"now", 8}}},
    {"random", {{"thrown", 10}, {"lost", 3}}},
    {"actions", {{"jump", 20}, {"trick", 3}, {"swim", 2}, {"charged", 10}, {"shielded", 50}}},
    {"controls", {{"struck", 3}, {"taken", 3}, {"film", 2}, {"leapt", 2}, {"ride", 4}}},
    {"sounds", {{"rings", 100}}}};
enum { PAIRS = sizeof pair_proofs / sizeof pair_proofs[0] };

/* Results of a pair over all its plays. */
typedef struct pair_course {
    int32_t most[PROOFS];
    uint32_t changes; /* steps in which the common state changed */
    uint32_t returns; /* steps behind which the counter `steps` is lower */
    uint32_t pictures;
} pair_course;

static void follow_counters(const pair_proof *of, const twin *goad, pair_course *course) {
    const ox_counters *counters = ox_game_counters(goad->console);
    for (uint32_t i = 0; i < PROOFS && of->proofs[i].counter != NULL; i++) {
        const int32_t value = ox_counters_get(counters, rom_id(of->proofs[i].counter));
        if (value > course->most[i]) course->most[i] = value;
    }
}

/* Whether the pictures are the same, too. */
static bool pictures_are_equal(const twin *goad, const twin *c, pair_course *course) {
    ox_console_output(goad->console);
    ox_console_output(c->console);
    course->pictures++;
    CHECK_EQ(goad->console->stats.hash, c->console->stats.hash);
    return goad->console->stats.hash == c->console->stats.hash;
}

/* Taps one of the first four buttons again and again, and Start now and then, while the stick wanders. In
 * attract mode nobody touches anything for a while. A saved game is written over some steps, and over more of
 * them in Goad than in C: in such carts the taps are farther apart. */
static void make_up_taps(const pair_proof *of, plat_input *input, uint32_t seed) {
    static const uint32_t taps[] = {PLAT_A, PLAT_B, PLAT_A, PLAT_X, PLAT_A, PLAT_Y, PLAT_B};
    const uint32_t pause = strcmp(of->scene, "saves") == 0 ? 36 : 9;
    memset(input, 0, PAIR_STEPS * sizeof *input);
    for (uint32_t i = 0; i < PAIR_STEPS; i++) {
        const uint32_t draw = rng_below(&(rng32){i / 30 * 7919 + seed}, 9);
        if (strcmp(of->scene, "attract") == 0 && i % 400 < 300) continue;
        input[i].stick_x = (int16_t)(((int32_t)(draw % 3) - 1) * 32767);
        input[i].stick_y = (int16_t)(((int32_t)(draw / 3) - 1) * 32767);
        if (i % pause < 3) input[i].buttons = taps[rng_below(&(rng32){i / pause * 4801 + seed}, 7)];
        if (i % 97 < 2) input[i].buttons |= PLAT_START;
    }
}

static void play_pair(const pair_proof *of, twin *goad, twin *c, uint32_t seed, pair_course *course) {
    static plat_input input[PAIR_STEPS];
    char scene[40];
    snprintf(scene, sizeof scene, "scene/%s", of->scene);
    const bool goad_plays = begin_twin(goad, rom_id(scene)), c_plays = begin_twin(c, rom_id(scene));
    make_up_taps(of, input, seed);
    bool equal = goad_plays && c_plays && are_equal(goad, c, 0);
    CHECK(equal && hash_part(goad, c, "player") != 0 && hash_part(goad, c, "input") != 0 &&
          hash_part(goad, c, "game") != 0 && hash_part(goad, c, "content") != 0 &&
          hash_part(goad, c, "sound") != 0);
    int32_t steps = 0;
    for (uint32_t i = 0, hash = 0; i < PAIR_STEPS && equal; i++) {
        const uint32_t before = hash;
        equal = step_twins(goad, c, &input[i], i + 1);
        hash = hash_of(goad, c);
        course->changes += hash != before;
        follow_counters(of, goad, course);
        const int32_t now = ox_counters_get(ox_game_counters(goad->console), OX_NAME("steps"));
        course->returns += now < steps;
        steps = now;
        if (equal && i % PICTURES == 0) equal = pictures_are_equal(goad, c, course);
    }
    if (!equal) TEST_INFO("the pair %s, buttons %u", of->scene, (unsigned)seed);
    if (goad_plays) CHECK_EQ(ox_console_script(goad->console, rom_id("script/game"))->traps, 0);
    end_twin(goad);
    end_twin(c);
}

TEST(twins_of_every_mechanism_have_the_same_state) {
    twin goad, c;
    const char *only = getenv("OXCART_PAIR");
    const bool goad_packed = pack_twin(&goad, "rom/carts/examples/pairs", NULL),
               packed = pack_twin(&c, "rom/carts/examples/pairs/in_c", &pairs_cart) && goad_packed;
    for (uint32_t i = 0; packed && i < PAIRS; i++) {
        const pair_proof *of = &pair_proofs[i];
        pair_course course = {0};
        if (only != NULL && strcmp(only, of->scene) != 0) continue;
        remove(goad.storage);
        remove(c.storage);
        for (uint32_t seed = 1; seed <= PAIR_SEEDS; seed++) play_pair(of, &goad, &c, seed, &course);
        for (uint32_t k = 0; k < PROOFS && of->proofs[k].counter != NULL; k++) {
            CHECK(course.most[k] >= of->proofs[k].least);
            if (course.most[k] < of->proofs[k].least)
                TEST_INFO("%s: %s came to %d of %d", of->scene, of->proofs[k].counter, (int)course.most[k],
                          (int)of->proofs[k].least);
        }
        CHECK(course.changes > PAIR_STEPS / 2 && course.pictures > PAIR_STEPS / PICTURES);
        if (strcmp(of->scene, "saves") == 0) CHECK(course.returns > 5);
        TEST_INFO("%s: %u changes, %u returns, %u pictures", of->scene, (unsigned)course.changes,
                  (unsigned)course.returns, (unsigned)course.pictures);
    }
    free_twin(&goad);
    free_twin(&c);
}
