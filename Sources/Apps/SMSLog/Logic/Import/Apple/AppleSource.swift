// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import SMSLogDomain
import SMSLogStore
import Stores

/// A database of Apple’s Messages, in which the line of a message is its number there.
final class AppleSource: ImportSource {
    /// How many messages are read in one step.
    private static let step = 32

    let rows: ImportedRows
    private(set) var line = 0
    /// How large the database is, in bytes.
    let size: Int
    private let database: AppleMessages
    private let files: AppleFiles
    private var next = 0

    /// Opens a database, with the files of its messages.
    ///
    /// - Throws: `ImportFault`.
    init(_ files: AppleFiles, into rows: ImportedRows) throws(ImportFault) {
        self.files = files
        self.rows = rows
        do {
            size = try FileReader(files.database).status.size
            guard let database = try AppleMessages(path: files.database) else { throw ImportFault.notMessages }
            self.database = database
        } catch let fault as ImportFault {
            throw fault
        } catch let fault as FileFault {
            throw .unreadable(reason: fault.reason.number)
        } catch StoreFault.unreachable(_, let reason) {
            throw .unreadable(reason: reason)
        } catch {
            throw .damagedDatabase
        }
    }

    /// By how many of the messages were read.
    var bytesRead: Int {
        guard !database.numbers.isEmpty else { return size }
        return Int(Double(size) * Double(next) / Double(database.numbers.count))
    }

    func step() throws -> Bool {
        let numbers = database.numbers
        guard next < numbers.count else {
            guard database.isWhole else { throw ImportFault.damagedDatabase }
            return false
        }
        let reader = AppleReader(database: database, files: files)
        for number in numbers[next..<min(numbers.count, next + Self.step)] {
            line = number
            next += 1
            do throws(RefusedRow) {
                let (draft, remarks) = try reader.draft(number, after: rows.lastDate)
                rows.append(draft)
                for reason in remarks { rows.report.remark(RowRemark(line: number, reason: reason)) }
            } catch {
                rows.report.refuse(error)
            }
        }
        return true
    }
}
