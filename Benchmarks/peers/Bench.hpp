// SPDX-License-Identifier: MIT
// Measuring, and the table of targets that is printed.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

/// One way of doing the work of a row, to be timed beside the others.
struct Contender {
    std::string name;
    std::function<void()> work;
    double milliseconds = 0;
};

/// A number that must be at least or at most its target.
struct Target {
    enum class Sense { atLeast, atMost };
    std::string work; ///< What is done, and with which instructions.
    std::string what; ///< "times OpenCV", "ms", "dB".
    Sense sense;
    double limit;
    double measured;

    bool holds() const { return sense == Sense::atLeast ? measured >= limit : measured <= limit; }
};

/// Instructions that Prism's kernels are allowed in a row.
struct Path {
    std::string name;
    uint32_t flags;
};

/// Everything the rows share.
class Bench {
public:
    explicit Bench(int rounds) : rounds(rounds) {}

    /// Times all contenders in turn, `rounds` times, by processor time of the whole process, and keeps the
    /// least of each: what disturbs one round disturbs all contenders of it.
    void race(const std::string &title, std::vector<Contender> &contenders) const;

    void add(Target target);

    /// Prints all targets; true when each holds.
    bool report() const;

    /// The paths of this CPU, from AVX2 or NEON up.
    static std::vector<Path> paths();

private:
    int rounds;
    std::vector<Target> targets;
};

/// A frame's bytes.
using Bytes = std::vector<uint8_t>;

/// A scene of blocks, slopes, circles and grain, `step` bytes per pixel; the fourth byte is 255.
Bytes scene(int width, int height, int step);

/// Peak signal to noise ratio of the first `channels` of each `step` bytes, in decibels.
double psnr(const Bytes &picture, const std::vector<float> &model, int step, int channels);

/// The largest difference of them, after rounding the model.
double largestDifference(const Bytes &picture, const std::vector<float> &model, int step,
                         int channels);

// The groups of rows.
void benchColor(Bench &bench);
void benchConversion(Bench &bench);
void benchBlur(Bench &bench);
void benchWarp(Bench &bench);
void benchStyle(Bench &bench);
