/* Shared by the files of this folder. */
#ifndef OXCART_KERNEL_SEQUENCE_INTERNAL_H
#define OXCART_KERNEL_SEQUENCE_INTERNAL_H

#include "kernel/sequence/module.h"

/* ---- waits (wait.c) ---- */

/* The wait that a clip meets between two times, forwards, behind the first one; its row number from 1, 0: none. */
uint32_t ox_sequence_next_wait(const uint8_t *clip, fx from, fx to, fx *time);

/* Has a clip stand at a wait. */
void ox_sequence_stand(ox_sequence *t, const uint8_t *clip, fx time);

/* One step of standing: whether it goes on, and from which time. *jumps: from another one. */
bool ox_sequence_waited(ox_sequence *t, const uint8_t *clip, fx *time, bool *jumps);

/* Where a skip goes on from the wait at a time; false: it goes on there. */
bool ox_sequence_way(const uint8_t *clip, uint32_t wait, fx *time);

/* Waits hear the bus of the game from now on. */
void ox_sequence_listen(ox_sequences *m);

/* ---- who plays, and what is seen (film.c) ---- */

/* What lasts as long as a clip plays, at the begin of a step; and when it is over. */
void ox_sequence_film(ox_sequences *m, const ox_object *object, ox_sequence *t);
void ox_sequence_film_over(ox_sequences *m, const ox_object *object, ox_sequence *t);

/* The camera comes back where the object that had one plays no more. */
void ox_sequence_look_back(ox_sequences *m);

#endif
