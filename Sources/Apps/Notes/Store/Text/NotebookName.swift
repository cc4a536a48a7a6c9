import Foundation

/// The names of notebooks: levels with `/` between them.
package enum NotebookName {
    /// The name without blanks around its levels and without empty levels.
    package static func normal(_ name: String) -> String {
        name.split(whereSeparator: { $0 == "/" || $0.isNewline }).map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }.joined(separator: "/")
    }
}
