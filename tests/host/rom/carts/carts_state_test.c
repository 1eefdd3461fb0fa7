/* Every cart goes on from a saved game as it went on when the game was saved, in the console that saved it and
 * in a new one. Every cart goes ten seconds back and forward again. The carts are those under rom/carts, those
 * that `oxcart new` makes, or the folders that the environment variable OXCART_CARTS names, with colons between
 * them:
 *
 *     OXCART_CARTS=my/game build/unit_tests carts_ */
#define _XOPEN_SOURCE 700
#include <dirent.h>
#include <sys/stat.h>

#include "kernel/behaviour/internal.h"
#include "kernel/game/internal.h"
#include "kernel/saving/internal.h"
#include "tests/host/rom/carts/carts.h"
#include "tests/host/rom/carts/played_cart.h"
#include "tools/base/known.h"
#include "tools/command/command.h"

enum { DIRECTIONS = PLAT_UP | PLAT_DOWN | PLAT_LEFT | PLAT_RIGHT };
/* A third of the steps in a debug build, which runs under the sanitizers. */
enum { PARTS = OX_DEBUG ? 3 : 1, STEPS = 1500 / PARTS, BACK = 600 / PARTS, SAVES = 21 / PARTS };
enum { AFTER = 40, FOLDERS = 64, PICTURES = 8, KEPT = 64 };

/* A trial: a cart with room for saved games, and the same buttons in every run. */
typedef struct trial {
    char folder[512], storage[96];
    writer image;
    plat_input input[STEPS];
    uint32_t hashes[STEPS + 1];   /* behind so many steps of the undisturbed run */
    uint32_t pictures[STEPS + 1]; /* after every PICTURES-th step */
    uint32_t scenes[STEPS + 1];   /* the scene that played then */
    ox_input given[STEPS + 1];    /* the console's own input at that step */
} trial;

typedef struct trial_console {
    plat *port;
    ox_console *console;
} trial_console;

/* ---- the carts ---- */

typedef struct found_carts {
    char folders[FOLDERS][512];
    uint32_t count;
} found_carts;

static void add_cart(found_carts *found, const char *folder, size_t length) {
    CHECK(found->count < FOLDERS && length < sizeof found->folders[0]);
    if (found->count == FOLDERS || length >= sizeof found->folders[0]) return;
    memcpy(found->folders[found->count], folder, length);
    found->folders[found->count++][length] = 0;
}

static void find_carts(found_carts *found, const char *folder) {
    char path[512];
    struct stat about;
    snprintf(path, sizeof path, "%.480s/cart.txt", folder);
    if (stat(path, &about) == 0) add_cart(found, folder, strlen(folder));
    DIR *entries = opendir(folder);
    if (entries == NULL) return;
    for (const struct dirent *entry; (entry = readdir(entries)) != NULL;) {
        if (entry->d_name[0] == '.' || strcmp(entry->d_name, "add-ons") == 0)
            continue; /* no carts by themselves */
        snprintf(path, sizeof path, "%.250s/%.250s", folder, entry->d_name);
        if (stat(path, &about) == 0 && S_ISDIR(about.st_mode)) find_carts(found, path);
    }
    closedir(entries);
}

/* Makes carts of the templates that the help of `oxcart new` names. */
static void make_templates(found_carts *found, const char *home) {
    const char *at = strstr(verb_new.topic.text, "--template ");
    CHECK(at != NULL);
    for (at += at == NULL ? 0 : strlen("--template "); at != NULL && *at != 0 && *at != ']';) {
        const size_t length = strcspn(at, "|]");
        char folder[512], name[32], verb[] = "new", option[] = "--template";
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        snprintf(folder, sizeof folder, "%s/%s", home, name);
        char *arguments[] = {verb, folder, option, name, NULL};
        CHECK_EQ(verb_new.run(4, arguments), 0);
        add_cart(found, folder, strlen(folder));
        at += length + (at[length] == '|');
    }
}

static void remove_folder(const char *folder) {
    char path[512];
    DIR *entries = opendir(folder);
    for (const struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;) {
        snprintf(path, sizeof path, "%.250s/%.250s", folder, entry->d_name);
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 && remove(path) != 0)
            remove_folder(path);
    }
    if (entries != NULL) closedir(entries);
    remove(folder);
}

/* ---- one cart ---- */

/* Sets the cart's capacity of a table in the place of what the cart says itself. */
static void set_capacity(cart *c, const char *name, uint32_t count) {
    uint32_t row = 0;
    while (row < c->plan.handle_count && strcmp(c->plan.handles[row].name, name) != 0) row++;
    CHECK(row < CART_PLAN_HANDLES);
    if (row == CART_PLAN_HANDLES) return;
    if (row == c->plan.handle_count) c->plan.handle_count++;
    snprintf(c->plan.handles[row].name, sizeof c->plan.handles[row].name, "%s", name);
    c->plan.handles[row].capacity = count;
}

static bool pack_with_room(trial *t) {
    static const pack_options options = {.names = true};
    pack_report report;
    tool_error error = {.text = ""};
    cart c;
    bool ok = cart_load(t->folder, &c, &error);
    if (ok) {
        set_capacity(&c, "saves", 3);
        set_capacity(&c, "rewind", BACK + 60);
        set_capacity(&c, "save-blocks", 128);
        set_capacity(&c, "snapshot-blocks", 768);
        c.budget += 2u << 20;
        ok = pack_cart(&c, &options, &t->image, &report, &error);
        cart_free(&c);
    }
    if (!ok) TEST_INFO("%s", error.text);
    return ok;
}

static bool boot_trial(const trial *t, trial_console *of) {
    char said[200] = "";
    ox_error error = {0};
    const host_options options = {
        .quiet = true, .memory = 8u << 20, .threads = 1, .frame_limit = 1000000, .storage = t->storage};
    of->port = test_port_open(&options, said, sizeof said);
    ox_boot_options boot = quiet_options(of->port, &t->image);
    boot.width = 64;
    boot.height = 48;
    boot.modules = known_modules(); /* with the C of the cart that was packed last */
    boot.cart = known_game();
    of->console = ox_console_boot(&boot, &error);
    if (of->console == NULL) TEST_INFO("%s: %s", t->folder, error.text);
    CHECK(of->console != NULL);
    return of->console != NULL;
}

static void close_trial(trial_console *of) {
    CHECK_EQ(ox_console_close(of->console), 0);
    host_close(of->port);
}

/* Plays a step. Pictures are drawn now and then, since they may not change anything. Gives the hash of a
 * drawn picture, 0 without one. */
static uint32_t step_with(ox_console *c, const plat_input *input, uint32_t number) {
    ox_input_feed(c->host.input, input);
    CHECK(ox_console_update(c));
    if (number % PICTURES != 0) return 0;
    ox_console_output(c);
    return c->stats.hash;
}

/* Particles are seen and are no part of the game. */
static bool shows_state_alone(const ox_console *c) {
    return ox_module_state(ox_console_modules(c), OX_NAME("particles")) == NULL;
}

/* The hash of the state without the numbers that scripts keep: they are no part of a saved game. */
static uint32_t hash_of(ox_console *c) {
    ox_game *game = game_of(ox_console_modules(c));
    const uint32_t count = game == NULL ? 0 : game->kept.count;
    if (game != NULL) game->kept.count = 0;
    const uint32_t hash = ox_console_state_hash(c);
    if (game != NULL) game->kept.count = count;
    return hash;
}

/* Options and numbers that scripts keep outlive games that are loaded, and scripts that read them go on in another way: whoever compares has the numbers of the step
 * at which the game was saved. */
typedef struct kept_numbers {
    ox_counter items[KEPT];
    game_setting settings[KEPT];
    uint32_t count, setting_count;
} kept_numbers;

static void note_kept(ox_console *c, kept_numbers *to) {
    const ox_game *game = game_of(ox_console_modules(c));
    to->count = game == NULL ? 0 : game->kept.count;
    to->setting_count = game == NULL ? 0 : game->setting_count;
    CHECK(to->count <= KEPT && to->setting_count <= KEPT);
    for (uint32_t i = 0; i < to->setting_count && i < KEPT; i++) to->settings[i] = game->settings[i];
    for (uint32_t i = 0; i < to->count && i < KEPT; i++) to->items[i] = game->kept.items[i];
}

static void put_kept(ox_console *c, const kept_numbers *from) {
    ox_game *game = game_of(ox_console_modules(c));
    if (game == NULL || from->count > game->kept.capacity || from->setting_count > game->setting_room) return;
    game->setting_count = from->setting_count;
    for (uint32_t i = 0; i < from->setting_count; i++) game->settings[i] = from->settings[i];
    game->kept.count = from->count;
    for (uint32_t i = 0; i < from->count; i++) game->kept.items[i] = from->items[i];
}

static bool is_as_before(const trial *t, ox_console *c, uint32_t step, const char *what) {
    const uint32_t now = hash_of(c);
    if (now == t->hashes[step]) return true;
    TEST_INFO("%s: %s, the state behind step %u is another one", t->folder, what, (unsigned)step);
    CHECK_EQ(now, t->hashes[step]);
    return false;
}

/* Plays on from a step and compares. Buttons are the player's and no part of a saved game, so they are held
 * as they were held at that step. */
static bool go_on_from(const trial *t, ox_console *c, uint32_t from, const kept_numbers *kept,
                       const char *what) {
    const bool travels = ox_console_scene(c) != t->scenes[from];
    if (travels)
        (void)step_with(
            c, &t->input[from],
            from); /* the scene of the game begins behind this step, and the next one has the game */
    if (kept != NULL)
        put_kept(c, kept); /* behind that step, in which the scene that goes may have kept something */
    *c->host.input = t->given[from];
    if (!travels && !is_as_before(t, c, from, what)) return false;
    for (uint32_t i = from; i < from + AFTER; i++) {
        const uint32_t picture = step_with(c, &t->input[i], i);
        if (!is_as_before(t, c, i + 1, what)) return false;
        if (picture == t->pictures[i] || !shows_state_alone(c)) continue;
        TEST_INFO("%s: %s, the picture of step %u is another one", t->folder, what, (unsigned)i);
        CHECK_EQ(picture, t->pictures[i]);
        return false;
    }
    return true;
}

static void play_undisturbed(trial *t) {
    trial_console p;
    if (!boot_trial(t, &p)) return;
    for (uint32_t i = 0; i <= STEPS; i++) {
        t->hashes[i] = hash_of(p.console);
        t->scenes[i] = ox_console_scene(p.console);
        t->given[i] = *p.console->host.input;
        if (i < STEPS) t->pictures[i] = step_with(p.console, &t->input[i], i);
    }
    close_trial(&p);
    remove(t->storage);
}

/* Whether a script of the cart saves, loads or goes back by itself. */
static bool goes_by_itself(ox_console *c) {
    static const uint32_t natives[] = {OX_NAME("save"), OX_NAME("load"), OX_NAME("rewind")};
    const ox_behaviours *s = ox_behaviours_of(c);
    bool asks = false;
    for (uint32_t u = 0; s != NULL && u < s->unit_count; u++) {
        const ox_script *machine = &s->units[u].machine;
        for (uint32_t i = 0;
             machine->module.bytes != NULL && i < machine->module.count[OX_SCRIPT_SECTION_NATIVES]; i++)
            for (size_t k = 0; k < sizeof natives / sizeof natives[0]; k++)
                asks = asks || machine->imports[i].native->name == natives[k];
    }
    return asks;
}

/* A new console, which has played something else, takes the game over. */
static bool load_elsewhere(const trial *t, uint32_t slot, uint32_t saved, uint32_t seed,
                           const kept_numbers *kept_then) {
    plat_input other[64];
    trial_console q;
    if (!boot_trial(t, &q)) return false;
    make_up_input(other, 64, seed);
    const uint32_t kept = goes_by_itself(q.console) ? DIRECTIONS : UINT32_MAX;
    for (uint32_t i = 0; i < seed % 64; i++) {
        other[i].buttons &= kept;
        step_with(q.console, &other[i], i);
    }
    CHECK_EQ(ox_console_load(q.console, slot), OX_OK);
    bool ok = go_on_from(t, q.console, saved, kept_then, "loaded in another console");
    close_trial(&q);
    return ok;
}

/* At twenty steps of one run the game is saved, played on until it is written and some steps more, loaded,
 * and played on again. */
static void save_and_load(const trial *t) {
    trial_console p;
    uint32_t seed = 7, at = 0;
    bool ok = boot_trial(t, &p);
    if (!ok) return;
    for (uint32_t round = 0; round < SAVES && ok; round++) {
        ox_console *c = p.console;
        seed = seed * 1664525u + 1013904223u;
        const uint32_t slot = round % 2, saved = at + (seed >> 8) % ((STEPS - SAVES * AFTER) / SAVES);
        for (; at < saved && ok; at++) {
            step_with(c, &t->input[at], at);
            ok = is_as_before(t, c, at + 1, "played again");
        }
        kept_numbers kept;
        note_kept(c, &kept);
        CHECK_EQ(ox_console_save(c, slot), OX_OK);
        for (uint32_t i = 0; ox_console_saving(c) && i < 4000; i++) {
            step_with(c, &t->input[at % STEPS], at);
            at++;
        }
        const char *why;
        CHECK(ox_console_saved(c, &why) == OX_OK);
        for (uint32_t i = 0; i < (seed >> 24) % 30; i++, at++) step_with(c, &t->input[at % STEPS], at);
        ok = ok && load_elsewhere(t, slot, saved, seed >> 9, &kept);
        CHECK_EQ(ox_console_load(c, slot), OX_OK);
        ok = ok && go_on_from(t, c, saved, &kept, "loaded");
        at = saved + AFTER;
    }
    close_trial(&p);
}

/* Goes back to the beginning, or as far as the scene goes, in strides; then forward again. */
static void rewind_and_return(const trial *t) {
    trial_console p;
    uint32_t at = 0;
    if (!boot_trial(t, &p)) return;
    ox_console *c = p.console;
    for (; at < STEPS; at++) step_with(c, &t->input[at], at);
    const uint32_t behind = ox_console_behind(c), end = at, all = behind < BACK ? behind : BACK;
    if (all < BACK) TEST_INFO("%s: %u steps can be gone back", t->folder, (unsigned)behind);
    CHECK(all == BACK || ox_behaviours_of(c) != NULL);
    bool ok = true;
    for (uint32_t gone = 0, stride = 1; gone < all && ok; gone += stride, stride = stride * 2 % 97 + 1) {
        if (stride > all - gone) stride = all - gone;
        CHECK_EQ(ox_console_rewind(c, stride), OX_OK);
        at -= stride;
        ok = is_as_before(t, c, at, "gone back");
    }
    for (uint32_t stride = 1; at < end && ok; stride = stride * 3 % 89 + 1) {
        if (stride > end - at) stride = end - at;
        CHECK_EQ(ox_console_forward(c, stride), OX_OK);
        at += stride;
        ok = is_as_before(t, c, at, "gone forward");
    }
    if (ok && all == BACK) {
        CHECK_EQ(ox_console_rewind(c, BACK), OX_OK);
        (void)go_on_from(t, c, end - BACK, NULL, "gone back at once");
    }
    close_trial(&p);
}

/* In a cart that saves, loads and goes back by itself only directions are pressed: games that its buttons
 * load are no part of the state. */
static void leave_buttons(trial *t) {
    trial_console p;
    if (!boot_trial(t, &p)) return;
    for (uint32_t i = 0; goes_by_itself(p.console) && i < STEPS; i++) t->input[i].buttons &= DIRECTIONS;
    close_trial(&p);
}

/* Whether an image is a list of carts: made-up input would begin other games, which are carts of their own here. */
static bool is_list(const writer *made) {
    rom_image image;
    return rom_open(made->data, made->size, &image, NULL) == ROM_OK &&
           rom_next(&image, ROM_TAG_CART, 0) < image.count;
}

static void try_cart(trial *t, const char *home, const char *folder) {
    memset(t, 0, sizeof *t);
    snprintf(t->folder, sizeof t->folder, "%s", folder);
    snprintf(t->storage, sizeof t->storage, "%s/saves", home);
    make_up_input(t->input, STEPS, 11);
    const bool packs = pack_with_room(t);
    CHECK(packs);
    if (packs && !is_list(&t->image)) {
        leave_buttons(t);
        play_undisturbed(t);
        save_and_load(t);
        remove(t->storage); /* the numbers that were kept are of another run */
        rewind_and_return(t);
    }
    writer_free(&t->image);
    remove(t->storage);
}

TEST(carts_go_on_from_saves_and_go_back_in_time) {
    static found_carts found;
    static trial t;
    char home[] = "/tmp/oxcart_state_XXXXXX";
    const char *wished = getenv("OXCART_CARTS");
    CHECK(mkdtemp(home) != NULL);
    memset(&found, 0, sizeof found);
    for (const char *at = wished; at != NULL && *at != 0;) {
        const size_t length = strcspn(at, ":");
        add_cart(&found, at, length);
        at += length + (at[length] == ':');
    }
    if (found.count == 0) {
        find_carts(&found, "rom/carts");
        make_templates(&found, home);
        CHECK(found.count >= 5); /* two and three templates at least */
    }
    for (uint32_t i = 0; i < found.count; i++) try_cart(&t, home, found.folders[i]);
    TEST_INFO("%u carts", (unsigned)found.count);
    remove_folder(home);
}
