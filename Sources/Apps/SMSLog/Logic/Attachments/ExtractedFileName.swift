// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import SMSLogDomain

/// The names under which the files of messages are written.
enum ExtractedFileName {
    /// A name as close to the part’s own as it may be: its last path component, without what nobody sees; without one, a
    /// name for its number and type.
    static func of(_ part: MessagePart, number: Int, message: Int) -> String {
        var plain = PlainFileName(of: part.name ?? "").text
        while plain.utf8.count > PlainFileName.longest { plain.removeFirst() }
        return plain.isEmpty ? "message-\(message)-\(number).\(part.ending)" : plain
    }

    /// The name with a number; the first one is without.
    static func twin(_ name: String, _ number: Int) -> String {
        guard number > 1 else { return name }
        let (stem, ending) = PlainFileName.parts(name)
        return "\(stem)-\(number)\(ending)"
    }
}
