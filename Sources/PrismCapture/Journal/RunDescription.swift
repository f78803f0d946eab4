// SPDX-License-Identifier: MIT
// run.json: what a run is, written once at its start.

internal import FoundationEssentials
internal import PrismCore

/// The content of run.json.
struct RunDescription: Codable, Hashable, Sendable {
    /// The schema that this program writes and reads.
    static let currentSchema = 1

    var schema = RunDescription.currentSchema
    var plan: TimelapsePlan
    var durability: Durability
    /// Whether pictures of an older run may be replaced.
    var replaces: Bool
    var bootId: String
    /// CLOCK_BOOTTIME at the start, in nanoseconds.
    var boottime: Int64
    /// The same moment since 1970.
    var utc: Int64
    var clockSynchronised: Bool
    /// How the board fared at the start.
    var health: JournalHealth?

    init(
        plan: TimelapsePlan, durability: Durability, replaces: Bool, at now: ClockReading,
        health: JournalHealth? = nil
    ) {
        self.health = health
        self.plan = plan
        self.durability = durability
        self.replaces = replaces
        bootId = now.bootIdentifier
        boottime = now.boottime
        utc = now.utc
        clockSynchronised = now.isSynchronised
    }

    /// The file's bytes.
    func bytes() throws(PrismError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            return try [UInt8](encoder.encode(self)) + [0x0A]
        } catch {
            throw PrismError(.invalidData, "run.json: \(error)")
        }
    }

    /// Reads the file's bytes.
    ///
    /// - Throws: ``PrismError`` `invalidData`, also for a schema of the future.
    init(_ bytes: [UInt8], path: String) throws(PrismError) {
        struct Head: Codable { var schema: Int }
        let decoder = JSONDecoder()
        guard let head = try? decoder.decode(Head.self, fromFile: bytes) else {
            throw PrismError(
                .invalidData,
                "\(path): not a run description; put the right one back to go on with the run")
        }
        guard head.schema == RunDescription.currentSchema else {
            throw PrismError(
                .invalidData,
                "\(path): schema \(head.schema), this program knows \(RunDescription.currentSchema)"
            )
        }
        do {
            self = try decoder.decode(RunDescription.self, fromFile: bytes)
        } catch {
            throw PrismError(.invalidData, "\(path): \(error)")
        }
    }
}
