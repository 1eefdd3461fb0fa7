/* Tests of objects inside payloads: each is initialised once, in the order of its table. */
#include "kernel/resource/type.h"
#include "tests/test.h"
#include "tests/unit/kernel/file/file_image_builder.h"

static uint32_t object_calls[3];
static const void *object_at[3];
static void init_a(void *context, void *object) {
    object_at[0] = object, object_calls[0] += *(uint32_t *)context;
}
static void init_b(void *context, void *object) {
    object_at[1] = object, object_calls[1] += *(uint32_t *)context;
}
static void init_c(void *context, void *object) {
    object_at[2] = object, object_calls[2] += *(uint32_t *)context;
}

TEST(resource_objects_are_initialised_once) {
    static const ox_object_init inits[] = {{11, 8, init_a}, {12, 4, init_b}, {13, 16, init_c}, {0, 0, NULL}};
    static _Alignas(8) uint8_t payload[32];
    uint8_t table[24];
    uint32_t fault = 0, one = 1;
    const uint32_t pairs[6] = {0, 11, 12, 12, 16, 13};
    for (uint32_t i = 0; i < 6; i++) image_put(table + i * 4, pairs[i], 4);
    memset(object_calls, 0, sizeof object_calls);
    CHECK_EQ(ox_resource_init_objects(payload, 32, table, 3, inits, &one, &fault), OX_OK);
    CHECK(object_calls[0] == 1 && object_calls[1] == 1 && object_calls[2] == 1);
    CHECK(object_at[0] == payload && object_at[1] == payload + 12 && object_at[2] == payload + 16);
    static const struct { uint32_t place, value; } bad[] = {{0, 2}, {16, 20}, {20, 14}, {8, 0xFFFFFFFCu}};
    for (int i = 0; i < 4; i++) {
        uint8_t damaged[24];
        memcpy(damaged, table, sizeof table);
        image_put(damaged + bad[i].place, bad[i].value, 4);
        CHECK_EQ(ox_resource_init_objects(payload, 32, damaged, 3, inits, &one, &fault), OX_BAD_DATA);
        CHECK_EQ(fault, bad[i].place / 8);
    }
    CHECK_EQ(object_calls[0] + object_calls[1] + object_calls[2], 3); /* no object was called */
}
