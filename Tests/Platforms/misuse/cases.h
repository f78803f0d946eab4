// SPDX-License-Identifier: MIT
// The table of misuse cases; each runs in a process of its own, since its failure may be a crash.
#pragma once

#include "client.h"

typedef struct misuse {
    const char *claim;
    void (*check)(client *client);
} misuse;

/// Ends with an entry without a claim.
extern const misuse lifecycle_cases[];
extern const misuse frame_cases[];
extern const misuse control_cases[];
extern const misuse thread_cases[];
extern const misuse handler_cases[];
