/* The kernel's side of the pins and of the bus, preloaded under the real lgpio, libgpiod and spidev.
 *
 *     C library ── open, ioctl, write, close ──▶ this file ── KERNEL_SOCKET ──▶ the test
 *                ◀── levels: a page of memory, KERNEL_LEVELS; edges: read from the line's own socket ──
 *
 * It answers for /dev/gpiochip0 (GPIO v2 of linux/gpio.h), /dev/spidev0.0 and the Pi's revision; all other files are the
 * real kernel's. A message is a letter, a length and bytes; the answer is one byte, an errno or 0. Each call waits for
 * its answer, so pins and bus keep their order.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/gpio.h>
#include <linux/spi/spidev.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <unistd.h>

#define MAX_FILES 1024
#define LINES 54
#define CHIP "/dev/gpiochip0"
#define BUS "/dev/spidev0.0"
#define REVISION "/proc/device-tree/system/linux,revision"
#define SHORT 255 /* an answer to bytes on the bus: half of them were taken */

enum kind { NONE, PINS, REQUEST, SPI };
struct request { int n; uint32_t offsets[GPIO_V2_LINES_MAX]; };

static enum kind kinds[MAX_FILES];
static struct request requests[MAX_FILES];
static uint64_t flags_of[LINES]; /* of lines that are held; 0: free */
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static volatile uint8_t *levels;
static int control = -1;

static int real_close(int fd) { return ((int (*)(int))dlsym(RTLD_NEXT, "close"))(fd); }
static ssize_t real_write(int fd, const void *data, size_t n) {
    return ((ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write"))(fd, data, n);
}
static int real_open(const char *path, int flags, mode_t mode) {
    return ((int (*)(const char *, int, mode_t))dlsym(RTLD_NEXT, "open"))(path, flags, mode);
}

/* --- the test at the other end --- */

static int connect_to_test(void) {
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    strncpy(at.sun_path, getenv("KERNEL_SOCKET"), sizeof at.sun_path - 1);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(fd, (struct sockaddr *)&at, sizeof at)) abort();
    return fd;
}

static int ask(int fd, char letter, const void *data, uint32_t n) {
    uint8_t answer = EIO;
    struct { char letter; uint32_t n; } __attribute__((packed)) head = {letter, n};
    pthread_mutex_lock(&turn);
    if (real_write(fd, &head, sizeof head) != sizeof head || (n && real_write(fd, data, n) != (ssize_t)n) ||
        read(fd, &answer, 1) != 1)
        answer = EIO;
    pthread_mutex_unlock(&turn);
    return answer;
}

static int ask_control(char letter, const void *data, uint32_t n) {
    if (control < 0) {
        int page = real_open(getenv("KERNEL_LEVELS"), O_RDWR | O_CLOEXEC, 0);
        levels = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, page, 0);
        real_close(page);
        control = connect_to_test();
    }
    return ask(control, letter, data, n);
}

/* --- files --- */

static int fail(int error) {
    errno = error;
    return -1;
}

static int open_fake(const char *path, enum kind kind) {
    int error = ask_control('O', path, strlen(path));
    if (error) return fail(error);
    int fd = real_open("/dev/null", O_RDWR | O_CLOEXEC, 0);
    kinds[fd] = kind;
    return fd;
}

static int open_any(const char *path, int flags, mode_t mode) {
    if (!strncmp(path, "/dev/gpiochip", 13)) return strcmp(path, CHIP) ? fail(ENOENT) : open_fake(path, PINS);
    if (!strncmp(path, "/dev/spidev", 11)) return strcmp(path, BUS) ? fail(ENOENT) : open_fake(path, SPI);
    return real_open(strcmp(path, REVISION) ? path : getenv("KERNEL_REVISION"), flags, mode);
}

#define MODE(flags, mode) do { va_list more; va_start(more, flags); mode = va_arg(more, int); va_end(more); } while (0)
int open(const char *path, int flags, ...) { mode_t mode; MODE(flags, mode); return open_any(path, flags, mode); }
int open64(const char *path, int flags, ...) { mode_t mode; MODE(flags, mode); return open_any(path, flags, mode); }

int close(int fd) {
    if (fd >= 0 && fd < MAX_FILES && kinds[fd] == REQUEST)
        for (int i = 0; i < requests[fd].n; i++) {
            uint8_t line = requests[fd].offsets[i];
            flags_of[line] = 0;
            ask_control('F', &line, 1);
        }
    if (fd >= 0 && fd < MAX_FILES) kinds[fd] = NONE;
    return real_close(fd);
}

/* libgpiod looks whether the file is a GPIO chip before it opens it. */
static int stat_chip(const char *path, struct stat *st) {
    if (strcmp(path, CHIP)) return 0;
    memset(st, 0, sizeof *st);
    st->st_mode = S_IFCHR | 0660;
    st->st_rdev = makedev(254, 0);
    return 1;
}
int stat(const char *path, struct stat *st) {
    if (stat_chip(path, st)) return 0;
    return ((int (*)(const char *, struct stat *))dlsym(RTLD_NEXT, "stat"))(path, st);
}
/* The same for programs that were built for an older C library. */
int __xstat(int version, const char *path, struct stat *st) {
    if (stat_chip(path, st)) return 0;
    return ((int (*)(int, const char *, struct stat *))dlsym(RTLD_NEXT, "__xstat"))(version, path, st);
}
int __lxstat(int version, const char *path, struct stat *st) { return __xstat(version, path, st); }
char *realpath(const char *path, char *to) {
    if (strcmp(path, "/sys/dev/char/254:0/subsystem"))
        return ((char *(*)(const char *, char *))dlsym(RTLD_NEXT, "realpath"))(path, to);
    return strcpy(to ? to : malloc(PATH_MAX), "/sys/bus/gpio");
}

/* --- pins --- */

static int configure(const struct request *lines, const struct gpio_v2_line_config *config) {
    uint64_t high = 0;
    for (uint32_t i = 0; i < config->num_attrs; i++)
        if (config->attrs[i].attr.id == GPIO_V2_LINE_ATTR_ID_OUTPUT_VALUES)
            high = config->attrs[i].attr.values & config->attrs[i].mask;
    for (int i = 0; i < lines->n; i++) {
        struct { uint8_t line, high; uint64_t flags; } __attribute__((packed)) message = {
            lines->offsets[i], high >> i & 1, config->flags | GPIO_V2_LINE_FLAG_USED};
        int error = ask_control('L', &message, sizeof message);
        if (error) return fail(error);
        flags_of[lines->offsets[i]] = message.flags;
    }
    return 0;
}

static int request_lines(struct gpio_v2_line_request *wanted) {
    int fd = connect_to_test();
    struct request *lines = &requests[fd];
    lines->n = wanted->num_lines;
    memcpy(lines->offsets, wanted->offsets, sizeof lines->offsets);
    for (int i = 0; i < lines->n; i++)
        if (lines->offsets[i] >= LINES || flags_of[lines->offsets[i]]) {
            int error = lines->offsets[i] >= LINES ? EINVAL : EBUSY;
            real_close(fd);
            return fail(error);
        }
    if (configure(lines, &wanted->config)) {
        int error = errno;
        real_close(fd);
        return fail(error);
    }
    for (int i = 0; i < lines->n; i++) {
        uint8_t line = lines->offsets[i];
        ask(fd, 'E', &line, 1); /* the edges of this line come from here */
    }
    kinds[fd] = REQUEST;
    wanted->fd = fd;
    return 0;
}

static int info(struct gpio_v2_line_info *of) {
    if (of->offset >= LINES) return fail(EINVAL);
    of->flags = flags_of[of->offset] ? flags_of[of->offset] : GPIO_V2_LINE_FLAG_INPUT;
    snprintf(of->name, sizeof of->name, "GPIO%u", of->offset);
    return 0;
}

static int values(const struct request *lines, struct gpio_v2_line_values *at, int set) {
    if (!set) at->bits = 0;
    for (int i = 0; i < lines->n; i++) {
        if (!(at->mask >> i & 1)) continue;
        uint8_t message[2] = {lines->offsets[i], at->bits >> i & 1};
        if (!set) at->bits |= (uint64_t)(levels[message[0]] & 1) << i;
        else if (ask_control('S', message, 2)) return fail(EIO);
    }
    return 0;
}

static int chip_ioctl(unsigned long what, void *of) {
    struct gpiochip_info chip = {"gpiochip0", "pinctrl-bcm2711", LINES};
    if (what == GPIO_GET_CHIPINFO_IOCTL) return memcpy(of, &chip, sizeof chip), 0;
    if (what == GPIO_V2_GET_LINEINFO_IOCTL) return info(of);
    if (what == GPIO_V2_GET_LINE_IOCTL) return request_lines(of);
    return fail(EINVAL);
}

static int lines_ioctl(int fd, unsigned long what, void *of) {
    struct request *lines = &requests[fd];
    if (what == GPIO_V2_LINE_SET_CONFIG_IOCTL) return configure(lines, of);
    if (what == GPIO_V2_LINE_GET_VALUES_IOCTL) return values(lines, of, 0);
    if (what == GPIO_V2_LINE_SET_VALUES_IOCTL) return values(lines, of, 1);
    return fail(EINVAL);
}

/* --- the bus --- */

static int bus_ioctl(unsigned long what, void *of) {
    if (what == SPI_IOC_WR_MAX_SPEED_HZ) return ask_control('H', of, sizeof(uint32_t)), 0;
    if (what == SPI_IOC_RD_MAX_SPEED_HZ) return *(uint32_t *)of = 500000, 0;
    if (what == SPI_IOC_RD_BITS_PER_WORD) return *(uint8_t *)of = 8, 0;
    if (what == SPI_IOC_RD_MODE) return *(uint8_t *)of = 0, 0;
    if (what == SPI_IOC_RD_MODE32) return *(uint32_t *)of = 0, 0;
    if (what == SPI_IOC_WR_MODE || what == SPI_IOC_WR_MODE32 || what == SPI_IOC_WR_BITS_PER_WORD) return 0;
    return fail(ENOTTY);
}

ssize_t write(int fd, const void *data, size_t n) {
    if (fd < 0 || fd >= MAX_FILES || kinds[fd] != SPI) return real_write(fd, data, n);
    if (n > 4096) return fail(EMSGSIZE); /* spidev's own bound */
    int error = ask_control('W', data, n);
    if (error == SHORT) return n / 2;
    return error ? fail(error) : (ssize_t)n;
}

int ioctl(int fd, unsigned long what, ...) {
    va_list more;
    va_start(more, what);
    void *of = va_arg(more, void *);
    va_end(more);
    what &= UINT32_MAX; /* some callers' int has grown a sign */
    switch (fd >= 0 && fd < MAX_FILES ? kinds[fd] : NONE) {
    case PINS: return chip_ioctl(what, of);
    case REQUEST: return lines_ioctl(fd, what, of);
    case SPI: return bus_ioctl(what, of);
    default: return ((int (*)(int, unsigned long, void *))dlsym(RTLD_NEXT, "ioctl"))(fd, what, of);
    }
}
