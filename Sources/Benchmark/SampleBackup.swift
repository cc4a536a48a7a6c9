// SPDX-License-Identifier: GPL-3.0-or-later

import Files

/// A backup of as many text messages as one wants, as “SMS Backup & Restore” writes it.
///
/// Fifteen years of messages, most of them with a few of 500 people, oldest first.
package struct SampleBackup {
    /// How many messages there are.
    package let size: Int
    /// A word that is in about half of them.
    package let commonWord = SampleWords().commonest
    /// A word that is in at most forty of them.
    package let rareWord = "zebrafish"
    /// Somebody with many of them.
    package var address: String { Self.address(of: 0) }

    private static let people = 500

    package init(size: Int) { self.size = size }

    /// Writes the file.
    ///
    /// - Throws: `FileFault` where it cannot be written.
    package func write(to path: String) throws {
        let file = try DraftWriter(for: path)
        try file.write("<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n<smses count=\"\(size)\">\n")
        var words = SampleWords()
        let span = 15.0 * 365 * 86_400_000
        let rareEvery = max(25_000, size / 40)
        for index in 0..<size {
            let date = 1_262_304_000_000 + Int(Double(index) / Double(size) * span) + words.below(4 * 86_400_000)
            let kind = 1 + words.below(2)
            let isRead = words.below(50) != 0
            let share = words.unit()
            let person = Int(Double(Self.people) * share * share * share)
            var body = words.next()
            for _ in 0..<(2 + words.below(18)) { body += " " + words.next() }
            if index % rareEvery == min(12_345, size / 2) { body += " " + rareWord }
            try file.write(
                """
                  <sms protocol="0" address="\(Self.address(of: person))" date="\(date)" type="\(kind)" subject="null" \
                body="\(body)." toa="null" sc_toa="null" service_center="null" read="\(isRead ? 1 : 0)" status="-1" \
                locked="0" date_sent="\(date - 1000)" sub_id="1" contact_name="Contact \(person)" />

                """)
        }
        try file.write("</smses>\n")
        try file.finish(waits: false)
    }

    private static func address(of person: Int) -> String { "+1555\(1_000_000 + person * 7919)" }
}
