// SPDX-License-Identifier: MIT
// The one error type: a code from the table below, what was tried, and the cause beneath it.

/// Something that could not be done, said in one line: what, where, what was expected.
///
/// The code decides the exit status of the programs and whether trying again can help.
public struct PrismError: Error, Hashable, Sendable {
    /// The kinds of failure; raw values are the names in JSON output and never change.
    public enum Code: String, CaseIterable, Hashable, Sendable {
        /// A command line that cannot be understood.
        case usage
        /// No camera, or not the one asked for.
        case noCamera
        /// Somebody else holds the camera or a time-lapse's directory (or, inside, an object is in the wrong state).
        case busy
        /// The system does not allow it.
        case permission
        /// The camera, the mode or this build cannot do it.
        case unsupported
        /// A value beyond what the camera allows; the message names the limit.
        case outOfRange
        /// No space is left on the disk.
        case diskFull
        /// Reading or writing failed.
        case inputOutput
        /// No frame came in time, or a wait ran out.
        case stalled
        /// The camera was unplugged.
        case unplugged
        /// No screen, or it cannot be had.
        case screen
        /// A file or a stream whose content is not what it should be.
        case invalidData
        /// The work was called off.
        case cancelled
        /// Not enough memory, or no more descriptors or threads for this process.
        case noMemory
    }

    /// Which kind of failure this is.
    public let code: Code
    /// One line for a person: what, where, what was expected.
    public let message: String
    /// The errno beneath it, or 0.
    public let errno: Int32

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The kind.
    ///   - message: One line without a final period's worth of blame: what, where, what was expected.
    ///   - errno: The positive errno beneath it, if any.
    public init(_ code: Code, _ message: String, errno: Int32 = 0) {
        self.code = code
        self.message = message
        self.errno = errno
    }
}

extension PrismError.Code {
    /// The exit status of a program that ends with this error.
    public var exitStatus: Int32 {
        switch self {
        case .usage: 2
        case .noCamera: 3
        case .busy: 4
        case .permission: 5
        case .unsupported, .outOfRange: 6
        case .diskFull: 7
        case .inputOutput, .noMemory: 8
        case .stalled: 9
        case .unplugged: 10
        case .screen: 11
        case .invalidData: 12
        case .cancelled: 0
        }
    }

    /// True where the same call may succeed later without any change by the user.
    public var isRetryable: Bool {
        switch self {
        case .busy, .stalled, .unplugged, .noMemory: true
        default: false
        }
    }

    /// What the code means, for the manual page.
    public var summary: String {
        switch self {
        case .usage: "the command line cannot be understood"
        case .noCamera: "no camera, or not the one asked for"
        case .busy: "the camera, or a time-lapse's directory, is held by somebody else"
        case .permission: "the system does not allow it"
        case .unsupported: "the camera, the mode or this build cannot do it"
        case .outOfRange: "a value beyond what the camera allows"
        case .diskFull: "no space is left on the disk"
        case .inputOutput: "reading or writing failed"
        case .stalled: "no frame came in time"
        case .unplugged: "the camera was unplugged"
        case .screen: "no screen, or it cannot be had"
        case .invalidData: "content that is not what it should be"
        case .cancelled: "called off; what was done is whole"
        case .noMemory: "memory, descriptors or threads ran out"
        }
    }
}

extension PrismError: CustomStringConvertible {
    /// The message, then the cause in parentheses where there is one.
    public var description: String {
        errno == 0 ? message : "\(message) (\(PrismError.text(of: errno)))"
    }
}
