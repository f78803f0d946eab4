// SPDX-License-Identifier: MIT
// CRC-32C (RFC 3720, appendix B.4): the CPU's own instruction where it has one, else by tables.
#include "prism_linux.h"

#include <pthread.h>
#include <stdbool.h>
#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>
#include <nmmintrin.h>
#elif defined(__aarch64__)
#include <arm_acle.h>
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

typedef uint32_t update_fn(uint32_t crc, const uint8_t *bytes, size_t size);

/// tables[k][b]: what byte b does to the remainder when k more bytes follow it.
static uint32_t tables[8][256];
static update_fn *update;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static uint64_t load(const uint8_t *bytes) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

/// Slicing by eight: eight independent look-ups per step; little-endian, as all our targets.
static uint32_t update_portable(uint32_t crc, const uint8_t *bytes, size_t size) {
    for (; size >= 8; size -= 8, bytes += 8) {
        uint64_t word = load(bytes) ^ crc;
        crc = 0;
        for (int i = 0; i < 8; i++)
            crc ^= tables[7 - i][word >> (8 * i) & 0xFF];
    }
    while (size-- > 0)
        crc = tables[0][(crc ^ *bytes++) & 0xFF] ^ (crc >> 8);
    return crc;
}

#if defined(__x86_64__)
__attribute__((target("sse4.2"))) static uint32_t update_cpu(uint32_t crc, const uint8_t *bytes,
                                                             size_t size) {
    for (; size >= 8; size -= 8, bytes += 8)
        crc = (uint32_t)_mm_crc32_u64(crc, load(bytes));
    while (size-- > 0)
        crc = _mm_crc32_u8(crc, *bytes++);
    return crc;
}

static bool cpu_can(void) {
    unsigned a, b, c, d;
    return __get_cpuid(1, &a, &b, &c, &d) && (c & bit_SSE4_2);
}
#elif defined(__aarch64__)
__attribute__((target("+crc"))) static uint32_t update_cpu(uint32_t crc, const uint8_t *bytes,
                                                           size_t size) {
    for (; size >= 8; size -= 8, bytes += 8)
        crc = __crc32cd(crc, load(bytes));
    while (size-- > 0)
        crc = __crc32cb(crc, *bytes++);
    return crc;
}

static bool cpu_can(void) {
    return getauxval(AT_HWCAP) & HWCAP_CRC32;
}
#else
#define update_cpu update_portable
static bool cpu_can(void) {
    return false;
}
#endif

static void prepare(void) {
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t value = byte;
        for (int bit = 0; bit < 8; bit++)
            value = (value >> 1) ^ (value & 1 ? 0x82F63B78u : 0);
        tables[0][byte] = value;
    }
    for (int k = 1; k < 8; k++)
        for (int byte = 0; byte < 256; byte++)
            tables[k][byte] = tables[0][tables[k - 1][byte] & 0xFF] ^ (tables[k - 1][byte] >> 8);
    update = cpu_can() ? update_cpu : update_portable;
}

uint32_t prism_linux_crc32c(uint32_t crc, const void *data, size_t size) {
    pthread_once(&once, prepare);
    return ~update(~crc, data, size);
}

uint32_t prism_linux_crc32c_portable(uint32_t crc, const void *data, size_t size) {
    pthread_once(&once, prepare);
    return ~update_portable(~crc, data, size);
}
