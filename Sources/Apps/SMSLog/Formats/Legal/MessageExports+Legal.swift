// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumSecrets
package import AtriumSession
import Foundation
package import SMSLogLogic

/// The result of a signed export.
package struct LegalReport: Sendable {
    /// The folder.
    package let path: String
    /// The number of messages and calls.
    package let messages: Int
    /// The number of their files.
    package let exhibits: Int
    /// The key with which the signature is checked, on a line.
    package let key: String
}

/// Signed exports, which show any later change.
extension MessageExports {
    /// Writes numbered messages, conversation by conversation, the oldest first, and their exhibits to a new folder, and
    /// signs the list of its files; off the caller’s actor.
    ///
    /// The key is made the first time, and kept sealed under the password.
    ///
    /// - Throws: `ExportFault`, `SMSLogFault.wrongSigningPassword`, `SMSLogFault` for a bad query, `StoreFault`,
    ///   `CancellationError`.
    @concurrent
    package func exportSigned(
        _ request: ExportRequest, password: Secret, texts: LegalTexts,
        progress: @Sendable (_ done: Int, _ total: Int) async -> Void
    ) async throws -> LegalReport {
        let key = try await signing.key(password)
        let (selection, _) = try await selection(for: request)
        do {
            var folder = try LegalFolder(request.path, texts: texts, zone: timeZone, bytes: bytes)
            for conversation in try await selection.conversations() {
                var names = [conversation.address: conversation.contact?.name].compactMapValues { $0 }
                var asked: Set<Address> = [conversation.address]
                try await selection.forEach(in: conversation.address) { row in
                    for address in row.people where asked.insert(address).inserted {
                        names[address] = try await people.contact(address)?.name
                    }
                    try await folder.write(row, names: names)
                    if folder.count % 500 == 0 { await progress(folder.count, selection.total.all) }
                }
            }
            let facts = LegalFacts(madeAt: clock.now.iso, zone: timeZone.identifier, query: request.query)
            try folder.finish(facts: facts.lines, signingWith: key)
            return LegalReport(
                path: request.path, messages: folder.count, exhibits: folder.exhibitCount,
                key: MinisignKey(key.verifyingKey).text)
        } catch let fault as FileFault {
            throw ExportFault(fault)
        }
    }
}

extension WholeMessage {
    /// All people that it names.
    fileprivate var people: [Address] {
        participants.map { Address($0.rawAddress) }.filter { !$0.isEmpty } + [message.sender].compactMap { $0 }
    }
}
