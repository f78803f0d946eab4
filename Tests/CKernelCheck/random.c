// SPDX-License-Identifier: MIT
// SplitMix64, and the patterns that planes are filled with.
#include "memory.h"

#include <string.h>

uint64_t check_next(check_random *random) {
    uint64_t z = random->state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

int check_between(check_random *random, int low, int high) {
    return low + (int)(check_next(random) % (uint64_t)(high - low + 1));
}

double check_real(check_random *random, double low, double high) {
    return low + (high - low) * (double)(check_next(random) >> 11) * 0x1p-53;
}

void check_fill(uint8_t *bytes, size_t count, enum check_pattern pattern, check_random *random) {
    if (pattern == CHECK_ZEROS || pattern == CHECK_ONES) {
        memset(bytes, pattern == CHECK_ZEROS ? 0 : 0xff, count);
        return;
    }
    for (size_t i = 0; i < count; i += 8) {
        uint64_t word = check_next(random);
        if (pattern == CHECK_EXTREMES)
            word = ((word & 0x0101010101010101) << 8) - (word & 0x0101010101010101);
        memcpy(bytes + i, &word, count - i < 8 ? count - i : 8);
    }
}

void check_limit(uint8_t *bytes, size_t count, uint16_t most) {
    for (size_t i = 0; most && i + 2 <= count; i += 2) {
        uint16_t value;
        memcpy(&value, bytes + i, 2);
        if (value > most)
            value = (uint16_t)(value % (most + 1));
        memcpy(bytes + i, &value, 2);
    }
}
