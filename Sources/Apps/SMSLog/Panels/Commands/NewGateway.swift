// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Files
import Foundation
import Gateways
import SMSLogDomain
import SMSLogLogic

/// What somebody says of a gateway that is to be added.
struct NewGateway {
    let kind: GatewayKind
    let place: FileReference
    let name: String?
    let user: String?
    let sender: String?
    let sim: Int?
    let limit: DailyLimit

    /// The gateway.
    ///
    /// - Throws: `SMSLogFault` for options that such a gateway must or cannot have, for an address that is none, and for a
    ///   database that is not there; `CommandFault.file` for a folder among the program’s own files.
    func gateway(in context: CommandContext) throws -> Gateway {
        if sender != nil, kind != .kannel { throw SMSLogFault.uselessOption("--from", kind: kind) }
        if sim != nil, kind != .android { throw SMSLogFault.uselessOption("--sim", kind: kind) }
        let name = name ?? kind.rawValue
        guard kind.isOfNetwork else {
            if user != nil { throw SMSLogFault.uselessOption("--user", kind: kind) }
            let path = try context.writablePath(of: place)
            // Folders are there, or come later with the program that empties them; no device or file becomes one.
            if let found = FileStatus(path, followingLinks: true)?.kind, found != .folder,
                kind != .gammu || found != .regular
            {
                throw CommandFault.file(path: path, reason: found == .regular ? .system(ENOTDIR) : .kind(found))
            }
            return Gateway(name: name, kind: try kind.found(at: path), place: path, limit: limit)
        }
        guard let address = GatewayAddress(place.word) else { throw SMSLogFault.badAddress(place.word) }
        guard let user, !user.isEmpty else { throw SMSLogFault.needsOption("--user") }
        return Gateway(
            name: name, kind: kind, place: address.text, user: user, sender: sender, sim: sim, limit: limit)
    }
}
