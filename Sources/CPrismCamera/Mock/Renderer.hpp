// SPDX-License-Identifier: MIT
// Draws frames: one pass through look-up tables over the scaled scene.
#pragma once

#include "Scene.hpp"
#include "Sensor.hpp"

#include <array>
#include <atomic>

namespace prism::mock {

/// What makes one frame differ from the next.
struct FrameMark {
    uint64_t
        number;    ///< drawn into colour bars, low 16 bits, as black and white blocks at the bottom
    uint64_t seed; ///< of the raw noise; 0: none
    bool hasMarker;
};

/// Draws one stream. Thread: one at a time; no allocation after construction.
class Renderer {
public:
    /// `scene` has the stream's size and is already mirrored.
    Renderer(const StreamLayout &layout, const SensorModel &model, Picture scene);

    /// Draws into a buffer of config.frame_size bytes; gives up between rows when `cancelled` becomes true.
    void draw(uint8_t *base, const FrameState &frame, const FrameMark &mark,
              const std::atomic<bool> &cancelled);

private:
    /// What the tables were made for.
    struct Look {
        double brightness = -1;
        float red = 0, blue = 0;
        bool operator==(const Look &) const = default;
    };

    void drawRaw(uint8_t *base, const FrameState &frame, const FrameMark &mark,
                 const std::atomic<bool> &cancelled);
    void drawYuv(uint8_t *base, const FrameState &frame, const std::atomic<bool> &cancelled);
    bool fillYuv(const std::atomic<bool> &cancelled);
    void makeRawTables(double brightness);
    void makeYuvTables(const Look &look);
    void drawRowPair(uint32_t y);
    void drawMarker(uint8_t *base, uint64_t number) const;

    const StreamLayout layout_;
    const SensorModel &model_;
    const Picture scene_;
    /// Light of each code value.
    std::array<double, 256> light_;
    Look look_;
    std::array<std::array<uint8_t, 256>, 3> codes_{};
    std::array<std::array<uint16_t, 256>, 3> samples_{};
    /// The last YUV picture: as long as exposure and balance stand still it is copied, not drawn.
    std::vector<uint8_t> drawn_;
};

} // namespace prism::mock
