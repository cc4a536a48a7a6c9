// SPDX-License-Identifier: GPL-3.0-or-later

import SourceText

/// The command that writes the Swift file listing the apps’ factories.
///
/// It is called as `app-catalog OUTPUT --listed APP… --built APP…`: the apps that the manifest lists, and those that the
/// executable depends on. It prints what is one and not the other and exits with status 1, or writes OUTPUT.
@main
struct AppCatalogTool {
    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        let parts = words.dropFirst().split(separator: "--built", maxSplits: 1, omittingEmptySubsequences: false)
        let list = AppList(apps: parts.first.map { $0.dropFirst().map(\.self) } ?? [])
        let built = parts.dropFirst().first.map(Set.init) ?? []
        do throws(SourceFileFault) {
            Diagnostic.stop(on: list.mistakes(built: built).map { Diagnostic(path: "Package.swift", message: $0) })
            try SourceFile.write(list.source, to: words.first ?? "")
        } catch {
            Diagnostic.stop(on: [Diagnostic(error)])
        }
    }
}
