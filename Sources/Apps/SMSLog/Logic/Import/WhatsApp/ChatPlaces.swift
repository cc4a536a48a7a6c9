// SPDX-License-Identifier: GPL-3.0-or-later

/// The places of messages among those that one person wrote at one time, which on Android is a minute: by these a message
/// is known again that says something else later.
///
/// Exports are whole from some day on: where as many messages are of that time and person as before, each is in its place.
struct ChatPlaces {
    private struct Key: Hashable {
        let written: String
        let speaker: String
    }

    private var counts: [Key: Int] = [:]
    private var taken: [Key: Int] = [:]

    /// Counts a message in.
    mutating func add(_ written: String, _ speaker: String) {
        counts[Key(written: written, speaker: speaker), default: 0] += 1
    }

    /// The place of the next message, such as `2/3`.
    mutating func next(_ written: String, _ speaker: String) -> String {
        let key = Key(written: written, speaker: speaker)
        taken[key, default: 0] += 1
        return "\(taken[key] ?? 0)/\(counts[key] ?? 0)"
    }
}
