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
        guard address.isGroup else { return number(address.text).map(Address.init(stored:)) }
        let members = address.members.map { (number($0), $0) }
        guard members.contains(where: { $0.0 != nil }) else { return nil }
        return Address(stored: Set(members.map { $0 ?? $1 }).sorted().joined(separator: "~"))
    }

    /// The number that an address is; where there is none behind its plus, that may have been the `00` of a longer prefix.
    private func number(_ address: String) -> String? {
        international(address) ?? (address.hasPrefix("+") ? international("00" + address.dropFirst()) : nil)
    }

    /// What somebody in the region means by what he wrote: an address has no longer prefix than `00` for calls abroad, so
    /// that `001` in Singapore would be a number of America.
    package func address(_ raw: String) -> Address {
        let address = Address(raw)
        guard Self.mayMeanAnother(than: address, raw), let number = international(raw),
            number != international(address.text)
        else { return address }
        return Address(stored: number)
    }

    /// Whether it depends on the region what somebody means by what he wrote, of which an address was made.
    package static func mayMeanAnother(than address: Address, _ raw: String) -> Bool {
        address.text.hasPrefix("+") && !raw.utf8.contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "~") }
    }

    /// The one spelling for all spellings of an address.
    package func spelling(_ address: Address) -> Address { person(address) ?? address }
}
