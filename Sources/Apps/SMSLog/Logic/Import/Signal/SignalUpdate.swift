// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import SMSLogDomain

/// What Signal itself says in a conversation: that something has changed, or that there was a call.
enum SignalUpdate {
    /// What has changed, in parentheses.
    ///
    /// It is stored in the language of the import; in another one Signal’s own name for the message knows it again.
    static func text(_ row: JSONRow, _ people: SignalPeople) -> String {
        if let change = row.row("groupChange") {
            let lines = change.rows("updates").map { line($0, people) }
            return lines.isEmpty ? "(group change)" : lines.joined(separator: "\n")
        }
        if let simple = row.row("simpleUpdate") {
            let type = (simple["type"] ?? "update").lowercased()
            return "(" + (people.notices(type) ?? type.replacing("_", with: " ")) + ")"
        }
        if let profile = row.row("profileChange") {
            return "(was called \(profile.text("previousName") ?? "?"), now \(profile.text("newName") ?? "?"))"
        }
        if let timer = row.row("expirationTimerChange") { return "(\(expiry(timer)))" }
        return line(row, people)
    }

    /// One change: its name as words, and whom and what it names.
    private static func line(_ row: JSONRow, _ people: SignalPeople) -> String {
        guard let kind = row.names.first(where: { row.row($0) != nil }), let change = row.row(kind) else {
            return "(update)"
        }
        if change.has("expiresInMs") { return "(\(expiry(change)))" }
        let said = ["newGroupName", "newDescription", "question"].compactMap { change.text($0) }.map { "“\($0)”" }
        let named = change.names.filter { $0.lowercased().hasSuffix("aci") }.compactMap { change[$0] }
            .compactMap(people.name)
        let name = kind.hasSuffix("Update") ? String(kind.dropLast(6)) : kind
        let words = people.notices(name) ?? Self.words(name)
        let rest = said + named
        return "(" + words + (rest.isEmpty ? "" : ": " + rest.joined(separator: ", ")) + ")"
    }

    private static func expiry(_ timer: JSONRow) -> String {
        let seconds = (timer.integer("expiresInMs") ?? 0) / 1000
        return seconds == 0 ? "messages stay" : "messages disappear after \(seconds) s"
    }

    /// A name of a program’s as words: `groupMemberAdded` is “group member added”.
    static func words(_ name: String) -> String {
        var words = ""
        for character in name {
            if character.isUppercase, !words.isEmpty { words += " " }
            words += character.lowercased()
        }
        return words
    }

    /// A call; nil for what is none.
    static func call(_ item: JSONRow) -> (call: Call, isRead: Bool)? {
        guard let update = item.row("updateMessage") else { return nil }
        if let call = update.row("individualCall") {
            let isOwn = call["direction"] == "OUTGOING"
            let outcome: Call.Outcome =
                switch call["state"] {
                case _ where isOwn: .made
                case "MISSED", "MISSED_NOTIFICATION_PROFILE": .missed
                case "NOT_ACCEPTED": .rejected
                default: .answered
                }
            return (Call(outcome, seconds: 0), call.isSet("read"))
        }
        guard let call = update.row("groupCall") else { return nil }
        let outcome: Call.Outcome =
            switch call["state"] {
            case "OUTGOING_RING": .made
            case "MISSED", "MISSED_NOTIFICATION_PROFILE", "RINGING": .missed
            case "DECLINED": .rejected
            default: .answered
            }
        let length = (call.integer("endedCallTimestamp") ?? 0) - (call.integer("startedCallTimestamp") ?? 0)
        return (Call(outcome, seconds: max(0, length / 1000)), call.isSet("read"))
    }
}
