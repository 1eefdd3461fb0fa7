/* The numbers of sound that the C of the port and crt0.S share. The assembler reads this header, too, so it holds
 * numbers alone; audio.c asserts that struct gba_sound has these offsets. */
#ifndef OXCART_GBA_SOUND_H
#define OXCART_GBA_SOUND_H

#define GBA_SOUND_RING 2048 /* samples of a channel: an eighth of a second at 16,384 Hz */
#define GBA_SOUND_PIECE 16  /* samples that go to the speaker at a time */

/* Offsets of the members of struct gba_sound. */
#define GBA_SOUND_AT 0 /* `form` follows at 4 */
#define GBA_SOUND_END 8
#define GBA_SOUND_PLAYED 12
#define GBA_SOUND_DUE 16
#define GBA_SOUND_CONTEXT 20
#define GBA_SOUND_STACK_END 24
#define GBA_SOUND_BUSY 28

#define GBA_KEYS_ROOM 16 /* changes of buttons that wait */

#endif
