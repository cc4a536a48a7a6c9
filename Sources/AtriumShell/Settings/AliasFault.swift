// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session

/// An alias that nobody could take away again.
struct AliasFault: UserFacing, Hashable {
    /// What it would be called.
    let name: String

    var code: String { "alias.reserved" }
    var sentence: LocalizedText { Strings.faultAliasReserved(name: name) }
    var status: ExitStatus { .usage }
}
