// SPDX-License-Identifier: GPL-3.0-or-later

package import NotesDomain

/// Media types (RFC 6838) by the ends of file names.
enum MediaType {
    /// What says nothing of the bytes.
    static let unknown = "application/octet-stream"

    /// The type that a file’s name says; nil where it says none.
    static func of(_ name: String) -> String? {
        guard let point = name.lastIndex(of: "."), point > name.startIndex else { return nil }
        return types[name[name.index(after: point)...].lowercased()]
    }

    /// How the names of files of a type end, without the point; nil for a type that is not known.
    static func ending(of type: String) -> String? {
        // Several endings mean one type; the shortest name is the usual one.
        types.filter { $0.value == type.lowercased() }.keys.min { ($0.count, $0) < ($1.count, $1) }
    }

    /// Whether browsers draw it.
    static func isPicture(_ type: String) -> Bool { type.hasPrefix("image/") }

    /// Source: the registry of IANA, as far as notes have such files.
    private static let types = [
        "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
        "svg": "image/svg+xml", "bmp": "image/bmp", "tiff": "image/tiff", "tif": "image/tiff", "avif": "image/avif",
        "heic": "image/heic", "ico": "image/vnd.microsoft.icon", "pdf": "application/pdf", "txt": "text/plain",
        "md": "text/markdown", "csv": "text/csv", "html": "text/html", "css": "text/css", "xml": "application/xml",
        "json": "application/json", "zip": "application/zip", "gz": "application/gzip", "tar": "application/x-tar",
        "mp3": "audio/mpeg", "m4a": "audio/mp4", "ogg": "audio/ogg", "wav": "audio/wav", "flac": "audio/flac",
        "amr": "audio/amr", "mp4": "video/mp4", "webm": "video/webm", "mov": "video/quicktime", "ics": "text/calendar",
        "vcf": "text/vcard", "rtf": "application/rtf", "epub": "application/epub+zip", "doc": "application/msword",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "xls": "application/vnd.ms-excel",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "ppt": "application/vnd.ms-powerpoint",
        "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "odt": "application/vnd.oasis.opendocument.text", "ods": "application/vnd.oasis.opendocument.spreadsheet",
    ]
}

extension NamedFile {
    /// Whether a file is meant for sure: `[[Node.js]]` may be a title.
    package var isOfKnownKind: Bool {
        !isTitle || isShown || meanings.contains { MediaType.of(FilePath($0).last) != nil }
    }
}
