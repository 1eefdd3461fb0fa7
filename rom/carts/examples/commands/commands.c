/* A board game: commands that a player and a machine give alike, sent as bytes, and moves that can be taken
 * back. */
#include "kernel/bytes/fnv.h"
#include "kernel/command/command.h"
#include "kernel/command/history.h"
#include "rom/carts/examples/example.h"

/* 1. Pieces, and the one command of this game. A command is 16 bytes without a pointer: it can be kept, sent,
 * replayed. */
enum { MOVE, COMMANDS };
enum { PIECES = 2, MOVES = 64 };

typedef struct piece {
    int16_t x, y;
} piece;

/* 2. The record of a move that can be undone keeps what was before, and nothing else: 12 bytes. */
typedef struct move {
    ox_change change; /* first; its unit is the piece */
    int16_t dx, dy;
    int16_t was_x, was_y;
} move;

typedef struct board {
    piece pieces[PIECES];
    ox_history history;
    move moves[MOVES];
} board;

static void move_do(void *context, ox_change *change) {
    board *b = context;
    move *m = (move *)(void *)change;
    piece *p = &b->pieces[change->unit];
    m->was_x = p->x;
    m->was_y = p->y;
    p->x = (int16_t)(p->x + m->dx);
    p->y = (int16_t)(p->y + m->dy);
}
static void move_undo(void *context, ox_change *change) {
    board *b = context;
    const move *m = (const move *)(const void *)change;
    b->pieces[change->unit] = (piece){m->was_x, m->was_y};
}
static const ox_change_type changes[] = {{move_do, move_undo}};

/* 3. The command's function exists once. The handle in the command names its actor: the owner of the
 * handle controls the piece. */
static ox_answer do_move(void *actor, const ox_command *command) {
    board *b = actor;
    move m = {.change = {.type = 0, .unit = (uint16_t)(command->actor.bits - 1u)},
              .dx = command->arguments.shorts[0],
              .dy = command->arguments.shorts[1]};
    return ox_failed(ox_history_do(&b->history, &m.change)) ? OX_PASSED : OX_HANDLED;
}
static ox_command_function *const verbs[COMMANDS] = {do_move};

static void *find_board(void *world, ox_handle handle) {
    return handle.bits >= 1 && handle.bits <= PIECES ? world : NULL;
}

static ox_command order(uint32_t piece_number, int16_t dx, int16_t dy) {
    return (ox_command){.type = MOVE, .actor = {piece_number + 1u}, .arguments = {{dx, dy, 0, 0}}};
}

static void show_board(ox_log *out, const char *when, const board *b) {
    ox_log_write(out, PLAT_LOG_INFO, "%s: (%d,%d) (%d,%d)", when, b->pieces[0].x, b->pieces[0].y,
                 b->pieces[1].x, b->pieces[1].y);
}

static void open_board(board *b, ox_commands *hands, ox_command *storage, uint32_t capacity) {
    *b = (board){.pieces = {{5, 5}, {0, 0}}};
    ox_history_init(&b->history, &(ox_history_config){.storage = b->moves,
                                                      .capacity = MOVES,
                                                      .stride = sizeof(move),
                                                      .types = changes,
                                                      .type_count = 1,
                                                      .context = b});
    ox_commands_init(hands, storage, capacity, verbs, COMMANDS, (ox_resolver){find_board, b});
}

void example(plat *platform, ox_log *out) {
    static board mine, theirs;
    static ox_command my_storage[16], their_storage[16];
    ox_commands my_hands, their_hands;
    (void)platform;
    open_board(&mine, &my_hands, my_storage, 16);
    open_board(&theirs, &their_hands, their_storage, 16);

    /* 4. The player's keys and the machine's thoughts become the same commands. */
    ox_command up = order(0, 0, -1), right = order(1, 1, 0);
    if (ox_failed(ox_commands_push(&my_hands, &up)) || ox_failed(ox_commands_push(&my_hands, &right)) ||
        ox_failed(ox_commands_push(&my_hands, &up)))
        return;

    /* 5. Commands go to another machine as bytes, and run there in the same order. */
    uint8_t wire[128];
    uint32_t tick = 0;
    size_t size = ox_commands_write(&my_hands, 7, wire, sizeof wire);
    if (ox_failed(ox_commands_read(&their_hands, wire, size, &tick, NULL))) return;
    SAY("%u commands of tick %u in %u bytes", (unsigned)ox_commands_run(&my_hands), (unsigned)tick,
        (unsigned)size);
    ox_commands_run(&their_hands);
    show_board(out, "my board   ", &mine);
    show_board(out, "their board", &theirs);

    /* 6. Moves are taken back, and done again. After a new move, moves taken back cannot be done again. */
    ox_history_undo(&mine.history);
    ox_history_undo(&mine.history);
    show_board(out, "two back   ", &mine);
    ox_history_redo(&mine.history);
    show_board(out, "one again  ", &mine);
    ox_command left = order(0, -1, 0);
    ox_commands_execute(&my_hands, &left);
    show_board(out, "a new move ", &mine);
    SAY("can redo: %s", ox_history_can_redo(&mine.history) ? "yes" : "no");
    while (ox_history_undo(&mine.history)) continue;
    show_board(out, "the start  ", &mine);
}
