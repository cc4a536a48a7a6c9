// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSecrets
import AtriumStores
import SMSLogLogic

/// The names of files within a folder of pages: none can be anything but a name, wherever the folder is taken.
enum PageName {
    /// The page that lists all others.
    static let index = "index.html"
    /// The folder of files that are not text.
    static let files = "files"
    /// The maximum length of an address in a name.
    private static let longest = 40

    /// The page of a conversation, the same in each export.
    static func of(_ address: Address) -> String {
        let text = address.text
        let plain = String(text.lazy.filter { $0.isASCII && ($0.isNumber || $0 == "+" || $0.isLetter) }.prefix(longest))
            .lowercased()
        // A name that differs from its address, or could be another address’s, gets a hash.
        let isSame = plain == text && text.utf8.allSatisfy { $0 < 0x41 }
        let hash = Digest(bytes: SHA256.hash(Array(text.utf8))).description.prefix(12)
        return isSame ? plain + ".html" : "\(plain.isEmpty ? "" : plain + "-")\(hash).html"
    }

    /// Whether the page of a conversation may have this name.
    static func isPage(_ name: String) -> Bool {
        guard name.hasSuffix(".html"), name != index else { return false }
        let stem = name.dropLast(5)
        return stem.allSatisfy { $0 == "+" || $0.isASCII && $0.isNumber }
            || stem.utf8.count >= 12 && stem.suffix(12).allSatisfy { $0.isASCII && $0.isHexDigit }
    }

    /// The file of a part: by its bytes, with an ending that no browser takes for a page.
    static func of(_ part: MessagePart, _ digest: Digest, in folder: String = files) -> String {
        "\(folder)/\(digest).\(active.contains(part.ending) ? "bin" : part.ending)"
    }

    /// Whether browsers show it in a page.
    static func isPicture(_ part: MessagePart) -> Bool {
        ["png", "jpg", "gif", "webp", "bmp", "avif"].contains(part.ending)
    }

    /// The types that browsers run, or lay out as a page of its own.
    private static let active: Set = ["html", "svg", "xml", "css"]
}
