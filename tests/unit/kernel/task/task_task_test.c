/* Tests of tasks: the patrol against a state machine, every way to wait, ending at any moment, images. */
#include <string.h>

#include "fixedmath/random.h"
#include "kernel/task/task.h"
#include "tests/test.h"

enum { PATROL, SLEEPER, LISTENER, PARENT, SUICIDE, TESTER, KINDS };
enum { MANY = 200, RING = 77 };

typedef struct patrol {
    int32_t x;
} patrol;

typedef struct child {
    uint32_t handle, wakes, id;
} child;

typedef struct scene {
    ox_tasks tasks;
    uint32_t order[MANY * 2], runs; /* ids in the order in which they ran */
    uint32_t now;
    uint32_t gate; /* the number that TESTER waits for */
    uint32_t tests;
    bool kill_owner;
} scene;

static ox_task_state patrolling(ox_task *task, void *locals, void *context) {
    patrol *p = locals;
    (void)context;
    OX_TASK_BEGIN(task);
    for (;;) {
        while (p->x < 100) {
            p->x++;
            OX_TASK_YIELD(task);
        }
        while (p->x > 0) {
            p->x--;
            OX_TASK_YIELD(task);
        }
    }
    OX_TASK_END(task);
}

static void note(scene *s, uint32_t id) {
    if (s->runs < MANY * 2) s->order[s->runs] = id;
    s->runs++;
}

static ox_task_state sleeping(ox_task *task, void *locals, void *context) {
    child *c = locals;
    OX_TASK_BEGIN(task);
    note(context, c->id);
    OX_TASK_WAIT(task, 5);
    c->wakes++;
    note(context, c->id);
    OX_TASK_WAIT(task, 0);
    c->wakes++;
    OX_TASK_END(task);
}

static ox_task_state listening(ox_task *task, void *locals, void *context) {
    child *c = locals;
    (void)context;
    OX_TASK_BEGIN(task);
    while (c->wakes < 3) {
        OX_TASK_WAIT_EVENT(task, RING);
        c->wakes++;
        c->id += task->value;
    }
    OX_TASK_EXIT(task);
    OX_TASK_END(task);
}

/* A task that makes a sleeper, waits for its end, and counts. */
static ox_task_state parenting(ox_task *task, void *locals, void *context) {
    child *c = locals;
    scene *s = context;
    OX_TASK_BEGIN(task);
    ox_handle made;
    child *born = ox_tasks_spawn(&s->tasks, SLEEPER, task->slot.owner, &made);
    if (born == NULL) OX_TASK_EXIT(task);
    born->id = 50;
    c->handle = made.bits;
    note(s, 40);
    OX_TASK_JOIN(task, (ox_handle){c->handle});
    note(s, 41);
    OX_TASK_END(task);
}

/* A task that kills itself, makes others that could take its place, and goes on to its next wait. */
static ox_task_state dying(ox_task *task, void *locals, void *context) {
    child *c = locals;
    scene *s = context;
    OX_TASK_BEGIN(task);
    ox_handle self = ox_roster_handle(&s->tasks.roster, &task->slot);
    if (s->kill_owner)
        CHECK_EQ(ox_tasks_kill_owner(&s->tasks, task->slot.owner), 2);
    else
        CHECK(ox_tasks_kill(&s->tasks, self));
    CHECK(!ox_tasks_kill(&s->tasks, self) && !ox_tasks_alive(&s->tasks, self));
    CHECK(ox_tasks_locals(&s->tasks, self) == NULL);
    child *other = ox_tasks_spawn(&s->tasks, SLEEPER, 99, NULL);
    CHECK(other != NULL && other != c);
    c->wakes = 1000;
    OX_TASK_YIELD(task);
    note(s, 666); /* this line is never reached */
    OX_TASK_END(task);
}

static ox_task_state testing(ox_task *task, void *locals, void *context) {
    scene *s = context;
    (void)locals;
    OX_TASK_BEGIN(task);
    OX_TASK_WAIT_UNTIL(task, s->tests++ < 1000 && s->gate == 1);
    note(s, 1);
    OX_TASK_WAIT_UNTIL(task, s->gate < 9); /* the condition is true: the task goes on at once */
    note(s, 2);
    OX_TASK_END(task);
}

static const ox_task_kind kinds[KINDS] = {{.run = patrolling}, {.run = sleeping}, {.run = listening},
                                          {.run = parenting},  {.run = dying},    {.run = testing}};

static union {
    uint32_t words[OX_TASKS_BYTES(sizeof(child), MANY) / 4];
    uint64_t align;
} storage, spare;

static scene *begin(uint32_t capacity) {
    static scene s;
    memset(&s, 0, sizeof s);
    ox_tasks_init(&s.tasks, &(ox_tasks_config){.storage = storage.words,
                                               .capacity = capacity,
                                               .locals = sizeof(child),
                                               .kinds = kinds,
                                               .kind_count = KINDS,
                                               .context = &s});
    return &s;
}

static void run(scene *s) {
    s->now++;
    ox_tasks_run(&s->tasks, s->now);
}

TEST(task_patrol_is_the_state_machine) {
    scene *s = begin(4);
    patrol *p = ox_tasks_spawn(&s->tasks, PATROL, 1, NULL);
    int32_t x = 0, step = 1;
    for (uint32_t tick = 1; tick <= 10000; tick++) {
        run(s);
        if (x == 100) step = -1;
        if (x == 0) step = 1;
        x += step;
        CHECK_EQ(p->x, x);
        if (tick == 100) CHECK_EQ(p->x, 100);
        if (tick == 101) CHECK_EQ(p->x, 99);
        if (tick % 200 == 0) CHECK_EQ(p->x, 0);
    }
}

TEST(task_two_hundred_in_their_storage) {
    scene *s = begin(MANY);
    ox_handle handles[MANY];
    for (uint32_t i = 0; i < MANY; i++) {
        child *c = ox_tasks_spawn(&s->tasks, SLEEPER, i % 10, &handles[i]);
        CHECK(c != NULL);
        c->id = i;
    }
    CHECK(ox_tasks_spawn(&s->tasks, SLEEPER, 1, NULL) == NULL);
    CHECK_EQ(s->tasks.roster.pool.refused, 1);
    run(s);
    CHECK_EQ(s->runs, MANY);
    for (uint32_t i = 0; i < MANY; i++) CHECK_EQ(s->order[i], i); /* tasks run in the order of making */
    CHECK_EQ(ox_tasks_kill_owner(&s->tasks, 3), MANY / 10); /* tasks are killed in the middle of their wait */
    CHECK(!ox_tasks_alive(&s->tasks, handles[3]) && ox_tasks_alive(&s->tasks, handles[4]));
    for (int i = 0; i < 4; i++) run(s);
    CHECK_EQ(s->runs, MANY);
    run(s);
    CHECK_EQ(s->runs, MANY + MANY * 9 / 10); /* the other tasks run five ticks later */
    run(s);
    CHECK_EQ(s->tasks.roster.count, 0);
    CHECK_EQ(s->tasks.roster.pool.fresh, MANY);
    child *again = ox_tasks_spawn(&s->tasks, SLEEPER, 1, &handles[0]);
    CHECK(again != NULL && again->wakes == 0 && again->id == 0); /* a used slot comes back as zeros */
    TEST_INFO("a task: %u bytes and its locals", (unsigned)sizeof(ox_task));
}

TEST(task_waits_for_events_and_conditions) {
    scene *s = begin(8);
    ox_handle handle;
    child *c = ox_tasks_spawn(&s->tasks, LISTENER, 1, &handle);
    CHECK(ox_tasks_spawn(&s->tasks, TESTER, 1, NULL) != NULL);
    CHECK_EQ(ox_tasks_signal(&s->tasks, RING, 1), 0); /* no task waits yet */
    for (int i = 0; i < 5; i++) run(s);
    CHECK_EQ(c->wakes, 0);
    CHECK_EQ(ox_tasks_signal(&s->tasks, RING + 1, 1), 0);
    CHECK_EQ(ox_tasks_signal(&s->tasks, RING, 10), 1);
    CHECK_EQ(ox_tasks_signal(&s->tasks, RING, 20), 0);
    CHECK_EQ(c->wakes, 0);
    run(s);
    CHECK(c->wakes == 1 && c->id == 10);
    CHECK(s->runs == 0 && s->tests == 6);
    s->gate = 1;
    run(s);
    CHECK(s->runs == 2 && s->order[0] == 1 && s->order[1] == 2 && s->tests == 7);
    for (uint32_t i = 0; i < 2; i++) {
        ox_tasks_signal(&s->tasks, RING, 1);
        run(s);
    }
    CHECK(!ox_tasks_alive(&s->tasks, handle));
    CHECK_EQ(s->tasks.roster.count, 0);
}

TEST(task_spawns_and_joins) {
    scene *s = begin(8);
    CHECK(ox_tasks_spawn(&s->tasks, PARENT, 6, NULL) != NULL);
    run(s);
    CHECK(s->runs == 1 && s->order[0] == 40); /* the child runs first in the next run */
    run(s);
    CHECK(s->runs == 2 && s->order[1] == 50);
    for (int i = 0; i < 6; i++) run(s); /* the child sleeps 5 ticks, and one more */
    CHECK(s->runs == 3 && s->order[2] == 50);
    run(s);
    CHECK(s->runs == 4 && s->order[3] == 41);
    CHECK_EQ(s->tasks.roster.count, 0);
}

TEST(task_may_end_itself) {
    for (int owner = 0; owner < 2; owner++) {
        scene *s = begin(8);
        ox_handle handle;
        s->kill_owner = owner == 1;
        CHECK(ox_tasks_spawn(&s->tasks, SUICIDE, 5, &handle) != NULL);
        CHECK(ox_tasks_spawn(&s->tasks, LISTENER, 5, NULL) != NULL);
        run(s);
        CHECK(!ox_tasks_alive(&s->tasks, handle));
        CHECK_EQ(s->tasks.roster.count, owner == 1 ? 1 : 2);
        for (int i = 0; i < 10; i++) run(s);
        CHECK_EQ(s->tasks.roster.count, owner == 1 ? 0 : 1);
        for (uint32_t i = 0; i < s->runs; i++) CHECK(s->order[i] != 666);
    }
}

static ox_task_state nesting(ox_task *task, void *locals, void *context) {
    (void)locals;
    ox_tasks_run(&((scene *)context)->tasks, 1);
    OX_TASK_EXIT(task);
}

TEST(task_misuse_has_an_outcome) {
    static const ox_task_kind nest[] = {{.run = nesting}};
    scene *s = begin(4);
    CHECK(ox_tasks_spawn(&s->tasks, KINDS, 1, NULL) == NULL);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK(!ox_tasks_kill(&s->tasks, OX_HANDLE_NONE));
    CHECK(!ox_tasks_kill(&s->tasks, (ox_handle){0x1FFFFu}));
    ox_tasks_init(&s->tasks,
                  &(ox_tasks_config){
                      .storage = storage.words, .capacity = 2, .kinds = nest, .kind_count = 1, .context = s});
    CHECK(ox_tasks_spawn(&s->tasks, 0, 1, NULL) != NULL);
    run(s);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK_EQ(s->tasks.roster.count, 0);
}

/* Many tasks of several kinds, saved in the middle: the restored tasks go on in step with the saved ones. */
static uint8_t image[8192];

static uint32_t hash_of(const ox_tasks *tasks) {
    ox_writer w = ox_writer_hash();
    ox_tasks_save(tasks, &w);
    return w.hash;
}

static void crowd(scene *s, rng32 *random) {
    for (int i = 0; i < 60; i++) {
        uint32_t kind = rng_below(random, 4);
        (void)!ox_tasks_spawn(&s->tasks, kind, rng_below(random, 5), NULL);
        if (rng_below(random, 16) == 0) ox_tasks_kill_owner(&s->tasks, rng_below(random, 5));
        if (rng_below(random, 3) == 0) ox_tasks_signal(&s->tasks, RING, i & 7);
        run(s);
    }
}

TEST(task_images_go_on_in_step) {
    static scene other;
    scene *s = begin(40);
    rng32 random = rng32_seed(5, 5), same;
    crowd(s, &random);
    CHECK(s->tasks.roster.count > 5);
    ox_writer out = ox_writer_bytes(image, sizeof image);
    ox_tasks_save(&s->tasks, &out);
    CHECK(!out.full);
    other = *s;
    ox_tasks_init(&other.tasks, &(ox_tasks_config){.storage = spare.words,
                                                   .capacity = 40,
                                                   .locals = sizeof(child),
                                                   .kinds = kinds,
                                                   .kind_count = KINDS,
                                                   .context = &other});
    ox_reader in = ox_reader_bytes(image, out.used);
    CHECK_EQ(ox_tasks_restore(&other.tasks, &in), OX_OK);
    CHECK_EQ(in.used, out.used);
    CHECK_EQ(hash_of(&other.tasks), hash_of(&s->tasks));
    same = random;
    crowd(s, &random);
    crowd(&other, &same);
    CHECK_EQ(hash_of(&other.tasks), hash_of(&s->tasks));
    for (size_t cut = 0; cut < out.used; cut += 7) {
        in = ox_reader_bytes(image, cut);
        CHECK_EQ(ox_tasks_restore(&other.tasks, &in), OX_BAD_DATA);
        CHECK_EQ(other.tasks.roster.count, 0);
        CHECK(ox_tasks_spawn(&other.tasks, PATROL, 1, NULL) != NULL);
    }
    for (size_t i = 0; i < out.used; i++) { /* with any byte wrong an image is refused, or its tasks run */
        image[i] ^= 0x81;
        in = ox_reader_bytes(image, out.used);
        if (ox_tasks_restore(&other.tasks, &in) == OX_OK) run(&other);
        image[i] ^= 0x81;
    }
}

/* The same lines of a task twice, as a file has them before and after a change above them. */
static ox_task_state counting_before(ox_task *task, void *locals, void *context) {
    child *c = locals;
    (void)context;
    OX_TASK_BEGIN(task);
    OX_TASK_WAIT(task, 3);
    c->wakes += 10;
    OX_TASK_WAIT(task, 3);
    c->wakes += 100;
    OX_TASK_END(task);
}

static ox_task_state counting_after(ox_task *task, void *locals, void *context) {
    child *c = locals;
    (void)context;
    OX_TASK_BEGIN(task);
    OX_TASK_WAIT(task, 3);
    c->wakes += 10;
    OX_TASK_WAIT(task, 3);
    c->wakes += 100;
    OX_TASK_END(task);
}

/* Nothing but one line: the places of the two above are gone here. */
static ox_task_state counting_no_more(ox_task *task, void *locals, void *context) {
    (void)locals, (void)context;
    OX_TASK_BEGIN(task);
    OX_TASK_END(task);
}

/* A task that waits a second time goes on in another build's table of kinds. Returns how it counted on. */
static uint32_t counted_in(ox_task_function *other, uint32_t *left) {
    ox_task_kind before = {.run = counting_before}, after = {.run = other};
    ox_tasks tasks;
    ox_tasks_config config = {
        .storage = spare.words, .capacity = 1, .locals = sizeof(child), .kinds = &before, .kind_count = 1};
    ox_tasks_init(&tasks, &config);
    ox_handle handle;
    child *c = ox_tasks_spawn(&tasks, 0, 1, &handle);
    for (uint32_t now = 1; now < 6; now++) ox_tasks_run(&tasks, now);
    ox_writer out = ox_writer_bytes(image, sizeof image);
    ox_tasks_save(&tasks, &out);
    config.kinds = &after;
    ox_tasks_init(&tasks, &config);
    ox_reader in = ox_reader_bytes(image, out.used);
    CHECK_EQ(ox_tasks_restore(&tasks, &in), OX_OK);
    c = ox_tasks_locals(&tasks, handle);
    CHECK(c != NULL && c->wakes == 10);
    for (uint32_t now = 6; now < 12; now++) ox_tasks_run(&tasks, now);
    *left = tasks.roster.count;
    return c->wakes; /* the storage of a task that has ended is as it was */
}

TEST(task_goes_on_in_a_build_that_changed_around_it) {
    uint32_t left = 9;
    CHECK_EQ(counted_in(counting_before, &left), 110);
    CHECK_EQ(left, 0);
    CHECK_EQ(counted_in(counting_after, &left), 110);
    CHECK_EQ(left, 0);
    CHECK_EQ(counted_in(counting_no_more, &left), 10);
    CHECK_EQ(left, 0);
}
