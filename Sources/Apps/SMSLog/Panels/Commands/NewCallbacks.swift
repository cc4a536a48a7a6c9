// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Gateways
import SMSLogDomain

/// What somebody says of how a gateway is to call back.
struct NewCallbacks {
    /// Where its calls are waited for; nil: nowhere.
    let listen: ListenAddress?
    /// Under which address it reaches that place, where it is another one.
    let callback: GatewayAddress?

    /// The word for none.
    static let off = "off"

    /// What is said; nil where nothing is.
    ///
    /// - Throws: `SMSLogFault` for options that such a gateway cannot have, and for what is neither a port nor an address;
    ///   `CommandFault` for options that lack another.
    @MainActor
    init?(listen: String?, callback: String?, isSigned: Bool, of kind: GatewayKind) throws {
        guard listen != nil || callback != nil || isSigned else { return nil }
        guard kind.isOfNetwork else {
            let option = listen != nil ? "--listen" : callback != nil ? "--callback" : "--signing"
            throw SMSLogFault.uselessOption(option, kind: kind)
        }
        if isSigned, kind != .android { throw SMSLogFault.uselessOption("--signing", kind: kind) }
        guard let listen else { throw CommandFault.missing(GatewayCommands.listen) }
        self.listen = ListenAddress(listen)
        guard self.listen != nil || listen == Self.off else { throw SMSLogFault.badPort(listen) }
        self.callback = self.listen == nil ? nil : callback.flatMap(GatewayAddress.init)
        if let callback, self.listen != nil, self.callback == nil { throw SMSLogFault.badAddress(callback) }
    }
}
