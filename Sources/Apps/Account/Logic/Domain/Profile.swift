// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession

/// The profile of a user, as everyone who is logged in as that user may read it.
package struct Profile: Hashable, Sendable {
    package let user: UserID
    /// The name for logging in, as it was typed, in Unicode’s form NFC.
    package var name: String
    /// The displayed name; empty if there is none.
    package var displayName: String
    /// An address for mail; empty when not said.
    package var email: String
    /// A telephone number as the user writes it; empty when not said.
    package var phone: String
    /// The user’s choice of language; `nil`: the terminal’s.
    package var language: Language?
    /// The date of the account’s creation.
    package let createdAt: Timestamp

    /// A profile of these facts.
    package init(
        user: UserID, name: String, displayName: String = "", email: String = "", phone: String = "",
        language: Language? = nil, createdAt: Timestamp
    ) {
        self.user = user
        self.name = name
        self.displayName = displayName
        self.email = email
        self.phone = phone
        self.language = language
        self.createdAt = createdAt
    }
}

/// A field of a profile that its user may change; the raw value is what the user types.
package enum ProfileField: String, CaseIterable, Sendable {
    /// The displayed name.
    case name
    /// An address for mail.
    case email
    /// A telephone number.
    case phone

    /// The field’s value in a profile; empty when not said.
    package func value(in profile: Profile) -> String {
        switch self {
        case .name: profile.displayName
        case .email: profile.email
        case .phone: profile.phone
        }
    }

    /// The change to a new value, without blanks around it; an empty one removes the old one.
    ///
    /// The check is light: it refuses text that is plainly no address or number, but not one that does not work.
    ///
    /// - Throws: `AccountFault.badValue`.
    package func change(to value: String) throws(AccountFault) -> ProfileChange {
        let text = String(value.trimmed(where: \.isWhitespace))
        guard text.isEmpty || accepts(text) else { throw .badValue(self, value: text) }
        return switch self {
        case .name: .displayName(text)
        case .email: .email(text)
        case .phone: .phone(text)
        }
    }

    private func accepts(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        switch self {
        case .name:
            return scalars.count <= 100
                && scalars.allSatisfy {
                    switch $0.properties.generalCategory {
                    case .control, .lineSeparator, .paragraphSeparator: false
                    default: true
                    }
                }
        case .email:
            // 254 is the most that a mail path takes (RFC 5321, section 4.5.3.1.3, less the brackets).
            let parts = text.split(separator: "@", omittingEmptySubsequences: false)
            return text.utf8.count <= 254 && parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
                && scalars.allSatisfy { $0.value > 0x20 && !$0.properties.isWhitespace }
        case .phone:
            let digits = scalars.count { ("0"..."9").contains($0) }
            return (3...20).contains(digits) && scalars.count <= 40
                && scalars.allSatisfy { "0123456789+-()./ #*".unicodeScalars.contains($0) }
        }
    }
}

package enum ProfileChange: Codable, Hashable, Sendable {
    /// The displayed name; empty removes it.
    case displayName(String)
    /// The address for mail; empty removes it.
    case email(String)
    /// The telephone number; empty removes it.
    case phone(String)
    /// The language; `nil`: the terminal’s.
    case language(Language?)
    /// The name for logging in.
    case login(String)
}

extension Profile {
    /// The profile after a change.
    package func applying(_ change: ProfileChange) -> Profile {
        var changed = self
        switch change {
        case .displayName(let text): changed.displayName = text
        case .email(let text): changed.email = text
        case .phone(let text): changed.phone = text
        case .language(let language): changed.language = language
        case .login(let name): changed.name = name
        }
        return changed
    }
}
