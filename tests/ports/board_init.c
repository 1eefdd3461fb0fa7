/* The first process of a machine that has a kernel, the oxcart command and nothing else: loads the kernel's modules, then does one job after the other on
 * the console, and tells of each on the serial line. Folder /modules has modules in the order of their names, /jobs a command in each line:
 *
 *     /oxcart run /cells.rom          on the console, as a person would start it
 *     crash /oxcart run /cells.rom    the same, killed as by a wild pointer after some seconds
 *     afar /oxcart run /cells.rom     without a console, as from another machine
 *
 * "DONE N code=C kd=K vt=V" tells the exit code (128 and more: a signal), and whether the console shows text (0) and switches by itself (0). */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <linux/kd.h>
#include <linux/vt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

enum { WORDS = 32, CRASH_AFTER = 4 /* seconds */ };

static void load_modules(void) {
    struct dirent **names;
    const int count = scandir("/modules", &names, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        char path[300];
        if (names[i]->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "/modules/%s", names[i]->d_name);
        const int file = open(path, O_RDONLY | O_CLOEXEC);
        if (syscall(SYS_finit_module, file, "", 0) != 0) printf("MODULE %s: %m\n", names[i]->d_name);
        close(file);
    }
}

static pid_t start(char **words, int afar) {
    const pid_t child = fork();
    if (child != 0) return child;
    setsid();
    const int console = open(afar ? "/dev/null" : "/dev/tty1", O_RDWR);
    if (!afar) ioctl(console, TIOCSCTTY, 0);
    dup2(console, 0);
    dup2(console, 1);
    setenv("TERM", "linux", 1);
    setenv("LD_LIBRARY_PATH", "/lib", 1);
    setenv("HOME", "/", 1);
    execv(words[0], words);
    _exit(127);
}

static void do_job(int number, char *line) {
    char *words[WORDS], *at = NULL;
    int count = 0, status = 0, mode = -1, code;
    for (char *word = strtok_r(line, " \n", &at); word != NULL && count < WORDS - 1;
         word = strtok_r(NULL, " \n", &at))
        words[count++] = word;
    words[count] = NULL;
    if (count == 0) return;
    const int crash = strcmp(words[0], "crash") == 0, afar = strcmp(words[0], "afar") == 0;
    printf("JOB %d\n", number);
    const pid_t child = start(words + (crash || afar), afar);
    if (crash) {
        sleep(CRASH_AFTER);
        kill(child, SIGSEGV);
    }
    waitpid(child, &status, 0);
    struct vt_mode turn = {.mode = -1};
    struct termios lines;
    const int console = open("/dev/tty1", O_RDWR | O_NOCTTY);
    ioctl(console, KDGETMODE, &mode);
    ioctl(console, VT_GETMODE, &turn);
    tcgetattr(console, &lines);
    code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    printf("DONE %d code=%d kd=%d vt=%d echo=%d\n", number, code, mode, turn.mode,
           (lines.c_lflag & ECHO) != 0);
    close(console);
}

int main(void) {
    char line[1000];
    mkdir("/dev", 0755);
    mkdir("/proc", 0755);
    mkdir("/tmp", 0777);
    mount("dev", "/dev", "devtmpfs", 0, NULL);
    mount("proc", "/proc", "proc", 0, NULL);
    const int serial = open("/dev/ttyS0", O_RDWR | O_NOCTTY);
    dup2(serial, 1);
    dup2(serial, 2);
    setvbuf(stdout, NULL, _IOLBF, 0);
    load_modules();
    const int other = open(
        "/dev/tty2", O_RDWR | O_NOCTTY | O_CLOEXEC); /* a console that nobody has opened cannot be gone to */
    if (write(other, "the other console\n", 18) != 18) printf("no other console\n");
    FILE *jobs = fopen("/jobs", "r");
    for (int i = 1; jobs != NULL && fgets(line, sizeof line, jobs) != NULL; i++) do_job(i, line);
    printf("END\n");
    sync();
    reboot(RB_POWER_OFF);
    return 0;
}
