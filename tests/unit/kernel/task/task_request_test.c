/* Tests of latent requests: answers a tick later, equal to immediate ones, within the budget, with any number of
 * workers. */
#include <string.h>

#include "fixedmath/assert.h"
#include "kernel/bytes/stream.h"
#include "kernel/task/request.h"
#include "tests/test.h"

enum { SLOTS = 32, SIGHT = 0, PATH = 1 };

/* A field of walls, and questions whether one cell sees another along a row. */
typedef struct field {
    uint8_t wall[64];
    uint32_t dead; /* a requester that is gone */
} field;
typedef struct ray {
    uint32_t from, to;
} ray;

static uint32_t sees(const field *f, ray r) {
    for (uint32_t x = r.from; x <= r.to; x++) {
        if (f->wall[x] != 0) return 0;
    }
    return 1;
}
static void look(void *of, const void *question, void *answer) {
    ray r;
    memcpy(&r, question, sizeof r);
    uint32_t seen = sees(of, r);
    memcpy(answer, &seen, sizeof seen);
}
static void find(void *of, const void *question, void *answer) {
    uint32_t length = 0, from;
    memcpy(&from, question, 4);
    for (uint32_t x = from; x < 64; x++) length += ((field *)of)->wall[x];
    memcpy(answer, &length, 4);
}
static const ox_request_kind kinds[] = {{"sight", look, 8}, {"path", find, 2}};
static bool alive(void *of, uint32_t requester) { return requester != ((field *)of)->dead; }

static _Alignas(4) uint8_t storage[OX_REQUESTS_BYTES(SLOTS)];

static void change(field *f, uint32_t *noise) {
    *noise = *noise * 1664525u + 1013904223u;
    f->wall[*noise >> 26] ^= 1;
}

/* The answer of a tick later equals that of the synchronous question in that tick. */
TEST(task_request_is_the_synchronous_answer_a_tick_later) {
    field f = {{0}, 0};
    ox_requests r;
    uint32_t noise = 3, mismatches = 0;
    CHECK_EQ(ox_requests_init(&r, storage, SLOTS, kinds, 2, &f), OX_OK);
    ox_handle ticket = OX_HANDLE_NONE;
    ray asked = {0, 0};
    for (uint32_t tick = 0; tick < 500; tick++) {
        change(&f, &noise);
        ox_requests_run(&r, NULL);
        if (tick > 0) {
            uint32_t seen = 9;
            CHECK_EQ(ox_requests_look(&r, ticket, &seen, sizeof seen), OX_LATENT_DONE);
            mismatches += seen != sees(&f, asked);
            /* an answer can be read once */
            CHECK_EQ(ox_requests_look(&r, ticket, &seen, sizeof seen), OX_LATENT_GONE);
        }
        asked = (ray){noise >> 8 & 31u, 32u + (noise >> 14 & 31u)};
        ticket = ox_requests_ask(&r, SIGHT, 7, &asked, sizeof asked);
        uint32_t none;
        /* an answer never comes at once */
        CHECK_EQ(ox_requests_look(&r, ticket, &none, 4), OX_LATENT_PENDING);
    }
    CHECK_EQ(mismatches, 0);
    CHECK_EQ(r.answered, 499);
}

static uint32_t told, told_order;
static void hear(void *context, ox_handle ticket, const ox_latent *request) {
    (void)context, (void)ticket;
    told++;
    told_order = told_order * 31 + request->slot.serial;
}

/* A tick answers no more than its budget; waiting requests are not lost, and the oldest is first. */
TEST(task_request_budget_holds_and_nothing_is_lost) {
    field f = {{0}, 0};
    ox_requests r;
    ox_handle tickets[20];
    f.wall[40] = f.wall[50] = 1;
    CHECK_EQ(ox_requests_init(&r, storage, SLOTS, kinds, 2, &f), OX_OK);
    r.deliver = hear;
    told = told_order = 0;
    for (uint32_t i = 0; i < 20; i++) {
        uint32_t from = i * 3;
        tickets[i] = ox_requests_ask(&r, i % 2 == 0 ? PATH : SIGHT, 1, &(ray){from, from + 1}, sizeof(ray));
    }
    for (uint32_t tick = 1; tick <= 5; tick++) {
        uint32_t before = told;
        ox_requests_run(&r, NULL);
        CHECK_EQ(told - before, tick == 1 ? 2 + 8 : tick == 2 ? 2 + 2 : 2);
    }
    CHECK_EQ(told, 20);
    for (uint32_t i = 0; i < 20; i++) {
        uint32_t answer = 99;
        CHECK_EQ(ox_requests_look(&r, tickets[i], &answer, sizeof answer), OX_LATENT_DONE);
        if (i % 2 == 0) CHECK_EQ(answer, (uint32_t)(40 >= i * 3) + (uint32_t)(50 >= i * 3));
    }
    CHECK_EQ(r.roster.count, 0);
}

/* Answering one by one, or as jobs in any batches, gives the same state. */
static void backwards(void *machine, void (*job)(void *argument, int index), void *argument, int count) {
    (void)machine;
    for (int i = count; i-- > 0;) job(argument, i);
}

TEST(task_request_is_the_same_with_workers) {
    uint32_t hashes[3];
    for (int way = 0; way < 3; way++) {
        field f = {{0}, 0};
        ox_requests r;
        ox_jobs jobs;
        ox_job records[4];
        uint32_t noise = 9, hash = OX_FNV_START;
        ox_jobs_init(&jobs, records, 4, way == 2 ? backwards : NULL, NULL);
        CHECK_EQ(ox_requests_init(&r, storage, SLOTS, kinds, 2, &f), OX_OK);
        ox_handle open[64];
        uint32_t count = 0;
        for (uint32_t tick = 0; tick < 300; tick++) {
            change(&f, &noise);
            ox_requests_run(&r, way == 0 ? NULL : &jobs);
            for (uint32_t i = 0; i < count;) {
                uint32_t answer = 0;
                if (ox_requests_look(&r, open[i], &answer, 4) == OX_LATENT_DONE)
                    open[i] = open[--count];
                else
                    i++;
            }
            for (uint32_t i = 0; i < (noise >> 20 & 3u); i++) {
                ray asked = {noise >> 8 & 15u, 20 + i};
                ox_handle t = ox_requests_ask(&r, noise >> 30 & 1u, i, &asked, sizeof asked);
                if (t.bits != 0 && count < 64) open[count++] = t;
            }
            hash = ox_requests_hash(&r, hash);
        }
        hashes[way] = hash;
    }
    CHECK(hashes[0] == hashes[1] && hashes[1] == hashes[2]);
}

TEST(task_request_of_the_dead_and_refusals) {
    field f = {{0}, 0};
    ox_requests r;
    uint32_t answer;
    const ox_request_kind bad[] = {{"none", NULL, 1}}, idle[] = {{"idle", look, 0}};
    CHECK_EQ(ox_requests_init(&r, storage, SLOTS, bad, 1, &f), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_requests_init(&r, storage, SLOTS, idle, 1, &f), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_requests_init(&r, storage, 0, kinds, 2, &f), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_requests_init(&r, storage, SLOTS, kinds, 2, &f), OX_OK);
    r.alive = alive;
    r.alive_of = &f;
    ox_handle mine = ox_requests_ask(&r, SIGHT, 5, &(ray){0, 1}, sizeof(ray));
    ox_handle theirs = ox_requests_ask(&r, SIGHT, 6, &(ray){0, 1}, sizeof(ray));
    ox_handle late = ox_requests_ask(&r, SIGHT, 6, &(ray){0, 1}, sizeof(ray));
    f.dead = 5;
    ox_requests_run(&r, NULL);
    CHECK_EQ(r.dropped, 1);
    CHECK_EQ(ox_requests_look(&r, mine, &answer, 4), OX_LATENT_GONE);
    CHECK(ox_requests_cancel(&r, late) && !ox_requests_cancel(&r, late));
    CHECK_EQ(ox_requests_look(&r, theirs, &answer, 4), OX_LATENT_DONE);
    CHECK_EQ(ox_requests_ask(&r, 2, 0, NULL, 0).bits, 0);
    uint8_t large[OX_REQUEST_BYTES + 1] = {0};
    CHECK_EQ(ox_requests_ask(&r, SIGHT, 0, large, sizeof large).bits, 0);
    for (uint32_t i = 0; i < SLOTS; i++)
        CHECK(ox_requests_ask(&r, SIGHT, 9, &(ray){0, 1}, sizeof(ray)).bits != 0);
    CHECK_EQ(ox_requests_ask(&r, SIGHT, 9, &(ray){0, 1}, sizeof(ray)).bits, 0);
    CHECK_EQ(r.refused, 3);
    CHECK_EQ(ox_requests_cancel_of(&r, 9), SLOTS);
    CHECK_EQ(r.roster.count, 0);
}
