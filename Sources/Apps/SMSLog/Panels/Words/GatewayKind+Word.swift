// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogDomain
import Session

extension GatewayKind {
    /// What it is, for people.
    var title: LocalizedText {
        switch self {
        case .folder: Strings.gatewayFolder
        case .gammu: Strings.gatewayGammu
        case .gammuDatabase: Strings.gatewayGammuDatabase
        case .kannel: Strings.gatewayKannel
        case .android: Strings.gatewayAndroid
        }
    }

    var word: Value { .word(key: rawValue, title) }
}
