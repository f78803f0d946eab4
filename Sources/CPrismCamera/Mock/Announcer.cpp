// SPDX-License-Identifier: MIT
// The thread that tells the bridge which simulated cameras come and go.
#include "Registry.hpp"
#include "Waiter.hpp"

#include <algorithm>
#include <chrono>
#include <pthread.h>

namespace prism::mock {

Announcer::Announcer(prism_handler_hotplug_fn hotplug, void *context)
    : hotplug_(hotplug), context_(context), thread_([this] { run(); }) {}

Announcer::~Announcer() {
    {
        std::lock_guard guard(lock_);
        isEnding_ = true;
        changed_.notify_all();
    }
    thread_.join();
}

void Announcer::announce(const DefinitionRef &definition, bool added, int64_t due) {
    std::lock_guard guard(lock_);
    const auto later = std::find_if(events_.begin(), events_.end(),
                                    [due](const Event &event) { return event.due > due; });
    events_.insert(later, {definition, added, due});
    changed_.notify_all();
}

void Announcer::run() {
    pthread_setname_np(pthread_self(), "prism-mock-plug");
    std::unique_lock guard(lock_);
    while (!isEnding_) {
        if (events_.empty()) {
            changed_.wait(guard);
            continue;
        }
        const int64_t left = events_.front().due - bootTime();
        if (left > 0) {
            changed_.wait_for(guard, std::chrono::nanoseconds(left));
            continue;
        }
        const Event event = events_.front();
        events_.pop_front();
        guard.unlock();
        if (event.added)
            registry::setPresent(event.definition, true);
        hotplug_(context_, event.definition->id.c_str(), event.added ? 1 : 0);
        guard.lock();
    }
}

} // namespace prism::mock
