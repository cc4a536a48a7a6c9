// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession

/// A message that gammu-smsd is to send.
package struct GammuMessage: Hashable, Sendable {
    /// A part of it, as it travels.
    package struct Part: Hashable, Sendable {
        package let text: String
        /// The units of the text in UTF-16, in hexadecimal digits.
        package let units: String
        /// The header that says which part it is, in hexadecimal digits; empty for a whole message.
        package let header: String

        package init(text: String, units: String, header: String) {
            self.text = text
            self.units = units
            self.header = header
        }
    }

    /// The text that names it, and stays with it.
    package let creator: String
    package let number: String
    /// `Default_No_Compression` or `Unicode_No_Compression`.
    package let coding: String
    /// The earliest time of sending, as a clock at the place of the program shows it.
    package let time: String
    package let parts: [Part]

    package init(creator: String, number: String, coding: String, time: String, parts: [Part]) {
        self.creator = creator
        self.number = number
        self.coding = coding
        self.time = time
        self.parts = parts
    }
}

extension GammuMessage {
    /// The number of digits on a line.
    private static let longestLine = 200

    /// The message as a backup of Gammu, which gammu-smsd sends as it is: a section for each part.
    package var backup: String {
        zip(parts, 0...).map { part, index in
            var lines = ["[SMSBackup\(index.digits(3))]"]
            lines += ["PDU = Submit", "State = UnSent", "Number = \"\(number)\""]
            if !part.header.isEmpty { lines.append("UDH = \(part.header)") }
            var (rest, line) = (part.units[...], 0)
            repeat {
                lines.append("Text\(line.digits(2)) = \(rest.prefix(Self.longestLine))")
                rest = rest.dropFirst(Self.longestLine)
                line += 1
            } while !rest.isEmpty
            lines += ["Coding = \(coding)", "Length = \(part.units.utf8.count / 4)", "Class = -1"]
            return lines.map { $0 + "\n" }.joined()
        }.joined(separator: "\n")
    }
}

/// A part of a message that came in by gammu-smsd.
package struct GammuReceivedPart: Hashable, Sendable {
    package let id: Int
    package let sender: String
    /// The time of arrival, as a clock at the place of the program shows it.
    package let time: String
    package let text: String
    /// The units of the text in UTF-16, or its bytes, in hexadecimal digits.
    package let units: String
    package let coding: String
    /// The header that says which part it is, in hexadecimal digits.
    package let header: String
    package let centre: String
    /// The telephone that got it, if there are several.
    package let phone: String

    package init(
        id: Int, sender: String, time: String, text: String, units: String, coding: String, header: String,
        centre: String, phone: String
    ) {
        self.id = id
        self.sender = sender
        self.time = time
        self.text = text
        self.units = units
        self.coding = coding
        self.header = header
        self.centre = centre
        self.phone = phone
    }
}

/// A part of a message that gammu-smsd has sent, or could not send.
package struct GammuSentPart: Hashable, Sendable {
    /// `SendingOK`, `DeliveryOK`, `SendingError` and so on.
    package let status: String
    /// The network’s code for it, if any.
    package let code: Int?

    package init(status: String, code: Int?) {
        self.status = status
        self.code = code
    }
}
