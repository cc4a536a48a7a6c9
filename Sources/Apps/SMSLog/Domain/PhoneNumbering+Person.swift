// SPDX-License-Identifier: GPL-3.0-or-later

package import PhoneNumbers

extension PhoneNumbering {
    /// How numbers are read in a region as it is kept; nil where spellings stay apart: for none, and where nobody has said.
    package init?(kept region: String?) {
        guard let region, !region.isEmpty else { return nil }
        self.init(region: region)
    }

    /// The one spelling for all spellings of a number, or of a group with its members in theirs; nil for what is no number
    /// and has none, such as a short code or a name that sends.
    package func person(_ address: Address) -> Address? {
        guard address.isGroup else { return international(address.text).map(Address.init(stored:)) }
        let members = address.members.map { (international($0), $0) }
        guard members.contains(where: { $0.0 != nil }) else { return nil }
        return Address(stored: Set(members.map { $0 ?? $1 }).sorted().joined(separator: "~"))
    }

    /// The one spelling for all spellings of an address.
    package func spelling(_ address: Address) -> Address { person(address) ?? address }
}
