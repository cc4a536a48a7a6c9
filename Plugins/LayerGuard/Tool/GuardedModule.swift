// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSourceText

/// A target of the package, and the modules around it that it may import.
struct GuardedModule: Equatable {
    /// The target's own module.
    let name: String
    /// The modules that the manifest declares for it, in the manifest's order.
    let declared: [String]
    /// The modules that it could see, since they are built beside it, but does not declare.
    let hidden: Set<String>

    /// The imports of a file that it may not make.
    func violations(in file: SourceFile) -> [Diagnostic] {
        ImportStatement.all(in: file.bytes).filter { hidden.contains($0.module) }.map { statement in
            let place = file.place(of: statement.offset)
            return Diagnostic(
                path: file.path, line: place.line, column: place.column, message: message(about: statement.module))
        }
    }

    private func message(about imported: String) -> String {
        let allowed =
            declared.isEmpty
            ? "no other module of this package or its dependencies" : declared.joined(separator: ", ")
        return "\(name) imports \(imported), which it does not declare in Package.swift; it may import \(allowed)"
    }
}
