/* A layer between a program and its files, loaded before the C library: every call that changes a file or a folder is
   shown to a hook first. It may let the call fail with an error number, or write less than it should (below zero). */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum { WRITE, SYNC, TRUNCATE, OPEN, RENAME, UNLINK, MKDIR };

typedef int (*hook_t)(int what, int fd, const char *path, const void *bytes, long size, long at);

static hook_t hook;
static __thread int inside;

void disk_hook(hook_t new) { hook = new; }

static int ask(int what, int fd, const char *path, const void *bytes, long size, long at)
{
    int answer;

    if (!hook || inside)
        return 0;
    inside = 1;
    answer = hook(what, fd, path, bytes, size, at);
    inside = 0;
    return answer;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define GUARD(...) do { int error = ask(__VA_ARGS__); if (error) { errno = error; return -1; } } while (0)

#define PWRITE(name, offset) \
    ssize_t name(int fd, const void *bytes, size_t size, offset at) \
    { \
        int answer = ask(WRITE, fd, "", bytes, size, at); \
        if (answer > 0) { errno = answer; return -1; } \
        return NEXT(name)(fd, bytes, answer < 0 && (size_t)-answer < size ? (size_t)-answer : size, at); \
    }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

ssize_t write(int fd, const void *bytes, size_t size)
{
    GUARD(WRITE, fd, "", bytes, size, -1);
    return NEXT(write)(fd, bytes, size);
}

int fsync(int fd) { GUARD(SYNC, fd, "", 0, 0, 0); return NEXT(fsync)(fd); }
int fdatasync(int fd) { GUARD(SYNC, fd, "", 0, 0, 0); return NEXT(fdatasync)(fd); }
int ftruncate(int fd, off_t size) { GUARD(TRUNCATE, fd, "", 0, size, 0); return NEXT(ftruncate)(fd, size); }
int ftruncate64(int fd, off64_t size) { GUARD(TRUNCATE, fd, "", 0, size, 0); return NEXT(ftruncate64)(fd, size); }
int rename(const char *old, const char *new) { GUARD(RENAME, -1, old, new, strlen(new), 0); return NEXT(rename)(old, new); }
int unlink(const char *path) { GUARD(UNLINK, -1, path, 0, 0, 0); return NEXT(unlink)(path); }
int mkdir(const char *path, mode_t mode) { GUARD(MKDIR, -1, path, 0, 0, 0); return NEXT(mkdir)(path, mode); }

#define OPENER(name, ...) \
    { \
        mode_t mode = 0; \
        if (flags & O_CREAT) { va_list more; va_start(more, flags); mode = va_arg(more, mode_t); va_end(more); } \
        if (flags & (O_WRONLY | O_RDWR)) GUARD(OPEN, -1, path, 0, !!(flags & O_TRUNC), !!(flags & O_CREAT)); \
        return NEXT(name)(__VA_ARGS__, flags, mode); \
    }
int open(const char *path, int flags, ...) OPENER(open, path)
int open64(const char *path, int flags, ...) OPENER(open64, path)
int openat(int folder, const char *path, int flags, ...) OPENER(openat, folder, path)
int openat64(int folder, const char *path, int flags, ...) OPENER(openat64, folder, path)
