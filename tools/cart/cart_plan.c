/* The statements of cart.txt about memory, languages and assets of the kinds of pack_kinds.h. */
#include <stdio.h>
#include <string.h>

#include "kernel/memory/tag.h"
#include "rom/rom.h"
#include "tools/base/known.h"
#include "tools/base/scan.h"
#include "tools/cart/cart_parser.h"
#include "tools/cart/limits.h"
#include "tools/cart/pack_kind.h"

static const char *const classes[] = {"fast", "main",  "video",
                                      "save", "debug", NULL};                     /* ROM_MEMORY_CLASS_... */
static const char *const memories[] = {"any", "main", "video", "fast", NULL};     /* ROM_CLASS_... */
static const char *const lives[] = {"cache", "level", "short", "resident", NULL}; /* ROM_LIFE_... */
static const char *const needs[] = {"sound", "pointer", "keyboard", "save", "network", "rumble", NULL};

static bool no_memory(cart_parser *p) { return cart_wrong(p, "out of memory"); }

static bool bytes_in(cart_parser *p, const char *word, uint32_t most, uint32_t *bytes) {
    if (cart_parse_bytes(word, bytes) && *bytes <= most) return true;
    return cart_wrong(p, "`%s %s`; write bytes, K or M such as 16K, at most %uK", p->words[0], word,
                      (unsigned)(most >> 10));
}

static bool take_bytes(cart_parser *p, uint32_t most, uint32_t *bytes) {
    const char *word = cart_word(p, "a size such as 16K");
    return word != NULL && bytes_in(p, word, most, bytes) && cart_end_of_line(p);
}

static bool take_count(cart_parser *p, const char *word, uint32_t least, uint32_t most, uint32_t *count) {
    double number;
    if (!cart_parse_number(word, &number) || number < least || number > most ||
        number != (double)(uint32_t)number)
        return cart_wrong(p, "`%s`: %s is no whole number from %u to %u", p->words[0], word, (unsigned)least,
                          (unsigned)most);
    *count = (uint32_t)number;
    return true;
}

/* BYTES,COUNT */
static bool take_many(cart_parser *p, uint32_t most_bytes, uint32_t most, uint32_t *bytes, uint32_t *count) {
    const char *word = cart_word(p, "a size and a number such as 2K,60");
    char copy[64];
    if (word == NULL) return false;
    snprintf(copy, sizeof copy, "%s", word);
    char *comma = strchr(copy, ',');
    if (comma == NULL)
        return cart_wrong(p, "`%s %s`; write a size and a number such as 2K,60", p->words[0], word);
    *comma = 0;
    return bytes_in(p, copy, most_bytes, bytes) && take_count(p, comma + 1, 0, most, count) &&
           cart_end_of_line(p);
}

static bool read_cache(cart_parser *p) { return take_bytes(p, 1u << 30, &p->c->plan.cache); }
static bool read_scratch(cart_parser *p) { return take_bytes(p, 1u << 30, &p->c->plan.scratch); }
static bool read_io_quota(cart_parser *p) { return take_bytes(p, 1u << 30, &p->c->plan.io_quota); }
static bool read_decode_quota(cart_parser *p) { return take_bytes(p, 1u << 30, &p->c->plan.decode_quota); }
static bool read_stack(cart_parser *p) { return take_bytes(p, 1u << 24, &p->c->plan.stack); }
static bool read_debug(cart_parser *p) { return take_bytes(p, 1u << 30, &p->c->plan.debug); }

static bool read_blocks(cart_parser *p) {
    cart_plan *plan = &p->c->plan;
    if (!take_many(p, 32768, 65535, &plan->block_bytes, &plan->block_count)) return false;
    if (plan->block_bytes != 0 && (plan->block_bytes < 64 || plan->block_bytes % 8 != 0))
        return cart_wrong(p, "blocks of %u bytes; 64 to 32768 in steps of 8 are possible",
                          (unsigned)plan->block_bytes);
    return true;
}

static bool read_streams(cart_parser *p) {
    cart_plan *plan = &p->c->plan;
    if (!take_many(p, 65536, 255, &plan->stream_bytes, &plan->stream_count)) return false;
    return plan->stream_bytes % 4 == 0 ||
           cart_wrong(p, "stream buffers of %u bytes; a multiple of 4 is wanted",
                      (unsigned)plan->stream_bytes);
}

static bool read_frame_copies(cart_parser *p) {
    const char *word = cart_word(p, "1 or 2");
    return word != NULL && take_count(p, word, 1, 2, &p->c->plan.frame_copies) && cart_end_of_line(p);
}

static bool read_needs(cart_parser *p) {
    const char *word = cart_word(p, "what the machine must have, such as sound,save");
    while (word != NULL && *word != 0) {
        char one[24];
        size_t length = strcspn(word, ",");
        snprintf(one, sizeof one, "%.*s", (int)length, word);
        int choice = cart_choice(one, needs);
        if (choice < 0)
            return cart_wrong(
                p, "needs `%s` is unknown; possible are sound, pointer, keyboard, save, network, rumble",
                one);
        p->c->plan.needs |= 1u << choice;
        word += length + (word[length] == ',');
    }
    return word != NULL && cart_end_of_line(p);
}

static bool read_memory(cart_parser *p) {
    const char *name = cart_word(p, "a class: fast, video, save or debug"),
               *size = name == NULL ? NULL : cart_word(p, "a size");
    double align = 8;
    if (size == NULL) return false;
    int class = cart_choice(name, classes);
    if (class < 0 || class == ROM_MEMORY_CLASS_MAIN)
        return cart_wrong(p, "memory `%s`; possible are fast, video, save, debug; main memory is `budget`",
                          name);
    if (p->c->plan.classes[class].bytes != 0)
        return cart_wrong(p, "memory %s is given twice; take one out", name);
    if (!cart_number_option(p, "align", 1, 65536, &align)) return false;
    uint32_t alignment = (uint32_t)align;
    if (align != (double)alignment || (alignment & (alignment - 1)) != 0)
        return cart_wrong(p, "align=%g is no power of two", align);
    p->c->plan.classes[class].alignment = alignment;
    return bytes_in(p, size, 1u << 30, &p->c->plan.classes[class].bytes) && cart_end_of_line(p);
}

/* A subsystem by the name of its memory tag; cart1 .. cart14 are the cart's own behind `cart`. */
static bool take_client(cart_parser *p, const char *name, uint32_t *tag) {
    uint32_t number;
    for (uint32_t i = 1; i <= OX_TAG_CART; i++) {
        *tag = i;
        if (strcmp(ox_tag_name(i), name) == 0) return true;
    }
    if (scan_text(name, "cart%u", &number) && number >= 1 && number <= 14) {
        *tag = OX_TAG_CART + number;
        return true;
    }
    return cart_wrong(p,
                      "there is no client `%s`; possible are engine, video, resource, level, objects, audio "
                      "... and cart, cart1 to cart14",
                      name);
}

static bool read_client(cart_parser *p) {
    static const char *const ends[] = {"low", "high", NULL};
    cart_plan *plan = &p->c->plan;
    const char *name = cart_word(p, "a name"), *size = name == NULL ? NULL : cart_word(p, "a size");
    int class = ROM_MEMORY_CLASS_MAIN, end = 0;
    uint32_t tag;
    if (size == NULL || !take_client(p, name, &tag)) return false;
    if (plan->client_count == CART_PLAN_ROWS)
        return cart_wrong(p, "more than %d clients; take some out", CART_PLAN_ROWS);
    uint32_t i = plan->client_count++;
    if (!bytes_in(p, size, 1u << 30, &plan->clients[i].bytes) ||
        !cart_choice_option(p, "class", classes, &class) || !cart_choice_option(p, "end", ends, &end))
        return false;
    plan->clients[i].tag = tag;
    plan->clients[i].class = (uint32_t) class;
    plan->clients[i].end = (uint32_t)end;
    snprintf(plan->clients[i].name, sizeof plan->clients[i].name, "%.31s", name);
    for (uint32_t k = 0; k < i; k++) {
        if (plan->clients[k].tag == tag && plan->clients[k].class == (uint32_t) class)
            return cart_wrong(p, "client %s is given twice for this class", name);
    }
    return cart_end_of_line(p);
}

static bool read_pool(cart_parser *p) {
    cart_plan *plan = &p->c->plan;
    const char *name = cart_word(p, "a name"), *client = cart_option(p, "client"),
               *size = cart_option(p, "size");
    double count = 0, align = 8;
    if (name == NULL) return false;
    if (plan->kind_count == CART_PLAN_ROWS)
        return cart_wrong(p, "more than %d pools; take some out", CART_PLAN_ROWS);
    uint32_t i = plan->kind_count++;
    if (size == NULL || !cart_number_option(p, "count", 1, 65535, &count) || count < 1)
        return cart_wrong(p, "pool `%s` wants count=N size=BYTES", name);
    if (!bytes_in(p, size, 1u << 20, &plan->kinds[i].bytes) || !cart_number_option(p, "align", 1, 64, &align))
        return false;
    plan->kinds[i].alignment = (uint32_t)align;
    plan->kinds[i].capacity = (uint32_t)count;
    if (plan->kinds[i].bytes == 0 || (plan->kinds[i].alignment & (plan->kinds[i].alignment - 1)) != 0)
        return cart_wrong(p, "pool `%s`: a size above 0 and a power of two as align are wanted", name);
    return take_client(p, client == NULL ? "objects" : client, &plan->kinds[i].tag) &&
           cart_take_name(p, name, plan->kinds[i].name) && cart_end_of_line(p);
}

static bool read_handles(cart_parser *p) {
    cart_plan *plan = &p->c->plan;
    const char *name = cart_word(p, "a name"), *count = name == NULL ? NULL : cart_word(p, "a number");
    if (count == NULL) return false;
    if (plan->handle_count == CART_PLAN_HANDLES)
        return cart_wrong(p, "more than %d handle tables; take some out", CART_PLAN_HANDLES);
    uint32_t i = plan->handle_count++;
    return take_count(p, count, 1, 65535, &plan->handles[i].capacity) &&
           cart_take_name(p, name, plan->handles[i].name) && cart_end_of_line(p);
}

/* Reads the capacity of a table of the kernel: `capacity timers 40`. */
static bool read_capacity(cart_parser *p) {
    cart_plan *plan = &p->c->plan;
    const char *name = cart_word(p, "a name such as timers"),
               *count = name == NULL ? NULL : cart_word(p, "a number");
    uint32_t number;
    if (count == NULL) return false;
    const ox_capacity *capacity = ox_capacity_find(known_modules(), name);
    if (capacity == NULL)
        return cart_wrong(p, "there is no capacity `%s`; possible are objects, events, timers ...", name);
    if (!take_count(p, count, 1, capacity->most, &number)) return false;
    for (uint32_t i = 0; i < plan->handle_count; i++) {
        if (strcmp(plan->handles[i].name, name) == 0)
            return cart_wrong(p, "capacity %s is given twice; take one out", name);
    }
    if (plan->handle_count == CART_PLAN_HANDLES)
        return cart_wrong(p, "more than %d handle tables; take some out", CART_PLAN_HANDLES);
    plan->handles[plan->handle_count].capacity = number;
    return cart_take_name(p, name, plan->handles[plan->handle_count++].name) && cart_end_of_line(p);
}

/* ---- the cart's name, versions and links ---- */

static bool take_text(cart_parser *p, size_t room, char *text) {
    const char *word = cart_word(p, "a text");
    if (word == NULL) return false;
    if (strlen(word) >= room) return cart_wrong(p, "a text has at most %u bytes here", (unsigned)room - 1);
    for (const char *at = word; *at != 0; at++) {
        if ((unsigned char)*at < 32) return cart_wrong(p, "a control character in a text; take it out");
    }
    memcpy(text, word, strlen(word) + 1);
    return true;
}

static bool read_home(cart_parser *p) {
    return take_text(p, sizeof p->c->home, p->c->home) && cart_end_of_line(p);
}
static bool read_licence(cart_parser *p) {
    return take_text(p, sizeof p->c->licence, p->c->licence) && cart_end_of_line(p);
}

static bool read_name(cart_parser *p, char name[CART_NAME_MAX]) {
    const char *word = cart_word(p, "a name");
    return word != NULL && cart_take_name(p, word, name) && cart_end_of_line(p);
}

static bool read_icon(cart_parser *p) { return read_name(p, p->c->icon); }
static bool read_first_level(cart_parser *p) { return read_name(p, p->c->first_level); }

static bool add_language(cart_parser *p, cart_language *list, uint32_t *count) {
    if (*count == 32) return cart_wrong(p, "more than 32 of them; take some out");
    cart_language *own = &list[*count];
    if (!take_text(p, sizeof own->tag, own->tag) || !take_text(p, sizeof own->name, own->name)) return false;
    for (uint32_t i = 0; i < *count; i++) {
        if (strcmp(list[i].tag, own->tag) == 0)
            return cart_wrong(p, "`%s` is given twice; take one out", own->tag);
    }
    ++*count;
    return cart_end_of_line(p);
}

/* language TAG "Name" [direction=left|right] */
static bool read_language(cart_parser *p) {
    static const char *const ways[] = {"left", "right", NULL};
    const char *way = cart_option(p, "direction");
    const int choice = way == NULL ? 0 : cart_choice(way, ways);
    if (choice < 0)
        return cart_wrong(p, "`direction=%.40s`; write left or right, where its lines begin", way);
    if (!add_language(p, p->c->languages, &p->c->language_count)) return false;
    p->c->languages[p->c->language_count - 1].from_right = choice == 1;
    return true;
}
static bool read_region(cart_parser *p) { return add_language(p, p->c->regions, &p->c->region_count); }

/* overlays on|off: whether a release takes any. */
static bool read_overlays(cart_parser *p) {
    static const char *const on_off[] = {"off", "on", NULL};
    const char *word = cart_word(p, "on or off");
    if (word == NULL) return false;
    int choice = cart_choice(word, on_off);
    if (choice < 0) return cart_wrong(p, "overlays `%s`; write on or off", word);
    p->c->closed = choice == 0;
    return cart_end_of_line(p);
}

/* keep PATTERN ...: assets that nothing refers to are left out unless a pattern fits. `keep` alone keeps no further
 * asset. */
static bool read_keep(cart_parser *p) {
    p->c->prune = true;
    for (int i = 1; i < p->count; i++) {
        if (p->c->keep_count == CART_KEPT || strlen(p->words[i]) >= sizeof p->c->keep[0])
            return cart_wrong(p, "more than %d patterns to keep, or one that is too long", CART_KEPT);
        strcpy(p->c->keep[p->c->keep_count++], p->words[i]);
    }
    return true;
}

/* redirect FOLDER/OLD FOLDER/NEW */
static bool read_redirect(cart_parser *p) {
    cart *c = p->c;
    const char *from = cart_word(p, "the old name, such as mesh/hero"),
               *to = from == NULL ? NULL : cart_word(p, "the new name");
    if (to == NULL) return false;
    if (c->redirect_count == CART_REDIRECTS)
        return cart_wrong(p, "more than %d redirects; run oxcart db DIR fixup", CART_REDIRECTS);
    cart_redirect *own = &c->redirects[c->redirect_count];
    const char *a = strchr(from, '/'), *b = strchr(to, '/');
    bool same_folder =
        a != NULL && b != NULL && a - from == b - to && strncmp(from, to, (size_t)(a - from)) == 0;
    if (!same_folder || strlen(from) >= sizeof own->from || strlen(to) >= sizeof own->to)
        return cart_wrong(p, "`redirect %s %s`; write two names of one kind, such as mesh/old mesh/new", from,
                          to);
    own->line = p->line;
    strcpy(own->from, from);
    strcpy(own->to, to);
    c->redirect_count++;
    return cart_end_of_line(p);
}

static bool read_id(cart_parser *p) { return take_text(p, sizeof p->c->id, p->c->id) && cart_end_of_line(p); }

static bool read_targets(cart_parser *p) {
    size_t used = 0;
    for (int i = 1; i < p->count; i++) {
        if (limits_find(p->words[i]) == NULL)
            return cart_wrong(p, "there is no machine `%s`; possible are " OX_LIMIT_PORTS, p->words[i]);
        int length = snprintf(p->c->targets + used, sizeof p->c->targets - used, "%s%s", i > 1 ? " " : "",
                              p->words[i]);
        used += length < 0 ? 0 : (size_t)length;
        if (used >= sizeof p->c->targets) return cart_wrong(p, "too many machines");
    }
    return p->count > 1 || cart_wrong(p, "`targets` without machines; write them behind");
}

static const cart_option_row memory_options[] = {{"align", "N", "a power of two (8)"}, {.key = NULL}};

static const cart_option_row client_options[] = {
    {"class", "fast|main|video|save|debug", "which memory (main)"},
    {"end", "low|high", "which end of it"},
    {.key = NULL}};

static const cart_option_row pool_options[] = {{"count", "N", "how many"},
                                               {"size", "BYTES", "of one"},
                                               {"align", "N", "a power of two up to 64 (8)"},
                                               {"client", "NAME", "whose memory it is (objects)"},
                                               {.key = NULL}};

const cart_row cart_plan_rows[] = {{.word = "capacity",
                                    .often = CART_ONCE_A_NAME,
                                    .merge = CART_BY_NAME,
                                    .read = read_capacity,
                                    .form = "NAME N",
                                    .about = "room in a table of the console, such as `capacity timers 40`"},
                                   {.word = "cache",
                                    .merge = CART_BY_WORD,
                                    .read = read_cache,
                                    .form = "32K",
                                    .about = "for resources that are loaded and left again"},
                                   {.word = "scratch",
                                    .merge = CART_BY_WORD,
                                    .read = read_scratch,
                                    .form = "16K",
                                    .about = "for what is made while loading"},
                                   {.word = "blocks",
                                    .merge = CART_BY_WORD,
                                    .read = read_blocks,
                                    .form = "2K,60",
                                    .about = "the size of blocks of packages, and how many"},
                                   {.word = "streams",
                                    .merge = CART_BY_WORD,
                                    .read = read_streams,
                                    .form = "4K,2",
                                    .about = "the size of a stream's buffer, and how many"},
                                   {.word = "frame-copies",
                                    .merge = CART_BY_WORD,
                                    .read = read_frame_copies,
                                    .form = "1|2",
                                    .about = "memory for one or for two frames at a time"},
                                   {.word = "io-quota",
                                    .merge = CART_BY_WORD,
                                    .read = read_io_quota,
                                    .form = "8K",
                                    .about = "bytes that are read in a frame"},
                                   {.word = "decode-quota",
                                    .merge = CART_BY_WORD,
                                    .read = read_decode_quota,
                                    .form = "8K",
                                    .about = "bytes that are unpacked in a frame"},
                                   {.word = "stack",
                                    .merge = CART_BY_WORD,
                                    .read = read_stack,
                                    .form = "8K",
                                    .about = "for calls of the program"},
                                   {.word = "debug-memory",
                                    .merge = CART_BY_WORD,
                                    .read = read_debug,
                                    .form = "64K",
                                    .about = "for what only debugging needs"},
                                   {.word = "needs",
                                    .often = CART_MANY,
                                    .merge = CART_BY_WORD,
                                    .read = read_needs,
                                    .form = "sound,pointer,keyboard,save,network,rumble",
                                    .about = "what a machine must have to play it"},
                                   {.word = "memory",
                                    .often = CART_ONCE_A_NAME,
                                    .merge = CART_BY_NAME,
                                    .read = read_memory,
                                    .form = "fast|video|save|debug BYTES",
                                    .about = "memory of another kind; main memory is `budget`",
                                    .options = memory_options},
                                   {.word = "client",
                                    .often = CART_ONCE_A_NAME,
                                    .merge = CART_BY_NAME,
                                    .read = read_client,
                                    .form = "NAME BYTES",
                                    .about = "what a part of the console may take: engine, video, resource, "
                                             "level, objects, audio ... and cart, cart1 to cart14",
                                    .options = client_options},
                                   {.word = "pool",
                                    .often = CART_ONCE_A_NAME,
                                    .merge = CART_BY_NAME,
                                    .read = read_pool,
                                    .form = "NAME count=N size=BYTES",
                                    .about = "room for objects of one size; of carts in C",
                                    .options = pool_options},
                                   {.word = "handles",
                                    .often = CART_ONCE_A_NAME,
                                    .merge = CART_BY_NAME,
                                    .read = read_handles,
                                    .form = "NAME N",
                                    .about = "a table of handles; of carts in C"},
                                   {.word = NULL}};

const cart_row cart_release_rows[] = {
    {.word = "id",
     .merge = CART_BY_WORD,
     .read = read_id,
     .form = "TEXT",
     .about = "what tells the game from others, where saved games are kept"},
    {.word = "home",
     .merge = CART_BY_WORD,
     .read = read_home,
     .form = "\"Text\"",
     .about = "where the game lives: an address"},
    {.word = "licence",
     .merge = CART_BY_WORD,
     .read = read_licence,
     .form = "\"Text\"",
     .about = "under which it is given away"},
    {.word = "icon",
     .merge = CART_BY_WORD,
     .read = read_icon,
     .form = "TEXTURE",
     .about = "a picture for lists of games"},
    {.word = "first-level",
     .merge = CART_BY_WORD,
     .read = read_first_level,
     .form = "NAME",
     .about = "the level that a cart in C begins with"},
    {.word = "language",
     .often = CART_ONCE_A_NAME,
     .merge = CART_BY_NAME,
     .read = read_language,
     .form = "TAG \"Name\" [direction=left|right]",
     .about = "a language of the game, and where its lines begin (left); assets with language=TAG are for it "
              "alone"},
    {.word = "region",
     .often = CART_ONCE_A_NAME,
     .merge = CART_BY_NAME,
     .read = read_region,
     .form = "TAG \"Name\"",
     .about = "a region of the game; assets with region=TAG are for it alone"},
    {.word = "overlays",
     .merge = CART_BY_WORD,
     .read = read_overlays,
     .form = "on|off",
     .about = "whether releases take images that lie over them (on)"},
    {.word = "targets",
     .merge = CART_BY_WORD,
     .read = read_targets,
     .form = "MACHINE ...",
     .about = "machines that `oxcart pack --target all` packs for"},
    {.word = "keep",
     .often = CART_MANY,
     .merge = CART_BY_WORD,
     .read = read_keep,
     .form = "PATTERN ...",
     .about =
         "what nothing refers to is left out, but for names that fit a pattern; programs name chunks too"},
    {.word = "redirect",
     .often = CART_MANY,
     .merge = CART_BY_NAME,
     .read = read_redirect,
     .form = "KIND/OLD KIND/NEW",
     .about = "the old name stays good; see oxcart help db"},
    {.word = NULL}};

/* ---- assets ---- */

static bool known_language(cart_parser *p, const char *what, const cart_language *list, uint32_t count,
                           const char *word, char tag[16]) {
    for (uint32_t i = 0; word != NULL && i < count; i++) {
        if (strcmp(list[i].tag, word) == 0) {
            memcpy(tag, list[i].tag, 16);
            return true;
        }
    }
    return word == NULL ||
           cart_wrong(p, "there is no %s `%s`; write a line `%s %s \"Name\"` above", what, word, what, word);
}

const cart_option_row cart_asset_options[] = {
    {"memory", "any|main|video|fast", "the memory that it shall lie in"},
    {"life", "cache|level|short|resident", "how long it stays in memory"},
    {"language", "TAG", "for this language alone"},
    {"region", "TAG", "for this region alone"},
    {.key = NULL}};

static bool take_options(cart_parser *p, const pack_kind *kind, cart_asset *asset) {
    int used = 0;
    for (const cart_option_row *o = kind->options; o != NULL && o->key != NULL; o++) {
        const char *value = cart_option(p, o->key);
        if (value == NULL) continue;
        if (used == CART_OPTIONS) return cart_wrong(p, "more than %d options; take some out", CART_OPTIONS);
        if (strlen(value) >= CART_OPTION_MAX)
            return cart_wrong(p, "`%s=` has at most %d bytes", o->key, CART_OPTION_MAX - 1);
        snprintf(asset->options[used].key, sizeof asset->options[used].key, "%s", o->key);
        snprintf(asset->options[used].value, sizeof asset->options[used].value, "%s", value);
        used++;
    }
    return true;
}

bool cart_read_asset(cart_parser *p, const pack_kind *kind) {
    p->options = kind->options;
    p->further = cart_asset_options;
    const char *name = cart_word(p, "a name"), *file = name == NULL ? NULL : cart_word(p, "a file");
    if (file == NULL) return false;
    cart_asset *asset = cart_add_asset(p->c);
    if (asset == NULL) return no_memory(p);
    asset->line = p->line;
    snprintf(asset->kind, sizeof asset->kind, "%s", kind->word);
    const char *language = cart_option(p, "language"), *region = cart_option(p, "region");
    if (!cart_take_name(p, name, asset->name) || !cart_take_path(p, file, asset->file) ||
        !cart_choice_option(p, "memory", memories, &asset->memory) ||
        !cart_choice_option(p, "life", lives, &asset->life) ||
        !known_language(p, "language", p->c->languages, p->c->language_count, language, asset->language) ||
        !known_language(p, "region", p->c->regions, p->c->region_count, region, asset->region) ||
        !take_options(p, kind, asset))
        return false;
    for (uint32_t i = 0; i + 1 < p->c->asset_count; i++) {
        const cart_asset *other = &p->c->assets[i];
        if (strcmp(other->kind, asset->kind) == 0 && rom_id(other->name) == rom_id(asset->name) &&
            strcmp(other->language, asset->language) == 0 && strcmp(other->region, asset->region) == 0)
            return cart_wrong(p, "%s `%s` is there already, in line %lu; give it another name", kind->word,
                              name, other->line);
    }
    return cart_end_of_line(p);
}
