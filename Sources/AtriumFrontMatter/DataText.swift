// SPDX-License-Identifier: GPL-3.0-or-later

import TOMLKit
import Yams

/// A value of a file in TOML or YAML.
public enum DataValue: Hashable, Sendable {
    case text(String)
    case flag(Bool)
    case number(Int)
    /// Values by their names, in the order of the names.
    case table([String: DataValue])
    /// A date, a list, a fraction.
    case other

    /// The text; `nil` for any other value.
    public var text: String? { if case .text(let text) = self { text } else { nil } }

    /// The values by their names; `nil` for any other value.
    public var table: [String: DataValue]? { if case .table(let values) = self { values } else { nil } }
}

/// A text that is not valid TOML or YAML.
public struct DataFault: Error, Hashable, Sendable {
    /// The line of the mistake, from 1.
    public let line: Int
}

/// The values of a whole file in TOML or YAML.
public enum DataText {
    /// The values of a text in TOML.
    public static func toml(_ text: String) throws(DataFault) -> [String: DataValue] {
        do {
            let table = try TOMLTable(string: text)
            return withExtendedLifetime(table) { values(of: table) }
        } catch {
            throw DataFault(line: (error as? TOMLParseError).map { Int($0.source.begin.line) } ?? 1)
        }
    }

    private static func values(of table: TOMLTable) -> [String: DataValue] {
        var values: [String: DataValue] = [:]
        for key in table.keys {
            guard let value = table[key] else { continue }
            values[key] =
                if let inner = value.table {
                    .table(Self.values(of: inner))
                } else if let text = value.string {
                    .text(text)
                } else if let isOn = value.bool {
                    .flag(isOn)
                } else if let number = value.int {
                    .number(number)
                } else {
                    .other
                }
        }
        return values
    }

    /// The values of a text in YAML, each as it is written: `101010` is a text.
    public static func yaml(_ text: String) throws(DataFault) -> [String: DataValue] {
        let node: Node?
        do { node = try Yams.compose(yaml: text) } catch {
            switch error as? YamlError {
            case .scanner(_, _, let mark, _)?, .parser(_, _, let mark, _)?: throw DataFault(line: mark.line)
            default: throw DataFault(line: 1)
            }
        }
        guard case .table(let values)? = node.map(value) else { throw DataFault(line: 1) }
        return values
    }

    private static func value(of node: Node) -> DataValue {
        if let scalar = node.scalar { return .text(scalar.string) }
        guard let mapping = node.mapping else { return .other }
        var values: [String: DataValue] = [:]
        for (key, inner) in mapping {
            if let name = key.scalar?.string { values[name] = value(of: inner) }
        }
        return .table(values)
    }
}
