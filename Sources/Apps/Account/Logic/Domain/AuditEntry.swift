// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSecrets
package import AtriumSession

/// An event that the audit trail records; the raw value is stored.
package enum AuditEvent: String, CaseIterable, Hashable, Sendable {
    /// A user has made an account.
    case register
    /// A user has logged in; the subject is the number of the session, or `token` and its name.
    case login
    /// A user has logged out; the subject is the number of the session.
    case logout
    /// A user has given the password of a locked login again.
    case unlock
    /// A password, a code or a token was refused; the subject is `token`, and its name if it is known.
    case refused
    /// Sessions were ended; the subject is a number, or `others` or `all`.
    case revoke
    /// A token for scripts was made; the subject is its name.
    case tokenMade = "token-made"
    /// A token for scripts was revoked; the subject is its name.
    case tokenRevoked = "token-revoked"
    /// The user has changed the password.
    case password
    /// The second factor was turned on or off, or has new recovery codes; the subject says which.
    case factor
    /// A recovery code was used in place of the second factor.
    case recovery
    /// The user has changed the name for logging in; the subject is the former one.
    case rename
    /// The owner has invited a user; the subject is the user’s number, here and below.
    case invite
    /// The owner has given a user a new password.
    case reset
    /// The owner has disabled a user.
    case disable
    /// The owner has enabled a user again.
    case enable
    /// A user has become the owner.
    case owner
    /// A user has deleted the account.
    case delete
    /// Data was exported; the subject is the app and the command.
    case export
    /// Data was imported in place of the present data; the subject is the app and the command.
    case `import`
    /// A backup has taken the place of everything.
    case restore
    /// Messages were sent; the subject is the app and the command.
    case send

    /// Whether the subject is the number of a user.
    package var isAboutUser: Bool {
        switch self {
        case .invite, .reset, .disable, .enable, .owner, .delete: true
        default: false
        }
    }

    /// Whether the event changes nothing but sessions: it may also be one on a disk that takes no changes.
    package var isOfReading: Bool {
        switch self {
        case .login, .logout, .unlock, .refused, .export: true
        default: false
        }
    }

    /// Whether it is a change of accounts that cannot be undone.
    var isLasting: Bool {
        switch self {
        case .revoke, .tokenMade, .tokenRevoked, .password, .factor, .invite, .reset, .disable, .enable, .delete: true
        case .register, .login, .logout, .unlock, .refused, .recovery, .rename, .owner, .export, .import, .restore,
            .send:
            false
        }
    }

    /// The event of a command’s effect.
    package init(_ action: AuditedAction) {
        self =
            switch action {
            case .export: .export
            case .import: .import
            case .send: .send
            }
    }
}

/// An entry of the audit trail: an event, and a hash over it and all before it.
///
/// It contains only former names of users: entries are never removed, and the present names are in the accounts.
package struct AuditEntry: Hashable, Sendable, Identifiable {
    /// The number: 1 for the first, and one more for each.
    package let id: Int
    /// The time of the event.
    package let time: Timestamp
    /// The user who did it; `nil` for a login with an unknown name.
    package let user: UserID?
    /// The event, as it is stored.
    package let event: String
    /// The subject of the event, without blanks at its ends; may be empty.
    package let subject: String
    /// The terminal and machine; may be empty.
    package let place: String
    /// The hash of the entry before, and of all fields of this one.
    package let hash: [UInt8]

    /// An entry that a store has kept.
    package init(
        id: Int, time: Timestamp, user: UserID?, event: String, subject: String, place: String, hash: [UInt8]
    ) {
        self.id = id
        self.time = time
        self.user = user
        self.event = event
        self.subject = subject
        self.place = place
        self.hash = hash
    }

    /// The entry after another; the first one after `nil`.
    package init(
        after last: AuditEntry?, _ event: AuditEvent, by user: UserID?, at time: Timestamp, subject: String,
        place: String
    ) {
        let bare = AuditEntry(
            id: (last?.id ?? 0) + 1, time: time, user: user, event: event.rawValue, subject: subject, place: place,
            hash: [])
        self.init(
            id: bare.id, time: time, user: user, event: bare.event, subject: subject, place: place,
            hash: bare.hash(after: last))
    }

    /// The hash in hexadecimal digits.
    package var hashText: String { hash.hexadecimal }

    /// Whether it is the entry that was made after another.
    package func follows(_ last: AuditEntry?) -> Bool { id == (last?.id ?? 0) + 1 && hash == hash(after: last) }

    /// The hash of all fields behind the hash of the entry before; each field with its length, so that no other fields
    /// give the same bytes.
    private func hash(after last: AuditEntry?) -> [UInt8] {
        var bytes = last?.hash ?? []
        for field in [
            String(id), String(time.milliseconds), user.map { String($0.rawValue) } ?? "", event, subject, place,
        ] {
            bytes += Array("\(field.utf8.count):\(field)".utf8)
        }
        return SHA256.hash(bytes)
    }
}

/// The result of checking the audit trail.
package struct AuditVerdict: Hashable, Sendable {
    /// The number of entries.
    package let count: Int
    /// The hash of the last entry, in hexadecimal digits; `nil` if there is none.
    package let last: String?
    /// The number of the first entry that does not follow from those before it; `nil` if all do.
    package let broken: Int?
}
