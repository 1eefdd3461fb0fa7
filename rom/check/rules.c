/* Holds chunks to the rules that rom/records.txt states: ranges, arrays, order, numbers of other rows. One
 * pass over each array. */
#include "rom/check/checked.h"

typedef enum rule_kind {
    ROM_RULE_U8,
    ROM_RULE_U16,
    ROM_RULE_U32,
    ROM_RULE_I8,
    ROM_RULE_I16,
    ROM_RULE_I32,
    ROM_RULE_TEXT,       /* text in a header: its letters are checked, too */
    ROM_RULE_TEXT_PLACE, /* text in a row */
    ROM_RULE_BELOW_16,   /* less than the header field of `least` */
    ROM_RULE_BELOW_32,
    ROM_RULE_PRODUCT_16, /* of the header fields of `least` and `most` */
    ROM_RULE_PRODUCT_32,
    ROM_RULE_ARRAY,          /* least: its rows; most: stride | (record + 1) << 16 */
    ROM_RULE_ARRAY_OPTIONAL, /* an array whose place may be 0 where it has no rows */
    ROM_RULE_ARRAY_ABSENT,   /* an array whose place may be 0: not there */
    ROM_RULE_RISING, /* this rule and those below: about the array before them; count: words of the key */
    ROM_RULE_SPANS,  /* least: first and count in the row; most: the total in the header */
    ROM_RULE_WITHIN,
    ROM_RULE_EACH_BELOW_16, /* least: the header field; count: numbers in a row */
    ROM_RULE_EACH_BELOW_32
} rule_kind;

/* Rules name a field by place | bytes << 8, and two fields in a word; 0: no field. The rows of an array: a
 * field, or the number << 16. */
typedef struct rom_rule {
    const char *name;
    uint8_t kind, count;
    uint16_t at;
    uint32_t least, most;
} rom_rule;

#include "rom/check/record_rules.inc"

enum { TYPES = sizeof types / sizeof types[0] };

const rom_type *rom_type_of(uint32_t tag) {
    for (uint32_t i = 0; i < TYPES; i++) {
        if (types[i].tag == tag) return &types[i];
    }
    return NULL;
}

const rom_type *rom_type_at(uint32_t index) { return index < TYPES ? &types[index] : NULL; }

/* ---- single fields ---- */

static uint32_t field_value(const uint8_t *base, uint32_t place) {
    const uint8_t *at = base + (place & 255u);
    uint32_t bytes = place >> 8 & 255u;
    return bytes == 4 ? rom_word(at) : bytes == 2 ? rom_half(at) : at[0];
}

static rom_status out_of_range(const rom_checked *v, const rom_rule *rule, uint32_t at, uint32_t value) {
    if (rule->kind >= ROM_RULE_I8)
        return rom_bad_named(v, at, "%s is out of range (%x)", rule->name, value, 0);
    if (rule->least == 0) {
        return rom_bad_named(v, at, "%s %u, at most %u is possible", rule->name, value, rule->most);
    }
    bool below = value < rule->least;
    return rom_bad_named(v, at, below ? "%s %u, at least %u is possible" : "%s %u, at most %u is possible",
                         rule->name, value, below ? rule->least : rule->most);
}

static rom_status check_range(const rom_checked *v, const rom_rule *rule, uint32_t base) {
    static const uint8_t bytes[] = {1, 2, 4, 1, 2, 4};
    uint32_t at = base + rule->at, step = bytes[rule->kind];
    for (uint32_t i = 0; i < rule->count; i++, at += step) {
        int64_t value, least, most;
        switch (rule->kind) {
        case ROM_RULE_U8:
            value = v->data[at];
            break;
        case ROM_RULE_U16:
            value = rom_half(v->data + at);
            break;
        case ROM_RULE_U32:
            value = rom_word(v->data + at);
            break;
        case ROM_RULE_I8:
            value = rom_i8(v->data + at);
            break;
        case ROM_RULE_I16:
            value = rom_i16(v->data + at);
            break;
        default:
            value = (int32_t)rom_word(v->data + at);
            break;
        }
        least = rule->kind >= ROM_RULE_I8 ? (int64_t)(int32_t)rule->least : (int64_t)rule->least;
        most = rule->kind >= ROM_RULE_I8 ? (int64_t)(int32_t)rule->most : (int64_t)rule->most;
        if (value < least || value > most) return out_of_range(v, rule, at, (uint32_t)value);
    }
    return ROM_OK;
}

static rom_status check_text(const rom_checked *v, const rom_rule *rule, uint32_t place) {
    uint32_t at = rom_get(v, place), bytes = rom_get(v, place + 4);
    if (at == 0 && bytes == 0) return ROM_OK;
    if (at < v->header || at > v->size) {
        return rom_bad_named(v, place, "%s: text at %u, outside the chunk's %u bytes", rule->name, at,
                             v->size);
    }
    if (bytes > v->size - at) {
        return rom_bad_named(v, place + 4, "%s: text of %u bytes, only %u are left", rule->name, bytes,
                             v->size - at);
    }
    for (uint32_t i = 0; rule->kind == ROM_RULE_TEXT && i < bytes; i++) {
        if (v->data[at + i] < 32)
            return rom_bad_named(v, at + i, "%s: control character %u in a text", rule->name, v->data[at + i],
                                 0);
    }
    return ROM_OK;
}

static rom_status check_below(const rom_checked *v, const rom_rule *rule, uint32_t at, uint32_t step) {
    uint32_t limit = field_value(v->data, rule->least);
    for (uint32_t i = 0; i < rule->count; i++, at += step) {
        uint32_t value = step == 1   ? v->data[at]
                         : step == 2 ? rom_half(v->data + at)
                                     : rom_word(v->data + at);
        if (value >= limit) {
            return rom_bad_named(v, at, "%s is number %u of %u", rule->name, value, limit);
        }
    }
    return ROM_OK;
}

static rom_status check_product(const rom_checked *v, const rom_rule *rule) {
    uint64_t product = field_value(v->data, rule->least & 0xFFFFu);
    if (rule->least >> 16 != 0) product *= field_value(v->data, rule->least >> 16);
    if (product > UINT32_MAX) product = (uint64_t)UINT32_MAX + 1;
    if (rule->most != 0) product *= field_value(v->data, rule->most);
    uint32_t value = rule->kind == ROM_RULE_PRODUCT_16 ? rom_get_half(v, rule->at) : rom_get(v, rule->at);
    if (value == product) return ROM_OK;
    return rom_bad_named(v, rule->at, "%s is %u, the fields it follows from make %u", rule->name, value,
                         (uint32_t)product);
}

/* ---- arrays ---- */

typedef struct rows {
    uint32_t at, count, stride;
} rows;

static rom_status check_fields(const rom_checked *v, uint32_t record, uint32_t base, bool row);

static rom_status find_rows(const rom_checked *v, const rom_rule *rule, rows *array) {
    array->stride = rule->most & 0xFFFFu;
    array->count = (rule->least & 0xFF00u) != 0 ? field_value(v->data, rule->least) : rule->least >> 16;
    array->at = rom_get(v, rule->at);
    if (array->at == 0 && (rule->kind == ROM_RULE_ARRAY_ABSENT ||
                           (rule->kind == ROM_RULE_ARRAY_OPTIONAL && array->count == 0))) {
        array->count = 0;
        return ROM_OK;
    }
    if (array->at % 4 != 0 || array->at < v->header || array->at > v->size) {
        return rom_bad_named(
            v, rule->at, "%s: array at %u: not a multiple of 4 between the header and the chunk's end at %u",
            rule->name, array->at, v->size);
    }
    if ((uint64_t)array->count * array->stride > v->size - array->at) {
        return rom_bad_named(v, rule->at, "%s: an array of %u records reaches past the chunk's end at %u",
                             rule->name, array->count, v->size);
    }
    return ROM_OK;
}

static rom_status check_rows(const rom_checked *v, const rom_rule *rule, const rows *array) {
    uint32_t record = rule->most >> 16;
    rom_status status = ROM_OK;
    for (uint32_t i = 0; record != 0 && status == ROM_OK && i < array->count; i++) {
        status = check_fields(v, record - 1, array->at + i * array->stride, true);
    }
    return status;
}

static rom_status check_rising(const rom_checked *v, const rom_rule *rule, const rows *array) {
    for (uint32_t i = 1; i < array->count; i++) {
        uint32_t at = array->at + i * array->stride, word = 0;
        while (word + 1 < rule->count &&
               rom_get(v, at + word * 4) == rom_get(v, at + word * 4 - array->stride))
            word++;
        if (rom_get(v, at + word * 4) > rom_get(v, at + word * 4 - array->stride)) continue;
        return rom_bad_named(v, at, "%s: row %u (%x) does not rise above the one before", rule->name, i,
                             rom_get(v, at));
    }
    return ROM_OK;
}

static rom_status check_spans(const rom_checked *v, const rom_rule *rule, const rows *array) {
    uint32_t total = field_value(v->data, rule->most), next = 0, at = array->at;
    for (uint32_t i = 0; i < array->count; i++, at += array->stride) {
        uint32_t first = field_value(v->data + at, rule->least & 0xFFFFu),
                 count = field_value(v->data + at, rule->least >> 16);
        uint32_t field = at + (rule->least & 255u);
        if (rule->kind == ROM_RULE_SPANS && first != next)
            return rom_bad_named(v, field, "%s is %u instead of %u", rule->name, first, next);
        if (first > total || count > total - first)
            return rom_bad_named(v, field, "%s: %u more than the %u that are there", rule->name, count,
                                 total);
        next = first + count;
    }
    if (rule->kind == ROM_RULE_WITHIN || next == total) return ROM_OK;
    return rom_bad_named(v, rule->most & 255u, "%s: the rows take %u of %u", rule->name, next, total);
}

static rom_status check_each_below(const rom_checked *v, const rom_rule *rule, const rows *array) {
    uint32_t step = array->stride / rule->count, at = array->at; /* bytes of a number: 1, 2 or 4 */
    rom_status status = ROM_OK;
    for (uint32_t i = 0; status == ROM_OK && i < array->count; i++, at += array->stride)
        status = check_below(v, rule, at, step);
    return status;
}

/* ---- all rules of a record ---- */

static rom_status check_rule(const rom_checked *v, const rom_rule *rule, uint32_t base, rows *array) {
    rom_status status;
    switch (rule->kind) {
    case ROM_RULE_TEXT:
    case ROM_RULE_TEXT_PLACE:
        return check_text(v, rule, base + rule->at);
    case ROM_RULE_BELOW_16:
        return check_below(v, rule, base + rule->at, 2);
    case ROM_RULE_BELOW_32:
        return check_below(v, rule, base + rule->at, 4);
    case ROM_RULE_PRODUCT_16:
    case ROM_RULE_PRODUCT_32:
        return check_product(v, rule);
    case ROM_RULE_ARRAY:
    case ROM_RULE_ARRAY_OPTIONAL:
    case ROM_RULE_ARRAY_ABSENT:
        status = find_rows(v, rule, array);
        return status == ROM_OK ? check_rows(v, rule, array) : status;
    case ROM_RULE_RISING:
        return check_rising(v, rule, array);
    case ROM_RULE_SPANS:
    case ROM_RULE_WITHIN:
        return check_spans(v, rule, array);
    case ROM_RULE_EACH_BELOW_16:
    case ROM_RULE_EACH_BELOW_32:
        return check_each_below(v, rule, array);
    default:
        return check_range(v, rule, base);
    }
}

/* Bytes of the field of a rule that must be in the header for the rule to apply. */
static uint32_t rule_bytes(const rom_rule *rule) {
    return rule->kind == ROM_RULE_TEXT ? 8 : rule->kind == ROM_RULE_U8 || rule->kind == ROM_RULE_I8 ? 1u : 2u;
}

static rom_status check_fields(const rom_checked *v, uint32_t record, uint32_t base, bool row) {
    const rom_rule *rule = &rules[record_rules[record][0]], *end = rule + record_rules[record][1];
    rows array = {0, 0, 0};
    rom_status status = ROM_OK;
    for (; status == ROM_OK && rule < end; rule++) {
        if (!row && rule->at + rule_bytes(rule) > v->header) continue; /* a field of a later minor version */
        status = check_rule(v, rule, base, &array);
    }
    return status;
}

rom_status rom_check_rules(const rom_type *type, rom_checked *v) {
    if (v->size < type->base)
        return rom_bad_named(v, 0, "a %s chunk of %u bytes, its header has %u", type->name, v->size,
                             type->base);
    uint32_t version = rom_get_half(v, ROM_CHUNK_VERSION);
    v->header = rom_get_half(v, ROM_CHUNK_HEADER);
    if (version >> 8 != (uint32_t)type->version >> 8) {
        return rom_bad_named(v, ROM_CHUNK_VERSION,
                             "%s chunk of version %u, this reader knows %u; pack the cart again", type->name,
                             version >> 8, (uint32_t)type->version >> 8);
    }
    if (v->header < type->base || v->header > v->size || v->header % 4 != 0) {
        return rom_bad(v, ROM_CHUNK_HEADER,
                       "chunk header of %u bytes: not a multiple of 4 from %u to the chunk's size", v->header,
                       type->base);
    }
    /* A chunk has all fields of a minor version or none of them. */
    if (v->header < type->size && (type->ends >> (v->header - type->base) / 4 & 1u) == 0)
        return rom_bad(v, ROM_CHUNK_HEADER,
                       "chunk header of %u bytes: no minor version ends there, this one has %u", v->header,
                       type->size);
    return check_fields(v, type->record, 0, false);
}
