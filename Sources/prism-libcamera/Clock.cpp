// SPDX-License-Identifier: MIT
// Tells a camera's clock by its pipeline handler or, where that is not named, by its id's form.
#include "Clock.hpp"

#include "Properties.hpp"
#include "prism_camera_types.h"

#include <ctime>

namespace prism {

namespace {

bool startsWith(const std::string &text, const char *prefix) {
    return text.rfind(prefix, 0) == 0;
}

/// A USB camera's id ends with its vendor and product: "…:046d:0825".
bool looksLikeUSB(const std::string &id) {
    const size_t tail = 10;
    if (id.size() < tail || id[id.size() - 10] != ':' || id[id.size() - 5] != ':')
        return false;
    const std::string digits = id.substr(id.size() - 9, 4) + id.substr(id.size() - 4);
    return digits.find_first_not_of("0123456789abcdef") == std::string::npos;
}

} // namespace

uint32_t clockOf(const libcamera::Camera &camera) {
    const std::string pipeline = textProperty(camera, "PipelineHandler");
    if (startsWith(pipeline, "rpi") || startsWith(pipeline, "raspberrypi"))
        return PRISM_CLOCK_BOOTTIME;
    if (!pipeline.empty())
        return PRISM_CLOCK_MONOTONIC;
    // The device tree paths of the Raspberry Pi's I2C buses, up to Pi 4 and on Pi 5.
    if (startsWith(camera.id(), "/base/soc/") || startsWith(camera.id(), "/base/axi/"))
        return PRISM_CLOCK_BOOTTIME;
    return looksLikeUSB(camera.id()) ? PRISM_CLOCK_MONOTONIC : PRISM_CLOCK_UNKNOWN;
}

int64_t readClock(uint32_t clock) {
    timespec now = {};
    clock_gettime(clock == PRISM_CLOCK_BOOTTIME ? CLOCK_BOOTTIME : CLOCK_MONOTONIC, &now);
    return int64_t{now.tv_sec} * 1000000000 + now.tv_nsec;
}

} // namespace prism
