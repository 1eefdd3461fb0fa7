/* Falling Gems: a whole small game in C. It is one module of the console: a component that objects of cart.txt have, a record with all that the game
 * remembers, and functions that the console calls. oxcart.h is the map of what else there is.
 *
 * There is no main, no malloc and no floating point: numbers are fx (FX(0.5) is a half), and what the game remembers stands in the records
 * below, so that saved games, recordings, rewind and the reload of changed code know it. Try it: change FALL_FASTER while the game runs. */
#include <oxcart.h>

enum {
    LIVES = 3,
    FASTEST = 100, /* gems: from then on nothing falls faster */
    PAUSE_LEAST = 14,
    PAUSE_MOST = 45 /* steps between two things that fall; 60 are a second */
};
#define FALL_FASTER FX(0.004) /* metres a step, for each gem that was caught */
#define BASKET_SPEED FX(0.14)
#define HALF_WIDTH FX(6.0)
#define CATCH_WIDTH FX(1.1)
#define CATCH_HEIGHT FX(-3.4)

/* 1. A component: what falls has it. The record, and its fields by name, kind, what they are for (OX_SIM: all of it), and what they begin with. */
typedef struct falls {
    fx speed;   /* metres a step */
    int32_t is; /* worth so many points; -1: a stone */
} falls;

static void fall(ox_world *world, ox_object *object, void *data) {
    const falls *f = data;
    vec3 at = *ox_place_of(world, object);
    at.y = fx_subs(at.y, f->speed);
    (void)ox_place_set(world, object, at);
    ox_object_place_of(world, object)->angle += 400; /* 65536 to the turn */
}

/* A line `with falls=gem speed=0.05` of cart.txt gives an object the component: the cells of the line, in the order of the options below. */
enum { CELL_SPEED = OX_GIVEN_FIRST };
static const char *const kinds[] = {"gem", "gold", "stone", NULL};
static const ox_module_option options[] = {{"speed", NULL, OX_OPTION_NUMBER, CELL_SPEED, true},
                                           {NULL, NULL, 0, 0, false}};
static const ox_module_word words[] = {{"falls", kinds, options, "with falls=gem|gold|stone speed=METRES",
                                        "the object above falls, so many metres a step"},
                                       {NULL, NULL, NULL, NULL, NULL}};

static void give_falls(ox_world *world, ox_object *object, const ox_given *given) {
    const int number = ox_world_component(world, OX_NAME("falls"));
    falls *f = number < 0 ? NULL : ox_component_add(world, object, (uint32_t)number);
    if (f == NULL) return;
    f->speed = given->cells[CELL_SPEED];
    f->is = given->cells[OX_GIVEN_FIELD] == (int32_t)OX_NAME("stone")  ? -1
            : given->cells[OX_GIVEN_FIELD] == (int32_t)OX_NAME("gold") ? 3
                                                                       : 1;
}

static const ox_component_ops falls_ops = {.update = {[OX_UPDATE_EARLY] = fall}, .give = give_falls};
OX_COMPONENT(falls, &falls_ops, OX_FIELD(falls, speed, OX_FX, OX_SIM), OX_FIELD(falls, is, OX_I32, OX_SIM));

/* 2. The game's own record: the console makes it before the first scene, and it is part of the state. */
typedef struct gems {
    rng32 luck;
    int32_t points, lives, best, caught;
    uint32_t wait; /* steps until the next thing falls */
} gems;
OX_RECORD(gems, OX_FIELD_IN(gems, luck, "luck", OX_U32, OX_SIM), OX_FIELD(gems, points, OX_I32, OX_SIM),
          OX_FIELD(gems, lives, OX_I32, OX_SIM, .initial = LIVES), OX_FIELD(gems, best, OX_I32, OX_SIM),
          OX_FIELD(gems, caught, OX_I32, OX_SIM), OX_FIELD(gems, wait, OX_U32, OX_SIM));

static ox_status begin_game(const ox_module_host *host, void **state) {
    gems *g = *state;
    (void)host;
    g->luck = rng32_seed(2024, 1);
    return OX_OK;
}

/* 3. Steps: 60 a second, the same ones on every machine. */
static void move_basket(const ox_module_host *host) {
    ox_object *basket = ox_world_find(host->world, OX_NAME("basket"));
    fx right, up;
    ox_input_lead(host->input, &right, &up);
    if (basket == NULL) return;
    vec3 at = *ox_place_of(host->world, basket);
    at.x = fx_clamp(fx_adds(at.x, fx_muls(right, BASKET_SPEED)), -HALF_WIDTH, HALF_WIDTH);
    (void)ox_place_set(host->world, basket, at);
}

static void drop_one(const ox_module_host *host, gems *g) {
    static const ox_id types[] = {OX_NAME("gem"), OX_NAME("gem"), OX_NAME("gold"), OX_NAME("stone")};
    const uint32_t which = rng_below(&g->luck, 4);
    ox_object *object = ox_world_create(host->world, types[which], NULL);
    g->wait = PAUSE_LEAST + rng_below(&g->luck, PAUSE_MOST - PAUSE_LEAST);
    if (object == NULL) return; /* as many as the cart has room for: a normal outcome */
    (void)ox_place_set(host->world, object, (vec3){rng_fx(&g->luck, -HALF_WIDTH, HALF_WIDTH), FX(5.5), 0});
    falls *f =
        ox_component_get(host->world, object, (uint32_t)ox_world_component(host->world, OX_NAME("falls")));
    if (f != NULL) f->speed = fx_adds(f->speed, FALL_FASTER * (g->caught < FASTEST ? g->caught : FASTEST));
}

/* Whether the basket has it, or the ground. */
static void land(gems *g, const falls *f, bool in_basket) {
    const bool is_stone = f->is < 0;
    if (in_basket && !is_stone) {
        g->points += f->is;
        g->caught++;
    } else if (in_basket || !is_stone) {
        g->lives--; /* a stone that was caught, or a gem that was not */
    }
    if (g->points > g->best) g->best = g->points;
}

static void look_who_landed(const ox_module_host *host, gems *g) {
    const uint32_t type = (uint32_t)ox_world_component(host->world, OX_NAME("falls"));
    const ox_object *basket = ox_world_find(host->world, OX_NAME("basket"));
    const fx middle = basket == NULL ? 0 : ox_place_of(host->world, basket)->x;
    ox_object *object;
    void *data;
    for (uint32_t at = 0; (at = ox_component_each(host->world, type, at, &object, &data)) != 0;) {
        const vec3 place = *ox_place_of(host->world, object);
        if (place.y > CATCH_HEIGHT || (object->flags & OX_OBJECT_DEAD) != 0) continue;
        if (g->lives > 0) land(g, data, fx_abss(fx_subs(place.x, middle)) < CATCH_WIDTH);
        (void)ox_world_destroy(host->world, object->handle);
    }
}

static void step_game(const ox_module_host *host, void *state) {
    gems *g = state;
    move_basket(host);
    look_who_landed(host, g);
    if (g->lives <= 0) {
        if ((host->input->pressed & (PLAT_A | PLAT_START)) == 0) return;
        g->points = g->caught = 0;
        g->lives = LIVES;
    }
    if (g->wait > 0)
        g->wait--;
    else
        drop_one(host, g);
}

/* 4. Pictures: over the scene, which the console draws. Nothing here may change the game. Colours are 0xRRGGBB, made the display's by ox_resource_native. */
static void draw_words(const ox_module_host *host, void *state, ox_module_pass pass, rs_frame *frame,
                       uf16 fraction) {
    const gems *g = state;
    const uint32_t white = ox_resource_native(host->resources, 0xFFFFFF);
    char text[40];
    (void)fraction;
    if (pass != OX_PASS_OVER) return;
    ox_format(text, sizeof text, "gems %d  best %d", (int)g->points, (int)g->best);
    (void)rs_frame_text(frame, 8, 4, text, white);
    for (int i = 0; i < g->lives; i++)
        (void)rs_frame_rectangle(frame, 8 + 7 * i, 14, 5, 5, ox_resource_native(host->resources, 0xF0C040));
    if (g->lives <= 0) (void)rs_frame_text(frame, 8, 24, "press A", white);
}

/* 5. The module: everything above, handed to the console. */
OX_MODULE(gems, .record = &gems_type, .words = words, .begin = begin_game, .simulate = step_game,
          .draw = draw_words, OX_COMPONENTS(&falls_component));
