// SPDX-License-Identifier: MIT
// Parameters that slots of several suites take.
#include "parameters.h"

#include "prism_color_kernels.h"

void check_prepare_matrix(void *parameters, int variant, check_random *random) {
    static const double reach[] = {0.6, 2.6, 10, 0.5, 0.4, 2, 1, 0.66};
    double rows[12];
    do {
        for (int i = 0; i < 12; i++) {
            const double value = reach[variant] * check_real(random, -1, 1);
            rows[i] = variant == 0 ? i % 5 == 0 : i % 4 == 3 ? 255 * value : value;
        }
        // Luma that adds the same to all outputs has a path of its own.
        for (int i = 4; i < 12 && variant == 6; i += 4)
            rows[i] = rows[0];
    } while (prism_matrix_set(parameters, rows) != 0);
}
