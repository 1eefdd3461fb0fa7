/* The display: commands and pixels by SSI (Solomon Systech SSD0323 data sheet, command table). */
#include "platform/lm3s6965/oled.h"

#include "platform/lm3s6965/board.h"

enum {
    PIN_CARD = 1 << 0,
    PIN_DATA = 1 << 7,  /* of port C: 1 for pixels, 0 for commands */
    PIN_POWER = 1 << 6, /* of port C: the display's 15 volts */
    SSI_PINS = 1 << 2 | 1 << 3 | 1 << 5,
    SSI_ROOM = 1 << 1,
    SSI_CAME = 1 << 2,
    SSI_BUSY = 1 << 4
};

/* Waits until the bus is idle. Commands and pixels must not be on their way together: the pin that tells them apart is
 * sampled with each byte. */
static void settle_bus(void) {
    while ((SSI_STATUS & SSI_BUSY) != 0) {
    }
    while ((SSI_STATUS & SSI_CAME) != 0) (void)SSI_DATA;
}

void oled_byte(uint8_t byte) {
    while ((SSI_STATUS & SSI_ROOM) == 0) {
    }
    SSI_DATA = byte;
    /* Bytes that come back mean nothing, but fill a queue of eight. */
    while ((SSI_STATUS & SSI_CAME) != 0) (void)SSI_DATA;
}

static void commands(const uint8_t *bytes, int count) {
    settle_bus();
    PORT_DATA(PORT_C, PIN_DATA) = 0;
    for (int i = 0; i < count; i++) oled_byte(bytes[i]);
    settle_bus();
    PORT_DATA(PORT_C, PIN_DATA) = PIN_DATA;
}

void oled_lines(int y, int lines) {
    uint8_t window[] = {0x15, 0, OLED_LINE - 1, 0x75, (uint8_t)y, (uint8_t)(y + lines - 1)};
    commands(window, sizeof window);
}

void oled_open(void) {
    static const uint8_t start[] = {
        0x81, 0x50, 0x85, /* contrast, half of the current */
        0xA0, 0x41,       /* columns from right to left, lines alternate: as the glass is mounted */
        0xA1, 0x00, 0xA2, 0x40, 0xA8, 0x3F,                   /* first line, offset, lines */
        0xA4,                                                 /* pixels as the display's memory holds them */
        0xB1, 0x22, 0xB2, 0x46, 0xB3, 0xF1,                   /* times: charging, a line, the clock */
        0xBF, 0x0D, 0xBE, 0x02, 0xBC, 0x0A,                   /* voltages */
        0xB8, 0x01, 0x11, 0x22, 0x32, 0x43, 0x54, 0x65, 0x76, /* the greys */
        0xAD, 0x03,                                           /* the converter for the display's 15 volts */
        0xAF                                                  /* on */
    };
    SYSTEM_GATES_1 |= 1u << 4;
    SYSTEM_GATES_2 |= 1u << 0 | 1u << 2 | 1u << 3;
    (void)SYSTEM_GATES_2; /* the ports' clocks need some cycles */
    PORT_FUNCTION(PORT_A) |= SSI_PINS;
    PORT_DIGITAL(PORT_A) |= SSI_PINS;
    PORT_DIRECTION(PORT_C) |= PIN_DATA | PIN_POWER;
    PORT_DIGITAL(PORT_C) |= PIN_DATA | PIN_POWER;
    PORT_DIRECTION(PORT_D) |= PIN_CARD;
    PORT_DIGITAL(PORT_D) |= PIN_CARD;
    PORT_DATA(PORT_D, PIN_CARD) = PIN_CARD; /* no memory card */
    PORT_DATA(PORT_C, PIN_POWER) = PIN_POWER;

    SSI_CONTROL_1 = 0;
    SSI_PRESCALE = 4;                       /* 50 MHz / 4 / 4 = 3.1 MHz; the display takes at most 4 */
    SSI_CONTROL_0 = 3u << 8 | 3u << 6 | 7u; /* clock idle high, second edge, eight bits */
    SSI_CONTROL_1 = 2;
    commands(start, sizeof start);
    oled_lines(0, OLED_HEIGHT);
    for (int i = 0; i < OLED_LINE * OLED_HEIGHT; i++) oled_byte(0);
}
