// SPDX-License-Identifier: MIT
// The table of types; values are moved as bytes, since both sides use the native layout.
#include "Values.hpp"

#include "Compat.hpp"

#include <cstring>

namespace prism {

namespace {

constexpr struct {
    int theirs;
    prism_type ours;
} types[] = {
    {libcamera::ControlTypeNone, PRISM_TYPE_NONE},
    {libcamera::ControlTypeBool, PRISM_TYPE_BOOL},
    {libcamera::ControlTypeByte, PRISM_TYPE_BYTE},
    {compat::unsigned16<libcamera::ControlType>(0), PRISM_TYPE_U16},
    {compat::unsigned32<libcamera::ControlType>(0), PRISM_TYPE_U32},
    {libcamera::ControlTypeInteger32, PRISM_TYPE_I32},
    {libcamera::ControlTypeInteger64, PRISM_TYPE_I64},
    {libcamera::ControlTypeFloat, PRISM_TYPE_FLOAT},
    {libcamera::ControlTypeString, PRISM_TYPE_STRING},
    {libcamera::ControlTypeRectangle, PRISM_TYPE_RECTANGLE},
    {libcamera::ControlTypeSize, PRISM_TYPE_SIZE},
    {compat::point<libcamera::ControlType>(0), PRISM_TYPE_POINT},
};

static_assert(sizeof(bool) == 1, "the ABI has a boolean in one byte");
static_assert(sizeof(libcamera::Rectangle) == 16, "x, y, width, height");
static_assert(sizeof(libcamera::Size) == 8, "width, height");

} // namespace

prism_type typeOf(libcamera::ControlType type) {
    for (const auto &entry : types)
        if (entry.theirs == static_cast<int>(type))
            return entry.ours;
    return PRISM_TYPE_UNKNOWN;
}

prism_value borrow(const libcamera::ControlValue &value) {
    prism_value out = {};
    out.type = typeOf(value.type());
    // libcamera holds a string as an array of characters.
    out.is_array = value.isArray() && out.type != PRISM_TYPE_STRING;
    out.count = value.isNone() ? 0 : value.numElements();
    out.data = value.isNone() ? nullptr : value.data().data();
    return out;
}

ControlShape::ControlShape(const libcamera::ControlId &id)
    : type(id.type()), fixedCount(compat::arraySize(id, 0)) {}

bool ControlShape::accepts(const prism_value &value) const {
    const prism_type wanted = typeOf(type);
    if (wanted == PRISM_TYPE_UNKNOWN || wanted == PRISM_TYPE_NONE || value.type != wanted)
        return false;
    if (value.count > 0 && !value.data)
        return false;
    if (wanted == PRISM_TYPE_STRING || fixedCount == SIZE_MAX)
        return true;
    return value.count == (fixedCount ? fixedCount : 1);
}

libcamera::ControlValue ControlShape::make(const prism_value &value) const {
    libcamera::ControlValue out;
    out.reserve(type, fixedCount > 0 || type == libcamera::ControlTypeString, value.count);
    const auto bytes = out.data();
    if (!bytes.empty())
        std::memcpy(bytes.data(), value.data, bytes.size());
    return out;
}

} // namespace prism
