/* What the C of the port and crt0.S both know of sound. The assembler reads this, too: numbers alone; audio.c holds struct gba_sound to them. */
#ifndef OXCART_GBA_SOUND_H
#define OXCART_GBA_SOUND_H

#define GBA_SOUND_RING 2048 /* samples of a channel: an eighth of a second at 16,384 Hz */
#define GBA_SOUND_PIECE 16  /* samples that go to the speaker at a time */

/* Where the members of struct gba_sound lie. */
#define GBA_SOUND_AT 0 /* and `form` behind it, 4 */
#define GBA_SOUND_END 8
#define GBA_SOUND_PLAYED 12
#define GBA_SOUND_DUE 16
#define GBA_SOUND_CONTEXT 20
#define GBA_SOUND_STACK_END 24
#define GBA_SOUND_BUSY 28

#endif
