// SPDX-License-Identifier: MIT
// The process's environment, without a library that has to be loaded for it.

internal import Glibc

/// Variables of the environment.
package enum EnvironmentVariable {
    /// The value of a variable, or nil where it is unset.
    package static func value(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
