// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// A name from outside as one that a file can have in any folder.
package struct PlainFileName {
    /// File systems take 255 bytes; the number of a twin must fit, too.
    package static let longest = 200

    /// The name; empty where nothing of it can be kept.
    package let text: String

    /// The last part of a path, without what nobody sees.
    ///
    /// - Parameter signs: What else the name may not have.
    package init(of path: String, without signs: Set<Unicode.Scalar> = []) {
        let last = path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
        var scalars = String.UnicodeScalarView()
        for scalar in last.unicodeScalars {
            let isUnseen = scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
            scalars.append(isUnseen || signs.contains(scalar) ? "-" : scalar)
        }
        // A leading point would hide the file, and two mean another folder.
        text = String(String(scalars).trimmingCharacters(in: .whitespaces).drop { $0 == "." })
    }

    /// A name up to its last point, and from there on.
    package static func parts(_ name: String) -> (stem: String, ending: String) {
        guard let point = name.lastIndex(of: "."), point > name.startIndex else { return (name, "") }
        return (String(name[..<point]), String(name[point...]))
    }
}
