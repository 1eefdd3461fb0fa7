/* Commands: the queue, the execution, the bytes. */
#include "kernel/command/command.h"

#include "kernel/bytes/fnv.h"
#include "kernel/memory/life.h"

FX_STATIC_ASSERT(sizeof(ox_command) == OX_COMMAND_BYTES, "a command has 16 bytes");

void ox_commands_init(ox_commands *commands, ox_command *storage, uint32_t capacity,
                      ox_command_function *const *functions, uint32_t types, ox_resolver actors) {
    *commands = (ox_commands){.functions = functions, .types = types, .actors = actors};
    ox_command_ring_init(&commands->ring, storage, capacity, OX_RING_REJECT);
}

static bool is_known(const ox_commands *commands, uint32_t type) {
    return type < commands->types && commands->functions[type] != NULL;
}

/* Removes performed commands from the ring. A run leaves its commands where they lie, and only a push that finds no
 * room removes them. */
static void release_done(ox_commands *commands) {
    ox_ring *ring = &commands->ring.core;
    uint32_t over = commands->done - commands->released;
    ring->head = ox_ring_slot(ring, over);
    ring->count -= over;
    commands->released = commands->done;
}

ox_status ox_commands_push(ox_commands *commands, const ox_command *command) {
    OX_CREATED(commands->functions);
    if (!is_known(commands, command->type)) {
        FX_ASSERT_MSG(false, "commands: type %u has no function", (unsigned)command->type);
        commands->refused++;
        return OX_BAD_ARGUMENT;
    }
    ox_ring *ring = &commands->ring.core;
    uint32_t count = ring->count;
    if (count == ring->capacity) {
        release_done(commands);
        count = ring->count;
        if (count == ring->capacity) {
            commands->refused++;
            return OX_FULL;
        }
    }
    ox_command *fresh = (ox_command *)ring->items + ox_ring_slot(ring, count);
    ring->count = count + 1u;
    *fresh = *command;
    fresh->sequence = commands->sequence++;
    return OX_OK;
}

/* Performs a command whose type has a function. */
static inline ox_answer perform(ox_commands *commands, ox_resolver actors,
                                ox_command_function *const *functions, const ox_command *command) {
    void *actor = actors.resolve(actors.world, command->actor);
    if (actor == NULL) {
        commands->gone++;
        return OX_PASSED;
    }
    ox_answer answer = functions[command->type](actor, command);
    if (answer == OX_PASSED) commands->passed++;
    return answer;
}

ox_answer ox_commands_execute(ox_commands *commands, const ox_command *command) {
    if (!is_known(commands, command->type)) {
        FX_ASSERT_MSG(false, "commands: type %u has no function", (unsigned)command->type);
        commands->refused++;
        return OX_PASSED;
    }
    commands->executed++;
    return perform(commands, commands->actors, commands->functions, command);
}

uint32_t ox_commands_run(ox_commands *commands) {
    FX_CHECK_OR(!commands->running, "commands: run from within a command", return 0);
    ox_ring *ring = &commands->ring.core;
    uint32_t count = ring->count;
    const ox_command *first = (const ox_command *)ring->items, *end = first + ring->capacity;
    const ox_command *command = first + ring->head;
    ox_resolver actors = commands->actors;
    ox_command_function *const *functions = commands->functions;
    commands->running = true;
    for (uint32_t done = 0; done < count;) {
        (void)perform(commands, actors, functions, command); /* push checked that the type has a function */
        commands->done = ++done;
        if (++command == end) command = first;
    }
    release_done(commands);
    commands->done = commands->released = 0;
    commands->executed += count;
    commands->running = false;
    return count;
}

/* ---- bytes ---- */

static void put_half(uint8_t *to, uint32_t value) {
    to[0] = (uint8_t)value;
    to[1] = (uint8_t)(value >> 8);
}

static void put_word(uint8_t *to, uint32_t value) {
    put_half(to, value);
    put_half(to + 2, value >> 16);
}

static uint32_t get16(const uint8_t *from) { return from[0] | (uint32_t)from[1] << 8; }
static uint32_t get_word(const uint8_t *from) { return get16(from) | get16(from + 2) << 16; }

/* Numbers of 16 and 32 bits from their two's complement, without a conversion that C leaves open. */
static int32_t signed16(uint32_t bits) { return (int32_t)(bits ^ 0x8000u) - 0x8000; }
static int32_t signed32(uint32_t bits) {
    return bits <= (uint32_t)INT32_MAX ? (int32_t)bits : -(int32_t)(UINT32_MAX - bits) - 1;
}

void ox_command_encode(const ox_command *command, uint8_t bytes[OX_COMMAND_BYTES]) {
    bytes[0] = command->type;
    bytes[1] = command->flags;
    put_half(bytes + 2, command->sequence);
    put_word(bytes + 4, command->actor.bits);
    for (int i = 0; i < 2 && (command->flags & OX_COMMAND_WORDS) != 0; i++) {
        put_word(bytes + 8 + 4 * i, (uint32_t)command->arguments.words[i]);
    }
    for (int i = 0; i < 4 && (command->flags & OX_COMMAND_WORDS) == 0; i++) {
        put_half(bytes + 8 + 2 * i, (uint16_t)command->arguments.shorts[i]);
    }
}

void ox_command_decode(ox_command *command, const uint8_t bytes[OX_COMMAND_BYTES]) {
    command->type = bytes[0];
    command->flags = bytes[1];
    command->sequence = (uint16_t)get16(bytes + 2);
    command->actor.bits = get_word(bytes + 4);
    for (int i = 0; i < 2 && (command->flags & OX_COMMAND_WORDS) != 0; i++) {
        command->arguments.words[i] = signed32(get_word(bytes + 8 + 4 * i));
    }
    for (int i = 0; i < 4 && (command->flags & OX_COMMAND_WORDS) == 0; i++) {
        command->arguments.shorts[i] = (int16_t)signed16(get16(bytes + 8 + 2 * i));
    }
}

static const ox_command *waiting(const ox_commands *commands, uint32_t i) {
    const ox_ring *ring = &commands->ring.core;
    return (const ox_command *)ring->items + ox_ring_slot(ring, commands->done - commands->released + i);
}

/* Number of commands that wait. Commands that a run under way has performed already are still in the ring, and are
 * not counted. */
static uint32_t waiting_count(const ox_commands *commands) {
    return commands->ring.core.count - (commands->done - commands->released);
}

uint32_t ox_commands_hash(const ox_commands *commands, uint32_t hash) {
    uint8_t bytes[OX_COMMAND_BYTES];
    hash = ox_fnv_u16(hash, commands->sequence);
    hash = ox_fnv_u32(hash, waiting_count(commands));
    for (uint32_t i = 0; i < waiting_count(commands); i++) {
        ox_command_encode(waiting(commands, i), bytes);
        hash = ox_fnv_bytes(hash, bytes, sizeof bytes);
    }
    return hash;
}

/* Layout: tick u32, count u16, 0 u16, commands. */
size_t ox_commands_write(const ox_commands *commands, uint32_t tick, uint8_t *bytes, size_t size) {
    uint32_t count = waiting_count(commands);
    size_t wanted = OX_COMMAND_GROUP_BYTES + (size_t)count * OX_COMMAND_BYTES;
    if (count > OX_COMMAND_GROUP_MAX || size < wanted) return 0;
    put_word(bytes, tick);
    put_half(bytes + 4, count);
    put_half(bytes + 6, 0);
    for (uint32_t i = 0; i < count; i++) {
        ox_command_encode(waiting(commands, i),
                          bytes + OX_COMMAND_GROUP_BYTES + (size_t)i * OX_COMMAND_BYTES);
    }
    return wanted;
}

ox_status ox_commands_read(ox_commands *commands, const uint8_t *bytes, size_t size, uint32_t *tick,
                           size_t *used) {
    if (size < OX_COMMAND_GROUP_BYTES || get16(bytes + 6) != 0) return OX_BAD_DATA;
    uint32_t count = get16(bytes + 4);
    size_t wanted = OX_COMMAND_GROUP_BYTES + (size_t)count * OX_COMMAND_BYTES;
    if (size < wanted) return OX_BAD_DATA;
    const uint8_t *from = bytes + OX_COMMAND_GROUP_BYTES;
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *at = from + (size_t)i * OX_COMMAND_BYTES;
        if (!is_known(commands, at[0])) return OX_BAD_DATA;
        if (((get16(at + 2) - get16(from + 2)) & 0xFFFFu) != i) return OX_BAD_DATA;
    }
    release_done(commands);
    if (count > commands->ring.core.capacity - commands->ring.core.count) {
        commands->refused += count;
        return OX_FULL;
    }
    for (uint32_t i = 0; i < count; i++) {
        ox_command command;
        ox_command_decode(&command, from + (size_t)i * OX_COMMAND_BYTES);
        ((ox_command *)commands->ring.core.items)[ox_ring_push_back(&commands->ring.core)] = command;
    }
    if (tick != NULL) *tick = get_word(bytes);
    if (used != NULL) *used = wanted;
    return OX_OK;
}
