/* Tests of requests: the tick in which they end, whatever the medium; urgency, starvation, deadlines, cancelling. */
#include "kernel/bytes/stream.h"
#include "kernel/file/block_device.h"
#include "kernel/file/request.h"
#include "tests/test.h"
#include "tests/unit/kernel/file/file_slow_device.h"

static _Alignas(16) uint8_t memory[8192], disk_memory[60000], bytes[40000], destination[44000];
static ox_arena arena;
static ox_files files;
static ox_block_device disk;
static ox_device inner, device;
static media m;

/* A medium with two files: "big" of 40,000 bytes and "small" of 4,096. */
static void open_medium(uint32_t speed) {
    ox_files_config config = {.handles = 4, .requests = 16};
    ox_block_store store = ox_block_memory(disk_memory, sizeof disk_memory);
    ox_file file;
    uint32_t done;
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_files_init(&files, &config, &arena), OX_OK);
    CHECK_EQ(ox_block_device_format(&disk, &store, 4096, 3, &inner), OX_OK);
    media_begin(&m, &inner, 1, &device);
    CHECK_EQ(ox_files_mount(&files, "disc", &device, 0), OX_OK);
    for (uint32_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)(i * 11 + i / 300);
    CHECK_EQ(ox_file_open(&files, OX_TEXT("disc:big"), OX_FILE_WRITE, &file), OX_OK);
    CHECK(ox_file_write(&files, file, bytes, sizeof bytes, &done) == OX_OK &&
          ox_file_close(&files, file) == OX_OK);
    CHECK_EQ(ox_file_open(&files, OX_TEXT("disc:small"), OX_FILE_WRITE, &file), OX_OK);
    CHECK(ox_file_write(&files, file, bytes, 4096, &done) == OX_OK && ox_file_close(&files, file) == OX_OK);
    memset(destination, 0, sizeof destination);
    m.speed = speed;
}

static ox_file open_file(const char *path) {
    ox_file file;
    CHECK_EQ(ox_file_open(&files, ox_text_of(path), OX_FILE_READ, &file), OX_OK);
    return file;
}

static uint32_t tick_once(uint32_t tick, uint32_t quota) {
    media_tick(&m);
    uint32_t done = ox_files_pump(&files, quota);
    ox_files_tick(&files, tick);
    return done;
}

typedef struct heard {
    uint32_t count, ticks[8];
    ox_status statuses[8];
    ox_request requests[8];
} heard;

static void hear(void *context, ox_request request, ox_status status) {
    heard *h = context;
    if (h->count >= 8) return;
    h->ticks[h->count] = files.tick;
    h->statuses[h->count] = status;
    h->requests[h->count++] = request;
}

TEST(file_request_ends_at_its_tick) {
    heard h = {0};
    ox_request_options options = {.urgency = OX_URGENCY_NEEDED, .latency = 10, .told = hear, .context = &h};
    ox_request request;
    uint32_t loops = 0;
    open_medium(UINT32_MAX);
    ox_file file = open_file("disc:big");
    CHECK_EQ(ox_request_read(&files, (ox_request_piece){file, 0, 40000}, destination, &options, &request),
             OX_OK);
    CHECK_EQ(ox_request_ticks_left(&files, request, 10000), 4);
    for (uint32_t tick = 1; !ox_request_done(&files, request); tick++, loops++) {
        CHECK_EQ(h.count, 0);
        CHECK(tick_once(tick, 10000) <= 10000);
        if (tick == 5)
            CHECK_EQ(ox_request_bytes(&files, request), 40000); /* all is there, but the state is pending */
    }
    CHECK(loops == 10 && h.count == 1 && h.ticks[0] == 10 && h.requests[0].bits == request.bits);
    CHECK(ox_request_succeeded(&files, request) && memcmp(destination, bytes, 40000) == 0);
    CHECK_EQ(files.costs.stalls, 0);
    CHECK_EQ(ox_request_ticks_left(&files, request, 1), 0);
    CHECK_EQ(ox_request_drop(&files, request), OX_OK);
    CHECK_EQ(ox_request_drop(&files, request), OX_STALE_HANDLE);
    CHECK_EQ(ox_request_state(&files, request, NULL), OX_REQUEST_NONE);

    /* On a medium that is too slow for the tick the simulation waits, and sees the same state. */
    open_medium(1000);
    file = open_file("disc:big");
    h.count = 0;
    CHECK_EQ(ox_request_read(&files, (ox_request_piece){file, 0, 40000}, destination, &options, &request),
             OX_OK);
    for (uint32_t tick = 1; tick < 10; tick++) tick_once(tick, 10000);
    CHECK(!ox_request_done(&files, request) && ox_request_bytes(&files, request) == 9000);
    m.speed = UINT32_MAX; /* any delay is allowed now: the simulation waits meanwhile */
    tick_once(10, 0);
    CHECK(ox_request_succeeded(&files, request) && h.count == 1 && h.ticks[0] == 10 &&
          files.costs.stalls == 1);
    CHECK(memcmp(destination, bytes, 40000) == 0);

    /* The caller waits for a request. */
    open_medium(UINT32_MAX);
    file = open_file("disc:big");
    h.count = 0;
    CHECK_EQ(ox_request_read(&files, (ox_request_piece){file, 100, 5000}, destination, &options, &request),
             OX_OK);
    CHECK_EQ(ox_request_wait(&files, request), OX_OK);
    CHECK(h.count == 1 && memcmp(destination, bytes + 100, 5000) == 0);
    CHECK_EQ(ox_request_wait(&files, request), OX_OK);
    CHECK_EQ(ox_request_wait(&files, (ox_request){0}), OX_STALE_HANDLE);
}

/* A request whose bytes never come is given up. */
TEST(file_request_is_not_waited_for_for_ever) {
    ox_request request;
    open_medium(0);
    ox_file file = open_file("disc:small");
    uint32_t done;
    CHECK_EQ(ox_request_read(&files, (ox_request_piece){file, 0, 10}, destination, NULL, &request), OX_OK);
    CHECK_EQ(ox_request_wait(&files, request), OX_TIMEOUT);
    CHECK_EQ(ox_file_read(&files, file, destination, 10, &done), OX_TIMEOUT);
}

/* ---- the same state on every medium ---- */

/* Plays `ticks` ticks of random requests on a medium and returns the hash of what the simulation saw. */
static uint32_t simulate(uint32_t speed, uint32_t jitter, uint32_t quota, uint32_t *issued,
                         uint32_t *stalls) {
    rng32 random = rng32_seed(5, 9);
    ox_writer hash = ox_writer_hash();
    ox_request open[12];
    uint32_t count = 0, lengths[12], places[12];
    open_medium(speed);
    m.jitter = jitter;
    ox_file file = open_file("disc:big");
    *issued = 0;
    for (uint32_t tick = 1; *issued < 1000 || count > 0; tick++) {
        media_tick(&m);
        ox_files_pump(&files, quota);
        if (speed == 0) m.speed = m.allowance = 1u << 20; /* a late request ends while the simulation waits */
        ox_files_tick(&files, tick);
        if (speed == 0) m.speed = 0;
        for (uint32_t i = 0; i < count;) {
            if (!ox_request_done(&files, open[i])) {
                i++;
                continue;
            }
            ox_write_u32(&hash, tick);
            ox_write_bytes(&hash, destination + i * 2048, lengths[i]);
            ox_write_u32(&hash, (uint32_t)ox_request_succeeded(&files, open[i]));
            CHECK_EQ(ox_request_drop(&files, open[i]), OX_OK);
            open[i] = (ox_request){0};
            /* the place in `destination` is that of the table: the next request goes out in the next tick */
            break;
        }
        uint32_t kept = 0;
        while (kept < count && open[kept].bits != 0) kept++;
        if (kept == count && count < 12 && *issued < 1000) count++;
        if (kept < count && *issued < 1000) {
            ox_request_options options = {.urgency = (ox_urgency)rng_below(&random, 5),
                                          .latency = rng_below(&random, 9)};
            lengths[kept] = 1 + rng_below(&random, 2048);
            places[kept] = rng_below(&random, 40000 - 2048);
            CHECK_EQ(ox_request_read(&files, (ox_request_piece){file, places[kept], lengths[kept]},
                                     destination + kept * 2048, &options, &open[kept]),
                     OX_OK);
            ++*issued;
        }
        while (*issued == 1000 && count > 0 && open[count - 1].bits == 0) count--;
        if (*issued == 1000 && kept < count && open[kept].bits == 0) open[kept] = open[--count];
    }
    *stalls = files.costs.stalls;
    return hash.hash;
}

TEST(file_request_same_state_on_every_medium) {
    static const struct {
        uint32_t speed, jitter, quota;
    } media_kinds[] = {{UINT32_MAX, 0, 65536}, {0, 0, 4096}, {0, 900, 2048}, {UINT32_MAX, 0, 100}};
    uint32_t first = 0;
    for (int i = 0; i < 4; i++) {
        uint32_t issued, stalls;
        uint32_t hash =
            simulate(media_kinds[i].speed, media_kinds[i].jitter, media_kinds[i].quota, &issued, &stalls);
        TEST_INFO("medium %d: hash %08x, %u requests, %u stalls", i, (unsigned)hash, (unsigned)issued,
                  (unsigned)stalls);
        if (i == 0) first = hash;
        CHECK_EQ(hash, first);
        CHECK_EQ(issued, 1000);
    }
}

/* ---- urgency ---- */

TEST(file_request_urgent_ones_overtake) {
    heard h = {0};
    ox_request_options low = {.urgency = OX_URGENCY_NEXT, .loose = true, .told = hear, .context = &h};
    ox_request_options audio = {
        .urgency = OX_URGENCY_AUDIO, .loose = true, .deadline = 3, .told = hear, .context = &h};
    ox_request big, small;
    open_medium(UINT32_MAX);
    ox_file a = open_file("disc:big"), b = open_file("disc:small");
    CHECK_EQ(ox_request_read(&files, (ox_request_piece){a, 0, 40000}, destination, &low, &big), OX_OK);
    CHECK_EQ(ox_files_pump(&files, 3000), 3000);
    CHECK_EQ(ox_request_bytes(&files, big), 3000); /* the request is under way */
    CHECK_EQ(ox_request_read(&files, (ox_request_piece){b, 0, 4000}, destination + 40000, &audio, &small),
             OX_OK);
    for (uint32_t tick = 1; tick <= 30 && h.count < 2; tick++) tick_once(tick, 3000);
    CHECK(h.count == 2 && h.requests[0].bits == small.bits && h.ticks[0] == 2 &&
          h.requests[1].bits == big.bits);
    CHECK_EQ(files.costs.missed, 0);
    CHECK(memcmp(destination, bytes, 40000) == 0 && memcmp(destination + 40000, bytes, 4000) == 0);
}

/* A request whose work never ends. */
static ox_status endless(void *context, uint32_t quota, uint32_t *done) {
    *(uint32_t *)context += quota;
    *done = quota;
    return OX_OK;
}

TEST(file_request_low_ones_do_not_starve) {
    ox_request_options low = {.urgency = OX_URGENCY_IDLE, .loose = true},
                       high = {.urgency = OX_URGENCY_AUDIO, .loose = true};
    ox_request request, other;
    uint32_t worked = 0;
    open_medium(UINT32_MAX);
    ox_file file = open_file("disc:small");
    CHECK_EQ(ox_request_work(&files, endless, &worked, 0, &high, &other), OX_OK);
    CHECK_EQ(ox_request_read(&files, (ox_request_piece){file, 0, 4096}, destination, &low, &request), OX_OK);
    uint32_t ticks = 0;
    while (ticks < 200 && !ox_request_done(&files, request)) tick_once(++ticks, 2048);
    CHECK_EQ(ticks, 8 * 9); /* 8 blocks of 512, one after every 8 pumps without service */
    CHECK(worked == ticks * 2048 - 4096);
    CHECK(memcmp(destination, bytes, 4096) == 0);
    CHECK_EQ(ox_request_cancel(&files, other), OX_OK);
}

TEST(file_request_deadlines_missed) {
    static const ox_late ways[] = {OX_LATE_KEEP, OX_LATE_NOTIFY, OX_LATE_CANCEL};
    for (int i = 0; i < 3; i++) {
        heard h = {0};
        ox_request_options options = {
            .loose = true, .deadline = 4, .late = ways[i], .told = hear, .context = &h};
        ox_request request;
        ox_status status;
        open_medium(100);
        ox_file file = open_file("disc:small");
        CHECK_EQ(ox_request_read(&files, (ox_request_piece){file, 0, 1000}, destination, &options, &request),
                 OX_OK);
        for (uint32_t tick = 1; tick <= 20; tick++) tick_once(tick, 4096);
        CHECK_EQ(files.costs.missed, 1);
        ox_request_state_of state = ox_request_state(&files, request, &status);
        if (ways[i] == OX_LATE_CANCEL) {
            CHECK(state == OX_REQUEST_FAILED && status == OX_TIMEOUT && h.count == 1 && h.ticks[0] == 4);
        } else {
            CHECK(state == OX_REQUEST_DONE && memcmp(destination, bytes, 1000) == 0);
            CHECK(h.count == (ways[i] == OX_LATE_NOTIFY ? 2u : 1u) && h.ticks[h.count - 1] == 10);
            if (ways[i] == OX_LATE_NOTIFY) CHECK(h.statuses[0] == OX_TIMEOUT && h.ticks[0] == 4);
        }
    }
}

/* Work that drops or cancels its own request and makes another one, which gets its place. */
typedef struct suicide {
    ox_request own, next;
    bool cancels;
    uint32_t steps;
} suicide;

static ox_status other_work(void *context, uint32_t quota, uint32_t *done) {
    (void)context;
    *done = quota < 10 ? quota : 10;
    return OX_OK;
}

static ox_status drop_itself(void *context, uint32_t quota, uint32_t *done) {
    suicide *s = context;
    ox_request_options options = {.urgency = OX_URGENCY_IDLE, .loose = true};
    s->steps++;
    *done = quota;
    CHECK_EQ(s->cancels ? ox_request_cancel(&files, s->own) : ox_request_drop(&files, s->own), OX_OK);
    CHECK_EQ(ox_request_work(&files, other_work, NULL, 1000, &options, &s->next), OX_OK);
    return OX_EMPTY;
}

TEST(file_request_work_may_drop_itself) {
    for (int how = 0; how < 6; how++) {
        suicide s = {.cancels = how % 2 == 1};
        ox_request_options options = {.urgency = OX_URGENCY_NEEDED, .latency = 3};
        ox_status status;
        open_medium(UINT32_MAX);
        CHECK_EQ(ox_request_work(&files, drop_itself, &s, 500, &options, &s.own), OX_OK);
        if (how < 2) {
            CHECK(ox_files_pump(&files, 1) > 0);
        } else if (how < 4) {
            CHECK_EQ(ox_request_wait(&files, s.own), s.cancels ? OX_CANCELLED : OX_STALE_HANDLE);
        } else {
            ox_files_tick(&files, 3); /* the request's tick has come: all of its work is done at once */
        }
        CHECK_EQ(s.steps, 1);
        CHECK_EQ(ox_request_state(&files, s.next, &status), OX_REQUEST_WAITING);
        CHECK_EQ(ox_request_bytes(&files, s.next), 0);
        CHECK_EQ(ox_request_state(&files, s.own, &status), s.cancels ? OX_REQUEST_FAILED : OX_REQUEST_NONE);
        CHECK_EQ(ox_files_pending(&files), 1);
        (void)ox_files_pump(&files, 20);
        CHECK(ox_request_bytes(&files, s.next) > 0);
    }
}

TEST(file_request_refusals) {
    ox_request requests[17], none = {0x30001u};
    ox_status status;
    uint32_t worked = 0;
    open_medium(UINT32_MAX);
    ox_file file = open_file("disc:small"), wrong = {0x990001u}, made;
    CHECK_EQ(ox_request_read(&files, (ox_request_piece){wrong, 0, 1}, destination, NULL, &requests[0]),
             OX_STALE_HANDLE);
    CHECK_EQ(ox_request_write(&files, (ox_request_piece){wrong, 0, 1}, bytes, NULL, &requests[0]),
             OX_STALE_HANDLE);
    CHECK_EQ(ox_request_read(&files, (ox_request_piece){file, 0, 1}, NULL, NULL, &requests[0]),
             OX_BAD_ARGUMENT);
    CHECK_EQ(ox_request_work(&files, NULL, NULL, 1, NULL, &requests[0]), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_request_open(&files, OX_TEXT("a?"), OX_FILE_READ, &made, NULL, &requests[0]), OX_BAD_DATA);
    CHECK_EQ(ox_request_remove(&files, OX_TEXT("a?"), NULL, &requests[0]), OX_BAD_DATA);
    CHECK_EQ(ox_request_close(&files, wrong, NULL, &requests[0]), OX_STALE_HANDLE);
    for (int i = 0; i < 16; i++)
        CHECK_EQ(ox_request_work(&files, endless, &worked, 1, NULL, &requests[i]), OX_OK);
    CHECK_EQ(ox_request_read(&files, (ox_request_piece){file, 0, 1}, destination, NULL, &requests[16]),
             OX_FULL);
    CHECK_EQ(ox_files_pending(&files), 16);
    CHECK_EQ(ox_request_cancel(&files, requests[3]), OX_OK);
    CHECK(ox_request_state(&files, requests[3], &status) == OX_REQUEST_FAILED && status == OX_CANCELLED);
    CHECK_EQ(ox_request_cancel(&files, requests[3]), OX_BAD_STATE);
    CHECK_EQ(ox_request_cancel(&files, none), OX_STALE_HANDLE);
    for (int i = 0; i < 16; i++) CHECK_EQ(ox_request_drop(&files, requests[i]), OX_OK);
    CHECK_EQ(ox_request_read(&files, (ox_request_piece){file, 4000, 200}, destination, NULL, &requests[0]),
             OX_OK); /* the read is beyond the end */
    CHECK_EQ(ox_request_wait(&files, requests[0]), OX_IO_ERROR);
    CHECK_EQ(ox_request_bytes(&files, requests[0]), 96);
    CHECK_EQ(ox_request_open(&files, OX_TEXT("disc:none"), OX_FILE_READ, &made, NULL, &requests[1]), OX_OK);
    ox_files_tick(&files, 1);
    CHECK(ox_request_state(&files, requests[1], &status) == OX_REQUEST_FAILED && status == OX_NOT_FOUND);
    ox_request_options forget = {.forget = true};
    CHECK_EQ(ox_request_read(&files, (ox_request_piece){file, 0, 8}, destination, &forget, &requests[2]),
             OX_OK);
    ox_files_tick(&files, 2);
    CHECK_EQ(ox_request_state(&files, requests[2], NULL), OX_REQUEST_NONE);
}

/* Five classes of urgency, each before the next, whatever the order of asking; within a class the earlier deadline
 * counts, then the order of asking. */
static ox_status finite(void *context, uint32_t quota, uint32_t *done) {
    uint32_t *left = context;
    *done = *left < quota ? *left : quota;
    *left -= *done;
    return *left == 0 ? OX_EMPTY : OX_OK;
}

TEST(file_request_classes_have_an_order) {
    static const uint8_t asked[7] = {OX_URGENCY_IDLE,   OX_URGENCY_NEEDED, OX_URGENCY_MOVIE, OX_URGENCY_NEXT,
                                     OX_URGENCY_NEEDED, OX_URGENCY_AUDIO,  OX_URGENCY_NEEDED};
    static const uint32_t deadlines[7] = {0, 60, 0, 0, 40, 0, 40};
    static const uint8_t order[7] = {5, 2, 4, 6, 1, 3, 0};
    heard h = {0};
    ox_request requests[7];
    open_medium(UINT32_MAX);
    uint32_t left[7];
    for (int i = 0; i < 7; i++) {
        left[i] = 4096;
        ox_request_options options = {
            .urgency = asked[i], .loose = true, .deadline = deadlines[i], .told = hear, .context = &h};
        CHECK_EQ(ox_request_work(&files, finite, &left[i], 0, &options, &requests[i]), OX_OK);
    }
    for (uint32_t tick = 1; tick <= 40 && h.count < 7; tick++) tick_once(tick, 2048);
    CHECK_EQ(h.count, 7);
    for (uint32_t i = 0; i < 7; i++) CHECK_EQ(h.requests[i].bits, requests[order[i]].bits);
    for (int i = 0; i < 7; i++) CHECK_EQ(left[i], 0);
}
