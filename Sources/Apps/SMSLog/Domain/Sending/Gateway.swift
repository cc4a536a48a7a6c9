// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// A gateway as the user has set it up, and how it does.
package struct Gateway: Hashable, Sendable {
    /// How the user calls it; unique among the user’s gateways.
    package let name: String
    /// What it is.
    package let kind: GatewayKind
    /// Where it is: the path of a folder, or an address.
    package let place: String
    /// As whom messages are handed over; nil for a folder.
    package let user: String?
    /// The password, sealed; nil for a folder.
    package var secret: [UInt8]?
    /// Who is said to send; nil: whom the gateway says.
    package let sender: String?
    /// The number of the card that sends, from 1 on; nil: the one that the gateway prefers.
    package let sim: Int?
    /// Where its calls are waited for: an address of this machine and a port; nil: nowhere, it is only asked.
    package var listen: String?
    /// Under which address it reaches that place, where it is another one.
    package var callback: String?
    /// The key with which it signs its calls, sealed; nil: nobody asks for a signature.
    package var signing: [UInt8]?
    /// Why nobody can listen there.
    package var deaf: String?
    /// When it called last.
    package var heard: Timestamp?
    /// Its place among the user’s gateways: the first one sends.
    package var position = 0
    /// How many messages it is given in a day; without a limit they are counted too, for one may be put in the afternoon.
    package var limit: DailyLimit
    /// How often in a row it could not be reached.
    package var failures = 0
    /// When it is asked again, after it could not be reached.
    package var retry: Timestamp?
    /// Why it could not be reached.
    package var trouble: String?

    /// A gateway that nobody has asked yet.
    package init(
        name: String, kind: GatewayKind, place: String, user: String? = nil, secret: [UInt8]? = nil,
        sender: String? = nil, sim: Int? = nil, limit: DailyLimit = DailyLimit()
    ) {
        self.name = name
        self.kind = kind
        self.place = place
        self.user = user
        self.secret = secret
        self.sender = sender
        self.sim = sim
        self.limit = limit
    }

    /// The same after it was reached.
    package var reached: Gateway {
        var gateway = self
        (gateway.failures, gateway.retry, gateway.trouble) = (0, nil, nil)
        return gateway
    }

    /// The same after it could not be reached.
    package func failed(at now: Timestamp, _ reason: String) -> Gateway {
        var gateway = self
        gateway.failures = failures + 1
        gateway.retry = now + BackOff.pause(after: gateway.failures)
        gateway.trouble = reason
        return gateway
    }
}
