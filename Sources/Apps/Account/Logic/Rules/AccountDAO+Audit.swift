// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession
import Foundation

extension AccountReader {
    /// The settings and aliases of a user, by name.
    package func preferences(of user: UserID) throws -> [String: String] { try kept(.preference, of: user) }

    /// The one value of a kind that is kept for a user; `nil` if there is none, or none that can be read.
    package func value<Value: Decodable>(_ kind: KeptKind, of user: UserID) throws -> Value? {
        guard let text = try kept(kind, of: user)[""] else { return nil }
        return try? JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }

    /// Reads the audit trail from its end to its beginning, a part at a time.
    ///
    /// - Parameter take: Takes the next entry; returns false if no more is wanted.
    package func readAudit(_ take: (AuditEntry) -> Bool) throws {
        var first: Int?
        while true {
            let part = try audit(before: first, limit: 500)
            guard let last = part.last else { return }
            for entry in part where !take(entry) { return }
            first = last.id
        }
    }

    /// Whether each entry of the audit trail follows from those before it.
    package func verifyAudit() throws -> AuditVerdict {
        var (later, newest): (AuditEntry?, AuditEntry?)
        var broken: Int?
        try readAudit { entry in
            if newest == nil { newest = entry }
            // From the end: the last one noted is the first one broken.
            if let later, !later.follows(entry) { broken = later.id }
            later = entry
            return true
        }
        if let later, !later.follows(nil) { broken = later.id }
        return AuditVerdict(count: newest?.id ?? 0, last: newest?.hashText, broken: broken)
    }
}

extension AccountDAO {
    /// Keeps the one value of a kind; `nil` removes it.
    package func keep<Value: Encodable>(_ kind: KeptKind, _ value: Value?, of user: UserID) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        try keep(kind, "", try value.map { String(decoding: try encoder.encode($0), as: UTF8.self) }, of: user)
    }

    /// Records that a user has another name for logging in, with the former one; nothing if it is the same.
    func noteRename(of user: UserID, from former: String?, at time: Timestamp, place: String) throws {
        guard let former, try account(user)?.profile.name != former else { return }
        try note(.rename, by: user, at: time, subject: former, place: place)
    }

    /// Adds an event to the audit trail, and to the user’s journal if it is a change that cannot be undone.
    package func note(
        _ event: AuditEvent, by user: UserID?, at time: Timestamp, subject: String = "", place: String
    ) throws {
        try append(AuditEntry(after: try lastAudit(), event, by: user, at: time, subject: subject, place: place))
        // Of a user who is gone nothing is kept.
        guard event.isLasting, let user, try account(user) != nil else { return }
        let other = event.isAboutUser ? try Int64(subject).flatMap { try account(UserID(rawValue: $0)) } : nil
        try UserJournal(self, of: user).record(lasting: other?.profile.name ?? subject)
    }
}
