// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// The folder of a package: reads its files, and writes several of them or none.
struct PackageFolder {
    /// The folder.
    let path: String

    private func path(of name: String) -> String { path + "/" + name }

    /// Whether a file or folder of this name is there, a link that leads nowhere too.
    func has(_ name: String) -> Bool {
        (try? FileManager.default.attributesOfItem(atPath: path(of: name))) != nil
    }

    /// The files below a folder, by name.
    func files(below folder: String) throws(NewAppFault) -> [String] {
        do {
            let names = try FileManager.default.subpathsOfDirectory(atPath: path(of: folder))
            return names.map { folder + "/" + $0 }.filter { !isFolder($0) }.sorted()
        } catch {
            throw .unreadable(path: folder, reason: Self.reason(error))
        }
    }

    private func isFolder(_ name: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path(of: name), isDirectory: &isFolder) && isFolder.boolValue
    }

    /// The text of a file.
    func text(of name: String) throws(NewAppFault) -> String {
        do {
            return try String(contentsOfFile: path(of: name), encoding: .utf8)
        } catch {
            throw .unreadable(path: name, reason: Self.reason(error))
        }
    }

    /// Writes new files, and then another text in a file that is there; where that fails, takes away what was written.
    func write(_ files: [TemplateFile], then last: TemplateFile) throws(NewAppFault) {
        var made: [String] = []
        do throws(NewAppFault) {
            for file in files {
                try makeFolders(of: file.path, noting: &made)
                made.append(file.path)
                try write(file, options: .withoutOverwriting)
            }
            try write(last, options: .atomic)
        } catch {
            for name in made.reversed() where !isFolder(name) || isEmpty(name) {
                try? FileManager.default.removeItem(atPath: path(of: name))
            }
            throw error
        }
    }

    private func isEmpty(_ folder: String) -> Bool {
        (try? FileManager.default.contentsOfDirectory(atPath: path(of: folder)).isEmpty) ?? false
    }

    /// Makes the folders that a file stands in, the outermost first.
    private func makeFolders(of file: String, noting made: inout [String]) throws(NewAppFault) {
        var folder = ""
        for part in file.split(separator: "/").dropLast() {
            folder += (folder.isEmpty ? "" : "/") + part
            if isFolder(folder) { continue }
            do {
                try FileManager.default.createDirectory(atPath: path(of: folder), withIntermediateDirectories: false)
            } catch {
                throw .unwritable(path: folder, reason: Self.reason(error))
            }
            made.append(folder)
        }
    }

    private func write(_ file: TemplateFile, options: Data.WritingOptions) throws(NewAppFault) {
        do {
            try Data(file.text.utf8).write(to: URL(filePath: path(of: file.path)), options: options)
        } catch {
            throw .unwritable(path: file.path, reason: Self.reason(error))
        }
    }

    /// The system’s own words where it has some.
    private static func reason(_ error: any Error) -> String {
        let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
        if let code = (underlying ?? error) as? POSIXError { return String(cString: strerror(code.code.rawValue)) }
        return error.localizedDescription
    }
}
