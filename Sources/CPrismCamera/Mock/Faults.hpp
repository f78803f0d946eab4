// SPDX-License-Identifier: MIT
// Fault scripts: what goes wrong with a simulated camera, and at which frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace prism::mock {

enum class FaultKind : uint8_t { stall, late, cancel, unplug, busy };

/// One item of a script.
struct Fault {
    FaultKind kind;
    uint64_t frame; ///< frames delivered before it, since the camera's first open; not used by busy
    uint64_t amount; ///< stall, cancel, busy: how often; late, unplug: milliseconds
    bool hasAmount;
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
        uint64_t lateness = 0;    ///< ms
        bool returns = false;     ///< after an unplug
        uint64_t returnDelay = 0; ///< ms
    };

    explicit FaultPlayer(std::vector<Fault> faults = {}) : faults_(std::move(faults)) {}

    /// True where an open must fail.
    bool refusesOpen() noexcept;
    /// What happens to the next frame; one-off faults are used up, cancelled and late frames are counted.
    Event next() noexcept;
    /// Called when a run ends: a stall is over, perhaps.
    void stopped() noexcept { isStalled_ = false; }

private:
    bool stalls(Fault &fault) noexcept;
    bool unplugs(Event &event) noexcept;

    std::vector<Fault> faults_;
    uint64_t frame_ = 0;
    bool isStalled_ = false;
};

} // namespace prism::mock
