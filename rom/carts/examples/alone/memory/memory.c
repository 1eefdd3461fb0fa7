/* Memory and containers alone, in any program that has one block of bytes: an arena, a pool whose handles notice death, an array. */
#include <stdio.h>

#include "kernel/containers/array.h"
#include "kernel/memory/arena.h"
#include "kernel/memory/pool.h"

typedef struct shot {
    int x, speed;
} shot;

OX_DEFINE_ARRAY(scores, int)

int main(void) {
    static uint64_t block[512]; /* all memory that there is: 4 KB */
    ox_arena arena;
    ox_pool shots;
    ox_handle first, second;
    scores table;
    ox_arena_init(&arena, block, sizeof block);
    if (ox_pool_init(&shots, &arena, sizeof(shot), _Alignof(shot), 2) != OX_OK) return 1;

    /* A pool of two: the third is refused, which is a normal outcome. A handle of who was given back is nobody's. */
    shot *a = ox_pool_take(&shots, &first), *b = ox_pool_take(&shots, &second);
    printf("a third shot: %s\n", ox_pool_take(&shots, NULL) == NULL ? "no room" : "flies");
    *a = (shot){1, 3}, *b = (shot){2, 4};
    (void)ox_pool_give(&shots, a);
    a = ox_pool_take(&shots, NULL); /* the same memory, but somebody else */
    printf("the first shot: %s\n", ox_pool_get(&shots, first) == NULL ? "gone" : "there");
    printf("the second shot: at %d\n", ((shot *)ox_pool_get(&shots, second))->x);

    /* An array that grows in the arena, until a mark is rolled back. */
    const ox_mark mark = ox_arena_mark(&arena, OX_ARENA_LOW);
    scores_init_growing(&table, ox_array_grow_in_arena, &arena, 0);
    for (int i = 1; i <= 20; i++)
        if (scores_push_back(&table, i * i) != OX_OK) break;
    printf("%u scores, the last is %d\n", (unsigned)scores_count(&table), *scores_back(&table));
    (void)ox_arena_rollback(&arena, mark);
    return 0;
}
