/* A list of carts as a module: the game that was chosen takes the list's place, and gives it back. */
#include "kernel/carts/module.h"

#include <string.h>

#include "kernel/replay/playback.h"
#include "kernel/type/name.h"
#include "kernel/ui/module.h"
#include "rom/check.h"

#define NAME OX_NAME("carts")

typedef struct carts_state {
    bool is_list;   /* else a game of one */
    bool leaves;    /* the game ends, and the list goes on */
    uint32_t waits; /* buttons that were held as the game or list began: they count when they were let go */
    rom_chunk wanted;
    ox_carts *known; /* of a game: how its list goes on; of a list: its last game */
} carts_state;

/* What lies behind the budget of a game; of a list, in its memory. */
typedef struct carts_place {
    ox_carts known;
    carts_state state;
} carts_place;

FX_STATIC_ASSERT(sizeof(carts_place) + OX_ALIGNMENT <= OX_CARTS_ROOM,
                 "a list keeps room for what its games know of it");

static carts_state *state_of(const ox_module_host *host) { return ox_module_state(host, NAME); }

/* ---- the carts of an image ---- */

/* Cart number `index` in the order of the directory; false behind the last. */
static bool cart_at(const rom_image *image, uint32_t index, rom_chunk *chunk) {
    uint32_t at = rom_next(image, ROM_TAG_CART, 0);
    for (; at < image->count && index > 0; index--) at = rom_next(image, ROM_TAG_CART, at + 1);
    return at < image->count && rom_entry(image, at, chunk);
}

static uint32_t count_carts(const rom_image *image) {
    uint32_t count = 0;
    rom_chunk chunk;
    while (cart_at(image, count, &chunk)) count++;
    return count;
}

/* The number of the cart of that name, and its chunk, which was checked; false: there is none. */
static bool find_cart(const rom_image *image, uint32_t name, rom_chunk *chunk, uint32_t *number) {
    for (*number = 0; cart_at(image, *number, chunk); (*number)++)
        if (rom_check_entry(chunk, false, NULL) == ROM_OK && rom_u32(chunk->data + ROM_CART_NAME) == name)
            return true;
    return false;
}

/* ---- from game to game ---- */

/* Bytes of main memory that an image asks for; 0: it cannot be opened. */
static uint32_t budget_of(const void *bytes, size_t size) {
    rom_image image;
    if (rom_open(bytes, size, &image, NULL) != ROM_OK || image.budget == 0) return 0;
    return rom_u32(image.base + image.budget + ROM_BUDGET_MEMORY);
}

/* The end of the list's budget, where no game reaches. The console lies at the beginning of the budget, which has `memory` bytes. */
static carts_place *place_behind(ox_console *console, uint32_t memory) {
    const size_t at = (memory - sizeof(carts_place)) & ~(size_t)(OX_ALIGNMENT - 1u);
    return (carts_place *)(void *)((uint8_t *)console + at);
}

/* The options of the console that runs, as they were before it settled what its image wishes. */
static void unsettle(const ox_module_host *host, ox_boot_options *options) {
    const uint8_t *budget = host->image->base + host->image->budget;
    *options = *host->options;
    if (options->width == rom_half(budget + ROM_BUDGET_WIDTH)) options->width = 0;
    if (options->height == rom_half(budget + ROM_BUDGET_HEIGHT)) options->height = 0;
    if (options->format == budget[ROM_BUDGET_FORMAT]) options->format = -1;
    options->scene = 0;
    options->start_screen = 0;
}

/* What follows counts its pictures on, and goes on in the recording that is replayed; false: that ends here. */
static bool go_on(ox_console *console, ox_boot_options *options) {
    const ox_module_host *host = ox_console_modules(console);
    ox_frame_stats stats;
    ox_console_stats(console, &stats);
    if (options->first_tick <= stats.frame) options->first_tick = stats.frame + 1;
    options->replay = host->options->replay;
    options->replay_size = host->options->replay_size;
    return ox_tape_turn(host, options);
}

/* Boots a game or a list at the place of the console that was closed. */
static bool boot_at(const ox_console *place, const ox_boot_options *options, ox_error *error) {
    ox_console *console = ox_console_boot(options, error);
    if (console == NULL) return false;
    FX_ASSERT_MSG(console == place, "a game of a list lies where the list lay");
    return true;
}

static bool boot_list(const ox_console *place, ox_carts *known) {
    ox_error error;
    ox_boot_options options = known->list;
    options.carts = known;
    if (boot_at(place, &options, &error)) return true;
    plat_log(options.platform, PLAT_LOG_ERROR, error.text);
    options.replay = NULL; /* whose recording is another game's: the list ends, and can be asked */
    options.record = NULL;
    (void)boot_at(place, &options, &error);
    return false;
}

/* The options of a game that lies in the chunk of a list. */
static void settle_game(const ox_module_host *host, const uint8_t *chunk, ox_boot_options *options) {
    rom_chunk found;
    uint32_t number = 0;
    (void)find_cart(host->image, rom_u32(chunk + ROM_CART_NAME), &found, &number);
    options->image = chunk + rom_u32(chunk + ROM_CART_IMAGE_AT);
    options->image_size = rom_u32(chunk + ROM_CART_IMAGE_BYTES);
    options->overlays = NULL;
    options->overlay_count = 0;
    options->language = options->region = 0;
    options->cart = NULL;
    options->storage_part = (uint16_t)(number + 1); /* behind the list's own */
    options->storage_parts = (uint16_t)(count_carts(host->image) + 1);
}

/* Closes the list, and begins the game that was chosen; where that is refused, the list goes on. */
static bool begin_game(ox_console *console, const carts_state *s) {
    const ox_module_host *host = ox_console_modules(console);
    const uint8_t *chunk = s->wanted.data;
    ox_error error;
    ox_carts known;
    ox_boot_options options;
    memset(&known, 0, sizeof known);
    unsettle(host, &known.list);
    known.played = rom_u32(chunk + ROM_CART_NAME);
    if (!go_on(console, &known.list)) return false;
    options = known.list;
    settle_game(host, chunk, &options);
    const uint32_t there = rom_u32(host->image->base + host->image->budget + ROM_BUDGET_MEMORY);
    const bool fits = (uint64_t)budget_of(options.image, options.image_size) + OX_CARTS_ROOM <= there;
    ox_console_close(console);
    if (fits) {
        carts_place *place = place_behind(console, there);
        place->known = known;
        options.carts = &place->known;
        if (boot_at(console, &options, &error)) return true;
    } else {
        ox_module_refuse_to(&error, OX_OVER_BUDGET, "the budget of the list is too small for this cart");
    }
    plat_log(options.platform, PLAT_LOG_ERROR, error.text);
    memcpy(known.refused, error.text, sizeof known.refused);
    return boot_list(console, &known);
}

/* Closes the game, and begins the list anew. */
static bool end_game(ox_console *console, const carts_state *s) {
    ox_carts known = *s->known;
    if (!go_on(console, &known.list)) return false;
    ox_console_close(console);
    return boot_list(console, &known);
}

static bool change_game(ox_console *console) {
    const carts_state *s = state_of(ox_console_modules(console));
    if (s == NULL || !(s->leaves || s->wanted.data != NULL)) return false;
    return s->is_list ? begin_game(console, s) : end_game(console, s);
}

/* ---- lives ---- */

static ox_status start_carts(const ox_module_host *host, void **state) {
    rom_chunk chunk;
    const ox_carts *from = host->options->carts;
    const bool is_list = cart_at(host->image, 0, &chunk);
    if (!is_list && from == NULL) return OX_OK;
    const bool is_game = from != NULL && from->list.image != host->image->base;
    if (is_list && is_game)
        return ox_module_refuse(host, OX_UNSUPPORTED, 0, "a list of carts is no cart of another list");
    carts_place *place = is_game ? (carts_place *)(uintptr_t)from
                                 : (carts_place *)ox_arena_push_zero(host->resident, OX_ARENA_LOW,
                                                                     sizeof *place, _Alignof(carts_place));
    if (place == NULL) return ox_module_refuse(host, OX_OUT_OF_MEMORY, 0, "no room for the list of carts");
    if (is_list && from != NULL) place->known = *from;
    place->state =
        (carts_state){.is_list = is_list, .waits = from == NULL ? 0 : UINT32_MAX, .known = &place->known};
    *state = &place->state;
    ox_module_follow(host, change_game);
    return OX_OK;
}

static void stop_carts(const ox_module_host *host, void **state) {
    (void)host;
    *state = NULL;
}

/* What chose a game, or led back, is no press of what has begun then. */
static void hear_buttons(const ox_module_host *host, void *state, plat_input *polled) {
    carts_state *s = state;
    (void)host;
    for (uint32_t i = 0; i < polled->change_count && i < PLAT_CHANGES; i++) {
        s->waits &= polled->changes[i];
        polled->changes[i] = (uint16_t)(polled->changes[i] & ~s->waits);
    }
    s->waits &= polled->buttons;
    polled->buttons &= ~s->waits;
}

static void hear_leave(const ox_module_host *host, void *state) {
    carts_state *s = state;
    if (!s->is_list && (host->input->held & OX_CARTS_LEAVE) == OX_CARTS_LEAVE) s->leaves = true;
}

static bool end_step(const ox_module_host *host, void *state) {
    const carts_state *s = state;
    (void)host;
    return !s->leaves && s->wanted.data == NULL;
}

static bool may_change(const ox_module_host *host, void *state, const char **why) {
    (void)host;
    (void)state;
    *why = "a list of carts begins anew with its changes";
    return false;
}

/* ---- answers ---- */

ox_status ox_carts_play(const ox_module_host *host, uint32_t name) {
    carts_state *s = state_of(host);
    rom_chunk chunk;
    uint32_t number;
    if (s == NULL || !s->is_list) return OX_UNSUPPORTED;
    if (!find_cart(host->image, name, &chunk, &number)) return OX_NOT_FOUND;
    s->wanted = chunk;
    return OX_OK;
}

const ox_carts *ox_carts_known(const ox_module_host *host) {
    const carts_state *s = state_of(host);
    return s != NULL && s->is_list && s->known->played != 0 ? s->known : NULL;
}

static ox_script_answer native_cart_play(ox_script_call *call) {
    call->results[0] = ox_carts_play(ox_module_of_call(call), (uint32_t)call->arguments[0]) == OX_OK;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_cart_last(ox_script_call *call) {
    const ox_carts *known = ox_carts_known(ox_module_of_call(call));
    call->results[0] = known == NULL ? 0 : (int32_t)known->played;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_cart_refused(ox_script_call *call) {
    const ox_module_host *host = ox_module_of_call(call);
    const ox_carts *known = ox_carts_known(host);
    call->results[0] = known != NULL && known->refused[0] != 0;
    if (call->results[0] && call->arguments[0] != 0)
        (void)ox_screen_write(host, (ox_id)call->arguments[0], OX_TEXT_BOX_CLEAR, "%s", known->refused);
    return OX_SCRIPT_DONE;
}

const ox_script_native ox_carts_native_rows[OX_CARTS_NATIVES] = {
    OX_SCRIPT_NATIVE(cart_play, SIM, CART, 64, "b(n)", "cart_play(which: name) -> bool",
                     "begins a cart of the list (`cart` in cart.txt) behind this step; false when there is "
                     "none of that name"),
    OX_SCRIPT_NATIVE(cart_last, QUERY, CART, 4, "n()", "cart_last() -> name",
                     "the cart of the list that was played last, '' for none"),
    OX_SCRIPT_NATIVE(
        cart_refused, SIM, CART, 16, "b(n)", "cart_refused(into: name = '') -> bool",
        "whether that cart could not be played; the reason is written into the element `box` of that name"),
};

static const uint32_t carts_tags[] = {ROM_TAG_CART, 0};

const ox_module ox_carts_module = {.id = NAME,
                                   .name = "carts",
                                   .tags = carts_tags,
                                   .natives = ox_carts_native_rows,
                                   .native_count = OX_CARTS_NATIVES,
                                   .start = start_carts,
                                   .stop = stop_carts,
                                   .polled = hear_buttons,
                                   .known = hear_leave,
                                   .stepped = end_step,
                                   .may_change = may_change};
