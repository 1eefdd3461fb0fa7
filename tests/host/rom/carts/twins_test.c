/* Examples in Goad and in C are the same game: both are packed, both are played with the same buttons, and after every step all is equal that
 * both have: objects by slot and handle (name, type, flags, tags, area), every component that both worlds know with all its fields, systems
 * that both worlds have (who is inside of what, who is carried), and the stream of random numbers. */
#define _XOPEN_SOURCE 700
#include "kernel/behaviour/internal.h"
#include "kernel/runtime/internal.h"
#include "rom/carts/examples/sheepfold/in_c/sheepfold.h"
#include "tests/host/rom/carts/carts.h"
#include "tests/host/rom/carts/played_cart.h"

enum { STEPS = 3000 };

typedef struct twin {
    writer image;
    plat *port;
    ox_console *console;
} twin;

static bool begin_twin(twin *t, const char *folder, const ox_cart *in_c) {
    static const pack_options options = {.names = true};
    pack_report report;
    tool_error error = {.text = ""};
    ox_error refusal = {0};
    cart c;
    memset(t, 0, sizeof *t);
    bool ok = cart_load(folder, &c, &error);
    if (ok) {
        ok = pack_cart(&c, &options, &t->image, &report, &error);
        cart_free(&c);
    }
    CHECK(ok);
    if (!ok) TEST_INFO("%s", error.text);
    if (!ok) return false;
    t->port = quiet_port(NULL);
    ox_boot_options boot = quiet_options(t->port, &t->image);
    boot.modules = ox_preset_full;
    boot.cart = in_c;
    t->console = ox_console_boot(&boot, &refusal);
    CHECK(t->console != NULL);
    if (t->console == NULL) TEST_INFO("%s: %s", folder, refusal.text);
    return t->console != NULL;
}

static void end_twin(twin *t) {
    if (t->console != NULL) CHECK_EQ(ox_console_close(t->console), 0);
    if (t->port != NULL) host_close(t->port);
    writer_free(&t->image);
}

/* ---- what both have ---- */

static bool is_alive(const ox_world *world, uint32_t slot) {
    return slot < ox_pool_peak(&world->objects) && world->objects.generations[slot] != 0 &&
           (ox_world_slot(world, slot)->flags & OX_OBJECT_DEAD) == 0;
}

static uint32_t type_of(const ox_world *world, const ox_object *object) {
    return world->types[object->type].type->name;
}

/* The number of a component's first field that is another one; -1: all are equal, or not both objects have it. */
static int compare_component(const ox_world *a, const ox_world *b, uint32_t slot, uint32_t component,
                             bool *lacks) {
    uint8_t bytes[256];
    uint32_t index;
    int64_t was, is;
    const ox_component_type *type = a->components[component].type;
    const int other = ox_world_component(b, type->name);
    const void *one = ox_component_get(a, ox_world_slot(a, slot), component);
    *lacks = false;
    if (other < 0 || type->record == NULL) return -1; /* one of the games has no such component at all */
    const void *two = ox_component_get(b, ox_world_slot(b, slot), (uint32_t)other);
    *lacks = (one == NULL) != (two == NULL);
    if (one == NULL || two == NULL) return -1;
    const ox_sim_item first = {.type = type->record, .record = one},
                      second = {.type = type->record, .record = two};
    CHECK(ox_sim_item_bytes(&first) <= sizeof bytes);
    ox_writer to = ox_writer_bytes(bytes, sizeof bytes);
    ox_sim_item_write(&first, &to);
    return ox_sim_item_compare(&second, bytes, &index, &was, &is);
}

static bool objects_are_equal(const ox_world *a, const ox_world *b, uint32_t slot, const char **what) {
    const bool one = is_alive(a, slot), two = is_alive(b, slot);
    *what = "one is there, the other is not";
    if (one != two) return false;
    if (!one) return true;
    const ox_object *o = ox_world_slot(a, slot), *p = ox_world_slot(b, slot);
    *what = "handles, names, types, flags or tags";
    if (o->handle.bits != p->handle.bits || o->name != p->name || type_of(a, o) != type_of(b, p) ||
        ((o->flags ^ p->flags) & OX_OBJECT_SIMULATED) != 0 || o->tags != p->tags || o->chunk != p->chunk ||
        o->wanted != p->wanted || o->clock != p->clock)
        return false;
    for (uint32_t i = 0; i < a->component_count; i++) {
        bool lacks;
        *what = "fields of a component";
        if (compare_component(a, b, slot, i, &lacks) >= 0) return false;
        *what = "one has the component, the other has not";
        if (lacks) return false;
    }
    return true;
}

static void tell_object(const ox_world *world, uint32_t slot) {
    const ox_object *o = is_alive(world, slot) ? ox_world_slot(world, slot) : NULL;
    const vec3 *at = o == NULL ? NULL : ox_place_of(world, o);
    if (o != NULL)
        TEST_INFO("handle %08x name %08x type %08x flags %04x tags %04x chunk %u at %d,%d,%d",
                  (unsigned)o->handle.bits, (unsigned)o->name, (unsigned)type_of(world, o),
                  (unsigned)o->flags, (unsigned)o->tags, (unsigned)o->chunk, at == NULL ? 0 : (int)at->x,
                  at == NULL ? 0 : (int)at->y, at == NULL ? 0 : (int)at->z);
}

static bool systems_are_equal(const ox_world *a, const ox_world *b) {
    for (uint32_t i = 0; i < a->system_count; i++) {
        for (uint32_t k = 0; k < b->system_count; k++) {
            if (a->systems[i]->name != b->systems[k]->name || a->systems[i]->hash == NULL) continue;
            if (a->systems[i]->hash(a->contexts[i], OX_FNV_START) !=
                b->systems[k]->hash(b->contexts[k], OX_FNV_START))
                return false;
        }
    }
    return true;
}

static bool worlds_are_equal(const twin *goad, const twin *c, uint32_t step) {
    const ox_world *a = &goad->console->world, *b = &c->console->world;
    const uint32_t slots = ox_pool_peak(&a->objects);
    const char *what = "";
    CHECK_EQ(ox_pool_peak(&b->objects), slots);
    for (uint32_t slot = 0; slot < slots; slot++) {
        const bool equal = objects_are_equal(a, b, slot, &what);
        CHECK(equal);
        if (equal) continue;
        TEST_INFO("step %u, object %u: %s", (unsigned)step, (unsigned)slot, what);
        tell_object(a, slot);
        tell_object(b, slot);
        return false;
    }
    CHECK(systems_are_equal(a, b));
    const uint32_t luck = ox_random_stream_of(ox_console_random(c->console), OX_NAME("scripts"))->x;
    CHECK_EQ(ox_behaviours_of(goad->console)->random.streams[0].generator.x, luck);
    return slots == ox_pool_peak(&b->objects) &&
           luck == ox_behaviours_of(goad->console)->random.streams[0].generator.x;
}

/* ---- the examples ---- */

/* What came about, summed up over steps: a game in which nothing happens proves nothing. */
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
    for (uint32_t seed = 1; seed <= 3; seed++) {
        twin goad, c;
        happened h = {0};
        const bool goad_plays = begin_twin(&goad, "rom/carts/examples/sheepfold", NULL),
                   c_plays = begin_twin(&c, "rom/carts/examples/sheepfold/in_c", &sheepfold_cart);
        make_up_input(input, STEPS, seed);
        bool equal = goad_plays && c_plays && worlds_are_equal(&goad, &c, 0);
        for (uint32_t i = 0; i < STEPS && equal; i++) {
            twin *both[] = {&goad, &c};
            for (int k = 0; k < 2; k++) {
                ox_input_feed(both[k]->console->host.input, &input[i]);
                CHECK(ox_console_update(both[k]->console));
            }
            equal = worlds_are_equal(&goad, &c, i + 1);
            look_around(&goad.console->world, &h);
        }
        if (goad_plays) CHECK_EQ(ox_console_script(goad.console, rom_id("script/game"))->traps, 0);
        all.made += h.made - h.most; /* in slots that were used before */
        all.wolves += h.wolves;
        all.carried += h.carried;
        all.safe += h.safe;
        end_twin(&goad);
        end_twin(&c);
    }
    TEST_INFO("%u objects in used slots; steps of wolves %u, of carried sheep %u, of safe ones %u",
              (unsigned)all.made, (unsigned)all.wolves, (unsigned)all.carried, (unsigned)all.safe);
    CHECK(all.made > 10 && all.wolves > 500 && all.carried > 100 && all.safe > 200);
}
