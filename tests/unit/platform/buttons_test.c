/* Tests of button words: hardware in any order of bits leads to the same buttons. */
#include "platform/buttons.h"
#include "platform/platform.h"
#include "tests/test.h"

/* A pad whose word has its bits where many pads have them; bits 10 and 11 are no buttons, sticks that are pressed are L and R. */
static const uint16_t reference[16] = {PLAT_UP, PLAT_DOWN, PLAT_LEFT, PLAT_RIGHT, PLAT_START, PLAT_SELECT,
                                       PLAT_L,  PLAT_R,    PLAT_L,    PLAT_R,     0,          0,
                                       PLAT_A,  PLAT_B,    PLAT_X,    PLAT_Y};
static const uint16_t handheld[10] = {PLAT_A,    PLAT_B,  PLAT_SELECT, PLAT_START, PLAT_RIGHT,
                                      PLAT_LEFT, PLAT_UP, PLAT_DOWN,   PLAT_R,     PLAT_L};

TEST(buttons_of_a_word_bit_by_bit) {
    static const struct {
        uint32_t mask, button;
    } masks[] = {{0x0001, PLAT_UP},    {0x0002, PLAT_DOWN},   {0x0004, PLAT_LEFT}, {0x0008, PLAT_RIGHT},
                 {0x0010, PLAT_START}, {0x0020, PLAT_SELECT}, {0x0040, PLAT_L},    {0x0080, PLAT_R},
                 {0x0100, PLAT_L},     {0x0200, PLAT_R},      {0x1000, PLAT_A},    {0x2000, PLAT_B},
                 {0x4000, PLAT_X},     {0x8000, PLAT_Y}};
    for (size_t i = 0; i < sizeof masks / sizeof masks[0]; i++) {
        CHECK_EQ(plat_buttons_of(masks[i].mask, reference, 16), masks[i].button);
        CHECK_EQ(plat_buttons_of(0xFFFF & ~masks[i].mask, reference, 16) & masks[i].button,
                 masks[i].button == PLAT_L || masks[i].button == PLAT_R ? masks[i].button : 0);
    }
    CHECK_EQ(plat_buttons_of(0x0C00, reference, 16), 0); /* bits 10 and 11 */
    CHECK_EQ(plat_buttons_of(0xFFFF0C00u, reference, 16), 0);
    CHECK_EQ(plat_buttons_of(0xFFFF, reference, 16), 0xFFF);
}

/* The same buttons are held on a machine whose bits stand elsewhere and are 0 where they are held. */
TEST(buttons_of_hardware_that_is_inverted) {
    for (uint32_t held = 0; held < 1u << 10; held++) {
        const uint32_t inverted = ~held & 0x3FFu, buttons = plat_buttons_of(~inverted, handheld, 10);
        CHECK_EQ(buttons, plat_buttons_of(held, handheld, 10));
        uint32_t word = 0; /* what the other pad would say */
        for (int i = 0; i < 16; i++)
            if ((buttons & reference[i]) != 0) word |= 1u << i;
        CHECK_EQ(plat_buttons_of(word, reference, 16), buttons);
    }
}
