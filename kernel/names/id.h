/* Name ids: 32-bit numbers for names, which code and data use instead of texts.
 *
 *     ox_id door = SID("doors/iron");          worked out by the compiler: a constant in the machine code
 *     switch (event->name) {
 *     case SID_PAC_MAN: ...                    from the header that `oxcart ids` writes
 *     }
 *
 * An id is the CRC-32 of the name with A-Z made a-z and backslashes made slashes, so that "Mesh\Hero" and
 * "mesh/hero" are the same; the empty name is 0, which means none. The function is rom_id (rom/rom.h): the packer, the
 * reader and the console have this one function. Ids compare as numbers.
 *
 * `oxcart ids` collects every SID("name") of C sources, and the names in ROM images and lists, refuses two
 * names with one id and a name whose id is 0, and writes a header of constants SID_NAME (upper case, other
 * characters become _), usable as switch labels, and a list of names that maps ids back. Nothing else maps ids back in
 * a release build, which has no names. Debug builds have a table of the names met at run time (intern.h).
 *
 * Cost, Cortex-M3: SID nothing in optimised builds, and what ox_id_of costs in others; ox_id_of a name of 8
 * letters 60 instructions (rom_id, which has to look for the end, 107). Do not hash every frame what can be a
 * constant. (GEA 5.4.3.) */
#ifndef OXCART_KERNEL_NAMES_ID_H
#define OXCART_KERNEL_NAMES_ID_H

#include "kernel/text/view.h"
#include "rom/rom.h"

typedef uint32_t ox_id;

#define OX_ID_NONE 0u

/* The id of a text that is known at run time only. */
static inline ox_id ox_id_of(ox_text_view name) { return rom_id_of(name.at, name.length); }

/* The id of a literal of at most 40 letters, in a form that compilers work out. The argument must be the text
 * itself in quotes: the collector reads it from the source. */
#define SID(literal) ox_id_literal("" literal "", sizeof(literal) - 1)

/* ---- how SID is worked out ---- */

#if defined(__GNUC__)
#define OX_ID_INLINE static inline __attribute__((always_inline, unused))
#else
#define OX_ID_INLINE static inline
#endif

/* Adds one letter to the CRC: an entry of the CRC's table is the sum (exclusive or) of the entries of its bits. */
OX_ID_INLINE uint32_t ox_id_letter(uint32_t crc, char letter) {
    uint32_t byte = (uint8_t)letter;
    byte = byte >= 'A' && byte <= 'Z' ? byte + 32u : byte == '\\' ? '/' : byte;
    byte = (byte ^ crc) & 0xFFu;
    return crc >> 8 ^ (byte & 1 ? 0x77073096u : 0u) ^ (byte & 2 ? 0xEE0E612Cu : 0u) ^
           (byte & 4 ? 0x076DC419u : 0u) ^ (byte & 8 ? 0x0EDB8832u : 0u) ^ (byte & 16 ? 0x1DB71064u : 0u) ^
           (byte & 32 ? 0x3B6E20C8u : 0u) ^ (byte & 64 ? 0x76DC4190u : 0u) ^ (byte & 128 ? 0xEDB88320u : 0u);
}

/* Adds eight letters from `at` on to the CRC, or as many as the text has. The steps are written out, because compilers
 * do not unroll a loop as far. */
OX_ID_INLINE uint32_t ox_id_eight(uint32_t crc, const char *text, size_t length, size_t at) {
    if (at + 0 < length) crc = ox_id_letter(crc, text[at + 0]);
    if (at + 1 < length) crc = ox_id_letter(crc, text[at + 1]);
    if (at + 2 < length) crc = ox_id_letter(crc, text[at + 2]);
    if (at + 3 < length) crc = ox_id_letter(crc, text[at + 3]);
    if (at + 4 < length) crc = ox_id_letter(crc, text[at + 4]);
    if (at + 5 < length) crc = ox_id_letter(crc, text[at + 5]);
    if (at + 6 < length) crc = ox_id_letter(crc, text[at + 6]);
    if (at + 7 < length) crc = ox_id_letter(crc, text[at + 7]);
    return crc;
}

OX_ID_INLINE ox_id ox_id_literal(const char *text, size_t length) {
#if defined(__OPTIMIZE__)
    uint32_t crc = 0xFFFFFFFFu;
    if (length <= 40) {
        crc = ox_id_eight(crc, text, length, 0);
        crc = ox_id_eight(crc, text, length, 8);
        crc = ox_id_eight(crc, text, length, 16);
        crc = ox_id_eight(crc, text, length, 24);
        crc = ox_id_eight(crc, text, length, 32);
        return ~crc;
    }
#endif
    return rom_id_of(text, length);
}

#endif
