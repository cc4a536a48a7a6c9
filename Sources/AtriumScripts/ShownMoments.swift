// SPDX-License-Identifier: GPL-3.0-or-later

import Session

/// The days and minutes that a clock may have shown while a script ran on a terminal, which has the machine’s clock.
struct ShownMoments {
    private var texts: Set<String> = []

    /// None: where the script itself sets the clock.
    init() {}

    /// Those between two points in time, both included.
    init(from start: Timestamp, to end: Timestamp, in timeZone: String) {
        guard let zone = Zone(identifier: timeZone) else { return }
        let minutes = stride(from: start.seconds, to: end.seconds, by: 60) + [end.seconds]
        for time in minutes.map({ CivilTime(Timestamp(seconds: $0), in: zone) }) {
            texts.formUnion([time.date, time.time])
        }
    }

    /// The glob that matches a moment at any other time, too; nil for what is none.
    func glob(for atom: [Character]) -> String? {
        guard texts.contains(String(atom)) else { return nil }
        return String(atom.map { $0.isNumber ? "?" : $0 })
    }
}
