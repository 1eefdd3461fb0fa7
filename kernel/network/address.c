/* Addresses from texts and into texts. */
#include "kernel/network/address.h"

#include <string.h>

#include "kernel/debug/format.h"

/* ---- from a text ---- */

typedef struct scan {
    const char *text;
    size_t at, end;
} scan;

static char next_letter(const scan *s) { return s->at < s->end ? s->text[s->at] : '\0'; }

static bool take_letter(scan *s, char c) {
    if (next_letter(s) != c || s->at >= s->end) return false;
    s->at++;
    return true;
}

static int digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return 99;
}

/* Scans a number without leading zeros, up to `most`. */
static bool scan_number(scan *s, uint32_t most, uint32_t *value) {
    size_t start = s->at;
    *value = 0;
    while (digit(next_letter(s)) < 10) {
        uint32_t next = *value * 10 + (uint32_t)digit(next_letter(s));
        if (next > most || (s->at > start && *value == 0)) return false;
        *value = next;
        s->at++;
    }
    return s->at > start;
}

static bool four(scan *s, uint8_t bytes[4]) {
    for (int i = 0; i < 4; i++) {
        uint32_t value;
        if (i > 0 && !take_letter(s, '.')) return false;
        if (!scan_number(s, 255, &value)) return false;
        bytes[i] = (uint8_t)value;
    }
    return true;
}

/* Whether an IPv4 address begins here: digits and then a dot. */
static bool dotted(const scan *s) {
    scan ahead = *s;
    while (digit(next_letter(&ahead)) < 10) ahead.at++;
    return next_letter(&ahead) == '.';
}

static bool group(scan *s, uint8_t bytes[2]) {
    uint32_t value = 0, digits = 0;
    for (; digits < 4 && digit(next_letter(s)) < 16; digits++, s->at++)
        value = value << 4 | (uint32_t)digit(next_letter(s));
    bytes[0] = (uint8_t)(value >> 8);
    bytes[1] = (uint8_t)value;
    return digits > 0 && digit(next_letter(s)) >= 16;
}

/* Scans eight groups, or fewer around one `::`. */
static bool groups(scan *s, uint8_t bytes[OX_ADDRESS_BYTES]) {
    uint32_t used = 0, gap = OX_ADDRESS_BYTES + 1; /* bytes so far; where the `::` stands */
    for (;;) {
        if (gap > OX_ADDRESS_BYTES && next_letter(s) == ':' && s->at + 1 < s->end &&
            s->text[s->at + 1] == ':') {
            s->at += 2;
            gap = used;
            if (digit(next_letter(s)) >= 16) break;
        } else if (used > 0 && !take_letter(s, ':')) {
            break;
        }
        if (used == OX_ADDRESS_BYTES) return false;
        if (used <= 12 && dotted(s)) {
            if (!four(s, bytes + used)) return false;
            used += 4;
            break;
        }
        if (!group(s, bytes + used)) return false;
        used += 2;
        if (used == OX_ADDRESS_BYTES && gap > OX_ADDRESS_BYTES) break;
    }
    if (gap > OX_ADDRESS_BYTES) return used == OX_ADDRESS_BYTES;
    if (used > OX_ADDRESS_BYTES - 2) return false; /* `::` stands for one group at least */
    memmove(bytes + OX_ADDRESS_BYTES - (used - gap), bytes + gap, used - gap);
    memset(bytes + gap, 0, OX_ADDRESS_BYTES - used);
    return true;
}

static bool scan_whole(scan *s, ox_address *to) {
    ox_text_view text = {s->text, s->end};
    uint32_t port = 0;
    bool bracket = take_letter(s, '[');
    if (ox_text_starts_with(text, OX_TEXT("serial:")) || ox_text_starts_with(text, OX_TEXT("loopback:"))) {
        to->family = s->text[0] == 's' ? OX_ADDRESS_SERIAL : OX_ADDRESS_LOOPBACK;
        while (!take_letter(s, ':')) s->at++;
        if (!scan_number(s, 65535, &port)) return false;
        to->port = (uint16_t)port;
        return s->at == s->end;
    }
    if (!bracket && dotted(s)) {
        to->family = OX_ADDRESS_IPV4;
        if (!four(s, to->bytes)) return false;
    } else {
        to->family = OX_ADDRESS_IPV6;
        if (!groups(s, to->bytes) || (bracket && !take_letter(s, ']'))) return false;
    }
    if ((bracket || to->family == OX_ADDRESS_IPV4) && take_letter(s, ':')) {
        if (!scan_number(s, 65535, &port) || port == 0) return false;
        to->port = (uint16_t)port;
    }
    return s->at == s->end;
}

ox_status ox_address_parse(ox_text_view text, ox_address *address, size_t *at) {
    scan s = {text.at, 0, text.length};
    ox_address found = {0};
    bool good = text.length > 0 && scan_whole(&s, &found);
    if (at != NULL) *at = s.at;
    if (!good) return OX_BAD_DATA;
    *address = found;
    return OX_OK;
}

/* ---- into a text ---- */

static uint32_t group_at(const ox_address *a, uint32_t i) {
    return (uint32_t)a->bytes[2 * i] << 8 | a->bytes[2 * i + 1];
}

/* The longest run of zero groups, the first of equal runs; 8 when no run has two or more groups. */
static uint32_t longest_run(const ox_address *a, uint32_t *length) {
    uint32_t best = 8;
    *length = 1;
    for (uint32_t i = 0; i < 8; i++) {
        uint32_t run = 0;
        while (i + run < 8 && group_at(a, i + run) == 0) run++;
        if (run > *length) best = i, *length = run;
        if (run > 0) i += run - 1;
    }
    return best;
}

void ox_address_print(const ox_address *address, ox_text *text) {
    const uint8_t *b = address->bytes;
    uint32_t length, run;
    switch (address->family) {
    case OX_ADDRESS_SERIAL:
        ox_text_add(text, "serial:%u", (unsigned)address->port);
        return;
    case OX_ADDRESS_LOOPBACK:
        ox_text_add(text, "loopback:%u", (unsigned)address->port);
        return;
    case OX_ADDRESS_IPV4:
        ox_text_add(text, "%u.%u.%u.%u", b[0], b[1], b[2], b[3]);
        break;
    case OX_ADDRESS_IPV6:
        run = longest_run(address, &length);
        if (address->port != 0) ox_text_string(text, "[");
        for (uint32_t i = 0; i < 8; i++) {
            if (i == run) {
                ox_text_string(text, "::");
                i += length - 1;
            } else {
                ox_text_add(text, i > 0 && i != run + length ? ":%x" : "%x", (unsigned)group_at(address, i));
            }
        }
        if (address->port != 0) ox_text_string(text, "]");
        break;
    default:
        ox_text_string(text, "none");
        return;
    }
    if (address->port != 0) ox_text_add(text, ":%u", (unsigned)address->port);
}

int ox_address_compare(const ox_address *a, const ox_address *b) {
    if (a->family != b->family) return a->family < b->family ? -1 : 1;
    int order = memcmp(a->bytes, b->bytes, OX_ADDRESS_BYTES);
    if (order != 0) return order;
    return a->port < b->port ? -1 : a->port > b->port ? 1 : 0;
}
