// SPDX-License-Identifier: MIT
// Draws one stream: the scene as codes of light at the stream's size, then row by row signal and pixels.
#pragma once

#include "Flaws.hpp"
#include "FrameState.hpp"
#include "Lanes.hpp"
#include "Scene.hpp"
#include "Signal.hpp"
#include "Streams.hpp"
#include "Tone.hpp"

#include <atomic>
#include <memory>
#include <optional>

namespace prism::mock {

/// What makes one frame differ from the next, besides its state.
struct FrameMark {
    uint64_t
        number;    ///< drawn into colour bars, low 16 bits, as black and white blocks at the bottom
    uint64_t seed; ///< of the noise; 0: none
    bool hasMarker;
    bool isCorrupt; ///< rows of the lower half come from elsewhere
};

/// The light of one frame and how it wavers from row to row.
struct FrameLight {
    LightState state;
    double peak;     ///< radiance of the raster's highest code
    int64_t start;   ///< ns, of the first row's exposure
    int64_t rowTime; ///< ns from one row of the stream to the next
    double flickerRate, flickerDepth;
};

/// What a renderer looks at.
struct Sight {
    std::shared_ptr<const Raster> raster;
    View view;
    Mirror mirror;
    double pixels; ///< of the sensor mode, in the view
};

/// Draws one stream. Thread: one at a time; draw() allocates nothing.
class Renderer {
public:
    Renderer(const StreamLayout &layout, const SensorModel &model, const SensorMode &mode,
             uint32_t stream, Lanes &lanes);
    ~Renderer();

    /// Raw only: gives it a sensor and a lens that are not perfect.
    void setFlaws(Flaws flaws) { flaws_ = std::move(flaws); }
    /// Takes another sight in; does nothing where it is the same.
    void look(const Sight &sight);
    /// Moves the object to where it is now. `blur` is the circle of confusion in the raster's pixels.
    void place(const Mover &mover, double blur);

    /// Draws into a buffer of config.frame_size bytes; gives up between rows when `cancelled` becomes true.
    /// Returns the bytes used of plane 0.
    uint32_t draw(uint8_t *base, const FrameState &frame, const FrameLight &light,
                  const FrameMark &mark, const std::atomic<bool> &cancelled);

    const StreamLayout &layout() const noexcept { return layout_; }
    /// Memory that it holds.
    size_t bytes() const noexcept;

private:
    // Renderer.cpp
    void paint(const Area &area, const Mover *mover, double blur);
    void store(uint32_t y, const Area &area, const float *light);
    Area areaOf(const Mover &mover, double blur) const;
    void fillTables(const FrameState &frame, const FrameLight &light, const FrameMark &mark);
    // RawRows.cpp
    void drawRaw(uint8_t *base, const FrameLight &light, const FrameState &frame,
                 const FrameMark &mark, const std::atomic<bool> &cancelled);
    void rawRow(uint32_t y, uint32_t factor, const FrameMark &mark, uint16_t *samples) const;
    void storeRaw(const uint16_t *samples, uint8_t *row) const;
    // OutputRows.cpp
    uint32_t drawOutput(uint8_t *base, const FrameLight &light, const FrameState &frame,
                        const FrameMark &mark, const std::atomic<bool> &cancelled);
    void drawRows(uint8_t *base, uint32_t first, uint32_t last, const FrameLight &light,
                  const FrameState &frame, const FrameMark &mark, uint8_t *rgb);
    void outputRow(uint32_t y, uint32_t factor, const FrameMark &mark, uint8_t *rgb) const;
    template <bool isMixed>
    void fillRow(const uint16_t *codes, uint32_t factor, NormalNumbers normal, uint8_t *rgb) const;
    bool isMarked(uint32_t y, const FrameMark &mark) const noexcept;

    const StreamLayout layout_;
    const SensorModel &model_;
    const SensorMode &mode_;
    const uint32_t stream_;
    Lanes &lanes_;
    Sight sight_{};
    std::optional<Sampler> sampler_;
    std::vector<float> lightRow_;
    /// Raw: one code a pixel; outputs: three.
    std::vector<uint16_t> codes_;
    std::optional<Area> lastMover_;
    Flaws flaws_;
    SignalTable tables_[3];
    Tone tone_;
    std::vector<uint16_t> samples_; ///< raw: a row for each lane
    std::vector<uint8_t> rows_;     ///< outputs: two rows, R, G, B, for each lane
    std::vector<uint8_t> planes_;   ///< MJPEG, or a sharpened picture: Y, Cb, Cr before they go out
};

/// Mean of a light that flickers, over one row's exposure, as a factor up to fullFactor.
uint32_t flickerFactor(const FrameLight &light, uint32_t row, int64_t exposure) noexcept;

/// Which channel the pixel of a row's even and odd columns has: 0 red, 1 green, 2 blue.
struct RowChannels {
    uint32_t even, odd;
};
RowChannels channelsOf(BayerOrder order, uint32_t y) noexcept;

} // namespace prism::mock
