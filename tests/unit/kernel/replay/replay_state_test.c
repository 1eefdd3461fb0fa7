/* One record as a part of the state. */
#include <string.h>

#include "kernel/replay/state.h"
#include "tests/test.h"

typedef struct paddle {
    int64_t far;
    int32_t place, low;
    uint16_t held[3];
    int8_t lead;
    bool good;
} paddle;

static const ox_field fields[] = {OX_FIELD(paddle, far, OX_I64, OX_SIM),
                                  OX_FIELD(paddle, place, OX_FX, OX_SIM),
                                  OX_FIELD(paddle, low, OX_I32, OX_SIM, .low = -5, .high = 5),
                                  OX_FIELD(paddle, held, OX_U16, OX_SIM),
                                  OX_FIELD(paddle, lead, OX_I8, OX_SIM),
                                  OX_FIELD(paddle, good, OX_BOOL, OX_NETWORK)};
static const ox_type paddle_type = OX_TYPE(paddle, fields, 1);

TEST(replay_state_a_record_is_saved_hashed_and_restored_by_its_descriptor) {
    paddle own = {-(INT64_C(1) << 40), -65536, -5, {1, 2, 65535}, -1, true}, other = {0};
    ox_sim_record kept = {&paddle_type, &own, "paddle"}, into = {&paddle_type, &other, "paddle"};
    const ox_sim_part part = ox_sim_of_record(&kept), back = ox_sim_of_record(&into);
    const ox_sim state = {&part, 1}, restored = {&back, 1};
    uint8_t bytes[64];
    ox_writer to = ox_writer_bytes(bytes, sizeof bytes);
    CHECK(strcmp(part.name, "paddle") == 0 && !part.raw);
    ox_sim_save(&state, &to);
    CHECK_EQ(to.used, 8 + 4 + 4 + 6 + 1); /* a field that is not saved takes none */
    CHECK_EQ(to.used, ox_sim_bytes(&state));
    ox_reader from = ox_reader_bytes(bytes, to.used);
    CHECK(ox_sim_hash(&state, OX_FNV_START) != ox_sim_hash(&restored, OX_FNV_START));
    CHECK_EQ(ox_sim_restore(&restored, &from), OX_OK);
    CHECK_EQ(ox_sim_hash(&state, OX_FNV_START), ox_sim_hash(&restored, OX_FNV_START));
    CHECK(other.far == own.far && other.place == own.place && other.low == -5 && other.lead == -1);
    CHECK(memcmp(other.held, own.held, sizeof own.held) == 0 && !other.good);
}

TEST(replay_state_bytes_of_a_record_that_are_short_or_out_of_range_are_refused) {
    paddle own = {0};
    ox_sim_record kept = {&paddle_type, &own, "paddle"};
    const ox_sim_part part = ox_sim_of_record(&kept);
    const ox_sim state = {&part, 1};
    uint8_t bytes[23];
    for (size_t size = 0; size < sizeof bytes; size++) {
        memset(bytes, 0, sizeof bytes);
        ox_reader from = ox_reader_bytes(bytes, size);
        CHECK_EQ(ox_sim_restore(&state, &from), OX_BAD_DATA);
    }
    bytes[12] = 6; /* `low` is at most 5 */
    ox_reader from = ox_reader_bytes(bytes, sizeof bytes);
    CHECK_EQ(ox_sim_restore(&state, &from), OX_BAD_DATA);
}

TEST(replay_state_records_follow_one_another) {
    paddle own[2] = {{.far = 7, .low = 5}, {.far = -9, .lead = -128}}, other[2] = {{0}};
    uint8_t bytes[2 * 23];
    ox_writer to = ox_writer_bytes(bytes, sizeof bytes);
    for (int i = 0; i < 2; i++) ox_sim_record_save(&paddle_type, &own[i], &to);
    CHECK_EQ(to.used, sizeof bytes);
    ox_reader from = ox_reader_bytes(bytes, sizeof bytes);
    for (int i = 0; i < 2; i++) CHECK_EQ(ox_sim_record_restore(&paddle_type, &other[i], &from), OX_OK);
    CHECK(other[0].far == 7 && other[0].low == 5 && other[1].far == -9 && other[1].lead == -128);
    CHECK_EQ(ox_sim_record_restore(&paddle_type, &other[0], &from), OX_BAD_DATA); /* there is no third */
}
