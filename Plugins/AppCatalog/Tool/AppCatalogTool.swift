// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSourceText

/// The command that writes the Swift file listing the apps’ factories.
///
/// It is called as `app-catalog OUTPUT --listed APP… --built APP… --modules MODULE…`: the apps that the manifest lists,
/// those that the executable depends on, and the modules of these. It prints what is one and not the other and exits with
/// status 1, or writes OUTPUT.
@main
struct AppCatalogTool {
    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        func part(_ name: String) -> [String] {
            words.drop { $0 != name }.dropFirst().prefix { !$0.hasPrefix("--") }.map(\.self)
        }
        let list = AppList(apps: part("--listed"), modules: part("--modules"))
        let built = Set(part("--built"))
        do throws(SourceFileFault) {
            Diagnostic.stop(on: list.mistakes(built: built).map { Diagnostic(path: "Package.swift", message: $0) })
            try SourceFile.write(list.source, to: words.first ?? "")
        } catch {
            Diagnostic.stop(on: [Diagnostic(error)])
        }
    }
}
