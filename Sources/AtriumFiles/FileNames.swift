// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// A name from outside as one that a file can have in any folder.
public struct PlainFileName: Sendable {
    /// File systems take 255 bytes; the number of a twin must fit, too.
    public static let longest = 200

    /// The name; empty if no part of it can be kept.
    public let text: String

    /// The last part of a path, without invisible characters.
    ///
    /// - Parameter signs: Other characters that the name must not have.
    public init(of path: String, without signs: Set<Unicode.Scalar> = []) {
        let last = path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
        var scalars = String.UnicodeScalarView()
        for scalar in last.unicodeScalars {
            let isUnseen = scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
            scalars.append(isUnseen || signs.contains(scalar) ? "-" : scalar)
        }
        // A leading point would hide the file, and two mean another folder.
        text = String(String(scalars).trimmingCharacters(in: .whitespaces).drop { $0 == "." })
    }

    /// A name up to its last point, and from there on.
    public static func parts(_ name: String) -> (stem: String, ending: String) {
        guard let point = name.lastIndex(of: "."), point > name.startIndex else { return (name, "") }
        return (String(name[..<point]), String(name[point...]))
    }
}

/// Media types (RFC 6838) and how the names of files of them end: one table for both directions.
public enum MediaType {
    /// The type of unknown bytes.
    public static let unknown = "application/octet-stream"

    /// The type of a file’s name; `nil` if the name has none.
    public static func of(_ name: String) -> String? {
        let ending = PlainFileName.parts(name).ending.dropFirst().lowercased()
        return ending.isEmpty ? nil : types[ending]
    }

    /// The ending of files of a type, without the point; `nil` for an unknown type.
    public static func ending(of type: String) -> String? { endings[type.lowercased()] }

    /// Whether browsers draw it.
    public static func isPicture(_ type: String) -> Bool { type.hasPrefix("image/") }

    private static let types = Dictionary(
        table.flatMap { row in row.endings.map { ($0, row.type) } }, uniquingKeysWith: { first, _ in first })
    private static let endings = Dictionary(
        table.compactMap { row in row.endings.first.map { (row.type, $0) } } + others,
        uniquingKeysWith: { first, _ in first })

    /// Source: the registry of IANA, as far as notes and messages have such files.
    ///
    /// The first of several endings is the usual one; an ending that two types have means the first of them.
    private static let table: [(type: String, endings: [String])] = [
        ("image/png", ["png"]), ("image/jpeg", ["jpg", "jpeg"]), ("image/gif", ["gif"]), ("image/webp", ["webp"]),
        ("image/svg+xml", ["svg"]), ("image/bmp", ["bmp"]), ("image/tiff", ["tif", "tiff"]), ("image/avif", ["avif"]),
        ("image/heic", ["heic"]), ("image/heif", ["heif"]), ("image/vnd.microsoft.icon", ["ico"]),
        ("audio/mpeg", ["mp3"]), ("audio/mp4", ["m4a"]), ("audio/aac", ["aac"]), ("audio/ogg", ["ogg", "opus"]),
        ("audio/wav", ["wav"]), ("audio/flac", ["flac"]), ("audio/amr", ["amr"]),
        ("video/mp4", ["mp4"]), ("video/webm", ["webm"]), ("video/quicktime", ["mov"]), ("video/3gpp", ["3gp"]),
        ("audio/3gpp", ["3gp"]),
        ("text/plain", ["txt"]), ("text/markdown", ["md"]), ("text/csv", ["csv"]), ("text/html", ["html"]),
        ("text/css", ["css"]), ("text/vcard", ["vcf"]), ("text/calendar", ["ics"]), ("text/x-vcalendar", ["vcs"]),
        ("application/pdf", ["pdf"]), ("application/xml", ["xml"]), ("application/json", ["json"]),
        ("application/zip", ["zip"]), ("application/gzip", ["gz"]), ("application/x-tar", ["tar"]),
        ("application/rtf", ["rtf"]), ("application/epub+zip", ["epub"]), ("application/msword", ["doc"]),
        ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", ["docx"]),
        ("application/vnd.ms-excel", ["xls"]),
        ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", ["xlsx"]),
        ("application/vnd.ms-powerpoint", ["ppt"]),
        ("application/vnd.openxmlformats-officedocument.presentationml.presentation", ["pptx"]),
        ("application/vnd.oasis.opendocument.text", ["odt"]),
        ("application/vnd.oasis.opendocument.spreadsheet", ["ods"]),
    ]

    /// The names that phones use for some of them.
    private static let others = [
        ("image/jpg", "jpg"), ("image/x-ms-bmp", "bmp"), ("audio/x-wav", "wav"), ("text/x-vcard", "vcf"),
    ]
}
