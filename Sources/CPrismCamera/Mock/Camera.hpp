// SPDX-License-Identifier: MIT
// One opened simulated camera: its thread, its requests, its clock.
#pragma once

#include "Buffers.hpp"
#include "Framing.hpp"
#include "MetadataBlob.hpp"
#include "Registry.hpp"
#include "Renderer.hpp"
#include "Waiter.hpp"

#include <array>
#include <optional>

namespace prism::mock {

/// The bridge's callbacks.
struct CameraClient {
    prism_handler_completed_fn completed;
    prism_handler_disconnected_fn disconnected;
    void *context;
};

/// Thread: the functions that prism_pipeline_v1 names, as it says; callbacks come from the camera's own.
class Camera {
public:
    Camera(DefinitionRef definition, const CameraClient &client);
    ~Camera();
    Camera(const Camera &) = delete;
    Camera &operator=(const Camera &) = delete;

    int properties(prism_handler_property_fn visit, void *context) const;
    int controls(prism_handler_control_fn visit, void *context) const;
    int formats(uint32_t role, prism_handler_format_fn visit, void *context) const;

    int configure(prism_configuration &configuration, bool apply);
    int slot(uint32_t index, prism_completion &completion) const;
    int start(const prism_control_entry *controls, size_t count);
    int queue(uint32_t slot, prism_completion *completion, uint32_t blobCapacity,
              const prism_control_entry *controls, size_t count);
    int stop();
    int64_t now(uint32_t *clock);
    /// Looks again whether a frame may be made. Thread: any.
    void wake();

private:
    using Lock = std::unique_lock<std::mutex>;

    struct Request {
        prism_completion *completion;
        uint32_t blobCapacity;
        ControlUpdate update;
        int64_t queuedAt;
        bool isQueued, isOut;
    };

    /// One frame on its way from exposure to completion.
    struct Frame {
        uint32_t slot;
        FrameState state;
        int64_t start, end;
        uint32_t sequence;
        uint64_t number;
        Crop crop;
        std::array<Crop, 2> crops; ///< of each output
        bool isCroppedApart;       ///< they count
        LightState light;
        bool isStartup, isCancelled, isCorrupt;
    };

    // Camera.cpp
    int allocate(const prism_configuration &configuration);
    void release();
    void reportMemory();

    // CameraThread.cpp
    void run();
    bool canMakeFrame() const noexcept;
    void makeFrame(Lock &lock);
    std::optional<Frame> beginFrame(Lock &lock);
    void crop(const ControlUpdate &update) noexcept;
    void passFrame() noexcept;
    void dropMissedFrames(int64_t earliest);
    uint32_t popRequest() noexcept;
    Surroundings look(const LightState &light) noexcept;
    void draw(const Frame &frame);
    bool waitForEnd(int64_t deadline);
    void complete(Lock &lock, const Frame &frame);
    void unplug(Lock &lock, const FaultPlayer::Event &event);
    void timeOut(Lock &lock);
    void cancelQueued(Lock &lock);
    void finishStop() noexcept;

    const DefinitionRef definition_;
    const CameraClient client_;
    const SensorModel &model_;

    // Changed while stopped only.
    std::vector<StreamLayout> layouts_;
    Lanes lanes_;
    std::vector<std::unique_ptr<Renderer>> renderers_;
    std::vector<Buffer> buffers_; ///< slot after slot, stream after stream
    Framing framing_;             ///< the camera's own thread's while it runs
    std::array<uint32_t, PRISM_MAX_STREAMS> bytesUsed_{};
    Mirror mirror_{};
    Crop usualCrop_{}, field_{};
    std::array<Crop, 2> usualCrops_{};
    bool hasStreamCrops_ = false;
    MemoryShare memory_;
    uint32_t slotCount_ = 0;

    Waiter waiter_;
    /// Asks a drawing in progress to give up.
    std::atomic<bool> isInterrupted_{false};

    // All below is guarded by lock_.
    mutable std::mutex lock_;
    std::condition_variable changed_;
    Sensor sensor_;
    std::array<Request, PRISM_MAX_BUFFERS> requests_{};
    std::array<uint32_t, PRISM_MAX_BUFFERS> queue_{};
    uint32_t queueHead_ = 0, queueCount_ = 0;
    uint32_t outCount_ = 0;
    uint32_t sequence_ = 0;
    uint32_t startupLeft_ = 0;
    int64_t virtualNow_ = 1'000'000'000;
    int64_t nextStart_ = 0;
    int64_t lastDuration_ = 0;
    int64_t epoch_ = 0;       ///< where the scene's time begins
    int64_t clockOffset_ = 0; ///< of the timestamps, after faults
    Crop crop_{};
    std::array<Crop, 2> crops_{};
    bool isCroppedApart_ = false;
    bool isFirst_ = true;
    bool isRunning_ = false, isStopping_ = false, isEnding_ = false;
    bool isStalled_ = false, isUnplugged_ = false, isTimedOut_ = false;
    std::thread thread_;
};

} // namespace prism::mock
