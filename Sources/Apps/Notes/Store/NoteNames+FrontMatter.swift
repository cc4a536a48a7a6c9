// SPDX-License-Identifier: GPL-3.0-or-later

package import FrontMatter
package import NotesDomain
import Session

extension NoteNames {
    /// What a field `title` says; nil for nothing.
    package static func title(_ value: FrontMatterValue?) -> String? {
        // A name is a line, however many its value is written on.
        value?.text.flatMap { text in
            let words = text.split(whereSeparator: \.isNewline).map { $0.trimmingPrefix(while: \.isWhitespace) }
            let line = words.filter { !$0.isEmpty }.joined(separator: " ")
            return line.allSatisfy(\.isWhitespace) ? nil : line
        }
    }

    /// The names in a field `aliases`: a list, or one text with commas.
    package static func aliases(_ value: FrontMatterValue?) -> [String] {
        let names =
            if case .text(let text)? = value { text.split(separator: ",").map(String.init) } else { value?.list ?? [] }
        return names.map { name in
            String(name.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()).replacing("\n", with: " ")
        }.filter { !$0.isEmpty }
    }

    /// The names in a field `aliases` of YAML that another program has written.
    static func aliases(inOthers yaml: String) -> [String] {
        NoteFields(FrontMatter.fields(inOthers: yaml), in: .gmt).names(ofFile: "").aliases
    }
}
