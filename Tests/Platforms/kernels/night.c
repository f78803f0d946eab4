// SPDX-License-Identifier: MIT
// Runs the night kernels' check without Swift, where another CPU is emulated.
#include "night_check.h"
#include "prism_cpu.h"

#include <stdio.h>

int main(void) {
    int failures = 0;
    for (int i = 0; i < night_check_count(); i++) {
        int width = night_check_run(i, prism_cpu_detect(), 1);
        printf("%-12s %s", night_check_name(i), width ? "FAILS" : "same");
        printf(width ? " at width %d\n" : "\n", width);
        failures += width != 0;
    }
    return failures != 0;
}
