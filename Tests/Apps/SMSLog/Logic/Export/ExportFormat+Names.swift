// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogLogic

extension ExportFormat {
    static let json = Self(rawValue: "json")
    static let jsonl = Self(rawValue: "jsonl")
    static let csv = Self(rawValue: "csv")
    static let xml = Self(rawValue: "xml")
    static let html = Self(rawValue: "html")
}
