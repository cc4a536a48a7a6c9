// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
package import SMSLogLogic

extension TableMapping: CommandValue {
    /// Reads `date=When,text=Body`.
    package init(_ word: CommandWord, of name: String) throws(CommandFault) {
        do throws(TableMappingFault) { try self.init(word.text) } catch {
            throw .notAChoice(name: name, value: error.part, choices: TableColumn.allCases.map { "\($0.rawValue)=" })
        }
    }

    /// As it can be typed.
    package var word: String {
        columns.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key.rawValue)=\($0.value)" }
            .joined(separator: ",")
    }
}
