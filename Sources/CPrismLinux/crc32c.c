// SPDX-License-Identifier: MIT
// CRC-32C by table; the polynomial of RFC 3720, appendix B.4, reflected.
#include "prism_linux.h"

#include <pthread.h>

static uint32_t table[256];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void fill(void) {
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t value = byte;
        for (int bit = 0; bit < 8; bit++)
            value = (value >> 1) ^ (value & 1 ? 0x82F63B78u : 0);
        table[byte] = value;
    }
}

uint32_t prism_linux_crc32c(uint32_t crc, const void *data, size_t size) {
    pthread_once(&once, fill);
    const uint8_t *bytes = data;
    crc = ~crc;
    for (size_t i = 0; i < size; i++)
        crc = table[(crc ^ bytes[i]) & 0xFF] ^ (crc >> 8);
    return ~crc;
}
