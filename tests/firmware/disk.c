/* A layer between a program and its files, loaded before the C library: every call that changes a file is shown to a
   hook first, which may let it fail with an error number. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/types.h>
#include <unistd.h>

enum { WRITE, SYNC, TRUNCATE, OPEN };

typedef int (*hook_t)(int what, int fd, const char *path, const void *bytes, long size, long at);

static hook_t hook;
static __thread int inside;

void disk_hook(hook_t new) { hook = new; }

static int ask(int what, int fd, const char *path, const void *bytes, long size, long at)
{
    int error;

    if (!hook || inside)
        return 0;
    inside = 1;
    error = hook(what, fd, path, bytes, size, at);
    inside = 0;
    return error;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define GUARD(...) do { int error = ask(__VA_ARGS__); if (error) { errno = error; return -1; } } while (0)

#define PWRITE(name, offset) \
    ssize_t name(int fd, const void *bytes, size_t size, offset at) \
    { GUARD(WRITE, fd, "", bytes, size, at); return NEXT(name)(fd, bytes, size, at); }
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

#define OPENER(name, ...) \
    { \
        mode_t mode = 0; \
        if (flags & O_CREAT) { va_list more; va_start(more, flags); mode = va_arg(more, mode_t); va_end(more); } \
        if (flags & (O_WRONLY | O_RDWR)) GUARD(OPEN, -1, path, 0, 0, 0); \
        return NEXT(name)(__VA_ARGS__, flags, mode); \
    }
int open(const char *path, int flags, ...) OPENER(open, path)
int open64(const char *path, int flags, ...) OPENER(open64, path)
int openat(int folder, const char *path, int flags, ...) OPENER(openat, folder, path)
int openat64(int folder, const char *path, int flags, ...) OPENER(openat64, folder, path)
