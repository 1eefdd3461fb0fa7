/* Events as values: their arguments and their encoded form. */
#include "kernel/event/event.h"

#include <string.h>

bool ox_event_add(ox_event *event, uint16_t key, ox_argument_type type, uint32_t value) {
    FX_CHECK_OR(event->count < OX_EVENT_ARGUMENTS, "event: more than six arguments", return false);
    FX_CHECK_OR(ox_event_find(event, key) == NULL, "event: the key is there already", return false);
    event->arguments[event->count++] = (ox_argument){key, (uint8_t)type, 0, value};
    return true;
}

bool ox_event_add_vec3(ox_event *event, uint16_t key, vec3 value) {
    const fx parts[3] = {value.x, value.y, value.z};
    FX_CHECK_OR(event->count + 3 <= OX_EVENT_ARGUMENTS, "event: no room for a vector", return false);
    FX_CHECK_OR(ox_event_find(event, key) == NULL, "event: the key is there already", return false);
    for (int i = 0; i < 3; i++) {
        event->arguments[event->count++] = (ox_argument){key, OX_ARGUMENT_VEC3, 0, (uint32_t)parts[i]};
    }
    return true;
}

const ox_argument *ox_event_find(const ox_event *event, uint16_t key) {
    const ox_argument *argument = event->arguments;
    for (uint32_t left = event->count; left > 0; left--, argument++) {
        if (argument->key == key) return argument;
    }
    return NULL;
}

/* The argument with a key, if it has the right type; else NULL. A missing argument is logged, a wrong type asserts. */
static const ox_argument *wanted(const ox_event *event, uint16_t key, ox_argument_type type) {
    const ox_argument *argument = ox_event_find(event, key);
    if (argument == NULL) {
        ox_log_write(event->log, PLAT_LOG_WARNING, "event of type %u has no argument %04x",
                     (unsigned)event->type, (unsigned)key);
        return NULL;
    }
    FX_ASSERT_MSG(argument->type == type, "event of type %u: argument %04x has type %u, read as %u",
                  (unsigned)event->type, (unsigned)key, (unsigned)argument->type, (unsigned)type);
    return argument->type == type ? argument : NULL;
}

uint32_t ox_event_get(const ox_event *event, uint16_t key, ox_argument_type type, uint32_t fallback) {
    const ox_argument *argument = wanted(event, key, type);
    return argument == NULL ? fallback : argument->value;
}

vec3 ox_event_vec3(const ox_event *event, uint16_t key, vec3 fallback) {
    const ox_argument *argument = wanted(event, key, OX_ARGUMENT_VEC3);
    if (argument == NULL || argument + 3 > event->arguments + event->count) return fallback;
    return (vec3){(fx)argument[0].value, (fx)argument[1].value, (fx)argument[2].value};
}

static uint8_t *put16(uint8_t *to, uint32_t value) {
    to[0] = (uint8_t)value;
    to[1] = (uint8_t)(value >> 8);
    return to + 2;
}

static uint8_t *put32(uint8_t *to, uint32_t value) { return put16(put16(to, value), value >> 16); }

static uint32_t get16(const uint8_t *from) { return from[0] | (uint32_t)from[1] << 8; }
static uint32_t get32(const uint8_t *from) { return get16(from) | get16(from + 2) << 16; }

size_t ox_event_encode(const ox_event *event, uint8_t bytes[OX_EVENT_BYTES_MAX]) {
    size_t size = event->count <= OX_EVENT_INLINE ? OX_EVENT_BYTES : OX_EVENT_BYTES_MAX;
    memset(bytes, 0, size);
    uint8_t *to = put16(bytes, event->type);
    *to++ = event->priority;
    *to++ = event->scope;
    to = put32(put32(put32(to, event->tick), event->sender.bits), event->receiver.bits);
    to = put16(to, event->sequence);
    *to++ = event->count;
    *to++ = event->flags;
    for (uint32_t i = 0; i < event->count && i < OX_EVENT_ARGUMENTS; i++) {
        to = put16(to, event->arguments[i].key);
        *to++ = event->arguments[i].type;
        *to++ = 0;
        to = put32(to, event->arguments[i].value);
    }
    return size;
}

/* Whether the arguments of a decoded event are sound. A vector is three arguments in a row with one key; no other
 * arguments share a key. Spare bytes are 0. */
static bool arguments_are_sound(const ox_event *event) {
    for (uint32_t i = 0; i < event->count; i++) {
        const ox_argument *argument = &event->arguments[i];
        if (argument->type < OX_ARGUMENT_INT || argument->type > OX_ARGUMENT_ROM || argument->spare != 0)
            return false;
        if (argument->type == OX_ARGUMENT_BOOL && argument->value > 1) return false;
        if (ox_event_find(event, argument->key) != argument) return false;
        if (argument->type != OX_ARGUMENT_VEC3) continue;
        if (i + 3u > event->count) return false;
        for (uint32_t part = 1; part < 3; part++) {
            if (argument[part].type != OX_ARGUMENT_VEC3 || argument[part].key != argument->key ||
                argument[part].spare != 0) {
                return false;
            }
        }
        i += 2;
    }
    return true;
}

ox_status ox_event_decode(ox_event *event, const uint8_t *bytes, size_t size, size_t *used) {
    ox_event read;
    if (size < OX_EVENT_BYTES || bytes[18] > OX_EVENT_ARGUMENTS) return OX_BAD_DATA;
    ox_event_begin(&read, (uint16_t)get16(bytes), (ox_handle){get32(bytes + 8)},
                   (ox_handle){get32(bytes + 12)});
    read.priority = bytes[2];
    read.scope = bytes[3];
    read.tick = get32(bytes + 4);
    read.sequence = (uint16_t)get16(bytes + 16);
    read.count = bytes[18];
    read.flags = bytes[19];
    size_t length = read.count <= OX_EVENT_INLINE ? OX_EVENT_BYTES : OX_EVENT_BYTES_MAX;
    if (size < length) return OX_BAD_DATA;
    const uint8_t *from = bytes + 20;
    for (uint32_t i = 0; i < read.count; i++, from += 8) {
        read.arguments[i] = (ox_argument){(uint16_t)get16(from), from[2], from[3], get32(from + 4)};
    }
    for (; from < bytes + length; from++) {
        if (*from != 0) return OX_BAD_DATA;
    }
    if (!arguments_are_sound(&read)) return OX_BAD_DATA;
    *event = read;
    if (used != NULL) *used = length;
    return OX_OK;
}
