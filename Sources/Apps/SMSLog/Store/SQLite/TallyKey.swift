// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain

/// What messages are counted by: how far they have come, or how a call went.
enum TallyKey: Hashable, RawRepresentable {
    case status(SendStatus)
    case call(Call.Outcome)

    /// Numbers of calls begin here.
    private static let calls = 100

    init(_ status: SendStatus, _ call: Call?) { self = call.map { .call($0.outcome) } ?? .status(status) }

    init?(rawValue: Int) {
        if let status = SendStatus(rawValue: rawValue) {
            self = .status(status)
        } else if let outcome = Call.Outcome(rawValue: rawValue - Self.calls) {
            self = .call(outcome)
        } else {
            return nil
        }
    }

    var rawValue: Int {
        switch self {
        case .status(let status): status.rawValue
        case .call(let outcome): Self.calls + outcome.rawValue
        }
    }
}
