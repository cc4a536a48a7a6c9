// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSourceText

/// Adds an app to a package: its files, and its name in the manifest, in this order, so that no app is listed that is
/// not there.
struct AppMaker {
    private static let manifest = "Package.swift"
    private static let apps = "Sources/Apps"
    /// Modules of Swift, which a module of the package would hide.
    private static let modulesOfSwift: Set<String> = [
        "Cxx", "CxxStdlib", "Dispatch", "Distributed", "Foundation", "FoundationEssentials",
        "FoundationInternationalization", "FoundationNetworking", "FoundationXML", "Glibc", "Musl", "Observation",
        "PackageDescription", "PackagePlugin", "RegexBuilder", "Runtime", "Swift", "SwiftOnoneSupport",
        "Synchronization", "Testing", "XCTest",
    ]

    /// The package.
    let package: PackageFolder
    /// The folder of the templates, in which files are at their places in the package.
    let template: PackageFolder
    /// The modules of the package and of those it depends on.
    let modules: Set<String>
    /// The size of the app.
    var size = AppSize.layers
    /// The name of its items.
    var item = ItemName.item

    /// Adds an app of this name.
    ///
    /// - Returns: The files that were made.
    /// - Throws: `NewAppFault`; the package is as it was before then.
    func make(_ word: String) throws(NewAppFault) -> [TemplateFile] {
        let name = try AppName(word)
        let manifest = try package.text(of: Self.manifest)
        guard let list = AppDeclaration(in: Array(manifest.utf8)) else { throw .noList(path: Self.manifest) }
        let small = AppDeclaration("small", in: Array(manifest.utf8))
        if size == .small, small == nil { throw .noSmallList(path: Self.manifest) }
        let files = try files(for: name)
        try check(name, with: files, listed: list.names)
        for folder in Set(files.map { $0.path.split(separator: "/").prefix(3).joined(separator: "/") }).sorted()
        where package.has(folder) {
            throw .exists(path: folder)
        }
        var text = manifest
        // The later list first, so that the place of the other one stays.
        let lists = [("apps", list)] + (size == .small ? [small.map { ("small", $0) }].compactMap(\.self) : [])
        for (word, list) in lists.sorted(by: { $0.1.range.lowerBound > $1.1.range.lowerBound }) {
            text = Self.adding(name.module, to: list, named: word, in: text)
        }
        try package.write(files, then: TemplateFile(path: Self.manifest, text: text))
        return files
    }

    /// The files of an app of this name.
    func files(for name: AppName) throws(NewAppFault) -> [TemplateFile] {
        let hasAccounts = try uses([["AuthenticatingFactory"]], below: Self.apps)
        let hasLanguages = try uses([["ofKit"], ["french", "simplifiedChinese"]], below: "Sources")
        var files: [TemplateFile] = []
        for path in try template.files(below: size.folder) {
            let file = TemplateFile(
                path: String(path.dropFirst(size.folder.count + 1)), text: try template.text(of: path))
            let filled = file.filled(with: name, item)
            let suited = hasAccounts ? filled : filled.withoutUsers
            files.append(hasLanguages ? suited : suited.withoutLanguages)
        }
        return files
    }

    /// Whether a source below a folder has all the words of one of the lists: one by which an app makes accounts, or a
    /// program has the languages of the template.
    private func uses(_ lists: [Set<String>], below folder: String) throws(NewAppFault) -> Bool {
        guard package.has(folder) else { return false }
        for path in try package.files(below: folder) where path.hasSuffix(".swift") {
            let bytes = Array(try package.text(of: path).utf8)
            let words = Set(
                SourceScanner(bytes).lazy.filter(\.isName).map { String(decoding: bytes[$0.range], as: UTF8.self) })
            if lists.contains(where: words.isSuperset) { return true }
        }
        return false
    }

    /// Checks that nothing is called as the app, its modules and its types would be.
    private func check(_ name: AppName, with files: [TemplateFile], listed: [String]) throws(NewAppFault) {
        if listed.contains(name.module) { throw .taken(name.module, by: .app) }
        if let module = name.modules(size).first(where: { modules.union(Self.modulesOfSwift).contains($0) }) {
            throw .taken(module, by: .module)
        }
        var own = DeclaredNames()
        for file in files where file.path.hasSuffix(".swift") { own.add(Array(file.text.utf8)) }
        var others = DeclaredNames()
        var apps = DeclaredNames()
        for path in try package.files(below: "Sources") where path.hasSuffix(".swift") {
            let bytes = Array(try package.text(of: path).utf8)
            if path.hasPrefix(Self.apps + "/") { apps.add(bytes) } else { others.add(bytes) }
        }
        if apps.apps.contains(name.id) { throw .taken(name.id, by: .app) }
        // Types that are called the same whatever the app is called have shown that they get on with the others.
        let named = own.types.filter { $0.hasPrefix(name.module) || item != .item && $0.contains(item.type) }
        let names = Set(name.modules(size) + [name.module])
        let types = others.types.intersection(named.union(names)).union(own.types.intersection(names))
        if let type = types.min() { throw .taken(type, by: .type) }
    }

    /// The manifest with one more name on its list, a line each if they do not fit in one.
    private static func adding(
        _ name: String, to list: AppDeclaration, named word: String, in manifest: String
    ) -> String {
        let names = (list.names + [name]).map { "\"\($0)\"" }
        let line = "[\(names.joined(separator: ", "))]"
        let block = "[\n\(names.map { "    \($0),\n" }.joined())]"
        var bytes = Array(manifest.utf8)
        bytes.replaceSubrange(list.range, with: ("let \(word) = " + line).count <= 120 ? line.utf8 : block.utf8)
        return String(decoding: bytes, as: UTF8.self)
    }
}
