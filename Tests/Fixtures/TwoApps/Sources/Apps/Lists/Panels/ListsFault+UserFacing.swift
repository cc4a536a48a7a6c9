// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
package import AtriumSession
package import ListsLogic

extension ListsFault: UserFacing {
    package static var area: String { "lists" }

    package var sentence: LocalizedText { Strings.sentence(of: self) }
}
