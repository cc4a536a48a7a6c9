// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// An address of a server without its passwords, for faults and replies.
///
/// Users write passwords with characters that libpq takes for the end of one, and its faults name what it takes for the
/// host or the port then. So more is left out than libpq would take for a password.
struct ServerAddress {
    /// The address without passwords.
    let place: String
    /// The passwords, as they stand in the address and decoded, and their parts; the longest first.
    let secrets: [String]

    init(_ address: String) {
        let named = #/([?&][^=&]*password=)([^&]*)/#
        let before = #/(://[^:/@?]*):(.*)@/#
        var place = address
        var found: [Substring] = []
        if let match = address.firstMatch(of: before) {
            found.append(match.2)
            place = address.replacing(before) { "\($0.1)@" }
        }
        found += address.matches(of: named).map(\.2)
        self.place = place.replacing(named) { "\($0.1)***" }
        let whole = found.map(String.init)
        let parts = (whole + whole.compactMap(\.removingPercentEncoding)).flatMap { text in
            [text] + text.split { "/@:?&%".contains($0) }.map(String.init)
        }
        // A part of one character would be found everywhere.
        secrets = Set(parts).filter { $0.count > 1 }
            .sorted { ($1.count, $0) < ($0.count, $1) }
    }
}
