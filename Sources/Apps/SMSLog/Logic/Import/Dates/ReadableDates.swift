// SPDX-License-Identifier: GPL-3.0-or-later

import Session

/// Reads the dates that a phone has written in words beside those in numbers, in its language and by its clock.
struct ReadableDates {
    /// Where the phone was if its file does not tell.
    let zone: Zone
    /// A date that was told in both ways.
    private var known: (date: Timestamp, text: String)?

    init(in zone: Zone) { self.zone = zone }

    /// Takes in what a row says in both ways: by it the order of the numbers, and the phone’s zone, are known.
    mutating func learn(_ text: String, is date: Timestamp) { known = (date, text) }

    /// When it was; nil where that is not certain.
    func date(of text: String) -> Timestamp? {
        guard let written = Self.written(text) else { return nil }
        let dates: Set<Timestamp>
        if let ways, !ways.isEmpty {
            dates = Set(ways.compactMap { written.date($0.order, in: $0.zone) })
        } else {
            let orders = !written.hasFullYear ? [] : written.hasDots ? [.dmy] : DateOrder.allCases
            dates = Set(orders.compactMap { written.date($0, in: zone) })
        }
        return dates.count == 1 ? dates.first : nil
    }

    private static func written(_ text: String) -> WrittenDate? {
        guard text.utf8.count <= TableDate.longest else { return nil }
        let written = WrittenDate(Array(text.unicodeScalars), isWhole: true)
        return written?.isPlain == true ? written : nil
    }

    /// The orders and zones by which the known date is what was written there; nil where there is none that can be read.
    private var ways: [(order: DateOrder, zone: Zone)]? {
        guard let known, let written = Self.written(known.text) else { return nil }
        let seconds = Int(known.date.milliseconds / 1000)
        return DateOrder.allCases.compactMap { order in
            guard let wall = written.date(order, in: .gmt) else { return nil }
            // A text without seconds may be up to one minute before.
            let ahead = Int(wall.milliseconds / 1000) - (written.hasSeconds ? seconds : seconds / 60 * 60)
            guard abs(ahead) <= 14 * 3600, ahead % 900 == 0 else { return nil }
            // The zone of here knows about summer, too.
            let isHere = zone.secondsFromGMT(at: Int64(seconds)) == ahead
            return (isHere ? zone : Zone(secondsFromGMT: ahead)).map { (order, $0) }
        }
    }
}
