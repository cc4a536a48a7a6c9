// SPDX-License-Identifier: GPL-3.0-or-later

internal import AtriumKit
package import AtriumSession
public import __NAME__Logic

extension __NAME__Fault: UserFacing {
    package static var area: String { "__ID__" }

    package var sentence: LocalizedText { Strings.sentence(of: self) }
}
