#include "tools/base/apart.h"

#include <pthread.h>

typedef struct job {
    void (*work)(void *context);
    void *context;
} job;

static void *run_job(void *argument) {
    const job *j = argument;
    j->work(j->context);
    return NULL;
}

void apart(void (*work)(void *context), void *context) {
    job j = {work, context};
    pthread_t thread;
    if (pthread_create(&thread, NULL, run_job, &j) != 0)
        work(context);
    else
        pthread_join(thread, NULL);
}
