// SPDX-License-Identifier: MIT
// Reads properties through the list's own table of names, which knows private ones too.
#include "Properties.hpp"

#include "Values.hpp"

#include <cstring>
#include <libcamera/property_ids.h>

namespace prism {

int visitProperties(const libcamera::Camera &camera, prism_handler_property_fn visit,
                    void *context) {
    const libcamera::ControlList &list = camera.properties();
    const auto &names = list.idMap() ? *list.idMap() : libcamera::properties::properties;
    int visited = 0;
    for (const auto &[id, property] : list) {
        const auto name = names.find(id);
        if (name == names.end())
            continue;
        const prism_value value = borrow(property);
        visit(context, name->second->name().c_str(), &value);
        visited++;
    }
    return visited;
}

std::string textProperty(const libcamera::Camera &camera, const char *name) {
    struct Search {
        const char *name;
        std::string text;
    } search = {name, {}};
    visitProperties(
        camera,
        [](void *context, const char *found, const prism_value *value) {
            auto *wanted = static_cast<Search *>(context);
            if (value->type == PRISM_TYPE_STRING && std::strcmp(found, wanted->name) == 0)
                wanted->text.assign(static_cast<const char *>(value->data), value->count);
        },
        &search);
    return search.text;
}

} // namespace prism
