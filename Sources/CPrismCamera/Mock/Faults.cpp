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
constexpr Word words[] = {{"stall", FaultKind::stall},     {"late", FaultKind::late},
                          {"cancel", FaultKind::cancel},   {"unplug", FaultKind::unplug},
                          {"drop", FaultKind::drop},       {"corrupt", FaultKind::corrupt},
                          {"timeout", FaultKind::timeout}, {"clock", FaultKind::clock},
                          {"busy", FaultKind::busy},       {"nomem", FaultKind::nomem}};
constexpr char kindNames[] =
    "expected stall, late, cancel, unplug, drop, corrupt, timeout, clock, busy or nomem";

bool hasFrame(FaultKind kind) {
    return kind != FaultKind::busy && kind != FaultKind::nomem;
}

bool isTime(FaultKind kind) {
    return kind == FaultKind::late || kind == FaultKind::unplug || kind == FaultKind::clock;
}

/// Reads one script from left to right.
class Parser {
public:
    Parser(const char *script, char *message, size_t size)
        : begin_(script), at_(script), message_(message), size_(size) {}

    bool isAtEnd() const { return *at_ == '\0'; }

    bool item(Fault &fault) {
        fault = {};
        if (!kind(fault.kind))
            return fail(kindNames);
        if (hasFrame(fault.kind)) {
            if (!skip('@'))
                return fail("expected '@' and a frame number");
            if (!number(fault.frame))
                return fail("expected a frame number of at most 9 digits");
        }
        if (skip(':')) {
            fault.isNegative = fault.kind == FaultKind::clock && skip('-');
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
        if (isTime(fault.kind) && fault.kind != FaultKind::unplug && !fault.hasAmount)
            return fail("expected ':' and milliseconds");
        if (!isTime(fault.kind) && fault.hasAmount && fault.amount == 0)
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

bool FaultPlayer::refuses(FaultKind kind) noexcept {
    for (Fault &fault : faults_) {
        if (fault.kind != kind)
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

bool FaultPlayer::refusesOpen() noexcept {
    return refuses(FaultKind::busy);
}

bool FaultPlayer::refusesMemory() noexcept {
    return refuses(FaultKind::nomem);
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

void FaultPlayer::add(Fault &fault, Event &event) noexcept {
    const uint64_t count = fault.hasAmount ? fault.amount : 1;
    const bool isNow = frame_ == fault.frame;
    const bool isDuring = frame_ >= fault.frame && frame_ - fault.frame < count;
    switch (fault.kind) {
    case FaultKind::cancel:
        event.isCancelled = event.isCancelled || isDuring;
        break;
    case FaultKind::corrupt:
        event.isCorrupt = event.isCorrupt || isDuring;
        break;
    case FaultKind::late:
        event.lateness = isNow ? fault.amount : event.lateness;
        break;
    case FaultKind::drop:
        event.drops += isNow ? count : 0;
        break;
    case FaultKind::clock:
        if (isNow)
            event.clockJump += fault.isNegative ? -static_cast<int64_t>(fault.amount)
                                                : static_cast<int64_t>(fault.amount);
        break;
    case FaultKind::timeout:
        // A timed-out frame is not delivered, so it comes round once for each of its times.
        if (isNow && count > 0) {
            event.isTimedOut = true;
            fault.hasAmount = true;
            fault.amount = count - 1;
        }
        break;
    default:
        break;
    }
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
        add(fault, event);
    }
    frame_ += event.isTimedOut ? 0 : 1;
    return event;
}

} // namespace prism::mock
