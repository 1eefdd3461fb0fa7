/* The stages of a frame by the clock of this machine. */
#include <time.h>

#include "tests/unit/raster/raster_contract.h"

static contract c;

static uint32_t microseconds(void *context) {
    struct timespec now;
    (void)context;
    timespec_get(&now, TIME_UTC);
    return (uint32_t)((uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u);
}

static void show(void *context, const char *line) {
    (void)context;
    TEST_INFO("%s microseconds", line);
}

TEST(raster_fixed_scene_takes_less_than_a_thirtieth) {
    rs_stage_times best;
    uint32_t least = UINT32_MAX;
    contract_make(&c);
    for (int i = 0; i < 20; i++) {
        rs_stage_times times;
        rs_draw_call_counts counts;
        const rs_sort_entry *order;
        rs_frame *frame;
        uint32_t sum = 0;
        rs_stage_begin(&times, microseconds, NULL);
        rs_stage_enter(&times, RS_STAGE_APPLICATION);
        order = contract_submit(&c);
        rs_stage_enter(&times, RS_STAGE_GEOMETRY);
        frame = contract_record(&c, order, &counts);
        rs_stage_enter(&times, RS_STAGE_RASTERIZATION);
        (void)contract_draw(&c, frame);
        rs_stage_enter(&times, -1);
        for (int k = 0; k < RS_STAGES; k++) sum += times.spent[k];
        if (sum < least) least = sum, best = times;
    }
    rs_stage_table(&best, show, NULL);
    TEST_INFO("%u of 33,300 microseconds", (unsigned)least);
    CHECK(least <= 33300);
    CHECK(rs_stage_slowest(&best) != RS_STAGE_TOOLS);
}
