// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles

/// An address to send behind a text (OSC 8): one of the web or of mail.
///
/// Only visible ASCII reaches the terminal: everything else is written as `%` and two digits, or the address is `nil`.
public struct LinkAddress: Hashable, Sendable {
    /// The address as it is sent.
    let text: String

    private static let schemes = ["https://", "http://", "mailto:"]
    /// A longer one terminals do not take: VTE’s limit.
    private static let longest = 2_083

    /// The address that a text is; nil for any other scheme, for blanks and controls, and for one that is too long.
    public init?(_ address: String) {
        let start = address.prefix(8).lowercased()
        guard let scheme = Self.schemes.first(where: start.hasPrefix),
            scheme.utf8.count + 1...Self.longest ~= address.utf8.count,
            !address.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F })
        else { return nil }
        text = EscapedBytes.encoded(address.utf8) { $0 < 0x80 }
        guard text.utf8.count <= Self.longest else { return nil }
    }

    /// The identifier that tells the parts of a link broken over several lines from those of other links.
    ///
    /// Source: FNV-1a of 32 bits, which is the same in every run.
    var id: String {
        let hash = text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        return String(hash, radix: 36)
    }

    /// Whether a terminal is known to show the sequences themselves, or nothing of them.
    ///
    /// - Parameter variables: The variables of the process.
    public static func isPossible(_ variables: [String: String]) -> Bool {
        let term = variables["TERM"] ?? ""
        if term.hasPrefix("screen"), (variables["TMUX"] ?? "").isEmpty { return false }
        return !["", "dumb", "linux", "vt100", "vt102", "vt220", "cons25", "sun"].contains(term)
    }
}
