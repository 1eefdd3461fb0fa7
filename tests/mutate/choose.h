/* What stands before every source that tests/mutate/mutants.py has written: which mutant runs, and which functions were reached. */
#ifndef OXCART_TESTS_MUTATE_CHOOSE_H
#define OXCART_TESTS_MUTATE_CHOOSE_H

extern int mutant_chosen;               /* 0: none, the code as it is */
extern unsigned char mutants_reached[]; /* one for each function that has mutants */

/* Behind the copy of a body: the function returns if it returns nothing; else the copy has returned before. */
#define mutant_over() return

#endif
