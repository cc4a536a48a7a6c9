// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumPhoneNumbers
package import Foundation

/// A kind of small lists that a user has, such as gateways: encoded values under keys.
package struct KeptKind<Value: Codable & Sendable>: Sendable {
    /// The name by which stores keep them.
    package let name: String
    package let notice: KeptNotice

    package init(_ name: String, notice: KeptNotice = .silent) {
        self.name = name
        self.notice = notice
    }

    /// The stored bytes of a value: a text as it is, since commands read one, anything else in JSON.
    package func encoded(_ value: Value) throws -> Data {
        if let text = value as? String { Data(text.utf8) } else { try JSONEncoder().encode(value) }
    }

    /// The value of stored bytes; `nil` for one that only a newer version knows.
    package func decoded(_ bytes: Data) -> Value? {
        guard Value.self == String.self else { return try? JSONDecoder().decode(Value.self, from: bytes) }
        return String(decoding: bytes, as: UTF8.self) as? Value
    }
}

/// The observers that are notified of a change of kept values.
package enum KeptNotice: Sendable {
    case silent, gateways, all
}

/// The region and version by which numbers are read.
package struct NumberReading: Hashable, Sendable {
    /// The region in which they are read, empty for none: spellings stay apart then.
    package let region: String
    /// The version of `PhoneNumbering` that read them last.
    package let version: Int

    /// Both as they are kept.
    package var text: String { "\(version) \(region)" }

    package init(region: String, version: Int) { (self.region, self.version) = (region, version) }

    package init?(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let version = Int(parts[0]) else { return nil }
        self.init(region: String(parts[1]), version: version)
    }
}

package extension KeptKind<Gateway> { static let gateways = KeptKind("gateway", notice: .gateways) }
extension KeptKind<MessageTemplate> { static let templates = KeptKind("template") }
extension KeptKind<Int> { static let exportMarks = KeptKind("export") }
extension KeptKind<[UInt8]> { static let signingKey = KeptKind("signing") }
extension KeptKind<Address> {
    static let own = KeptKind("own")
    static let unnamed = KeptKind("unnamed")
}
extension KeptKind<AddressPair> { static let apart = KeptKind("apart", notice: .all) }
package extension KeptKind<String> { static let reading = KeptKind("reading", notice: .all) }

extension MessageReader {
    /// The user’s gateways, in their order.
    package func gateways() throws -> [Gateway] { Gateway.ordered(Array(try kept(.gateways).values)) }

    /// The gateway of a name; `nil` if there is none.
    package func gateway(_ name: String) throws -> Gateway? { try kept(.gateways)[name] }

    /// The user’s templates, by name.
    package func templates() throws -> [MessageTemplate] { try kept(.templates).values.sorted { $0.name < $1.name } }

    /// The number of the last message that was exported to a target; `nil` if none was.
    package func exportMark(of target: String) throws -> Int? { try kept(.exportMarks)[target] }

    /// The user’s signing key, as it was stored; `nil` before there is one.
    package func signingKey() throws -> [UInt8]? { try kept(.signingKey)[""] }

    /// The numbers that are known to be the user’s own.
    package func ownAddresses() throws -> Set<Address> { Set(try kept(.own).values) }

    /// The numbers whose names the user has removed.
    package func unnamed() throws -> Set<Address> { Set(try kept(.unnamed).values) }

    /// The pairs of addresses that the user has marked as different people.
    package func apart() throws -> Set<AddressPair> { Set(try kept(.apart).values) }

    /// The reading of numbers; `nil` before the first one.
    package func reading() throws -> NumberReading? { try kept(.reading)[""].flatMap(NumberReading.init) }

    /// The region in which numbers are read, empty for none; `nil` before the first reading.
    package func region() throws -> String? { try reading()?.region }
}

extension MessageDAO {
    /// Stores the gateway of a name; `nil` removes it.
    package func setGateway(_ gateway: Gateway?, named name: String) throws { try put(gateway, .gateways, name) }

    /// Replaces the gateway of the same name.
    package func put(_ gateway: Gateway) throws { try put(gateway, .gateways, gateway.name) }

    /// Stores the template of a name; `nil` removes it.
    package func setTemplate(_ template: MessageTemplate?, named name: String) throws {
        try put(template, .templates, name)
    }

    /// Stores the number of the last message that was exported to a target.
    package func setExportMark(_ number: Int, of target: String) throws { try put(number, .exportMarks, target) }

    /// Stores the user’s signing key.
    package func setSigningKey(_ key: [UInt8]) throws { try put(key, .signingKey, "") }

    /// Adds one of the user’s own numbers.
    package func addOwn(_ address: Address) throws { try put(address, .own, address.text) }

    /// Notes that the user has removed the name of a number, which no message of a file brings back, or forgets that: of
    /// all spellings.
    package func setUnnamed(_ isUnnamed: Bool, _ address: Address) throws {
        for spelling in try Set(spellings(of: address) + [address]) {
            try put(isUnnamed ? spelling : nil, .unnamed, spelling.text)
        }
    }

    /// Marks a pair of addresses as different people, or removes the mark.
    package func setApart(_ isApart: Bool, _ pair: AddressPair) throws {
        try put(isApart ? pair : nil, .apart, "\(pair.first)\n\(pair.second)")
    }

    /// Stores the region in which numbers are read, by this version of `PhoneNumbering`.
    package func setRegion(_ region: String) throws {
        try put(NumberReading(region: region, version: PhoneNumbering.version).text, .reading, "")
    }
}
