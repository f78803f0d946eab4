// SPDX-License-Identifier: MIT
// A plug-in of a later ABI than this program's.
#include "prism_pipeline.h"

#include <stddef.h>

const prism_pipeline_v1 *prism_pipeline_entry(uint32_t abi);

const prism_pipeline_v1 *prism_pipeline_entry(uint32_t abi) {
    return abi > PRISM_PIPELINE_ABI ? (const prism_pipeline_v1 *)&prism_pipeline_entry : NULL;
}
