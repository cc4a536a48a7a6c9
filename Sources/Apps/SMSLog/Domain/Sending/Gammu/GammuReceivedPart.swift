// SPDX-License-Identifier: GPL-3.0-or-later

/// A part of a message that came in by gammu-smsd.
package struct GammuReceivedPart: Hashable, Sendable {
    package let id: Int
    package let sender: String
    /// When it came, as a clock at the place of the program shows it.
    package let time: String
    package let text: String
    /// The units of the text in UTF-16, or its bytes, in hexadecimal digits.
    package let units: String
    package let coding: String
    /// The header that says which part it is, in hexadecimal digits.
    package let header: String
    package let centre: String
    /// Which of several telephones got it.
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
