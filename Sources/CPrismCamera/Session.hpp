// SPDX-License-Identifier: MIT
// One opened camera: its lifecycle, its slots, and who holds each of them.
#pragma once

#include "BufferSet.hpp"
#include "ControlTable.hpp"
#include "HeldControls.hpp"
#include "Manager.hpp"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <vector>

namespace prism {

/// The client's callbacks.
struct SessionClient {
    prism_completed_fn completed;
    prism_disconnected_fn disconnected;
    void *context;
};

/// Locks, in the order in which they may be taken:
///   lifecycle_  held over the handler's blocking calls; a callback never takes it
///   queueing_   orders camera_queue with the controls that each call carries
///   state_      short; never held over the handler or the client
class Session {
public:
    Session(Manager &manager, const SessionClient &client);
    Session(const Session &) = delete;
    Session &operator=(const Session &) = delete;

    static int open(Manager &manager, const char *id, const SessionClient &client,
                    prism_session **out);
    int close();

    int properties(prism_handler_property_fn visit, void *context);
    int controls(prism_handler_control_fn visit, void *context);
    int enumerators(const char *control, prism_handler_enumerator_fn visit, void *context);
    int formats(uint32_t role, prism_handler_format_fn visit, void *context);

    int configure(prism_configuration &configuration, bool apply);
    int setControls(const prism_control_request *requests, size_t count, size_t *failed,
                    uint64_t *serial);

    int start();
    int stop();
    int requeue(uint64_t token);
    int map(uint64_t token, uint32_t image, void *planes[PRISM_MAX_PLANES]);
    int64_t now(uint32_t *clock);
    void readCounters(prism_session_counters &out);

private:
    using Buffers = std::shared_ptr<BufferSet>;

    static void onCompleted(void *context, prism_completion *completion);
    static void onDisconnected(void *context);

    // SessionConfigure.cpp
    int enterIdle();
    int allocate(const prism_configuration &configuration);
    void retireBuffers();
    ControlTable readTable();
    void dropUnknownControls();
    int stage(const prism_control_request &request);

    // SessionRun.cpp
    int beginRun();
    int queueAll(const Buffers &buffers);
    bool isRunning();
    void endRun();
    int queueIdle(const Buffers &buffers, Slot &slot);
    int queueOrdered(const Buffers &buffers, Slot &slot);
    bool takeForQueue(const Buffers &buffers, Slot &slot);
    void takeBack(Slot &slot, uint64_t serial);

    // SessionFrames.cpp
    void complete(prism_completion *completion);
    void deliver(Slot &slot);
    void leaveCallback();

    Manager &manager_;
    const prism_pipeline_v1 &handler_;
    const SessionClient client_;
    prism_handler_camera *camera_ = nullptr;
    std::atomic<uint64_t> mappedBytes_{0};

    std::mutex lifecycle_;
    std::mutex queueing_;
    std::mutex state_;
    std::condition_variable callbacksDone_;
    /// Held shared by now(), which may be called from anywhere, also while the camera is being closed.
    std::shared_mutex cameraAlive_;

    // All below is guarded by state_.
    Buffers buffers_;
    std::vector<Buffers> retired_;
    ControlTable table_;
    /// Waiting; being converted; scratch to merge in; in the hands of camera_queue or camera_start.
    std::unique_ptr<HeldControls> held_, incoming_, merged_, sending_;
    uint64_t acceptedSerial_ = 0;
    uint64_t sentSerial_ = 0;
    uint64_t deliveries_ = 0;
    uint32_t generation_ = 0;
    uint32_t inFlight_ = 0;
    uint32_t out_ = 0;
    uint32_t callbacks_ = 0;
    uint32_t hiddenSinceDelivery_ = 0;
    uint64_t completed_ = 0, hidden_ = 0, cancelled_ = 0;
    bool isClosed_ = false;
    bool isRunning_ = false;
    bool isDisconnected_ = false;
};

} // namespace prism

/// What the C header calls a session.
struct prism_session final : prism::Session {
    using Session::Session;
};
