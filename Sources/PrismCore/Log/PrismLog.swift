// SPDX-License-Identifier: MIT
// Prism's log: levels, categories, a threshold below which nothing is formatted, a handler, one place to write to.

internal import Synchronization

/// How important a line is.
public enum LogLevel: Int, CaseIterable, Comparable, Hashable, Sendable {
    /// Every call, for who develops.
    case debug
    /// Context.
    case info
    /// Beginnings and ends: configurations, starts, stops, photographs.
    case notice
    /// Something failed, and Prism went on with less.
    case warning
    /// An operation failed.
    case error
    /// Something that Prism relies on is broken.
    case fault

    /// Less important or not.
    public static func < (left: LogLevel, right: LogLevel) -> Bool {
        left.rawValue < right.rawValue
    }

    /// The level of a name.
    public init?(name: String) {
        guard let match = Self.allCases.first(where: { "\($0)" == name }) else { return nil }
        self = match
    }

    /// The same as a syslog priority (RFC 5424, table 2).
    var priority: Int {
        switch self {
        case .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .fault: 2
        }
    }
}

/// What a line is about.
public enum LogCategory: String, CaseIterable, Hashable, Sendable {
    /// The camera: opening, configuring, its state.
    case session
    /// Photographs, time-lapses, their files.
    case capture
    /// Filters and chains.
    case filter
    /// Screens and what is on them.
    case preview
    /// Everything else.
    case general
}

/// One line, as handlers get it.
public struct LogEntry: Hashable, Sendable {
    /// How important it is.
    public let level: LogLevel
    /// What it is about.
    public let category: LogCategory
    /// What it says.
    public let message: LogMessage
    /// The error that it tells of, summarised by its code.
    public let error: PrismError?

    /// The line for people, with private parts where `showsPrivate`.
    public func text(showsPrivate: Bool) -> String {
        let base = message.text(showsPrivate: showsPrivate)
        guard let error else { return base }
        let number = error.errno == 0 ? "" : " errno \(error.errno)"
        let detail = showsPrivate ? ": \(error.message)" : ""
        return "\(base) (\(error.code.rawValue)\(number)\(detail))"
    }
}

/// Prism's log.
///
/// Text in messages is public; paths and other people's words go in as `\(private: path)` and are replaced by
/// `<private>` unless ``showsPrivate``. Nothing below the threshold is ever formatted. Nothing is written per frame.
public enum PrismLog {
    /// Where lines go besides the handler.
    public enum Destination: Int, Sendable {
        /// Nowhere.
        case none
        /// Standard error, one line each.
        case standardError
        /// The journal, with PRIORITY, PRISM_CATEGORY and PRISM_ERROR as fields; standard error where there is none.
        case journal
    }

    private static let threshold = Atomic<Int>(LogLevel.notice.rawValue)
    private static let target = Atomic<Int>(Destination.none.rawValue)
    private static let private_ = Atomic<Bool>(false)
    private static let taker = Lock<(@Sendable (LogEntry) -> Void)?>(nil)

    /// Lines below it are not formatted. Never above `.error`: errors and faults are always told.
    ///
    /// Thread: any, at any time.
    public static var minimumLevel: LogLevel {
        get { LogLevel(rawValue: threshold.load(ordering: .relaxed)) ?? .notice }
        set { threshold.store(min(newValue, .error).rawValue, ordering: .relaxed) }
    }

    /// Where lines go besides the handler; a library is silent until its program chooses.
    public static var destination: Destination {
        get { Destination(rawValue: target.load(ordering: .relaxed)) ?? .none }
        set { target.store(newValue.rawValue, ordering: .relaxed) }
    }

    /// Whether private parts are written out.
    public static var showsPrivate: Bool {
        get { private_.load(ordering: .relaxed) }
        set { private_.store(newValue, ordering: .relaxed) }
    }

    /// Gets every line that is written, on the thread that writes it; it must be short.
    public static var handler: (@Sendable (LogEntry) -> Void)? {
        get { taker.withLock { $0 } }
        set { taker.withLock { $0 = newValue } }
    }

    /// Whether a line of this level would go anywhere.
    public static func isEnabled(_ level: LogLevel) -> Bool {
        level.rawValue >= threshold.load(ordering: .relaxed)
    }

    /// Writes a line.
    ///
    /// Thread: any.
    ///
    /// - Parameters:
    ///   - level: How important it is.
    ///   - category: What it is about.
    ///   - message: Formatted only where the level is enabled.
    ///   - error: What it tells of.
    public static func write(
        _ level: LogLevel, _ category: LogCategory, _ message: @autoclosure () -> LogMessage,
        error: PrismError? = nil
    ) {
        guard isEnabled(level) else { return }
        let handler = handler
        guard destination != .none || handler != nil else { return }
        let entry = LogEntry(level: level, category: category, message: message(), error: error)
        handler?(entry)
        LogOutput.write(entry, to: destination, showsPrivate: showsPrivate)
    }
}

/// A failure that repeats, told once until it is over.
public final class LogEpisode: Sendable {
    private let isOpen = Atomic<Bool>(false)

    /// Makes an episode that has not begun.
    public init() {}

    /// Writes the line where the episode begins with it; nothing while it lasts.
    public func write(
        _ level: LogLevel, _ category: LogCategory, _ message: @autoclosure () -> LogMessage,
        error: PrismError? = nil
    ) {
        guard !isOpen.exchange(true, ordering: .relaxed) else { return }
        PrismLog.write(level, category, message(), error: error)
    }

    /// Ends the episode, so that the next failure is told again.
    public func end() { isOpen.store(false, ordering: .relaxed) }
}
