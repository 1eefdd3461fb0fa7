/* Fields of packets: numbers, flags, positions, directions and texts in as few bits as they need, written and read bit by bit.
 *
 *     ox_wire_writer to = ox_wire_writer_over(bytes, sizeof bytes);
 *     ox_wire_put_ranged(&to, hero.health, 0, 100);                    7 bits
 *     ox_wire_put_fx(&to, hero.height, FX(-8), FX(8), 10);             steps of 1/64
 *     ox_wire_put_quat(&to, hero.turned, 9);                           29 bits
 *     size_t size = ox_wire_written(&to);                              whole bytes; 0: a field did not fit
 *
 *     ox_wire_reader from = ox_wire_reader_over(bytes, size);
 *     int32_t health = ox_wire_get_ranged(&from, 0, 100);
 *     ...
 *     if (from.bad) drop the packet;                                   look once, when all is read
 *
 * Bits fill a byte from its lowest one on, and a number goes lowest bit first, so the bytes are the same on every
 * machine. Both directions have one flag that sticks: `bad`. A writer becomes bad when it has no room or is given a
 * value that cannot be sent; a reader when it is at the end or meets bits that no writer writes. From then on a
 * writer puts nothing and a reader gets zeros. Values that a reader accepts are in range, whatever the bytes are.
 * Whole records go by their descriptor (kernel/type/type.h): see the end of this file. State that is stored and not
 * sent has its own writers (kernel/bytes/stream.h), which keep to bytes.
 *
 * QUANTISED numbers lie on steps: the error is at most half a step, and larger numbers never get smaller codes.
 * Values outside the range are sent as the nearest end. An even number of levels over a symmetric range has no level
 * at 0: where 0 must stay 0 take the symmetric form.
 *
 * Cost, Cortex-M3: bits 30 to 60 instructions, a quantised number 80 to 150, a direction or quaternion about 600.
 * (GEA 14.1; Game Programming Patterns, Command; variable-length numbers: Protocol Buffers' base 128.) */
#ifndef OXCART_KERNEL_NETWORK_WIRE_H
#define OXCART_KERNEL_NETWORK_WIRE_H

#include "fixedmath/types.h"
#include "kernel/memory/pool.h"
#include "kernel/type/type.h"

typedef struct ox_wire_writer {
    uint8_t *bytes;
    size_t size; /* bytes of room */
    size_t bits; /* written so far */
    bool bad;
} ox_wire_writer;

typedef struct ox_wire_reader {
    const uint8_t *bytes;
    size_t size;
    size_t bits; /* read so far */
    bool bad;
} ox_wire_reader;

ox_wire_writer ox_wire_writer_over(void *bytes, size_t size);
ox_wire_reader ox_wire_reader_over(const void *bytes, size_t size);

/* Bytes written, with the last byte filled with zeros; 0 when the writer is bad. */
size_t ox_wire_written(const ox_wire_writer *to);

/* Whether only up to seven zero bits are left; tests for the end of a packet, so that nothing hides behind it. */
bool ox_wire_ended(const ox_wire_reader *from);

/* ---- whole numbers ---- */

/* Puts or gets the low `count` bits, 0 to 32; a value with more bits is bad. */
void ox_wire_put_bits(ox_wire_writer *to, uint32_t value, uint32_t count);
uint32_t ox_wire_get_bits(ox_wire_reader *from, uint32_t count);

static inline void ox_wire_put_bool(ox_wire_writer *to, bool value) {
    ox_wire_put_bits(to, value ? 1u : 0u, 1);
}
static inline bool ox_wire_get_bool(ox_wire_reader *from) { return ox_wire_get_bits(from, 1) != 0; }

/* A number as 1 to 5 groups of eight bits: seven bits of the number, the lowest first, and a bit that says whether
 * more follow. Forms longer than needed are bad. */
void ox_wire_put_varint(ox_wire_writer *to, uint32_t value);
uint32_t ox_wire_get_varint(ox_wire_reader *from);

/* Maps small signed numbers to small unsigned ones: 0, -1, 1, -2 become 0, 1, 2, 3. */
static inline uint32_t ox_wire_zigzag(int32_t value) {
    return value < 0 ? ~(uint32_t)value * 2u + 1u : (uint32_t)value * 2u;
}
static inline int32_t ox_wire_unzigzag(uint32_t code) { return (int32_t)(code >> 1 ^ (0u - (code & 1u))); }
static inline void ox_wire_put_signed(ox_wire_writer *to, int32_t value) {
    ox_wire_put_varint(to, ox_wire_zigzag(value));
}
static inline int32_t ox_wire_get_signed(ox_wire_reader *from) {
    return ox_wire_unzigzag(ox_wire_get_varint(from));
}

/* A number of low..high, in as many bits as that many values take; any other value, and low > high, is bad. A reader
 * that is bad gives low. */
void ox_wire_put_ranged(ox_wire_writer *to, int32_t value, int32_t low, int32_t high);
int32_t ox_wire_get_ranged(ox_wire_reader *from, int32_t low, int32_t high);

/* A number as its distance from a number that the other side has: one bit when they are equal. */
void ox_wire_put_delta(ox_wire_writer *to, int32_t value, int32_t base);
int32_t ox_wire_get_delta(ox_wire_reader *from, int32_t base);

/* ---- quantised numbers ---- */

/* A number quantised to 2^bits levels from low to high, which are levels both; bits 1 to 32. */
void ox_wire_put_fx(ox_wire_writer *to, fx value, fx low, fx high, uint32_t bits);
fx ox_wire_get_fx(ox_wire_reader *from, fx low, fx high, uint32_t bits);

/* A number quantised to 2^bits - 1 levels from -limit to limit, 0 exactly one of them; bits 2 to 32, limit above 0. */
void ox_wire_put_symmetric(ox_wire_writer *to, fx value, fx limit, uint32_t bits);
fx ox_wire_get_symmetric(ox_wire_reader *from, fx limit, uint32_t bits);

/* An angle quantised to 2^bits parts of the turn, bits 1 to 16. */
void ox_wire_put_angle(ox_wire_writer *to, ang16 angle, uint32_t bits);
ang16 ox_wire_get_angle(ox_wire_reader *from, uint32_t bits);

/* A unit vector in 2 x bits (2 to 12) on an octahedron; a quaternion in 2 + 3 x bits (3 to 15), the smallest three: about
 * 256 / 2^bits degrees off. */
void ox_wire_put_unit(ox_wire_writer *to, dir30 unit, uint32_t bits);
dir30 ox_wire_get_unit(ox_wire_reader *from, uint32_t bits);
void ox_wire_put_quat(ox_wire_writer *to, quat q, uint32_t bits);
quat ox_wire_get_quat(ox_wire_reader *from, uint32_t bits);

/* A position within a cubic cell of the world that both sides know, in 3 x bits: `corner` is the cell's lowest
 * corner, `size` its length; the sum of both must be an fx. */
void ox_wire_put_place(ox_wire_writer *to, vec3 place, vec3 corner, fx size, uint32_t bits);
vec3 ox_wire_get_place(ox_wire_reader *from, vec3 corner, fx size, uint32_t bits);

/* ---- names, objects, texts ---- */

static inline void ox_wire_put_name(ox_wire_writer *to, ox_id name) { ox_wire_put_bits(to, name, 32); }
static inline ox_id ox_wire_get_name(ox_wire_reader *from) { return ox_wire_get_bits(from, 32); }

/* The numbers of objects in this session. Handles are a machine's own and never travel: numbers from 1 to 65535 do,
 * and 0 for no object. Each side asks its own table. */
typedef struct ox_wire_objects {
    uint32_t (*number)(void *context, ox_handle handle); /* 0: the object has no number */
    /* OX_HANDLE_NONE: this side has no such object (any more) */
    ox_handle (*handle)(void *context, uint32_t number);
    void *context;
} ox_wire_objects;

/* An object in 16 bits. An object without a number is sent as none; a number without an object is read as none:
 * objects come and go while packets are under way. */
void ox_wire_put_object(ox_wire_writer *to, const ox_wire_objects *objects, ox_handle handle);
ox_handle ox_wire_get_object(ox_wire_reader *from, const ox_wire_objects *objects);

/* Texts of up to 63 bytes of UTF-8 without control characters, with 6 bits for the length; other texts are bad.
 * Reading appends to `text`; a text that has no room there is bad, too. */
enum { OX_WIRE_TEXT_MOST = 63 };
void ox_wire_put_text(ox_wire_writer *to, ox_text_view text);
void ox_wire_get_text(ox_wire_reader *from, ox_text *text);

/* ---- records by their descriptor ---- */

/* The form in which fields of a type that have OX_NETWORK are sent. */
typedef struct ox_wire_form {
    const ox_type *type;
    const uint8_t *
        bits; /* for each field of the type: bits of a quantised OX_FX (low to high) or an OX_ANGLE, else 0; NULL: all 0 */
    const ox_wire_objects *objects; /* for OX_LINK fields; NULL: the type has none */
} ox_wire_form;

/* Puts every value of the OX_NETWORK fields, in the order of the table: whole numbers with a range ranged, others as
 * wide as their kind; OX_FX quantised where it has bits and a range, else 32 bits; OX_ANGLE of 16 bits or fewer. With
 * a base (the state that the other side has, NULL: none) each field begins with a bit, and fields that are as in the
 * base end there. */
void ox_wire_put_record(ox_wire_writer *to, const ox_wire_form *form, const void *record, const void *base);

/* Gets a record. Fields that were not read stay as they were; fields marked as unchanged are those of `base`. When
 * the reader is bad afterwards the record must not be used, so read into a copy. `base` may be the record itself. */
void ox_wire_get_record(ox_wire_reader *from, const ox_wire_form *form, void *record, const void *base);

#endif
