/* A library to preload: counts the program's calls to the string functions of libc and prints their number at the
 * program's end. */
#define _GNU_SOURCE
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>

static atomic_long calls;

static void count(void) { atomic_fetch_add(&calls, 1); }

int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t size);
int strcasecmp(const char *a, const char *b);
char *strcpy(char *to, const char *from);
char *strncpy(char *to, const char *from, size_t size);
char *strcat(char *to, const char *from);
char *strstr(const char *text, const char *wanted);

static int lower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }

int strcmp(const char *a, const char *b) {
    count();
    for (; *a != 0 && *a == *b; a++) b++;
    return (unsigned char)*a - (unsigned char)*b;
}

int strncmp(const char *a, const char *b, size_t size) {
    count();
    for (; size > 0 && *a != 0 && *a == *b; a++, b++) size--;
    return size == 0 ? 0 : (unsigned char)*a - (unsigned char)*b;
}

int strcasecmp(const char *a, const char *b) {
    count();
    for (; *a != 0 && lower(*a) == lower(*b); a++) b++;
    return lower(*a) - lower(*b);
}

char *strcpy(char *to, const char *from) {
    count();
    for (size_t i = 0; (to[i] = from[i]) != 0;) i++;
    return to;
}

char *strncpy(char *to, const char *from, size_t size) {
    count();
    size_t i = 0;
    for (; i < size && from[i] != 0; i++) to[i] = from[i];
    for (; i < size; i++) to[i] = 0;
    return to;
}

char *strcat(char *to, const char *from) {
    size_t end = 0;
    while (to[end] != 0) end++;
    strcpy(to + end, from);
    return to;
}

char *strstr(const char *text, const char *wanted) {
    count();
    for (;; text++) {
        size_t i = 0;
        while (wanted[i] != 0 && text[i] == wanted[i]) i++;
        if (wanted[i] == 0) return (char *)(size_t)text;
        if (*text == 0) return NULL;
    }
}

__attribute__((destructor)) static void report(void) {
    fprintf(stderr, "string calls: %ld\n", atomic_load(&calls));
}
