// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
package import ListsDomain
package import Session

extension ListsFault: UserFacing {
    package var code: String { "lists.unknown-item" }

    package var sentence: LocalizedText {
        switch self {
        case .unknownItem(let id): Strings.faultUnknownItem(id: id)
        }
    }
}
