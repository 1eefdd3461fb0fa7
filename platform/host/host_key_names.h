/* Names of keys: A to Z, 0 to 9, F1 to F12, and the words of host_key_names.c. Input scripts and controls of cart.txt (key:SPACE) have them. */
#ifndef OXCART_PLATFORM_HOST_HOST_KEY_NAMES_H
#define OXCART_PLATFORM_HOST_HOST_KEY_NAMES_H

/* The key of a name, in any case; 0: there is none of that name. */
int host_key_of(const char *name);

/* The name of a key, "" for a number that is none. `text` has room for it. */
const char *host_key_name(int key, char text[16]);

#endif
