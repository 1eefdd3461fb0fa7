/* Tests of `capacity` in cart.txt: the image has the numbers, and the packer refuses by name a capacity that
 * has no room. */
#include <stdio.h>
#include <string.h>

#include "kernel/console/plan.h"
#include "kernel/preset/presets.h"
#include "tests/test.h"
#include "tools/cart/cart.h"
#include "tools/pack/pack.h"

/* Packs a cart with these lines; the error's text is empty when it was packed. */
static bool pack_lines(const char *lines, writer *image, tool_error *error) {
    static const pack_options options = {.names = true};
    char text[600];
    cart c;
    pack_report report = {0};
    snprintf(text, sizeof text,
             "title \"Capacities\"\nbudget 256K\nframe 16K\n%sstart main\nscene main\n"
             "  camera at=0,0,-3 target=0,0,0\nend\n",
             lines);
    error->text[0] = 0;
    if (!cart_parse("game/cart.txt", text, strlen(text), &c, error)) return false;
    bool ok = pack_cart(&c, &options, image, &report, error);
    cart_free(&c);
    return ok;
}

static bool refused(const char *lines, const char *why) {
    writer image;
    tool_error error;
    bool ok = pack_lines(lines, &image, &error);
    if (ok) writer_free(&image);
    bool right = !ok && strstr(error.text, why) != NULL;
    if (!right) TEST_INFO("%s", error.text);
    return right;
}

TEST(pack_capacity_of_every_table_is_in_the_image) {
    const ox_capacity *one, *other;
    for (uint32_t i = 0; (one = ox_capacity_at(ox_preset_full, i)) != NULL; i++) {
        char lines[80];
        writer image;
        tool_error error;
        rom_image opened;
        rom_error fault;
        ox_rom_budget budget;
        const unsigned wanted = 17u + i <= one->most ? 17u + i : one->most;
        snprintf(lines, sizeof lines, "capacity %s %u\n", one->name, wanted);
        bool ok = pack_lines(lines, &image, &error);
        CHECK(ok);
        if (!ok) TEST_INFO("%s", error.text);
        if (!ok) return;
        CHECK_EQ(rom_open(image.data, image.size, &opened, &fault), ROM_OK);
        CHECK_EQ(ox_rom_budget_read(&opened, &budget), OX_OK);
        for (uint32_t k = 0; (other = ox_capacity_at(ox_preset_full, k)) != NULL; k++)
            CHECK_EQ(ox_rom_budget_capacity_of(&budget, other, 9), k == i ? wanted : 9);
        writer_free(&image);
    }
}

TEST(pack_capacity_refuses_by_name) {
    CHECK(refused("capacity timers 8000\n", "capacity timers: 256000 bytes are needed, 245760 are there"));
    CHECK(refused("capacity objects 3000\ncapacity jobs 900\n",
                  "capacity jobs: 57600 bytes are needed, 53760 are there"));
    CHECK(refused("handles chunk-slots 256\n", "capacity chunk-slots: 256 are asked for, at most 255"));
    CHECK(refused("capacity chunk-slots 256\n", "256 is no whole number from 1 to 255"));
    CHECK(refused("capacity snapshot-blocks 256\n", "capacity snapshot-blocks: 262144 bytes are needed"));
    CHECK(refused("capacity snapshot-blocks 0\n", "0 is no whole number from 1 to 65535"));
    CHECK(refused("capacity ghosts 3\n", "there is no capacity `ghosts`"));
    CHECK(refused("capacity jobs 3\ncapacity jobs 4\n", "capacity jobs is given twice"));
}
