/* Subjects and listeners: order, three kinds of storage, and every change during a notify. */
#include <string.h>

#include "fixedmath/random.h"
#include "kernel/event/subject.h"
#include "tests/test.h"

enum { MANY = 12 };

typedef struct hall hall;
typedef struct watcher {
    hall *of;
    ox_listener listener, other;
    char letter;
    ox_answer answer;
    void (*does)(hall *h, struct watcher *w);
} watcher;

struct hall {
    ox_subject subject, second;
    watcher watchers[MANY];
    char heard[64];
    uint32_t count;
    bool ended;
};

static ox_answer hear(void *object, const ox_event *event) {
    watcher *w = object;
    (void)event;
    hall *h = w->of;
    ox_answer answer = w->answer;
    if (h->count < sizeof h->heard - 1) h->heard[h->count++] = w->letter;
    h->heard[h->count] = 0;
    if (w->does != NULL) w->does(h, w);
    return answer;
}

static void open_hall(hall *h) {
    memset(h, 0, sizeof *h);
    ox_subject_init(&h->subject);
    ox_subject_init(&h->second);
    for (int i = 0; i < MANY; i++) {
        h->watchers[i].of = h;
        h->watchers[i].letter = (char)('A' + i);
    }
}

static void join(hall *h, int i, ox_listen_place place) {
    CHECK_EQ(ox_subject_add(&h->subject, &h->watchers[i].listener, hear, &h->watchers[i], place), OX_OK);
}

static bool notify_gives(hall *h, const char *expected) {
    ox_event e;
    ox_event_begin(&e, 3, OX_HANDLE_NONE, OX_HANDLE_NONE);
    h->count = 0;
    h->heard[0] = 0;
    (void)ox_subject_notify(&h->subject, &e);
    return strcmp(h->heard, expected) == 0;
}

TEST(event_subject_order) {
    hall h;
    open_hall(&h);
    CHECK(notify_gives(&h, ""));
    for (int i = 0; i < 3; i++) join(&h, i, OX_LISTEN_FIRST);
    CHECK(notify_gives(&h, "CBA"));
    join(&h, 3, OX_LISTEN_LAST);
    CHECK(notify_gives(&h, "CBAD"));
    CHECK(ox_subject_remove(&h.subject, hear, &h.watchers[1])); /* the middle of the list */
    CHECK(notify_gives(&h, "CAD"));
    CHECK(ox_listener_remove(&h.watchers[2].listener)); /* the head of the list */
    CHECK(ox_listener_remove(&h.watchers[3].listener)); /* the tail of the list */
    CHECK(notify_gives(&h, "A"));
    CHECK(!ox_listener_remove(&h.watchers[3].listener)); /* the listener is gone already */
    CHECK(!ox_subject_remove(&h.subject, hear, &h.watchers[3]));
    CHECK_EQ(ox_subject_count(&h.subject), 1);
    CHECK_EQ(ox_subject_add(&h.second, &h.watchers[0].listener, hear, &h, OX_LISTEN_LAST), OX_ALREADY_THERE);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
}

TEST(event_subject_stop_and_separation) {
    hall h;
    ox_event e;
    open_hall(&h);
    for (int i = 0; i < 3; i++) join(&h, i, OX_LISTEN_LAST);
    CHECK_EQ(ox_subject_add(&h.second, &h.watchers[3].listener, hear, &h.watchers[3], OX_LISTEN_LAST), OX_OK);
    h.watchers[0].answer = OX_HANDLED;
    h.watchers[1].answer = OX_STOP;
    CHECK(notify_gives(&h, "AB"));
    ox_event_begin(&e, 3, OX_HANDLE_NONE, OX_HANDLE_NONE);
    CHECK_EQ(ox_subject_notify(&h.subject, &e), OX_STOP);
    h.watchers[1].answer = OX_PASSED;
    CHECK_EQ(ox_subject_notify(&h.subject, &e), OX_HANDLED);
    CHECK(strchr(h.heard, 'D') == NULL); /* D listens to another subject */
}

static void remove_self(hall *h, watcher *w) { (void)h, ox_listener_remove(&w->listener); }
static void remove_next(hall *h, watcher *w) { (void)w, ox_listener_remove(&h->watchers[2].listener); }
static void remove_before(hall *h, watcher *w) { (void)w, ox_listener_remove(&h->watchers[0].listener); }
static void add_more(hall *h, watcher *w) {
    w->does = NULL;
    join(h, 4, OX_LISTEN_LAST);
    join(h, 5, OX_LISTEN_FIRST);
}
/* Ends the subject and overwrites its memory, which must not be read again. */
static void end_subject(hall *h, watcher *w) {
    (void)w;
    ox_subject_end(&h->subject, NULL);
    memset(&h->subject, 0xDD, sizeof h->subject);
}
static void free_self(hall *h, watcher *w) {
    (void)h;
    ox_listener_remove(&w->listener);
    memset(&w->listener, 0xDD, sizeof w->listener);
    w->does = NULL;
}
static void notify_again(hall *h, watcher *w) {
    ox_event e;
    w->does = remove_next;
    ox_event_begin(&e, 3, OX_HANDLE_NONE, OX_HANDLE_NONE);
    (void)ox_subject_notify(&h->subject, &e);
}

static bool with(void (*does)(hall *h, watcher *w), const char *first, const char *then) {
    hall h;
    open_hall(&h);
    for (int i = 0; i < 4; i++) join(&h, i, OX_LISTEN_LAST);
    h.watchers[1].does = does;
    if (!notify_gives(&h, first)) return false;
    if (does == end_subject) return true;
    h.watchers[1].does = NULL;
    return notify_gives(&h, then);
}

TEST(event_subject_changes_within_notify) {
    CHECK(with(remove_self, "ABCD", "ACD"));
    CHECK(with(remove_next, "ABD", "ABD"));
    CHECK(with(remove_before, "ABCD", "BCD"));
    CHECK(with(add_more, "ABCD", "FABCDE"));
    CHECK(with(end_subject, "AB", ""));
    CHECK(with(free_self, "ABCD", "ACD"));
    CHECK(with(notify_again, "ABABDD", "ABD"));
}

TEST(event_subject_storage_forms) {
    static _Alignas(8) uint8_t memory[4096];
    ox_arena arena;
    ox_pool pool;
    hall h;
    ox_listener array[2];
    ox_subject three[3];
    memset(array, 0, sizeof array);
    open_hall(&h);
    /* A fixed array of the owner has room for two observers. */
    CHECK(ox_subject_add_in(&h.subject, array, 2, hear, &h.watchers[0], OX_LISTEN_LAST) == &array[0]);
    CHECK(ox_subject_add_in(&h.subject, array, 2, hear, &h.watchers[1], OX_LISTEN_LAST) == &array[1]);
    CHECK(ox_subject_add_in(&h.subject, array, 2, hear, &h.watchers[2], OX_LISTEN_LAST) == NULL);
    CHECK(notify_gives(&h, "AB"));
    CHECK(ox_listener_remove(&array[0]));
    CHECK(ox_subject_add_in(&h.subject, array, 2, hear, &h.watchers[2], OX_LISTEN_LAST) == &array[0]);
    CHECK(notify_gives(&h, "BC"));
    ox_subject_end(&h.subject, NULL);
    /* Observers in a pool: one observer in three subjects is removed from all with one call, and the pool is whole
     * again. */
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_pool_init(&pool, &arena, sizeof(ox_listener), _Alignof(ox_listener), 4), OX_OK);
    size_t used = ox_arena_used(&arena);
    ox_observer observer;
    ox_observer_init(&observer);
    for (int i = 0; i < 3; i++) {
        ox_subject_init(&three[i]);
        ox_listener *l = ox_subject_add_from(&three[i], &pool, hear, &h.watchers[0], OX_LISTEN_LAST);
        CHECK(l != NULL);
        if (l != NULL) ox_observer_own(&observer, l);
    }
    CHECK(ox_subject_add_from(&three[0], &pool, hear, &h.watchers[1], OX_LISTEN_LAST) != NULL);
    CHECK(ox_subject_add_from(&three[0], &pool, hear, &h.watchers[2], OX_LISTEN_LAST) == NULL);
    CHECK_EQ(ox_subject_report(&three[0], NULL, NULL), 2);
    ox_observer_end(&observer);
    CHECK_EQ(ox_pool_used(&pool), 1);
    CHECK_EQ(ox_subject_count(&three[0]), 1);
    CHECK_EQ(ox_subject_count(&three[1]) + ox_subject_count(&three[2]), 0);
    for (int i = 0; i < 3; i++) ox_subject_end(&three[i], NULL);
    CHECK_EQ(ox_pool_used(&pool), 0);
    CHECK_EQ(ox_arena_used(&arena), used); /* no other memory was taken */
}

static ox_answer told(void *object, const ox_event *event) {
    uint32_t *last = object;
    *last = event->type;
    return OX_PASSED;
}

TEST(event_subject_dying_notice) {
    hall h;
    ox_listener listener = {0};
    uint32_t last = 0;
    ox_event e;
    open_hall(&h);
    CHECK_EQ(ox_subject_add(&h.subject, &listener, told, &last, OX_LISTEN_LAST), OX_OK);
    join(&h, 0, OX_LISTEN_LAST);
    ox_event_begin(&e, 77, OX_HANDLE_NONE, OX_HANDLE_NONE);
    ox_subject_end(&h.subject, &e);
    CHECK_EQ(last, 77);
    CHECK(!ox_listener_is_linked(&listener) && !ox_listener_is_linked(&h.watchers[0].listener));
    CHECK(!ox_listener_remove(&listener)); /* the subject has ended */
}

static uint32_t count_calls(void *context) { return ((const hall *)context)->count; }

TEST(event_subject_limit) {
    hall h;
    open_hall(&h);
    ox_notify_limit limit = {count_calls, &h, 2};
    ox_subject_limit(&h.subject, &limit);
    join(&h, 0, OX_LISTEN_LAST);
    join(&h, 1, OX_LISTEN_LAST);
    CHECK(notify_gives(&h, "AB"));
    CHECK_EQ(test_assertions(), 0);
    join(&h, 2, OX_LISTEN_LAST);
    CHECK(notify_gives(&h, "ABC"));
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
}

/* Random joins and leaves, outside and within notifies, against a plain array. */
static rng32 dice;
static void stir(hall *h, watcher *w) {
    int i = (int)rng_below(&dice, MANY);
    w->does = NULL;
    if (ox_listener_is_linked(&h->watchers[i].listener))
        ox_listener_remove(&h->watchers[i].listener);
    else
        join(h, i, rng_below(&dice, 2) != 0 ? OX_LISTEN_FIRST : OX_LISTEN_LAST);
}

TEST(event_subject_against_array) {
    hall h;
    char model[MANY + 2] = "";
    dice = rng32_seed(5, 5);
    open_hall(&h);
    for (int round = 0; round < 10000; round++) {
        int i = (int)rng_below(&dice, MANY);
        char letter = (char)('A' + i);
        char *at = strchr(model, letter);
        if (at != NULL) {
            CHECK(ox_listener_remove(&h.watchers[i].listener));
            memmove(at, at + 1, strlen(at));
        } else if (rng_below(&dice, 2) != 0) {
            join(&h, i, OX_LISTEN_FIRST);
            memmove(model + 1, model, strlen(model) + 1);
            model[0] = letter;
        } else {
            join(&h, i, OX_LISTEN_LAST);
            model[strlen(model) + 1] = 0;
            model[strlen(model)] = letter;
        }
        CHECK(notify_gives(&h, model));
    }
    /* Within a notify no observer is called twice, none that joined during it, and none after leaving. */
    for (int round = 0; round < 3000; round++) {
        bool there[MANY];
        for (int i = 0; i < MANY; i++) there[i] = ox_listener_is_linked(&h.watchers[i].listener);
        for (int n = 0; n < 3; n++) h.watchers[rng_below(&dice, MANY)].does = stir;
        ox_event e;
        ox_event_begin(&e, 3, OX_HANDLE_NONE, OX_HANDLE_NONE);
        h.count = 0;
        (void)ox_subject_notify(&h.subject, &e);
        uint32_t seen = 0;
        for (uint32_t k = 0; k < h.count; k++) {
            uint32_t bit = 1u << (h.heard[k] - 'A');
            CHECK((seen & bit) == 0 && there[h.heard[k] - 'A']);
            seen |= bit;
        }
        for (int i = 0; i < MANY; i++) h.watchers[i].does = NULL;
    }
}
