// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// Where something is: an app, and the steps of one of its routes.
///
/// Written as `sms/thread/+15551234567`. A slash, a percent sign or a control character within a step is written as in
/// a URI, with a percent sign and two hexadecimal digits (RFC 3986, 2.1).
public struct Place: Hashable, Sendable, LosslessStringConvertible {
    /// Whose place it is.
    public let app: AppID
    /// The steps behind the app’s name; empty for the app itself.
    public let path: [String]

    /// A place in an app.
    public init(_ app: AppID, _ path: [String] = []) {
        self.app = app
        self.path = path
    }

    /// The place that a text names; nil for a text without a step.
    ///
    /// Whether there is such a place only the app knows.
    public init?(_ text: String) {
        let steps = text.split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }
        guard let app = steps.first else { return nil }
        self.init(AppID(rawValue: app), Array(steps.dropFirst()))
    }

    /// The text that names it.
    public var description: String { ([app.rawValue] + path.map(Self.step)).joined(separator: "/") }

    private static func step(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: allowed) ?? text
    }

    private static let allowed = CharacterSet(charactersIn: "/%").union(.controlCharacters).inverted
}

extension Place: Codable {
    /// Reads the text that names a place.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let place = Place(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "A place has at least one step.")
        }
        self = place
    }

    /// Writes the text that names it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
