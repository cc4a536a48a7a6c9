// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumHypertext
import AtriumSession
import SMSLogLogic

/// A page of Google Voice, as Takeout has it: messages with a person or in a group, or a call.
///
/// Google documents no such page; the classes here are those of pages of the years 2011 to 2025.
struct VoicePage {
    /// A person on a page.
    struct Person: Hashable {
        /// The number; empty for one that is withheld.
        var number = ""
        var name = ""
        var isUser = false
    }

    /// A message.
    struct Entry {
        var date: Timestamp?
        var person = Person()
        var text = ""
        /// The names of files, most of them without their ends.
        var files: [String] = []
    }

    /// The messages, or the one call.
    private(set) var entries: [Entry] = []
    /// The members of a group, but the user.
    private(set) var members: [Person] = []
    private(set) var isCall = false
    /// The length of the call, in seconds.
    private(set) var seconds = 0
    /// The written length, if it is not one.
    private(set) var badLength: String?
    /// The labels of the page, such as `inbox`, `unread`, `missed`.
    private(set) var labels: Set<String> = []

    /// Whether a file begins as such a page does.
    static func begins(_ head: [UInt8]) -> Bool {
        let text = String(decoding: head, as: UTF8.self)
        return text.contains("class=\"hChatLog") || text.contains("class=\"haudio\"")
    }

    init(_ bytes: [UInt8], in zone: Zone) {
        var inMembers = false
        var capture: Capture?
        for token in MarkupTokens(bytes, isHTML: true) {
            switch token {
            case .text(let text):
                switch capture {
                case .name?: person { $0.name += text }
                case .text?: entry { $0.text += text }
                case nil: break
                }
            case .end(let tag):
                switch (tag, capture) {
                case ("span", .name?), ("abbr", .name?), ("q", .text?): capture = nil
                case ("span", .text?) where isCall: capture = nil
                case ("div", _): inMembers = false
                case ("cite", _) where inMembers:
                    if let member = entries.popLast()?.person, !member.isUser { members.append(member) }
                default: break
                }
            case .start(let tag, let attributes, _):
                let kinds = Set((attributes["class"] ?? "").split(separator: " ").map(String.init))
                switch tag {
                case "div" where kinds.contains("message"), "div" where kinds.contains("haudio"):
                    isCall = kinds.contains("haudio")
                    entries.append(Entry())
                case "div" where kinds.contains("participants"): inMembers = true
                case "cite" where inMembers: entries.append(Entry())
                case "abbr" where kinds.contains("dt") || kinds.contains("published"):
                    entry { $0.date = attributes["title"].flatMap { ISOTime.timestamp($0, in: zone) } }
                case "abbr" where kinds.contains("duration"):
                    guard let length = attributes["title"] else { break }
                    let read = Self.seconds(length)
                    (seconds, badLength) = (read ?? 0, read == nil ? length : nil)
                case "a" where kinds.contains("tel"):
                    let number = attributes["href"] ?? ""
                    person { $0.number = number.hasPrefix("tel:") ? String(number.dropFirst(4)) : number }
                case "span" where kinds.contains("fn"), "abbr" where kinds.contains("fn"):
                    person { $0 = Person(number: $0.number, isUser: tag == "abbr") }
                    capture = .name
                case "span" where kinds.contains("full-text"), "q": capture = .text
                case "br" where capture == .text: entry { $0.text += "\n" }
                case "a" where attributes["rel"] == "tag":
                    labels.insert(String((attributes["href"] ?? "").split(separator: "#").last ?? ""))
                case "img", "audio", "video", "a":
                    guard let name = attributes["src"] ?? attributes["href"], !name.isEmpty,
                        !["http:", "https:", "tel:", "mailto:", "#"].contains(where: name.lowercased().hasPrefix)
                    else { break }
                    entry { if !$0.files.contains(name) { $0.files.append(name) } }
                default: break
                }
            }
        }
    }

    private enum Capture { case name, text }

    private mutating func entry(_ body: (inout Entry) -> Void) {
        if !entries.isEmpty { body(&entries[entries.count - 1]) }
    }

    private mutating func person(_ body: (inout Person) -> Void) { entry { body(&$0.person) } }

    /// A length such as `PT1H2M46S`; `nil` for anything else, and for one that no call has.
    private static func seconds(_ text: String) -> Int? {
        guard let match = text.wholeMatch(of: /PT(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,10})(?:\.\d+)?S)?/),
            text != "PT"
        else { return nil }
        func number(_ part: Substring?) -> Int { part.flatMap { Int($0) } ?? 0 }
        let seconds = number(match.1) * 3600 + number(match.2) * 60 + number(match.3)
        return Call.lengths.contains(seconds) ? seconds : nil
    }
}
