// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
package import Session
public import __NAME__Domain

extension __NAME__Fault: UserFacing {
    package var code: String {
        switch self {
        case .unknownItem: "__ID__.unknown-item"
        case .emptyTitle: "__ID__.empty-title"
        }
    }

    package var sentence: LocalizedText {
        switch self {
        case .unknownItem(let id): Strings.faultUnknownItem(id: id)
        case .emptyTitle: Strings.faultEmptyTitle
        }
    }
}
