// SPDX-License-Identifier: MIT
// Fault scripts: what goes wrong with a simulated camera, and at which frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace prism::mock {

enum class FaultKind : uint8_t {
    stall,
    late,
    cancel,
    unplug,
    drop,
    corrupt,
    timeout,
    clock,
    busy,
    nomem
};

/// One item of a script.
struct Fault {
    FaultKind kind;
    uint64_t
        frame; ///< frames delivered before it, since the camera's first open; not of busy, nomem
    uint64_t amount; ///< late, unplug, clock: milliseconds; else how often
    bool hasAmount;
    bool isNegative; ///< clock: backward
};

/// Reads a script (grammar: README.md). Returns 0, or -EINVAL with one line that names the position.
int parseFaults(const char *script, std::vector<Fault> &faults, char *message, size_t size);

/// Plays a script over all opens and starts of one camera. Thread: one at a time.
class FaultPlayer {
public:
    /// What happens to one frame.
    struct Event {
        bool isUnplugged = false;
        bool isStalled = false;
        bool isCancelled = false;
        bool isCorrupt = false;
        bool isTimedOut = false;  ///< the front end gives up: everything is cancelled until stop
        uint64_t drops = 0;       ///< frames that are lost before this one
        int64_t clockJump = 0;    ///< ms, for this frame's timestamp and all later ones
        uint64_t lateness = 0;    ///< ms
        bool returns = false;     ///< after an unplug
        uint64_t returnDelay = 0; ///< ms
    };

    explicit FaultPlayer(std::vector<Fault> faults = {}) : faults_(std::move(faults)) {}

    /// True where an open must fail.
    bool refusesOpen() noexcept;
    /// True where there is no memory for buffers.
    bool refusesMemory() noexcept;
    /// What happens to the next frame; one-off faults are used up, cancelled and late frames are counted.
    Event next() noexcept;
    /// Called when a run ends: a stall is over, perhaps.
    void stopped() noexcept { isStalled_ = false; }

private:
    bool refuses(FaultKind kind) noexcept;
    bool stalls(Fault &fault) noexcept;
    bool unplugs(Event &event) noexcept;
    void add(Fault &fault, Event &event) noexcept;

    std::vector<Fault> faults_;
    uint64_t frame_ = 0;
    bool isStalled_ = false;
};

} // namespace prism::mock
