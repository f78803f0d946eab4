// SPDX-License-Identifier: MIT
// The simulated cameras that exist, and the manager that announces them.
#pragma once

#include "../include/prism_mock.h"
#include "Faults.hpp"
#include "Scene.hpp"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace prism::mock {

class Camera;

/// One simulated camera, open or not. What may change is guarded by the registry's lock, except
/// `faults`, which belong to whoever has it open, and `allowance`.
struct Definition {
    std::string id;
    const SensorModel *model;                ///< what the manager found when it started
    const SensorModel *plain;                ///< without the sensor's own HDR
    std::unique_ptr<const SensorModel> wide; ///< with it; null where the sensor has none
    bool wantsHdr = false;                   ///< the sensor's switch
    bool isVirtual, isRendered, isLegacy;
    bool hasStreamCrops = false; ///< each output can be cropped by itself
    bool isFlawed;               ///< hot pixels, noise of rows and darker corners in raw images
    uint64_t seed;
    std::unique_ptr<Scene> scene;
    FaultPlayer faults;
    std::atomic<uint32_t> allowance{0};
    bool isPresent = true;
    bool isReturning = false; ///< unplugged for a while
    Camera *camera = nullptr; ///< the open one
    bool isTaken = false;     ///< open, or being opened
    uint64_t framesDrawn = 0; ///< of all runs; belongs to whoever has it open
};
using DefinitionRef = std::shared_ptr<Definition>;

/// The one manager: a thread that calls the hotplug callback, now or when a camera is due to return.
class Announcer {
public:
    Announcer(prism_handler_hotplug_fn hotplug, void *context);
    ~Announcer();
    Announcer(const Announcer &) = delete;
    Announcer &operator=(const Announcer &) = delete;

    /// Announces at `due` (ns, boot time); an added camera is present from then on. Thread: any.
    void announce(const DefinitionRef &definition, bool added, int64_t due);

private:
    struct Event {
        DefinitionRef definition;
        bool added;
        int64_t due;
    };

    void run();

    const prism_handler_hotplug_fn hotplug_;
    void *const context_;
    std::mutex lock_;
    std::condition_variable changed_;
    std::deque<Event> events_; ///< by due time
    bool isEnding_ = false;
    std::thread thread_;
};

namespace registry {

int define(const char *id, const prism_mock_options &options, char *message, size_t size);
int undefine(const char *id);
int setAllowance(const char *id, uint32_t frames);
int setLight(const char *id, double factor, float kelvin);
int setDistance(const char *id, float metres);

/// The sensor's own HDR; the manager sees it when it starts. Errors: -ENOENT, -ENOTTY it has none, -EBUSY.
int setSensorHdr(const char *id, bool isOn);
int sensorHdr(const char *id);
/// Looks at the sensors' modes anew. Errors: -EBUSY one is open.
int restartManager();

int openManager(prism_handler_hotplug_fn hotplug, void *context);
void closeManager();
int visitCameras(prism_handler_camera_fn visit, void *context);

/// Takes a camera for exclusive use. Errors: -ENODEV, -EBUSY.
int take(const char *id, DefinitionRef &out);
/// Says which object is open, so that an allowance can wake it; null when it lets go.
void attach(const DefinitionRef &definition, Camera *camera);
void giveBack(const DefinitionRef &definition);

/// The camera left its socket; it returns after `returnDelay` ms, or never where that is negative.
void unplugged(const DefinitionRef &definition, int64_t returnDelay);
void setPresent(const DefinitionRef &definition, bool isPresent);

} // namespace registry

} // namespace prism::mock
