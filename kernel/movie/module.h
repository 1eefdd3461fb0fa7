/* Movies as a module of the console: moving pictures over the whole scene, below screens, with a sound that begins and rests with them.
 *
 *     movie intro frames.txt rate=15 sound=intro.wav     in cart.txt: a GIF, or a list of pictures
 *
 *     movie_play('intro')                                in scripts; false: the cart has no such movie
 *     on Press(button) { movie_stop() }                  it is skipped: the scene is seen again in the same step
 *     on MovieEnded(which) when which == 'intro' { say('play') }
 *
 *     (void)ox_movie_play(host, OX_NAME("intro"), OX_ID_NONE, false);             in C
 *
 * THE CLOCK is the movie's own: it counts steps in which the movie goes on, not those in which it pauses or the game rests (kernel/game), and so does its
 * sound, which therefore stays within a frame of the pictures: each step mixes as many samples as belong to it, on all machines. Frames that are late are decoded and not shown; those that are early wait.
 *
 * THE SOUND of a movie is a track (kernel/audio/track.h) whose pieces are its frames', on the bus of music. A movie that is gone back to, or loaded, is heard
 * from the frame on at which it is. `movie_play('intro', sound: 'english')` plays a sound of the cart in its place, as for another language; that one is heard
 * from its begin on, and not where a movie is gone back to.
 *
 * THE PICTURE is as large as fits the screen with its sides in proportion, in the middle, with black beside it. Pixels are taken, not mixed. Pictures of palettes
 * (format pal8) show the nearest colours that the palette has. The name of the movie and its clock are the game's state: they are saved, hashed and rewound; the
 * picture is decoded again from the key frame before.
 *
 * DAMAGE. Where a frame is damaged the last picture stays until the next key frame, and the log says so once.
 *
 * An image asks for the module by these natives. Memory: two pictures of 16 bits a pixel, as large as the largest movie: 76,800 bytes for 160x120; with a
 * palette 4,608 bytes more. A step costs nothing but the decoding of frames that are due (rom/movie.h). (Gregory, GEA 1.6.8.4, 7.5.6.) */
#ifndef OXCART_KERNEL_MOVIE_MODULE_H
#define OXCART_KERNEL_MOVIE_MODULE_H

#include "kernel/module/module.h"

extern const ox_module ox_movie_module;

enum { OX_MOVIE_NATIVES = 5 };
extern const ox_script_native ox_movie_native_rows[OX_MOVIE_NATIVES];

/* Plays a movie of the image from its begin, instead of the one that plays. `sound`: what is heard with it, OX_ID_NONE for the movie's own sound. A movie that loops begins
 * again, its sound with it, when it is over. False: the image has no such movie, or nobody told it that there are any. */
bool ox_movie_play(const ox_module_host *host, ox_id name, ox_id sound, bool loops);

/* Ends the movie at once, without an event; nothing where none plays. */
void ox_movie_stop(const ox_module_host *host);

/* Holds the movie and its sound where they are, or lets them go on. */
void ox_movie_pause(const ox_module_host *host, bool paused);

/* The movie that plays, OX_ID_NONE for none, and its frame. */
ox_id ox_movie_playing(const ox_module_host *host);
uint32_t ox_movie_frame(const ox_module_host *host);

#endif
