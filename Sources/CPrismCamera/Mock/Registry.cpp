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

int copyScene(const prism_mock_options &options, Picture &scene, char *message, size_t size) {
    if (!options.scene)
        return 0;
    const uint32_t width = options.scene_width, height = options.scene_height;
    const bool fits = width > 0 && height > 0 && width <= largestScene && height <= largestScene;
    if (!fits || options.scene_stride < width * 3) {
        say(message, size,
            "scene: %ux%u pixels, %u bytes a row: expected 1 to %u and 3 bytes a pixel", width,
            height, options.scene_stride, largestScene);
        return -EINVAL;
    }
    scene = {width, height, std::vector<uint8_t>(size_t{width} * height * 3)};
    for (uint32_t y = 0; y < height; ++y)
        std::copy_n(options.scene + size_t{y} * options.scene_stride, size_t{width} * 3,
                    scene.pixels.data() + size_t{y} * width * 3);
    return 0;
}

} // namespace

int define(const char *id, const prism_mock_options &options, char *message, size_t size) {
    auto definition = std::make_shared<Definition>();
    definition->id = id;
    const char *sensor = options.sensor ? options.sensor : "imx708";
    definition->model = findSensor(sensor);
    if (!definition->model) {
        say(message, size, "sensor: \"%s\": expected imx708, imx477, imx219 or ov5647", sensor);
        return -EINVAL;
    }
    std::vector<Fault> faults;
    if (const int error = parseFaults(options.faults, faults, message, size))
        return error;
    if (const int error = copyScene(options, definition->scene, message, size))
        return error;
    definition->faults = FaultPlayer(std::move(faults));
    definition->isVirtual = options.virtual_clock != 0;
    definition->isRendered = options.render != 0;
    definition->isLegacy = options.legacy_ae != 0;
    definition->seed = options.seed;

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

int openManager(prism_handler_hotplug_fn hotplug, void *context) {
    std::lock_guard guard(lock);
    if (manager)
        return -EALREADY;
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
