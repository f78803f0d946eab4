// SPDX-License-Identifier: MIT
// The simulated cameras that exist, and the manager that announces them.
#include "Registry.hpp"

#include "../Message.hpp"
#include "Camera.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace prism::mock::registry {

namespace {

constexpr uint32_t largestScene = 32768;

std::mutex lock;
std::vector<DefinitionRef> definitions;
std::shared_ptr<Announcer> manager;

DefinitionRef find(const char *id) {
    for (const DefinitionRef &definition : definitions) {
        if (definition->id == id)
            return definition;
    }
    return nullptr;
}

int refuse(char *message, size_t size, const char *what, double value, const char *expected) {
    say(message, size, "%s: %g: expected %s", what, value, expected);
    return -EINVAL;
}

constexpr struct {
    const char *name;
    SceneKind kind;
} sceneNames[] = {{"bars", SceneKind::bars},
                  {"chart", SceneKind::chart},
                  {"daylight", SceneKind::daylight},
                  {"night", SceneKind::night},
                  {"day", SceneKind::day}};

int readKind(const prism_mock_options &options, SceneKind &kind, char *message, size_t size) {
    if (!options.scene_name)
        return 0;
    for (const auto &scene : sceneNames) {
        kind = scene.kind;
        if (std::strcmp(scene.name, options.scene_name) == 0)
            return 0;
    }
    say(message, size, "scene: \"%s\": expected bars, chart, daylight, night or day",
        options.scene_name);
    return -EINVAL;
}

int readSettings(const prism_mock_options &options, SceneSettings &settings, char *message,
                 size_t size) {
    const auto isIn = [](float value, float low, float high) {
        return value >= low && value <= high;
    };
    const auto bad = [=](const char *what, float value, const char *expected) {
        return refuse(message, size, what, static_cast<double>(value), expected);
    };
    const float kelvin = options.light_kelvin, metres = options.distance;
    if (kelvin != 0 && !isIn(kelvin, 1000, 40000))
        return bad("light", kelvin, "1000 to 40000 kelvin");
    // A period of more than a quarter of an hour does not fit into libcamera's AeFlickerDetected.
    if (options.flicker_rate != 0 && !isIn(options.flicker_rate, 1e-3f, 10000))
        return bad("flicker", options.flicker_rate, "0, or 0.001 to 10000 Hz");
    if (!isIn(options.flicker_depth, 0, 1))
        return bad("flicker depth", options.flicker_depth, "0 to 1");
    if (metres != 0 && !(metres >= 0.01f))
        return bad("distance", metres, "0.01 metres or more");
    if (options.background != 0 && !(options.background >= 0.01f))
        return bad("background", options.background, "0.01 metres or more");
    if (!isIn(options.start_hour, 0, 24))
        return bad("hour", options.start_hour, "0 to 24");
    if (options.day_seconds != 0 && !isIn(options.day_seconds, 1, 1e7f))
        return bad("day", options.day_seconds, "1 to 1e7 seconds");
    settings.kelvin = kelvin;
    settings.flickerRate = options.flicker_rate;
    settings.flickerDepth = options.flicker_depth;
    settings.dioptres = metres == 0 ? 1 : 1 / metres;
    settings.hasBackground = options.background != 0;
    settings.background = settings.hasBackground ? 1 / options.background : settings.dioptres;
    settings.startHour = options.start_hour;
    settings.daySeconds = options.day_seconds == 0 ? 86400 : options.day_seconds;
    return 0;
}

int makeScene(const prism_mock_options &options, Definition &definition, char *message,
              size_t size) {
    SceneSettings settings;
    if (const int error = readKind(options, settings.kind, message, size))
        return error;
    if (const int error = readSettings(options, settings, message, size))
        return error;
    Raster picture;
    if (options.scene) {
        const uint32_t width = options.scene_width, height = options.scene_height;
        const bool fits =
            width > 0 && height > 0 && width <= largestScene && height <= largestScene;
        if (!fits || options.scene_stride / 3 < width) {
            say(message, size,
                "scene: %ux%u pixels, %u bytes a row: expected 1 to %u and 3 bytes a pixel", width,
                height, options.scene_stride, largestScene);
            return -EINVAL;
        }
        settings.kind = SceneKind::picture;
        picture = rasterOf(options.scene, width, height, options.scene_stride);
    }
    definition.scene = std::make_unique<Scene>(*definition.model, settings, std::move(picture));
    return 0;
}

std::string sensorNames() {
    std::string names;
    for (size_t index = 0; const SensorModel *sensor = sensorAt(index); ++index)
        names += (index == 0 ? "" : ", ") + std::string(sensor->name);
    return names;
}

} // namespace

int define(const char *id, const prism_mock_options &options, char *message, size_t size) {
    auto definition = std::make_shared<Definition>();
    definition->id = id;
    if (options.flaws > 2)
        return refuse(message, size, "flaws", options.flaws, "0, 1 or 2");
    const char *sensor = options.sensor ? options.sensor : "imx708";
    definition->model = definition->plain = findSensor(sensor);
    if (!definition->model) {
        say(message, size, "sensor: \"%s\": expected one of %s", sensor, sensorNames().c_str());
        return -EINVAL;
    }
    if (definition->plain->hdrMode.width > 0)
        definition->wide = std::make_unique<const SensorModel>(withHdr(*definition->plain));
    std::vector<Fault> faults;
    if (const int error = parseFaults(options.faults, faults, message, size))
        return error;
    if (const int error = makeScene(options, *definition, message, size))
        return error;
    definition->faults = FaultPlayer(std::move(faults));
    definition->isVirtual = options.virtual_clock != 0;
    definition->isRendered = options.render != 0;
    definition->isLegacy = options.legacy_ae != 0;
    definition->seed = options.seed;
    definition->hasStreamCrops = options.stream_crops != 0;
    // Test patterns and photographs have none of a sensor's flaws unless they are asked for.
    definition->isFlawed = options.flaws == 1 || (options.flaws == 0 && options.seed != 0 &&
                                                  !definition->scene->fillsFrame());

    std::lock_guard guard(lock);
    if (find(id)) {
        say(message, size, "camera: \"%s\" exists already", id);
        return -EEXIST;
    }
    definitions.push_back(definition);
    if (manager)
        manager->announce(definition, true, bootTime());
    return 0;
}

int undefine(const char *id) {
    std::lock_guard guard(lock);
    const DefinitionRef definition = find(id);
    if (!definition)
        return -ENOENT;
    if (definition->isTaken)
        return -EBUSY;
    definitions.erase(std::find(definitions.begin(), definitions.end(), definition));
    if (manager && definition->isPresent)
        manager->announce(definition, false, bootTime());
    return 0;
}

int setAllowance(const char *id, uint32_t frames) {
    std::lock_guard guard(lock);
    const DefinitionRef definition = find(id);
    if (!definition)
        return -ENOENT;
    definition->allowance = frames;
    if (definition->camera)
        definition->camera->wake();
    return 0;
}

int setLight(const char *id, double factor, float kelvin) {
    std::lock_guard guard(lock);
    const DefinitionRef definition = find(id);
    return definition ? definition->scene->setLight(factor, kelvin) : -ENOENT;
}

int setDistance(const char *id, float metres) {
    std::lock_guard guard(lock);
    const DefinitionRef definition = find(id);
    if (!definition)
        return -ENOENT;
    return metres >= 0.01f ? definition->scene->setDistance(1 / metres) : -EINVAL;
}

int setSensorHdr(const char *id, bool isOn) {
    std::lock_guard guard(lock);
    const DefinitionRef definition = find(id);
    if (!definition || !definition->wide)
        return definition ? -ENOTTY : -ENOENT;
    if (definition->isTaken)
        return -EBUSY;
    definition->wantsHdr = isOn;
    return 0;
}

int sensorHdr(const char *id) {
    std::lock_guard guard(lock);
    const DefinitionRef definition = find(id);
    if (!definition || !definition->wide)
        return definition ? -ENOTTY : -ENOENT;
    return definition->wantsHdr ? 1 : 0;
}

/// What libcamera does once, when its manager starts.
static void readModes() {
    for (const DefinitionRef &definition : definitions) {
        if (!definition->isTaken)
            definition->model = definition->wantsHdr ? definition->wide.get() : definition->plain;
    }
}

int restartManager() {
    std::lock_guard guard(lock);
    for (const DefinitionRef &definition : definitions) {
        if (definition->isTaken)
            return -EBUSY;
    }
    readModes();
    return 0;
}

int openManager(prism_handler_hotplug_fn hotplug, void *context) {
    std::lock_guard guard(lock);
    if (manager)
        return -EALREADY;
    readModes();
    manager = std::make_shared<Announcer>(hotplug, context);
    return 0;
}

void closeManager() {
    std::shared_ptr<Announcer> closing;
    {
        std::lock_guard guard(lock);
        closing.swap(manager);
        // Whatever was to return is back when the next manager looks.
        for (const DefinitionRef &definition : definitions) {
            definition->isPresent = definition->isPresent || definition->isReturning;
            definition->isReturning = false;
        }
    }
}

int visitCameras(prism_handler_camera_fn visit, void *context) {
    std::vector<DefinitionRef> present;
    {
        std::lock_guard guard(lock);
        std::copy_if(definitions.begin(), definitions.end(), std::back_inserter(present),
                     [](const DefinitionRef &definition) { return definition->isPresent; });
    }
    for (const DefinitionRef &definition : present)
        visit(context, definition->id.c_str(), definition->model->name);
    return static_cast<int>(present.size());
}

int take(const char *id, DefinitionRef &out) {
    std::lock_guard guard(lock);
    const DefinitionRef definition = find(id);
    if (!definition || !definition->isPresent)
        return -ENODEV;
    if (definition->isTaken || definition->faults.refusesOpen())
        return -EBUSY;
    definition->isTaken = true;
    out = definition;
    return 0;
}

void attach(const DefinitionRef &definition, Camera *camera) {
    std::lock_guard guard(lock);
    definition->camera = camera;
}

void giveBack(const DefinitionRef &definition) {
    std::lock_guard guard(lock);
    definition->isTaken = false;
}

void unplugged(const DefinitionRef &definition, int64_t returnDelay) {
    std::lock_guard guard(lock);
    definition->isPresent = false;
    definition->isReturning = returnDelay >= 0;
    if (!manager)
        return;
    const int64_t now = bootTime();
    manager->announce(definition, false, now);
    if (returnDelay >= 0)
        manager->announce(definition, true, now + returnDelay * 1'000'000);
}

void setPresent(const DefinitionRef &definition, bool isPresent) {
    std::lock_guard guard(lock);
    definition->isPresent = isPresent;
    definition->isReturning = false;
}

} // namespace prism::mock::registry
