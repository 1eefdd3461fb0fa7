/* Stands before every source that tests/mutate/mutants.py has written: which mutant runs, and which functions were
 * reached. */
#ifndef OXCART_TESTS_MUTATE_CHOOSE_H
#define OXCART_TESTS_MUTATE_CHOOSE_H

extern int mutant_chosen;               /* 0: no mutant, the code as it is */
extern unsigned char mutants_reached[]; /* one for each function that has mutants */

/* Stands behind the mutated copy of a body: a function without a result returns by it; any other copy has returned
 * before. */
#define mutant_over() return

#endif
