// SPDX-License-Identifier: MIT
// The controls of one camera by name and vendor, and the checks that a value must pass.
#include "ControlTable.hpp"

#include <cerrno>
#include <cmath>
#include <cstring>
#include <limits>

namespace prism {

namespace {

bool isNumber(uint32_t type) noexcept {
    return type >= PRISM_TYPE_BOOL && type <= PRISM_TYPE_FLOAT;
}

/// A number on its way between types: integers as they are, floats as doubles, which hold them exactly.
struct Number {
    bool isInteger;
    int64_t integer;
    double real;
};

template <typename T> T load(const void *data, size_t index) noexcept {
    T element;
    std::memcpy(&element, static_cast<const char *>(data) + index * sizeof(T), sizeof(T));
    return element;
}

template <typename T> void store(void *data, size_t index, T element) noexcept {
    std::memcpy(static_cast<char *>(data) + index * sizeof(T), &element, sizeof(T));
}

Number read(uint32_t type, const void *data, size_t index) noexcept {
    switch (type) {
    case PRISM_TYPE_BOOL:
    case PRISM_TYPE_BYTE:
        return {true, load<uint8_t>(data, index), 0};
    case PRISM_TYPE_U16:
        return {true, load<uint16_t>(data, index), 0};
    case PRISM_TYPE_U32:
        return {true, load<uint32_t>(data, index), 0};
    case PRISM_TYPE_I32:
        return {true, load<int32_t>(data, index), 0};
    case PRISM_TYPE_I64:
        return {true, load<int64_t>(data, index), 0};
    default:
        return {false, 0, static_cast<double>(load<float>(data, index))};
    }
}

/// Turns a float with an integral value that int64_t holds into an integer.
bool makeInteger(Number &number) noexcept {
    if (number.isInteger)
        return true;
    constexpr double limit = 9223372036854775808.0;
    if (!(number.real >= -limit && number.real < limit) || std::trunc(number.real) != number.real)
        return false;
    number.integer = static_cast<int64_t>(number.real);
    return true;
}

template <typename T>
int writeInteger(Number number, void *data, size_t index, int64_t low, int64_t high) noexcept {
    if (!makeInteger(number) || number.integer < low || number.integer > high)
        return -ERANGE;
    store(data, index, static_cast<T>(number.integer));
    return 0;
}

template <typename T> int writeInteger(Number number, void *data, size_t index) noexcept {
    return writeInteger<T>(number, data, index, std::numeric_limits<T>::min(),
                           std::numeric_limits<T>::max());
}

int writeFloat(Number number, void *data, size_t index) noexcept {
    if (!number.isInteger) {
        store(data, index, static_cast<float>(number.real));
        return 0;
    }
    // Integers up to 2^24 are exact in a float.
    if (number.integer > (1 << 24) || number.integer < -(1 << 24))
        return -ERANGE;
    store(data, index, static_cast<float>(number.integer));
    return 0;
}

int write(Number number, uint32_t type, void *data, size_t index) noexcept {
    switch (type) {
    case PRISM_TYPE_BOOL:
        return writeInteger<uint8_t>(number, data, index, 0, 1);
    case PRISM_TYPE_BYTE:
        return writeInteger<uint8_t>(number, data, index);
    case PRISM_TYPE_U16:
        return writeInteger<uint16_t>(number, data, index);
    case PRISM_TYPE_U32:
        return writeInteger<uint32_t>(number, data, index);
    case PRISM_TYPE_I32:
        return writeInteger<int32_t>(number, data, index);
    case PRISM_TYPE_I64:
        return writeInteger<int64_t>(number, data, index);
    default:
        return writeFloat(number, data, index);
    }
}

} // namespace

size_t elementSize(uint32_t type) noexcept {
    switch (type) {
    case PRISM_TYPE_BOOL:
    case PRISM_TYPE_BYTE:
    case PRISM_TYPE_STRING:
        return 1;
    case PRISM_TYPE_U16:
        return 2;
    case PRISM_TYPE_U32:
    case PRISM_TYPE_I32:
    case PRISM_TYPE_FLOAT:
        return 4;
    case PRISM_TYPE_I64:
    case PRISM_TYPE_SIZE:
    case PRISM_TYPE_POINT:
        return 8;
    case PRISM_TYPE_RECTANGLE:
        return 16;
    default:
        return 0;
    }
}

int ControlSpec::check(const prism_value &value) const noexcept {
    const bool convertible = isNumber(type) && isNumber(value.type);
    if (elementSize(type) == 0 || (value.type != type && !convertible))
        return -EINVAL;
    if (value.count > 0 && !value.data)
        return -EINVAL;
    if (type == PRISM_TYPE_STRING)
        return 0;
    if (fixedCount == SIZE_MAX)
        return 0;
    return value.count == (fixedCount == 0 ? 1 : fixedCount) ? 0 : -ERANGE;
}

void ControlTable::add(const prism_control_info &info) {
    // Direction 2 is output only: such a control is metadata.
    specs_.push_back({info.id, info.name ? info.name : "", info.vendor ? info.vendor : "",
                      info.type, info.fixed_count, info.direction != 2});
}

const ControlSpec *ControlTable::find(const char *name, const char *vendor) const noexcept {
    if (!name)
        return nullptr;
    for (const ControlSpec &spec : specs_) {
        const bool vendorFits = !vendor || !*vendor || spec.vendor.empty() || spec.vendor == vendor;
        if (spec.isInput && vendorFits && spec.name == name)
            return &spec;
    }
    return nullptr;
}

const ControlSpec *ControlTable::find(uint32_t id) const noexcept {
    for (const ControlSpec &spec : specs_) {
        if (spec.id == id)
            return &spec;
    }
    return nullptr;
}

int convertElements(const prism_value &value, uint32_t type, void *out) noexcept {
    if (value.count == 0)
        return 0;
    // A bool is converted even to itself: 2 would be undefined behaviour behind the wall.
    if (value.type == type && type != PRISM_TYPE_BOOL) {
        std::memcpy(out, value.data, value.count * elementSize(type));
        return 0;
    }
    for (size_t index = 0; index < value.count; ++index) {
        if (const int error = write(read(value.type, value.data, index), type, out, index))
            return error;
    }
    return 0;
}

} // namespace prism
