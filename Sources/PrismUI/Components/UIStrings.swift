// SPDX-License-Identifier: MIT
// Every word on the screen, by language: one table.

/// What is said on the screen.
public enum UIStrings: String, CaseIterable, Hashable, Sendable {
    /// The camera looks up or down: there is no horizon to show.
    case noHorizon
    /// Nothing tells which way is down.
    case noAccelerometer
    /// A photograph is on the disk.
    case photoSaved
    /// A photograph is not.
    case photoFailed
    /// A film is being taken.
    case recording

    /// Languages that there are.
    public enum Language: String, CaseIterable, Hashable, Sendable {
        /// English.
        case english = "en"
        /// German.
        case german = "de"

        /// The language of a locale's name such as "de_AT.UTF-8"; English where it is not known.
        public init(locale: String?) {
            let code = (locale ?? "").prefix(2).lowercased()
            self = Language(rawValue: code) ?? .english
        }
    }

    /// The words.
    public func text(_ language: Language) -> String {
        switch (self, language) {
        case (.noHorizon, .english): "no horizon: the camera looks up or down"
        case (.noHorizon, .german): "kein Horizont: die Kamera blickt nach oben oder unten"
        case (.noAccelerometer, .english): "no level: this board has no accelerometer"
        case (.noAccelerometer, .german): "keine Wasserwaage: kein Beschleunigungssensor"
        case (.photoSaved, .english): "photo saved"
        case (.photoSaved, .german): "Foto gespeichert"
        case (.photoFailed, .english): "photo failed"
        case (.photoFailed, .german): "Foto misslungen"
        case (.recording, .english): "recording"
        case (.recording, .german): "Aufnahme"
        }
    }
}
