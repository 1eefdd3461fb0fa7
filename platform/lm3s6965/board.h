/* Registers of the Stellaris LM3S6965 and of its evaluation board that the port uses (LM3S6965 data sheet, chapters
 * "System Control", "GPIOs", "UARTs", "SSI"; the board's schematic). */
#ifndef OXCART_LM3S6965_BOARD_H
#define OXCART_LM3S6965_BOARD_H

#include <stdint.h>

#define BOARD_REGISTER(address) (*(volatile uint32_t *)(address))

enum {
    BOARD_CLOCK = 50000000, /* cycles a second */
    BOARD_REFRESH = 60,
    BOARD_FRAME = BOARD_CLOCK / BOARD_REFRESH /* cycles a frame of the display, as the system timer counts */
};

/* The processor's own registers: the system timer. */
#define SYSTICK_CONTROL BOARD_REGISTER(0xE000E010u)
#define SYSTICK_RELOAD BOARD_REGISTER(0xE000E014u)
#define SYSTICK_COUNT BOARD_REGISTER(0xE000E018u)

/* Clocks. */
#define SYSTEM_INTERRUPTS BOARD_REGISTER(0x400FE050u) /* bit 6: the PLL is steady */
#define SYSTEM_CLOCK BOARD_REGISTER(0x400FE060u)
#define SYSTEM_GATES_1 BOARD_REGISTER(0x400FE104u) /* bit 0 UART0, bit 4 SSI0 */
#define SYSTEM_GATES_2 BOARD_REGISTER(0x400FE108u) /* a bit a port: A, B, C ... */

/* Ports: a data register for every mask of the eight pins. */
#define PORT_A 0x40004000u
#define PORT_C 0x40006000u
#define PORT_D 0x40007000u
#define PORT_E 0x40024000u
#define PORT_F 0x40025000u
#define PORT_DATA(port, mask) BOARD_REGISTER((port) + ((uint32_t)(mask) << 2))
#define PORT_DIRECTION(port) BOARD_REGISTER((port) + 0x400u) /* 1: output */
#define PORT_FUNCTION(port) BOARD_REGISTER((port) + 0x420u)  /* 1: the pin belongs to its peripheral */
#define PORT_PULL_UP(port) BOARD_REGISTER((port) + 0x510u)
#define PORT_DIGITAL(port) BOARD_REGISTER((port) + 0x51Cu)

/* UART0, the board's serial line over USB. */
#define UART_DATA BOARD_REGISTER(0x4000C000u)
#define UART_FLAGS BOARD_REGISTER(0x4000C018u) /* bit 5: no room, bit 3: at work */
#define UART_WHOLE BOARD_REGISTER(0x4000C024u)
#define UART_PART BOARD_REGISTER(0x4000C028u)
#define UART_LINE BOARD_REGISTER(0x4000C02Cu)
#define UART_CONTROL BOARD_REGISTER(0x4000C030u)

/* SSI0, the bus of the display. */
#define SSI_CONTROL_0 BOARD_REGISTER(0x40008000u)
#define SSI_CONTROL_1 BOARD_REGISTER(0x40008004u)
#define SSI_DATA BOARD_REGISTER(0x40008008u)
#define SSI_STATUS BOARD_REGISTER(0x4000800Cu) /* bit 1: room, bit 2: a byte came in, bit 4: at work */
#define SSI_PRESCALE BOARD_REGISTER(0x40008010u)

#endif
