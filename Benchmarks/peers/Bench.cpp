// SPDX-License-Identifier: MIT
// Processor time, the scene, and the printed table.
#include "Bench.hpp"

extern "C" {
#include "prism_kernels.h"
}

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>

namespace {

double processorMilliseconds() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return double(now.tv_sec) * 1e3 + double(now.tv_nsec) * 1e-6;
}

} // namespace

void Bench::race(const std::string &title, std::vector<Contender> &contenders) const {
    for (Contender &contender : contenders)
        contender.milliseconds = 1e9;
    for (int round = 0; round < rounds; round++)
        for (Contender &contender : contenders) {
            double begun = processorMilliseconds();
            contender.work();
            contender.milliseconds =
                std::min(contender.milliseconds, processorMilliseconds() - begun);
        }
    std::printf("%s\n", title.c_str());
    for (const Contender &contender : contenders)
        std::printf("    %-34s %9.3f ms\n", contender.name.c_str(), contender.milliseconds);
    std::fflush(stdout);
}

void Bench::add(Target target) {
    targets.push_back(std::move(target));
}

bool Bench::report() const {
    bool all = true;
    std::printf("\n%-46s %-34s %9s %9s\n", "work", "target", "measured", "");
    for (const Target &target : targets) {
        const char *sign = target.sense == Target::Sense::atLeast ? ">=" : "<=";
        char wanted[80];
        std::snprintf(wanted, sizeof wanted, "%s %g %s", sign, target.limit, target.what.c_str());
        std::printf("%-46s %-34s %9.2f  %s\n", target.work.c_str(), wanted, target.measured,
                    target.holds() ? "holds" : "MISSED");
        all = all && target.holds();
    }
    return all;
}

std::vector<Path> Bench::paths() {
    std::vector<Path> found;
    const uint32_t cpu = prism_cpu_detect();
    if (cpu & PRISM_CPU_NEON)
        found.push_back({"NEON", PRISM_CPU_NEON});
    if (cpu & PRISM_CPU_AVX2)
        found.push_back({"AVX2", PRISM_CPU_AVX2});
    if (cpu & PRISM_CPU_AVX512)
        found.push_back({"AVX-512", PRISM_CPU_AVX2 | PRISM_CPU_AVX512});
    return found;
}

Bytes scene(int width, int height, int step) {
    Bytes bytes(size_t(width) * size_t(height) * size_t(step));
    uint32_t noise = 1;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            for (int c = 0; c < step; c++) {
                noise = noise * 1664525 + 1013904223;
                double rings =
                    50 * std::sin(std::hypot(x - width / 3, y - height / 2) / (20 + 5 * c));
                int block = (x / 97 + y / 61 + c) % 3 * 50;
                int value = 40 + int(rings + 50) + block + int(noise >> 29);
                bytes[(size_t(y) * size_t(width) + size_t(x)) * size_t(step) + size_t(c)] =
                    uint8_t(c == 3 ? 255 : std::clamp(value, 0, 255));
            }
    return bytes;
}

double psnr(const Bytes &picture, const std::vector<float> &model, int step, int channels) {
    double squares = 0, count = 0;
    for (size_t i = 0; i < picture.size(); i++)
        if (int(i % size_t(step)) < channels) {
            double difference = picture[i] - double(model[i]);
            squares += difference * difference;
            count++;
        }
    return 10 * std::log10(255 * 255 * count / std::max(squares, 1e-9));
}

double largestDifference(const Bytes &picture, const std::vector<float> &model, int step,
                         int channels) {
    double worst = 0;
    for (size_t i = 0; i < picture.size(); i++)
        if (int(i % size_t(step)) < channels)
            worst = std::max(worst, std::fabs(picture[i] - std::round(double(model[i]))));
    return worst;
}
