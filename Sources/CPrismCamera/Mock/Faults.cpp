// SPDX-License-Identifier: MIT
// Fault scripts: what goes wrong with a simulated camera, and at which frame.
#include "Faults.hpp"

#include "../Message.hpp"

#include <cerrno>
#include <cstring>

namespace prism::mock {

namespace {

struct Word {
    const char *text;
    FaultKind kind;
};
constexpr Word words[] = {{"stall", FaultKind::stall},
                          {"late", FaultKind::late},
                          {"cancel", FaultKind::cancel},
                          {"unplug", FaultKind::unplug},
                          {"busy", FaultKind::busy}};

/// Reads one script from left to right.
class Parser {
public:
    Parser(const char *script, char *message, size_t size)
        : begin_(script), at_(script), message_(message), size_(size) {}

    bool isAtEnd() const { return *at_ == '\0'; }

    bool item(Fault &fault) {
        fault = {};
        if (!kind(fault.kind))
            return fail("expected stall, late, cancel, unplug or busy");
        if (fault.kind != FaultKind::busy) {
            if (!skip('@'))
                return fail("expected '@' and a frame number");
            if (!number(fault.frame))
                return fail("expected a frame number of at most 9 digits");
        }
        if (skip(':')) {
            if (!number(fault.amount))
                return fail("expected a number of at most 9 digits");
            fault.hasAmount = true;
        }
        return checkAmount(fault);
    }

    bool separator() {
        if (isAtEnd())
            return true;
        if (!skip('+') && !skip(',') && !skip(';'))
            return fail("expected '+', ',', ';' or the end");
        return isAtEnd() ? fail("expected another fault after the separator") : true;
    }

    bool fail(const char *text) {
        say(message_, size_, "fault script, character %zu: %s",
            static_cast<size_t>(at_ - begin_) + 1, text);
        return false;
    }

private:
    bool checkAmount(const Fault &fault) {
        if (fault.kind == FaultKind::late && !fault.hasAmount)
            return fail("expected ':' and milliseconds");
        const bool isTimes = fault.kind != FaultKind::late && fault.kind != FaultKind::unplug;
        if (isTimes && fault.hasAmount && fault.amount == 0)
            return fail("expected a number above 0 before this");
        return true;
    }

    bool kind(FaultKind &kind) {
        for (const Word &word : words) {
            const size_t length = std::strlen(word.text);
            if (std::strncmp(at_, word.text, length) != 0)
                continue;
            at_ += length;
            kind = word.kind;
            return true;
        }
        return false;
    }

    bool skip(char character) {
        if (*at_ != character)
            return false;
        ++at_;
        return true;
    }

    bool number(uint64_t &value) {
        value = 0;
        int digits = 0;
        for (; *at_ >= '0' && *at_ <= '9'; ++at_, ++digits) {
            if (digits == 9)
                return false;
            value = value * 10 + static_cast<uint64_t>(*at_ - '0');
        }
        return digits > 0;
    }

    const char *begin_;
    const char *at_;
    char *message_;
    size_t size_;
};

} // namespace

int parseFaults(const char *script, std::vector<Fault> &faults, char *message, size_t size) {
    faults.clear();
    if (!script)
        return 0;
    Parser parser(script, message, size);
    do {
        Fault fault;
        if (!parser.item(fault) || !parser.separator())
            return -EINVAL;
        faults.push_back(fault);
    } while (!parser.isAtEnd());
    return 0;
}

bool FaultPlayer::refusesOpen() noexcept {
    for (Fault &fault : faults_) {
        if (fault.kind != FaultKind::busy)
            continue;
        if (!fault.hasAmount)
            return true;
        if (fault.amount > 0) {
            --fault.amount;
            return true;
        }
    }
    return false;
}

/// A stall begins at its frame, and begins again with the next run as often as it says.
bool FaultPlayer::stalls(Fault &fault) noexcept {
    if (fault.kind != FaultKind::stall || frame_ < fault.frame)
        return false;
    const uint64_t left = fault.hasAmount ? fault.amount : 1;
    if (left == 0)
        return false;
    fault.hasAmount = true;
    fault.amount = left - 1;
    isStalled_ = true;
    return true;
}

bool FaultPlayer::unplugs(Event &event) noexcept {
    for (Fault &fault : faults_) {
        if (fault.kind != FaultKind::unplug || fault.frame != frame_)
            continue;
        event.isUnplugged = true;
        event.returns = fault.hasAmount;
        event.returnDelay = fault.amount;
        fault.frame = UINT64_MAX;
        return true;
    }
    return false;
}

FaultPlayer::Event FaultPlayer::next() noexcept {
    Event event;
    if (unplugs(event))
        return event;
    for (Fault &fault : faults_) {
        if (isStalled_ || stalls(fault)) {
            event.isStalled = true;
            return event;
        }
        const uint64_t count = fault.hasAmount ? fault.amount : 1;
        if (fault.kind == FaultKind::cancel && frame_ >= fault.frame &&
            frame_ - fault.frame < count)
            event.isCancelled = true;
        if (fault.kind == FaultKind::late && frame_ == fault.frame)
            event.lateness = fault.amount;
    }
    ++frame_;
    return event;
}

} // namespace prism::mock
