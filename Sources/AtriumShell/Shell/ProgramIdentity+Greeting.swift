// SPDX-License-Identifier: GPL-3.0-or-later

import Session
import Worlds

extension ProgramIdentity {
    /// What is said at the very first start.
    var greeting: LocalizedText { welcome ?? Strings.greetingFirst(name: name) }
}
