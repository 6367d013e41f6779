/* A disk that forgets what was not synced: preloaded into a process that keeps files in a folder.

   FORGETFUL_FOLDER   the folder, without folders below it
   FORGETFUL_SYNCED   a folder with the content that a power cut leaves, see disk.py
   FORGETFUL_MS       milliseconds that a sync takes

   A sync copies the content of a file to `kept`, from where a power cut restores it. A file whose
   name has not been synced yet, with the folder it is in, would not be found after a power cut: its
   content lies in `unnamed` until then. `named` has an empty file for each name that is synced.

   The source is read through the descriptor that is synced. To open and close the file once more
   would release every lock that the process holds on it. */

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CHUNK (1 << 20)

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

static void die(const char *what) {
    perror(what);
    abort();
}

/* The name within the folder, "" for the folder itself, NULL for anything else. */
static const char *name_within(const char *path) {
    const char *folder = getenv("FORGETFUL_FOLDER");
    size_t length = strlen(folder);
    if (strncmp(path, folder, length) != 0) return NULL;
    if (path[length] == 0) return path + length;
    if (path[length] != '/' || strchr(path + length + 1, '/')) return NULL;
    return path + length + 1;
}

static char *below(char *path, const char *part, const char *name) {
    snprintf(path, PATH_MAX, "%s/%s/%s", getenv("FORGETFUL_SYNCED"), part, name);
    return path;
}

static int exists(const char *path) {
    struct stat found;
    return stat(path, &found) == 0;
}

static void touch(const char *path) {
    int made = open(path, O_WRONLY | O_CREAT, 0600);
    if (made < 0 || close(made) != 0) die(path);
}

static void copy(int from, const char *to) {
    static char chunk[CHUNK];
    char fresh[PATH_MAX];
    off_t at = 0;
    ssize_t n;
    int made = open(below(fresh, "fresh", "copy"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (made < 0) die(fresh);
    while ((n = pread(from, chunk, CHUNK, at)) > 0) {
        if (write(made, chunk, n) != n) die(fresh);
        at += n;
    }
    if (n < 0 || close(made) != 0 || rename(fresh, to) != 0) die(to);
}

static void sync_file(int file, const char *name) {
    char named[PATH_MAX], to[PATH_MAX];
    copy(file, below(to, exists(below(named, "named", name)) ? "kept" : "unnamed", name));
}

static void sync_names(void) {
    char named[PATH_MAX], kept[PATH_MAX], unnamed[PATH_MAX], path[PATH_MAX];
    struct dirent *each;
    DIR *folder = opendir(getenv("FORGETFUL_FOLDER"));
    if (!folder) die("FORGETFUL_FOLDER");
    while ((each = readdir(folder))) {
        below(named, "named", each->d_name);
        below(kept, "kept", each->d_name);
        if (each->d_type != DT_REG || exists(named)) continue;
        if (rename(below(unnamed, "unnamed", each->d_name), kept) != 0) {
            unlink(kept);
            touch(kept);
        }
        touch(named);
    }
    closedir(folder);
    snprintf(path, sizeof path, "%s/kept", getenv("FORGETFUL_SYNCED"));
    if (!(folder = opendir(path))) die(path);
    while ((each = readdir(folder)))
        if (each->d_type == DT_REG && !exists(below(named, "named", each->d_name)))
            unlink(below(kept, "kept", each->d_name));
    closedir(folder);
}

/* Whether the descriptor is of the folder or a file in it, which are then synced. */
static int synced(int file) {
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    const char *name = name_within(path);
    if (!name) return 0;
    usleep(1000 * atoi(getenv("FORGETFUL_MS")));
    pthread_mutex_lock(&one_at_a_time);
    if (*name == 0)
        sync_names();
    else if (!strstr(name, " (deleted)"))
        sync_file(file, name);
    pthread_mutex_unlock(&one_at_a_time);
    return 1;
}

typedef int with_file(int);
typedef int with_path(const char *);

int fsync(int file) { return synced(file) ? 0 : ((with_file *)dlsym(RTLD_NEXT, "fsync"))(file); }

int fdatasync(int file) {
    return synced(file) ? 0 : ((with_file *)dlsym(RTLD_NEXT, "fdatasync"))(file);
}

/* A new file of this name is another one: its name has to be synced again. */
int unlink(const char *path) {
    char mark[PATH_MAX];
    with_path *really = (with_path *)dlsym(RTLD_NEXT, "unlink");
    const char *name = name_within(path);
    if (name && *name) {
        pthread_mutex_lock(&one_at_a_time);
        really(below(mark, "named", name));
        really(below(mark, "unnamed", name));
        pthread_mutex_unlock(&one_at_a_time);
    }
    return really(path);
}
