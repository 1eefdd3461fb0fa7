/* Commands: what players, AIs, networks and replays tell actors to do, as records of 16 bytes.
 *
 *     static const ox_command_function *const verbs[] = {[MOVE] = move, [FIRE] = fire};
 *     ox_command storage[32];
 *     ox_commands_init(&hands, storage, 32, verbs, 2, (ox_command_actors){world_resolve, world});
 *
 *     ox_command step = {.type = MOVE, .actor = hero, .arguments = {{-1, 0, 0, 0}}};
 *     ox_status s = ox_commands_push(&hands, &step);                    input, AI, demo, network
 *     each tick:  ox_commands_run(&hands);                              the command phase: FIFO
 *
 *     static ox_answer move(void *actor, const ox_command *c) {
 *         ... c->arguments.shorts[0] ...
 *         return OX_HANDLED;
 *     }
 *
 * One queue for each group of actors. The queue does not care who produces a command: an AI uses the commands that a
 * player has, so AI and player can be swapped, mixed, recorded, sent. A producer keeps the handle of the actor that
 * it controls; with another handle it controls another actor. Functions are constants and exist once; a command holds
 * no pointer.
 *
 * STREAMS. For replays and networks the commands of a tick are written as one group: tick, count, commands, in
 * little-endian bytes (ox_commands_write, ox_commands_read); the tick stands in a group once. Two machines that run
 * the same groups in the same order stay equal.
 *
 * A command that is pushed while commands run is executed in the next phase. A command whose actor is gone is counted
 * and skipped. A full queue refuses and counts.
 *
 * Cost, Cortex-M3: push 33 instructions, push and execution 59. (Game Programming Patterns, Command.) */
#ifndef OXCART_KERNEL_COMMAND_COMMAND_H
#define OXCART_KERNEL_COMMAND_COMMAND_H

#include "kernel/containers/ring.h"
#include "kernel/event/subject.h"

enum {
    OX_COMMAND_BYTES = 16,
    OX_COMMAND_GROUP_BYTES = 8, /* bytes of a group besides its commands */
    OX_COMMAND_GROUP_MAX = 65535
};

typedef union ox_command_arguments {
    /* use one form of arguments for each type of command, the form that its writer chose */
    int16_t shorts[4];
    int32_t words[2];
} ox_command_arguments;

typedef struct ox_command {
    uint8_t type;
    uint8_t flags;     /* OX_COMMAND_WORDS; all other bits are the cart's */
    uint16_t sequence; /* set by push */
    ox_handle actor;
    ox_command_arguments arguments;
} ox_command;

enum { OX_COMMAND_WORDS = 128 }; /* the arguments are two words, not four shorts: decides their byte order */

/* Performs a command on its actor. OX_PASSED: the command was not done, which is counted. */
typedef ox_answer ox_command_function(void *actor, const ox_command *command);

OX_DEFINE_RING(ox_command_ring, ox_command)

typedef struct ox_commands {
    ox_command_ring ring;
    ox_command_function *const *functions; /* by type; NULL: no such command */
    uint32_t types;
    ox_resolver actors;
    uint16_t sequence; /* sequence number of the next push */
    bool running;
    uint32_t done,
        released; /* of the run under way: performed commands, and those of them whose room is free again */
    /* executed: all commands that had their turn, passed and gone included */
    uint32_t executed, passed, gone;
    uint32_t refused; /* commands refused: the ring was full, or their type has no function */
} ox_commands;

void ox_commands_init(ox_commands *commands, ox_command *storage, uint32_t capacity,
                      ox_command_function *const *functions, uint32_t types, ox_resolver actors);

/* Appends a copy of the command with the next sequence number. OX_FULL, counted; OX_BAD_ARGUMENT, counted and
 * asserted, for a type that has no function. */
FX_MUST_CHECK ox_status ox_commands_push(ox_commands *commands, const ox_command *command);

/* Executes all commands that waited when the run began, oldest first, and returns their number. A run from within a
 * command asserts. */
uint32_t ox_commands_run(ox_commands *commands);

/* Executes one command now, without the queue; OX_PASSED when its actor is gone or its type has no function. */
ox_answer ox_commands_execute(ox_commands *commands, const ox_command *command);

/* Continues a state hash with the commands that wait. */
uint32_t ox_commands_hash(const ox_commands *commands, uint32_t hash);

/* ---- bytes ---- */

void ox_command_encode(const ox_command *command, uint8_t bytes[OX_COMMAND_BYTES]);
void ox_command_decode(ox_command *command,
                       const uint8_t bytes[OX_COMMAND_BYTES]); /* any bytes are a command */

/* Writes the commands that wait as the group of a tick, and leaves them in the queue. Returns the bytes, 0 when
 * `size` is too small. */
size_t ox_commands_write(const ox_commands *commands, uint32_t tick, uint8_t *bytes, size_t size);

/* Appends the commands of a group, sequence numbers included; *tick and *used (either may be NULL) are the group's
 * tick and its bytes. Any bytes may come: OX_BAD_DATA for too few, for a type without function, and for a group whose
 * sequence numbers do not follow each other; OX_FULL for too little room. After an error the queue is unchanged. */
FX_MUST_CHECK ox_status ox_commands_read(ox_commands *commands, const uint8_t *bytes, size_t size,
                                         uint32_t *tick, size_t *used);

/* ---- the chain of responsibility ---- */

typedef struct ox_command_link {
    ox_command_function *offer;
    void *object;
} ox_command_link;

/* Offers a command along a row of links (widget, its parent, the game) until a link does not pass it on. */
static inline ox_answer ox_command_offer(const ox_command_link *links, uint32_t count,
                                         const ox_command *command) {
    ox_answer answer = OX_PASSED;
    for (uint32_t i = 0; i < count && answer == OX_PASSED; i++)
        answer = links[i].offer(links[i].object, command);
    return answer;
}

#endif
