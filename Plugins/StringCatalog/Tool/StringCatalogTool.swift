// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSourceText

/// The command that compiles one string catalog.
///
/// It is called as `string-catalog CATALOG OUTPUT SOURCE…`. It writes the catalog's texts as Swift to OUTPUT, or
/// prints everything that is wrong with it, unused texts included, and exits with status 1.
@main
struct StringCatalogTool {
    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        do throws(SourceFileFault) {
            let file = try SourceFile(reading: words.first ?? "")
            let (catalog, faults) = CatalogReader.read(file)
            var members: Set<String> = []
            let hasCases = !catalog.cases.isEmpty
            var composed = ComposedCases()
            var isExplicit = false
            for path in words.dropFirst(2) {
                let source = ScannedSource(try SourceFile(reading: path))
                members.formUnion(Catalog.members(usedIn: source))
                if hasCases { composed.add(source) }
                isExplicit = isExplicit || SwiftWriter.isExplicit(importing: "AtriumSession", in: source)
            }
            Diagnostic.stop(on: (faults + catalog.unused(by: members)).map { $0.diagnostic(path: file.path) })
            try SourceFile.write(
                SwiftWriter.source(of: catalog, composed: composed, isExplicit: isExplicit),
                to: words.dropFirst().first ?? "")
        } catch {
            Diagnostic.stop(on: [Diagnostic(error)])
        }
    }
}
