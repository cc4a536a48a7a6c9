// SPDX-License-Identifier: GPL-3.0-or-later

import SourceText

/// The command that writes the Swift file listing the apps' factories.
///
/// It is called as `app-catalog OUTPUT APP…`.
@main
struct AppCatalogTool {
    static func main() {
        let words = CommandLine.arguments.dropFirst()
        do throws(SourceFileFault) {
            try SourceFile.write(AppList(apps: Array(words.dropFirst())).source, to: words.first ?? "")
        } catch {
            Diagnostic.stop(on: [Diagnostic(error)])
        }
    }
}
