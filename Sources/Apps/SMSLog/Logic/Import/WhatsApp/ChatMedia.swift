// SPDX-License-Identifier: GPL-3.0-or-later

/// What files of WhatsApp are, by the ends of their names.
enum ChatMedia {
    private static let types = [
        "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif", "webp": "image/webp",
        "mp4": "video/mp4", "mov": "video/quicktime", "3gp": "video/3gpp", "opus": "audio/ogg", "ogg": "audio/ogg",
        "m4a": "audio/mp4", "aac": "audio/aac", "amr": "audio/amr", "mp3": "audio/mpeg", "pdf": "application/pdf",
        "vcf": "text/vcard", "zip": "application/zip",
    ]

    /// The media type of a file.
    static func type(of name: String) -> String {
        let end = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
        return types[end] ?? "application/octet-stream"
    }
}
