// SPDX-License-Identifier: GPL-3.0-or-later

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// An error in the form that compilers use, which editors and both build systems understand.
package struct Diagnostic: Equatable, Sendable, CustomStringConvertible {
    /// The file at fault.
    package let path: String
    /// The line, counted from one, or `nil` if the whole file is at fault.
    package let line: Int?
    /// The column, counted from one in bytes, or `nil` if the whole line is at fault.
    package let column: Int?
    /// The fault, and what to do, for a developer.
    package let message: String

    /// Describes one error.
    package init(path: String, line: Int? = nil, column: Int? = nil, message: String) {
        self.path = path
        self.line = line
        self.column = column
        self.message = message
    }

    /// Describes a file that cannot be read or written.
    package init(_ fault: SourceFileFault) {
        switch fault {
        case .unreadable(let path, let number):
            self.init(path: path, message: "cannot read the file: \(String(cString: strerror(number)))")
        case .unwritable(let path, let number):
            self.init(path: path, message: "cannot write the file: \(String(cString: strerror(number)))")
        }
    }

    /// The line to print, as `path:line:column: error: message`.
    package var description: String {
        let place = [path] + [line, column].compactMap { $0.map(String.init) }
        return "\(place.joined(separator: ":")): error: \(message)"
    }

    /// Prints the errors and ends the tool with status 1; returns where there are none.
    ///
    /// Standard output, since not every build system shows a tool's standard error beside its other output.
    package static func stop(on diagnostics: [Diagnostic]) {
        if diagnostics.isEmpty { return }
        for diagnostic in diagnostics { print(diagnostic) }
        fflush(nil)
        exit(1)
    }
}
