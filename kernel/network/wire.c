/* Bits, numbers and quantised numbers of packets. */
#include "kernel/network/wire.h"

#include <string.h>

#include "fixedmath/bits.h"
#include "fixedmath/quaternion.h"
#include "fixedmath/scalar.h"

ox_wire_writer ox_wire_writer_over(void *bytes, size_t size) {
    return (ox_wire_writer){.bytes = bytes, .size = size < SIZE_MAX / 8 ? size : SIZE_MAX / 8};
}

ox_wire_reader ox_wire_reader_over(const void *bytes, size_t size) {
    return (ox_wire_reader){.bytes = bytes, .size = size < SIZE_MAX / 8 ? size : SIZE_MAX / 8};
}

size_t ox_wire_written(const ox_wire_writer *to) { return to->bad ? 0 : (to->bits + 7) / 8; }

bool ox_wire_ended(const ox_wire_reader *from) {
    if (from->bad || from->size * 8 - from->bits > 7) return false;
    return from->bits % 8 == 0 || from->bytes[from->bits / 8] >> from->bits % 8 == 0;
}

/* ---- whole numbers ---- */

static uint32_t mask_of(uint32_t count) { return count >= 32 ? UINT32_MAX : (1u << count) - 1u; }

void ox_wire_put_bits(ox_wire_writer *to, uint32_t value, uint32_t count) {
    if (count > 32 || (value & ~mask_of(count)) != 0 || count > to->size * 8 - to->bits) to->bad = true;
    if (to->bad) return;
    while (count > 0) {
        uint32_t used = (uint32_t)(to->bits % 8), part = 8 - used < count ? 8 - used : count;
        uint8_t *at = to->bytes + to->bits / 8;
        uint32_t before = used == 0 ? 0u : *at;
        *at = (uint8_t)(before | (value & mask_of(part)) << used);
        value >>= part;
        count -= part;
        to->bits += part;
    }
}

uint32_t ox_wire_get_bits(ox_wire_reader *from, uint32_t count) {
    uint32_t value = 0;
    if (count > 32 || count > from->size * 8 - from->bits) from->bad = true;
    if (from->bad) return 0;
    for (uint32_t done = 0; done < count;) {
        uint32_t used = (uint32_t)(from->bits % 8), left = count - done,
                 part = 8 - used < left ? 8 - used : left;
        value |= ((uint32_t)from->bytes[from->bits / 8] >> used & mask_of(part)) << done;
        done += part;
        from->bits += part;
    }
    return value;
}

void ox_wire_put_varint(ox_wire_writer *to, uint32_t value) {
    for (; value >= 128; value >>= 7) ox_wire_put_bits(to, (value & 127u) | 128u, 8);
    ox_wire_put_bits(to, value, 8);
}

uint32_t ox_wire_get_varint(ox_wire_reader *from) {
    uint32_t value = 0;
    for (uint32_t shift = 0; shift < 35; shift += 7) {
        uint32_t group = ox_wire_get_bits(from, 8);
        if (from->bad) return 0;
        if ((shift > 0 && group == 0) || (shift == 28 && group > 15))
            break; /* the number is longer than needed; or beyond 32 bits */
        value |= (group & 127u) << shift;
        if (group < 128) return value;
    }
    from->bad = true;
    return 0;
}

/* Number of bits for values low..high. */
static uint32_t range_bits(int32_t low, int32_t high) {
    return (uint32_t)(fx_ilog2((uint32_t)high - (uint32_t)low) + 1);
}

void ox_wire_put_ranged(ox_wire_writer *to, int32_t value, int32_t low, int32_t high) {
    if (value < low || value > high) to->bad = true;
    if (!to->bad) ox_wire_put_bits(to, (uint32_t)value - (uint32_t)low, range_bits(low, high));
}

int32_t ox_wire_get_ranged(ox_wire_reader *from, int32_t low, int32_t high) {
    if (low > high) from->bad = true;
    uint32_t code = from->bad ? 0 : ox_wire_get_bits(from, range_bits(low, high));
    if (code > (uint32_t)high - (uint32_t)low) from->bad = true;
    return from->bad ? low : (int32_t)((uint32_t)low + code);
}

void ox_wire_put_delta(ox_wire_writer *to, int32_t value, int32_t base) {
    ox_wire_put_bool(to, value != base);
    if (value != base) ox_wire_put_signed(to, fx_wrap_sub(value, base));
}

int32_t ox_wire_get_delta(ox_wire_reader *from, int32_t base) {
    if (!ox_wire_get_bool(from)) return base;
    int32_t difference = ox_wire_get_signed(from);
    if (difference == 0) from->bad = true; /* equal numbers take one bit */
    return fx_wrap_add(base, difference);
}

/* ---- quantised numbers ---- */

void ox_wire_put_fx(ox_wire_writer *to, fx value, fx low, fx high, uint32_t bits) {
    if (low >= high || bits < 1 || bits > 32) to->bad = true;
    if (to->bad) return;
    uint32_t range = (uint32_t)high - (uint32_t)low,
             off = (uint32_t)fx_clamp(value, low, high) - (uint32_t)low;
    ox_wire_put_bits(to, (uint32_t)((fx_wide_u(off, mask_of(bits)) + range / 2) / range), bits);
}

fx ox_wire_get_fx(ox_wire_reader *from, fx low, fx high, uint32_t bits) {
    if (low >= high || bits < 1 || bits > 32) from->bad = true;
    uint32_t levels = mask_of(bits), code = ox_wire_get_bits(from, bits);
    if (from->bad) return 0;
    uint32_t off = (uint32_t)((fx_wide_u(code, (uint32_t)high - (uint32_t)low) + levels / 2) / levels);
    return (fx)((uint32_t)low + off);
}

void ox_wire_put_symmetric(ox_wire_writer *to, fx value, fx limit, uint32_t bits) {
    if (limit <= 0 || bits < 2 || bits > 32) to->bad = true;
    if (to->bad) return;
    uint32_t most = mask_of(bits - 1), size = fx_magnitude(fx_clamp(value, -limit, limit));
    uint32_t level = (uint32_t)((fx_wide_u(size, most) + (uint32_t)limit / 2) / (uint32_t)limit);
    ox_wire_put_bits(to, value < 0 ? most - level : most + level, bits);
}

fx ox_wire_get_symmetric(ox_wire_reader *from, fx limit, uint32_t bits) {
    if (limit <= 0 || bits < 2 || bits > 32) from->bad = true;
    uint32_t code = ox_wire_get_bits(from, bits), most = from->bad ? 1 : mask_of(bits - 1);
    if (code > 2 * most) from->bad = true;
    if (from->bad) return 0;
    uint32_t level = code < most ? most - code : code - most;
    return fx_with_sign((uint32_t)((fx_wide_u(level, (uint32_t)limit) + most / 2) / most),
                        code < most ? -1 : 1);
}

void ox_wire_put_angle(ox_wire_writer *to, ang16 angle, uint32_t bits) {
    if (bits < 1 || bits > 16) to->bad = true;
    if (!to->bad) ox_wire_put_bits(to, fx_rshr_u32(angle, (int)(16 - bits)) & mask_of(bits), bits);
}

ang16 ox_wire_get_angle(ox_wire_reader *from, uint32_t bits) {
    if (bits < 1 || bits > 16) from->bad = true;
    uint32_t code = ox_wire_get_bits(from, bits);
    return from->bad ? 0 : (ang16)(code << (16 - bits));
}

void ox_wire_put_unit(ox_wire_writer *to, dir30 unit, uint32_t bits) {
    uint16_t code[2];
    if (bits < 2 || bits > 12) to->bad = true;
    if (to->bad) return;
    nrm_pack_octahedral_to(unit, (int)bits, code);
    ox_wire_put_bits(to, code[0], bits);
    ox_wire_put_bits(to, code[1], bits);
}

dir30 ox_wire_get_unit(ox_wire_reader *from, uint32_t bits) {
    if (bits < 2 || bits > 12) from->bad = true;
    uint16_t code[2] = {(uint16_t)ox_wire_get_bits(from, bits), 0};
    code[1] = (uint16_t)ox_wire_get_bits(from, bits);
    if (!from->bad && (code[0] == mask_of(bits) || code[1] == mask_of(bits))) from->bad = true;
    if (from->bad) return (dir30){0, 0, Q30_ONE};
    return nrm_unpack_octahedral_from(code, (int)bits);
}

void ox_wire_put_quat(ox_wire_writer *to, quat q, uint32_t bits) {
    if (bits < 3 || bits > 15) to->bad = true;
    if (to->bad) return;
    uint64_t code = q4_pack_smallest(q, (int)bits);
    for (uint32_t i = 0; i < 3; i++, code >>= bits)
        ox_wire_put_bits(to, (uint32_t)code & mask_of(bits), bits);
    ox_wire_put_bits(to, (uint32_t)code, 2);
}

quat ox_wire_get_quat(ox_wire_reader *from, uint32_t bits) {
    uint64_t code = 0;
    if (bits < 3 || bits > 15) from->bad = true;
    for (uint32_t i = 0; i < 3 && !from->bad; i++) {
        uint32_t step = ox_wire_get_bits(from, bits);
        if (step == mask_of(bits)) from->bad = true;
        code |= (uint64_t)step << i * bits;
    }
    uint64_t largest = ox_wire_get_bits(from, 2);
    return from->bad ? Q4_IDENTITY : q4_unpack_smallest(code | largest << 3 * bits, (int)bits);
}

void ox_wire_put_place(ox_wire_writer *to, vec3 place, vec3 corner, fx size, uint32_t bits) {
    ox_wire_put_fx(to, place.x, corner.x, fx_adds(corner.x, size), bits);
    ox_wire_put_fx(to, place.y, corner.y, fx_adds(corner.y, size), bits);
    ox_wire_put_fx(to, place.z, corner.z, fx_adds(corner.z, size), bits);
}

vec3 ox_wire_get_place(ox_wire_reader *from, vec3 corner, fx size, uint32_t bits) {
    fx x = ox_wire_get_fx(from, corner.x, fx_adds(corner.x, size), bits);
    fx y = ox_wire_get_fx(from, corner.y, fx_adds(corner.y, size), bits);
    return (vec3){x, y, ox_wire_get_fx(from, corner.z, fx_adds(corner.z, size), bits)};
}
