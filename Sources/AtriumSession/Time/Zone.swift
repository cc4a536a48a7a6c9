// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// A time zone: the offsets of its clocks from Greenwich, and their times.
///
/// Foundation’s takes a tenth of a start to make, and its data of the world’s zones is as old as the program. So that
/// of the machine comes from the C library, which has them from the system; all others are Foundation’s.
public struct Zone: Sendable {
    /// Its name in the tz database, such as `Europe/Paris`, or the distance from Greenwich that it always has, such as
    /// `GMT+0130`.
    public let identifier: String
    private let rule: Rule

    private enum Rule: Sendable {
        case fixed(Int)
        case named(TimeZone)
        case machine
    }

    /// Greenwich’s, without summer time.
    public static let gmt = Zone(identifier: "GMT", rule: .fixed(0))

    /// A zone of the tz database, or one of Foundation’s abbreviations; `nil` for any other text.
    public init?(identifier: String) {
        guard let zone = TimeZone(identifier: identifier) else { return nil }
        self.init(zone)
    }

    /// A zone that is always this many seconds ahead of Greenwich; `nil` for more than 18 hours.
    public init?(secondsFromGMT seconds: Int) {
        guard seconds != 0 else {
            self = .gmt
            return
        }
        guard let zone = TimeZone(secondsFromGMT: seconds) else { return nil }
        self.init(identifier: zone.identifier, rule: .fixed(seconds))
    }

    /// The zone that Foundation takes for the machine’s.
    public static var current: Zone { Zone(.current) }

    /// The zone of the C library in this process, with its name.
    ///
    /// The process must not set `TZ` to another one afterwards.
    package init(ofMachine identifier: String) {
        // Servers have it: without a look-up for each time.
        self.init(identifier: identifier, rule: ["UTC", "Etc/UTC"].contains(identifier) ? .fixed(0) : .machine)
    }

    private init(_ zone: TimeZone) { self.init(identifier: zone.identifier, rule: .named(zone)) }

    private init(identifier: String, rule: Rule) {
        self.identifier = identifier
        self.rule = rule
    }

    /// The number of seconds by which its clocks are ahead of Greenwich’s at a time, in seconds since 1970.
    public func secondsFromGMT(at seconds: Int64) -> Int {
        switch rule {
        case .fixed(let offset): return offset
        case .named(let zone): return zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(seconds)))
        case .machine:
            var (time, parts) = (time_t(seconds), tm())
            // The library does not know years that do not fit into 32 bits.
            return localtime_r(&time, &parts) == nil ? 0 : parts.tm_gmtoff
        }
    }
}

extension Zone: Hashable {
    /// Whether both have the same name.
    public static func == (first: Zone, second: Zone) -> Bool { first.identifier == second.identifier }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

extension Zone: Codable {
    private enum CodingKeys: CodingKey {
        case identifier
    }

    /// Reads a zone by its name; one that Foundation does not know is the machine’s.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let identifier = try container.decode(String.self, forKey: .identifier)
        self = Zone(identifier: identifier) ?? Zone(ofMachine: identifier)
    }

    /// Writes the name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(identifier, forKey: .identifier)
    }
}
