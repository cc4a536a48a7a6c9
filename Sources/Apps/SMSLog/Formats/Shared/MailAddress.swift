// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogLogic
import Foundation

/// Addresses of mail, as files of contacts have them.
enum MailAddress {
    /// An address in the form for comparison, in small letters; `nil` for a text that is none.
    static func text(_ written: String) -> String? {
        var text = written.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
        if text.hasPrefix("mailto:") { text.removeFirst(7) }
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        let isPlain = !text.contains { $0.isWhitespace || "~<>,;".contains($0) }
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && isPlain ? text : nil
    }
}

extension StringProtocol {
    /// Its words, between single blanks; `nil` if it has none.
    var words: String? {
        let words = split(whereSeparator: \.isWhitespace)
        return words.isEmpty ? nil : words.joined(separator: " ")
    }
}
