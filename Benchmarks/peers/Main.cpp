// SPDX-License-Identifier: MIT
// Runs all groups, or those named, and prints the targets.
#include "Bench.hpp"

extern "C" {
#include "prism_cpu.h"
}

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <map>
#include <opencv2/core.hpp>
#include <vips/vips8>

namespace {

const std::map<std::string, void (*)(Bench &)> groups = {
    {"color", benchColor}, {"conversion", benchConversion}, {"blur", benchBlur},
    {"warp", benchWarp},   {"style", benchStyle},
};

int usage() {
    std::cerr << "usage: bench-peers [--rounds N] [GROUP...]; groups:";
    for (const auto &[name, run] : groups)
        std::cerr << ' ' << name;
    std::cerr << '\n';
    return 2;
}

} // namespace

int main(int argc, char **argv) {
    int rounds = 15, first = 1;
    if (argc > 2 && std::strcmp(argv[1], "--rounds") == 0) {
        rounds = std::atoi(argv[2]);
        first = 3;
    }
    for (int i = first; i < argc; i++)
        if (groups.count(argv[i]) == 0)
            return usage();
    if (rounds < 1 || VIPS_INIT(argv[0]))
        return usage();
    vips_concurrency_set(1);
    vips_cache_set_max(0);
    cv::setNumThreads(1);

    std::cout << "1920x1080, one thread, least processor time of " << rounds
              << " rounds. Prism uses:";
    for (const Path &path : Bench::paths())
        std::cout << ' ' << path.name;
    std::cout << "; OpenCV: " << cv::getCPUFeaturesLine() << "\n\n";
    Bench bench(rounds);
    for (const auto &[name, run] : groups)
        if (argc == first || std::find(argv + first, argv + argc, name) != argv + argc)
            run(bench);
    return bench.report() ? 0 : 1;
}
