// SPDX-License-Identifier: MIT
// Lists controls and enumerators, and checks what is to be set once more.
#include "Controls.hpp"

#include "Compat.hpp"

#include <cerrno>

namespace prism {

void ControlTable::read(const libcamera::Camera &camera) {
    shapes_.clear();
    for (const auto &[id, info] : camera.controls())
        shapes_.emplace(id->id(), ControlShape(*id));
}

int ControlTable::set(libcamera::ControlList &list, const prism_control_entry *entries,
                      size_t count) const {
    for (size_t i = 0; i < count; i++) {
        const auto shape = shapes_.find(entries[i].id);
        if (shape == shapes_.end())
            return -ENOENT;
        if (!shape->second.accepts(entries[i].value))
            return -EINVAL;
    }
    for (size_t i = 0; i < count; i++)
        list.set(entries[i].id, shapes_.at(entries[i].id).make(entries[i].value));
    return 0;
}

int visitControls(const libcamera::Camera &camera, prism_handler_control_fn visit, void *context) {
    int visited = 0;
    for (const auto &[id, limits] : camera.controls()) {
        prism_control_info info = {};
        info.size = sizeof(info);
        info.id = id->id();
        info.name = id->name().c_str();
        info.vendor = compat::vendor(*id, 0);
        info.type = typeOf(id->type());
        info.direction = compat::direction(*id, 0);
        info.fixed_count = compat::arraySize(*id, 0);
        info.minimum = borrow(limits.min());
        info.maximum = borrow(limits.max());
        info.default_value = borrow(limits.def());
        visit(context, &info);
        visited++;
    }
    return visited;
}

int visitEnumerators(const libcamera::Camera &camera, uint32_t id,
                     prism_handler_enumerator_fn visit, void *context) {
    const auto &controls = camera.controls();
    const auto found = controls.find(id);
    if (found == controls.end())
        return -ENOENT;
    int visited = 0;
    // values() has those that this camera allows; the control's own list has all that exist.
    for (const auto &allowed : found->second.values()) {
        if (allowed.type() != libcamera::ControlTypeInteger32 || allowed.isArray())
            continue;
        const int32_t value = allowed.get<int32_t>();
        visit(context, value, compat::enumerator(*found->first, value, 0));
        visited++;
    }
    return visited;
}

} // namespace prism
