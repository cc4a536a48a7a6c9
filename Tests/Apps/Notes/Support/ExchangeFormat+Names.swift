// SPDX-License-Identifier: GPL-3.0-or-later

import NotesLogic

extension ExchangeFormat {
    static let markdown = Self(rawValue: "markdown")
    static let json = Self(rawValue: "json")
    static let jrnl = Self(rawValue: "jrnl")
    static let jrnlJSON = Self(rawValue: "jrnl-json")
    static let simplenote = Self(rawValue: "simplenote")
    static let enex = Self(rawValue: "enex")
    static let joplin = Self(rawValue: "joplin")
    static let text = Self(rawValue: "text")
    static let html = Self(rawValue: "html")
    static let site = Self(rawValue: "site")
}
