// SPDX-License-Identifier: GPL-3.0-or-later

import CLinux

/// The variables of the environment of this process.
package enum ProcessVariables {
    /// All of them, by their names, as they are now; of two with one name the first, as getenv(3) has it.
    ///
    /// Foundation has the same, but looks through each of them by characters, which takes a thirtieth of a start.
    package static var all: [String: String] {
        var all: [String: String] = [:]
        var next = clinux_variables()
        while let place = next, let variable = place.pointee {
            if let sign = strchr(variable, 0x3D) {
                let bytes = UnsafeRawBufferPointer(start: variable, count: sign - variable)
                let name = String(decoding: bytes, as: UTF8.self)
                if all[name] == nil { all[name] = String(cString: sign + 1) }
            }
            next = place + 1
        }
        return all
    }
}
